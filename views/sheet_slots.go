package views

import (
	"fmt"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views/french"
)

// slotOnSheet writes "20:00–08:30 (+1 j)". Where the clock changes, or shows a time twice,
// each time has its offset.
func slotOnSheet(day models.Day, slot models.TimeSlot) string {
	start, end := slot.StartAt.In(day.Zone), slot.EndAt.In(day.Zone)
	from, to := french.Clock(slot.StartAt, day.Zone), french.Clock(slot.EndAt, day.Zone)
	var after []string
	if days := day.Date.DaysUntil(civil.DateOf(end)); days != 0 {
		after = append(after, fmt.Sprintf("%+d%sj", days, french.NBSP))
	}
	_, before := start.Zone()
	_, behind := end.Zone()
	if before != behind || comesTwice(slot.StartAt, day) || comesTwice(slot.EndAt, day) {
		from += french.NBSP + "(" + utcOffset(before) + ")"
		after = append(after, utcOffset(behind))
	}
	text := from + "–" + to
	if len(after) > 0 {
		text += french.NBSP + "(" + strings.Join(after, ", ") + ")"
	}
	return text
}

// comesTwice reports whether the clock shows the time of an instant twice.
func comesTwice(instant civil.Instant, day models.Day) bool {
	return len(civil.InstantsAt(civil.DateOf(instant.In(day.Zone)), civil.WallTimeOf(instant, day.Zone), day.Zone)) > 1
}

// utcOffset writes "UTC+1", "UTC−3:30" or "UTC".
func utcOffset(seconds int) string {
	if seconds == 0 {
		return "UTC"
	}
	sign := "+"
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	text := fmt.Sprintf("UTC%s%d", sign, seconds/3600)
	for rest := seconds % 3600; rest > 0; rest = rest % 60 * 60 {
		text += fmt.Sprintf(":%02d", rest/60)
	}
	return text
}
