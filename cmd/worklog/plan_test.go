package main_test

import (
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
