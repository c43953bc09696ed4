package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
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
	"worklog/models/days"
	"worklog/views"
	"worklog/views/french"
)

// showRange shows the form of a range that starts on the date in the URL, or today. It
// returns echo.ErrNotFound for an invalid date.
func (p *Pages) showRange(c echo.Context) error {
	from := p.Today()
	if query := c.QueryParams(); query.Has("from") {
		var err error
		if from, err = civil.ParseDate(query.Get("from")); err != nil {
			return echo.ErrNotFound
		}
	}
	form := rangeForm{From: from.String(), To: from.String(), DayType: string(models.Leave), Weekdays: workweek, SkipHolidays: true}
	return p.rangePage(c, http.StatusOK, form, rangeMessages{}, nil, "")
}

// fillRange previews the effect of the range on each day or, if that was confirmed or all its
// days are new, applies it and redirects to the month in which the range begins.
func (p *Pages) fillRange(c echo.Context) error {
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	form := readRangeForm(values)
	dates, change, messages := form.read(p.Holidays)
	if messages != (rangeMessages{}) {
		return p.rangeRefused(c, form, messages.refused(models.EntryErrorsOf(p.Rules.CheckForAll(change))))
	}
	ctx := c.Request().Context()
	plan, err := days.PlanRange(ctx, p.Store, dates, change)
	if refusal := models.EntryErrorsOf(err); refusal != nil {
		return p.rangeRefused(c, form, messages.refused(refusal))
	}
	if err != nil {
		return p.rangeNotSaved(c, form, nil, err)
	}
	atOnce := values.Get("do") == "fill" && (rangePlan{plan, change}).isNew()
	if values.Get("do") != "save" && !atOnce {
		return p.rangePage(c, http.StatusOK, form, messages, &rangePlan{plan, change}, "")
	}
	var done models.Change
	if atOnce || (rangePlan{plan, change}).fingerprint() == values.Get("plan") {
		done, err = days.FillRange(ctx, p.Store, plan, change, civil.NewInstant(p.Now()))
	} else {
		err = models.ErrEntryChanged
	}
	if errors.Is(err, models.ErrEntryChanged) {
		if plan, err = days.PlanRange(ctx, p.Store, dates, change); err == nil {
			return p.rangePage(c, http.StatusConflict, form, messages, &rangePlan{plan, change}, forms.PlanChanged)
		}
	}
	if err != nil {
		return p.rangeNotSaved(c, form, &rangePlan{plan, change}, err)
	}
	return p.rangeSaved(c, form, len(done.Dates), change, done)
}

// rangeSaved says that days are saved, and leads to the month in which the range begins.
func (p *Pages) rangeSaved(c echo.Context, form rangeForm, days int, change models.EntryChange, done models.Change) error {
	p.Flash(c, filled(days, change.DayType).Of(done))
	from, _ := civil.ParseDate(form.From) // it has been read
	return p.SeeOther(c, views.InMonthPath(from))
}

// rangeRefused shows the submitted form with error messages.
func (p *Pages) rangeRefused(c echo.Context, form rangeForm, messages rangeMessages) error {
	return p.rangePage(c, http.StatusUnprocessableEntity, form, messages, nil, "Rien n’est enregistré"+nbsp+": voyez ce qui est marqué.")
}

// rangeNotSaved shows the submitted form after the settings have changed under it, or after the
// database failed, and logs that cause.
func (p *Pages) rangeNotSaved(c echo.Context, form rangeForm, plan *rangePlan, cause error) error {
	if errors.Is(cause, models.ErrSettingsChanged) {
		return p.rangePage(c, http.StatusConflict, form, rangeMessages{}, nil, settingsChanged)
	}
	p.Log.Error("range not saved", "request_id", frame.RequestID(c), "error", cause)
	return p.rangePage(c, http.StatusInternalServerError, form, rangeMessages{}, plan, forms.NotStored)
}

// rangePlan is the planned effect of a range.
type rangePlan struct {
	days   []days.RangeDay
	change models.EntryChange
}

// fingerprint identifies a plan, so that only the plan that was shown is applied.
func (p rangePlan) fingerprint() string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%#v %#v", p.days, p.change)))
	return hex.EncodeToString(sum[:16])
}

// isNew reports whether there are days, all of them new: they need not be seen before, since
// taking them back leaves nothing changed.
func (p rangePlan) isNew() bool {
	return len(p.days) > 0 && !slices.ContainsFunc(p.days, func(day days.RangeDay) bool { return day.Effect != models.EffectNew })
}

// outcome describes the effect on a day: "modifiée, Maladie devient Congé".
func (p rangePlan) outcome(day days.RangeDay) string {
	text := french.Effects[day.Effect]
	was, is := french.TypeOfDay(day.Was, day.WasHalf), french.TypeOfDay(p.change.DayType, day.HalfDay)
	if day.Effect == models.EffectChanged && was != is {
		text += ", " + was + " devient " + is
	}
	return text
}

func (p *Pages) rangePage(c echo.Context, status int, form rangeForm, messages rangeMessages, plan *rangePlan, alert string) error {
	return frame.Render(c, status, views.RangePage(p.rangeView(c, form, messages, plan, alert)))
}

// showRangeBefore shows what was typed in the form when the session had ended.
func (p *Pages) showRangeBefore(c echo.Context, d frame.Draft) error {
	return p.showRangeDraft(c, d.Values, aroundOf(d.Why))
}

func (p *Pages) showRangeDraft(c echo.Context, values url.Values, with around) error {
	page := p.rangeView(c, readRangeForm(values), rangeMessages{}, nil, with.alert)
	page.Notice = with.notice
	return frame.Render(c, with.status, views.RangePage(page))
}

func (p *Pages) rangeView(c echo.Context, form rangeForm, messages rangeMessages, plan *rangePlan, alert string) views.Range {
	page := views.Range{
		Frame:        p.Frame(c, "Plusieurs jours"),
		Action:       rangePath,
		Alert:        alert,
		From:         form.From,
		To:           form.To,
		DayType:      models.DayType(form.DayType),
		HalfDays:     p.halfDayOptions(form.HalfDay, p.Today()),
		Journeys:     options(p.Choices.Journeys, "Aucun", form.JourneyProfileID, ""),
		Vehicles:     options(p.Choices.Vehicles, "Aucun", form.MotorVehicleID, ""),
		Note:         inTextarea(form.Note),
		NoteLimit:    noteLimit,
		SkipHolidays: form.SkipHolidays,
		Messages:     views.RangeMessages(messages),
	}
	for i := range 7 {
		value := strconv.Itoa(i + 1)
		page.Weekdays = append(page.Weekdays, views.Option{Value: value, Label: french.ShortWeekdays[(i+1)%7], Selected: slices.Contains(form.Weekdays, value)})
	}
	if plan != nil {
		page.Plan, page.LeftOut = plan.view(), form.leftOut(p.Holidays)
		page.Plan.Counters = p.Others.CountersAfter(c, plan.totals())
	}
	return page
}

// view is the plan as the page shows it.
func (p rangePlan) view() *views.Plan {
	view := &views.Plan{Summary: p.summary(), Fingerprint: p.fingerprint()}
	for _, day := range p.days {
		view.Rows = append(view.Rows, views.PlanRow{Label: french.FullDate(day.Date), Text: p.outcome(day), Written: day.Writes()})
		view.Writes = view.Writes || day.Writes()
	}
	return view
}

// totals are the days as they will be, as far as counters ask.
func (p rangePlan) totals() (totals []models.DayTotal) {
	for _, day := range p.days {
		if day.Writes() {
			totals = append(totals, models.DayTotal{Date: day.Date, DayType: p.change.DayType, HalfDay: day.HalfDay})
		}
	}
	return totals
}

// summary says how many days will be of what: "5 jours de Congé seront enregistrés",
// and how many are left as they are.
func (p rangePlan) summary() string {
	written := 0
	for _, day := range p.days {
		if day.Writes() {
			written++
		}
	}
	kind := nbsp + "(" + french.TypeOfDay(p.change.DayType, p.change.HalfDay) + ")"
	var text string
	switch written {
	case 0:
		text = "Aucun jour ne change"
	case 1:
		text = "1" + nbsp + "jour sera enregistré" + kind
	default:
		text = french.Counted(written, "jour") + " seront enregistrés" + kind
	}
	if kept := len(p.days) - written; kept > 0 && written > 0 {
		text += ", " + french.Counted(kept, "autre") + " ne change" + plural(kept, "nt") + " pas"
	}
	return text + "."
}

func plural(n int, ending string) string {
	if n < 2 {
		return ""
	}
	return ending
}

// leftOut says which days of the range are not in it: the holidays by name, those of
// the weekend and of other weekdays by number.
func (f rangeForm) leftOut(holidays french.Holidays) string {
	from, err := civil.ParseDate(f.From)
	to, otherErr := civil.ParseDate(f.To)
	if err != nil || otherErr != nil {
		return ""
	}
	names := holidays.Between(from, to)
	var parts []string
	weekend, others := 0, 0
	for date := from; date.DaysUntil(to) >= 0; date = date.AddDays(1) { // a year at most: the plan exists
		weekday := date.DaysSinceMonday()
		switch {
		case !slices.Contains(f.Weekdays, strconv.Itoa(weekday+1)) && weekday >= 5:
			weekend++
		case !slices.Contains(f.Weekdays, strconv.Itoa(weekday+1)):
			others++
		case f.SkipHolidays && names[date] != "":
			parts = append(parts, french.FullDate(date)+" ("+names[date]+")")
		}
	}
	if weekend > 0 {
		parts = append(parts, french.Counted(weekend, "jour")+" de week-end")
	}
	if others > 0 {
		parts = append(parts, french.Counted(others, "jour")+" d’autres jours de la semaine")
	}
	if len(parts) == 0 {
		return ""
	}
	return "Laissés de côté" + nbsp + ": " + strings.Join(parts, ", ") + "."
}
