package main_test

import (
	"strings"
	"testing"
	"worklog/models/modelstest"
)

func TestTheFeedsAreRenewedAndRevokedWhileAServerRuns(t *testing.T) {
	folder := recorded(t)
	c := begin(t, folder)
	renew := func(environment ...string) (addresses []string) {
		t.Helper()
		code, out, problems := runs(t, folder, environment, "feeds", "--renew")
		addresses = strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		if code != 0 || problems != "" || len(addresses) != 3 || !strings.HasSuffix(addresses[0], "/presence.json") || !strings.HasSuffix(addresses[1], "/calendar.ics") || !strings.HasSuffix(addresses[2], "/days.json") {
			t.Fatalf("got %d %s%s", code, out, problems)
		}
		return addresses
	}
	status := func(address string) int {
		return c.get(address[strings.Index(address, "/feeds/"):] + "?from=2026-11-01&to=2026-11-30").status
	}
	wantPrinted(t, folder, "The feeds have no addresses; `worklog feeds --renew` makes them.\n", "feeds")
	first := renew()
	for _, address := range first {
		modelstest.Want(t, status(address), 200, address)
	}
	modelstest.WantIn(t, prints(t, folder, "feeds"), "presence.json and calendar.ics: an address since 20", "\ndays.json: an address since 20")
	second := renew("WORKLOG_SERVER_LISTEN=:8080", "WORKLOG_WEB_OPEN_TO_NETWORK=true")
	modelstest.WantIn(t, second[0], "http://localhost:8080/feeds/")
	modelstest.Want(t, status(first[0]), 404)
	public := renew("WORKLOG_SERVER_PUBLIC_URL=https://home.example.org/worklog", "WORKLOG_WEB_OPEN_TO_NETWORK=true")
	modelstest.WantIn(t, public[1], "https://home.example.org/worklog/feeds/")
	modelstest.Want(t, status(public[1]), 200)
	wantPrinted(t, folder, "The feeds have no addresses any more.\n", "feeds", "--revoke")
	modelstest.Want(t, status(public[1]), 404)
	modelstest.Want(t, status(public[2]), 404)
	wantRun(t, folder, nil, 1, "[renew revoke]", "feeds", "--renew", "--revoke")
	c.stop()
}

// Addresses can be made before the first start.
func TestARestoreRevokesTheFeeds(t *testing.T) {
	folder := t.TempDir()
	for _, arguments := range [][]string{{"feeds", "--renew"}, {"backup", "copy.db"}, {"restore", "copy.db"}} {
		prints(t, folder, arguments...)
	}
	wantPrinted(t, folder, "The feeds have no addresses; `worklog feeds --renew` makes them.\n", "feeds")
}
