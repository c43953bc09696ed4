package handlers

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
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/views"
)

// maxRangeDays is how many days a range may span.
const maxRangeDays = 366

// rangeForm is a range as it was typed.
type rangeForm struct {
	From, To         string
	DayType          string
	JourneyProfileID string
	MotorVehicleID   string
	Note             string
	Weekdays         []string // 1 for Monday to 7
	SkipHolidays     bool
}

// rangeFaults are the messages beside the fields.
type rangeFaults struct{ From, To, Weekdays, Type, Journey, Vehicle, Note string }

// workweek are the weekdays that a new form includes.
var workweek = []string{"1", "2", "3", "4", "5"}

func readRangeForm(values url.Values) rangeForm {
	return rangeForm{
		From:             strings.TrimSpace(values.Get("from")),
		To:               strings.TrimSpace(values.Get("to")),
		DayType:          values.Get("day_type"),
		JourneyProfileID: values.Get("journey_profile_id"),
		MotorVehicleID:   values.Get("motor_vehicle_id"),
		Note:             lineEnds.Replace(values.Get("note")),
		Weekdays:         values["weekday"],
		SkipHolidays:     values.Get("skip_holidays") == "1",
	}
}

// read gives the dates that the range includes and what they are to become.
func (f rangeForm) read(choices choices, holidays holidays) (dates []models.Date, change models.EntryChange, faults rangeFaults) {
	const dateWanted = "Écrivez une date, par exemple 2026-12-21."
	from, err := models.ParseDate(f.From)
	if err != nil {
		faults.From = dateWanted
	}
	to, err := models.ParseDate(f.To)
	if err != nil {
		faults.To = dateWanted
	}
	if len(f.Weekdays) == 0 {
		faults.Weekdays = "Choisissez au moins un jour de la semaine."
	}
	if !models.DayType(f.DayType).Valid() {
		faults.Type = "Choisissez un type de journée."
	}
	if !choices.hasJourney(f.JourneyProfileID, "") {
		faults.Journey = unknownJourney
	}
	if !choices.hasVehicle(f.MotorVehicleID, "") {
		faults.Vehicle = unknownVehicle
	}
	if !utf8.ValidString(f.Note) || utf8.RuneCountInString(f.Note) > maxNoteLength {
		faults.Note = "Cette note est trop longue ou illisible."
	}
	if faults.From == "" && faults.To == "" {
		switch span := from.DaysUntil(to); {
		case span < 0:
			faults.To = "Cette période finit avant de commencer."
		case span >= maxRangeDays:
			faults.To = "Cette période dépasse un an."
		}
	}
	change = models.EntryChange{DayType: models.DayType(f.DayType), JourneyProfileID: f.JourneyProfileID, MotorVehicleID: f.MotorVehicleID, Note: f.Note}
	if faults != (rangeFaults{}) {
		return nil, change, faults
	}
	return f.dates(from, to, holidays), change, faults
}

// dates gives the dates from one to another on the chosen weekdays, without
// public holidays where they are skipped.
func (f rangeForm) dates(from, to models.Date, holidays holidays) []models.Date {
	names := holidays.of(from.Year)
	for date, name := range holidays.of(to.Year) {
		names[date] = name
	}
	var dates []models.Date
	for date := from; date.DaysUntil(to) >= 0; date = date.AddDays(1) {
		included := slices.Contains(f.Weekdays, strconv.Itoa(daysSinceMonday(date)+1))
		if included && !(f.SkipHolidays && names[date] != "") {
			dates = append(dates, date)
		}
	}
	return dates
}

// askRange shows the form of a range and, once it is filled in, what it would
// do to each day.
func (p *pages) askRange(c echo.Context) error {
	values := c.QueryParams()
	if !values.Has("from") {
		today := p.today().String()
		return p.rangePage(c, http.StatusOK, rangeForm{From: today, To: today, DayType: string(models.Leave), Weekdays: workweek, SkipHolidays: true}, rangeFaults{}, nil, "")
	}
	form := readRangeForm(values)
	dates, change, faults := form.read(p.choices, p.holidays)
	if faults != (rangeFaults{}) {
		return p.rangePage(c, http.StatusUnprocessableEntity, form, faults, nil, "Rien n’est enregistré"+nbsp+": voyez ce qui est marqué.")
	}
	plan, err := p.store.PlanRange(c.Request().Context(), dates, change)
	if err != nil {
		return err
	}
	return p.rangePage(c, http.StatusOK, form, faults, plan, "")
}

// fillRange does what the preview has shown, and leads to the month in which
// the range begins.
func (p *pages) fillRange(c echo.Context) error {
	values, err := readForm(c)
	if err != nil {
		return err
	}
	form := readRangeForm(values)
	dates, change, faults := form.read(p.choices, p.holidays)
	if faults != (rangeFaults{}) {
		return p.rangePage(c, http.StatusUnprocessableEntity, form, faults, nil, "Rien n’est enregistré"+nbsp+": voyez ce qui est marqué.")
	}
	plan, err := p.store.PlanRange(c.Request().Context(), dates, change)
	if err == nil && fingerprint(plan) != values.Get("plan") {
		err = models.ErrEntryChanged
	}
	if err == nil {
		err = p.store.FillRange(c.Request().Context(), plan, p.zone.String(), change, models.NewInstant(p.now()))
	}
	if errors.Is(err, models.ErrEntryChanged) {
		if plan, err = p.store.PlanRange(c.Request().Context(), dates, change); err != nil {
			return err
		}
		return p.rangePage(c, http.StatusConflict, form, faults, plan, "Rien n’est enregistré"+nbsp+": voici ce qui serait fait des jours tels qu’ils sont maintenant.")
	}
	if err != nil {
		p.log.Error("range not saved", "request_id", requestID(c), "error", err)
		return p.rangePage(c, http.StatusInternalServerError, form, faults, plan, "Rien n’est enregistré"+nbsp+": la base de données ne répond pas. Réessayez dans un instant.")
	}
	written := 0
	for _, day := range plan {
		if day.Outcome == models.RangeNew || day.Outcome == models.RangeChanged {
			written++
		}
	}
	p.flash(c, counted(written, "journée")+" "+dayTypeLabels[change.DayType]+nbsp+": enregistré.")
	from, _ := models.ParseDate(form.From) // read above
	return p.seeOther(c, monthPath(from))
}

// fingerprint names a plan, so that what is done is what was shown.
func fingerprint(plan []models.PlannedDay) string {
	sum := sha256.Sum256([]byte(fmt.Sprint(plan)))
	return hex.EncodeToString(sum[:16])
}

// outcomes say what happens to a day.
var outcomes = map[models.Outcome]string{
	models.RangeNew:     "nouvelle",
	models.RangeChanged: "modifiée",
	models.RangeSame:    "déjà ainsi",
	models.RangeKept:    "laissée, elle a des créneaux",
	models.RangePresent: "laissée, une présence est en cours",
}

func (p *pages) rangePage(c echo.Context, status int, form rangeForm, faults rangeFaults, plan []models.PlannedDay, alert string) error {
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
		SkipHolidays: form.SkipHolidays,
		Faults:       views.RangeFaults(faults),
		Filled:       plan != nil,
		Plan:         fingerprint(plan),
	}
	for i := range 7 {
		value := strconv.Itoa(i + 1)
		page.Weekdays = append(page.Weekdays, views.Option{Value: value, Label: shortWeekdays[(i+1)%7], Selected: slices.Contains(form.Weekdays, value)})
	}
	for _, day := range plan {
		page.Days = append(page.Days, views.RangeDay{Label: fullDate(day.Date), Outcome: outcomes[day.Outcome], Written: day.Outcome == models.RangeNew || day.Outcome == models.RangeChanged})
		page.Writes = page.Writes || day.Outcome == models.RangeNew || day.Outcome == models.RangeChanged
	}
	return render(c, status, views.RangePage(page))
}
