package figures

import (
	"time"

	"worklog/models/civil"
	"worklog/models/presence"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// Standing says how the hours of today and of this week stand, and the balance at the end
// of yesterday; empty where nothing of it is configured. The page counts on what
// grows with the presence under way.
func Standing(rules report.Rules, status presence.Status, standing report.Standing, now civil.Instant) (parts views.Standing) {
	today := civil.DateOf(now.In(rules.Zone))
	if standing.TargetWeek != nil {
		onDay := status.Today != nil && status.Growing && status.Today.ID == status.Present.WorkEntryID
		for _, part := range []views.Stand{
			stand(rules, "aujourd’hui", status.TodayMinutes, *standing.TargetToday, onDay, now),
			Week(rules, "semaine", status, standing, now),
		} {
			if part != (views.Stand{}) {
				parts = append(parts, part)
			}
		}
	}
	if rules.Balance != nil && rules.Balance.From.DaysUntil(today) >= 0 {
		parts = append(parts, views.Stand{Of: "solde", Length: french.Signed(*standing.Balance)})
	}
	return parts
}

// Week says how the hours of this week stand, against their target if there is one; empty if
// there is neither.
func Week(rules report.Rules, of string, status presence.Status, standing report.Standing, now civil.Instant) views.Stand {
	var target int64
	if standing.TargetWeek != nil {
		target = *standing.TargetWeek
	}
	return stand(rules, of, status.WeekMinutes, target, status.Growing, now)
}

func stand(rules report.Rules, of string, worked, target int64, growing bool, now civil.Instant) views.Stand {
	if worked == 0 && target == 0 && !growing {
		return views.Stand{}
	}
	stand := views.Stand{Of: of, Length: french.Duration(worked), Target: targetText(target)}
	if growing {
		stand.Since = Since(rules.Zone, worked, now)
	}
	return stand
}

// Since writes the instant from which the page counts on, where minutes worked until now go on.
func Since(zone *time.Location, worked int64, now civil.Instant) string {
	began := now.StartOfMinute(zone).Add(-time.Duration(worked) * time.Minute)
	return began.In(zone).Format(time.RFC3339)
}
