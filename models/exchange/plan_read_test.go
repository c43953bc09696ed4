package exchange_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/modelstest"
	"worklog/models/planning"
)

var rosterWords = planning.Words{"n2": "GARDE", "pot": planning.Ignore, "n2 formation": "FORMATION", "ca annuel": planning.Ignore, "fêtes": planning.Leave}

// plannedBy reads a file in June 2026 and says what it plans, a line each, or why it is refused.
func plannedBy(t *testing.T, content, columns string) string {
	t.Helper()
	named, err := exchange.ParseColumns(columns, exchange.Plannable)
	if err != nil {
		return err.Error()
	}
	paris := zone(t, "Europe/Paris")
	file, err := exchange.ReadPlan(strings.NewReader(content), named, rosterWords, paris, civil.Date{Year: 2026, Month: 6, Day: 15})
	if err != nil {
		return err.Error()
	}
	var lines []string
	for _, date := range file.Dates {
		line := date.Date.String()[5:] + " rest"
		if len(date.Shifts) > 0 {
			line = date.Date.String()[5:]
		}
		for _, shift := range date.Shifts {
			line += fmt.Sprintf(" %s-%s %s", shift.StartAt.In(paris).Format("15:04:05"), shift.EndAt.In(paris).Format("02 15:04:05"), shift.Type)
		}
		lines = append(lines, strings.ReplaceAll(line, ":00", ""))
	}
	for _, leave := range file.Leaves {
		lines = append(lines, fmt.Sprintf("leave %s %s", leave.Date.String()[5:], leave.Title))
	}
	for _, out := range file.LeftOut {
		lines = append(lines, fmt.Sprintf("line %d: %s: %v", out.Line, out.Title, out.Why))
	}
	return strings.Join(lines, "\n")
}

// calendarOf is a calendar of events, whose properties are separated by blanks, "_" standing for one.
func calendarOf(events ...string) string {
	text := "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
	for _, event := range events {
		text += "BEGIN:VEVENT\r\n" + strings.ReplaceAll(strings.Join(strings.Fields(event), "\r\n"), "_", " ") + "\r\nEND:VEVENT\r\n"
	}
	return text + "END:VCALENDAR\r\n"
}

func TestWhatAnEventPlansIsSaidByItsWord(t *testing.T) {
	t.Parallel()
	const shift = "06-10 07-10 15 "
	for title, want := range map[string]string{
		"N2":                    shift + "GARDE",
		"n2 soir":               shift + "GARDE", // its first word
		"N2   Formation":        shift + "FORMATION",
		"FÊTES":                 "06-10 rest\nleave 06-10 FÊTES",
		"Astreinte":             shift + "ASTREINTE",
		"garde de nuit":         shift + "GARDE",
		"tt":                    shift + "TT",
		"FORMATION":             shift + "FORMATION",
		"work":                  shift + "WORK",
		"J6":                    shift + "WORK", // any other
		"":                      shift + "WORK",
		"RH":                    "06-10 rest",
		"rf":                    "06-10 rest",
		"RC 4":                  "06-10 rest",
		"Repos":                 "06-10 rest",
		"CA":                    "06-10 rest\nleave 06-10 CA",
		"congé":                 shift + "WORK", // which is no code
		"Conge":                 "06-10 rest\nleave 06-10 Conge",
		"RTT matin":             "06-10 rest\nleave 06-10 RTT matin",
		"CA annuel":             "the file has no event to take", // whole before its first word
		"Pot de départ":         "the file has no event to take",
		strings.Repeat("é", 99): shift + "WORK",
	} {
		modelstest.Want(t, plannedBy(t, "date,start,end,type\n2026-06-10,7h,15:00,"+title+"\n", ""), want, title)
		modelstest.Want(t, plannedBy(t, calendarOf("SUMMARY:"+strings.ReplaceAll(title, " ", "_")+" DTSTART:20260610T050000Z DTEND:20260610T130000Z"), ""), want, title)
	}
}

func TestWhatAFilePlans(t *testing.T) {
	t.Parallel()
	alarm := "BEGIN:VALARM DURATION:PT5M SUMMARY:RH END:VALARM"
	for name, test := range map[string]struct{ content, want string }{
		"a date between two that have no event is a rest": {"date;start;end;type\n10/06/2026;19:45;07:15;GARDE\n12/06/2026;19:45;07:15;GARDE\n",
			"06-10 19:45-11 07:15 GARDE\n06-11 rest\n06-12 19:45-13 07:15 GARDE"},
		"an end that is not after the start is on the next date": {"date,start,end\n2026-06-10,07:00,07:00\n", "06-10 07-11 07 WORK"},
		"a shift of before midnight is its start's":              {"start,end,date\n2026-06-09 23:50,2026-06-10 07:00,2026-06-10\n", "06-09 23:50-10 07 WORK"},
		"a row without times is a whole day, a rest if it has no type": {"date,type\n2026-06-10,\n2026-06-11,CA\n2026-06-12,GARDE\n\n",
			"06-10 rest\n06-11 rest\nleave 06-11 CA\nline 4: GARDE: it is a whole day, and its word says neither rest nor leave"},
		"the mark of UTF-8 and tabs": {"\ufeffdate\tstart\tend\n2026-06-10\t7h\t15h\n", "06-10 07-10 15 WORK"},
		"whole days are one event for each date, the end not counted": {calendarOf("SUMMARY:CA DTSTART;VALUE=DATE:20260610 DTEND;VALUE=DATE:20260612", "SUMMARY:Vacances DTSTART;VALUE=DATE:20260701 DTEND;VALUE=DATE:20260901"),
			"06-10 rest\n06-11 rest\nleave 06-10 CA\nleave 06-11 CA\nline 8: Vacances: it is a whole day, and its word says neither rest nor leave"},
		"of a property that stands twice, the first": {calendarOf("SUMMARY;LANGUAGE=fr:RH SUMMARY;LANGUAGE=en:Off DTSTART;VALUE=DATE:20260610"), "06-10 rest"},
		"a whole day without an end":                 {calendarOf("SUMMARY:RH DTSTART;VALUE=DATE:20260610"), "06-10 rest"},
		"whole days of a duration":                   {calendarOf("SUMMARY:RH DTSTART;VALUE=DATE:20260610 DURATION:P1W"), "06-10 rest\n06-11 rest\n06-12 rest\n06-13 rest\n06-14 rest\n06-15 rest\n06-16 rest"},
		"a rest gives way to a shift of its date, a leave is named all the same": {calendarOf("SUMMARY:RH DTSTART;VALUE=DATE:20260610", "SUMMARY:CA DTSTART:20260610T130000 DTEND:20260610T170000", "SUMMARY:N2 DTSTART:20260610T050000Z DTEND:20260610T100000Z"),
			"06-10 07-10 12 GARDE\nleave 06-10 CA"},
		"a rest with times is of the date on which it begins": {calendarOf("SUMMARY:RH DTSTART:20260610T194500 DTEND:20260611T071500"), "06-10 rest"},
		"a leave longer than a day is of all its dates":       {calendarOf("SUMMARY:CA DTSTART:20260610T080000 DTEND:20260612T000000"), "06-10 rest\n06-11 rest\nleave 06-10 CA\nleave 06-11 CA"},
		"the zones of times": {calendarOf("DTSTART:20260610T050000Z DTEND:20260610T060000Z", `DTSTART;TZID="America/Bogota":20260611T050000 DTEND;TZID=America/Bogota:20260611T060000`,
			"DTSTART:20260612T050000 DTEND:20260612T060000", "DTSTART;TZID=Romance_Standard_Time:20260613T050000 DTEND;TZID=x:20260613T055959"),
			"06-10 07-10 08 WORK\n06-11 12-11 13 WORK\n06-12 05-12 06 WORK\n06-13 05-13 05:59:59 WORK"},
		"a duration instead of an end":                           {calendarOf("DTSTART:20260610T194500 DURATION:PT11H30M", "DTSTART:20260612T070000 DURATION:P1D"), "06-10 19:45-11 07:15 WORK\n06-11 rest\n06-12 07-13 07 WORK"},
		"a time that spring skips is the moment of the change":   {calendarOf("DTSTART:20260329T023000 DTEND:20260329T070000"), "03-29 03-29 07 WORK"},
		"of a time that autumn repeats, a start is the first":    {calendarOf("DTSTART:20261025T023000 DTEND:20261025T023000"), "10-25 02:30-25 02:30 WORK"},
		"a day of the clock is no longer than one in autumn":     {calendarOf("DTSTART:20261024T194500 DTEND:20261025T194500"), "10-24 19:45-25 19:45 WORK"},
		"what repeats, or is one of those, is left out":          {calendarOf("SUMMARY:N2 DTSTART:x RRULE:FREQ=DAILY", "SUMMARY:RH RDATE:x", "SUMMARY:CA RECURRENCE-ID:x", "SUMMARY:Pot RRULE:x", "SUMMARY:RH DTSTART;VALUE=DATE:20260610"), "06-10 rest\nline 3: N2: it repeats\nline 8: RH: it repeats\nline 12: CA: it repeats"},
		"a shift longer than a day is left out":                  {calendarOf("SUMMARY:N2 DTSTART:20260610T070000 DTEND:20260611T070001", "SUMMARY:RH DTSTART:20260612T070000 DTEND:20260612T080000"), "06-12 rest\nline 3: N2: it is longer than a day"},
		"of two shifts that overlap the later one is left out":   {"date,start,end,type\n2026-06-10,08:00,12:00,B\n2026-06-10,07:00,09:00,A\n2026-06-10,11:00,14:00,C\n", "06-10 07-10 09 WORK 11-10 14 WORK\nline 2: B: planned shifts overlap"},
		"of two that begin at once the shorter one":              {"date,start,end,type\n2026-06-10,07:00,09:00,A\n2026-06-10,07:00,12:00,B\n2026-06-10,12:00,13:00,C\n", "06-10 07-10 12 WORK 12-10 13 WORK\nline 2: A: planned shifts overlap"},
		"a shift that is left out does not keep a rest from one": {"date,start,end,type\n2026-06-10,19:00,07:00,\n2026-06-11,06:00,12:00,A\n2026-06-11,,,RH\n", "06-10 19-11 07 WORK\n06-11 rest\nline 3: A: planned shifts overlap"},
		"what is cancelled, ignored or no event": {"BEGIN:VCALENDAR\nBEGIN:VTODO\nDTSTART:x\nEND:VTODO\nBEGIN:VEVENT\nSTATUS:Cancelled\nDTSTART:x\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:Pot\nDTSTART;VALUE=DATE:19000101\nEND:VEVENT\n" +
			"BEGIN:VEVENT\nSUMMARY:Pot\nDTSTART:x\nEND:VEVENT\n" +
			"BEGIN:VEVENT\nSUMMARY:N2\nDTSTART:20260610T070000\nDURATION:PT5H\nEND:VEVENT\nEND:VCALENDAR\n", "06-10 07-10 12 GARDE"},
		"a row that is ignored, whatever its times": {"date,start,end,type\nx,7h,,Pot\n2026-06-10,7h,15h,\n", "06-10 07-10 15 WORK"},
		"lines that are folded":                     {"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:N\r\n 2\r\nDTSTART;X=\"a:;b\":202606\r\n\t10T070000\r\nDTEND:20260610T120000\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n", "06-10 07-10 12 GARDE"},
		"an alarm says nothing of its event":        {calendarOf("DTSTART:20260610T070000 " + alarm + " DTEND:20260610T080000"), "06-10 07-10 08 WORK"},
		"a duration in seconds":                     {calendarOf("SUMMARY:N2 DTSTART:20260610T070000 DURATION:PT3600S"), "06-10 07-10 08 GARDE"},
		"the first and the last event taken":        {calendarOf("SUMMARY:Fête DTSTART;VALUE=DATE:20260601", "SUMMARY:N2 DTSTART:20260610T070000 DTEND:20260610T080000", "SUMMARY:Pot DTSTART;VALUE=DATE:20260701"), "06-10 07-10 08 GARDE\nline 3: Fête: it is a whole day, and its word says neither rest nor leave"},
	} {
		modelstest.Want(t, plannedBy(t, test.content, ""), test.want, name)
	}
	modelstest.Want(t, plannedBy(t, "Jour;Début;Fin;Code\n10/06/2026;7h;15h;N2\n", "date=Jour,start=Début,end=Fin,type=Code"), "06-10 07-10 15 GARDE", "named columns")
}

func TestAFileThatPlansIsRefusedWholeWithItsLines(t *testing.T) {
	t.Parallel()
	row := func(text string) string { return "date,start,end,type\n2026-06-10,07:00,15:00,\n" + text + "\n" }
	event := func(text string) string {
		return calendarOf("DTSTART:20260610T070000 DTEND:20260610T080000", "SUMMARY:N2 "+text)
	}
	many := strings.Repeat("2026-06-10,,,RH\n", planning.MaxEvents)
	for name, test := range map[string]struct{ content, want string }{
		"a date that is none":               {row("2026-06-31,07:00,15:00,"), `row 3: date "2026-06-31": is not a date`},
		"a time that is none":               {row("2026-06-11,25:00,15:00,"), `row 3: start "25:00": is not a time`},
		"an end alone":                      {row("2026-06-11,,15:00,"), "row 3: the row has a start or an end only"},
		"a date too far":                    {row("2036-06-16,07:00,15:00,"), "row 3: date is more than ten years from today"},
		"every line is said":                {row("2016-06-14,,,\n2026-06-11,7,15:00,\nx,,,"), "row 3: date is more than ten years from today\n" + `row 4: start "7": is not a time` + "\n" + `row 5: date "x": is not a date`},
		"no column of the date":             {"Jour,start\n", `the table has no such column: "date"`},
		"nothing but rows to ignore":        {"date,type\n2026-06-10,pot\n", "the file has no event to take"},
		"an event beyond the limit":         {row(many), "row 5002: the file has more than 5,000 events"},
		"more shifts than a date may have":  {"date,start,end\n" + minutesOf(21), "row 22: date has too many planned shifts"},
		"an unreadable start":               {event("DTSTART:20260611 DTEND:20260611T080000"), `row 7: DTEND "20260611T080000": is not a date`},
		"fractions of a second":             {event("DTSTART:20260611T070000.5 DTEND:20260611T080000"), `row 7: DTSTART "20260611T070000.5": is not a time`},
		"no start":                          {event("DTEND:20260611T080000"), `row 7:  "": is not a time`},
		"no end":                            {event("DTSTART:20260611T080000"), "row 7: the row has a start or an end only"},
		"an end that is a date":             {event("DTSTART:20260611T080000 DTEND;VALUE=DATE:20260612"), `row 7: DTEND "20260612": is not a time`},
		"an end that is the start":          {event("DTSTART:20260611T080000 DTEND:20260611T080000"), "row 7: slot does not end after it starts"},
		"whole days that end as they begin": {event("DTSTART:20260611 DTEND:20260611"), "row 7: slot does not end after it starts"},
		"a duration that is none":           {event("DTSTART:20260611T080000 DURATION:1H"), `row 7: DURATION "1H": is not a time`},
		"a duration without end":            {event("DTSTART:20260611T080000 DURATION:PT" + strings.Repeat("9", 30) + "S"), `row 7: DURATION "PT9`},
		"whole days and an hour":            {event("DTSTART:20260611 DURATION:P1DT1H"), `row 7: DURATION "P1DT1H": is not a time`},
		"a leave that ends too far":         {calendarOf("SUMMARY:CA DTSTART:20360601T000000 DTEND:20360701T000000"), "row 3: date is more than ten years from today"},
		"a leave that begins too far":       {calendarOf("SUMMARY:CA DTSTART:20160601T000000 DTEND:20160701T000000"), "row 3: date is more than ten years from today"},
		"whole days beyond the limit":       {event("DTSTART:20260611 DTEND:99991231"), "row 7: the file has more than 5,000 events"},
		"a leave beyond the limit":          {calendarOf("SUMMARY:CA DTSTART:20160701T000000 DTEND:20360601T000000"), "row 3: the file has more than 5,000 events"},
		"an event after lines that go on":   {"BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:N2\n and\r\n\tmore\nDTSTART:20260610T070000\nDTEND:20260610T080000\nEND:VEVENT\nBEGIN:VEVENT\nDTSTART:x\nEND:VEVENT\nEND:VCALENDAR\n", `row 9: DTSTART "x": is not a time`},
		"a calendar without an end":         {"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260610\nEND:VEVENT\n", "row 4: is not iCalendar, or has no end"},
		"components that are crossed":       {"BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n", "row 3: is not iCalendar, or has no end"},
		"a file that is no text":            {"BEGIN:VCALENDAR\n\x00", "the file is an archive"},
		"a file beyond its size":            {"date\n" + strings.Repeat("\n", exchange.MaxPlanSize), exchange.ErrPlanTooLarge.Error()},
	} {
		if got := plannedBy(t, test.content, ""); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
	}
	modelstest.Want(t, strings.Count(plannedBy(t, "date\n"+strings.Repeat("x\n", 300), ""), "\n"), 99)
	modelstest.Want(t, plannedBy(t, "", "date=Jour,day_type=Code"), `columns: "day_type=Code": must be NAME=COLUMN, where NAME is one of date, start, end, type`)
}

// It is not parallel: it counts what is taken of the memory.
func TestWhatAnEventSaysBesideThePlanIsNotHeld(t *testing.T) {
	var others strings.Builder
	const properties = 100_000
	for i := range properties {
		fmt.Fprintf(&others, "X%d:\n", i)
	}
	content := calendarOf("DTSTART:20260610T070000 DTEND:20260610T120000 " + others.String() + " SUMMARY:N2")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	modelstest.WantIn(t, plannedBy(t, content, ""), "06-10 07-10 12 GARDE")
	runtime.ReadMemStats(&after)
	if taken := (after.TotalAlloc - before.TotalAlloc) / properties; taken > 200 {
		t.Errorf("each takes %d bytes", taken)
	}
}

func minutesOf(n int) (rows string) {
	for i := range n {
		rows += fmt.Sprintf("2026-06-10,08:%02d,08:%02d\n", i, i+1)
	}
	return rows
}
