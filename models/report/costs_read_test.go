package report_test

import (
	"strings"
	"testing"

	"worklog/models/modelstest"
)

func TestOnlyAnArrivalThatTheAutomationRecordedMakesTeleworkDoubtful(t *testing.T) {
	store, path := modelstest.Open(t)
	modelstest.Must(t, modelstest.Only(modelstest.SQL(t, path).Exec(`
		INSERT INTO work_entries (id, date, timezone, day_type, note, created_at, updated_at)
			SELECT value, '2025-03-0' || value, 'Europe/Paris', iif(value = 6, 'WORK', 'TT'), 'note', '2025-03-01T07:00:00.000000000Z', '2025-03-01T07:00:00.000000000Z'
			FROM json_each('[1, 2, 3, 4, 5, 6]');
		INSERT INTO workplace_presence_events (work_entry_id, event, by_hand, closure, closed_at, occurred_at, occurred_at_sent, idempotency_key, received_at)
			SELECT column1, column2, column3, column4, iif(column4 IS NULL, NULL, at), at, at, column1, at
			FROM (VALUES
				(1, 'arrival', 0, 'departure'),
				(2, 'arrival', 0, NULL),
				(3, 'arrival', 1, 'departure'),
				(4, 'arrival', 0, 'discarded'),
				(5, 'departure', 0, NULL),
				(6, 'arrival', 0, 'departure')), (SELECT '2025-03-01T07:00:00.000000000Z' AS at)`)))
	costs := modelstest.Got(rules().ReadCosts(t.Context(), store, 2025, afterAll))(t)
	var got []string
	for _, doubt := range costs.ToVerify {
		got = append(got, doubt.Day.Date.String()+" "+doubt.Why())
	}
	const want = "2025-03-01 TT with an arrival, 2025-03-02 TT with an arrival, 2025-03-06 WORK without a journey or a vehicle"
	modelstest.Want(t, strings.Join(got, ", "), want)
}
