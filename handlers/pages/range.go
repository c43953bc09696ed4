package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
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
	form := rangeForm{RangeFields: views.RangeFields{From: from.String(), To: from.String(), Weekdays: workweek, SkipHolidays: true}}
	form.DayType = models.Leave
	return p.rangePage(c, form, around{status: http.StatusOK})
}

// fillRange previews the effect of the range on each day or, if that was confirmed or all its
// days are new, applies it and redirects to the month in which the range begins.
func (p *Pages) fillRange(c echo.Context, values url.Values) error {
	form := readRangeForm(values)
	dates, _, messages := form.read(p.Holidays)
	if len(messages) > 0 {
		return p.rangeRefused(c, form, withRefusal(messages, models.EntryErrorsOf(p.Rules.CheckForAll(form.EntryChange))))
	}
	ctx := c.Request().Context()
	preview, err := days.PreviewRange(ctx, p.Store, dates, form.EntryChange)
	if refusal := models.EntryErrorsOf(err); refusal != nil {
		return p.rangeRefused(c, form, withRefusal(messages, refusal))
	}
	if err != nil {
		return p.rangeNotSaved(c, form, nil, err)
	}
	shown := &views.RangePreview{Days: preview, Change: form.EntryChange}
	atOnce := values.Get("do") == "fill" && allNew(preview)
	if values.Get("do") != "save" && !atOnce {
		return p.rangePage(c, form, around{status: http.StatusOK, preview: shown})
	}
	var done models.Change
	if atOnce || fingerprint(preview, form.EntryChange) == values.Get("plan") {
		done, err = days.FillRange(ctx, p.Store, preview, form.EntryChange, civil.NewInstant(p.Now()))
	} else {
		err = models.ErrEntryChanged
	}
	if errors.Is(err, models.ErrEntryChanged) {
		if shown.Days, err = days.PreviewRange(ctx, p.Store, dates, form.EntryChange); err == nil {
			return p.rangePage(c, form, around{status: http.StatusConflict, preview: shown, alert: forms.PreviewChanged})
		}
	}
	if err != nil {
		return p.rangeNotSaved(c, form, shown, err)
	}
	said := filled(len(done.Dates), form.DayType)
	said.Text += p.countersMoved(c, totals(preview, ""))
	p.Flash(c, said.Of(done))
	from, _ := civil.ParseDate(form.From) // it has been read
	return p.SeeOther(c, views.InMonthPath(from))
}

func (p *Pages) rangeRefused(c echo.Context, form rangeForm, messages views.Messages) error {
	form.Messages = messages
	return p.rangePage(c, form, around{status: http.StatusUnprocessableEntity, alert: "Rien n’est enregistré\u00a0: voyez ce qui est marqué."})
}

// rangeNotSaved shows the submitted form with why it could not be stored.
func (p *Pages) rangeNotSaved(c echo.Context, form rangeForm, preview *views.RangePreview, cause error) error {
	with := p.notStored(c, "range not saved", cause)
	if with.status == http.StatusInternalServerError { // it may be tried again as it is
		with.preview = preview
	}
	return p.rangePage(c, form, with)
}

// fingerprint identifies a preview, so that only the preview that was shown is applied.
func fingerprint(preview []days.RangeDay, change models.EntryChange) string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%#v %#v", preview, change)))
	return hex.EncodeToString(sum[:16])
}

// allNew reports whether there are days, all of them new: they need not be seen before, since
// taking them back leaves nothing changed.
func allNew(preview []days.RangeDay) bool {
	return len(preview) > 0 && !slices.ContainsFunc(preview, func(day days.RangeDay) bool { return day.Effect != models.EffectNew })
}

func (p *Pages) rangePage(c echo.Context, form rangeForm, with around) error {
	return frame.Render(c, with.status, views.RangePage(p.rangeView(c, form, with)))
}

// showRangeBefore shows what was typed in the form when the session had ended.
func (p *Pages) showRangeBefore(c echo.Context, d frame.Draft) error {
	return p.rangePage(c, readRangeForm(d.Values), aroundOf(d.Why))
}

func (p *Pages) rangeView(c echo.Context, form rangeForm, with around) views.Range {
	page := views.Range{
		Frame:       p.Frame(c, "Plusieurs jours"),
		EntryFields: p.withChoices(form.EntryFields, new(models.Day), p.Today()),
		Notice:      with.notice,
		Alert:       with.alert,
		RangeFields: form.RangeFields,
	}
	if preview := with.preview; preview != nil {
		preview.Fingerprint = fingerprint(preview.Days, preview.Change)
		preview.Counters = p.CountersWith(c, totals(preview.Days, form.DayType))
		page.Preview = preview
		_, page.LeftOut, _ = form.read(p.Holidays)
	}
	return page
}

// totals are the days that are written, as far as counters ask: as they were, or as they will be with a type.
func totals(preview []days.RangeDay, dayType models.DayType) (totals []models.DayTotal) {
	for _, day := range preview {
		total := models.DayTotal{Date: day.Date, DayType: dayType, HalfDay: day.HalfDay}
		if dayType == "" {
			total.DayType, total.HalfDay = day.Was, day.WasHalf
		}
		if day.Writes() {
			totals = append(totals, total)
		}
	}
	return totals
}

type rangeForm struct {
	views.EntryFields
	views.RangeFields
}

// workweek are the weekdays that a new form includes.
var workweek = []string{"1", "2", "3", "4", "5"}

func readRangeForm(values url.Values) rangeForm {
	return rangeForm{views.EntryFields{EntryChange: readChange(values)}, views.RangeFields{
		From:         strings.TrimSpace(values.Get("from")),
		To:           strings.TrimSpace(values.Get("to")),
		Weekdays:     values["weekday"],
		SkipHolidays: values.Get("skip_holidays") == "1",
	}}
}

// read returns the dates of the range, and says which are left out of it; or what is wrong with the form.
func (f rangeForm) read(holidays french.Holidays) (dates []civil.Date, leftOut string, messages views.Messages) {
	messages, ends := views.Messages{}, [2]civil.Date{}
	for i, field := range []struct{ name, typed string }{{"from", f.From}, {"to", f.To}} {
		var err error
		if ends[i], err = civil.ParseDate(field.typed); err != nil {
			messages[field.name] = "Écrivez une date, par exemple 2026-12-21."
		}
	}
	if err := days.CheckRange(ends[0], ends[1]); err != nil && len(messages) == 0 {
		messages["to"] = forms.MessageFor(err)
	}
	if len(f.Weekdays) == 0 {
		messages["weekday"] = "Choisissez au moins un jour de la semaine."
	}
	if len(messages) == 0 {
		dates, leftOut = f.split(ends[0], ends[1], holidays)
	}
	return dates, leftOut, messages
}

// withRefusal returns the messages with those for the errors of the fields of a day.
func withRefusal(messages views.Messages, refusal *models.EntryErrors) views.Messages {
	all := forms.EntryMessagesFor(refusal)
	maps.Copy(all, messages)
	if all["note"] != "" {
		all["note"] = "Cette note est trop longue ou illisible."
	}
	return all
}

// split returns the dates from one to another that the range has, and says which it has not: the holidays by
// name, those of the weekend and of other weekdays by number.
func (f rangeForm) split(from, to civil.Date, holidays french.Holidays) (dates []civil.Date, leftOut string) {
	names := holidays.Between(from, to)
	var parts []string
	weekend, others := 0, 0
	for date := from; date.DaysUntil(to) >= 0; date = date.AddDays(1) {
		chosen := slices.Contains(f.Weekdays, strconv.Itoa(date.DaysSinceMonday()+1))
		switch {
		case !chosen && date.IsWeekend():
			weekend++
		case !chosen:
			others++
		case f.SkipHolidays && names[date] != "":
			parts = append(parts, french.FullDate(date)+" ("+names[date]+")")
		default:
			dates = append(dates, date)
		}
	}
	if weekend > 0 {
		parts = append(parts, french.Counted(weekend, "jour")+" de week-end")
	}
	if others > 0 {
		parts = append(parts, french.Counted(others, "jour")+" d’autres jours de la semaine")
	}
	if len(parts) > 0 {
		leftOut = "Laissés de côté\u00a0: " + strings.Join(parts, ", ") + "."
	}
	return dates, leftOut
}
