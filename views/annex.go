package views

import (
	"cmp"
	"slices"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/history"
	"worklog/models/report"
	"worklog/views/french"
)

// Annex is what lies behind a sheet, beside the records of its days.
type Annex struct {
	Corrections []Correction  // the latest first
	Refused     []JournalLine // in the order in which they came
}

// Correction is what a person has changed on a day.
type Correction struct {
	history.PastDay
	After   *models.Day // nil for none
	Who     string      // made it, and how
	Changed []string    // what was otherwise before
}

type annexDate struct {
	Date    civil.Date
	Record  *models.DayRecord // nil if there is no day now
	Type    string            // of the day, unless all of it was joined to the one before
	Note    string
	Request models.Request
	Rows    []annexEntry // in the order in which they came
}

// annexEntry is an event as it came, or a correction.
type annexEntry struct {
	At   civil.Instant // when it was received or made
	What string
	Sent string // the moment, as it was sent; empty for a correction
	Said []string
}

// annex returns the dates of the month of which there is anything to say.
func (s *sheetPage) annex() (dates []annexDate) {
	records := s.Records
	for date := s.Month; date.DaysUntil(s.last) >= 0; date = date.AddDays(1) {
		of := annexDate{Date: date}
		if len(records) > 0 && records[0].Date == date {
			of.Record, records = &records[0], records[1:]
			s.describe(&of)
		}
		of.Rows = append(of.Rows, s.corrections(date)...)
		for _, line := range s.Annex.Refused {
			if line.Date == date {
				of.Rows = append(of.Rows, annexEntry{line.ReceivedAt, french.Events[models.EventType(line.Event)], line.OccurredAtSent, []string{line.Told, line.Since}})
			}
		}
		slices.SortStableFunc(of.Rows, func(a, b annexEntry) int { return a.At.Compare(b.At.Time) })
		if len(of.Rows) > 0 || of.Note != "" || of.Request != (models.Request{}) {
			dates = append(dates, of)
		}
	}
	return dates
}

func (s *sheetPage) describe(of *annexDate) {
	if !s.HideIllness || !report.TellsOfIllness(of.Record.Day) {
		of.Note, of.Request = strings.TrimSpace(of.Record.Note), of.Record.Request()
	}
	if day := of.Record.Day; !day.Ignored || s.ignoredOn(of.Record) > 0 {
		of.Type = s.typeOf(day)
	}
	outcome := outcomes(&of.Record.Day)
	for _, event := range of.Record.Events {
		became := outcome(event)
		if event.IsDiscarded() && s.isJoined(event, of.Date) {
			became = "réuni avec le " + french.ShortDate(of.Date.AddDays(-1))
		}
		of.Rows = append(of.Rows, annexEvent(event, became))
	}
}

// corrections returns the changes of a date, and the events that are deleted since.
func (s *sheetPage) corrections(date civil.Date) (rows []annexEntry) {
	gone := map[int64]bool{}
	for _, correction := range slices.Backward(s.Annex.Corrections) {
		if correction.Date != date {
			continue
		}
		said := correction.Changed
		if s.HideIllness && (tellsOfIllness(correction.Was) || tellsOfIllness(correction.After)) {
			said = []string{"ce qui touche à une absence masquée n’est pas repris"}
		}
		rows = append(rows, annexEntry{At: correction.MadeAt, What: correction.Who, Said: said})
		for _, event := range correction.Events {
			if !gone[event.ID] {
				rows = append(rows, annexEvent(event, "supprimé depuis, avec sa journée"))
			}
			gone[event.ID] = true
		}
	}
	return rows
}

func tellsOfIllness(day *models.Day) bool { return day != nil && report.TellsOfIllness(*day) }

func annexEvent(event models.WorkplacePresenceEvent, became string) annexEntry {
	row := annexEntry{event.ReceivedAt, french.Events[event.Event], event.OccurredAtSent, []string{became}}
	if event.ByHand {
		row.Said = append(row.Said, "pressé par la personne")
	}
	if event.ImportedAt != nil {
		row.Said = append(row.Said, "repris d’un fichier, qui dit lui-même quand il a été reçu")
	}
	return row
}

func orDash(text string) string { return cmp.Or(text, "–") }
