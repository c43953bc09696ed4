package app_test

import (
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestKeepDaysIsANumberOfDays(t *testing.T) {
	t.Parallel()
	if got := apptest.LoadConfig(t, "[history]\nkeep_days = 1\n").Rules.KeepDays; got != 1 {
		t.Errorf("got %d", got)
	}
	for value, want := range map[string]string{
		"0": "must be a whole number of at least 1", "36501": "must be a number of days from 1 to 36500", `"90"`: "must be a whole number of at least 1",
	} {
		wantProblems(t, "[history]\nkeep_days = "+value+"\n", "FILE:2: history.keep_days = "+value+": "+want)
	}
}

func TestOldVersionsOfTheSettingsGoAtStartAndLater(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Stop()
	modelstest.Query(t, p.Config.Database, `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 12)
		INSERT INTO settings_versions (made_at, document) SELECT iif(n = 1, '2026-01-01', '2026-11-19') || 'T07:00:00.000000000Z', '' FROM n`)
	p.Run()
	p.Wake()
	p.WantStored("SELECT count(*), min(id) FROM settings_versions", "11 | 2")
	p.Clock.Advance(91 * 24 * time.Hour)
	p.Wake()
	p.WantStored("SELECT count(*), min(id) FROM settings_versions", "10 | 3")
}
