package main_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"
	"time"

	"worklog/models/modelstest"
)

const reportedConfig = `[presence_integration]
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
[pay]
profile = "fph"
annual_base = 36400
delay_months = 2
[[pay.rates]]
kind = "overtime_25"
from = "2024-01-01"
euros = 25.50
[vehicles.clio]
type = "moteur"
category = "voiture"
power_cv = 5
[vehicles.mob]
type = "moteur"
category = "moto"
[journeys.bureau]
distance_km = 18.5
[meals]
per_day = 4.20
`

// reported starts a server on days of two years, with some to come.
func reported(t *testing.T, later int) (c *server, folder string) {
	t.Helper()
	folder = t.TempDir()
	write(t, folder, "config.toml", reportedConfig)
	c = begin(t, folder)
	for _, date := range []string{"2024-02-27", "2024-02-28", "2024-03-01"} {
		c.enter(date, "WORK", "slot_start", "08:00", "slot_end", "20:00")
	}
	c.enter("2024-03-26", "CONGE")
	c.enter("2024-03-28", "WORK", "slot_start", "08:00", "slot_end", "17:00", "requested_by", "Mme Roux", "reason", "relève")
	c.enter("2024-03-30", "GARDE", "slot_start", "20:00", "slot_end", "08:00", "slot_end_day", "1") // the clock goes forward; Monday 1 April is a holiday
	c.enter("2024-04-02", "TT")
	for _, date := range []string{"2025-03-03", "2025-03-04", fmt.Sprint(later, "-03-03")} {
		c.enter(date, "WORK", "journey_profile_id", "bureau", "motor_vehicle_id", "clio", "slot_start", "08:00", "slot_end", "16:00")
	}
	c.enter("2025-03-05", "TT")
	c.enter("2025-05-02", "RTT", "slot_start", "08:00", "slot_end", "16:00")
	c.enter(fmt.Sprint(later, "-03-04"), "TT")
	return c, folder
}

func TestReportsArePrintedBesideARunningServerAndAreThoseOfThePages(t *testing.T) {
	later := time.Now().Year() + 1 // which is planned
	c, folder := reported(t, later)
	const (
		none  = `{"days":0,"half_days":0,"minutes":0}`
		hours = `{"from":"2024-03-25","to":"2024-04-01","worked_minutes":1200,"night_minutes":480,"sunday_minutes":420,"holiday_minutes":0,` +
			`"by_type":{"ASTREINTE":` + none + `,"CONGE":{"days":1,"half_days":0,"minutes":0},"FERIE":` + none + `,"FORMATION":` + none +
			`,"GARDE":{"days":1,"half_days":0,"minutes":660},"MALADE":` + none + `,"RTT":` + none + `,"TT":` + none + `,"WORK":{"days":1,"half_days":0,"minutes":540}},` +
			`"target_minutes":1680,"balance_minutes":-510,"counters":{"conges":{"period_start":"2023-06-01","allowance":25,"carried":0,"adjusted":0,"taken":1,"planned":0,"left":24}},` +
			`"adjusted_minutes":0,"findings":[],"to_verify":[{"date":"2024-03-25","why":"missing"},{"date":"2024-03-27","why":"missing"},{"date":"2024-03-29","why":"missing"}]}` + "\n"
		hoursRows = "date,day_type,half_day,minutes,night_minutes,sunday_minutes,holiday_minutes,target_minutes,balance_minutes,to_verify\r\n" +
			"2024-03-29,,,0,0,0,0,420,-1170,missing\r\n2024-03-30,GARDE,,660,480,420,0,0,-510,\r\n"
		plan = `{"from":"2024-03-28","to":"2024-03-29","planned_minutes":0,"worked_minutes":540,"beyond_minutes":0,"days":[` +
			`{"date":"2024-03-28","planned":[],"rest":false,"worked_minutes":540,"beyond_minutes":0,"requested_by":"Mme Roux","reason":"relève"}]}` + "\n"
		may = `{"month":"2024-05","of":"2024-03","lines":[{"kind":"night","minutes":480,"cents":4000,"dates":["2024-03-30","2024-03-31"]},` +
			`{"kind":"sunday","minutes":420,"cents":5250,"dates":["2024-03-31"]},` +
			`{"kind":"overtime_25","minutes":60,"cents":2550,"dates":["2024-02-27","2024-02-28","2024-03-01"]},` +
			`{"kind":"meal","days":3,"cents":null,"dates":["2024-03-01","2024-03-28","2024-03-30"]}],"total_cents":11800}` + "\n"
		june  = `{"month":"2024-06","of":"2024-04","lines":[{"kind":"telework","days":1,"cents":null,"dates":["2024-04-02"]}],"total_cents":null}` + "\n"
		costs = `{"year":2025,"bareme_year":2025,"provisional":false,"vehicles":[{"id":"clio","days":2,"metres":74000,"cents":4706}],` +
			`"telework":{"days":1,"cents":270},"meals":{"days":2,"cents":840},"planned_days":0,"total_euros":58,"to_verify":[{"date":"2025-05-02","why":"RTT with a slot"}]}` + "\n"
		noVehicles = `,"bareme_year":2025,"provisional":false,"vehicles":[],"telework":{"days":0,"cents":0},"meals":{"days":0,"cents":0},"planned_days":2,"total_euros":0,"to_verify":[]}` + "\n"
	)
	for arguments, want := range map[string]string{
		"hours --from 2024-03-25 --to 2024-04-01":              hours,
		"hours --from 2024-03-29 --to 2024-03-30 --format csv": hoursRows,
		"plan --from 2024-03-28 --to 2024-03-29":               plan,
		"plan --from 2024-03-28 --to 2024-03-29 --format csv":  "date,planned,worked_minutes,beyond_minutes,requested_by,reason\r\n2024-03-28,,540,0,Mme Roux,relève\r\n",
		"pay --month 2024-05":                                  may,
		"pay --month 2024-06":                                  june,
		"pay --month 1970-01":                                  `{"month":"1970-01","of":"1969-11","lines":[],"total_cents":null}` + "\n", // before all others
		"costs --year 2025":                                    costs,
		fmt.Sprint("costs --format json --year ", later):       fmt.Sprint(`{"year":`, later) + noVehicles,
		"costs --year 2025 --format csv --decimal-comma":       c.get("/years/2025/costs.csv").body,
	} {
		wantPrinted(t, folder, want, append([]string{"report"}, strings.Fields(arguments)...)...)
	}
	c.wantShown("/months/2024-05/pay", "<b>8 h 00</b>", "<strong>40,00 €</strong>", "<strong>52,50 €</strong>", "<strong>25,50 €</strong>", "<b>118,00 €</b>")
	c.wantShown("/years/2025/costs", "<strong>58 €</strong>", "<b>8,40 €</b>", "<b>47,06 €</b>", "2 jours · 74 km", "<b>2,70 €</b>", "RTT avec un créneau")
	c.enter("2025-03-06", "WORK", "journey_profile_id", "bureau", "motor_vehicle_id", "mob", "slot_start", "08:00", "slot_end", "16:00")
	code, out, problems := runs(t, folder, nil, "report", "costs", "--year", "2025")
	if code != 0 || !strings.Contains(out, `{"id":"mob","days":1,"metres":37000,"cents":null}]`) || !strings.Contains(out, `"total_euros":null`) || problems != "missing in the configuration: vehicles.mob.power_cv\n" {
		t.Errorf("with something missing: got %d %s %s", code, out, problems)
	}
	write(t, folder, "config.toml", "")
	out = prints(t, folder, "report", "hours", "--from", "1970-01-01", "--to", "9999-12-31")
	modelstest.WantIn(t, out, `"target_minutes":null,"balance_minutes":null,"counters":null,"adjusted_minutes":null,"findings":null,"to_verify":[`)
	c.stop()
}

func TestTheDigestOfASheetIsPrintedBesideARunningServer(t *testing.T) {
	folder := t.TempDir()
	c := begin(t, folder)
	c.enter("2024-03-28", "WORK", "slot_start", "08:00", "slot_end", "17:00")
	rows := prints(t, folder, "sheet-hash", "--rows", "2024-03")
	modelstest.Want(t, strings.HasPrefix(rows, "worklog-sheet-3\t2024-03\nday\t2024-03-28\tWORK\t\t") && strings.Count(rows, "\n") == 3, true, rows)
	digest := func(rows string) string { return fmt.Sprintf("%x\n", sha256.Sum256([]byte(rows))) }
	second := strings.NewReplacer("sheet-3", "sheet-2", "\ttyped\t0", "").Replace(rows)
	for _, row := range []struct{ arguments, want string }{
		{"--kept", ""},
		{"2024-02", digest("worklog-sheet-3\t2024-02\n")},
		{"2024-03 --illness shown", digest(rows)},
		{"2024-03 --format 2", digest(second)},
		{"2024-03 --format 1 --illness hidden", digest(strings.Replace(second, "sheet-2", "sheet-1", 1))},
		{"2024-03 --keep", digest(rows)},
		{"2024-03 --keep", digest(rows)}, // which is kept already
	} {
		wantPrinted(t, folder, row.want, append([]string{"sheet-hash"}, strings.Fields(row.arguments)...)...)
	}
	c.wantShown("/months/2024-03/sheet", strings.TrimSpace(digest(rows)), "Empreinte gardée le")
	for _, state := range []string{"same", "days that differ: 1"} {
		if list := prints(t, folder, "sheet-hash", "--kept"); !strings.HasPrefix(list, "2024-03\t3\thidden\t"+strings.TrimSpace(digest(rows))+"\t") || !strings.HasSuffix(list, "\t"+state+"\n") || strings.Count(list, "\n") != 1 {
			t.Errorf("got %s, want %s", list, state)
		}
		c.enter("2024-03-29", "CONGE")
	}
	c.stop()
}
