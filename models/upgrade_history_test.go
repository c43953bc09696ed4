package models_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/history"
	"worklog/models/imports"
	"worklog/models/modelstest"
	"worklog/models/presence"
	"worklog/models/review"
	"worklog/models/trial"
)

// everyAction are acts with every action, in their order.
func everyAction() []act {
	var last int64 // change
	keep := func(a act) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			change, err := a(t, s)
			if change.ID != 0 {
				last = change.ID
			}
			return change, err
		}
	}
	var takesLastBack act = func(t testing.TB, s *models.Store) (models.Change, error) {
		return history.TakeBack(t.Context(), s, models.Stamp{Number: last}, modelstest.Received)
	}
	var partsSlot act = func(t testing.TB, s *models.Store) (models.Change, error) {
		part := reviewOf(t, s).Parts[0]
		return review.PartSlot(t.Context(), s, part.Slot.ID, part.Refused.ID, modelstest.Instant("2026-11-09T17:00:00Z"), modelstest.Received)
	}
	var imports act = func(t testing.TB, s *models.Store) (models.Change, error) {
		file := imports.File{Days: []imports.Day{
			{Row: 2, Typed: &imports.TypedDay{Date: modelstest.Date(24), DayType: models.Leave}}, {Row: 3, Typed: &imports.TypedDay{Date: modelstest.Date(25), DayType: models.Leave}},
		}}
		plan, err := imports.PlanOf(t.Context(), s, file)
		if err != nil {
			return models.Change{}, err
		}
		return imports.Perform(t.Context(), s, file, plan.Fingerprint(), modelstest.Received)
	}
	presses := func(event models.EventType, key, at string) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			receipt, err := presence.RecordByHand(t.Context(), s, presence.Press{Event: event, Key: key}, modelstest.Instant(at))
			return receipt.Change, err
		}
	}
	acts := then(twice, edits(slotOf(mon+"09:00:00Z", mon+"10:00:00Z")), bringsBack(1), deletes, takesLastBack, takesLastBack, takesLastBack)
	acts = then(acts, creates(modelstest.Date(18)), fills, imports)
	acts = then(acts, arrives("2026-11-02T08:00:00Z", "b1"), closes("2026-11-02T17:00:00Z"), arrives("2026-11-03T08:00:00Z", "b2"), discards)
	acts = then(acts, arrives("2026-11-04T08:00:00Z", "c1"), arrives("2026-11-05T08:00:00Z", "c2"), closes("2026-11-04T17:00:00Z"),
		leaves("2026-11-05T17:00:00Z", "c3"), recordsRefused)
	acts = then(acts, arrives("2026-11-09T08:00:00Z", "e1"), arrives("2026-11-10T08:00:00Z", "e2"), leaves("2026-11-10T17:00:00Z", "e3"), partsSlot)
	acts = then(acts, arrives("2026-11-11T08:00:00Z", "f1"), closes("2026-11-11T17:00:00Z"), leaves("2026-11-11T17:40:00Z", "f2"), takesEnd)
	acts = then(acts, presses(models.Arrival, "h1", "2026-11-19T08:00:00Z"), presses(models.Departure, "h2", "2026-11-19T12:00:00Z"))
	acts = then(acts, arrives("2026-11-20T08:00:00Z", "i1"), deletes, presses(models.Departure, "i2", "2026-11-20T11:00:00Z"))
	for i := range acts {
		acts[i] = keep(acts[i])
	}
	return acts
}

// historyOf returns a database of a schema before 10 with a change of every action, the oldest
// first, which a program of that schema has made by the acts of everyAction.
func historyOf(t *testing.T, schema int) (path string) {
	t.Helper()
	path = copyOf(t, "dbfile/testdata/history-9.db")
	if schema == 9 {
		return path
	}
	old := copyOf(t, fmt.Sprintf("dbfile/testdata/schema-%d.db", schema))
	statements := []string{"ATTACH '" + path + "' AS made"}
	for _, table := range []string{"work_entries", "time_slots", "workplace_presence_events", "refused_events", "day_states"} {
		statements = append(statements, "DELETE FROM main."+table, fmt.Sprintf("INSERT INTO main.%[1]s SELECT * FROM made.%[1]s", table))
	}
	statements = append(statements, "DELETE FROM accepted_doubts",
		"UPDATE main.sqlite_sequence SET seq = (SELECT seq FROM made.sqlite_sequence AS made WHERE made.name = sqlite_sequence.name) WHERE name <> 'goose_db_version'")
	modelstest.Query(t, old, strings.Join(statements, ";"))
	return old
}

// open opens a database with the rules of the tests.
func open(t *testing.T, path string) *models.Store {
	t.Helper()
	store, err := models.Open(t.Context(), path, modelstest.Rules)
	modelstest.Must(t, err)
	t.Cleanup(func() {
		modelstest.Must(t, store.Close())
	})
	return store
}

// wantLines names the first of the lines that is another one.
func wantLines(t *testing.T, got, want []string) {
	t.Helper()
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("got\n%s\nwant\n%s", got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("got %d lines, want %d", len(got), len(want))
	}
}

// closed makes a database by acts, and closes it.
func closed(t *testing.T, acts []act) (path string) {
	t.Helper()
	store, _ := modelstest.Open(t)
	for _, do := range acts {
		do.do(t, store)
	}
	path = t.TempDir() + "/worklog.db"
	modelstest.Must(t, modelstest.Only(store.Backup(t.Context(), path)))
	return path
}

// TestAHistoryOfAnEarlierSchemaIsUpgradedWhole compares it with one that this program has made
// by the same acts.
func TestAHistoryOfAnEarlierSchemaIsUpgradedWhole(t *testing.T) {
	t.Parallel()
	made := closed(t, everyAction())
	actions := modelstest.Lines(t, made, "SELECT DISTINCT action FROM changes")
	for _, action := range models.Actions {
		if !slices.Contains(actions, string(action)) {
			t.Errorf("there is no change that was %s", action)
		}
	}
	for _, schema := range []int{6, 9} { // the first with a history, and the last
		t.Run(fmt.Sprint(schema), func(t *testing.T) {
			t.Parallel()
			path := historyOf(t, schema)
			ids := modelstest.Lines(t, path, "SELECT DISTINCT change_id FROM day_states ORDER BY 1")
			store := open(t, path)
			modelstest.WantKept(t, path, modelstest.Kept(t, made))
			for _, query := range []string{
				"SELECT format('%s %s %s %s', action, made_at, made_by, refused) FROM changes ORDER BY id",
				"SELECT format('%d %d %s %d %d %s', day_states.id, work_entry_id, date, version_before, version_after, state) FROM day_states ORDER BY id",
				"SELECT format('%d of change %d', day_states.id, (SELECT count(*) FROM changes WHERE id <= change_id)) FROM day_states JOIN changes ON changes.id = change_id ORDER BY day_states.id",
			} {
				wantLines(t, modelstest.Lines(t, path, query), modelstest.Lines(t, made, query))
			}
			if got := modelstest.Lines(t, path, "SELECT id FROM changes ORDER BY id"); !slices.Equal(got, ids) {
				t.Errorf("got changes %v, want %v", got, ids)
			}
			change := creates(modelstest.Date(26)).do(t, store)
			if last := modelstest.Lines(t, path, "SELECT max(id) FROM day_states"); change.ID != 24 || last[0] != "24" {
				t.Errorf("got change %d and state %s, want none that there was", change.ID, last)
			}
		})
	}
}

func TestOddRowsOfAHistoryAreUpgradedAndSaidToBeOdd(t *testing.T) {
	t.Parallel()
	path := historyOf(t, 9)
	modelstest.Query(t, path, `PRAGMA ignore_check_constraints = ON;
		UPDATE day_states SET state = '{"garbage' WHERE id = 1;
		UPDATE day_states SET action = 'wished', made_at = 'now' WHERE id = 2;
		UPDATE day_states SET change_id = 0 WHERE id = 3;
		UPDATE day_states SET change_id = -7 WHERE id = 4;
		UPDATE day_states SET change_id = 1 << 62 WHERE id = 5;
		UPDATE day_states SET change_id = 1000 WHERE id = 6;
		UPDATE day_states SET date = 'garbage', work_entry_id = -1 WHERE id = 7;
		UPDATE day_states SET action = 'other' WHERE id = 9;
		UPDATE day_states SET refused = '[' WHERE id = 11;
		UPDATE day_states SET state = json_set(state, '$.entry.version', 'x') WHERE id = 12;
		UPDATE day_states SET state = json_set(state, '$.entry.version', 1.5) WHERE id = 13;
		UPDATE day_states SET state = replace(state, '"version":1', '"version":99999999999999999999') WHERE id = 14;
		UPDATE day_states SET refused = 'garbage' WHERE id = 16;
		UPDATE day_states SET version = 1 << 62, state = NULL WHERE id = 17`)
	const days = "SELECT format('%d %s %d %d %s %s %s', day_states.id, date, work_entry_id, version_after, state, action, made_at) FROM day_states JOIN changes ON changes.id = change_id ORDER BY 1"
	before := modelstest.Lines(t, path, strings.NewReplacer("version_after", "version", "JOIN changes ON changes.id = change_id", "").Replace(days))
	refused := modelstest.Lines(t, path, "SELECT refused FROM day_states WHERE refused IS NOT NULL ORDER BY id")
	store := open(t, path)
	wantLines(t, modelstest.Lines(t, path, days), before)
	if got := modelstest.Lines(t, path, "SELECT refused FROM changes WHERE refused IS NOT NULL ORDER BY (SELECT min(id) FROM day_states WHERE change_id = changes.id)"); !slices.Equal(got, refused) {
		t.Errorf("got %q, want %q", got, refused)
	}
	if got := modelstest.Lines(t, path, "SELECT DISTINCT change_id FROM day_states WHERE id NOT IN (3, 4, 5, 9, 11) ORDER BY id"); !slices.Equal(got, strings.Fields("1 2 1000 7 8 10 12 13 14 15 16 18 19 20 21 22 23")) {
		t.Errorf("got changes %v", got)
	}
	if got := modelstest.Lines(t, path, "SELECT DISTINCT change_id FROM day_states WHERE id IN (3, 4, 5, 9, 11) ORDER BY id"); !slices.Equal(got, strings.Fields("1001 1002 1003 1004 1005")) {
		t.Errorf("got changes %v", got)
	}
	found, err := models.Check(t.Context(), path)
	if err != nil || found.Fatal != "" {
		t.Fatalf("got %q, %v", found.Fatal, err)
	}
	for _, want := range []string{
		"day state 1 (2026-11-16): has a state that cannot be read", "change 2: has an invalid made_at; see /entries/1/history", "change 2: has an unknown action",
		"day state 7 (garbage): has a date that is none", "day state 7 (garbage): has an impossible change_id", "change 1004: has an unknown action",
		"change 1005: has refused events that cannot be read", "day state 12 (2026-11-02): has a state that cannot be read",
		"day state 13 (2026-11-03): has a state that cannot be read", "day state 14 (2026-11-04): has a state that cannot be read",
		"change 16: has refused events that cannot be read", "day state 17 (2026-11-10): has an impossible change_id, work_entry_id or version",
	} {
		if !slices.ContainsFunc(found.Odd, func(line string) bool { return strings.HasPrefix(line, want) }) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(found.Odd, "\n"), want)
		}
	}
	if change := creates(modelstest.Date(26)).do(t, store); change.ID != 1006 {
		t.Errorf("got change %d", change.ID)
	}
}

func TestAHistoryIsUpgradedBesideTablesOfOthers(t *testing.T) {
	t.Parallel()
	path := historyOf(t, 9)
	modelstest.Query(t, path, ofOthers)
	states := modelstest.Lines(t, path, "SELECT count(*) FROM day_states")
	open(t, path)
	if got := modelstest.Lines(t, path, "SELECT count(*) FROM day_states JOIN changes ON changes.id = change_id"); !slices.Equal(got, states) {
		t.Errorf("got %v days, want %v", got, states)
	}
}

func TestNoIDOfAForgottenChangeIsGivenAgainAfterAnUpgrade(t *testing.T) {
	t.Parallel()
	for name, forgotten := range map[string]string{"the latest": "id > 8", "all": "1 = 1"} {
		t.Run(name, func(t *testing.T) {
			path := historyOf(t, 9)
			modelstest.Query(t, path, "DELETE FROM day_states WHERE "+forgotten)
			change := creates(modelstest.Date(26)).do(t, open(t, path))
			if state := modelstest.Lines(t, path, "SELECT max(id) FROM day_states"); change.ID != 24 || state[0] != "24" {
				t.Errorf("got change %d and state %s", change.ID, state[0])
			}
		})
	}
}

func TestAHistoryOfAnEarlierSchemaIsRestoredWhole(t *testing.T) {
	t.Parallel()
	path, restored := historyOf(t, 9), t.TempDir()+"/worklog.db"
	modelstest.Query(t, path, "UPDATE day_states SET action = 'wished' WHERE id IN (1, 9); UPDATE day_states SET change_id = -1 WHERE id = 4; DELETE FROM day_states WHERE id = 23")
	modelstest.Must(t, modelstest.Only(models.Restore(t.Context(), path, restored, trial.Recording)))
	open(t, path)
	for _, query := range []string{
		"SELECT format('%d %s %s %s %s', id, action, made_at, made_by, refused) FROM changes ORDER BY id",
		"SELECT format('%d %d %d %s %d %d %s', id, change_id, work_entry_id, date, version_before, version_after, state) FROM day_states ORDER BY id",
		"SELECT name || ' ' || seq FROM sqlite_sequence WHERE name IN ('changes', 'day_states') ORDER BY name",
	} {
		wantLines(t, modelstest.Lines(t, restored, query), modelstest.Lines(t, path, query))
	}
}
