package app_test

import (
	"path/filepath"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
)

func TestBackupsAreOffUnlessAFolderIsNamed(t *testing.T) {
	if got, want := apptest.DemoConfig(t).Backup, (app.BackupPlan{Folder: "", Keep: 14, Every: 24 * time.Hour}); got != want || apptest.LoadConfig(t, "").Rules.KeepDays != 1900 {
		t.Errorf("got %+v, want %+v", got, want)
	}
	file := apptest.WriteConfig(t, "[backup]\nfolder = \"copies\"\nkeep = 1\nevery = \"9999d\"\n")
	config, err := app.LoadConfig(file)
	if want := (app.BackupPlan{Folder: filepath.Join(filepath.Dir(file), "copies"), Keep: 1, Every: 9999 * 24 * time.Hour}); err != nil || config.Backup != want {
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
