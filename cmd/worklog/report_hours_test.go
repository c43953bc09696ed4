package main_test

import (
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"worklog/models/modelstest"
)

const hoursConfig = `[presence_integration]
timezone = "Europe/Paris"
[[targets]]
from = "2024-03-01"
monday = "7h"
tuesday = "7h"
wednesday = "7h"
thursday = "7h"
friday = "7h"
[balance]
from = "2024-03-25"
start = "-0h30"
[counters.conges]
types = ["CONGE"]
allowance = 25
period_start = "06-01"
[rules]
profile = "prive"
`

// enterDay posts a day by hand, with at most one slot.
func enterDay(t *testing.T, address, date, dayType string, slot ...string) {
	t.Helper()
	values := url.Values{"day_type": {dayType}}
	if len(slot) > 0 {
		values["slot_start"], values["slot_end"] = slot[:1], slot[1:2]
	}
	if len(slot) > 2 {
		values["slot_end_day"] = slot[2:]
	}
	response, err := http.DefaultClient.PostForm(address+"/entries/new?date="+date, values)
	modelstest.Must(t, err)
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: got %d", date, response.StatusCode)
	}
}

func TestTheHoursAreReportedBesideARunningServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	config := filepath.Join(folder, "config.toml")
	modelstest.Must(t, os.WriteFile(config, []byte(hoursConfig), 0o600))
	code, out, problems := runs(t, folder, nil, "report", "hours", "--from", "2024-03-25", "--to", "2024-04-01")
	if code == 0 || !strings.Contains(problems, "there is no database yet") || out != "" {
		t.Errorf("before the first start: got %d %s %s", code, out, problems)
	}
	server, end := serves(t, folder)
	enterDay(t, server, "2024-03-26", "CONGE")
	enterDay(t, server, "2024-03-28", "WORK", "08:00", "17:00")
	enterDay(t, server, "2024-03-30", "GARDE", "20:00", "08:00", "1") // the clock goes forward; Monday 1 April is a holiday
	const none = `{"days":0,"half_days":0,"minutes":0}`
	figures := `{"from":"2024-03-25","to":"2024-04-02","worked_minutes":1200,"night_minutes":480,"sunday_minutes":420,"holiday_minutes":0,` +
		`"by_type":{"ASTREINTE":` + none + `,"CONGE":{"days":1,"half_days":0,"minutes":0},"FERIE":` + none + `,"FORMATION":` + none +
		`,"GARDE":{"days":1,"half_days":0,"minutes":660},"MALADE":` + none + `,"RTT":` + none + `,"TT":` + none + `,"WORK":{"days":1,"half_days":0,"minutes":540}},` +
		`"target_minutes":2100,"balance_minutes":-930,` +
		`"counters":{"conges":{"period_start":"2023-06-01","allowance":25,"carried":0,"adjusted":0,"taken":1,"planned":0,"left":24}},"adjusted_minutes":0,"findings":[]}` + "\n"
	rows := strings.Join([]string{
		"date,day_type,half_day,minutes,night_minutes,sunday_minutes,holiday_minutes,target_minutes,balance_minutes",
		"2024-03-25,,,0,0,0,0,420,-450",
		"2024-03-26,CONGE,,0,0,0,0,0,-450",
		"2024-03-27,,,0,0,0,0,420,-870",
		"2024-03-28,WORK,,540,0,0,0,420,-750",
		"2024-03-29,,,0,0,0,0,420,-1170",
		"2024-03-30,GARDE,,660,480,420,0,0,-510",
		"2024-04-02,,,0,0,0,0,420,-930",
		"",
	}, "\r\n")
	for _, test := range []struct{ name, arguments, out, problems string }{
		{"figures", "--from 2024-03-25 --to 2024-04-02", figures, ""},
		{"days", "--from 2024-03-25 --to 2024-04-02 --format csv", rows, ""},
		{"without a range", "", "", "required flag(s) \"from\", \"to\" not set\n"},
		{"a date that does not exist", "--from 2024-02-30 --to 2024-03-01", "", "--from \"2024-02-30\": must be a date, such as \"2026-01-31\"\n"},
		{"a month", "--from 2024-02-01 --to 2024-03", "", "--to \"2024-03\": must be a date, such as \"2026-01-31\"\n"},
		{"backwards", "--from 2024-03-02 --to 2024-03-01", "", "--to \"2024-03-01\": must not be before --from\n"},
		{"another format", "--from 2024-03-01 --to 2024-03-01 --format xml", "", "--format \"xml\": allowed: \"json\", \"csv\"\n"},
	} {
		code, out, problems := runs(t, folder, nil, append([]string{"report", "hours"}, strings.Fields(test.arguments)...)...)
		if out != test.out || problems != test.problems || (code == 0) != (test.problems == "") {
			t.Errorf("%s: got %d\n%s\n%s", test.name, code, out, problems)
		}
	}
	modelstest.Must(t, os.WriteFile(config, nil, 0o600))
	code, out, problems = runs(t, folder, nil, "report", "hours", "--from", "1970-01-01", "--to", "9999-12-31")
	if code != 0 || !strings.Contains(out, `"worked_minutes":1200,`) || !strings.HasSuffix(out, `"target_minutes":null,"balance_minutes":null,"counters":null,"adjusted_minutes":null,"findings":null}`+"\n") {
		t.Errorf("without a configuration: got %d %s%s", code, out, problems)
	}
	if code, log := end(syscall.SIGTERM); code != 0 {
		t.Errorf("got status %d, log %s", code, log)
	}
}
