package main_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// oldDatabase returns a folder with a database of the first schema.
func oldDatabase(t *testing.T) (folder string) {
	t.Helper()
	content, err := os.ReadFile("../../models/dbfile/testdata/schema-1.db")
	modelstest.Must(t, err)
	folder = t.TempDir()
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, "worklog.db"), content, 0o600))
	return folder
}

var upgradeInLog = regexp.MustCompile(`"msg":"database upgraded","from":1,"to":[0-9]+,"as_it_was":"[^"]*worklog.db.schema-1"`)

func TestEightServersThatStartOnAnOldDatabaseUpgradeItOnce(t *testing.T) {
	t.Parallel()
	folder := oldDatabase(t)
	var servers []*exec.Cmd
	var logs []*bufio.Scanner
	for range 8 {
		server := command(t, folder, []string{"WORKLOG_SERVER_LISTEN=127.0.0.1:0"}, "serve")
		output, err := server.StderrPipe()
		modelstest.Must(t, err)
		modelstest.Must(t, server.Start())
		servers, logs = append(servers, server), append(logs, bufio.NewScanner(output))
	}
	upgrades := 0
	for i, server := range servers {
		listening := false
		for !listening && logs[i].Scan() {
			listening = urlInLog.MatchString(logs[i].Text())
			if upgradeInLog.MatchString(logs[i].Text()) {
				upgrades++
			}
		}
		if !listening {
			t.Errorf("server %d does not listen: %s", i, logs[i].Text())
		}
		_ = server.Process.Signal(syscall.SIGTERM)
	}
	for i, server := range servers {
		for logs[i].Scan() {
		}
		if err := server.Wait(); err != nil {
			t.Error(err)
		}
	}
	// if the last two close at once, each sees the other's connection and leaves the
	// checkpointed log in place; the next program to close removes it
	if log, err := os.Stat(filepath.Join(folder, "worklog.db-wal")); err == nil && log.Size() > 0 {
		t.Errorf("%d bytes of the log are not checkpointed", log.Size())
	}
	_, end := serves(t, folder)
	end(syscall.SIGTERM)
	if got := names(t, folder); upgrades != 1 || got != "worklog.db worklog.db.schema-1" {
		t.Errorf("got %d upgrades, %s", upgrades, got)
	}
	wantChecked(t, folder, "worklog.db", "Schema 15, 8 days")
	wantChecked(t, folder, "worklog.db.schema-1", "Schema 1, 8 days")
}

func wantChecked(t *testing.T, folder, name, words string) {
	t.Helper()
	if code, out, problems := runs(t, folder, nil, "check", name); code != 0 || !strings.Contains(out, words) {
		t.Errorf("got %d %s%s, want %s", code, out, problems, words)
	}
}

func TestAKilledUpgradeContinuesAtTheNextStart(t *testing.T) {
	t.Parallel()
	started := time.Now()
	_, end := serves(t, oldDatabase(t))
	usual := time.Since(started)
	end(syscall.SIGTERM)
	for range rounds(4) {
		folder := oldDatabase(t)
		killedAtRandom(t, folder, usual, "serve")
		_, end := serves(t, folder)
		if code, log := end(syscall.SIGTERM); code != 0 {
			t.Errorf("got %d %s", code, log)
		}
		wantChecked(t, folder, "worklog.db", "Schema 15, 8 days")
		wantChecked(t, folder, "worklog.db.schema-1", "Schema 1, 8 days")
		if got := names(t, folder); strings.Contains(got, "-upgrade") || strings.Contains(got, "-wal") {
			t.Errorf("something is left: %s", got)
		}
	}
}
