package frame

import (
	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
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
	doubts, err := s.Doubts.Find(c.Request().Context(), civil.NewInstant(s.Now()))
	count := found.Count() + len(found.Beside(doubts))
	if s.isForgotten(open) {
		count++
	}
	return count, err
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
