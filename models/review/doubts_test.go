package review_test

import (
	"slices"
	"testing"

	"worklog/models"
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
