package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/app"
	"worklog/models/modelstest"
)

// imports runs `worklog import`, which must end so and print these words.
func imports(t *testing.T, folder string, code int, words string, arguments ...string) {
	t.Helper()
	got, out, problems := runs(t, folder, nil, append([]string{"import"}, arguments...)...)
	modelstest.Want(t, got, code, arguments, out, problems)
	modelstest.Want(t, out+problems, words, arguments, out, problems)
}

// wantUnchanged runs an import that must fail and change nothing, not even by a backup.
func wantUnchanged(t *testing.T, folder, words string, arguments ...string) {
	t.Helper()
	const days = "SELECT id || ' ' || date || ' ' || version FROM work_entries ORDER BY id"
	before, files := stored(t, folder, days), names(t, folder)
	imports(t, folder, 1, words, arguments...)
	modelstest.WantList(t, stored(t, folder, days), before, arguments)
	modelstest.Want(t, names(t, folder), files, arguments)
}

func stored(t *testing.T, folder, query string) []string {
	t.Helper()
	return modelstest.Lines(t, filepath.Join(folder, "worklog.db"), query)
}

func wantStored(t *testing.T, folder, query string, want ...string) {
	t.Helper()
	modelstest.WantList(t, stored(t, folder, query), want, query)
}

func TestADryRunMakesNoDatabase(t *testing.T) {
	t.Parallel()
	for _, command := range [][]string{{"import"}, {"plan", "import"}} {
		folder, temporary := t.TempDir(), t.TempDir()
		write(t, folder, "days.csv", "date,start,end\n2026-11-20,08:00,12:00\n")
		wantRun(t, folder, []string{"TMPDIR=" + temporary}, 0, "Nothing was written.", append(command, "days.csv", "--dry-run")...)
		modelstest.Want(t, names(t, folder)+names(t, temporary), "days.csv", command)
	}
}

const dryRunOfEverything = `row 2: 2026-10-31: new, 1 slot
row 3: 2026-11-20: new, 2 slots
row 4: 2026-11-21: new, 0 slots
row 5: 2026-12-24: new, 0 slots
Would import: 4 new, 0 changed, 0 unchanged. Of the plan 1 cycle and 2 dates. Nothing was written.
`

// besideDays is a plan in an export.
const besideDays = `"plan":{"cycles":[{"from":"2026-01-07","until":null,"weeks":[[[{"start":"19:45","end":"07:15","type":"WORK"}],[],[],[],[],[],[]]]}],` +
	`"dates":[{"date":"2026-06-10","shifts":[{"start_at":"2026-06-10T17:45:00.000000000Z","end_at":"2026-06-11T05:15:00.000000000Z","type":"GARDE"}]},{"date":"2026-06-11","shifts":[]}]},`

func TestAnExportImportedIntoAnEmptyDatabaseExportsTheSameBytesAlsoWhileAServerRuns(t *testing.T) {
	wantPrinted(t, newDiary(t, everything), everythingJSON(t), "export", "--format", "json")
	folder := newDiary(t, "")
	const nothing = "{\"format\":\"worklog\",\"version\":1,\"last_ids\":{\"days\":0,\"slots\":0,\"events\":0},\"days\":[\n]}\n"
	wantPrinted(t, folder, nothing, "export")
	document := strings.Replace(everythingJSON(t), `"days":[`, besideDays+`"days":[`, 1)
	c := begin(t, folder)
	write(t, folder, "all.json", document)
	imports(t, folder, 0, dryRunOfEverything, "all.json", "--dry-run")
	wantPrinted(t, folder, nothing, "export")
	imports(t, folder, 0, "Imported: 4 new, 0 changed, 0 unchanged. Of the plan 1 cycle and 2 dates.\n", "all.json")
	wantPrinted(t, folder, document, "export")
	imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 4 unchanged.\n", "all.json")
	wantStored(t, folder, "SELECT action || ' ' || made_by FROM changes", "imported command line")
	c.want(signal{"arrival", "2026-11-20T18:00:00+01:00", "since"}, 201, `"event_id":4,`)
	c.stop()
	modelstest.Want(t, names(t, folder), "all.json config.toml worklog.db")
	write(t, folder, "other.json", strings.Replace(document, "GARDE\"}]},", "ASTREINTE\"}]},", 1))
	imports(t, folder, 0, "Imported: 0 new, 0 changed, 4 unchanged. Of the plan 0 cycles and 1 date. The database as it was before is kept as "+filepath.Join(folder, "worklog.db.before-import-1")+".\n", "other.json")
	wantStored(t, folder, "SELECT count(*) FROM plan_dates WHERE shifts LIKE '%ASTREINTE%'", "1")
	modelstest.WantSound(t, filepath.Join(folder, "worklog.db"))
	modelstest.WantIn(t, prints(t, folder, "restore", "worklog.db.before-import-1"), "4 days")
}

func TestARecordBesideOthersGetsFreeIDsAndItsReplaysRepeatTheirFirstAnswers(t *testing.T) {
	folder := recorded(t) // an open arrival of 20 November, with the ids 1
	other := `{"format":"worklog","version":1,"last_ids":{"days":1,"slots":1,"events":2},"days":[
{"id":1,"date":"2026-11-19","timezone":"Europe/Paris","day_type":"WORK","half_day":"","journey_profile_id":"","motor_vehicle_id":"","note":"","version":2,"created_at":"2026-11-19T07:00:00.000000000Z","updated_at":"2026-11-19T11:00:00.000000000Z","slots":[{"id":1,"start_at":"2026-11-19T07:00:00.000000000Z","end_at":"2026-11-19T11:00:00.000000000Z"}],"events":[{"id":1,"time_slot_id":1,"event":"arrival","occurred_at":"2026-11-19T07:00:00.000000000Z","occurred_at_sent":"2026-11-19T08:00:00+01:00","idempotency_key":"in","received_at":"2026-11-19T07:00:00.000000000Z","created_slot_id":null,"closure":"departure","closed_at":"2026-11-19T11:00:00.000000000Z","first_entry_id":null,"by_hand":false},{"id":2,"time_slot_id":1,"event":"departure","occurred_at":"2026-11-19T11:00:00.000000000Z","occurred_at_sent":"2026-11-19T12:00:00+01:00","idempotency_key":"out","received_at":"2026-11-19T11:00:00.000000000Z","created_slot_id":1,"closure":null,"closed_at":null,"first_entry_id":null,"by_hand":false}]}
]}`
	write(t, folder, "other.json", other)
	const counts = "1 new, 0 changed, 0 unchanged. New ids for 2 records: theirs have been used here, or are too high. "
	imports(t, folder, 0, "row 2: 2026-11-19: new, 1 slot\nWould import: "+counts+"Nothing was written.\n", "other.json", "--dry-run")
	imports(t, folder, 0, "Imported: "+counts+"The database as it was before is kept as "+filepath.Join(folder, "worklog.db.before-import-1")+".\n", "other.json")
	wantStored(t, folder, "SELECT work_entry_id || ' ' || id || ' ' || time_slot_id || ' ' || coalesce(created_slot_id, '-') || ' ' || first_entry_id FROM workplace_presence_events WHERE idempotency_key <> 'first in' ORDER BY id",
		"2 2 1 1 1", "2 3 1 - 1")
	modelstest.WantSound(t, filepath.Join(folder, "worklog.db"))
}

func TestAnImportIsRefusedAsAWholeWhenOneRowIs(t *testing.T) {
	folder := newDiary(t, everything)
	file := write(t, folder, "all.json", strings.Replace(everythingJSON(t), "Europe/Paris", "Europe/Pariz", 1))
	wantUnchanged(t, folder, "row 3: 2026-11-20: is not what worklog stores: has an unknown time zone\n"+file+": a day of the file cannot be imported\n", file)
	write(t, folder, file, "date,start,end\n2026-11-18,8h,9h\n2026-11-19,8h,\n2026-11-31,8h,9h\n")
	wantUnchanged(t, folder, "all.json: row 3: the row has a start or an end only\nrow 4: date \"2026-11-31\": is not a date\n", file, "--dry-run")
	modelstest.Must(t, os.Truncate(filepath.Join(folder, file), 32<<20+1))
	wantUnchanged(t, folder, "all.json: the file is larger than 32 MiB\n", file)
	wantUnchanged(t, folder, "stat missing.json: no such file or directory\n", "missing.json")
	wantUnchanged(t, folder, "--columns: \"jour=Jour\": must be NAME=COLUMN, where NAME is one of date, start, end, end_date, day_type, journey_profile_id, motor_vehicle_id, note, half_day, timezone, minutes, requested_by, reason\n", file, "--columns", "jour=Jour")
}

func TestTablesAreImported(t *testing.T) {
	folder, all := newDiary(t, ""), ""
	for _, test := range []struct{ name, content, columns, want string }{
		{"our own slots", "date,day_type,journey_profile_id,motor_vehicle_id,start,end_date,end,minutes,hours,timezone,note\r\n" +
			"2026-11-01,TT,bureau,clio,22:00,2026-11-02,06:00,480,8.00,Europe/Paris,\"'=1+1\nb\"\r\n", "",
			"2026-11-01,TT,bureau,clio,22:00,2026-11-02,06:00,480,8.00,Europe/Paris,\"'=1+1\nb\",\n"},
		{"half days of absence", "date,day_type,half_day,start,end\n2026-11-03,TT,rtt,08:00,10:00\n2026-11-03,,RTT,10:00,11:00\n", "",
			"2026-11-03,TT,,,08:00,2026-11-03,10:00,120,2.00,Europe/Paris,,RTT\n2026-11-03,TT,,,10:00,2026-11-03,11:00,60,1.00,Europe/Paris,,RTT\n"},
		{"our own days, with semicolons", "date;day_type;slots;minutes;hours;note\n2026-11-04;RTT;0;0;0,00;\n", "", ""},
		{"TimeTagger, with its sums", "subtotals,tag_groups,duration,date,start,stop,description,user,tags\n4:00,Total,,,,,,,\n,,,,,,,,\n4:00,#a,,,,,,,,,,\n" +
			",,2:00,05-11-2026,08:00,10:00,\"x, #a\",me,#a\n,,2:00,05-11-2026,10:00,12:00,\"x, #a\",me,#a\n", "",
			"2026-11-05,WORK,,,08:00,2026-11-05,10:00,120,2.00,Europe/Paris,\"x, #a\",\n2026-11-05,WORK,,,10:00,2026-11-05,12:00,120,2.00,Europe/Paris,\"x, #a\",\n"},
		{"Kimai, over midnight", "\ufeff\"Date\",\"From\",\"To\",\"Duration\",\"Rate\",\"User\",\"Description\"\n\"2026-11-06\",\"22:30\",\"02:00\",\"3:30\",\"0\",\"me\",\"on call\"\n", "",
			"2026-11-06,WORK,,,22:30,2026-11-07,02:00,210,3.50,Europe/Paris,on call,\n"},
		{"a spreadsheet, by mapping", "Début;Fin;Type\n19/11/2026 8h;19/11/2026 12:30:59;garde\n;;\n", "start=Début,end=Fin,day_type=Type",
			"2026-11-19,GARDE,,,08:00,2026-11-19,12:30,270,4.50,Europe/Paris,,\n"},
		{"who asked, and why", "date,start,end,requested_by,reason\n2026-11-20,08:00,10:00,Mme Roux,relève\n2026-11-20,10:00,11:00,,relève\n", "",
			"2026-11-20,WORK,,,08:00,2026-11-20,10:00,120,2.00,Europe/Paris,,,imported,0,Mme Roux,relève,\n2026-11-20,WORK,,,10:00,2026-11-20,11:00,60,1.00,Europe/Paris,,,imported,0,Mme Roux,relève,\n"},
	} {
		t.Log(test.name)
		arguments := []string{write(t, folder, "table.csv", test.content), "--columns", test.columns}
		wantRun(t, folder, nil, 0, "Imported: 1 new, 0 changed, 0 unchanged.", append([]string{"import"}, arguments...)...)
		all += test.want
		imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 1 unchanged.\n", arguments...)
	}
	_, rows, _ := strings.Cut(exported(t, folder, "--format", "csv"), "\r\n")
	modelstest.Want(t, strings.NewReplacer(",imported,0,,,\r\n", "\n", "\r\n", "\n").Replace(rows), all)
}

func TestATableAddsToADayAndNeverTakesFromIt(t *testing.T) {
	folder := newDiary(t, everything)
	backups := filepath.Join(folder, "backups")
	environment := []string{"WORKLOG_BACKUP_FOLDER=" + backups}
	table := exported(t, folder, "--format", "csv")
	write(t, folder, "own.csv", table)
	imports(t, folder, 0, "Nothing to import: 0 new, 0 changed, 2 unchanged.\n", "own.csv")
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
	wantPrinted(t, folder, table+`2026-11-20,WORK,bureau,clio,18:00,2026-11-20,19:30,90,1.50,Europe/Paris,"'=SUM(A1:A9); ""naïve""`+"\r\n<b>\",,imported,0,'=Roux,\"relève\r\nen retard\",\r\n"+
		"2026-12-25,WORK,,,09:00,2026-12-25,10:00,60,1.00,Europe/Paris,,,imported,0,,,\r\n", "export", "--format", "csv")
}

func TestADryRunOfAnImportRefusesADatabaseInWhichNothingCanBeRecorded(t *testing.T) {
	folder := recorded(t)
	write(t, folder, "days.csv", "date,start,end\n2026-11-21,08:00,12:00\n")
	modelstest.Query(t, filepath.Join(folder, "worklog.db"), "UPDATE sqlite_sequence SET seq = 4503599627370495 WHERE name = 'workplace_presence_events'")
	wantRun(t, folder, nil, 1, "impossible last id", "import", "days.csv", "--dry-run")
}

// everything is a day recorded by the automation, whose slot was changed by hand
// since, an ignored arrival with a moved event, a night in another zone, and a day
// without slots; some ids are gone.
const everything = `
	INSERT INTO work_entries (id, date, timezone, day_type, journey_profile_id, motor_vehicle_id, note, version, created_at, updated_at) VALUES
		(1, '2026-11-20', 'Europe/Paris', 'WORK', 'bureau', 'clio', '=SUM(A1:A9); "naïve"' || char(10) || '<b>', 4, '2026-11-20T07:03:00.000000001Z', '2026-11-20T17:00:00.000000000Z'),
		(3, '2026-11-21', 'Europe/Paris', 'WORK', '', '', '', 2, '2026-11-21T07:00:00.000000000Z', '2026-11-21T08:00:00.000000000Z'),
		(4, '2026-10-31', 'America/Montreal', 'GARDE', '-gone', '', '', 1, '2026-11-01T00:00:00.000000000Z', '2026-11-01T00:00:00.000000000Z'),
		(7, '2026-12-24', 'Europe/Paris', 'CONGE', '', '', '', 1, '2026-11-22T00:00:00.000000000Z', '2026-11-22T00:00:00.000000000Z');
	INSERT INTO time_slots (id, work_entry_id, start_at, end_at) VALUES
		(5, 1, '2026-11-20T07:03:27.500000000Z', '2026-11-20T11:00:00.000000000Z'),
		(6, 1, '2026-11-20T12:00:00.000000000Z', '2026-11-20T16:30:00.000000000Z'),
		(8, 4, '2026-11-01T02:00:00.000000000Z', '2026-11-01T11:00:00.000000000Z');
	INSERT INTO workplace_presence_events (id, work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, created_slot_id, closure, closed_at, first_entry_id, by_hand) VALUES
		(1, 1, NULL, 'arrival', '2026-11-20T07:03:00.000000000Z', '2026-11-20T08:03:00+01:00', 'a', '2026-11-20T07:03:01.000000000Z', NULL, 'departure', '2026-11-20T11:00:01.000000000Z', NULL, 0),
		(2, 1, NULL, 'departure', '2026-11-20T11:00:00.000000000Z', '20261120T120000+01', 'é', '2026-11-20T11:00:01.000000000Z', 1, NULL, NULL, NULL, 1),
		(3, 3, NULL, 'arrival', '2026-11-21T07:00:00.000000000Z', '2026-11-21T08:00:00+01:00', 'b', '2026-11-21T07:00:00.000000000Z', NULL, 'discarded', '2026-11-21T08:00:00.000000000Z', 2, 0);
	INSERT INTO time_slots (id, work_entry_id, start_at, end_at) VALUES (99, 1, '2026-11-20T07:00:00.000000000Z', '2026-11-20T11:00:00.000000000Z');
	DELETE FROM time_slots WHERE id = 99;
	UPDATE work_entries SET requested_by = '=Roux', reason = 'relève' || char(10) || 'en retard' WHERE id = 1;`

// everythingJSON returns what is exported of it.
func everythingJSON(t *testing.T) string {
	t.Helper()
	return string(modelstest.Got(os.ReadFile("../../models/exchange/testdata/everything.json"))(t))
}

// newDiary makes a folder with a configuration and a database with the rows of the
// statements.
func newDiary(t *testing.T, statements string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	write(t, folder, "config.toml", app.DemoConfig)
	database := filepath.Join(folder, "worklog.db")
	modelstest.Create(t, database)
	modelstest.Query(t, database, statements)
	return folder
}

func exported(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	return prints(t, folder, append([]string{"export"}, arguments...)...)
}

func TestTablesAreExportedAsCSV(t *testing.T) {
	folder := newDiary(t, everything)
	for arguments, want := range map[string]string{
		"": `date,day_type,journey_profile_id,motor_vehicle_id,start,end_date,end,minutes,hours,timezone,note,half_day,origin,late_minutes,requested_by,reason,to_verify
2026-10-31,GARDE,'-gone,,22:00,2026-11-01,06:00,540,9.00,America/Montreal,,,typed,0,,,
2026-11-20,WORK,bureau,clio,08:03,2026-11-20,12:00,237,3.95,Europe/Paris,"'=SUM(A1:A9); ""naïve""
<b>",,typed,0,'=Roux,"relève
en retard",
2026-11-20,WORK,bureau,clio,13:00,2026-11-20,17:30,270,4.50,Europe/Paris,"'=SUM(A1:A9); ""naïve""
<b>",,typed,0,'=Roux,"relève
en retard",
`,
		"--of slots --decimal-comma --to 2026-10-31": `date;day_type;journey_profile_id;motor_vehicle_id;start;end_date;end;minutes;hours;timezone;note;half_day;origin;late_minutes;requested_by;reason;to_verify
2026-10-31;GARDE;'-gone;;22:00;2026-11-01;06:00;540;9,00;America/Montreal;;;typed;0;;;
`,
		"--of days --from 2026-11-21": `date,day_type,journey_profile_id,motor_vehicle_id,slots,minutes,hours,timezone,note,half_day,requested_by,reason,to_verify
2026-11-21,WORK,,,0,0,0.00,Europe/Paris,,,,,
2026-12-24,CONGE,,,0,0,0.00,Europe/Paris,,,,,
`,
		"--of months --decimal-comma": `month;days;slots;minutes;hours;WORK;TT;GARDE;ASTREINTE;FORMATION;RTT;CONGE;MALADE;FERIE;to_verify
2026-10;1;1;540;9,00;0;0;1;0;0;0;0;0;0;
2026-11;1;2;507;8,45;1;0;0;0;0;0;0;0;0;
2026-12;1;0;0;0,00;0;0;0;0;0;0;1;0;0;
`,
		"--of months --from 2026-11-20 --to 2026-11-20": `month,days,slots,minutes,hours,WORK,TT,GARDE,ASTREINTE,FORMATION,RTT,CONGE,MALADE,FERIE,to_verify
2026-11,1,2,507,8.45,1,0,0,0,0,0,0,0,0,
`,
		"--from 2027-01-01 --to=": "date,day_type,journey_profile_id,motor_vehicle_id,start,end_date,end,minutes,hours,timezone,note,half_day,origin,late_minutes,requested_by,reason,to_verify\n",
	} {
		wantPrinted(t, folder, strings.ReplaceAll(want, "\n", "\r\n"), append([]string{"export", "--format", "csv"}, strings.Fields(arguments)...)...)
	}
}

func TestAnExportThatAnImportWouldRefuseIsWrittenAndSaysSo(t *testing.T) {
	folder := newDiary(t, everything+`WITH RECURSIVE r (n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM r WHERE n < 59)
		INSERT INTO time_slots (work_entry_id, start_at, end_at) SELECT 7, '2026-12-24T' || hour || ':' || n || ':00.000000000Z', '2026-12-24T' || hour || ':' || n || ':30.000000000Z'
			FROM r JOIN (SELECT '10' AS hour UNION ALL SELECT '11' UNION ALL SELECT '12')`)
	code, out, problems := runs(t, folder, nil, "export", "--format", "csv")
	const want = "warning: this export is complete, but worklog import would refuse it: day 2026-12-24: day has too many slots. worklog backup makes a copy that worklog restore takes.\n"
	modelstest.Want(t, code == 0 && strings.HasPrefix(problems, want) && strings.Count(out, "\n") >= 150, true, code, len(out), problems)
}
