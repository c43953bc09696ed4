package frame

import (
	"github.com/labstack/echo/v4"

	"worklog/models/civil"
	"worklog/models/presence"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// standing says on every page how the hours of today and of this week stand, and the balance at
// the end of yesterday; empty if nothing of it is configured. The page counts on what grows with
// the presence under way.
func (s *Site) standing(c echo.Context) (parts []views.Stand) {
	if len(s.Hours.Targets) == 0 && s.Hours.Balance == nil {
		return nil
	}
	status, err := s.Status(c)
	if s.LogOmitted(c, "hours", err) {
		return nil
	}
	standing, err := s.Standing(c)
	if s.LogOmitted(c, "hours", err) {
		return nil
	}
	if standing.TargetWeek != nil {
		onDay := status.Today != nil && status.Growing && status.Today.ID == status.Present.WorkEntryID
		for _, part := range []views.Stand{
			s.stand("aujourd’hui", status.TodayMinutes, standing.TargetToday, onDay),
			s.Week("semaine", status, standing),
		} {
			if part != (views.Stand{}) {
				parts = append(parts, part)
			}
		}
	}
	if s.Hours.Balance != nil && s.Hours.Balance.From.DaysUntil(s.Today()) >= 0 {
		parts = append(parts, views.Stand{Of: "solde", Length: french.Signed(*standing.Balance)})
	}
	return parts
}

// Week says how the hours of this week stand, against their target if there is one; empty if
// there is neither.
func (s *Site) Week(of string, status presence.Status, standing report.Standing) views.Stand {
	return s.stand(of, status.WeekMinutes, standing.TargetWeek, status.Growing)
}

// stand says how long was worked, against a target in minutes if there is one.
func (s *Site) stand(of string, worked int64, due *int64, growing bool) views.Stand {
	var target int64
	if due != nil {
		target = *due
	}
	if worked == 0 && target == 0 && !growing {
		return views.Stand{}
	}
	if worked == 0 && target < 0 && !growing {
		return views.Stand{Of: of, Length: views.TargetText(target)}
	}
	stand := views.Stand{Of: of, Length: french.Duration(worked), Target: views.TargetText(target)}
	if growing {
		stand.Since = views.Since(s.Rules.Zone, worked, civil.NewInstant(s.Now()))
	}
	return stand
}
