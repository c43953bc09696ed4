package figures

import (
	"time"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/report"
	"worklog/views"
)

// Standing says how the hours of today and of this week stand, and the balance at the end
// of yesterday; nil where nothing of it is configured. Where a presence is under way that
// counts, the page counts on.
func Standing(rules report.Rules, status models.Status, standing report.Standing, now models.Instant) *views.Standing {
	today := models.DateOf(now.In(rules.Zone))
	monday := today.AddDays(-today.DaysSinceMonday())
	var view views.Standing
	if rules.CountsHours(monday, monday.AddDays(6)) {
		counts := status.Present != nil && !status.Forgotten
		onDay := counts && status.Today != nil && status.Today.ID == status.Present.WorkEntryID
		view.Today = against(status.TodayMinutes, *standing.TargetToday, now, rules.Zone, onDay)
		view.Week = against(status.WeekMinutes, *standing.TargetWeek, now, rules.Zone, counts)
	}
	if rules.Balance != nil && rules.Balance.From.DaysUntil(today) >= 0 {
		view.Balance = french.Signed(*standing.Balance)
	}
	if view == (views.Standing{}) {
		return nil
	}
	return &view
}

// against returns what was worked beside its target; nil if there is neither.
func against(worked, target int64, now models.Instant, zone *time.Location, counts bool) *views.Worked {
	if worked == 0 && target == 0 && !counts {
		return nil
	}
	view := &views.Worked{Length: french.Duration(worked), Target: targetText(target)}
	if counts {
		began := now.StartOfMinute(zone).Add(-time.Duration(worked) * time.Minute)
		view.Since = began.In(zone).Format(time.RFC3339)
	}
	return view
}
