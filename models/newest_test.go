package models_test

import (
	"testing"

	"worklog/models"
	"worklog/models/journal"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

func TestOnlyTheNewestRowsAreKept(t *testing.T) {
	t.Parallel()
	const (
		numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1005) "
		then    = "strftime('%Y-%m-%dT%H:%M:%S.000000000Z', '2026-11-19T00:00:00', i || ' seconds')"
	)
	now := modelstest.Instant("2026-11-20T12:00:00Z")
	for name, test := range map[string]struct {
		statement string // writes 1,005 rows
		add       func(*models.Store) error
		kept      string // the oldest of the rows
		want      string
	}{
		"lines of the journal": {"INSERT INTO journal_lines (received_at, source, outcome, date) " + numbers + "SELECT " + then + ", 'api', 'recorded', '2026-11-19' FROM n",
			func(s *models.Store) error {
				_, err := presence.Record(t.Context(), s, modelstest.Signal(models.Arrival, "2026-11-20T08:00:00Z", "k"), now)
				return err
			}, "SELECT count(*) || ' from ' || min(id) FROM journal_lines", "1000 from 7"},
		// of which five were dismissed
		"refused events": {"INSERT INTO refused_events (event, occurred_at, occurred_at_sent, idempotency_key, received_at, reason) " + numbers +
			"SELECT 'departure', " + then + ", '', 'k' || i, " + then + ", 'no_open_arrival' FROM n; DELETE FROM refused_events WHERE id BETWEEN 101 AND 105",
			func(s *models.Store) error {
				_, err := presence.Record(t.Context(), s, modelstest.Signal(models.Departure, "2026-11-20T08:00:00Z", "k"), now)
				if models.IsPresenceRefusal(err) {
					return nil
				}
				return err
			}, "SELECT count(*) || ' from ' || min(id) FROM refused_events", "1000 from 2"},
		// the earliest written last
		"contacts": {"INSERT INTO contacts (door, date, kind, name, requests, last_at) " + numbers + "SELECT 'feeds', '2026-11-19', 'presence', 'n' || i, 1, " + then + " FROM n ORDER BY i DESC",
			func(s *models.Store) error {
				contact := models.NewContact(models.DoorFeeds, models.ContactPresence, "", now.Time, modelstest.Rules.Zone)
				return journal.Count(t.Context(), s, now.Time, nil, []models.Contact{contact})
			}, "SELECT count(*) || ' from ' || min(last_at) FROM contacts", "1000 from 2026-11-19T00:00:07.000000000Z"},
	} {
		t.Run(name, func(t *testing.T) {
			store, path := modelstest.Open(t)
			modelstest.Query(t, path, test.statement)
			modelstest.Must(t, test.add(store))
			if got := modelstest.Lines(t, path, test.kept)[0]; got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}
