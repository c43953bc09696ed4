package views

import (
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// Calendar draws days as cells.
type Calendar struct {
	From, To  civil.Date
	Month     civil.Date // of which it is; a day of another one is marked
	Today     civil.Date
	Open      *models.WorkplacePresenceEvent // or nil
	Holidays  map[civil.Date]string
	Days      map[civil.Date]models.Day // also some before the first date, and those that are unreadable
	Strips    map[civil.Date]string     // the paths of the hours worked, on a line of 1440 minutes
	MostSlots int                       // how many of a day are shown
	Rules     report.Rules              // with what is planned
	Against   map[civil.Date]int64      // the minutes worked less those planned
}

// Month is the page of a month in full weeks.
type Month struct {
	Head
	Calendar
	Costs     report.CostRules
	Recorded  [2]int            // the first and the last year with a day; 0 if there is none
	Running   *models.TimeSlot  // the presence under way, or nil
	Totals    []models.DayTotal // in order; nil if neither targets nor a balance are configured
	Against   []string          // how it stands against the targets, and the balance; empty if they are not configured
	Lines     []CounterLine     // what is left today
	Welcome   *Welcome          // before the first entry
	LastEvent string            // when it came, on the present month only
	Silent    bool              // an event of today is missed
	// OtherTypes offers the planned type for days that have another; nil if there are none.
	OtherTypes *OtherTypes
}

// allSlots is the query that asks for all slots.
const allSlots = "?slots=all"

func (c Calendar) other(date civil.Date) bool { return date.Month != c.Month.Month }

func (c Calendar) traits(date civil.Date) string {
	_, filled := c.Days[date]
	_, planned := c.Rules.Plan.On(date)
	return traits(date == c.Today, date.IsWeekend(), !filled && !planned, c.other(date))
}

func traits(today, resting, empty, other bool) string {
	var traits []string
	for _, trait := range []struct {
		name string
		has  bool
	}{{"today", today}, {"resting", resting}, {"empty", empty}, {"other", other}} {
		if trait.has {
			traits = append(traits, trait.name)
		}
	}
	return strings.Join(traits, " ")
}

// path leads to a day, or to the history of one that is unreadable.
func (c Calendar) path(date civil.Date) string {
	day := c.Days[date]
	if day.Unreadable {
		return HistoryPath(day.ID)
	}
	return DayPath(date, day.ID)
}

// label writes "ven. 20", or "sam. 31 oct." of another month.
func (c Calendar) label(date civil.Date) string {
	if c.other(date) {
		return french.ShortWeekdays[date.Weekday()] + " " + french.ShortDayOfMonth(date)
	}
	return french.ShortDate(date)
}

// number writes "20", or "31 oct." of another month.
func (c Calendar) number(date civil.Date) string {
	if c.other(date) {
		return french.ShortDayOfMonth(date)
	}
	return strconv.Itoa(date.Day)
}

// slots writes those of a day that are shown.
func (c Calendar) slots(day models.Day) []string {
	return french.Listed(french.SlotTexts(day), c.MostSlots)
}

// counted are the days from one date to another that are not ignored, in order.
func (c Calendar) counted(from, to civil.Date) (days []models.Day) {
	for _, date := range datesFrom(from, to) {
		if day, found := c.Days[date]; found && !day.Ignored {
			days = append(days, day)
		}
	}
	return days
}

// leavesOut reports whether a day has slots that are not shown.
func (c Calendar) leavesOut() bool {
	for _, day := range c.Days {
		if len(day.Slots) > c.MostSlots {
			return true
		}
	}
	return false
}

// shortened are the days whose note the page shortens.
func shortened(days []models.Day) (of []models.Day) {
	for _, day := range days {
		if french.Excerpt(day.Note) != day.Note {
			of = append(of, day)
		}
	}
	return of
}

// newDate returns the date that is suggested for a new day of the month: today, or the
// first date without an entry, or else the first of the month.
func (m Month) newDate() civil.Date {
	if _, filled := m.Days[m.Today]; !filled && m.Today.Year == m.Month.Year && !m.other(m.Today) {
		return m.Today
	}
	for _, date := range datesFrom(m.Month, m.Month.LastOfMonth()) {
		if _, filled := m.Days[date]; !filled {
			return date
		}
	}
	return m.Month
}

// sum counts the presence under way with the day of its arrival.
func (m Month) sum(days []models.Day) sums {
	totals, growing := models.Totals(days), false
	for i, day := range days {
		if m.Running != nil && day.ID == m.Running.WorkEntryID {
			totals[i].Minutes, growing = day.WorkedWith(*m.Running)
		}
	}
	sum := sumOf(totals)
	if growing {
		sum.Since = Since(m.Hours.Zone, sum.Minutes, m.Running.EndAt)
	}
	return sum
}

// sums is how long one worked on some days, and on how many of each type.
type sums struct {
	Minutes int64
	halves  map[models.DayType]int64 // half days
	Since   string                   // RFC 3339, from which the minutes count on; empty if nothing is under way
}

func sumOf(days []models.DayTotal) sums {
	sum := sums{halves: map[models.DayType]int64{}}
	for _, day := range days {
		sum.Minutes += day.Minutes
		sum.halves[day.DayType]++
		if day.HalfDay != "" {
			sum.halves[day.HalfDay.DayType()]++
		} else {
			sum.halves[day.DayType]++
		}
	}
	return sum
}

// types are those of the days.
func (s sums) types() (types []models.DayType) {
	for _, dayType := range models.DayTypes {
		if s.halves[dayType] > 0 {
			types = append(types, dayType)
		}
	}
	return types
}

func (s sums) days(dayType models.DayType) string { return french.Days(s.halves[dayType] * 50) }

// shownYears is how many years before and after the shown one can be chosen: any year
// is reached by choosing several times.
const shownYears = 10

// maxShownYears is the maximum number of years on either side that were recorded.
const maxShownYears = 50

// years are those to choose from: those around the shown one, and those from the first recorded
// one to the last, or to this one.
func (m Month) years() (years []int) {
	shown, first, last := m.Month.Year, m.Recorded[0], m.Recorded[1]
	if first == 0 {
		first, last = m.Today.Year, m.Today.Year
	}
	from := max(shown-maxShownYears, min(shown-shownYears, first-1), civil.FirstDate.Year)
	to := min(shown+maxShownYears, max(shown+shownYears, m.Today.Year+1, last+1), civil.LastDate.Year)
	for year := from; year <= to; year++ {
		years = append(years, year)
	}
	return years
}

// nothingIn says of a month or a year without an entry what fills it.
func nothingIn(when string, leads ...Link) Nothing {
	return Nothing{
		Text:  "Rien n’est saisi en " + when + ". Vos arrivées et vos départs rempliront les journées\u00a0; pour en écrire une vous-même, ouvrez-la.",
		Leads: append(leads, Link{Path: "/data#import", Label: "Reprendre un fichier"}),
	}
}

// Weeks returns the Monday on or before a date and the Sunday on or after another: the
// figures of weeks are those of whole weeks.
func Weeks(from, to civil.Date) (monday, sunday civil.Date) {
	return from.Monday(), to.Monday().AddDays(6)
}

func datesFrom(from, to civil.Date) (dates []civil.Date) {
	for date := from; date.DaysUntil(to) >= 0; date = date.AddDays(1) {
		dates = append(dates, date)
	}
	return dates
}
