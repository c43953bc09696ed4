package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/models"
	"worklog/models/trial"
)

// wantNoBackupWarning checks that no page warns of backups.
func (p *program) wantNoBackupWarning() {
	p.t.Helper()
	if body := p.get("/months/2026-11").body; strings.Contains(body, "sauvegarde") {
		p.t.Errorf("warned: %s", body)
	}
	if strings.Contains(p.log.String(), `"level":"ERROR"`) {
		p.t.Errorf("logged %s", p.log)
	}
}

// wantBackupFailure checks that the pages say when a backup failed, and that the
// newest is the one made at the start.
func (p *program) wantBackupFailure(failed string) {
	p.t.Helper()
	const space = "\u00a0"
	p.get("/months/2026-11").want(p.t, 200, `La dernière sauvegarde a échoué (21`+space+`novembre à `+failed+`). La plus récente date du 20`+space+`novembre à 08:00`+space)
}

func TestDatabasesThatShareAFolderBackUpAndPruneTheirOwnAlone(t *testing.T) {
	t.Parallel()
	one, folder := backedUp(t, 1)
	two := start(t, func(config *app.Config) { config.Backup = one.config.Backup; config.Backup.Keep = 2 })
	two.wake() // in the same second as the first backup, so that the name is taken
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	two.wantNoBackupWarning()
	two.clock.advance(time.Minute)
	two.wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261120T070100Z.db")
	one.clock.advance(24 * time.Hour)
	one.wake()
	wantFiles(t, folder, "worklog-20261120T070100Z.db", "worklog-20261121T070000Z.db")
	for range 2 {
		two.clock.advance(24 * time.Hour)
		two.wake()
	}
	wantFiles(t, folder, "worklog-20261121T070000Z.db", "worklog-20261121T070100Z.db", "worklog-20261122T070100Z.db")
	one.wantNoBackupWarning()
	two.wantNoBackupWarning()
}

func TestServersOnOneDatabaseMakeItsBackupsOnce(t *testing.T) {
	t.Parallel()
	one, folder := backedUp(t, 14)
	two := start(t, func(config *app.Config) { config.Database, config.Backup = one.config.Database, one.config.Backup })
	two.clock.advance(time.Hour)
	two.wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	two.clock.advance(23 * time.Hour)
	two.wake()
	one.clock.advance(24*time.Hour + time.Minute)
	one.wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T070000Z.db")
	one.wantStored("SELECT count(*) FROM backups", "2")
}

// TestNoBackupIsMadeWhereItsDiskIsUnmounted uses an empty folder, as an unmounted disk leaves it.
func TestNoBackupIsMadeWhereItsDiskIsUnmounted(t *testing.T) {
	t.Parallel()
	for name, unmounted := range map[string]func(t *testing.T, folder string){
		"a folder on the disk": func(*testing.T, string) {},
		"the disk itself": func(t *testing.T, folder string) {
			if err := os.Mkdir(folder, 0o755); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p, folder := backedUp(t, 14)
			away := filepath.Join(t.TempDir(), "away")
			move(t, folder, away)
			unmounted(t, folder)
			p.clock.advance(25 * time.Hour)
			p.wake()
			p.wantBackupFailure("09:00")
			p.clock.advance(time.Minute)
			p.restart()
			p.wake()
			p.wantBackupFailure("09:01")
			if names, _ := filepath.Glob(filepath.Join(folder, "*")); len(names) > 0 {
				t.Errorf("made %q", names)
			}
			if got := strings.Count(p.log.String(), "none of the backups that were made there is left: is its disk mounted?"); got != 2 {
				t.Errorf("said %d times: %s", got, p.log)
			}
			p.wantStored("SELECT count(*) FROM backups", "1")
			_ = os.Remove(folder)
			move(t, away, folder)
			p.clock.advance(15 * time.Minute)
			p.wake()
			wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T081600Z.db")
			if body := p.get("/months/2026-11").body; strings.Contains(body, "sauvegarde") {
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
			p.clock.advance(24 * time.Hour)
			p.wake()
			other := filepath.Join(t.TempDir(), "other")
			if err := os.WriteFile(other, []byte(garbage), 0o600); err != nil {
				t.Fatal(err)
			}
			move(t, other, filepath.Join(folder, "worklog-20261121T070000Z.db"))
			p.clock.advance(time.Minute)
			p.wake()
			wantFiles(t, folder, "worklog-20261120T070000Z.db", "worklog-20261121T070000Z.db", "worklog-20261121T070100Z.db")
			p.wantNoBackupWarning()
		})
	}
}

func TestBackupsThatWereRemovedByHandAreMadeAnewWhereAnotherDatabaseIs(t *testing.T) {
	t.Parallel()
	p, folder := backedUp(t, 14)
	move(t, filepath.Join(folder, "worklog-20261120T070000Z.db"), filepath.Join(folder, "mine.db"))
	p.clock.advance(time.Second)
	p.wake()
	wantFiles(t, folder, "mine.db", "worklog-20261120T070001Z.db")
	p.wantStored("SELECT count(*) FROM backups", "1") // the deleted file is no longer listed
	p.wantNoBackupWarning()
}

func TestABackupThatCannotBeRecordedIsNotLeftThere(t *testing.T) {
	t.Parallel()
	p, folder := backedUp(t, 14)
	if _, err := p.db.Exec("CREATE UNIQUE INDEX never ON backups (length(path))"); err != nil {
		t.Fatal(err)
	}
	p.clock.advance(25 * time.Hour)
	p.wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	p.wantBackupFailure("09:00")
}

func TestBackupsAreOnRecordByTheirAbsolutePath(t *testing.T) {
	t.Chdir(t.TempDir())
	p := start(t, func(config *app.Config) {
		config.Backup = app.BackupPlan{Folder: "./a/../backups/", Keep: 1, Every: time.Hour}
	})
	p.wake()
	path, err := filepath.Abs("backups/worklog-20261120T070000Z.db")
	if err != nil {
		t.Fatal(err)
	}
	p.wantStored("SELECT path FROM backups", path)
	p.wantStored("SELECT made_at FROM backups", "2026-11-20T07:00:00.000000000Z")
	p.restart()
	p.wake()
	p.wantNoBackupWarning()
	wantFiles(t, "backups", "worklog-20261120T070000Z.db")
}

// TestTheProgramStopsWhereAPipeStandsForABackup has opened it before, and waited
// for whoever would write to it.
func TestTheProgramStopsWhereAPipeStandsForABackup(t *testing.T) {
	t.Parallel()
	p, folder := backedUp(t, 14)
	made := filepath.Join(folder, "worklog-20261120T070000Z.db")
	move(t, made, filepath.Join(folder, "mine.db"))
	if err := makePipe(made); err != nil {
		t.Skipf("pipes cannot be made here: %v", err)
	}
	p.clock.advance(time.Hour)
	p.wake()
	wantFiles(t, folder, "mine.db", "worklog-20261120T070000Z.db", "worklog-20261120T080000Z.db")
	p.wantNoBackupWarning()
	p.stop()
}

// TestABackupThatCouldNotBeRestoredIsNotMade has a view in the database, which every
// restore refuses.
func TestABackupThatCouldNotBeRestoredIsNotMade(t *testing.T) {
	t.Parallel()
	p, folder := backedUp(t, 14)
	if _, err := p.db.Exec("CREATE VIEW mine AS SELECT 1"); err != nil {
		t.Fatal(err)
	}
	p.clock.advance(25 * time.Hour)
	p.wake()
	wantFiles(t, folder, "worklog-20261120T070000Z.db")
	p.wantBackupFailure("09:00")
	if !strings.Contains(p.log.String(), "view mine: is not part of the schema") {
		t.Errorf("the log does not say why: %s", p.log)
	}
	if _, err := models.Restore(t.Context(), p.config.Database, filepath.Join(t.TempDir(), "worklog.db"), trial.Recording); err == nil {
		t.Error("it was restored")
	}
}
