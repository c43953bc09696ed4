package app_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
)

func TestBackupsAreOffUnlessAFolderIsNamed(t *testing.T) {
	if got, want := apptest.DemoConfig(t).Backup, (app.BackupPlan{Folder: "", Keep: 14, Every: 24 * time.Hour}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	file := apptest.WriteConfig(t, "[backup]\nfolder = \"copies\"\nkeep = 1\nevery = \"7d\"\n")
	config, err := app.LoadConfig(file)
	if want := (app.BackupPlan{Folder: filepath.Join(filepath.Dir(file), "copies"), Keep: 1, Every: 7 * 24 * time.Hour}); err != nil || config.Backup != want {
		t.Errorf("got %+v, %v, want %+v", config.Backup, err, want)
	}
	t.Setenv("WORKLOG_BACKUP_FOLDER", "/elsewhere")
	t.Setenv("WORKLOG_BACKUP_KEEP", "3")
	t.Setenv("WORKLOG_BACKUP_EVERY", "90m")
	config, err = app.LoadConfig(file)
	if want := (app.BackupPlan{Folder: "/elsewhere", Keep: 3, Every: 90 * time.Minute}); err != nil || config.Backup != want {
		t.Errorf("got %+v, %v, want %+v", config.Backup, err, want)
	}
}

func TestProblemsOfTheBackupsSayWhatIsAllowed(t *testing.T) {
	t.Parallel()
	wantProblems(t, "[backup]\nfolder = \" \"\nkeep = 0\nevery = 24\n",
		`FILE:2: backup.folder = " ": must be a folder, such as "backups", or "" for no backups`,
		`FILE:3: backup.keep = 0: must be a whole number of at least 1`,
		`FILE:4: backup.every = 24: must be text in quotes`)
	for _, every := range []string{"", "24", "h", "1.5h", "-1h", "1h30m", "1 h", "10000d", "0d", "24H", "2w"} {
		wantProblems(t, fmt.Sprintf("[backup]\nevery = %q\n", every),
			fmt.Sprintf(`FILE:2: backup.every = %q: must be a number of minutes, hours or days, such as "90m", "24h" or "7d"`, every))
	}
	if got := apptest.LoadConfig(t, "[backup]\nevery = \"9999d\"\n").Backup.Every; 2*got < 0 {
		t.Errorf("got %v", got)
	}
}
