package plan

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/planning"
	"worklog/views"
)

// cycleOf returns the form of the cycle that begins on a date, or of a new one.
func (p Pages) cycleOf(from string) *views.PlanCycle {
	date, _ := civil.ParseDate(from) // none of a new one
	found := models.Between(p.Rules.Plan.Rows().Cycles, date, date)
	if len(found) == 0 {
		return &views.PlanCycle{From: p.Today().Monday().String(), Weeks: 2}
	}
	form := &views.PlanCycle{Was: from, From: from, Weeks: len(found[0].Weeks), Rows: rowsOfCycle(found[0].Weeks)}
	if until := found[0].Until; until != nil {
		form.Until = until.String()
	}
	return form
}

// rowsOfCycle returns the shifts of a cycle, each once with the days on which it is.
func rowsOfCycle(weeks models.CycleWeeks) (rows []views.PlanRow) {
	known := map[models.CycleShift]int{}
	for n := range 7 * len(weeks) {
		for _, shift := range weeks[n/7][n%7] {
			at, found := known[shift]
			if !found {
				at = len(rows)
				known[shift] = at
				rows = append(rows, views.PlanRow{Start: shift.Start.String(), End: shift.End.String(), Type: shift.Type, On: map[int]bool{}})
			}
			rows[at].On[n] = true
		}
	}
	return rows
}

func (p Pages) postCycle(c echo.Context, values url.Values) error {
	form, cycle, ok := readCycle(values)
	was, _ := civil.ParseDate(form.Was) // none of a new one
	if values.Get("do") == "remove" {
		cycle, ok = models.Cycle{From: was}, true
	}
	if ok {
		done, err := planning.SetCycle(c.Request().Context(), p.Store, was, cycle, civil.NewInstant(p.Now()))
		if err == nil {
			return p.saved(c, civil.Later(cycle.From, p.Today()), done)
		}
		wrong := &form.Message
		if errors.Is(err, models.ErrCycleBackward) {
			wrong = &form.WrongUntil
		}
		if *wrong, ok = messages.For(err); !ok {
			return err
		}
		if cycle.Weeks == nil && errors.Is(err, models.ErrShiftsOverlap) {
			*wrong = "Sans ce roulement, celui d’avant continuerait, et chevaucherait un poste\u00a0: donnez-lui d’abord une fin."
		}
	}
	return p.show(c, http.StatusUnprocessableEntity, p.Today(), views.Plan{Cycle: form, Alert: notSaved})
}

func readCycle(values url.Values) (form *views.PlanCycle, cycle models.Cycle, ok bool) {
	form = &views.PlanCycle{Was: values.Get("cycle"), From: values.Get("from"), Until: values.Get("until")}
	var err error
	if cycle.From, err = civil.ParseDate(form.From); err != nil {
		form.WrongFrom = wrongDate
	}
	if form.Until != "" {
		until, err := civil.ParseDate(form.Until)
		if cycle.Until = &until; err != nil {
			form.WrongUntil = wrongDate
		}
	}
	form.Weeks, err = strconv.Atoi(values.Get("weeks"))
	if err != nil || form.Weeks < 1 || form.Weeks > models.MaxCycleWeeks {
		form.Weeks = 2
		form.Message, _ = messages.For(models.ErrCycleLength)
	}
	cycle.Weeks = make(models.CycleWeeks, form.Weeks)
	for n := range 7 * form.Weeks {
		cycle.Weeks[n/7][n%7] = []models.CycleShift{}
	}
	rows, shifts, ok := readRows(values, "cycle_", values["on"])
	if len(rows) > models.MaxShiftsOfDate {
		rows, form.Message = rows[:models.MaxShiftsOfDate], "Un roulement a 20 horaires au plus."
	}
	for i, row := range rows {
		used := false
		for n := range 7 * form.Weeks {
			if row.On[n] {
				used = true
				cycle.Weeks[n/7][n%7] = append(cycle.Weeks[n/7][n%7], shifts[i])
			}
		}
		if !used && row.Message == "" {
			ok, rows[i].Message = false, "Cochez au moins un jour."
		}
	}
	form.Rows = rows
	return form, cycle, ok && form.WrongFrom+form.WrongUntil+form.Message == ""
}

const wrongDate = "Écrivez une date."
