package main_test

import (
	"path/filepath"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

// oddDay returns a folder with a configuration and a database, whose entry 1 has an arrival
// that nothing has closed as it says.
func oddDay(t *testing.T) (folder string) {
	t.Helper()
	folder = recorded(t)
	db := inspected(t, filepath.Join(folder, "worklog.db"))
	_, err := db.Exec("UPDATE workplace_presence_events SET closure = 'departure', closed_at = received_at")
	modelstest.Must(t, err)
	modelstest.Must(t, db.Close())
	return folder
}

func TestAnOddDayStopsNoCommandAndEachSaysWhichItIs(t *testing.T) {
	t.Parallel()
	folder := oddDay(t)
	const odd = "work entry 1 (2026-11-20): has fewer departures than arrivals closed by a departure; see /entries/1/history\n"
	for _, command := range [][]string{{"backup", "copy.db"}, {"export"}, {"export", "--format", "csv"}, {"restore", "copy.db"}} {
		code, out, problems := runs(t, folder, nil, command...)
		want := "warning: odd, but copied as it is: " + odd
		if command[0] == "export" {
			want = "warning: odd, so that an import may refuse it: " + odd
		}
		if code != 0 || problems != want {
			t.Errorf("%q: got %d %s%s", command, code, out, problems)
		}
	}
	if code, out, problems := runs(t, folder, nil, "check"); code != 1 || problems != odd {
		t.Errorf("check: got %d %s%s", code, out, problems)
	}
	c := begin(t, folder, "WORKLOG_BACKUP_FOLDER="+filepath.Join(folder, "backups"))
	if !c.logs(`"odd record, copied as it is"`) || !strings.Contains(c.log.String(), "/entries/1/history") {
		t.Errorf("got %s", c.log)
	}
	c.stop()
}

func TestADryRunOfAnImportEndsWithATrialOnACopy(t *testing.T) {
	t.Parallel()
	folder := recorded(t)
	write(t, folder, "days.csv", "date,start,end\n2026-11-21,08:00,12:00\n")
	temporary := t.TempDir()
	if code, out, problems := runs(t, folder, []string{"TMPDIR=" + temporary}, "import", "days.csv", "--dry-run"); code != 0 || problems != "" || names(t, temporary) != "" {
		t.Errorf("got %d %s%s, left %s", code, out, problems, names(t, temporary))
	}
	missing := []string{"TMPDIR=" + filepath.Join(temporary, "missing")}
	if code, out, problems := runs(t, folder, missing, "import", "days.csv", "--dry-run"); code != 0 || !strings.HasPrefix(problems, "warning: not tried on a copy: ") {
		t.Errorf("without a temporary folder: got %d %s%s", code, out, problems)
	}
	db := inspected(t, filepath.Join(folder, "worklog.db"))
	_, err := db.Exec("UPDATE sqlite_sequence SET seq = 4503599627370495 WHERE name = 'workplace_presence_events'")
	modelstest.Must(t, err)
	modelstest.Must(t, db.Close())
	if code, out, problems := runs(t, folder, nil, "import", "days.csv", "--dry-run"); code != 1 || !strings.Contains(problems, "impossible id") {
		t.Errorf("got %d %s%s", code, out, problems)
	}
}
