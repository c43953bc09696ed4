package main_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"worklog/models/modelstest"
)

// write writes a file into a folder and returns its name.
func write(t *testing.T, folder, name, content string) string {
	t.Helper()
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600))
	return name
}

// imports runs `worklog import`, which must end so and print these words.
func imports(t *testing.T, folder string, code int, words string, arguments ...string) {
	t.Helper()
	got, out, problems := runs(t, folder, nil, append([]string{"import"}, arguments...)...)
	if got != code || out+problems != words {
		t.Errorf("%q: got %d\n%s%s\nwant %d\n%s", arguments, got, out, problems, code, words)
	}
}

// refuses runs an import that must be refused and change nothing, not even by a
// backup.
func refuses(t *testing.T, folder, words string, arguments ...string) {
	t.Helper()
	db := inspected(t, filepath.Join(folder, "worklog.db"))
	defer db.Close()
	const days = "SELECT id || ' ' || date || ' ' || version FROM work_entries ORDER BY id"
	before, files := column(t, db, days), names(t, folder)
	imports(t, folder, 1, words, arguments...)
	if got := column(t, db, days); !slices.Equal(got, before) {
		t.Errorf("%q: got %q, want %q", arguments, got, before)
	}
	if got := names(t, folder); got != files {
		t.Errorf("%q: got files %s, want %s", arguments, got, files)
	}
}

func TestAnExportImportedIntoAnEmptyDatabaseExportsTheSameBytesAlsoWhileAServerRuns(t *testing.T) {
	t.Parallel()
	folder := newDiary(t, "")
	url, end := serves(t, folder, token)
	write(t, folder, "all.json", everythingJSON(t))
	imports(t, folder, 0, `row 2: 2026-10-31: new, 1 slot
row 3: 2026-11-20: new, 2 slots
row 4: 2026-11-21: new, 0 slots
row 5: 2026-12-24: new, 0 slots
Would import: 4 new, 0 changed, 0 unchanged. Nothing was written.
`, "all.json", "--dry-run")
	if got := exported(t, folder); strings.Count(got, "\n") != 2 {
		t.Errorf("after the dry run: got %s", got)
	}
	imports(t, folder, 0, "Imported: 4 new, 0 changed, 0 unchanged.\n", "all.json")
	if got, want := exported(t, folder), everythingJSON(t); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 4 unchanged.\n", "all.json")
	if code, _, problems := runs(t, folder, nil, "check"); code != 0 {
		t.Error(problems)
	}
	if status, body := arrive(t, url, strings.TrimPrefix(token, "WORKLOG_API_TOKEN=")); status != 201 || !strings.Contains(body, `"event_id":4,`) {
		t.Errorf("the server beside it: got %d %s", status, body)
	}
	if code, log := end(syscall.SIGTERM); code != 0 {
		t.Errorf("got %d %s", code, log)
	}
	if got := names(t, folder); got != "all.json config.toml worklog.db" {
		t.Errorf("got %s", got)
	}
	db := inspected(t, filepath.Join(folder, "worklog.db"))
	defer db.Close()
	if got := column(t, db, "SELECT made_by FROM changes"); !slices.Equal(got, []string{"command line"}) {
		t.Errorf("got imports by %q", got)
	}
}

func TestARecordTakesThePlaceOfADayWithoutLosingItsEvents(t *testing.T) {
	t.Parallel()
	folder := newDiary(t, everything+`
		INSERT INTO workplace_presence_events (id, work_entry_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, closure, closed_at)
			VALUES (9, 7, 'arrival', '2026-12-24T07:00:00.000000000Z', 'later', 'since', '2026-12-24T07:00:00.000000000Z', 'manual', '2026-12-24T09:00:00.000000000Z');`)
	changed := strings.NewReplacer(`"id":7,"date":"2026-12-24"`, `"id":5,"date":"2026-12-24"`, `"day_type":"CONGE"`, `"day_type":"RTT"`,
		`"slots":[],"events":[]}`, `"slots":[{"id":5,"start_at":"2026-12-24T08:00:00.000000000Z","end_at":"2026-12-24T09:00:00.000000000Z"}],"events":[]}`,
		`"id":5,"start_at":"2026-11-20`, `"id":50,"start_at":"2026-11-20`).Replace(everythingJSON(t))
	write(t, folder, "changed.json", changed)
	imports(t, folder, 0, "row 5: 2026-12-24: changed, 1 slot\nWould import: 0 new, 1 changed, 3 unchanged. Nothing was written.\n", "changed.json", "--dry-run")
	imports(t, folder, 0, "Imported: 0 new, 1 changed, 3 unchanged. The database as it was before is kept as "+
		filepath.Join(folder, "worklog.db.before-import-1")+".\n", "changed.json")
	db := inspected(t, filepath.Join(folder, "worklog.db"))
	if got := column(t, db, "SELECT id || ' ' || day_type || ' ' || version FROM work_entries WHERE date = '2026-12-24'"); got[0] != "7 RTT 2" {
		t.Errorf("got %q", got)
	}
	if got := column(t, db, "SELECT id || ' ' || start_at FROM time_slots WHERE work_entry_id = 7"); len(got) != 1 || got[0] != "100 2026-12-24T08:00:00.000000000Z" {
		t.Errorf("got %q: an id is never given twice", got)
	}
	if got := column(t, db, "SELECT idempotency_key FROM workplace_presence_events WHERE work_entry_id = 7"); len(got) != 1 || got[0] != "since" {
		t.Errorf("got %q: no event goes", got)
	}
	if code, _, problems := runs(t, folder, nil, "check"); code != 0 {
		t.Error(problems)
	}
	modelstest.Must(t, db.Close())
	if code, out, problems := runs(t, folder, nil, "restore", "worklog.db.before-import-1"); code != 0 || !strings.Contains(out, "4 days") {
		t.Errorf("got %d %s%s", code, out, problems)
	}
}

func TestARecordBesideOthersGetsFreeIDsAndItsReplaysRepeatTheirFirstAnswers(t *testing.T) {
	t.Parallel()
	folder := recorded(t) // an open arrival of 20 November, with the ids 1
	other := `{"format":"worklog","version":1,"last_ids":{"days":1,"slots":1,"events":2},"days":[
{"id":1,"date":"2026-11-19","timezone":"Europe/Paris","day_type":"WORK","half_day":"","journey_profile_id":"","motor_vehicle_id":"","note":"","version":2,"created_at":"2026-11-19T07:00:00.000000000Z","updated_at":"2026-11-19T11:00:00.000000000Z","slots":[{"id":1,"start_at":"2026-11-19T07:00:00.000000000Z","end_at":"2026-11-19T11:00:00.000000000Z"}],"events":[{"id":1,"time_slot_id":1,"event":"arrival","occurred_at":"2026-11-19T07:00:00.000000000Z","occurred_at_sent":"2026-11-19T08:00:00+01:00","idempotency_key":"in","received_at":"2026-11-19T07:00:00.000000000Z","created_slot_id":null,"closure":"departure","closed_at":"2026-11-19T11:00:00.000000000Z","first_entry_id":null,"by_hand":false},{"id":2,"time_slot_id":1,"event":"departure","occurred_at":"2026-11-19T11:00:00.000000000Z","occurred_at_sent":"2026-11-19T12:00:00+01:00","idempotency_key":"out","received_at":"2026-11-19T11:00:00.000000000Z","created_slot_id":1,"closure":null,"closed_at":null,"first_entry_id":null,"by_hand":false}]}
]}`
	write(t, folder, "other.json", other)
	imports(t, folder, 0, "Imported: 1 new, 0 changed, 0 unchanged. New ids for 2 records: theirs have been used here, or are too high. The database as it was before is kept as "+filepath.Join(folder, "worklog.db.before-import-1")+".\n", "other.json")
	db := inspected(t, filepath.Join(folder, "worklog.db"))
	got := column(t, db, "SELECT work_entry_id || ' ' || id || ' ' || time_slot_id || ' ' || coalesce(created_slot_id, '-') || ' ' || first_entry_id FROM workplace_presence_events WHERE idempotency_key <> 'k' ORDER BY id")
	if want := "2 2 1 1 1, 2 3 1 - 1"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if code, _, problems := runs(t, folder, nil, "check"); code != 0 {
		t.Error(problems)
	}
}

func TestAnImportIsRefusedAsAWholeWhenOneRowIs(t *testing.T) {
	t.Parallel()
	folder := newDiary(t, everything)
	file := write(t, folder, "all.json", strings.Replace(everythingJSON(t), "Europe/Paris", "Europe/Pariz", 1))
	refuses(t, folder, "row 3: 2026-11-20: is not what worklog stores: has an unknown time zone\na day of the file cannot be imported\n", file)
	write(t, folder, "all.json", everythingJSON(t)+"{}")
	refuses(t, folder, "all.json: row 7: is not a document that worklog has exported: there is something after the document\n", file, "--dry-run")
	write(t, folder, "all.json", "date,start,end\n2026-11-18,8h,9h\n2026-11-20,08:00,09:00\n")
	refuses(t, folder, "row 3: 2026-11-20: slot overlaps another one of its entry\na day of the file cannot be imported\n", file)
	write(t, folder, "all.json", "date,start,end\n2026-11-18,8h,9h\n2026-11-19,8h,\n2026-11-31,8h,9h\n")
	refuses(t, folder, "all.json: row 3: the row has a start or an end only\nrow 4: date \"2026-11-31\": is not a date\n", file)
	modelstest.Must(t, os.Truncate(filepath.Join(folder, file), 32<<20+1))
	refuses(t, folder, "all.json: the file is larger than 32 MiB\n", file)
	refuses(t, folder, "stat missing.json: no such file or directory\n", "missing.json")
	refuses(t, folder, "--columns: \"jour=Jour\": must be NAME=COLUMN, where NAME is one of date, start, end, end_date, day_type, journey_profile_id, motor_vehicle_id, note, half_day, timezone, minutes\n", file, "--columns", "jour=Jour")
}

func TestTablesAreImported(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ content, columns, want string }{
		"our own slots": {"date,day_type,journey_profile_id,motor_vehicle_id,start,end_date,end,minutes,hours,timezone,note\r\n" +
			"2026-11-19,TT,bureau,clio,22:00,2026-11-20,06:00,480,8.00,Europe/Paris,\"'=1+1\nb\"\r\n", "",
			"2026-11-19,TT,bureau,clio,22:00,2026-11-20,06:00,480,8.00,Europe/Paris,\"'=1+1\nb\",\n"},
		"half days of absence": {"date,day_type,half_day,start,end\n2026-11-19,TT,rtt,08:00,10:00\n2026-11-19,,RTT,10:00,11:00\n", "",
			"2026-11-19,TT,,,08:00,2026-11-19,10:00,120,2.00,Europe/Paris,,RTT\n2026-11-19,TT,,,10:00,2026-11-19,11:00,60,1.00,Europe/Paris,,RTT\n"},
		"our own days, with semicolons": {"date;day_type;slots;minutes;hours;note\n2026-11-19;RTT;0;0;0,00;\n", "", ""},
		"TimeTagger, with its sums": {"subtotals,tag_groups,duration,date,start,stop,description,user,tags\n4:00,Total,,,,,,,\n,,,,,,,,\n4:00,#a,,,,,,,,,,\n" +
			",,2:00,19-11-2026,08:00,10:00,\"x, #a\",me,#a\n,,2:00,19-11-2026,10:00,12:00,\"x, #a\",me,#a\n", "",
			"2026-11-19,WORK,,,08:00,2026-11-19,10:00,120,2.00,Europe/Paris,\"x, #a\",\n2026-11-19,WORK,,,10:00,2026-11-19,12:00,120,2.00,Europe/Paris,\"x, #a\",\n"},
		"Kimai, over midnight": {"\ufeff\"Date\",\"From\",\"To\",\"Duration\",\"Rate\",\"User\",\"Description\"\n\"2026-11-19\",\"22:30\",\"02:00\",\"3:30\",\"0\",\"me\",\"on call\"\n", "",
			"2026-11-19,WORK,,,22:30,2026-11-20,02:00,210,3.50,Europe/Paris,on call,\n"},
		"a spreadsheet, by mapping": {"Début;Fin;Type\n19/11/2026 8h;19/11/2026 12:30:59;garde\n;;\n", "start=Début,end=Fin,day_type=Type",
			"2026-11-19,GARDE,,,08:00,2026-11-19,12:30,270,4.50,Europe/Paris,,\n"},
	} {
		folder := newDiary(t, "")
		arguments := []string{write(t, folder, "table.csv", test.content)}
		if test.columns != "" {
			arguments = append(arguments, "--columns", test.columns)
		}
		t.Log(name)
		imports(t, folder, 0, "Imported: 1 new, 0 changed, 0 unchanged.\n", arguments...)
		_, rows, _ := strings.Cut(exported(t, folder, "--format", "csv"), "\r\n")
		if got := strings.ReplaceAll(rows, "\r\n", "\n"); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
		imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 1 unchanged.\n", arguments...)
	}
}

func TestATableAddsToADayAndNeverTakesFromIt(t *testing.T) {
	t.Parallel()
	folder := newDiary(t, everything)
	backups := filepath.Join(folder, "backups")
	environment := []string{"WORKLOG_BACKUP_FOLDER=" + backups}
	table := exported(t, folder, "--format", "csv")
	write(t, folder, "own.csv", table)
	imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 2 unchanged.\n", "own.csv")
	write(t, folder, "more.csv", "date,start,end,note\n2026-11-20,18:00,19:30,\n2026-11-20,13:00,17:30,\n2026-12-24,,,noël\n2026-12-25,9,10,\n")
	refuses(t, folder, "more.csv: row 5: start \"9\": is not a time\n", "more.csv")
	write(t, folder, "more.csv", "date,start,end,note\n2026-11-20,18:00,19:30,\n2026-11-20,13:00,17:30,\n2026-12-24,,,noël\n2026-12-25,9h,10:00,\n")
	imports(t, folder, 0, `row 2: 2026-11-20: changed, 1 slot
row 4: 2026-12-24: changed, 0 slots
row 5: 2026-12-25: new, 1 slot
Would import: 1 new, 2 changed, 0 unchanged. Nothing was written.
`, "more.csv", "--dry-run")
	code, out, problems := runs(t, folder, environment, "import", "more.csv")
	if made := names(t, backups); code != 0 || !strings.HasSuffix(out, " is kept as "+filepath.Join(backups, made)+".\n") {
		t.Errorf("got %d %s%s; backups %s", code, out, problems, made)
	}
	want := strings.Replace(table, "<b>\",\r\n", "<b>\",\r\n", 1)
	want = strings.TrimSuffix(want, "\r\n") + "\r\n" + `2026-11-20,WORK,bureau,clio,18:00,2026-11-20,19:30,90,1.50,Europe/Paris,"'=SUM(A1:A9); ""naïve""` + "\r\n<b>\",\r\n" +
		"2026-12-25,WORK,,,09:00,2026-12-25,10:00,60,1.00,Europe/Paris,,\r\n"
	if got := exported(t, folder, "--format", "csv"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestADryRunSaysWhatGetsNewIDs(t *testing.T) {
	t.Parallel()
	folder := newDiary(t, "")
	write(t, folder, "trial.csv", "date,start,end\n2026-12-01,08:00,12:00\n")
	imports(t, folder, 0, "Imported: 1 new, 0 changed, 0 unchanged.\n", "trial.csv")
	write(t, folder, "all.json", everythingJSON(t))
	imports(t, folder, 0, `row 2: 2026-10-31: new, 1 slot
row 3: 2026-11-20: new, 2 slots
row 4: 2026-11-21: new, 0 slots
row 5: 2026-12-24: new, 0 slots
Would import: 4 new, 0 changed, 0 unchanged. New ids for 1 record: theirs have been used here, or are too high. Nothing was written.
`, "all.json", "--dry-run")
}
