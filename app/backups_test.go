package app_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"worklog/app"
)

// backedUp starts the program with a folder for backups that does not exist yet, and
// waits for the first backup.
func backedUp(t *testing.T, keep int, changes ...func(*app.Config)) (p *program, folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "a", "backups")
	plan := func(config *app.Config) {
		config.Backup = app.BackupPlan{Folder: folder, Keep: keep, Every: 24 * time.Hour}
	}
	p = start(t, append([]func(*app.Config){plan}, changes...)...)
	eventually(t, "a backup is made", func() bool { return strings.Contains(p.log.String(), `"msg":"backup made"`) })
	return p, folder
}

// wake makes the program check what is due, and waits until it has done so: the second
// wake is only received once the first has been handled. What the second one starts may
// already see a clock that the test moves afterwards.
func (p *program) wake() {
	p.t.Helper()
	for range 2 {
		select {
		case p.wakes <- time.Time{}:
		case <-time.After(20 * time.Second):
			p.t.Fatal("nobody wakes up")
		}
	}
}

// eventually waits for something that needs no further wake.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); runtime.Gosched() {
		if time.Now().After(deadline) {
			t.Fatal("not so: " + what)
		}
	}
}

func filesIn(t *testing.T, folder string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func wantFiles(t *testing.T, folder string, want ...string) {
	t.Helper()
	if got := filesIn(t, folder); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestABackupIsMadeAtTheStartAndWheneverTheNewestIsOldEnough(t *testing.T) {
	t.Parallel()
	p, folder := backedUp(t, 14)
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	for path, want := range map[string]os.FileMode{folder: 0o700, filepath.Join(folder, "worklog-20261120T070000Z.db"): 0o600} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: got %v, %v", path, info, err)
		}
	}
	p.arrive("2026-11-20T08:00:00+01:00", "k").want(t, 201)
	p.clock.advance(24*time.Hour - time.Second)
	p.wake()
	p.restart()
	p.wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	p.clock.advance(time.Second)
	p.wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T070000Z.db")
	for name, want := range map[string]int64{"worklog-20261120T070000Z.db": 0, "worklog-20261121T070000Z.db": 1} {
		if got := eventsIn(t, filepath.Join(folder, name)); got != want {
			t.Errorf("%s: got %d events, want %d", name, got, want)
		}
	}
}

func TestOnlyTheNewestBackupsStayAndOtherFilesAreNotTouched(t *testing.T) {
	t.Parallel()
	p, folder := backedUp(t, 2)
	others := []string{"mine.db", "worklog-20200101T000000Z.db.mine", "worklog-2020.db", "worklog-20990101T000000Z.db"} // the last from the future
	for _, name := range others {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	crashed, long := filepath.Join(folder, "worklog-20261101T070000Z.db.new-123-journal"), time.Now().Add(-25*time.Hour)
	if err := errors.Join(os.WriteFile(crashed, nil, 0o600), os.Chtimes(crashed, long, long)); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		p.clock.advance(24 * time.Hour)
		p.wake()
	}
	want := append(others, "worklog-20261122T070000Z.db", "worklog-20261123T070000Z.db")
	slices.Sort(want)
	wantFiles(t, folder, want...)
}

func TestABackupThatFailsIsLoggedShownAndTriedAgain(t *testing.T) {
	t.Parallel()
	p, folder := backedUp(t, 1)
	const month = "/months/2026-11"
	if body := p.get(month).body; strings.Contains(body, "sauvegarde") {
		t.Errorf("warned without a cause: %s", body)
	}
	away := folder + ".away"
	move(t, folder, away)
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // a file in its place
		t.Fatal(err)
	}
	p.clock.advance(25 * time.Hour)
	p.wake()
	p.wake()
	const band = `<p class="warning" role="status">La dernière sauvegarde a échoué (21` + "\u00a0" + `novembre à 09:00). La plus récente date du 20` + "\u00a0" + `novembre à 08:00` + "\u00a0" + `: voyez le journal du serveur.</p>`
	p.get(month).want(t, 200, band)
	p.get("/years/2026").want(t, 200, band)
	p.get("/nowhere").want(t, 404, band)
	if got := strings.Count(p.log.String(), `"msg":"backup failed"`); got != 1 {
		t.Errorf("logged %d times: %s", got, p.log)
	}
	p.clock.advance(14 * time.Minute)
	p.wake()
	if got := strings.Count(p.log.String(), `"msg":"backup failed"`); got != 1 {
		t.Errorf("tried again at once: %s", p.log)
	}
	p.clock.advance(time.Minute)
	p.wake()
	p.get(month).want(t, 200, `La dernière sauvegarde a échoué (21`+"\u00a0"+`novembre à 09:15). La plus récente date du 20`+"\u00a0"+`novembre à 08:00`+"\u00a0"+`: voyez le journal du serveur.`)
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	move(t, away, folder)
	p.clock.advance(15 * time.Minute)
	p.wakes <- time.Time{}
	eventually(t, "the warning ends with the success itself", func() bool {
		return !strings.Contains(p.get(month).body, "sauvegarde")
	})
	wantFiles(t, folder, "worklog-20261121T083000Z.db")
}

// unsaved starts a program whose backups fail.
func unsaved(t *testing.T) *program {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p := start(t, func(config *app.Config) { config.Backup = app.BackupPlan{Folder: folder, Keep: 1, Every: time.Hour} })
	p.wake()
	return p
}

func TestAFirstBackupThatFailsIsShown(t *testing.T) {
	t.Parallel()
	p := unsaved(t)
	p.get("/months/2026-11").want(t, 200, `La dernière sauvegarde a échoué (20`+"\u00a0"+`novembre à 08:00) et il n’y en a aucune autre`+"\u00a0"+`: voyez le journal du serveur.`)
}

func TestBackupsThatStayAwayAreShown(t *testing.T) {
	t.Parallel()
	p, _ := backedUp(t, 14)
	p.clock.advance(48*time.Hour + time.Minute) // without waking the program
	const warning = `Aucune sauvegarde depuis le 20` + "\u00a0" + `novembre à 08:00` + "\u00a0" + `: voyez le journal du serveur.`
	eventually(t, "the pages warn", func() bool { return strings.Contains(p.get("/months/2026-11").body, warning) })
	if body := p.get("/healthz").body; strings.Contains(body, "sauvegarde") {
		t.Errorf("got %s", body)
	}
}

func TestWithoutAFolderNothingIsBackedUpOrSaid(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.clock.advance(1000 * time.Hour)
	if body := p.get("/months/2026-11").body; strings.Contains(body, "sauvegarde") {
		t.Errorf("got %s", body)
	}
}

func TestAServerThatStartsNeedsNoWakeForItsFirstBackup(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	start(t, func(config *app.Config) {
		config.Backup = app.BackupPlan{Folder: folder, Keep: 1, Every: time.Hour}
	})
	eventually(t, "a backup is made", func() bool {
		return slices.Equal(filesIn(t, folder), []string{"worklog-20261120T070000Z.db"})
	})
}

// TestTheDatabaseIsNotClosedUnderABackup stops the program while its backups ask
// for the time, and are not told.
func TestTheDatabaseIsNotClosedUnderABackup(t *testing.T) {
	t.Parallel()
	config := starterConfig(t)
	config.Backup = app.BackupPlan{Folder: t.TempDir(), Keep: 1, Every: time.Hour}
	asked, told := make(chan bool), make(chan bool)
	clock := app.Clock{Clock: newClock().handlers()}
	var first sync.Once
	clock.Now = func() time.Time {
		first.Do(func() { asked <- true; <-told })
		return time.Unix(0, 0)
	}
	server, err := app.New(t.Context(), config, clock, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx) }()
	<-asked
	cancel()
	select {
	case <-ended:
		close(told)
		t.Fatal("it has ended without its backups")
	case <-time.After(50 * time.Millisecond):
	}
	close(told)
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestTheProgramStopsAlsoWhileItBacksUp(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for range 10 {
		p := start(t, func(config *app.Config) {
			config.Backup = app.BackupPlan{Folder: folder, Keep: 1, Every: time.Hour}
		})
		p.clock.advance(2 * time.Hour)
		p.stop() // which fails the test when it ends with an error
		if strings.Contains(p.log.String(), "backup failed") {
			t.Errorf("a stop is no failure: %s", p.log)
		}
	}
	for _, name := range filesIn(t, folder) {
		if strings.Contains(name, ".new-") {
			t.Errorf("%s was left", name)
		}
	}
}
