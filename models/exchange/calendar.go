// Package exchange writes days in formats that other programs read. It changes
// nothing.
package exchange

import (
	"bytes"
	"fmt"
	"strings"
	"time"
	"unicode"

	ics "github.com/arran4/golang-ical"

	"worklog/models"
	"worklog/models/civil"
)

// CalendarWords are what people read in a calendar.
type CalendarWords struct {
	// Name is the calendar's.
	Name string
	// Title is that of a day and of its slots.
	Title func(models.Day) string
	// Planned is that of a planned shift of a type.
	Planned func(models.DayType) string
}

// Layouts of RFC 5545, section 3.3.
const (
	calendarDate  = "20060102"
	calendarLocal = "20060102T150405"
	calendarUTC   = "20060102T150405Z"
)

// Calendar writes days, in order of their dates, as an iCalendar object (RFC 5545):
// each as an all-day event, each of its slots as a separate event, and planned shifts as events in
// UTC. The same days produce the same bytes. Notes are left out. The work is bounded by the number of
// days and shifts, and of the dates from the first to the last.
func Calendar(days []models.Day, planned []models.PlannedShift, words CalendarWords) ([]byte, error) {
	calendar := ics.NewCalendar()
	calendar.SetProductId("-//worklog//worklog//FR")
	calendar.SetCalscale("GREGORIAN")
	calendar.SetMethod(ics.MethodPublish)
	calendar.SetXWRCalName(scrubbed(words.Name))
	for _, zone := range zonesOf(days) {
		calendar.AddVTimezone(zone.component())
	}
	for _, day := range days {
		calendar.AddVEvent(dayEvent(day, words))
		for _, slot := range day.Slots {
			calendar.AddVEvent(slotEvent(day, slot, words))
		}
	}
	for _, shift := range planned {
		calendar.AddVEvent(plannedEvent(shift, words))
	}
	var written bytes.Buffer
	err := calendar.SerializeTo(&written, ics.WithNewLineWindows)
	return written.Bytes(), err
}

func dayEvent(day models.Day, words CalendarWords) *ics.VEvent {
	event := newEvent(fmt.Sprintf("entry-%d@worklog", day.ID), day, words)
	event.AddProperty(ics.ComponentPropertyDtStart, dateText(day.Date), ics.WithValue("DATE"))
	event.AddProperty(ics.ComponentPropertyDtEnd, dateText(day.Date.AddDays(1)), ics.WithValue("DATE"))
	event.SetTimeTransparency(ics.TransparencyTransparent)
	return event
}

func slotEvent(day models.Day, slot models.TimeSlot, words CalendarWords) *ics.VEvent {
	event := newEvent(fmt.Sprintf("slot-%d@worklog", slot.ID), day, words)
	start, end := slot.StartAt.Truncate(time.Second), slot.EndAt.Truncate(time.Second)
	if !end.After(start) { // an end must be later, and without one some readers show an hour
		end = start.Add(time.Second)
	}
	setTime(event, ics.ComponentPropertyDtStart, start, day)
	setTime(event, ics.ComponentPropertyDtEnd, end, day)
	event.SetTimeTransparency(ics.TransparencyOpaque)
	return event
}

func plannedEvent(shift models.PlannedShift, words CalendarWords) *ics.VEvent {
	event := ics.NewEvent("planned-" + shift.StartAt.UTC().Format(calendarUTC) + "@worklog")
	event.SetDtStampTime(shift.StartAt.Time) // not the present: the bytes would change
	event.AddProperty(ics.ComponentPropertyDtStart, shift.StartAt.UTC().Format(calendarUTC))
	event.AddProperty(ics.ComponentPropertyDtEnd, shift.EndAt.UTC().Format(calendarUTC))
	event.SetSummary(scrubbed(words.Planned(shift.Type)))
	event.SetTimeTransparency(ics.TransparencyOpaque)
	return event
}

// newEvent returns an event with what all have.
func newEvent(uid string, day models.Day, words CalendarWords) *ics.VEvent {
	event := ics.NewEvent(uid)
	event.SetDtStampTime(day.UpdatedAt.Time) // not the present: the bytes would change
	event.SetModifiedAt(day.UpdatedAt.Time)
	event.SetSummary(scrubbed(words.Title(day)))
	return event
}

func dateText(date civil.Date) string { return midnight(date).Format(calendarDate) }

// setTime writes a time as the clock of the day's zone shows it, or in UTC where
// that would not say which time is meant.
func setTime(event *ics.VEvent, name ics.ComponentProperty, at time.Time, day models.Day) {
	if !isPlain(at, day) {
		event.AddProperty(name, at.UTC().Format(calendarUTC))
		return
	}
	event.AddProperty(name, at.In(day.Zone).Format(calendarLocal), ics.WithTZID(day.Zone.String()))
}

// isPlain reports whether a time can be written as the clock shows it: what the
// calendar says of the zone covers it, and it is not in the hour that autumn repeats,
// of which the format means the first and readers take the second.
func isPlain(at time.Time, day models.Day) bool {
	if day.Zone.String() == time.UTC.String() || at.Before(startOf(day.Date)) || !at.Before(endOf(day.Date)) {
		return false
	}
	shown := civil.WallTimeOf(civil.NewInstant(at), day.Zone)
	return len(civil.InstantsAt(civil.DateOf(at.In(day.Zone)), shown, day.Zone)) == 1
}

// scrubbed returns a text without what the format cannot hold or what readers take
// for the end of a line; line feeds stay, written as \n.
func scrubbed(text string) string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\r', r == '\u0085', unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			return '\n'
		case unicode.IsControl(r):
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd"))
}
