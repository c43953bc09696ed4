package plan

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/planning"
	"worklog/views"
)

// cycleOf returns the form of the cycle that begins on a date, or of a new one.
func (p Pages) cycleOf(from string) *views.PlanCycle {
	for _, cycle := range p.Rules.Plan.Rows().Cycles {
		if cycle.From.String() != from {
			continue
		}
		form := &views.PlanCycle{Was: from, From: from, Weeks: len(cycle.Weeks)}
		if cycle.Until != nil {
			form.Until = cycle.Until.String()
		}
		form.Patterns = patternsOf(cycle.Weeks)
		return form
	}
	return &views.PlanCycle{From: p.Today().Monday().String(), Weeks: 2}
}

// patternsOf returns the shifts of a cycle, each once with the days on which it is.
func patternsOf(weeks models.CycleWeeks) (patterns []views.PlanPattern) {
	known := map[models.CycleShift]int{}
	for n := range 7 * len(weeks) {
		for _, shift := range weeks[n/7][n%7] {
			at, found := known[shift]
			if !found {
				at = len(patterns)
				known[shift] = at
				patterns = append(patterns, views.PlanPattern{PlanRow: views.PlanRow{Start: shift.Start.String(), End: shift.End.String(), Type: shift.Type}, On: map[int]bool{}})
			}
			patterns[at].On[n] = true
		}
	}
	return patterns
}

func (p Pages) postCycle(c echo.Context, values url.Values) error {
	form := cycleTyped(values)
	was, _ := civil.ParseDate(form.Was) // none of a new one
	cycle, ok := readCycle(form, values)
	if values.Get("do") == "remove" {
		cycle, ok = models.Cycle{From: was}, true
	}
	if ok {
		done, err := planning.SetCycle(c.Request().Context(), p.Store, was, cycle, civil.NewInstant(p.Now()))
		if errors.Is(err, models.ErrCycleBackward) {
			form.WrongUntil, _ = messages.For(err)
		} else if message, refused := messages.For(err); refused {
			form.Message = message
		} else if err != nil {
			return err
		} else {
			return p.saved(c, civil.Later(cycle.From, p.Today()), done)
		}
	}
	return p.showForms(c, http.StatusUnprocessableEntity, p.Today(), nil, form, notSaved)
}

// cycleTyped is the form of a cycle with what stands once in it.
func cycleTyped(values url.Values) *views.PlanCycle {
	return &views.PlanCycle{Was: values.Get("cycle"), From: values.Get("from"), Until: values.Get("until")}
}

// readCycle reads a cycle, or says in the form what is wrong.
func readCycle(form *views.PlanCycle, values url.Values) (cycle models.Cycle, ok bool) {
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
	ok = form.WrongFrom+form.WrongUntil+form.Message == ""
	ticked := ticksIn(values["on"])
	rows := rowsOf(values, "cycle_", ticked)
	if len(rows) > models.MaxShiftsOfDate {
		rows, ok = rows[:models.MaxShiftsOfDate], false
		form.Message = "Un roulement a 20 horaires au plus."
	}
	for _, row := range rows {
		pattern := views.PlanPattern{PlanRow: row, On: ticked[row.At]}
		shift, read := readShift(&pattern.PlanRow)
		used := false
		for n := range 7 * form.Weeks {
			if used = used || pattern.On[n]; pattern.On[n] {
				day := &cycle.Weeks[n/7][n%7]
				*day = append(*day, shift)
			}
		}
		if read && !used {
			pattern.Message = "Cochez au moins un jour."
		}
		form.Patterns, ok = append(form.Patterns, pattern), ok && read && used
	}
	return cycle, ok
}

// ticksIn reads values of [views.PatternDay]: the days on which each pattern is.
func ticksIn(values []string) map[int]map[int]bool {
	ticked := map[int]map[int]bool{}
	for _, value := range values {
		first, second, _ := strings.Cut(value, "-")
		pattern, err := strconv.Atoi(first)
		day, dayErr := strconv.Atoi(second)
		if err != nil || dayErr != nil {
			continue
		}
		if ticked[pattern] == nil {
			ticked[pattern] = map[int]bool{}
		}
		ticked[pattern][day] = true
	}
	return ticked
}

const wrongDate = "Écrivez une date."
