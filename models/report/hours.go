package report

import (
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Hours are the hours of days by their kinds, in minutes. An hour may be of several
// kinds, or of none.
type Hours struct {
	Worked    int64                        `json:"worked_minutes"` // by slots
	Night     int64                        `json:"night_minutes"`
	Sunday    int64                        `json:"sunday_minutes"`
	Holiday   int64                        `json:"holiday_minutes"` // on a public holiday, without those of the journée de solidarité
	CalledOut int64                        `json:"-"`               // on days on which one is on call or absent
	ByType    map[models.DayType]TypeHours `json:"by_type"`
}

// TypeHours are the days of a type and the hours of their slots. A day with half a day of
// absence is a half day of its type and one of the absence, and its hours are of its type.
type TypeHours struct {
	Days     int   `json:"days"`
	HalfDays int   `json:"half_days"`
	Minutes  int64 `json:"minutes"`
}

// Hours returns the hours of the days from one date to another, of days that go back to
// [Rules.HoursNeed]. A night counts in full with the date on which it
// starts, and its hours are those of the dates on which they lie: in the night before a
// Sunday, those from midnight on are hours of the Sunday. [Hours.ByType] has every type.
func (r Rules) Hours(days []models.Day, from, to civil.Date) Hours {
	hours := Hours{ByType: map[models.DayType]TypeHours{}}
	for _, dayType := range models.DayTypes {
		hours.ByType[dayType] = TypeHours{}
	}
	holidays := r.holidays(days, from)
	for _, day := range models.Between(days, from, to) {
		hours.add(holidays, day, day.WorkedMinutes())
	}
	return hours
}

// add adds the hours of a day, of which so many minutes are worked; those of holidays are counted over the
// days that are added.
func (h *Hours) add(holidays holidays, day models.Day, worked int64) {
	h.Worked += worked
	if Effects[day.DayType].CalledOut {
		h.CalledOut += worked
	}
	of := h.ByType[day.DayType]
	of.Minutes += worked
	if day.HalfDay == "" {
		of.Days++
	} else {
		of.HalfDays++
		absence := h.ByType[day.HalfDay.DayType()]
		absence.HalfDays++
		h.ByType[day.HalfDay.DayType()] = absence
	}
	h.ByType[day.DayType] = of
	holidays.rules.Night.cutDay(day, func(p piece) {
		if p.night {
			h.Night += p.minutes
		}
		if p.date.Weekday() == time.Sunday {
			h.Sunday += p.minutes
		}
		h.Holiday += holidays.of(p)
	})
}

// join adds the hours of other days.
func (h *Hours) join(other Hours) {
	h.Worked += other.Worked
	h.Night += other.Night
	h.Sunday += other.Sunday
	h.Holiday += other.Holiday
	h.CalledOut += other.CalledOut
	for dayType, more := range other.ByType {
		of := h.ByType[dayType]
		h.ByType[dayType] = TypeHours{of.Days + more.Days, of.HalfDays + more.HalfDays, of.Minutes + more.Minutes}
	}
}
