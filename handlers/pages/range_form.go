package pages

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/views/french"
)

// rangeForm is the form of a range as submitted.
type rangeForm struct {
	From, To         string
	DayType          string
	HalfDay          string
	KeepHalfDay      bool // it was not submitted
	JourneyProfileID string
	MotorVehicleID   string
	Note             string
	Weekdays         []string // "1" for Monday to "7"
	SkipHolidays     bool
}

// rangeMessages are the error messages of the form's fields.
type rangeMessages struct{ From, To, Weekdays, Type, HalfDay, Journey, Vehicle, Note string }

// workweek are the weekdays that a new form includes.
var workweek = []string{"1", "2", "3", "4", "5"}

func readRangeForm(values url.Values) rangeForm {
	return rangeForm{
		From:             strings.TrimSpace(values.Get("from")),
		To:               strings.TrimSpace(values.Get("to")),
		DayType:          values.Get("day_type"),
		HalfDay:          values.Get("half_day"),
		KeepHalfDay:      !values.Has("half_day"),
		JourneyProfileID: values.Get("journey_profile_id"),
		MotorVehicleID:   values.Get("motor_vehicle_id"),
		Note:             lineEnds.Replace(values.Get("note")),
		Weekdays:         values["weekday"],
		SkipHolidays:     values.Get("skip_holidays") == "1",
	}
}

// read parses the dates of the range and the change. Without messages, both are
// complete.
func (f rangeForm) read(holidays french.Holidays) (dates []civil.Date, change models.EntryChange, messages rangeMessages) {
	const dateWanted = "Écrivez une date, par exemple 2026-12-21."
	from, err := civil.ParseDate(f.From)
	if err != nil {
		messages.From = dateWanted
	}
	to, err := civil.ParseDate(f.To)
	if err != nil {
		messages.To = dateWanted
	}
	if len(f.Weekdays) == 0 {
		messages.Weekdays = "Choisissez au moins un jour de la semaine."
	}
	if messages.From == "" && messages.To == "" {
		messages.To = forms.MessageFor(days.CheckRange(from, to))
	}
	change = models.EntryChange{
		DayType: models.DayType(f.DayType), HalfDay: models.HalfDay(f.HalfDay), KeepHalfDay: f.KeepHalfDay,
		JourneyProfileID: f.JourneyProfileID, MotorVehicleID: f.MotorVehicleID, Note: f.Note,
	}
	if messages != (rangeMessages{}) {
		return nil, change, messages
	}
	return f.dates(from, to, holidays), change, messages
}

// refused returns the messages with those for the errors added.
func (f rangeMessages) refused(refusal *models.EntryErrors) rangeMessages {
	if refusal == nil {
		return f
	}
	f.Type = forms.MessageFor(refusal.DayType)
	f.HalfDay = forms.MessageFor(refusal.HalfDay)
	f.Journey = forms.MessageFor(refusal.JourneyProfileID)
	f.Vehicle = forms.MessageFor(refusal.MotorVehicleID)
	if refusal.Note != nil {
		f.Note = "Cette note est trop longue ou illisible."
	}
	return f
}

// dates returns the dates from one to another on the chosen weekdays, without public
// holidays if these are to be skipped.
func (f rangeForm) dates(from, to civil.Date, holidays french.Holidays) []civil.Date {
	names := holidays.Between(from, to)
	var dates []civil.Date
	for date := from; date.DaysUntil(to) >= 0; date = date.AddDays(1) {
		included := slices.Contains(f.Weekdays, strconv.Itoa(date.DaysSinceMonday()+1))
		if included && !(f.SkipHolidays && names[date] != "") {
			dates = append(dates, date)
		}
	}
	return dates
}
