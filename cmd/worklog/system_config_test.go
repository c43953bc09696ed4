package main_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

// systemConfig writes a configuration as that of the system, with a database, and
// returns the variable that names it and the path of the database.
func systemConfig(t *testing.T) (variable, database string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("not tested: Windows has no configuration of the system")
	}
	etc, database := t.TempDir(), filepath.Join(t.TempDir(), "system.db")
	file := filepath.Join(etc, "config.toml")
	modelstest.Must(t, os.WriteFile(file, []byte(plain+"[database]\npath = \""+database+"\"\n"), 0o600))
	return "WORKLOG_TEST_SYSTEM_CONFIG=" + file, database
}

func TestAnAdministratorsCommandsFindTheConfigurationOfTheService(t *testing.T) {
	variable, database := systemConfig(t)
	c := begin(t, t.TempDir(), variable)
	c.want(firstIn, 201, "created")
	folder := t.TempDir()
	for _, row := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"config", "check"}, "database " + database},
		{[]string{"check"}, database + ": sound"},
		{[]string{"backup", "copy.db"}, "copy of " + database},
		{[]string{"export"}, "first in"},
	} {
		wantRun(t, folder, []string{variable}, 0, row.want, row.arguments...)
	}
	c.stop()
}

func TestTheConfigurationOfTheSystemIsReadLast(t *testing.T) {
	variable, _ := systemConfig(t)
	for _, row := range map[string]struct {
		file        string // in the working directory
		environment []string
		arguments   []string
	}{
		"after the one in the working directory": {"config.toml", nil, nil},
		"after the one of the flag":              {"other.toml", nil, []string{"--config", "other.toml"}},
		"after the one of the environment":       {"other.toml", []string{"WORKLOG_CONFIG=other.toml"}, nil},
	} {
		folder := t.TempDir()
		modelstest.Must(t, os.WriteFile(filepath.Join(folder, row.file), []byte(plain), 0o600))
		wantRun(t, folder, append(row.environment, variable), 0, row.file+": valid", append([]string{"config", "check"}, row.arguments...)...)
	}
	folder := t.TempDir()
	wantRun(t, folder, []string{variable}, 1, "", "config", "check", "--config", "missing.toml")
	wantRun(t, folder, []string{variable}, 0, "Wrote config.toml", "init")
}

func TestAConfigurationOfTheSystemThatCannotBeReadIsRefused(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("not tested as root, which can read everything")
	}
	variable, _ := systemConfig(t)
	_, file, _ := strings.Cut(variable, "=")
	want := file + ": cannot be read by this user: run the command as root, or name another file with --config\n"
	for _, closed := range map[string]string{"the file": file, "its folder": filepath.Dir(file)} {
		modelstest.Must(t, os.Chmod(closed, 0))
		for _, arguments := range [][]string{{"check"}, {"backup", "copy.db"}, {"serve"}} {
			wantRun(t, t.TempDir(), []string{variable}, 1, want, arguments...)
		}
		modelstest.Must(t, os.Chmod(closed, 0o700))
	}
}
