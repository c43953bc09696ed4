package history_test

import (
	"fmt"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/history"
	"worklog/models/modelstest"
)

// start is when the first change of these tests was made.
var start = modelstest.Instant("2026-01-01T07:00:00Z")

func later(days int) civil.Instant { return civil.NewInstant(start.AddDate(0, 0, days)) }

// daily returns a store that keeps ten days, with a change of two days and a version of the
// settings from each of so many days.
func daily(t *testing.T, days int) (store *models.Store, path string) {
	t.Helper()
	store, path = modelstest.Open(t)
	for day := range days {
		modelstest.Query(t, path, fmt.Sprintf(`INSERT INTO changes (id, action, made_at) VALUES (%d, 'edited', '%[2]s');
			INSERT INTO day_states (change_id, date, work_entry_id) VALUES (%[1]d, '2026-01-01', 9), (%[1]d, '2026-01-02', 10);
			INSERT INTO settings_versions (id, made_at, document) VALUES (%[1]d, '%[2]s', '')`, day+1, later(day)))
	}
	return store.WithRules(models.Rules{KeepDays: 10}), path
}

// wantKept says how many changes, days of them and versions of the settings there are, and the
// horizon.
func wantKept(t *testing.T, path, want string) {
	t.Helper()
	got := modelstest.Lines(t, path, `SELECT (SELECT count(*) || ' from ' || ifnull(min(id), 'none') FROM changes) || ', ' || (SELECT count(*) FROM day_states) || ', ' ||
		(SELECT count(*) || ' from ' || min(id) FROM settings_versions) || ', ' || coalesce(substr(kept_since, 1, 10), 'none') FROM database_state`)
	modelstest.WantList(t, got, []string{want}, want)
}

func purge(t *testing.T, store *models.Store, now civil.Instant) {
	t.Helper()
	modelstest.Must(t, history.Purge(t.Context(), store, now))
}

func TestAPurgeMovesTheHorizonByADayAndRemovesWhatIsBeforeIt(t *testing.T) {
	t.Parallel()
	store, path := daily(t, 30)
	purge(t, store, later(10)) // nothing is older than ten days
	wantKept(t, path, "30 from 1, 60, 30 from 1, none")
	for n, want := range []string{
		"30 from 1, 60, 30 from 1, 2026-01-01", // begins with the oldest
		"29 from 2, 58, 29 from 2, 2026-01-02",
		"28 from 3, 56, 28 from 3, 2026-01-03",
		"27 from 4, 54, 27 from 4, 2026-01-04",
	} {
		purge(t, store, later(29+n))
		wantKept(t, path, want)
	}
	for range 40 {
		purge(t, store, later(50)) // never beyond ten days
	}
	wantKept(t, path, "0 from none, 0, 10 from 21, 2026-02-10") // the last ten versions of the settings stay
}

func TestAWrongClockDestroysNothing(t *testing.T) {
	t.Parallel()
	for name, days := range map[string]int{"ahead": 100_000, "behind": -10_000} {
		store, path := daily(t, 12)
		purge(t, store, later(days))
		purge(t, store, later(10))
		got := modelstest.Lines(t, path, "SELECT (SELECT count(*) FROM changes) || (SELECT count(*) FROM day_states) || (SELECT count(*) FROM settings_versions)")
		modelstest.WantList(t, got, []string{"122412"}, name)
	}
}

// What is made while the clock is behind lies before the horizon.
func TestAClockThatIsBehindRemovesNothingOfItsOwnTime(t *testing.T) {
	t.Parallel()
	store, path := daily(t, 12)
	modelstest.Query(t, path, "UPDATE database_state SET kept_since = '2026-03-01T00:00:00.000000000Z'")
	purge(t, store, later(10))
	wantKept(t, path, "12 from 1, 24, 12 from 1, 2026-03-01")
}

func TestAnyNumberOfOldChangesIsPurged(t *testing.T) {
	t.Parallel()
	store, path := daily(t, 12)
	modelstest.Query(t, path, `UPDATE database_state SET kept_since = '2026-01-01T00:00:00.000000000Z';
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
		INSERT INTO changes (action, made_at) SELECT 'edited', '2025-01-01T00:00:00.000000000Z' FROM n;
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
		INSERT INTO day_states (change_id, date, work_entry_id) SELECT 13, '2026-01-01', 9 FROM n UNION ALL SELECT 12 + i, '2026-01-01', 9 FROM n;
		WITH RECURSIVE n(i) AS (SELECT 13 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
		INSERT INTO settings_versions (id, made_at, document) SELECT i, '2025-01-01T00:00:00.000000000Z', '' FROM n`)
	purge(t, store, later(10))
	wantKept(t, path, "12 from 1, 24, 22 from 1, 2026-01-01")
}

func TestWithoutAHorizonThatCanBeReadNothingIsPurged(t *testing.T) {
	t.Parallel()
	for _, damage := range []string{"UPDATE database_state SET kept_since = 'soon'", "DELETE FROM database_state", "UPDATE changes SET made_at = '0' WHERE id = 1"} {
		store, path := daily(t, 12)
		modelstest.Query(t, path, damage)
		if err := history.Purge(t.Context(), store, later(1000)); err == nil {
			t.Errorf("%s: no error", damage)
		}
		modelstest.WantList(t, modelstest.Lines(t, path, "SELECT count(*) FROM changes"), []string{"12"}, damage)
	}
}
