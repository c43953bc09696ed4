package frame

import (
	"context"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/models/civil"
	"worklog/models/presence"
	"worklog/views"
)

// standingNow says on every page how the hours stand; empty if nothing of it is
// configured.
func (s *Site) standingNow(c echo.Context) views.Standing {
	if len(s.Hours.Targets) == 0 && s.Hours.Balance == nil {
		return nil
	}
	parts, err := s.readStanding(c.Request().Context(), civil.NewInstant(s.Now()))
	if err != nil {
		s.LogOmitted(c, "hours", err)
	}
	return parts
}

func (s *Site) readStanding(ctx context.Context, now civil.Instant) (views.Standing, error) {
	status, err := presence.StatusAt(ctx, s.Store, now)
	if err != nil {
		return nil, err
	}
	standing, err := s.Reader.Now(ctx, now)
	if err != nil {
		return nil, err
	}
	return figures.Standing(s.Hours, status, standing, now), nil
}
