package app_test

import (
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func keepingNinetyDays(c *app.Config) { c.Rules.KeepDays = 90 }

// old fills a database with two changes of long ago, of which the first lies before the horizon
// once that has moved by a day.
func old(t *testing.T, p *apptest.Program) {
	t.Helper()
	modelstest.Query(t, p.Config.Database, `UPDATE database_state SET kept_since = '2026-01-01T00:00:00.000000000Z';
		INSERT INTO changes (action, made_at) VALUES ('edited', '2026-01-01T12:00:00.000000000Z'), ('edited', '2026-01-02T12:00:00.000000000Z')`)
}

func TestAPurgeIsAnHourAfterAStartAndThenADayLater(t *testing.T) {
	const kept = "SELECT substr(kept_since, 1, 10), (SELECT count(*) FROM changes) FROM database_state"
	p := apptest.Start(t, keepingNinetyDays)
	old(t, p)
	for _, step := range []struct {
		after time.Duration
		want  string
	}{
		{0, "2026-01-01 | 2"}, {59 * time.Minute, "2026-01-01 | 2"}, {time.Minute, "2026-01-02 | 1"},
		{0, "2026-01-02 | 1"}, {23*time.Hour + 59*time.Minute, "2026-01-02 | 1"}, {time.Minute, "2026-01-03 | 0"},
	} {
		p.Clock.Advance(step.after)
		p.Clock.SetBack(-1000 * time.Hour) // which counts for nothing, but for a second that elapses
		p.Clock.SetBack(1000 * time.Hour)
		p.Wake()
		p.WantStored(kept, step.want)
	}
	p.Restart()
	p.Wake()
	p.WantStored(kept, "2026-01-03 | 0")
	p.Later(time.Hour)
	p.WantStored(kept, "2026-01-04 | 0")
}

func TestAHorizonThatCannotBeReadIsLoggedAndForgetsNothing(t *testing.T) {
	p := apptest.Start(t)
	old(t, p)
	modelstest.Query(t, p.Config.Database, "UPDATE database_state SET kept_since = 'soon'")
	p.Restart()
	p.Wake()
	p.Later(time.Hour)
	p.WantStored("SELECT count(*) FROM changes", "2")
	modelstest.Want(t, strings.Count(p.Logged(), "old states of days and settings not removed"), 1, p.Log)
	p.Get("/months/2026-11").Want(t, 200)
}
