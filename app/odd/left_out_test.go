package odd_test

import (
	"net/url"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestAPartOfAPageThatTheDatabaseDoesNotGiveIsLeftOutAndLogged(t *testing.T) {
	t.Parallel()
	const unreadable = `PRAGMA writable_schema = ON;
		UPDATE sqlite_schema SET sql = replace(sql, 'received_at      TEXT', 'received_at      ANY') WHERE name = 'workplace_presence_events';
		PRAGMA writable_schema = RESET;
		UPDATE workplace_presence_events SET received_at = x'00'`
	for _, test := range []struct {
		name   string
		before func(p *apptest.Program)
		broken string
		path   string
		want   []string
	}{
		{"an open arrival that cannot be read", func(p *apptest.Program) { p.Arrive("2026-11-20T08:00:00+01:00", "in").Want(t, 201) },
			unreadable, "/entries/new?date=2026-11-21", []string{"arrival under way", "forgotten departure", "presence"}},
		{"a day before whose slots cannot be read", func(p *apptest.Program) {
			p.Submit("/entries/new?date=2026-11-12", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"17"}}).Want(t, 303)
			p.Arrive("2026-11-19T08:00:00+01:00", "in").Want(t, 201)
		}, "ALTER TABLE time_slots RENAME COLUMN end_at TO x", "/entries/new?date=2026-11-21", []string{"days around", "doubts", "forgotten departure", "last days", "unreadable days", "usual pause"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := apptest.Start(t)
			test.before(p)
			p.Get(test.path).Want(t, 200)
			if got := p.LeftOut(); got != nil {
				t.Fatalf("got %q before anything is broken", got)
			}
			p.DB.SetMaxOpenConns(1)
			modelstest.Must(t, modelstest.Only(p.DB.Exec(test.broken)))
			p.Get(test.path).Want(t, 200)
			modelstest.WantList(t, p.LeftOut(), test.want)
		})
	}
}
