package exchange_test

import (
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/imports"
	"worklog/models/modelstest"
)

func tableOf(t test, store *models.Store, table exchange.Table) string {
	t.Helper()
	return strings.ReplaceAll(string(exported(t, store, exchange.Export{Table: table})), "\r\n", "\n")
}

// withDays returns a store with one day for each zone, with slots from UTC times.
func withDays(t testing.TB, date civil.Date, zone string, times ...string) *models.Store {
	t.Helper()
	day := models.DayRecord{Day: models.Day{WorkEntry: models.WorkEntry{ID: 1, Date: date, Timezone: zone, DayType: models.Work, Version: 1, CreatedAt: noon, UpdatedAt: noon}}}
	for at := 0; at < len(times); at += 2 {
		day.Slots = append(day.Slots, models.TimeSlot{ID: int64(at + 1), StartAt: instant(t, times[at]), EndAt: instant(t, times[at+1])})
	}
	store, _ := modelstest.Open(t)
	takeIn(t, store, imports.File{Days: []imports.Day{{Record: &day}}})
	return store
}

func instant(t testing.TB, text string) civil.Instant {
	t.Helper()
	return civil.NewInstant(modelstest.Got(time.Parse(time.RFC3339, text))(t))
}

func TestTheHourThatAutumnRepeatsMakesTheRoundTrip(t *testing.T) {
	october := civil.Date{Year: 2026, Month: 10, Day: 25}
	store := withDays(t, october, "Europe/Paris",
		"2026-10-24T23:00:00Z", "2026-10-25T00:10:00Z", // 01:00 to the first 02:10
		"2026-10-25T00:50:00Z", "2026-10-25T01:05:00Z", // the first 02:50 to the second 02:05
		"2026-10-25T01:10:00Z", "2026-10-25T01:50:00Z") // the second 02:10 to the second 02:50
	table := tableOf(t, store, exchange.Slots)
	want := `date,day_type,journey_profile_id,motor_vehicle_id,start,end_date,end,minutes,hours,timezone,note,half_day,origin,late_minutes,requested_by,reason,to_verify
2026-10-25,WORK,,,01:00,2026-10-25,02:10+02:00,70,1.17,Europe/Paris,,,imported,0,,,
2026-10-25,WORK,,,02:50+02:00,2026-10-25,02:05+01:00,15,0.25,Europe/Paris,,,imported,0,,,
2026-10-25,WORK,,,02:10+01:00,2026-10-25,02:50+01:00,40,0.67,Europe/Paris,,,imported,0,,,
`
	modelstest.Want(t, table, want)
	other := newDiary(t)
	modelstest.Want(t, wordsOf(t, other.Store, table, ""), "")
	modelstest.Want(t, tableOf(t, other.Store, exchange.Slots), table)
	file := modelstest.Got(exchange.Read(strings.NewReader(table), nil))(t)
	modelstest.Want(t, modelstest.Got(imports.PreviewOf(t.Context(), other.WithRules(rules), file))(t).Writes(), 0, "a second time")
}

func TestTheZoneOfATableIsReadAndItsMinutesAreHeldAgainstItsTimes(t *testing.T) {
	const header = "date,start,end,minutes,timezone\n"
	for rows, want := range map[string]string{
		"2026-11-19,08:00,12:00,240,America/Montreal\n":                                        "",
		"2026-11-19,08:00,12:00,240,Europe/Pariz\n":                                            "row 2: 2026-11-19: unknown time zone",
		"2026-11-19,08:00,09:00,60,UTC\n2026-11-19,10:00,11:00,60,Europe/Paris\n":              `row 3: timezone "Europe/Paris": differs from an earlier row of the day`,
		"2026-11-20,08:00,12:00,240,UTC\n":                                                     "row 2: 2026-11-20: is recorded here in another time zone",
		"2026-11-18,08:00,12:00,240,\n2026-11-19,08:00,12:00,270,\n":                           "row 3: 2026-11-19: the minutes are not those from the start to the end",
		"2026-11-20,08:03,12:00,236,\n":                                                        "row 2: 2026-11-20: the minutes are not those from the start to the end",
		"2026-11-20,08:03,12:00,237,Europe/Paris\n":                                            "",
		"2026-11-19,08:00,12:00,4.5,\n":                                                        `row 2: minutes "4.5": is not a whole number of minutes`,
		"2026-11-19,08:00+02:00,12:00,240,\n":                                                  "row 2: 2026-11-19: the clock has another offset from UTC then",
		"2026-11-19,08:00,12:00+02:00,240,\n":                                                  "row 2: 2026-11-19: the clock has another offset from UTC then",
		"2026-11-19,,,507,\n":                                                                  "row 2: 2026-11-19: the minutes are not those from the start to the end", // a table of days
		"2026-11-19,,,0,\n":                                                                    "",
		"2026-11-20,,,507,\n":                                                                  "",
		"2026-10-25,01:00,02:30,150,Europe/Paris\n":                                            "", // only the second 02:30 is so late
		"2026-10-25,02:30,02:15,,Europe/Paris\n":                                               "", // so is the second 02:15
		"2026-10-25,02:30,02:30,60,Europe/Paris\n":                                             "row 2: 2026-10-25: slot ends at the time of day at which it starts",
		"2026-11-19,08:00,12:00,240,America/Montreal\n2026-11-19,13:00,14:00,60,\n":            "",
		"2026-11-19,08:00,09:00,60,Local\n2026-11-18,08:00,09:00,60,UTC\n2026-11-17,,,x,UTC\n": `row 4: minutes "x": is not a whole number of minutes`,
	} {
		modelstest.Want(t, wordsOf(t, withEverything(t), header+rows, ""), want, rows)
	}
	store := withEverything(t)
	modelstest.Want(t, wordsOf(t, store, header+"2026-11-19,08:00,12:00,240,America/Montreal\n", ""), "")
	day := modelstest.Got(store.DayOn(t.Context(), modelstest.Date(19)))(t)
	modelstest.Want(t, day.Timezone+" "+day.Slots[0].StartAt.String(), "America/Montreal 2026-11-19T13:00:00.000000000Z")
}

func TestAnIgnoredArrivalCountsInNoMonth(t *testing.T) {
	store := withEverything(t) // 21 November is one
	want := `month,days,slots,minutes,hours,WORK,TT,GARDE,ASTREINTE,FORMATION,RTT,CONGE,MALADE,FERIE,to_verify
2026-10,1,1,540,9.00,0,0,1,0,0,0,0,0,0,
2026-11,1,2,507,8.45,1,0,0,0,0,0,0,0,0,
2026-12,1,0,0,0.00,0,0,0,0,0,0,1,0,0,
`
	modelstest.Want(t, tableOf(t, store, exchange.Months), want)
}

func TestNoCellRunsAsAFormulaAndEachComesBackAsItsText(t *testing.T) {
	const note = "\u00a0\n @A1"
	day := models.DayRecord{Day: models.Day{WorkEntry: models.WorkEntry{ID: 1, Date: modelstest.Date(19), Timezone: "UTC", DayType: models.Work, Note: note, Version: 1, CreatedAt: noon, UpdatedAt: noon}}}
	store, other := newDiary(t), newDiary(t)
	takeIn(t, store.Store, imports.File{Days: []imports.Day{{Record: &day}}})
	table := tableOf(t, store.Store, exchange.Days)
	modelstest.WantIn(t, table, ",UTC,\"'"+note+"\",")
	modelstest.Want(t, wordsOf(t, other.Store, table, ""), "")
	modelstest.Want(t, modelstest.Got(other.DayOn(t.Context(), modelstest.Date(19)))(t).Note, note)
}
