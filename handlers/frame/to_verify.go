package frame

import (
	"context"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/review"
)

// ToVerify returns how many things there are to look at: the number in the frame.
func (s *Site) ToVerify(c echo.Context) (int, error) {
	found, err := s.Review(c)
	if err != nil {
		return 0, err
	}
	open, err := s.OpenArrival(c)
	if err != nil {
		return 0, err
	}
	doubts, err := s.FindDoubts(c)
	count := found.Count() + len(found.Beside(doubts))
	if s.isForgotten(open) {
		count++
	}
	return count, err
}

// FindDoubts is [review.Doubts.Find]. They are not to be changed.
func (s *Site) FindDoubts(c echo.Context) ([]review.Doubt, error) {
	return once(c, "doubts", func(ctx context.Context) ([]review.Doubt, error) {
		return s.Doubts.Find(ctx, civil.NewInstant(s.Now()))
	})
}

// Without returns how many very short presences the figures of the dates from one to another leave out,
// or those of the balance at their end.
func (s *Site) Without(c echo.Context, from, to civil.Date, balanced bool) (count int) {
	days, err := s.Doubts.Short(c.Request().Context())
	s.LogOmitted(c, "short presences", err)
	if balanced && s.Hours.Balance != nil {
		from = civil.Earlier(from, s.Hours.Balance.From)
	}
	for _, day := range models.Between(days, from, to) {
		count += len(day.Short)
	}
	return count
}

// isForgotten reports whether an arrival, or none, has been open for too long.
func (s *Site) isForgotten(open *models.WorkplacePresenceEvent) bool {
	return open != nil && s.Now().Sub(open.OccurredAt.Time) >= s.Rules.ForgottenAfter
}

// UnderWay returns the presence that is under way as a slot, or nil: one whose departure has
// probably been forgotten counts nowhere.
func (s *Site) UnderWay(open *models.WorkplacePresenceEvent) *models.TimeSlot {
	now := civil.NewInstant(s.Now())
	if open == nil || open.OccurredAt.After(now.Time) || s.isForgotten(open) {
		return nil
	}
	return &models.TimeSlot{WorkEntryID: open.WorkEntryID, StartAt: open.OccurredAt, EndAt: now}
}

// Review returns what is to be looked at: nothing when the integration is off.
func (s *Site) Review(c echo.Context) (review.Review, error) {
	return once(c, "review", s.Reviews.Find)
}

// CountersOn returns of each counter what is left, and would be with a day of its type on a date.
func (s *Site) CountersOn(c echo.Context, date civil.Date) []report.CounterChange {
	return s.countersWith(c, date, date, func(counter report.Counter) []models.DayTotal {
		return []models.DayTotal{{Date: date, DayType: counter.Types[0]}}
	})
}

// CountersWith returns what is left of each counter, and would be with days in order, of which their types
// are known.
func (s *Site) CountersWith(c echo.Context, days []models.DayTotal) []report.CounterChange {
	if len(days) == 0 {
		return nil
	}
	return s.countersWith(c, days[0].Date, days[len(days)-1].Date, func(report.Counter) []models.DayTotal { return days })
}

// countersWith is [report.Reader.CountersWith], and none if they cannot be read: the form beside
// them can be sent all the same.
func (s *Site) countersWith(c echo.Context, from, to civil.Date, days func(report.Counter) []models.DayTotal) []report.CounterChange {
	changes, err := s.Reader.CountersWith(c.Request().Context(), from, to, days)
	s.LogOmitted(c, "counters", err)
	return changes
}
