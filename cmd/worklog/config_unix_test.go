//go:build unix

package main_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"worklog/models/modelstest"
)

func TestEveryCommandThatReadsTheConfigurationRefusesAPipe(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	modelstest.Must(t, syscall.Mkfifo(filepath.Join(folder, "config.toml"), 0o600))
	const want = "config.toml: cannot be read: is a named pipe, not a regular file\n"
	for _, arguments := range [][]string{nil, {"serve", "--config", "config.toml"}, {"demo"}, {"config", "check"}, {"check"}, {"backup", "copy.db"}, {"restore", "copy.db"}} {
		if code, _, problems := runs(t, folder, nil, arguments...); code != 1 || problems != want {
			t.Errorf("%v: got %d %s", arguments, code, problems)
		}
	}
}

func TestTheServerRefusesAPipeOrADeviceAsTokenFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	pipe := filepath.Join(folder, "pipe")
	modelstest.Must(t, syscall.Mkfifo(pipe, 0o600))
	for file, want := range map[string]string{pipe: "is a named pipe", "/dev/zero": "is a device"} {
		want = "environment: WORKLOG_API_TOKEN_FILE: names " + file + ", which cannot be read: " + want + ", not a regular file\n"
		if code, _, problems := runs(t, folder, []string{"WORKLOG_API_TOKEN_FILE=" + file}); code != 1 || problems != want {
			t.Errorf("got %d %s, want %s", code, problems, want)
		}
	}
}

func TestFilesReadableByOthersAreWarningsAtStartupAndInTheCheck(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	config := plain + "[backup]\nfolder = \"copies\"\n"
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, "config.toml"), []byte(config), 0o600))
	_, end := serves(t, folder)
	end(syscall.SIGTERM)
	secret := filepath.Join(folder, "secret")
	modelstest.Must(t, os.WriteFile(secret, []byte("0123456789abcdef0123456789abcdef"), 0o600))
	modelstest.Must(t, os.MkdirAll(filepath.Join(folder, "copies"), 0o700))
	for file, mode := range map[string]os.FileMode{"worklog.db": 0o644, "secret": 0o644, "copies": 0o777} {
		modelstest.Must(t, os.Chmod(filepath.Join(folder, file), mode))
	}
	environment := "WORKLOG_API_TOKEN_FILE=" + secret
	fixes := []string{"chmod 600 worklog.db`", "chmod 600 " + secret + "`", "chmod go-w copies`"}
	_, end = serves(t, folder, environment)
	code, log := end(syscall.SIGTERM)
	for _, fix := range fixes {
		if code != 0 || !strings.Contains(log, fix) {
			t.Errorf("%s is not in the log: %d %s", fix, code, log)
		}
	}
	code, _, warnings := runs(t, folder, []string{environment}, "config", "check")
	for _, fix := range fixes {
		if code != 0 || !strings.Contains(warnings, fix) || strings.Count(warnings, "warning: ") != 3 {
			t.Errorf("%s is not in the check's warnings: %d %s", fix, code, warnings)
		}
	}
}

func TestAnInvalidZoneOfTheHostIsAWarningAtStartupAndInTheCheck(t *testing.T) {
	t.Parallel()
	const want = `TZ = "Nowhere/Nothing": names no IANA time zone`
	_, end := serves(t, t.TempDir(), "TZ=Nowhere/Nothing")
	if _, log := end(syscall.SIGTERM); !strings.Contains(strings.ReplaceAll(log, `\"`, `"`), want) {
		t.Errorf("got %s", log)
	}
	if code, _, warnings := runs(t, t.TempDir(), []string{"TZ=Nowhere/Nothing"}, "config", "check"); code != 0 || !strings.Contains(warnings, "warning: environment: "+want) {
		t.Errorf("got %d %s", code, warnings)
	}
}

// nineHoursEast is a zone file with a constant offset of nine hours.
func nineHoursEast() []byte {
	var file bytes.Buffer
	file.WriteString("TZif")
	file.Write(make([]byte, 16))                                                               // version 1
	file.Write([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4}) // one type, of four letters
	file.Write([]byte{0, 0, 0x7e, 0x90, 0, 0})                                                 // 32400 s
	file.WriteString("EST\x00")
	return file.Bytes()
}

func TestTheHostsZoneFilesTakePrecedence(t *testing.T) {
	t.Parallel()
	folder, database := newFolder(t)
	zones := t.TempDir()
	for _, name := range []string{"Europe/Paris", "Mars/Olympus"} { // one is compiled in too
		file := filepath.Join(zones, name)
		modelstest.Must(t, os.MkdirAll(filepath.Dir(file), 0o700))
		modelstest.Must(t, os.WriteFile(file, nineHoursEast(), 0o600))
	}
	c := begin(t, folder, "ZONEINFO="+zones)
	c.want(signal{"arrival", "2026-11-20T16:00:00Z", "k"}, 201, "created")
	c.stop()
	if got := column(t, inspected(t, database), "SELECT date FROM work_entries"); len(got) != 1 || got[0] != "2026-11-21" {
		t.Errorf("got %q, want the date nine hours east", got)
	}
	mars := filepath.Join(folder, "mars.toml")
	modelstest.Must(t, os.WriteFile(mars, []byte("[presence_integration]\ntimezone = \"Mars/Olympus\"\n"), 0o600))
	if code, _, problems := runs(t, folder, []string{"ZONEINFO=" + zones}, "config", "check", "--config", mars); code != 0 {
		t.Errorf("a zone of the host is refused: %s", problems)
	}
}
