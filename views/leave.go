package views

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/views/french"
)

// LeavePath returns the path of the leave of a year.
func LeavePath(year int) string { return YearPath(year) + "/leave" }

// Leave is the page of the leave of a year.
type Leave struct {
	Head
	Year     int
	Holidays map[civil.Date]string
	Days     []models.DayTotal // in order
	Lines    []CounterLine
	Types    []models.DayType // that can be taken
	Type     models.DayType
	From, To civil.Date   // chosen; zero if not
	Chosen   *ChosenLeave // once both are
}

// ChosenLeave is the form of several days for a span, and what it will do.
type ChosenLeave struct {
	Range
	Fields []Field
}

func (l Leave) months() []yearMonth {
	return Year{First: civil.Date{Year: l.Year, Month: time.January, Day: 1}, Days: l.Days}.months()
}

// path leads to the page with a type and a span; a zero date is not chosen yet.
func (l Leave) path(dayType models.DayType, from, to civil.Date) string {
	return LeavePath(l.Year) + leaveQuery(dayType, from, to)
}

func leaveQuery(dayType models.DayType, from, to civil.Date) string {
	query := url.Values{"type": {string(dayType)}}
	if from != (civil.Date{}) {
		query.Set("from", from.String())
	}
	if to != (civil.Date{}) {
		query.Set("to", to.String())
	}
	return "?" + query.Encode()
}

// Keep adds the choice to a link to another year, since leave may go on over New Year.
func (l Leave) Keep(link Link) Link {
	if link.Path != "" && l.From != (civil.Date{}) {
		link.Path += leaveQuery(l.Type, l.From, l.To)
	}
	return link
}

// tap leads to what a date chooses: the first of a span, or else the other end of it.
func (l Leave) tap(date civil.Date) string {
	from, to := l.From, date
	if to.Compare(from) < 0 {
		from, to = to, from
	}
	if l.From == (civil.Date{}) || l.To != (civil.Date{}) || days.CheckRange(from, to) != nil {
		return l.path(l.Type, date, civil.Date{}) + "#" + monthID(date)
	}
	return l.path(l.Type, from, to)
}

// monthID is the id of a month on the page, at which one stays between the two taps.
func monthID(date civil.Date) string { return "m" + strconv.Itoa(int(date.Month)) }

// picked reports whether a date is in the chosen span.
func (l Leave) picked(date civil.Date) bool {
	last := l.To
	if last == (civil.Date{}) {
		last = l.From
	}
	return date.Compare(l.From) >= 0 && date.Compare(last) <= 0
}

// name writes " décembre : Congé, choisi", which stands after the day.
func (l Leave) name(date civil.Date, day models.DayTotal) string {
	name := strings.TrimPrefix(french.DayOfMonth(date), strconv.Itoa(date.Day))
	if what := cmp.Or(l.Holidays[date], l.typeOf(day)); what != "" {
		name += "\u00a0: " + what
	}
	if l.picked(date) {
		name += ", choisi"
	}
	return name
}

// typeOf names a day of leave; it is empty for other days.
func (l Leave) typeOf(day models.DayTotal) string {
	if !slices.Contains(l.Types, day.DayType) && !slices.Contains(l.Types, day.HalfDay.DayType()) {
		return ""
	}
	return french.TypeOfDay(day.DayType, day.HalfDay)
}
