package review

import (
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// missing finds the dates on which a day is owed ([models.Rules.Owes]) that have no entry and no slot
// that reaches into them, such as a night. Those that follow each other, but for dates on which none is
// owed, are one doubt.
func missing(s doubtSpan) []Doubt {
	explained := s.explained()
	found := s.emptyWeeks(explained)
	var row Doubt
	end := func() {
		if len(row.Dates) > 0 {
			found = append(found, row)
		}
		row = Doubt{}
	}
	for date := s.from; date.DaysUntil(s.to) >= 0; date = date.AddDays(1) {
		switch {
		case s.Owes(date) != models.OwesDay:
		case explained[date] || s.isRight(DoubtMissing, date, ""):
			end()
		default:
			row.Dates = append(row.Dates, date)
			row.subjects = append(row.subjects, doubtSubject{date, ""})
		}
	}
	end()
	return found
}

// explained returns the dates that have an entry, or into which a slot reaches: into a shift, if one is
// planned.
func (s doubtSpan) explained() map[civil.Date]bool {
	explained := map[civil.Date]bool{}
	for _, day := range s.unreadable {
		explained[day.Date] = true
	}
	for _, day := range s.days {
		explained[day.Date] = true
		for _, slot := range day.Slots {
			// Shifts are of dates of the plan's zone; the day may have been recorded in another.
			eve, last := civil.DateOf(slot.StartAt.In(s.Zone)).AddDays(-1), civil.DateOf(slot.EndAt.In(s.Zone))
			for date := eve; date.DaysUntil(last) >= 0 && date.DaysUntil(s.to) >= 0; date = date.AddDays(1) {
				explained[date] = explained[date] || s.inShift(date, slot)
			}
			last = civil.DateOf(slot.EndAt.In(day.Zone))
			for date := day.Date; date.DaysUntil(last) > 0 && date.DaysUntil(s.to) > 0; {
				date = date.AddDays(1)
				shifts, _ := s.Plan.On(date)
				explained[date] = explained[date] || len(shifts) == 0
			}
		}
	}
	return explained
}

// inShift reports whether a slot lies in a planned shift of a date, at least in part.
func (s doubtSpan) inShift(date civil.Date, slot models.TimeSlot) bool {
	shifts, _ := s.Plan.On(date)
	return slices.ContainsFunc(shifts, func(shift models.PlannedShift) bool { return shift.Within(slot) > 0 })
}

// ofWeek is the subject of a week, of which another one is a date's own.
const ofWeek = "week"

// emptyWeeks finds the weeks without any entry, between others that have some, in which the hours of a
// week are owed. There is an entry in the first week, or before it.
func (s doubtSpan) emptyWeeks(explained map[civil.Date]bool) (found []Doubt) {
	var empty []Doubt
	for monday := s.from.Monday(); monday.DaysUntil(s.to) >= 0; monday = monday.AddDays(7) {
		owed, filled := false, false
		for i := range 7 {
			date := monday.AddDays(i)
			owed, filled = owed || s.Owes(date) == models.OwesWeek, filled || explained[date]
		}
		switch {
		case filled:
			found, empty = append(found, empty...), nil
		case owed && !s.isRight(DoubtMissing, monday, ofWeek):
			empty = append(empty, Doubt{Dates: []civil.Date{monday}, Week: true, subjects: []doubtSubject{{monday, ofWeek}}})
		}
	}
	if s.later {
		found = append(found, empty...)
	}
	return found
}
