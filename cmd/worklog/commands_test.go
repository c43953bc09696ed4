package main_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"worklog/app"
	"worklog/models/modelstest"
)

const roster = "BEGIN:VCALENDAR\r\n" +
	"BEGIN:VEVENT\r\nSUMMARY:N2\r\nDTSTART:20260610T194500\r\nDTEND:20260611T071500\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nSUMMARY:CA\r\nDTSTART;VALUE=DATE:20260612\r\nEND:VEVENT\r\n" +
	"BEGIN:VEVENT\r\nSUMMARY:Réunion\r\nDTSTART:20260613T090000\r\nDTEND:20260613T100000\r\nRRULE:FREQ=WEEKLY\r\nEND:VEVENT\r\n" +
	"END:VCALENDAR\r\n"

func TestTheShiftsOfAFileArePlannedAlsoWhileAServerRuns(t *testing.T) {
	folder := newDiary(t, "")
	write(t, folder, "config.toml", app.DemoConfig+"\n[plan.words]\nN2 = \"GARDE\"\n")
	write(t, folder, "june.ics", roster)
	c := begin(t, folder)
	const said = "leave to be entered: 2026-06-12: \"CA\"\nleft out: line 11: \"Réunion\": it repeats\n"
	wantPrinted(t, folder, said+"Would plan 2026-06-10 to 2026-06-12: 1 shift. Nothing was written.\n", "plan", "import", "june.ics", "--dry-run")
	wantStored(t, folder, "SELECT date FROM plan_dates")
	for range 2 { // again it changes nothing
		wantPrinted(t, folder, said+"Planned 2026-06-10 to 2026-06-12: 1 shift.\n", "plan", "import", "june.ics")
	}
	const planned = "SELECT date || ' ' || shifts FROM plan_dates ORDER BY date"
	june := []string{`2026-06-10 [{"start_at":"2026-06-10T17:45:00.000000000Z","end_at":"2026-06-11T05:15:00.000000000Z","type":"GARDE"}]`, "2026-06-11 []", "2026-06-12 []"}
	wantStored(t, folder, planned, june...)
	wantStored(t, folder, "SELECT action || ' ' || made_by FROM changes", "planned command line")

	write(t, folder, "later.csv", "Jour;Début;Fin;Code\n12/06/2026;7h;15h;N2\n")
	wantPrinted(t, folder, "Planned 2026-06-12 to 2026-06-12: 1 shift.\n", "plan", "import", "later.csv", "--columns", "date=Jour,start=Début,end=Fin,type=Code")
	wantStored(t, folder, planned, june[0], june[1], `2026-06-12 [{"start_at":"2026-06-12T05:00:00.000000000Z","end_at":"2026-06-12T13:00:00.000000000Z","type":"GARDE"}]`)
	c.stop()
	modelstest.WantSound(t, filepath.Join(folder, "worklog.db"))
}

func TestAFileThatCannotBePlannedIsRefusedWithItsLines(t *testing.T) {
	folder := newDiary(t, "")
	write(t, folder, "wrong.csv", "date,start,end\n2026-06-10,07:00,15:00\n2026-06-31,07:00,15:00\n2026-06-12,07:00,\n")
	write(t, folder, "nothing.csv", "date,type\n2026-06-10,Fête\n")
	for arguments, want := range map[string]string{
		"wrong.csv":           "wrong.csv: row 3: date \"2026-06-31\": is not a date\nrow 4: the row has a start or an end only\n",
		"wrong.csv --dry-run": "wrong.csv: row 3: date \"2026-06-31\": is not a date\nrow 4: the row has a start or an end only\n",
		"nothing.csv":         "left out: line 2: \"Fête\": it is a whole day, and its word says neither rest nor leave\nnothing.csv: the file has no event to take\n",
	} {
		code, out, problems := runs(t, folder, nil, append([]string{"plan", "import"}, strings.Fields(arguments)...)...)
		modelstest.Want(t, out+problems, want)
		modelstest.Want(t, code, 1)
	}
	wantStored(t, folder, "SELECT date FROM plan_dates")
	wantStored(t, folder, "SELECT id FROM changes")
}

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

func TestAHealthCheckNeedsTheConfigurationAndNoSecrets(t *testing.T) {
	folder := t.TempDir()
	c := begin(t, folder)
	listen := strings.TrimPrefix(c.url, "http://")
	environment := []string{"WORKLOG_SERVER_LISTEN=" + listen, "WORKLOG_API_TOKEN_FILE=/nowhere", "WORKLOG_WEB_AUTH=password", "HTTP_PROXY=http://127.0.0.1:1"}
	if code, out, problems := runs(t, folder, environment, "healthcheck"); code != 0 || out != listen+": healthy\n" || problems != "" {
		t.Errorf("got %d %s %s", code, out, problems)
	}
	c.stop()
	if code, out, problems := runs(t, folder, environment, "healthcheck"); code != 1 || out != "" || !strings.HasPrefix(problems, listen+": no server responds: ") || strings.Count(problems, "\n") != 1 {
		t.Errorf("got %d %s %s", code, out, problems)
	}
}

func TestEachShellHasAScriptThatItCanRead(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script := prints(t, t.TempDir(), "completion", shell)
		modelstest.WantIn(t, script, "__complete")
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("%s is not installed: its script is not read", shell)
			continue
		}
		read := exec.CommandContext(t.Context(), shell, "-n")
		read.Stdin = strings.NewReader(script)
		if output, err := read.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", shell, err, output)
		}
	}
}

func TestACommandLineIsCompletedWithWhatItTakes(t *testing.T) {
	const any, none, extensions = ":0", ":4", ":8" // cobra's directives: files, no files, files with these extensions
	for typed, want := range map[string]string{
		"c":                        "check completion config " + none,
		"healthc":                  "healthcheck " + none,
		"--config ":                "toml " + extensions,
		"export --format ":         "json csv " + none,
		"export --from ":           none,
		"report costs --format=":   "json csv " + none,
		"import ":                  "json csv " + extensions,
		"import days.csv ":         none,
		"backup ":                  any,
		"restore worklog.db.copy ": none,
		"feeds --re":               "--renew --revoke " + none,
	} {
		code, out, _ := runs(t, t.TempDir(), nil, append([]string{"__complete"}, strings.Split(typed, " ")...)...)
		var got []string
		for line := range strings.Lines(out) {
			value, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			got = append(got, value)
		}
		modelstest.Want(t, code, 0, typed, got)
		modelstest.Want(t, strings.Join(got, " "), want, typed, got)
	}
}
