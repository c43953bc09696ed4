package views

import (
	"maps"
	"slices"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// Today is the page of how things stand now.
type Today struct {
	Frame
	Calendar                    // of the last days
	State    *Presence          // nil if unknown
	Press    *Hand              // nil when the integration is off
	Week     Stand              // empty without hours
	Running  *models.TimeSlot   // the presence under way, or nil
	Silent   bool               // an event of today is missed
	Next     *report.LocalShift // nil if none is planned soon
	Welcome  *Welcome           // before the first entry, in place of all this
}

// worked are the hours of yesterday and today, as in a month, with those under way.
func (t Today) worked() map[civil.Date]string {
	days := slices.Collect(maps.Values(t.Days))
	if t.Running != nil {
		days = append(days, models.Day{Slots: []models.TimeSlot{*t.Running}, Zone: t.Zone})
	}
	return stripsOf(days, t.To.AddDays(-1), t.To)
}

func (t Today) reviewCount() int {
	for _, link := range t.Nav {
		if link.Path == ReviewPath {
			return link.Count
		}
	}
	return 0
}

// next says when the next shift is: "Prochain poste : demain, 19:45–07:15, Garde".
func (t Today) next() string {
	when := french.DateInYear(civil.DateOf(t.Next.Start))
	switch t.To.DaysUntil(civil.DateOf(t.Next.Start)) {
	case 0:
		when = "aujourd’hui"
	case 1:
		when = "demain"
	}
	return "Prochain poste\u00a0: " + when + ", " + shiftText(*t.Next) + ", " + french.DayTypes[t.Next.Type]
}
