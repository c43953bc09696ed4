package main_test

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"syscall"
	"testing"
)

func TestTheDigestOfASheetIsPrintedBesideARunningServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	code, out, problems := runs(t, folder, nil, "sheet-hash", "2024-03")
	if code == 0 || !strings.Contains(problems, "there is no database yet") || out != "" {
		t.Errorf("before the first start: got %d %s %s", code, out, problems)
	}
	server, end := serves(t, folder)
	enterDay(t, server, "2024-03-28", "WORK", "08:00", "17:00")
	_, rows, _ := runs(t, folder, nil, "sheet-hash", "--rows", "2024-03")
	if !strings.HasPrefix(rows, "worklog-sheet-2\t2024-03\nday\t2024-03-28\tWORK\t\t") || strings.Count(rows, "\n") != 3 {
		t.Errorf("got rows %s", rows)
	}
	digest := fmt.Sprintf("%x\n", sha256.Sum256([]byte(rows)))
	empty := fmt.Sprintf("%x\n", sha256.Sum256([]byte("worklog-sheet-2\t2024-02\n")))
	for _, test := range []struct{ name, arguments, out, problems string }{
		{"a month", "2024-03", digest, ""},
		{"a month without days", "2024-02", empty, ""},
		{"a month that does not exist", "2024-13", "", "month \"2024-13\": must be a month, such as \"2026-01\"\n"},
		{"a date", "2024-03-28", "", "month \"2024-03-28\": must be a month, such as \"2026-01\"\n"},
		{"a month before the calendar", "1969-12", "", "month \"1969-12\": must be a month, such as \"2026-01\"\n"},
		{"illness as it is printed elsewhere", "2024-03 --illness shown", digest, ""},
		{"another word for it", "2024-03 --illness masked", "", "illness \"masked\": must be \"shown\" or \"hidden\"\n"},
		{"no month", "", "", "accepts 1 arg(s), received 0\n"},
	} {
		code, out, problems := runs(t, folder, nil, append([]string{"sheet-hash"}, strings.Fields(test.arguments)...)...)
		if out != test.out || problems != test.problems || (code == 0) != (test.problems == "") {
			t.Errorf("%s: got %d %s %s", test.name, code, out, problems)
		}
	}
	if page := shown(t, server+"/months/2024-03/sheet"); !strings.Contains(page, strings.TrimSpace(digest)) {
		t.Errorf("the sheet has not the digest %s", digest)
	}
	if code, log := end(syscall.SIGTERM); code != 0 {
		t.Errorf("got status %d, log %s", code, log)
	}
}
