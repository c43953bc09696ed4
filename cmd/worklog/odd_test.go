package main_test

import (
	"path/filepath"
	"strings"
	"testing"
)

// oddDay returns a folder with a configuration and a database, whose entry 1 has an arrival
// that nothing has closed as it says.
func oddDay(t *testing.T) (folder string) {
	t.Helper()
	folder = recorded(t)
	db := inspected(t, filepath.Join(folder, "worklog.db"))
	_, err := db.Exec("UPDATE workplace_presence_events SET closure = 'departure', closed_at = received_at")
	must(t, err)
	must(t, db.Close())
	return folder
}

func TestAnOddDayStopsNoCommandAndEachSaysWhichItIs(t *testing.T) {
	t.Parallel()
	folder := oddDay(t)
	const odd = "work entry 1 (2026-11-20): does not have as many departures as arrivals closed by a departure; see /entries/1/history\n"
	for _, command := range [][]string{{"backup", "copy.db"}, {"export"}, {"export", "--format", "csv"}, {"restore", "copy.db"}} {
		code, out, problems := runs(t, folder, nil, command...)
		if code != 0 || problems != "warning: odd, but copied as it is: "+odd {
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
