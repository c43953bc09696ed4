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
	"worklog/views"
	"worklog/views/french"
)

// rangeForm is the form of a range as submitted.
type rangeForm struct {
	models.EntryChange
	From, To     string
	Weekdays     []string // "1" for Monday to "7"
	SkipHolidays bool
}

// rangeMessages are the error messages of the form's fields.
type rangeMessages struct {
	views.RangeMessages
	views.EntryMessages
}

// workweek are the weekdays that a new form includes.
var workweek = []string{"1", "2", "3", "4", "5"}

func readRangeForm(values url.Values) rangeForm {
	return rangeForm{
		EntryChange:  readChange(values),
		From:         strings.TrimSpace(values.Get("from")),
		To:           strings.TrimSpace(values.Get("to")),
		Weekdays:     values["weekday"],
		SkipHolidays: values.Get("skip_holidays") == "1",
	}
}

// read parses the dates of the range. Without messages, they are complete.
func (f rangeForm) read(holidays french.Holidays) (dates []civil.Date, messages views.RangeMessages) {
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
	if messages != (views.RangeMessages{}) {
		return nil, messages
	}
	return f.dates(from, to, holidays), messages
}

// withRefusal returns the messages with those for the errors of the fields of a day.
func withRefusal(messages views.RangeMessages, refusal *models.EntryErrors) rangeMessages {
	all := rangeMessages{messages, forms.EntryMessagesFor(refusal)}
	if all.Note != "" {
		all.Note = "Cette note est trop longue ou illisible."
	}
	return all
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
