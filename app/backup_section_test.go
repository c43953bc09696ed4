package app_test

import (
	"path/filepath"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

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
