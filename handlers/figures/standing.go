package figures

import (
	"time"

	"worklog/handlers/french"
	"worklog/models/civil"
	"worklog/models/presence"
	"worklog/models/report"
	"worklog/views"
)

// Standing says how the hours of today and of this week stand, and the balance at the end
// of yesterday; empty where nothing of it is configured. Where a presence is under way that
// counts, the page counts on.
func Standing(rules report.Rules, status presence.Status, standing report.Standing, now civil.Instant) (parts views.Standing) {
	today := civil.DateOf(now.In(rules.Zone))
	monday := today.Monday()
	add := func(of string, worked, target int64, counts bool) {
		if worked == 0 && target == 0 && !counts {
			return
		}
		part := views.Stand{Of: of, Length: french.Duration(worked), Target: targetText(target)}
		if counts {
			began := now.StartOfMinute(rules.Zone).Add(-time.Duration(worked) * time.Minute)
			part.Since = began.In(rules.Zone).Format(time.RFC3339)
		}
		parts = append(parts, part)
	}
	if rules.CountsHours(monday, monday.AddDays(6)) {
		counts := status.Present != nil && !status.Forgotten
		onDay := counts && status.Today != nil && status.Today.ID == status.Present.WorkEntryID
		add("aujourd’hui", status.TodayMinutes, *standing.TargetToday, onDay)
		add("semaine", status.WeekMinutes, *standing.TargetWeek, counts)
	}
	if rules.Balance != nil && rules.Balance.From.DaysUntil(today) >= 0 {
		parts = append(parts, views.Stand{Of: "solde", Length: french.Signed(*standing.Balance)})
	}
	return parts
}
