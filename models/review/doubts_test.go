package review_test

import (
	"fmt"
	"slices"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/review"
)

// A day that is no longer looked at would make the group another one than the page shows.
func TestAllOfAKindIsWhatIsShownOfTheLastYear(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	for _, date := range []string{"2025-11-01", "2026-11-18", "2026-11-19"} {
		modelstest.Record(t, store, models.Arrival, date+"T02:00:00Z", "in "+date)
		modelstest.Record(t, store, models.Departure, date+"T22:00:00Z", "out "+date)
	}
	doubts := review.NewDoubts(store)
	groups := review.Groups(modelstest.Got(doubts.Find(t.Context(), modelstest.Received))(t))
	long := slices.IndexFunc(groups, func(group review.Group) bool { return group.Doubts[0].Kind == review.DoubtLong })
	modelstest.Must(t, modelstest.Only(doubts.Accept(t.Context(), groups[long].ID(), modelstest.Received)))
	modelstest.WantList(t, modelstest.Lines(t, path, "SELECT date FROM accepted_doubts ORDER BY date"), []string{"2026-11-18", "2026-11-19"})
}

func TestDaysWithoutAnEntryAreOneDoubtUpToTheNextThatHasOne(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		owes func(civil.Date) models.Owed
		days []int // with an entry
		want []string
	}{
		"of days":  {nil, []int{2, 5, 17, 24}, []string{"[2026-11-18 2026-11-19 2026-11-20 2026-11-23]", "[2026-11-06 2026-11-09 2026-11-10 2026-11-11 2026-11-12 2026-11-13 2026-11-16]", "[2026-11-03 2026-11-04]"}},
		"of weeks": {func(civil.Date) models.Owed { return models.OwesWeek }, []int{2, 17, 24}, []string{"[2026-11-09]"}},
	} {
		opened, _ := modelstest.Open(t)
		rules := modelstest.Rules
		rules.Owes = test.owes
		store := opened.WithRules(rules)
		for _, day := range test.days {
			modelstest.CreateEntry(t, store, modelstest.Date(day), models.EntryChange{DayType: models.Leave})
		}
		var got []string
		for _, doubt := range modelstest.Got(review.NewDoubts(store).Find(t.Context(), modelstest.Instant("2026-11-25T06:00:00Z")))(t) {
			got = append(got, fmt.Sprint(doubt.Dates))
		}
		modelstest.WantList(t, got, test.want, name)
	}
}

// A shift is worked by who comes after midnight, and another program's day is one that was entered.
func TestADayIsNotMissingForHowItWasRecorded(t *testing.T) {
	t.Parallel()
	opened, path := modelstest.Open(t)
	night := models.PlannedShift{StartAt: modelstest.Instant("2026-11-18T18:45:00Z"), EndAt: modelstest.Instant("2026-11-19T06:15:00Z"), Type: models.Duty}
	rules := modelstest.Rules
	rules.Plan = models.NewPlan(models.PlanRows{Dates: []models.PlannedDate{{Date: modelstest.Date(18), Shifts: models.PlannedShifts{night}}}}, rules.Zone)
	store := opened.WithRules(rules)
	for _, day := range []int{16, 17} {
		modelstest.CreateEntry(t, store, modelstest.Date(day), models.EntryChange{DayType: models.Leave})
	}
	modelstest.CreateEntry(t, store, modelstest.Date(19), models.EntryChange{DayType: models.Duty, Slots: []models.TimeSlot{{StartAt: modelstest.Instant("2026-11-18T23:30:00Z"), EndAt: night.EndAt}}})
	modelstest.Query(t, path, "PRAGMA ignore_check_constraints = ON; UPDATE work_entries SET day_type = 'PLAY' WHERE date = '2026-11-17'")
	if found := modelstest.Got(review.NewDoubts(store).Find(t.Context(), modelstest.Instant("2026-11-20T06:00:00Z")))(t); len(found) != 1 || found[0].Kind != review.DoubtUnread {
		t.Errorf("got %+v", found)
	}
}
