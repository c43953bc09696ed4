package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/app"
	"worklog/models/modelstest"
)

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
	content := modelstest.Got(os.ReadFile("../../models/exchange/testdata/everything.json"))(t)
	return string(content)
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

// exported runs `worklog export`, which must succeed.
func exported(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	return prints(t, folder, append([]string{"export"}, arguments...)...)
}

func TestEverythingIsExportedAsOneDocumentAlsoWhileAServerRuns(t *testing.T) {
	t.Parallel()
	folder := newDiary(t, everything)
	wantPrinted(t, folder, everythingJSON(t), "export")
	c := begin(t, folder)
	wantPrinted(t, folder, everythingJSON(t), "export", "--format", "json")
	c.stop()
	wantPrinted(t, newDiary(t, ""), "{\"format\":\"worklog\",\"version\":1,\"last_ids\":{\"days\":0,\"slots\":0,\"events\":0},\"days\":[\n]}\n", "export")
}

func TestTablesAreExportedAsCSV(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	folder := newDiary(t, everything+`WITH RECURSIVE r (n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM r WHERE n < 59)
		INSERT INTO time_slots (work_entry_id, start_at, end_at) SELECT 7, '2026-12-24T' || hour || ':' || n || ':00.000000000Z', '2026-12-24T' || hour || ':' || n || ':30.000000000Z'
			FROM r JOIN (SELECT '10' AS hour UNION ALL SELECT '11' UNION ALL SELECT '12')`)
	code, out, problems := runs(t, folder, nil, "export", "--format", "csv")
	const want = "warning: this export is complete, but worklog import would refuse it: day 2026-12-24: day has too many slots. worklog backup makes a copy that worklog restore takes.\n"
	if code != 0 || !strings.HasPrefix(problems, want) || strings.Count(out, "\n") < 150 {
		t.Errorf("got %d, %d bytes, %s", code, len(out), problems)
	}
}
