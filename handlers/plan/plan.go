// Package plan has the page of what is planned: the shifts of a month, the form of a date, and that
// of a cycle.
package plan

import (
	"net/http"
	"net/url"
	"slices"
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
	var page views.Plan
	if query.Has("date") {
		page.Date = p.formOf(month)
	}
	if query.Has("cycle") {
		page.Cycle = p.cycleOf(query.Get("cycle"))
	}
	return p.show(c, http.StatusOK, month, page)
}

func (p Pages) show(c echo.Context, status int, date civil.Date, page views.Plan) error {
	first := civil.Date{Year: date.Year, Month: date.Month, Day: 1}
	from, to := views.Weeks(first, date.LastOfMonth())
	page.Head = views.Head{
		Frame: p.Frame(c, "Planning"), Heading: french.MonthName(first), Tabs: frame.MonthTabs(c, first), Others: "Autres mois",
		Earlier: frame.MonthLink(first.AddDays(-1), views.PlanMonthPath), Later: frame.MonthLink(first.LastOfMonth().AddDays(1), views.PlanMonthPath),
	}
	page.Calendar = views.Calendar{From: from, To: to, Month: date, Today: p.Today(), Holidays: p.Holidays.Between(from, to), Rules: p.Hours}
	last, err := history.LastPlanned(c.Request().Context(), p.Store, civil.NewInstant(p.Now()))
	p.LogOmitted(c, "last change of the plan", err)
	if last != nil && page.Undo == nil { // which is that of the message
		page.LastChange = p.FullMoment(last.MadeAt)
		page.TakeBack = frame.Undo(*last)
		page.TakeBack.Back = views.PlanMonthPath(first)
	}
	return frame.Render(c, status, views.PlanPage(page))
}

func (p Pages) formOf(date civil.Date) *views.PlanDate {
	form := &views.PlanDate{Date: date, Cycle: p.Rules.Plan.CycleOn(date) != nil}
	shifts, planned := p.Hours.PlannedOn(date)
	form.Rest = planned && len(shifts) == 0
	for _, shift := range shifts {
		form.Rows = append(form.Rows, views.PlanRow{Start: shift.Start.Format("15:04"), End: shift.End.Format("15:04"), Type: shift.Type})
	}
	return form
}

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
	form, shifts, ok := p.readDate(date, values)
	if ok {
		done, err := planning.SetDate(c.Request().Context(), p.Store, date, shifts, civil.NewInstant(p.Now()))
		if err == nil {
			return p.saved(c, date, done)
		}
		if form.Message, ok = messages.For(err); !ok {
			return err
		}
	}
	return p.show(c, http.StatusUnprocessableEntity, date, views.Plan{Date: form, Alert: notSaved})
}

func (p Pages) readDate(date civil.Date, values url.Values) (form *views.PlanDate, shifts models.PlannedShifts, ok bool) {
	form = &views.PlanDate{Date: date, Cycle: p.Rules.Plan.CycleOn(date) != nil, Rest: values.Get("rest") != ""}
	if form.Rest {
		shifts = models.PlannedShifts{}
	}
	var typed []models.CycleShift
	form.Rows, typed, ok = readRows(values, "shift_", nil)
	for _, shift := range typed {
		start, end := shift.At(date, p.Rules.Zone)
		shifts = append(shifts, models.PlannedShift{StartAt: start, EndAt: end, Type: shift.Type})
	}
	if form.Rest && len(form.Rows) > 0 {
		ok, form.Message = false, "Un repos n’a pas de poste\u00a0: videz l’un ou décochez l’autre."
	}
	return form, shifts, ok
}

// Drafts are the forms that the login carries.
func (p Pages) Drafts() []frame.DraftKind {
	return []frame.DraftKind{
		{Path: views.PlanPath, Field: "cycle", Show: p.showTypedBefore},
		{Path: views.PlanPath, Field: "date", Show: p.showTypedBefore},
		{Path: views.PlanPath, Field: "columns", Show: p.showTypedBefore},
	}
}

func (p Pages) showTypedBefore(c echo.Context, d frame.Draft) error {
	page, month := views.Plan{Alert: d.Why.Text + "rien n’est encore enregistré."}, p.Today()
	switch {
	case d.Values.Has("columns"):
		page.Alert += " Choisissez de nouveau votre fichier, au bas de cette page."
		page.File.Columns = d.Values.Get("columns")
	case d.Values.Has("cycle"):
		page.Cycle, _, _ = readCycle(d.Values)
	default:
		var err error
		if month, err = civil.ParseDate(d.Values.Get("date")); err != nil {
			return echo.ErrNotFound
		}
		page.Date, _, _ = p.readDate(month, d.Values)
	}
	return p.show(c, d.Why.Status, month, page)
}

func (p Pages) saved(c echo.Context, date civil.Date, done models.Change) error {
	p.Flash(c, frame.Flash{Text: "Planning enregistré."}.Of(done))
	return p.SeeOther(c, views.PlanMonthPath(date))
}

const notSaved = "Rien n’est enregistré\u00a0: voyez ce qui est marqué."

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

// readRows reads the rows of a form that say anything, or are on a day: their fields have a prefix, and the days of a
// cycle's are those of [views.ReadPatternDay]. Unless it reports true, what is wrong is said beside a row.
func readRows(values url.Values, prefix string, days []string) (rows []views.PlanRow, shifts []models.CycleShift, ok bool) {
	starts, ends, types := values[prefix+"start"], values[prefix+"end"], values[prefix+"type"]
	rows = make([]views.PlanRow, max(len(starts), len(ends))) // as many as a form has fields
	for i := range rows {
		at := func(texts []string) string { return strings.Join(texts[min(i, len(texts)):min(i+1, len(texts))], "") }
		rows[i] = views.PlanRow{Start: at(starts), End: at(ends), Type: models.DayType(at(types)), At: i, On: map[int]bool{}}
	}
	for _, text := range days {
		if i, n, read := views.ReadPatternDay(text); read && i >= 0 && i < len(rows) && n >= 0 && n < 7*models.MaxCycleWeeks {
			rows[i].On[n] = true
		}
	}
	rows, ok = slices.DeleteFunc(rows, func(row views.PlanRow) bool { return row.Start+row.End == "" && len(row.On) == 0 }), true
	for i, row := range rows {
		start, startOK := forms.ParseWallTime(row.Start)
		end, endOK := forms.ParseWallTime(row.End)
		switch {
		case !startOK || !endOK:
			rows[i].Message = "Écrivez le début et la fin, comme 19:45 et 7:15."
		case !slices.Contains(models.PlannedTypes, row.Type):
			rows[i].Message = "Choisissez un type de poste."
		}
		shifts, ok = append(shifts, models.CycleShift{Start: start, End: end, Type: row.Type}), ok && rows[i].Message == ""
	}
	return rows, shifts, ok
}
