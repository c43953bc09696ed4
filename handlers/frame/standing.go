package frame

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/models/civil"
	"worklog/views"
)

// standing says on every page how the hours stand; empty if nothing of it is configured.
func (s *Site) standing(c echo.Context) views.Standing {
	if len(s.Hours.Targets) == 0 && s.Hours.Balance == nil {
		return nil
	}
	status, err := s.Status(c)
	if err != nil {
		s.LogOmitted(c, "hours", err)
		return nil
	}
	standing, err := s.Standing(c)
	if err != nil {
		s.LogOmitted(c, "hours", err)
		return nil
	}
	return figures.Standing(s.Hours, status, standing, civil.NewInstant(s.Now()))
}
