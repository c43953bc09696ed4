package main_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"worklog/models/modelstest"
)

// status requests an address and returns the status of the response.
func status(t *testing.T, address string) int {
	t.Helper()
	response, err := http.Get(address)
	modelstest.Must(t, err)
	response.Body.Close()
	return response.StatusCode
}

func TestTheFeedsAreRenewedAndRevokedWhileAServerRuns(t *testing.T) {
	folder := recorded(t)
	server, end := serves(t, folder, token)
	prints := func(want string, arguments ...string) {
		t.Helper()
		if code, out, problems := runs(t, folder, nil, append([]string{"feeds"}, arguments...)...); code != 0 || !strings.HasPrefix(out, want) || problems != "" {
			t.Errorf("%v: got %d %s%s, want %s", arguments, code, out, problems, want)
		}
	}
	renew := func(environment ...string) (addresses []string) {
		t.Helper()
		code, out, problems := runs(t, folder, environment, "feeds", "--renew")
		addresses = strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if code != 0 || problems != "" || len(addresses) != 2 || !strings.HasSuffix(addresses[0], "/presence.json") || !strings.HasSuffix(addresses[1], "/calendar.ics") {
			t.Fatalf("got %d %s%s", code, out, problems)
		}
		return addresses
	}
	at := func(address string) string { return server + address[strings.Index(address, "/feeds/"):] }
	prints("The feeds have no addresses; `worklog feeds --renew` makes them.\n")
	first := renew()
	for _, address := range first {
		if got := status(t, at(address)); got != 200 {
			t.Errorf("%s: got %d", address, got)
		}
	}
	prints("The feeds have had their addresses since 20")
	second := renew("WORKLOG_SERVER_LISTEN=:8080", "WORKLOG_WEB_OPEN_TO_NETWORK=true")
	if !strings.HasPrefix(second[0], "http://localhost:8080/feeds/") || status(t, at(first[0])) != 404 {
		t.Errorf("got %s", second[0])
	}
	public := renew("WORKLOG_SERVER_PUBLIC_URL=https://home.example.org/worklog", "WORKLOG_WEB_OPEN_TO_NETWORK=true")
	if path, ours := strings.CutPrefix(public[1], "https://home.example.org/worklog"); !ours || status(t, server+path) != 200 {
		t.Errorf("got %s", public[1])
	}
	prints("The feeds have no addresses any more.\n", "--revoke")
	if got := status(t, at(second[0])); got != 404 {
		t.Errorf("got %d after they were revoked", got)
	}
	if code, _, problems := runs(t, folder, nil, "feeds", "--renew", "--revoke"); code == 0 || problems == "" {
		t.Errorf("both at once: got %d %s", code, problems)
	}
	if code, log := end(syscall.SIGTERM); code != 0 {
		t.Errorf("got %d %s", code, log)
	}
}

func TestARestoreRevokesTheFeeds(t *testing.T) {
	folder := recorded(t)
	for _, arguments := range [][]string{{"feeds", "--renew"}, {"backup", "copy.db"}, {"restore", "copy.db"}} {
		if code, out, problems := runs(t, folder, nil, arguments...); code != 0 {
			t.Fatalf("%v: got %d %s%s", arguments, code, out, problems)
		}
	}
	if code, out, _ := runs(t, folder, nil, "feeds"); code != 0 || !strings.HasPrefix(out, "The feeds have no addresses;") {
		t.Errorf("got %d %s", code, out)
	}
}

func TestTheFeedsCommandCreatesNoDatabase(t *testing.T) {
	folder := t.TempDir()
	for _, arguments := range [][]string{{"feeds"}, {"feeds", "--revoke"}} {
		const want = "worklog.db: there is no database yet: `worklog` creates it when it starts\n"
		if code, out, problems := runs(t, folder, nil, arguments...); code == 0 || out != "" || problems != want {
			t.Errorf("%v: got %d %s%s, want %s", arguments, code, out, problems, want)
		}
	}
	if _, err := os.Stat(filepath.Join(folder, "worklog.db")); err == nil {
		t.Error("a database was created")
	}
	if code, _, problems := runs(t, folder, nil, "feeds", "--renew"); code != 0 {
		t.Errorf("before the first start: got %d %s", code, problems)
	}
}
