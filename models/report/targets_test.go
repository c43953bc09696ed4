package report_test

import (
	"testing"

	"worklog/models/modelstest"
	"worklog/models/report"
)

func TestHoursAreCountedWhereATargetInHoursIsInForce(t *testing.T) {
	t.Parallel()
	rules := report.Rules{Targets: []report.Target{
		report.WeekTarget(dateOf("2026-03-02"), 2100), report.DaysTarget(dateOf("2026-06-01"), 218), report.WeekTarget(dateOf("2026-09-07"), 2100),
	}}
	for dates, want := range map[[2]string]bool{
		{"2026-01-01", "2026-03-01"}: false, {"2026-01-01", "2026-03-02"}: true, {"2026-05-31", "2026-06-30"}: true,
		{"2026-06-01", "2026-09-06"}: false, {"2026-09-07", "2026-09-07"}: true, {"2027-01-01", "2027-12-31"}: true,
	} {
		modelstest.Want(t, rules.CountsHours(dateOf(dates[0]), dateOf(dates[1])), want, dates)
	}
	if (report.Rules{}).CountsHours(dateOf("2026-01-01"), dateOf("2026-12-31")) {
		t.Error("hours without targets")
	}
}
