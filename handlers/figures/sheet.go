package figures

import (
	"fmt"
	"strconv"
	"strings"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
)

// SheetRecord is what the sheet of a month is made of.
type SheetRecord struct {
	report.Sheet
	Rules    report.Rules
	Holidays map[civil.Date]string
	Open     *models.WorkplacePresenceEvent
	Now      civil.Instant

	Name, Employer string // empty if they are not known
	Version        string // of the program
	HideIllness    bool
	Illness        string // what the command needs to be told of it, such as "--illness hidden "
	// DayPath is the path of the entry with an id on a date, or of a new one for 0.
	DayPath func(date civil.Date, id int64) string
}

// Sheet returns the document.
func Sheet(record SheetRecord) views.SheetDocument {
	last := record.Month.LastOfMonth()
	s := sheetPage{SheetRecord: record, last: last, today: civil.DateOf(record.Now.In(record.Rules.Zone))}
	s.settled = s.today.AddDays(-1)
	if s.settled.DaysUntil(last) < 0 {
		s.settled = last
	}
	document := views.SheetDocument{
		Heading: "Relevé d’heures",
		Facts: []views.SheetFact{
			{Label: "Nom", Text: record.Name},
			{Label: "Employeur", Text: record.Employer},
			{Label: "Période", Text: s.period()},
			{Label: "Fuseau horaire", Text: record.Rules.Zone.String()},
		},
		Weeks:  s.weeks(),
		Groups: s.groups(),
		Made:   "Établi le " + french.Moment(record.Now, record.Rules.Zone) + " avec " + record.Version + ".",
		Digest: report.SheetDigest(report.SheetRows(record.Month, record.Days, record.HideIllness)),
		Check:  "worklog sheet-hash " + record.Illness + record.Month.String()[:len("2026-11")],
	}
	if s.shortened {
		document.Legend = append(document.Legend, "… : note abrégée")
	}
	if s.hidden {
		document.Legend = append(document.Legend, "les notes des absences masquées ne sont pas reprises")
	}
	return document
}

// sheetPage is a document in the making.
type sheetPage struct {
	SheetRecord
	last, today civil.Date
	settled     civil.Date // the last day of the month that targets and the balance take in
	shortened   bool       // a note was
	hidden      bool       // a note was left out
}

// period writes "novembre 2026, du 1er au 30".
func (s *sheetPage) period() string {
	text := fmt.Sprintf("%s, du 1er au%s%d", french.MonthName(s.Month), french.NBSP, s.last.Day)
	if s.today.DaysUntil(s.last) >= 0 {
		text += " (non terminé)"
	}
	return text
}

// counts reports whether a day counts in the figures: an ignored arrival does not.
func (s *sheetPage) counts(day models.Day) bool { return !day.Ignored }

func (s *sheetPage) weeks() (weeks []views.SheetWeek) {
	days := s.Days
	for date := s.Month; date.DaysUntil(s.last) >= 0; {
		week := views.SheetWeek{}
		monday := date.Monday()
		var worked int64
		for ; date.DaysUntil(s.last) >= 0 && monday.DaysUntil(date) < 7; date = date.AddDays(1) {
			var day *models.Day
			if len(days) > 0 && days[0].Date == date {
				day, days = &days[0], days[1:]
				worked += day.WorkedMinutes()
			}
			week.Days = append(week.Days, s.day(date, day))
		}
		s.total(&week, monday, worked)
		weeks = append(weeks, week)
	}
	return weeks
}

// total sums up a week: its days, of the month, and the civil week where it is another
// figure, since the month cuts the week or a night goes on after Sunday.
func (s *sheetPage) total(view *views.SheetWeek, monday civil.Date, worked int64) {
	sunday := monday.AddDays(6)
	view.Label = "Semaine " + strconv.Itoa(monday.ISOWeek())
	cut := monday.Month != s.Month.Month || sunday.Month != s.Month.Month
	if cut {
		view.Label += ", coupée par le mois"
	}
	view.Total = hoursOf(worked)
	for _, week := range s.Weeks {
		if week.Monday != monday {
			continue
		}
		switch {
		case cut:
			view.Whole = "du " + french.ShortDayOfMonth(monday) + " au " + french.ShortDayOfMonth(sunday) + french.NBSP + ": " + hoursOf(week.Worked)
		case week.Worked != worked:
			view.Whole = "de lundi 0" + french.NBSP + "h à dimanche 24" + french.NBSP + "h" + french.NBSP + ": " + hoursOf(week.Worked)
		}
		if week.Overtime > 0 && sunday.Month == s.Month.Month {
			view.Over = fmt.Sprintf("au-delà de %s%s: %s", french.ShortDuration(s.Rules.Limits.Overtime), french.NBSP, hoursOf(week.Overtime))
		}
	}
}

func (s *sheetPage) day(date civil.Date, day *models.Day) views.SheetDay {
	view := views.SheetDay{
		Link:    views.Link{Label: french.ShortDate(date)},
		Resting: date.IsWeekend() || s.Holidays[date] != "",
		Holiday: s.Holidays[date],
	}
	if day == nil {
		view.Path = s.DayPath(date, 0)
		return view
	}
	view.Path = s.DayPath(date, day.ID)
	view.Type = s.typeOf(*day)
	for _, slot := range day.Slots {
		view.Slots = append(view.Slots, slotOnSheet(*day, slot))
	}
	if day.Unread > 0 {
		view.Slots = append(view.Slots, french.UnreadSlots(day.Unread))
	}
	if s.Open != nil && s.Open.WorkEntryID == day.ID {
		view.Slots = append(view.Slots, french.Clock(s.Open.OccurredAt, day.Zone)+"–"+french.NBSP+"sans départ")
	}
	if day.Timezone != s.Rules.Zone.String() && len(view.Slots) > 0 {
		view.Slots = append(view.Slots, "("+day.Timezone+")")
	}
	if len(day.Slots) > 0 {
		view.Length = hoursOf(day.WorkedMinutes())
		view.Recorded, view.ByHand = day.Recorded, !day.Recorded
	}
	view.Note = s.note(*day)
	return view
}

// absence stands for an illness that is hidden.
const absence = "Absence"

// typeWord names a type of day.
func (s *sheetPage) typeWord(dayType models.DayType) string {
	if s.HideIllness && dayType == models.SickLeave {
		return absence
	}
	return french.DayTypes[dayType]
}

// typeOf writes "Travail" or "Travail · ½ RTT".
func (s *sheetPage) typeOf(day models.Day) string {
	if !s.counts(day) {
		return "Arrivée ignorée"
	}
	if day.HalfDay == "" {
		return s.typeWord(day.DayType)
	}
	return s.typeWord(day.DayType) + " · ½" + french.NBSP + s.typeWord(day.HalfDay.DayType())
}

// maxSheetNote is the maximum length of a note in code points: two lines.
const maxSheetNote = 80

// note returns the beginning of a note's first line; none if it may speak of a hidden
// illness.
func (s *sheetPage) note(day models.Day) string {
	if day.Note == "" {
		return ""
	}
	if s.HideIllness && report.TellsOfIllness(day) {
		s.hidden = true
		return ""
	}
	whole := strings.TrimSpace(day.Note)
	line, _, _ := strings.Cut(whole, "\n")
	line = strings.TrimSpace(line)
	if runes := []rune(line); len(runes) > maxSheetNote {
		line = strings.TrimSpace(string(runes[:maxSheetNote]))
	}
	if line == whole {
		return line
	}
	s.shortened = true
	return line + "…"
}
