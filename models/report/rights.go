package report

import (
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// rightKind is a reason for which days of leave are earned beside the allowance of a counter.
type rightKind string

// The kinds.
const (
	OutOfSeason rightKind = "hors-saison" // leave taken from November to April
	ThreeSpans  rightKind = "trois-fois"  // leave taken in three spans of five days
	EarnedIll   rightKind = "arret"       // leave earned while ill
)

// Right is leave that the record of a period earns by law. It is in no counter: an adjustment adds it.
type Right struct {
	Kind    rightKind
	Article Article
	Earned  Days // ouvrés in hospitals, else ouvrables
	// Days are those behind it, and Counting how many of them the law counts.
	Days     []CountedDay
	Counting Days
}

// IsPaidLeave reports whether the counter counts paid leave and nothing else.
func (c Counter) IsPaidLeave() bool { return slices.Equal(c.Types, []models.DayType{models.Leave}) }

// Rights returns what the days from one date to another of a period earn, by the law of the profile in
// force on the last of them, to a counter of paid leave. The totals must be in order and those of
// [Rules.totalsNeed].
func (r Rules) Rights(counter Counter, days []models.DayTotal, from, to civil.Date) (rights []Right) {
	if r = r.AsOf(to); r.Limits == nil {
		return nil
	}
	days = models.Between(days, from.AddDays(-returnWithin), to.AddDays(returnWithin))
	found := []Right{r.outOfSeason(counter, days, from, to)}
	if r.Limits.Profile == Hospital {
		found = append(found, r.threeSpans(counter, days, from, to))
	} else {
		found = append(found, r.earnedIll(days, from, to))
	}
	return slices.DeleteFunc(found, func(right Right) bool { return right.Earned == 0 })
}

// outOfSeason returns what leave from November to April earns: of hospitals in ouvrés, of the Code
// du travail in ouvrables, of the main leave of 24.
func (r Rules) outOfSeason(counter Counter, days []models.DayTotal, from, to civil.Date) Right {
	right, main := Right{Kind: OutOfSeason, Article: LeaveInHospitals}, WholeDays(366)
	counter.Unit = Ouvres
	if r.Limits.Profile != Hospital {
		right.Article, main, counter.Unit = leaveOutOfSeason, WholeDays(24), Ouvrables
	}
	for _, day := range models.Between(r.counted(counter, days), from, to) {
		if day.Date.Month >= time.May && day.Date.Month <= time.October {
			main -= day.Days
			continue
		}
		right.Days = append(right.Days, day)
		right.Counting += day.Days
	}
	right.Counting = min(right.Counting, max(0, main))
	switch {
	case right.Counting >= WholeDays(6):
		right.Earned = WholeDays(2)
	case right.Counting >= WholeDays(3):
		right.Earned = WholeDays(1)
	}
	return right
}

// threeSpans returns the day that a hospital gives for leave in three spans of five ouvrés or more.
func (r Rules) threeSpans(counter Counter, days []models.DayTotal, from, to civil.Date) Right {
	right := Right{Kind: ThreeSpans, Article: LeaveInHospitals}
	spans := 0
	for _, absence := range r.absences(counter, models.Between(days, from, to)) {
		var counted []CountedDay
		for _, day := range absence {
			if r.countsOn(Ouvres, day.Date) {
				counted = append(counted, CountedDay{ID: day.ID, Date: day.Date, Days: WholeDays(1)})
			}
		}
		if len(counted) >= 5 {
			spans++
			right.Days = append(right.Days, counted...)
		}
	}
	right.Counting = WholeDays(int64(len(right.Days)))
	if spans >= 3 {
		right.Earned = WholeDays(1)
	}
	return right
}

// earnedIll returns the ouvrables earned while ill: two for each month or four weeks (Code du
// travail, L3141-4), 24 at most, of the dates from the first day of an absence to the eve of the
// return.
func (r Rules) earnedIll(days []models.DayTotal, from, to civil.Date) Right {
	right := Right{Kind: EarnedIll, Article: leaveWhileIll}
	ill := Counter{Types: []models.DayType{models.SickLeave}}
	for _, absence := range r.absences(ill, days) {
		last := absence[len(absence)-1].Date
		eve := r.eveOfReturn(ill, last, days[models.FirstFrom(days, last.AddDays(1)):])
		for date := absence[0].Date; date.Compare(eve) <= 0; date = date.AddDays(1) {
			day := CountedDay{Date: date, Days: WholeDays(1)}
			if absence[0].Date == date {
				day.ID, absence = absence[0].ID, absence[min(1, len(absence)-1):]
			}
			if from.Compare(date) <= 0 && date.Compare(to) <= 0 {
				right.Days = append(right.Days, day)
			}
		}
	}
	right.Counting = WholeDays(int64(len(right.Days)))
	right.Earned = WholeDays(min(24, 2*int64(len(right.Days)/28)))
	return right
}

// absences returns the whole days of a counter's types, parted where one has returned.
func (r Rules) absences(counter Counter, days []models.DayTotal) (absences [][]models.DayTotal) {
	last := -1
	for i, day := range days {
		if counter.taken(day) != WholeDays(1) {
			continue
		}
		if last < 0 || r.returned(days[last].Date, day.Date, days[last+1:i]) {
			absences = append(absences, nil)
		}
		absences[len(absences)-1] = append(absences[len(absences)-1], day)
		last = i
	}
	return absences
}

// returned reports whether one has returned between two days of absence, by what is recorded between
// them: another day than a holiday or, unless a roster says on which days one works, none on a date
// on which one does.
func (r Rules) returned(from, to civil.Date, between []models.DayTotal) bool {
	if from.DaysUntil(to) > returnWithin+1 {
		return true
	}
	for date := from.AddDays(1); date.Compare(to) < 0; date = date.AddDays(1) {
		if len(between) > 0 && between[0].Date == date {
			if between[0].DayType != models.Holiday {
				return true
			}
			between = between[1:]
		} else if r.WorksOn(date) && !r.OnAnyDay(date) {
			return true
		}
	}
	return false
}
