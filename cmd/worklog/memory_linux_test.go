package main_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"worklog/models/modelstest"
)

// unitSetting returns what the unit of the server sets.
func unitSetting(t *testing.T, name string) string {
	t.Helper()
	unit := modelstest.Got(os.ReadFile("../../deploy/systemd/worklog.service"))(t)
	found := regexp.MustCompile(`(?m)^` + name + `=(.+)$`).FindSubmatch(unit)
	if found == nil {
		t.Fatalf("the unit has no %s", name)
	}
	return string(found[1])
}

// memoryMax is the limit of the unit, in bytes.
func memoryMax(t *testing.T) int64 {
	t.Helper()
	mebibytes := modelstest.Got(strconv.ParseInt(strings.TrimSuffix(unitSetting(t, "MemoryMax"), "M"), 10, 64))(t)
	return mebibytes << 20
}

// memoryGroup makes a control group with a limit of memory, without swap, and returns the
// file into which a process writes its id to be in it; "" where none can be made.
func memoryGroup(t *testing.T, limit int64) (processes string) {
	t.Helper()
	own, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return ""
	}
	for _, kind := range []struct{ line, root, max, swap string }{
		{"::", "/sys/fs/cgroup", "memory.max", "memory.swap.max"},
		{":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.swappiness"},
	} {
		_, path, _ := strings.Cut(string(own), kind.line)
		path, _, _ = strings.Cut(path, "\n")
		folder := filepath.Join(kind.root, path, fmt.Sprint("worklog-test-", os.Getpid()))
		if os.Mkdir(folder, 0o755) != nil {
			continue
		}
		t.Cleanup(func() { _ = os.Remove(folder) })
		_ = limitTo(filepath.Join(folder, kind.swap), 0)
		if limitTo(filepath.Join(folder, kind.max), limit) == nil {
			return filepath.Join(folder, "cgroup.procs")
		}
	}
	return ""
}

// limitTo writes a number to a file that the kernel must have made: a folder elsewhere is no
// control group.
func limitTo(name string, value int64) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(file, value)
	return errors.Join(err, file.Close())
}

// peak is the most memory that the program has had at once, in bytes.
func (c *server) peak() int64 {
	c.t.Helper()
	return int64(resident(c.t, c.command.Process.Pid, "VmHWM") * (1 << 20))
}

// unread sends a request on each of that many connections and reads the status of the
// answer: the rest of it waits in the program until the connections are closed. It returns
// how often each status came, which is empty for a connection that was one too many.
func (c *server) unread(connections int, request func(i int) string) (statuses map[string]int, closeAll func()) {
	c.t.Helper()
	dialer := net.Dialer{Control: func(_, _ string, raw syscall.RawConn) error {
		return raw.Control(func(descriptor uintptr) {
			_ = unix.SetsockoptInt(int(descriptor), unix.SOL_SOCKET, unix.SO_RCVBUF, 4096)
		})
	}}
	statuses = map[string]int{}
	var open []net.Conn
	var mu sync.Mutex
	var group sync.WaitGroup
	for i := range connections {
		connection := modelstest.Got(dialer.Dial("tcp", strings.TrimPrefix(c.url, "http://")))(c.t)
		open = append(open, connection)
		modelstest.Must(c.t, connection.SetDeadline(time.Now().Add(patience)))
		group.Go(func() { _, _ = io.WriteString(connection, request(i)) })
		group.Go(func() {
			status := make([]byte, len("HTTP/1.1 200"))
			n, _ := io.ReadFull(connection, status)
			mu.Lock()
			defer mu.Unlock()
			statuses[strings.TrimPrefix(string(status[:n]), "HTTP/1.1 ")]++
		})
	}
	group.Wait()
	return statuses, func() {
		for _, connection := range open {
			_ = connection.Close()
		}
	}
}

// hostileRequest returns the text of a request from an address of its own.
func hostileRequest(i int, method, path, body string, headers ...string) string {
	if method == http.MethodPost {
		headers = append(headers, fmt.Sprint("Content-Length: ", len(body)))
	}
	network := []string{"203.0", "10.0"}[i%2] // of the internet, or at home: counted apart
	headers = append(headers, "Host: localhost", fmt.Sprintf("X-Forwarded-For: %s.%d.%d", network, i/250, i%250))
	return method + " " + path + " HTTP/1.1\r\n" + strings.Join(headers, "\r\n") + "\r\n\r\n" + body
}

// fiftyYearsUntilToday are 18,000 days of two slots.
const fiftyYearsUntilToday = `
	CREATE TEMP TABLE days AS WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 18000)
		SELECT n, date('now', (n - 17700) || ' days') AS date FROM r;
	INSERT INTO work_entries (id, date, timezone, day_type, note, created_at, updated_at)
		SELECT n, date, 'Europe/Paris', 'WORK', 'Une note de quelques mots', date || 'T06:00:00.000000000Z', date || 'T17:00:00.000000000Z' FROM days;
	INSERT INTO time_slots (id, work_entry_id, start_at, end_at) SELECT 2 * n + hour / 10, n, date || 'T' || printf('%02d', hour) || ':00:00.000000000Z', date || 'T' || printf('%02d', hour + 3) || ':00:00.000000000Z'
		FROM days JOIN (SELECT 6 AS hour UNION ALL SELECT 12);`

const hostileConfig = `
[server]
trusted_proxies = ["127.0.0.1/32"]
[web]
auth = "password"
[presence_integration]
timezone = "Europe/Paris"
[presence_integration.owntracks]
region = "Bureau"
[backup]
folder = "backups"
[balance]
from = "1980-01-01"
[[targets]]
from = "1980-01-01"
week = "35h"
`

// door is where requests come in.
type door struct {
	name        string
	connections int
	status      string // of one of the answers at least
	request     func(i int) string
}

// doors are all of them, with the worst that is known to come in: those of strangers, of
// the automation and of other programs, and of who is signed in.
func doors(t *testing.T, feed, cookie string) []door {
	t.Helper()
	form := "Content-Type: application/x-www-form-urlencoded"
	gzip := "Accept-Encoding: gzip"
	secret := secret
	bearer, basic := "Authorization: Bearer "+secret, "Authorization: Basic "+base64.StdEncoding.EncodeToString([]byte("camille:"+secret))
	get := func(path string, headers ...string) func(int) string {
		return func(i int) string { return hostileRequest(i, http.MethodGet, path, "", headers...) }
	}
	post := func(path, body string, headers ...string) func(int) string {
		return func(i int) string { return hostileRequest(i, http.MethodPost, path, body, headers...) }
	}
	carried := strings.Repeat("slot_start="+strings.Repeat("8", 240)+"&", 499) + "note="
	login := url.Values{"password": {"a guess"}, "typed": {"/entries/new"}, "sent_at": {"2026-11-20T08:00:00Z"},
		"fields": {"slot_start=" + strings.Repeat("%22", 42_000)}}.Encode()
	strangers := []door{
		{"tiny fields without a session", 128, "303", post("/entries/new", "slot_start="+strings.Repeat("&note=", 43_000), form)},
		{"a carried form", 128, "403", post("/entries/new", carried, form)},
		{"marks to escape", 128, "303", post("/entries/new", "slot_start=&note="+strings.Repeat(`"`, 130_000), form)},
		{"a login that carries", 128, "422", post("/login", login, form, gzip)},
		{"passwords", 256, "422", post("/login", "password=a+guess", form, gzip)},
		{"the login", 384, "200", get("/login?next=/" + strings.Repeat("&", 15_000))},
		{"the login compressed", 384, "200", get("/login", gzip)},
		{"a wide header", 384, "303", get("/", "X-Wide: "+strings.Repeat("x", 15_000))},
		{"an unknown file", 384, "404", get("/static/nothing.css")},
		{"the description", 384, "200", get("/openapi.yaml")},
		{"the health check", 384, "200", get("/healthz")},
		{"the endpoint without its token", 384, "401", post("/api/v1/workplace-presence", strings.Repeat(`{"`, 130_000))},
		{"the endpoint", 384, "400", post("/api/v1/workplace-presence", strings.Repeat(" ", 4000)+"{", "Content-Type: application/json", bearer)},
		{"OwnTracks", 384, "401", post("/hooks/owntracks", strings.Repeat(`{"`, 130_000))},
		{"a feed of another secret", 384, "404", get("/feeds/x/calendar.ics")},
	}
	together := door{"all of these", 384, "200", func(i int) string { return strangers[i/2%len(strangers)].request(i) }}
	all := append([]door{together}, strangers...)
	all = append(all,
		door{"the calendar", 128, "503", get(feed)}, // where the turn does not come
		door{"the presence", 384, "200", get(strings.Replace(feed, "calendar.ics", "presence.json", 1))},
		door{"OwnTracks with its password", 384, "200", func(i int) string {
			region := fmt.Sprint(i) + strings.Repeat("é", 1900)
			return hostileRequest(i, http.MethodPost, "/hooks/owntracks", `{"_type":"transition","event":"enter","desc":"`+region+`"}`, basic)
		}},
		door{"a year compressed", 16, "200", get("/years/2026", cookie, gzip)},
		door{"an export compressed", 16, "200", get("/data/export", cookie, gzip)},
		door{"an export", 32, "503", get("/data/export", cookie)},
	)
	for _, path := range []string{
		"/years/2026", "/years/2026/costs", "/years/2026/hours", "/months/2026-11", "/months/2026-11/hours", "/months/2026-11/sheet", "/months/2026-11/pay",
		"/plan", "/help", "/help/connect", "/review", "/journal", "/data", "/data/export?table=slots", "/entries/17700/edit", "/entries/17700/history",
	} {
		all = append(all, door{path, 16, "200", get(path, cookie)})
	}
	upload := func(path, file string) func(int) string {
		return post(path, "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\n\r\n"+file+"\r\n--x--\r\n",
			cookie, "Content-Type: multipart/form-data; boundary=x")
	}
	packed := func(file, plan string) func(int) string {
		content := base64.RawURLEncoding.EncodeToString(modelstest.Gzipped(file))
		return post("/data/import", "content="+content+"&plan="+plan, cookie, form)
	}
	rows := func(number int) string {
		settings := "section=targets&version=0&do=edit"
		for i := range number {
			settings += fmt.Sprintf("&targets.%d.row=0", i)
		}
		return settings
	}
	all = append(all,
		door{"settings of more fields than may be", 16, "413", post("/settings", rows(12_000), cookie, form)},
		door{"settings of as many fields as may be", 16, "200", post("/settings", rows(3990), cookie, form)},
		door{"a day of as many rows as may be", 16, "422", post("/entries/new?date=2098-01-01", strings.Repeat("slot_end=x&", 500), cookie, form)},
		door{"a packed file of commas", 4, "422", packed("date\n"+strings.Repeat(",", 32<<20-5), "")},
		door{"the second step of fifty years", 4, "409", packed(fiftyYears("x"), "x")},
		door{"an upload of commas", 4, "422", upload("/data/import", strings.Repeat(",", 32<<20))},
		door{"an upload of numbers for slots", 4, "422", upload("/data/import", `{"days":[{"slots":[1`+strings.Repeat(",1", 16<<20-100))},
		door{"a planner's calendar of empty events", 4, "422", upload("/plan", "BEGIN:VCALENDAR\n"+strings.Repeat("BEGIN:VEVENT\nEND:VEVENT\n", 5<<20/24))},
		door{"a planner's table of commas", 4, "422", upload("/plan", "date\n"+strings.Repeat(",", 5<<20-5))},
		door{"a planner's calendar of long lines", 4, "422", upload("/plan", "BEGIN:VCALENDAR\nBEGIN:VEVENT\n"+strings.Repeat("X:x\n x\n", 5<<20/8))},
	)
	return all
}

func TestAHostileCorpusOfEveryDoorStaysBelowTheMemoryOfTheUnit(t *testing.T) {
	if modelstest.RaceDetected {
		t.Skip("not tested: the race detector takes several times the memory")
	}
	limit := memoryMax(t)
	folder := t.TempDir()
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, "config.toml"), []byte(hostileConfig), 0o600))
	database := filepath.Join(folder, "worklog.db")
	modelstest.Create(t, database)
	db := modelstest.SQL(t, database)
	db.SetMaxOpenConns(1) // of the temporary table
	modelstest.Must(t, modelstest.Only(db.Exec(fiftyYearsUntilToday)))
	code, addresses, problems := runs(t, folder, nil, "feeds", "--renew")
	feed := regexp.MustCompile(`/feeds/\S+\.ics`).FindString(addresses)
	if code != 0 || feed == "" {
		t.Fatalf("no feed: %s %s", addresses, problems)
	}
	_, hash, _ := hashOf(t, "correct horse")

	limited := fmt.Sprintf("ulimit -n %s", unitSetting(t, "LimitNOFILE"))
	if processes := memoryGroup(t, limit); processes != "" {
		limited += " && echo $$ >" + processes
	} else {
		t.Log("no control group can be made: only the peak is compared")
	}
	environment := []string{"WORKLOG_WEB_PASSWORD_HASH=" + strings.TrimSpace(hash), "GOMEMLIMIT=" + unitSetting(t, "Environment=GOMEMLIMIT")}
	c := beginAs(t, inShell(limited), folder, environment...)
	signedIn := modelstest.Got(c.submit("/login", url.Values{"password": {"correct horse"}}))(t)
	session, _, _ := strings.Cut(signedIn.header.Get("Set-Cookie"), ";")
	most := int64(0)
	all := doors(t, feed, "Cookie: "+session)
	if os.Getenv("CI") == "" {
		all = all[:1] // that of all strangers at once
	}
	for i, door := range all {
		if i < 7 { // after a hundred attempts of strangers, no more are worked on
			c.end(syscall.SIGKILL)
			c = beginAs(t, inShell(limited), folder, environment...)
		}
		statuses, closeAll := c.unread(door.connections, door.request)
		// the server may not have seen yet that the last door's connections are closed, and a slow
		// machine has not answered so many in the time that a request may take
		for end, n := time.Now().Add(patience), door.connections; statuses[door.status] == 0 && time.Now().Before(end); {
			closeAll()
			if statuses[""] > 0 {
				n = max(n/2, 1)
			}
			statuses, closeAll = c.unread(n, door.request)
		}
		modelstest.Want(t, statuses[door.status] > 0, true, door.name, statuses, door.status)
		day := fmt.Sprintf("2099-%02d-%02dT", 1+i/28, 1+i%28)
		for _, s := range []signal{{"arrival", day + "08:00:00Z", door.name + " in"}, {"departure", day + "09:00:00Z", door.name + " out"}} {
			if got, err := c.post(s); err != nil || got.status/100 != 2 {
				t.Errorf("%s: got %d %s, %v; log: %s", door.name, got.status, got.body, err, c.faults())
			}
		}
		most = max(most, c.peak())
		t.Logf("%s: %v, a peak of %d MiB", door.name, statuses, c.peak()>>20)
		closeAll()
		c.alive()
	}
	modelstest.WantAtMost(t, most>>20, limit>>20, "the peak in MiB")
}
