package app_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// backedUp starts the program with a folder for backups that does not exist yet.
func backedUp(t *testing.T, keep int, changes ...func(*app.Config)) (p *apptest.Program, folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "a", "backups")
	plan := func(config *app.Config) {
		config.Backup = app.BackupPlan{Folder: folder, Keep: keep, Every: 24 * time.Hour}
	}
	return apptest.Start(t, append([]func(*app.Config){plan}, changes...)...), folder
}

func filesIn(t *testing.T, folder string) []string {
	t.Helper()
	entries := modelstest.Got(os.ReadDir(folder))(t)
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func wantFiles(t *testing.T, folder string, want ...string) {
	t.Helper()
	modelstest.WantList(t, filesIn(t, folder), want)
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
	p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201)
	p.Clock.Advance(24*time.Hour - time.Second)
	p.Wake()
	p.Restart()
	p.Wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	p.Clock.Advance(time.Second)
	p.Wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T070000Z.db")
	for name, want := range map[string]int64{"worklog-20261120T070000Z.db": 0, "worklog-20261121T070000Z.db": 1} {
		modelstest.Want(t, eventsIn(t, filepath.Join(folder, name)), want, name)
	}
}

func TestABackupThatFailsIsLoggedShownAndTriedAgain(t *testing.T) {
	t.Parallel()
	p, folder := backedUp(t, 1)
	const month = "/months/2026-11"
	if body := p.Get(month).Body; strings.Contains(body, "sauvegarde") {
		t.Errorf("warned without a cause: %s", body)
	}
	away := folder + ".away"
	move(t, folder, away)
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // a file in its place
		t.Fatal(err)
	}
	p.Clock.Advance(25 * time.Hour)
	p.Wake()
	p.Wake()
	const band = `<p class="warning" role="status">La dernière sauvegarde a échoué (21` + "\u00a0" + `novembre à 09:00). La plus récente date du 20` + "\u00a0" + `novembre à 08:00` + "\u00a0" + `: voyez le journal du serveur.`
	p.Get(month).Want(t, 200, band)
	p.Get("/years/2026").Want(t, 200, band)
	p.Get("/nowhere").Want(t, 404, band)
	if got := strings.Count(p.Log.String(), `"msg":"backup failed"`); got != 1 {
		t.Errorf("logged %d times: %s", got, p.Log)
	}
	p.Clock.Advance(14 * time.Minute)
	p.Wake()
	if got := strings.Count(p.Log.String(), `"msg":"backup failed"`); got != 1 {
		t.Errorf("tried again at once: %s", p.Log)
	}
	p.Clock.Advance(time.Minute)
	p.Wake()
	p.Get(month).Want(t, 200, `La dernière sauvegarde a échoué (21`+"\u00a0"+`novembre à 09:15). La plus récente date du 20`+"\u00a0"+`novembre à 08:00`+"\u00a0"+`: voyez le journal du serveur.`)
	modelstest.Must(t, os.Remove(folder))
	move(t, away, folder)
	p.Clock.Advance(15 * time.Minute)
	p.Wake()
	if body := p.Get(month).Body; strings.Contains(body, "sauvegarde") {
		t.Errorf("the warning does not end with the success itself: %s", body)
	}
	wantFiles(t, folder, "worklog-20261121T083000Z.db")
}

func TestAFirstBackupThatFailsIsShown(t *testing.T) {
	t.Parallel()
	p := apptest.Unsaved(t)
	p.Get("/months/2026-11").Want(t, 200, `La dernière sauvegarde a échoué (20`+"\u00a0"+`novembre à 08:00) et il n’y en a aucune autre`+"\u00a0"+`: voyez le journal du serveur.`)
}

func TestBackupsThatStayAwayAreShown(t *testing.T) {
	t.Parallel()
	p, _ := backedUp(t, 14)
	p.Clock.Advance(48*time.Hour + time.Minute) // without waking the program
	p.Get("/months/2026-11").Want(t, 200, `Aucune sauvegarde depuis le 20`+"\u00a0"+`novembre à 08:00`+"\u00a0"+`: voyez le journal du serveur.`)
	if body := p.Get("/healthz").Body; strings.Contains(body, "sauvegarde") {
		t.Errorf("got %s", body)
	}
}

func TestWithoutAFolderNothingIsBackedUpOrSaid(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Clock.Advance(1000 * time.Hour)
	if body := p.Get("/months/2026-11").Body; strings.Contains(body, "sauvegarde") {
		t.Errorf("got %s", body)
	}
}

// TestTheDatabaseIsNotClosedUnderABackup stops the program while its backups ask
// for the time, and are not told.
func TestTheDatabaseIsNotClosedUnderABackup(t *testing.T) {
	t.Parallel()
	config := apptest.DemoConfig(t)
	config.Backup = app.BackupPlan{Folder: t.TempDir(), Keep: 1, Every: time.Hour}
	asked, told := make(chan bool), make(chan bool)
	clock := app.Clock{Clock: apptest.NewClock().Handlers(), Wait: func(ctx context.Context) { <-ctx.Done() }}
	var first sync.Once
	clock.Now = func() time.Time {
		first.Do(func() { asked <- true; <-told })
		return time.Unix(0, 0)
	}
	server := modelstest.Got(app.New(t.Context(), config, clock, slog.New(slog.DiscardHandler)))(t)
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
	for n := range 10 {
		p := apptest.Start(t, func(config *app.Config) {
			config.Backup = app.BackupPlan{Folder: folder, Keep: 1, Every: time.Hour}
		})
		p.Clock.Advance(time.Duration(n+1) * time.Hour)
		p.Wakes <- struct{}{}
		p.Stop() // which fails the test when it ends with an error
		if strings.Contains(p.Log.String(), "backup failed") {
			t.Errorf("a stop is no failure: %s", p.Log)
		}
	}
	for _, name := range filesIn(t, folder) {
		if strings.Contains(name, ".new-") {
			t.Errorf("%s was left", name)
		}
	}
}
