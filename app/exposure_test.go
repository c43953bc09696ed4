//go:build unix

package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// warned loads the configuration and returns its warnings, with FOLDER for the
// file's folder.
func warned(t *testing.T, file string) string {
	t.Helper()
	config := modelstest.Got(app.LoadConfig(file))(t)
	return strings.ReplaceAll(strings.Join(config.Warnings, "\n"), filepath.Dir(file), "FOLDER")
}

// withMode creates a file with a mode, whatever the umask.
func withMode(t *testing.T, name, content string, mode os.FileMode) {
	t.Helper()
	if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	modelstest.Must(t, os.WriteFile(name, []byte(content), 0o600))
	modelstest.Must(t, os.Chmod(name, mode))
}

func TestADatabaseThatOthersMayReadIsAWarningWithTheCommandThatFixesIt(t *testing.T) {
	file := apptest.WriteConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n[database]\npath = \"worklog.db\"\n")
	database := filepath.Join(filepath.Dir(file), "worklog.db")
	const warning = "FOLDER/config.toml:4: database.path: other users of this machine may read the database: "
	for _, test := range []struct {
		name         string
		mode, others os.FileMode // others is the mode of the -wal and -shm files
		want         string
	}{
		{"its owner's only", 0o600, 0o600, ""},
		{"read-only", 0o400, 0o600, ""},
		{"everybody's to read", 0o644, 0o600, warning + "`chmod 600 FOLDER/worklog.db`"},
		{"the group's to read", 0o640, 0o600, warning + "`chmod 600 FOLDER/worklog.db`"},
		{"everybody's to write", 0o602, 0o600, warning + "`chmod 600 FOLDER/worklog.db`"},
		{"its log and memory too", 0o644, 0o644, warning + "`chmod 600 FOLDER/worklog.db FOLDER/worklog.db-wal FOLDER/worklog.db-shm`"},
		{"only these", 0o600, 0o604, warning + "`chmod 600 FOLDER/worklog.db-wal FOLDER/worklog.db-shm`"},
	} {
		withMode(t, database, "", test.mode)
		withMode(t, database+"-wal", "", test.others)
		withMode(t, database+"-shm", "", test.others)
		modelstest.Want(t, warned(t, file), test.want, test.name)
	}
	t.Setenv("WORKLOG_DATABASE_PATH", filepath.Join(filepath.Dir(file), "it's mine.db"))
	withMode(t, filepath.Join(filepath.Dir(file), "it's mine.db"), "", 0o644)
	modelstest.Want(t, warned(t, file), "environment: WORKLOG_DATABASE_PATH: other users of this machine may read the database: `chmod 600 'FOLDER/it'\\''s mine.db'`")
}

func TestASecretThatOthersMayReadIsAWarningWithTheCommandThatFixesIt(t *testing.T) {
	for variable, content := range map[string]string{"WORKLOG_API_TOKEN_FILE": apptest.Token, "WORKLOG_WEB_PASSWORD_HASH_FILE": apptest.Hashed().Text()} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv("WORKLOG_WEB_PASSWORD_HASH", apptest.Hashed().Text())
			if variable == "WORKLOG_WEB_PASSWORD_HASH_FILE" {
				t.Setenv("WORKLOG_WEB_PASSWORD_HASH", "")
			}
			config := apptest.WriteConfig(t, passwordSection+"[presence_integration]\ntimezone = \"Europe/Paris\"\n")
			secret := filepath.Join(filepath.Dir(config), "secret")
			t.Setenv(variable, secret)
			want := "environment: " + variable + ": names a file that other users of this machine may read: `chmod 600 FOLDER/secret`"
			for mode, want := range map[os.FileMode]string{0o600: "", 0o400: "", 0o644: want, 0o640: want, 0o604: want} {
				withMode(t, secret, content, mode)
				modelstest.Want(t, warned(t, config), want, mode)
			}
			modelstest.Must(t, os.Chmod(secret, 0o440))
			t.Setenv("CREDENTIALS_DIRECTORY", filepath.Dir(secret)) // systemd decides about the modes of its own files
			modelstest.Want(t, warned(t, config), "")
		})
	}
}

func TestASecretThatIsReadThroughItsGroupIsClosedToOthersAlone(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("giving a file to another user needs root: not tested")
	}
	config := apptest.WriteConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n")
	secret := filepath.Join(filepath.Dir(config), "secret")
	t.Setenv("WORKLOG_API_TOKEN_FILE", secret)
	want := "environment: WORKLOG_API_TOKEN_FILE: names a file that other users of this machine may read: `chmod o-rw FOLDER/secret`"
	for mode, want := range map[os.FileMode]string{0o640: "", 0o644: want} {
		withMode(t, secret, apptest.Token, mode)
		modelstest.Must(t, os.Chown(secret, 12345, -1))
		modelstest.Want(t, warned(t, config), want, mode)
	}
}

func TestABackupFolderThatOthersMayWriteIsAWarning(t *testing.T) {
	file := apptest.WriteConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n[backup]\nfolder = \"copies\"\n")
	folder := filepath.Join(filepath.Dir(file), "copies")
	modelstest.Want(t, warned(t, file), "")
	modelstest.Must(t, os.Mkdir(folder, 0o700))
	const place = "FOLDER/config.toml:4: backup.folder: "
	want := place + "other users of this machine may write into the folder, and swap or remove the backups: `chmod go-w FOLDER/copies`"
	for mode, want := range map[os.FileMode]string{0o700: "", 0o755: "", 0o770: want, 0o777: want, 0o702: want, 0o777 | os.ModeSticky: ""} {
		modelstest.Must(t, os.Chmod(folder, mode))
		modelstest.Want(t, warned(t, file), want, mode)
	}
	if os.Geteuid() != 0 {
		t.Skip("giving a folder to another user needs root: not tested")
	}
	modelstest.Must(t, os.Chmod(folder, 0o700))
	modelstest.Must(t, os.Chown(folder, 12345, -1))
	modelstest.Want(t, warned(t, file), place+"FOLDER/copies belongs to another user of this machine, who may swap or remove the backups: name a folder of your own")
	database := filepath.Join(filepath.Dir(file), "worklog.db")
	modelstest.Must(t, os.WriteFile(database, nil, 0o600))
	modelstest.Must(t, os.Chown(database, 12345, -1))
	modelstest.Want(t, warned(t, file), "")
}
