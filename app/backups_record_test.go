package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// wantNoBackupWarning checks that no page warns of backups.
func wantNoBackupWarning(p *apptest.Program) {
	p.T.Helper()
	if body := p.Get("/months/2026-11").Body; strings.Contains(body, "sauvegarde") {
		p.T.Errorf("warned: %s", body)
	}
	if strings.Contains(p.Log.String(), `"level":"ERROR"`) {
		p.T.Errorf("logged %s", p.Log)
	}
}

// wantBackupFailure checks that the pages say when a backup failed, and that the
// newest is the one made at the start.
func wantBackupFailure(p *apptest.Program, failed string) {
	p.T.Helper()
	const space = "\u00a0"
	p.Get("/months/2026-11").Want(p.T, 200, `La dernière sauvegarde a échoué (21`+space+`novembre à `+failed+`). La plus récente date du 20`+space+`novembre à 08:00`+space)
}

func TestDatabasesThatShareAFolderBackUpAndPruneTheirOwnAlone(t *testing.T) {
	t.Parallel()
	one, folder := backedUp(t, 1)
	two := apptest.Start(t, func(config *app.Config) { config.Backup = one.Config.Backup; config.Backup.Keep = 2 })
	two.Wake() // in the same second as the first backup, so that the name is taken
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	wantNoBackupWarning(two)
	two.Clock.Advance(time.Minute)
	two.Wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261120T070100Z.db")
	one.Clock.Advance(24 * time.Hour)
	one.Wake()
	wantFiles(t, folder, "worklog-20261120T070100Z.db", "worklog-20261121T070000Z.db")
	for range 2 {
		two.Clock.Advance(24 * time.Hour)
		two.Wake()
	}
	wantFiles(t, folder, "worklog-20261121T070000Z.db", "worklog-20261121T070100Z.db", "worklog-20261122T070100Z.db")
	wantNoBackupWarning(one)
	wantNoBackupWarning(two)
}

func TestServersOnOneDatabaseMakeItsBackupsOnce(t *testing.T) {
	t.Parallel()
	one, folder := backedUp(t, 14)
	two := apptest.Start(t, func(config *app.Config) { config.Database, config.Backup = one.Config.Database, one.Config.Backup })
	two.Clock.Advance(time.Hour)
	two.Wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	two.Clock.Advance(23 * time.Hour)
	two.Wake()
	one.Clock.Advance(24*time.Hour + time.Minute)
	one.Wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T070000Z.db")
	one.WantStored("SELECT count(*) FROM backups", "2")
}

// TestNoBackupIsMadeWhereItsDiskIsUnmounted uses an empty folder, as an unmounted disk leaves it.
func TestNoBackupIsMadeWhereItsDiskIsUnmounted(t *testing.T) {
	t.Parallel()
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
			p.Clock.Advance(25 * time.Hour)
			p.Wake()
			wantBackupFailure(p, "09:00")
			p.Clock.Advance(time.Minute)
			p.Restart()
			p.Wake()
			wantBackupFailure(p, "09:01")
			if names, _ := filepath.Glob(filepath.Join(folder, "*")); len(names) > 0 {
				t.Errorf("made %q", names)
			}
			if got := strings.Count(p.Log.String(), "none of the backups that were made there is left: is its disk mounted?"); got != 2 {
				t.Errorf("said %d times: %s", got, p.Log)
			}
			p.WantStored("SELECT count(*) FROM backups", "1")
			_ = os.Remove(folder)
			move(t, away, folder)
			p.Clock.Advance(15 * time.Minute)
			p.Wake()
			wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T081600Z.db")
			if body := p.Get("/months/2026-11").Body; strings.Contains(body, "sauvegarde") {
				t.Errorf("still warned: %s", body)
			}
		})
	}
}

func TestAFileThatIsNoDatabaseDoesNotCountAsABackup(t *testing.T) {
	t.Parallel()
	for name, garbage := range map[string]string{"zero bytes": "", "another file": "no database"} {
		t.Run(name, func(t *testing.T) {
			p, folder := backedUp(t, 14)
			p.Clock.Advance(24 * time.Hour)
			p.Wake()
			other := filepath.Join(t.TempDir(), "other")
			modelstest.Must(t, os.WriteFile(other, []byte(garbage), 0o600))
			move(t, other, filepath.Join(folder, "worklog-20261121T070000Z.db"))
			p.Clock.Advance(time.Minute)
			p.Wake()
			wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T070000Z.db", "worklog-20261121T070100Z.db")
			wantNoBackupWarning(p)
		})
	}
}

func TestBackupsThatWereRemovedByHandAreMadeAnewWhereAnotherDatabaseIs(t *testing.T) {
	t.Parallel()
	p, folder := backedUp(t, 14)
	move(t, filepath.Join(folder, "worklog-20261120T070000Z.db"), filepath.Join(folder, "mine.db"))
	p.Clock.Advance(time.Second)
	p.Wake()
	wantFiles(t, folder, "mine.db", "worklog-20261120T070001Z.db")
	p.WantStored("SELECT count(*) FROM backups", "1") // the deleted file is no longer listed
	wantNoBackupWarning(p)
}

func TestABackupThatCannotBeRecordedIsNotLeftThere(t *testing.T) {
	t.Parallel()
	p, folder := backedUp(t, 14)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("CREATE UNIQUE INDEX never ON backups (length(path))")))
	p.Clock.Advance(25 * time.Hour)
	p.Wake()
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
