package models

import (
	"slices"
	"sort"

	"worklog/models/civil"
)

// dated is what there is one of on a date at most. Lists of it are in order of the dates.
type dated interface{ On() civil.Date }

func (e WorkEntry) On() civil.Date     { return e.Date }
func (d DayTotal) On() civil.Date      { return d.Date }
func (c Cycle) On() civil.Date         { return c.From }
func (d PlannedDate) On() civil.Date   { return d.Date }
func (s DayState) On() civil.Date      { return s.Date }
func (d AcceptedDoubt) On() civil.Date { return d.Date }
func (d PreviewDay) On() civil.Date    { return d.Date }

// Dates returns the dates of rows, in their order.
func Dates[T dated](rows []T) []civil.Date {
	dates := make([]civil.Date, len(rows))
	for i, row := range rows {
		dates[i] = row.On()
	}
	return dates
}

// FirstFrom returns the position of the first day on a date or later.
func FirstFrom[T dated](days []T, date civil.Date) int {
	position, _ := sort.Find(len(days), func(i int) int { return date.Compare(days[i].On()) })
	return position
}

// Between returns the days from one date to another, inclusive; none if that is before.
func Between[T dated](days []T, from, to civil.Date) []T {
	first := FirstFrom(days, from)
	return days[first:max(first, FirstFrom(days, to.AddDays(1)))]
}

// inOrder returns rows in order of their dates.
func inOrder[T dated](rows []T) []T {
	return slices.SortedFunc(slices.Values(rows), func(a, b T) int { return a.On().Compare(b.On()) })
}

// Replaced returns the days with others in place of those of a date.
func Replaced[T dated](days []T, date civil.Date, with ...T) []T {
	return slices.Concat(days[:FirstFrom(days, date)], with, days[FirstFrom(days, date.AddDays(1)):])
}

// Reread returns the days with those of some dates as they are now.
func Reread[T dated](days []T, dates []civil.Date, read func(from, to civil.Date) ([]T, error)) ([]T, error) {
	for _, date := range dates {
		now, err := read(date, date)
		if err != nil {
			return nil, err
		}
		days = Replaced(days, date, now...)
	}
	return days, nil
}
