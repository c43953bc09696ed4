package report_test

import (
	"fmt"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/report"
)

func TestAChangeMovesWhatIsOverAndWasCounted(t *testing.T) {
	store, _ := modelstest.Open(t)
	for _, date := range []string{"2025-06-10", "2026-11-10"} {
		modelstest.CreateEntry(t, store, dateOf(date), models.EntryChange{DayType: models.Work, Slots: entry(date, "WORK", "20:00-23:00").Slots})
	}
	later := func(p *report.Policy) { p.Hours.Night.Start.Hour = 22 }
	for _, test := range []struct {
		name   string
		change func(*report.Policy)
		now    string
		want   string
	}{
		{"on the last date of a month, that month is not over", later, "2026-11-30 12:00", "2025-06-30 night 120 → 60"},
		{"on the next it is", later, "2026-12-01 12:00", "2025-06-30 night 120 → 60, 2026-11-30 night 120 → 60"},
		{"meals of a year without other costs are counted for the first time", func(p *report.Policy) { p.Costs.MealCents = 420 }, "2026-12-01 12:00", ""},
	} {
		policy := report.Policy{Hours: hourRules(), Costs: rules(), Pay: paid()}
		after := policy
		test.change(&after)
		var got []string
		for _, change := range modelstest.Got(report.ReadPastChanges(t.Context(), store, policy, after, at(test.now)))(t) {
			got = append(got, fmt.Sprintf("%s %s %d → %d", change.To, change.Name, change.Before, *change.After))
		}
		modelstest.Want(t, strings.Join(got, ", "), test.want, test.name)
	}
}
