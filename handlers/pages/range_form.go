package pages

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"worklog/handlers/french"
	"worklog/models"
)

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

// rangeMessages are the messages beside the fields.
type rangeMessages struct{ From, To, Weekdays, Type, Journey, Vehicle, Note string }

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

// read reads the dates that the range includes and what they are to become.
// Without messages both are whole.
func (f rangeForm) read(holidays french.Holidays) (dates []models.Date, change models.EntryChange, messages rangeMessages) {
	const dateWanted = "Écrivez une date, par exemple 2026-12-21."
	from, err := models.ParseDate(f.From)
	if err != nil {
		messages.From = dateWanted
	}
	to, err := models.ParseDate(f.To)
	if err != nil {
		messages.To = dateWanted
	}
	if len(f.Weekdays) == 0 {
		messages.Weekdays = "Choisissez au moins un jour de la semaine."
	}
	if messages.From == "" && messages.To == "" {
		messages.To = messageFor(models.CheckRange(from, to))
	}
	change = models.EntryChange{DayType: models.DayType(f.DayType), JourneyProfileID: f.JourneyProfileID, MotorVehicleID: f.MotorVehicleID, Note: f.Note}
	if messages != (rangeMessages{}) {
		return nil, change, messages
	}
	return f.dates(from, to, holidays), change, messages
}

// refused adds what the models refuse.
func (f rangeMessages) refused(refusal *models.EntryErrors) rangeMessages {
	if refusal == nil {
		return f
	}
	f.Type = messageFor(refusal.DayType)
	f.Journey = messageFor(refusal.JourneyProfileID)
	f.Vehicle = messageFor(refusal.MotorVehicleID)
	if refusal.Note != nil {
		f.Note = "Cette note est trop longue ou illisible."
	}
	return f
}

// dates returns the dates from one to another on the chosen weekdays, without
// public holidays where they are skipped.
func (f rangeForm) dates(from, to models.Date, holidays french.Holidays) []models.Date {
	names := holidays.Between(from, to)
	var dates []models.Date
	for date := from; date.DaysUntil(to) >= 0; date = date.AddDays(1) {
		included := slices.Contains(f.Weekdays, strconv.Itoa(daysSinceMonday(date)+1))
		if included && !(f.SkipHolidays && names[date] != "") {
			dates = append(dates, date)
		}
	}
	return dates
}
