package app_test

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/dbfile"
	"worklog/models/modelstest"
)

// movable starts the program on a database that holds a day, without another
// connection of the test.
func movable(t *testing.T) (p *apptest.Program, path string) {
	t.Helper()
	p = apptest.Start(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T17:00:00+01:00", "before")
	return p, p.Config.Database
}

// wantMoved checks that no write is acknowledged, and that the log says why.
func wantMoved(p *apptest.Program) {
	p.T.Helper()
	p.Arrive("2026-11-20T08:00:00+01:00", "k").WantError(p.T, 500, "Erreur interne")
	p.Submit("/entries/new?date=2026-11-18", url.Values{"day_type": {"WORK"}}).Want(p.T, 500)
	p.Get("/healthz").Want(p.T, 503)
	if !strings.Contains(p.Log.String(), dbfile.ErrFileMoved.Error()) {
		p.T.Errorf("the log does not say why: %s", p.Log)
	}
}

func move(t testing.TB, from, to string) {
	t.Helper()
	modelstest.Must(t, os.Rename(from, to))
}

// eventsIn counts the events of a sound database.
func eventsIn(t *testing.T, path string) int64 {
	t.Helper()
	found, err := models.Check(t.Context(), path)
	if err != nil || len(found.Findings) > 0 {
		t.Errorf("%s: %q, %v", path, found.Findings, err)
	}
	return found.Rows["workplace_presence_events"]
}

func TestADatabaseThatIsMovedIsNoticedBeforeAnythingIsAcknowledged(t *testing.T) {
	t.Parallel()
	arrives := func(p *apptest.Program) { p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(p.T, 201) }
	for name, test := range map[string]struct {
		move, then func(p *apptest.Program, path string)
		where      string // is the database at the end
		events     int64
	}{
		"moved away, all is there after the stop": {
			func(p *apptest.Program, path string) { move(p.T, path, path+".away") },
			func(*apptest.Program, string) {}, ".away", 2},
		"moved away and back, it goes on": {
			func(p *apptest.Program, path string) { move(p.T, path, path+".away") },
			func(p *apptest.Program, path string) {
				move(p.T, path+".away", path)
				arrives(p)
				p.Get("/healthz").Want(p.T, 200)
			}, "", 3},
		"its log is removed, nothing is lost": {
			func(p *apptest.Program, path string) { modelstest.Must(p.T, os.Remove(path+"-wal")) },
			func(p *apptest.Program, _ string) { p.Restart(); arrives(p) }, "", 3},
	} {
		t.Run(name, func(t *testing.T) {
			p, path := movable(t)
			test.move(p, path)
			wantMoved(p)
			test.then(p, path)
			p.Stop()
			modelstest.Want(t, eventsIn(t, path+test.where), test.events)
		})
	}
	p, path := movable(t)
	modelstest.Must(t, os.Remove(path))
	wantMoved(p)
	p.Stop()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("something was made in its place: %v", err)
	}
}

// TestTheLogOfADatabaseThatIsMovedAwayIsNotPlayedIntoAnother replaces the file
// only, as somebody might who does not know about the log.
func TestTheLogOfADatabaseThatIsMovedAwayIsNotPlayedIntoAnother(t *testing.T) {
	t.Parallel()
	p, path := movable(t)
	move(t, path, path+".away")
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	modelstest.Create(t, fresh)
	move(t, fresh, path)
	wantMoved(p)
	p.Restart()
	p.Arrive("2026-11-21T08:00:00+01:00", "second").Want(t, 201)
	p.Stop()
	if here, away := eventsIn(t, path), eventsIn(t, path+".away"); here != 1 || away != 2 {
		t.Errorf("got %d and %d events", here, away)
	}
}

// TestADatabaseInTheOthersPlaceIsLeftAlone has two programs: the first keeps a
// file that has lost its name, the second serves the one that has it.
func TestADatabaseInTheOthersPlaceIsLeftAlone(t *testing.T) {
	t.Parallel()
	p, path := movable(t)
	fresh := filepath.Join(t.TempDir(), "fresh.db")
	modelstest.Create(t, fresh)
	away := filepath.Join(t.TempDir(), "away.db")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		move(t, path+suffix, away+suffix)
	}
	move(t, fresh, path)
	wantMoved(p)
	modelstest.Want(t, eventsIn(t, path), 0)

	second := apptest.Start(t, func(config *app.Config) { config.Database = path })
	second.Arrive("2026-11-21T08:00:00+01:00", "second").Want(t, 201)
	wantMoved(p)
	log, err := os.Stat(path + "-wal")
	modelstest.Must(t, err)
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

func TestALinkThatLeadsElsewhereIsNoticed(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	link := filepath.Join(folder, "link.db")
	modelstest.Must(t, os.Symlink("first.db", link))
	for _, name := range []string{"first.db", "second.db"} {
		modelstest.Create(t, filepath.Join(folder, name))
	}
	p := apptest.Start(t, func(config *app.Config) { config.Database = link })
	p.Arrive("2026-11-19T08:00:00+01:00", "before").Want(t, 201)
	modelstest.Must(t, os.Symlink("second.db", link+".new"))
	move(t, link+".new", link)
	wantMoved(p)
	p.Stop()
	if first, second := eventsIn(t, filepath.Join(folder, "first.db")), eventsIn(t, link); first != 1 || second != 0 {
		t.Errorf("got %d and %d events", first, second)
	}
}

func TestADatabaseThatIsEmptiedIsNoticed(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201)
	p.Broken = true
	modelstest.Must(t, os.Truncate(p.Config.Database, 0))
	p.Leave("2026-11-20T17:00:00+01:00", "l").WantError(t, 500, "Erreur interne")
	p.Get("/healthz").Want(t, 503)
}
