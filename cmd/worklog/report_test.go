package main_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"
)

// printed is what a command prints with some arguments, or says on standard error if it fails.
type printed struct{ name, arguments, out, problems string }

// wantRows runs a command with the arguments of each row.
func wantRows(t *testing.T, folder, command string, rows ...printed) {
	t.Helper()
	for _, row := range rows {
		code, out, problems := runs(t, folder, nil, strings.Fields(command+" "+row.arguments)...)
		if out != row.out || problems != row.problems || (code == 0) != (row.problems == "") {
			t.Errorf("%s: got %d\n%s\n%s", row.name, code, out, problems)
		}
	}
}

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

func TestTheHoursAreReportedBesideARunningServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, "config.toml", hoursConfig)
	c := begin(t, folder)
	c.enter("2024-03-26", "CONGE")
	c.enter("2024-03-28", "WORK", "slot_start", "08:00", "slot_end", "17:00", "requested_by", "Mme Roux", "reason", "relève")
	c.enter("2024-03-30", "GARDE", "slot_start", "20:00", "slot_end", "08:00", "slot_end_day", "1") // the clock goes forward; Monday 1 April is a holiday
	const none = `{"days":0,"half_days":0,"minutes":0}`
	figures := `{"from":"2024-03-25","to":"2024-04-02","worked_minutes":1200,"night_minutes":480,"sunday_minutes":420,"holiday_minutes":0,` +
		`"by_type":{"ASTREINTE":` + none + `,"CONGE":{"days":1,"half_days":0,"minutes":0},"FERIE":` + none + `,"FORMATION":` + none +
		`,"GARDE":{"days":1,"half_days":0,"minutes":660},"MALADE":` + none + `,"RTT":` + none + `,"TT":` + none + `,"WORK":{"days":1,"half_days":0,"minutes":540}},` +
		`"target_minutes":2100,"balance_minutes":-930,` +
		`"counters":{"conges":{"period_start":"2023-06-01","allowance":25,"carried":0,"adjusted":0,"taken":1,"planned":0,"left":24}},"adjusted_minutes":0,"findings":[],"to_verify":[{"date":"2024-03-27","why":"missing"},{"date":"2024-03-29","why":"missing"},{"date":"2024-04-02","why":"missing"}]}` + "\n"
	rows := strings.Join([]string{
		"date,day_type,half_day,minutes,night_minutes,sunday_minutes,holiday_minutes,target_minutes,balance_minutes,to_verify",
		"2024-03-25,,,0,0,0,0,420,-450,",
		"2024-03-26,CONGE,,0,0,0,0,0,-450,",
		"2024-03-27,,,0,0,0,0,420,-870,missing",
		"2024-03-28,WORK,,540,0,0,0,420,-750,",
		"2024-03-29,,,0,0,0,0,420,-1170,missing",
		"2024-03-30,GARDE,,660,480,420,0,0,-510,",
		"2024-04-02,,,0,0,0,0,420,-930,missing",
		"",
	}, "\r\n")
	wantRows(t, folder, "report hours", []printed{
		{"figures", "--from 2024-03-25 --to 2024-04-02", figures, ""},
		{"days", "--from 2024-03-25 --to 2024-04-02 --format csv", rows, ""},
		{"without a range", "", "", "required flag(s) \"from\", \"to\" not set\n"},
		{"a date that does not exist", "--from 2024-02-30 --to 2024-03-01", "", "invalid argument \"2024-02-30\" for \"--from\" flag: must be a date, such as 2026-01-31\n"},
		{"no date", "--from 2024-02-01 --to=", "", "invalid argument \"\" for \"--to\" flag: must be a date, such as 2026-01-31\n"},
		{"a month", "--from 2024-02-01 --to 2024-03", "", "invalid argument \"2024-03\" for \"--to\" flag: must be a date, such as 2026-01-31\n"},
		{"backwards", "--from 2024-03-02 --to 2024-03-01", "", "--to 2024-03-01: must not be before --from\n"},
		{"another format", "--from 2024-03-01 --to 2024-03-01 --format xml", "", "invalid argument \"xml\" for \"--format\" flag: allowed: \"json\", \"csv\"\n"},
	}...)
	wantRows(t, folder, "report plan", []printed{
		{"nothing planned", "--from 2024-03-25 --to 2024-04-02", `{"from":"2024-03-25","to":"2024-04-02","planned_minutes":0,"worked_minutes":1200,"beyond_minutes":0,"days":[` +
			`{"date":"2024-03-28","planned":[],"rest":false,"worked_minutes":540,"beyond_minutes":0,"requested_by":"Mme Roux","reason":"relève"},` +
			`{"date":"2024-03-30","planned":[],"rest":false,"worked_minutes":660,"beyond_minutes":0,"requested_by":"","reason":""}]}` + "\n", ""},
		{"nothing", "--from 2024-03-25 --to 2024-03-25", `{"from":"2024-03-25","to":"2024-03-25","planned_minutes":0,"worked_minutes":0,"beyond_minutes":0,"days":[]}` + "\n", ""},
		{"days", "--from 2024-03-25 --to 2024-03-28 --format csv", "date,planned,worked_minutes,beyond_minutes,requested_by,reason\r\n2024-03-28,,540,0,Mme Roux,relève\r\n", ""},
		{"backwards", "--from 2024-03-02 --to 2024-03-01", "", "--to 2024-03-01: must not be before --from\n"},
	}...)
	write(t, folder, "config.toml", "")
	out := prints(t, folder, "report", "hours", "--from", "1970-01-01", "--to", "9999-12-31")
	if !strings.Contains(out, `"worked_minutes":1200,`) || !strings.Contains(out, `"target_minutes":null,"balance_minutes":null,"counters":null,"adjusted_minutes":null,"findings":null,"to_verify":[`) {
		t.Errorf("without a configuration: got %s", out)
	}
	c.stop()
}

const payConfig = `[presence_integration]
timezone = "Europe/Paris"
[rules]
profile = "prive"
[pay]
profile = "fph"
annual_base = 36400
delay_months = 2
[[pay.rates]]
kind = "overtime_25"
from = "2024-01-01"
euros = 25.50
`

func TestThePayIsReportedBesideARunningServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, "config.toml", payConfig)
	c := begin(t, folder)
	for _, date := range []string{"2024-02-27", "2024-02-28", "2024-03-01"} {
		c.enter(date, "WORK", "slot_start", "08:00", "slot_end", "20:00")
	}
	c.enter("2024-03-30", "GARDE", "slot_start", "20:00", "slot_end", "08:00", "slot_end_day", "1") // the clock goes forward
	c.enter("2024-04-02", "TT")
	const (
		may = `{"month":"2024-05","of":"2024-03","lines":[{"kind":"night","minutes":480,"cents":4000,"dates":["2024-03-30","2024-03-31"]},` +
			`{"kind":"sunday","minutes":420,"cents":5250,"dates":["2024-03-31"]},` +
			`{"kind":"overtime_25","minutes":60,"cents":2550,"dates":["2024-02-27","2024-02-28","2024-03-01"]},` +
			`{"kind":"meal","days":2,"cents":null,"dates":["2024-03-01","2024-03-30"]}],"total_cents":11800}` + "\n"
		june  = `{"month":"2024-06","of":"2024-04","lines":[{"kind":"telework","days":1,"cents":null,"dates":["2024-04-02"]}],"total_cents":null}` + "\n"
		first = `{"month":"1970-01","of":"1969-11","lines":[],"total_cents":null}` + "\n"
	)
	wantRows(t, folder, "report pay", []printed{
		{"figures", "--month 2024-05", may, ""},
		{"without a rate", "--month 2024-06", june, ""},
		{"what would pay a month before all others", "--month 1970-01", first, ""},
		{"without a month", "", "", "required flag(s) \"month\" not set\n"},
		{"a month that does not exist", "--month 2024-13", "", "--month \"2024-13\": must be a month, such as \"2026-01\"\n"},
		{"a date", "--month 2024-05-01", "", "--month \"2024-05-01\": must be a month, such as \"2026-01\"\n"},
	}...)
	c.wantShown("/months/2024-05/pay", "<b>8 h 00</b>", "<strong>40,00 €</strong>", "<strong>52,50 €</strong>", "<strong>25,50 €</strong>", "<b>118,00 €</b>")
	c.stop()
}

const costsConfig = `[vehicles.clio]
type = "moteur"
category = "voiture"
power_cv = 5
[vehicles.mob]
type = "moteur"
category = "moto"
[journeys.bureau]
distance_km = 18.5
[presence_integration]
timezone = "Europe/Paris"
default_journey_profile_id = "bureau"
default_motor_vehicle_id = "clio"
[meals]
per_day = 4.20
`

func TestTheCostsAreReportedBesideARunningServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	write(t, folder, "config.toml", costsConfig)
	c := begin(t, folder)
	work := func(date, vehicle string) {
		c.enter(date, "WORK", "journey_profile_id", "bureau", "motor_vehicle_id", vehicle, "slot_start", "08:00", "slot_end", "16:00")
	}
	work("2025-03-03", "clio")
	work("2025-03-04", "clio")
	c.enter("2025-03-05", "TT")
	c.enter("2025-05-02", "RTT", "slot_start", "08:00", "slot_end", "16:00")
	later := time.Now().Year() + 1 // which is planned
	work(fmt.Sprint(later, "-03-03"), "clio")
	c.enter(fmt.Sprint(later, "-03-04"), "TT")
	wantRows(t, folder, "report costs", []printed{
		{"figures", "--year 2025", `{"year":2025,"bareme_year":2025,"provisional":false,"vehicles":[{"id":"clio","days":2,"metres":74000,"cents":4706}],` +
			`"telework":{"days":1,"cents":270},"meals":{"days":2,"cents":840},"planned_days":0,"total_euros":58,"to_verify":[{"date":"2025-05-02","why":"RTT with a slot"}]}` + "\n", ""},
		{"a year to come", fmt.Sprint("--year ", later, " --format json"), fmt.Sprint(`{"year":`, later) + `,"bareme_year":2025,"provisional":false,"vehicles":[],"telework":{"days":0,"cents":0},"meals":{"days":0,"cents":0},"planned_days":2,"total_euros":0,"to_verify":[]}` + "\n", ""},
		{"days", "--year 2025 --format csv", "date,day_type,journey_profile_id,motor_vehicle_id,metres,kilometres,telework_days,to_verify,figures,meals\r\n" +
			"2025-03-03,WORK,bureau,clio,37000,37,0,,2025,1\r\n2025-03-04,WORK,bureau,clio,37000,37,0,,2025,1\r\n2025-03-05,TT,,,0,0,1,,2025,0\r\n2025-05-02,RTT,,,0,0,0,RTT with a slot,2025,0\r\n", ""},
		{"days for a French spreadsheet", "--year 2027 --format csv --decimal-comma", "date;day_type;journey_profile_id;motor_vehicle_id;metres;kilometres;telework_days;to_verify;figures;meals\r\n", ""},
		{"without a year", "", "", "required flag(s) \"year\" not set\n"},
		{"a year out of range", "--year 1969", "", "year 1969: local date is outside the years 1970 to 9999\n"},
		{"another format", "--year 2025 --format xml", "", "invalid argument \"xml\" for \"--format\" flag: allowed: \"json\", \"csv\"\n"},
	}...)
	table := prints(t, folder, "report", "costs", "--year", "2025", "--format", "csv", "--decimal-comma")
	if got := c.get("/years/2025/costs.csv"); got.body != table {
		t.Errorf("the page offers %s, the command prints %s", got.body, table)
	}
	c.wantShown("/years/2025/costs", "<strong>58 €</strong>", "<b>8,40 €</b>", "<b>47,06 €</b>", "2 jours · 74 km", "<b>2,70 €</b>", "RTT avec un créneau")
	work("2025-03-06", "mob")
	code, out, problems := runs(t, folder, nil, "report", "costs", "--year", "2025")
	if code != 0 || !strings.Contains(out, `{"id":"mob","days":1,"metres":37000,"cents":null}]`) || !strings.Contains(out, `"total_euros":null`) || problems != "missing in the configuration: vehicles.mob.power_cv\n" {
		t.Errorf("with something missing: got %d %s %s", code, out, problems)
	}
	c.stop()
}

func TestTheDigestOfASheetIsPrintedBesideARunningServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	c := begin(t, folder)
	c.enter("2024-03-28", "WORK", "slot_start", "08:00", "slot_end", "17:00")
	rows := prints(t, folder, "sheet-hash", "--rows", "2024-03")
	if !strings.HasPrefix(rows, "worklog-sheet-3\t2024-03\nday\t2024-03-28\tWORK\t\t") || strings.Count(rows, "\n") != 3 {
		t.Errorf("got rows %s", rows)
	}
	digest := fmt.Sprintf("%x\n", sha256.Sum256([]byte(rows)))
	second := strings.NewReplacer("sheet-3", "sheet-2", "\ttyped\t0", "").Replace(rows)
	empty := fmt.Sprintf("%x\n", sha256.Sum256([]byte("worklog-sheet-3\t2024-02\n")))
	wantRows(t, folder, "sheet-hash", []printed{
		{"a month", "2024-03", digest, ""},
		{"a month without days", "2024-02", empty, ""},
		{"a month that does not exist", "2024-13", "", "month \"2024-13\": must be a month, such as \"2026-01\"\n"},
		{"a date", "2024-03-28", "", "month \"2024-03-28\": must be a month, such as \"2026-01\"\n"},
		{"a month before the calendar", "1969-12", "", "month \"1969-12\": must be a month, such as \"2026-01\"\n"},
		{"illness as it is printed elsewhere", "2024-03 --illness shown", digest, ""},
		{"as it was signed before", "2024-03 --format 2", fmt.Sprintf("%x\n", sha256.Sum256([]byte(second))), ""},
		{"as it was signed first", "2024-03 --format 1 --illness hidden", fmt.Sprintf("%x\n", sha256.Sum256([]byte(strings.Replace(second, "sheet-2", "sheet-1", 1)))), ""},
		{"another format", "2024-03 --format 4", "", "format 4: must be from 1 to 3\n"},
		{"another word for it", "2024-03 --illness masked", "", "invalid argument \"masked\" for \"--illness\" flag: allowed: \"shown\", \"hidden\"\n"},
		{"no month", "", "", "accepts 1 arg(s), received 0\n"},
		{"none is kept", "--kept", "", ""},
		{"kept", "2024-03 --keep", digest, ""},
		{"kept already", "2024-03 --keep", digest, ""},
		{"a month that is not over", "9999-12 --keep", "", "month 9999-12: the month is not over\n"},
		{"those of a month", "2024-03 --kept", "", "accepts 0 arg(s), received 1\n"},
	}...)
	c.wantShown("/months/2024-03/sheet", strings.TrimSpace(digest), "Empreinte gardée le")
	for _, state := range []string{"same", "days that differ: 1"} {
		if list := prints(t, folder, "sheet-hash", "--kept"); !strings.HasPrefix(list, "2024-03\t3\thidden\t"+strings.TrimSpace(digest)+"\t") || !strings.HasSuffix(list, "\t"+state+"\n") || strings.Count(list, "\n") != 1 {
			t.Errorf("got %s, want %s", list, state)
		}
		c.enter("2024-03-29", "CONGE")
	}
	c.stop()
}
