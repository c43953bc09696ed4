package app_test

import (
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/dbfile"
	"worklog/models/modelstest"
)

// movable starts the program on a database that holds a day, behind a link.
func movable(t *testing.T) (p *apptest.Program, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "worklog.db")
	modelstest.Create(t, path)
	modelstest.Must(t, os.Symlink(path, path+".link"))
	p = apptest.Start(t, func(config *app.Config) { config.Database = path + ".link" })
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T17:00:00+01:00", "before")
	return p, path
}

func replace(t testing.TB, path string) {
	t.Helper()
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	modelstest.Create(t, fresh)
	move(t, fresh, path)
}

// wantMoved checks that no write is acknowledged, and that the log says why.
func wantMoved(p *apptest.Program) {
	p.T.Helper()
	p.Arrive("2026-11-20T08:00:00+01:00", "k").WantError(p.T, 500, "Erreur interne")
	p.Submit("/entries/new?date=2026-11-18", url.Values{"day_type": {"WORK"}}).Want(p.T, 500)
	p.Get("/healthz").Want(p.T, 503)
	modelstest.WantIn(p.T, p.Log.String(), dbfile.ErrFileMoved.Error())
}

func move(t testing.TB, from, to string) {
	t.Helper()
	modelstest.Must(t, os.Rename(from, to))
}

func eventsIn(t *testing.T, path string) int64 {
	t.Helper()
	return modelstest.WantSound(t, path).Rows["workplace_presence_events"]
}

func TestADatabaseThatIsMovedIsNoticedBeforeAnythingIsAcknowledged(t *testing.T) {
	arrives := func(p *apptest.Program) { p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(p.T, 201) }
	nothing := func(*apptest.Program, string) {}
	away := func(p *apptest.Program, path string) { move(p.T, path, path+".away") }
	for name, test := range map[string]struct {
		move, then func(p *apptest.Program, path string)
		events     map[string]int64 // of the database and others, by what follows its path; -1 for no file
	}{
		"moved away, all is there after the stop": {away, nothing, map[string]int64{".away": 2}},
		"moved away and back, it goes on": {away, func(p *apptest.Program, path string) {
			move(p.T, path+".away", path)
			arrives(p)
			p.Get("/healthz").Want(p.T, 200)
		}, map[string]int64{"": 3}},
		"replaced alone, its log is not played into the other": {func(p *apptest.Program, path string) { away(p, path); replace(p.T, path) },
			func(p *apptest.Program, _ string) { p.Restart(); arrives(p) }, map[string]int64{"": 1, ".away": 2}},
		"its log is removed, nothing is lost": {func(p *apptest.Program, path string) { modelstest.Must(p.T, os.Remove(path+"-wal")) },
			func(p *apptest.Program, _ string) { p.Restart(); arrives(p) }, map[string]int64{"": 3}},
		"its link leads elsewhere": {func(p *apptest.Program, path string) {
			replace(p.T, path+".other")
			modelstest.Must(p.T, os.Symlink(path+".other", path+".new"))
			move(p.T, path+".new", path+".link")
		}, nothing, map[string]int64{"": 2, ".other": 0}},
		"removed, nothing is made in its place": {func(p *apptest.Program, path string) { modelstest.Must(p.T, os.Remove(path)) }, nothing, map[string]int64{"": -1}},
		"emptied": {func(p *apptest.Program, path string) {
			p.Broken = true
			modelstest.Must(p.T, os.Truncate(path, 0))
		}, nothing, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p, path := movable(t)
			test.move(p, path)
			wantMoved(p)
			test.then(p, path)
			p.Stop()
			for where, want := range test.events {
				if _, err := os.Stat(path + where); want >= 0 {
					modelstest.Want(t, eventsIn(t, path+where), want)
				} else if !os.IsNotExist(err) {
					t.Errorf("something was made: %v", err)
				}
			}
		})
	}
}

// TestADatabaseInTheOthersPlaceIsLeftAlone has two programs: the first keeps a
// file that has lost its name, the second serves the one that has it.
func TestADatabaseInTheOthersPlaceIsLeftAlone(t *testing.T) {
	p, path := movable(t)
	away := filepath.Join(t.TempDir(), "away.db")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		move(t, path+suffix, away+suffix)
	}
	replace(t, path)
	wantMoved(p)
	modelstest.Want(t, eventsIn(t, path), 0)

	second := apptest.Start(t, func(config *app.Config) { config.Database = path })
	second.Arrive("2026-11-21T08:00:00+01:00", "second").Want(t, 201)
	wantMoved(p)
	log := modelstest.Got(os.Stat(path + "-wal"))(t)
	p.Stop()
	if after, err := os.Stat(path + "-wal"); err != nil || !os.SameFile(log, after) || after.Size() != log.Size() {
		t.Errorf("the first took the log of the second: %v", err)
	}
	second.Leave("2026-11-21T17:00:00+01:00", "second-out").Want(t, 200)
	second.Get("/healthz").Want(t, 200)
	second.Stop()
	modelstest.Want(t, eventsIn(t, path), 2)
	modelstest.Want(t, eventsIn(t, away), 2)
}
