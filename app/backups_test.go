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
	p, folder := backedUp(t, 14)
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	for path, want := range map[string]os.FileMode{folder: 0o700, filepath.Join(folder, "worklog-20261120T070000Z.db"): 0o600} {
		modelstest.Want(t, modelstest.Got(os.Stat(path))(t).Mode().Perm(), want, path)
	}
	p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201)
	p.Later(24*time.Hour - time.Second)
	p.Restart()
	p.Wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	p.Later(time.Second)
	wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T070000Z.db")
	for name, want := range map[string]int64{"worklog-20261120T070000Z.db": 0, "worklog-20261121T070000Z.db": 1} {
		modelstest.Want(t, eventsIn(t, filepath.Join(folder, name)), want, name)
	}
}

func TestABackupThatFailsIsLoggedShownAndTriedAgain(t *testing.T) {
	p, folder := backedUp(t, 1)
	const month = "/months/2026-11"
	modelstest.WantNone(t, p.Get(month).Body, "sauvegarde")
	away := folder + ".away"
	move(t, folder, away)
	modelstest.Must(t, os.WriteFile(folder, nil, 0o600)) // a file in its place
	p.Later(25 * time.Hour)
	p.Wake()
	wantBackupFailure(p, "09:00")
	for path, status := range map[string]int{month: 200, "/years/2026": 200, "/nowhere": 404} {
		p.Get(path).Want(t, status, `<p class="warning" role="status">La dernière sauvegarde a échoué`)
	}
	modelstest.Want(t, strings.Count(p.Log.String(), `"msg":"backup failed"`), 1, p.Log)
	p.Later(14 * time.Minute)
	modelstest.Want(t, strings.Count(p.Log.String(), `"msg":"backup failed"`), 1, p.Log)
	p.Later(time.Minute)
	wantBackupFailure(p, "09:15")
	modelstest.Must(t, os.Remove(folder))
	move(t, away, folder)
	p.Later(15 * time.Minute)
	modelstest.WantNone(t, p.Get(month).Body, "sauvegarde")
	wantFiles(t, folder, "worklog-20261121T083000Z.db")
}

func TestThatThereIsNoRecentBackupIsShownWhereOneIsWanted(t *testing.T) {
	const month = "/months/2026-11"
	apptest.Unsaved(t).Get(month).WantHTML(t, 200, "La dernière sauvegarde a échoué (20 novembre à 08:00) et il n’y en a aucune autre : voyez le journal du serveur.")
	p, _ := backedUp(t, 14)
	p.Clock.Advance(48*time.Hour + time.Minute) // without waking the program
	p.Get(month).WantHTML(t, 200, "Aucune sauvegarde depuis le 20 novembre à 08:00 : voyez le journal du serveur.")
	modelstest.WantNone(t, p.Get("/healthz").Body, "sauvegarde")
	unwanted := apptest.Start(t)
	unwanted.Clock.Advance(1000 * time.Hour)
	modelstest.WantNone(t, unwanted.Get(month).Body, "sauvegarde")
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
	modelstest.Must(t, <-ended)
}

func TestTheProgramStopsAlsoWhileItBacksUp(t *testing.T) {
	folder := t.TempDir()
	for n := range 10 {
		p := apptest.Start(t, func(config *app.Config) {
			config.Backup = app.BackupPlan{Folder: folder, Keep: 1, Every: time.Hour}
		})
		p.Clock.Advance(time.Duration(n+1) * time.Hour)
		p.Wakes <- struct{}{}
		p.Stop() // which fails the test when it ends with an error
		modelstest.WantNone(t, p.Log.String(), "backup failed")
	}
	for _, name := range filesIn(t, folder) {
		modelstest.WantNone(t, name, ".new-")
	}
}

func wantNoBackupWarning(p *apptest.Program) {
	p.T.Helper()
	modelstest.WantNone(p.T, p.Get("/months/2026-11").Body, "sauvegarde")
	modelstest.WantNone(p.T, p.Log.String(), `"level":"ERROR"`)
}

// wantBackupFailure checks that the pages say when a backup failed, and that the
// newest is the one made at the start.
func wantBackupFailure(p *apptest.Program, failed string) {
	p.T.Helper()
	const space = "\u00a0"
	p.Get("/months/2026-11").Want(p.T, 200, `La dernière sauvegarde a échoué (21`+space+`novembre à `+failed+`). La plus récente date du 20`+space+`novembre à 08:00`+space+`: voyez le journal du serveur.`)
}

func TestDatabasesThatShareAFolderBackUpAndPruneTheirOwnAlone(t *testing.T) {
	one, folder := backedUp(t, 1)
	two := apptest.Start(t, func(config *app.Config) { config.Backup = one.Config.Backup; config.Backup.Keep = 2 })
	two.Wake() // in the same second as the first backup, so that the name is taken
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	wantNoBackupWarning(two)
	two.Later(time.Minute)
	wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261120T070100Z.db")
	one.Later(24 * time.Hour)
	wantFiles(t, folder, "worklog-20261120T070100Z.db", "worklog-20261121T070000Z.db")
	for range 2 {
		two.Later(24 * time.Hour)
	}
	wantFiles(t, folder, "worklog-20261121T070000Z.db", "worklog-20261121T070100Z.db", "worklog-20261122T070100Z.db")
	wantNoBackupWarning(one)
	wantNoBackupWarning(two)
}

func TestServersOnOneDatabaseMakeItsBackupsOnce(t *testing.T) {
	one, folder := backedUp(t, 14)
	two := apptest.Start(t, func(config *app.Config) { config.Database, config.Backup = one.Config.Database, one.Config.Backup })
	two.Later(time.Hour)
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	two.Later(23 * time.Hour)
	one.Later(24*time.Hour + time.Minute)
	wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T070000Z.db")
	one.WantStored("SELECT count(*) FROM backups", "2")
}

// TestNoBackupIsMadeWhereItsDiskIsUnmounted uses an empty folder, as an unmounted disk leaves it.
func TestNoBackupIsMadeWhereItsDiskIsUnmounted(t *testing.T) {
	for name, unmounted := range map[string]func(t *testing.T, folder string){
		"a folder on the disk": func(*testing.T, string) {},
		"the disk itself": func(t *testing.T, folder string) {
			modelstest.Must(t, os.Mkdir(folder, 0o755))
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, folder := backedUp(t, 14)
			away := filepath.Join(t.TempDir(), "away")
			move(t, folder, away)
			unmounted(t, folder)
			p.Later(25 * time.Hour)
			wantBackupFailure(p, "09:00")
			p.Clock.Advance(time.Minute)
			p.Restart()
			p.Wake()
			wantBackupFailure(p, "09:01")
			modelstest.WantFiles(t, 0, folder, "*")
			modelstest.Want(t, strings.Count(p.Log.String(), "none of the backups that were made there is left: is its disk mounted?"), 2, p.Log)
			p.WantStored("SELECT count(*) FROM backups", "1")
			_ = os.Remove(folder)
			move(t, away, folder)
			p.Later(15 * time.Minute)
			wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T081600Z.db")
			modelstest.WantNone(t, p.Get("/months/2026-11").Body, "sauvegarde")
		})
	}
}

func TestAFileThatIsNoDatabaseDoesNotCountAsABackup(t *testing.T) {
	for name, garbage := range map[string]string{"zero bytes": "", "another file": "no database"} {
		t.Run(name, func(t *testing.T) {
			p, folder := backedUp(t, 14)
			p.Later(24 * time.Hour)
			other := filepath.Join(t.TempDir(), "other")
			modelstest.Must(t, os.WriteFile(other, []byte(garbage), 0o600))
			move(t, other, filepath.Join(folder, "worklog-20261121T070000Z.db"))
			p.Later(time.Minute)
			wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T070000Z.db", "worklog-20261121T070100Z.db")
			wantNoBackupWarning(p)
		})
	}
}

func TestBackupsThatWereRemovedByHandAreMadeAnewWhereAnotherDatabaseIs(t *testing.T) {
	p, folder := backedUp(t, 14)
	move(t, filepath.Join(folder, "worklog-20261120T070000Z.db"), filepath.Join(folder, "mine.db"))
	p.Later(time.Second)
	wantFiles(t, folder, "mine.db", "worklog-20261120T070001Z.db")
	p.WantStored("SELECT count(*) FROM backups", "1") // the deleted file is no longer listed
	wantNoBackupWarning(p)
}

func TestABackupThatCannotBeRecordedIsNotLeftThere(t *testing.T) {
	p, folder := backedUp(t, 14)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("CREATE UNIQUE INDEX never ON backups (length(path))")))
	p.Later(25 * time.Hour)
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	wantBackupFailure(p, "09:00")
}

func TestBackupsAreOnRecordByTheirAbsolutePath(t *testing.T) {
	t.Chdir(t.TempDir())
	p := apptest.Start(t, func(config *app.Config) {
		config.Backup = app.BackupPlan{Folder: "./a/../backups/", Keep: 1, Every: time.Hour}
	})
	p.Wake()
	path := modelstest.Got(filepath.Abs("backups/worklog-20261120T070000Z.db"))(t)
	p.WantStored("SELECT path FROM backups", path)
	p.WantStored("SELECT made_at FROM backups", "2026-11-20T07:00:00.000000000Z")
	p.Restart()
	p.Wake()
	wantNoBackupWarning(p)
	wantFiles(t, "backups", "worklog-20261120T070000Z.db")
}

func TestBackupsAreOffUnlessAFolderIsNamed(t *testing.T) {
	modelstest.Want(t, apptest.DemoConfig(t).Backup, app.BackupPlan{Folder: "", Keep: 14, Every: 24 * time.Hour})
	modelstest.Want(t, apptest.LoadConfig(t, "").Rules.KeepDays, 1900)
	file := apptest.WriteConfig(t, "[backup]\nfolder = \"copies\"\nkeep = 1\nevery = \"9999d\"\n")
	folder := filepath.Join(filepath.Dir(file), "copies")
	modelstest.Want(t, modelstest.Got(app.LoadConfig(file))(t).Backup, app.BackupPlan{Folder: folder, Keep: 1, Every: 9999 * 24 * time.Hour})
	t.Setenv("WORKLOG_BACKUP_FOLDER", "/elsewhere")
	t.Setenv("WORKLOG_BACKUP_KEEP", "3")
	t.Setenv("WORKLOG_BACKUP_EVERY", "90m")
	modelstest.Want(t, modelstest.Got(app.LoadConfig(file))(t).Backup, app.BackupPlan{Folder: "/elsewhere", Keep: 3, Every: 90 * time.Minute})
}
