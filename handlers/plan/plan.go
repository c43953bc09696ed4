// Package plan has the page of what is planned: the shifts of a month, the form of a date, and that
// of a cycle.
package plan

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/history"
	"worklog/models/planning"
	"worklog/views"
	"worklog/views/french"
)

// Pages is the page of this package.
type Pages struct{ *frame.Site }

// Route adds the page; of returns the one that answers a request.
func Route(e *echo.Echo, of func(echo.Context) Pages) {
	on := frame.On(of)
	frame.Get(e, views.PlanPath, on(Pages.plan))
	e.POST(views.PlanPath, on(Pages.post))
}

// TakesFile reports whether a request brings a file, which takes many times the memory of a form.
func TakesFile(r *http.Request) bool {
	return r.Method == http.MethodPost && r.URL.Path == views.PlanPath && forms.IsUpload(r)
}

// plan shows the month of a date with its form, a month, or the form of a cycle. It returns
// echo.ErrNotFound for what is none.
func (p Pages) plan(c echo.Context) error {
	month, query := p.Today(), c.QueryParams()
	var err error
	switch {
	case query.Has("date"):
		month, err = civil.ParseDate(query.Get("date"))
	case query.Has("month"):
		month, err = civil.ParseDate(query.Get("month") + "-01")
	}
	if err != nil {
		return echo.ErrNotFound
	}
	page := p.page(c, month)
	if query.Has("date") {
		page.Date = p.formOf(month)
	}
	if query.Has("cycle") {
		page.Cycle = p.cycleOf(query.Get("cycle"))
	}
	return frame.Show(c, views.PlanPage(page))
}

// page returns the page of the month of a date, without forms.
func (p Pages) page(c echo.Context, date civil.Date) views.Plan {
	first := civil.Date{Year: date.Year, Month: date.Month, Day: 1}
	from, to := views.Weeks(first, date.LastOfMonth())
	name := french.MonthName(first)
	page := views.Plan{
		Head: views.Head{
			Frame: p.Frame(c, "Planning"), Heading: name, Tabs: frame.MonthTabs(c, first), Others: "Autres mois",
			Earlier: frame.MonthLink(first.AddDays(-1), views.PlanMonthPath), Later: frame.MonthLink(first.LastOfMonth().AddDays(1), views.PlanMonthPath),
		},
		Calendar: views.Calendar{From: from, To: to, Month: date, Today: p.Today(), Holidays: p.Holidays.Between(from, to), Rules: p.Hours},
	}
	last, err := history.LastPlanned(c.Request().Context(), p.Store, civil.NewInstant(p.Now()))
	if err != nil {
		p.LogOmitted(c, "last change of the plan", err)
	}
	if last != nil && page.Undo == nil { // which is that of the message
		page.LastChange = p.FullMoment(last.MadeAt)
		page.TakeBack = frame.Undo(views.StampOf(last.Stamp()), last.Action == models.ActionTakenBack)
		page.TakeBack.Back = views.PlanMonthPath(first)
	}
	return page
}

// formOf returns the form of a date as it is planned.
func (p Pages) formOf(date civil.Date) *views.PlanDate {
	form := &views.PlanDate{Date: date, Cycle: p.Rules.Plan.CycleOn(date) != nil}
	shifts, planned := p.Hours.PlannedOn(date)
	form.Rest = planned && len(shifts) == 0
	for _, shift := range shifts {
		form.Rows = append(form.Rows, views.PlanRow{Start: shift.Start.Format("15:04"), End: shift.End.Format("15:04"), Type: shift.Type})
	}
	return form
}

// post saves the form of a date or of a cycle, or takes a file.
func (p Pages) post(c echo.Context) error {
	if TakesFile(c.Request()) {
		return p.postFile(c)
	}
	values, err := forms.Read(c)
	switch {
	case err != nil:
		return err
	case values.Has("cycle"):
		return p.postCycle(c, values)
	}
	return p.postDate(c, values)
}

func (p Pages) postDate(c echo.Context, values url.Values) error {
	date, err := civil.ParseDate(values.Get("date"))
	if err != nil {
		return echo.ErrNotFound
	}
	form := &views.PlanDate{Date: date, Cycle: p.Rules.Plan.CycleOn(date) != nil, Rest: values.Get("rest") != ""}
	var shifts models.PlannedShifts
	if form.Rest {
		shifts = models.PlannedShifts{}
	}
	wrong := false
	for _, row := range rowsOf(values, "shift_", nil) {
		shift, ok := readShift(&row)
		wrong = wrong || !ok
		if form.Rows = append(form.Rows, row); ok {
			start, end := shift.At(date, p.Rules.Zone)
			shifts = append(shifts, models.PlannedShift{StartAt: start, EndAt: end, Type: shift.Type})
		}
	}
	if form.Rest && len(form.Rows) > 0 {
		wrong, form.Message = true, "Un repos n’a pas de poste : videz l’un ou décochez l’autre."
	}
	if !wrong {
		done, err := planning.SetDate(c.Request().Context(), p.Store, date, shifts, civil.NewInstant(p.Now()))
		if message, refused := messages.For(err); refused {
			form.Message, wrong = message, true
		} else if err != nil {
			return err
		} else {
			return p.saved(c, date, done)
		}
	}
	page := p.page(c, date)
	page.Date, page.Alert = form, notSaved
	return frame.Render(c, http.StatusUnprocessableEntity, views.PlanPage(page))
}

// saved leads to the plan of a date's month, with what was done.
func (p Pages) saved(c echo.Context, date civil.Date, done models.Change) error {
	p.Flash(c, frame.Flash{Text: "Planning enregistré."}.Of(done))
	return p.SeeOther(c, views.PlanMonthPath(date))
}

const notSaved = "Rien n’est enregistré\u00a0: voyez ce qui est marqué."

// messages are those of what cannot be planned.
var messages = forms.Table[string]{
	{models.ErrShiftsOverlap, "Deux postes se chevauchent, ou l’un d’eux celui de la veille ou du lendemain."},
	{models.ErrTooManyShifts, "Il y a trop de postes le même jour."},
	{models.ErrPlannedTooFar, "Un planning va de dix ans avant aujourd’hui à dix ans après."},
	{models.ErrCycleLength, "Un roulement a de 1 à 12 semaines."},
	{models.ErrCycleBackward, "Cette date est avant le début."},
	{models.ErrCycleTaken, "Un autre roulement commence à cette date."},
	{models.ErrPlannedType, "Choisissez un type de poste."},
	{models.ErrSlotNotLater, "Cet horaire ne peut pas être lu."},
	{models.ErrSlotTooLong, "Un poste dure 24\u00a0h au plus."},
}

// rowsOf returns the rows of a form that say anything, or are ticked: their fields have a prefix.
func rowsOf(values url.Values, prefix string, ticked map[int]map[int]bool) (rows []views.PlanRow) {
	starts, ends, types := values[prefix+"start"], values[prefix+"end"], values[prefix+"type"]
	at := func(texts []string, i int) string {
		if i < len(texts) {
			return texts[i]
		}
		return ""
	}
	for i := range max(len(starts), len(ends)) { // as many as a form has fields
		row := views.PlanRow{Start: at(starts, i), End: at(ends, i), Type: models.DayType(at(types, i)), At: i}
		if row.Start+row.End != "" || len(ticked[i]) > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}

// readShift reads a row, or says beside it what is wrong.
func readShift(row *views.PlanRow) (shift models.CycleShift, ok bool) {
	start, startOK := forms.ParseWallTime(row.Start)
	end, endOK := forms.ParseWallTime(row.End)
	switch {
	case !startOK || !endOK:
		row.Message = "Écrivez le début et la fin, comme 19:45 et 7:15."
	case !slices.Contains(models.PlannedTypes, row.Type):
		row.Message = "Choisissez un type de poste."
	}
	return models.CycleShift{Start: start, End: end, Type: row.Type}, row.Message == ""
}

// cycleOf returns the form of the cycle that begins on a date, or of a new one.
func (p Pages) cycleOf(from string) *views.PlanCycle {
	for _, cycle := range p.Rules.Plan.Cycles() {
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
	form := &views.PlanCycle{Was: values.Get("cycle"), From: values.Get("from"), Until: values.Get("until")}
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
	page := p.page(c, p.Today())
	page.Cycle, page.Alert = form, notSaved
	return frame.Render(c, http.StatusUnprocessableEntity, views.PlanPage(page))
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
