package pages

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/views"
)

// showRange shows the form of a range.
func (p *Pages) showRange(c echo.Context) error {
	today := p.today().String()
	form := rangeForm{From: today, To: today, DayType: string(models.Leave), Weekdays: workweek, SkipHolidays: true}
	return p.rangePage(c, http.StatusOK, form, rangeMessages{}, nil, "")
}

// fillRange previews the effect of the range on each day or, if that was confirmed,
// applies it and redirects to the month in which the range begins.
func (p *Pages) fillRange(c echo.Context) error {
	values, err := readForm(c)
	if err != nil {
		return err
	}
	form := readRangeForm(values)
	dates, change, messages := form.read(p.holidays)
	if messages != (rangeMessages{}) {
		return p.rangeRefused(c, form, messages.refused(models.EntryErrorsOf(p.rules.CheckForAll(change))))
	}
	ctx := c.Request().Context()
	plan, err := p.store.PlanRange(ctx, p.rules, dates, change)
	if refusal := models.EntryErrorsOf(err); refusal != nil {
		return p.rangeRefused(c, form, messages.refused(refusal))
	}
	if err != nil {
		return p.rangeNotSaved(c, form, nil, err)
	}
	if values.Get("do") != "save" {
		return p.rangePage(c, http.StatusOK, form, messages, &rangePlan{plan, change}, "")
	}
	var done models.Change
	if (rangePlan{plan, change}).fingerprint() == values.Get("plan") {
		done, err = p.store.FillRange(ctx, p.rules, plan, change, models.NewInstant(p.now()))
	} else {
		err = models.ErrEntryChanged
	}
	if errors.Is(err, models.ErrEntryChanged) {
		if plan, err = p.store.PlanRange(ctx, p.rules, dates, change); err == nil {
			return p.rangePage(c, http.StatusConflict, form, messages, &rangePlan{plan, change}, "Rien n’est encore enregistré"+nbsp+": ce n’est plus ce que vous aviez vu. Voici ce qui sera fait.")
		}
	}
	if err != nil {
		return p.rangeNotSaved(c, form, &rangePlan{plan, change}, err)
	}
	p.flash(c, newFlash(flashFilled, len(done.Dates), change.DayType).of(done))
	from, _ := models.ParseDate(form.From) // read above
	return p.seeOther(c, monthPath(from))
}

// rangeRefused shows the submitted form with error messages.
func (p *Pages) rangeRefused(c echo.Context, form rangeForm, messages rangeMessages) error {
	return p.rangePage(c, http.StatusUnprocessableEntity, form, messages, nil, "Rien n’est enregistré"+nbsp+": voyez ce qui est marqué.")
}

// rangeNotSaved shows the submitted form after the database failed, and logs the
// cause.
func (p *Pages) rangeNotSaved(c echo.Context, form rangeForm, plan *rangePlan, cause error) error {
	p.log.Error("range not saved", "request_id", requestID(c), "error", cause)
	return p.rangePage(c, http.StatusInternalServerError, form, rangeMessages{}, plan, "Rien n’est enregistré"+nbsp+": la base de données ne répond pas. Réessayez dans un instant.")
}

// rangePlan is the planned effect of a range.
type rangePlan struct {
	days   []models.PlannedDay
	change models.EntryChange
}

// fingerprint identifies a plan, so that only the plan that was shown is applied.
func (p rangePlan) fingerprint() string {
	sum := sha256.Sum256([]byte(fmt.Sprintf("%#v %#v", p.days, p.change)))
	return hex.EncodeToString(sum[:16])
}

// outcomes describe the effect on a day.
var outcomes = map[models.Outcome]string{
	models.RangeNew:     "nouvelle",
	models.RangeChanged: "modifiée",
	models.RangeSame:    "déjà ainsi",
	models.RangeKept:    "laissée, elle a des créneaux",
	models.RangePresent: "laissée, une présence est en cours",
}

// outcome describes the effect on a day: "modifiée, Maladie devient Congé".
func (p rangePlan) outcome(day models.PlannedDay) string {
	text := outcomes[day.Outcome]
	if day.Outcome == models.RangeChanged && day.Was != p.change.DayType {
		text += ", " + french.DayTypes[day.Was] + " devient " + french.DayTypes[p.change.DayType]
	}
	return text
}

func (p *Pages) rangePage(c echo.Context, status int, form rangeForm, messages rangeMessages, plan *rangePlan, alert string) error {
	page := views.Range{
		Frame:        p.frame(c, "Plusieurs jours"),
		Action:       p.links.To("/entries/range"),
		Alert:        alert,
		From:         form.From,
		To:           form.To,
		Types:        typeOptions(form.DayType),
		Journeys:     options(p.choices.journeys, "Aucun", form.JourneyProfileID, ""),
		Vehicles:     options(p.choices.vehicles, "Aucun", form.MotorVehicleID, ""),
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
		page.Filled, page.Plan = true, plan.fingerprint()
		for _, day := range plan.days {
			page.Days = append(page.Days, views.RangeDay{Label: french.FullDate(day.Date), Outcome: plan.outcome(day), Written: day.Writes()})
			page.Writes = page.Writes || day.Writes()
		}
	}
	return render(c, status, views.RangePage(page))
}
