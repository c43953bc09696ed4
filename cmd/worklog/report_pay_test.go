package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"worklog/models/modelstest"
)

const payConfig = `[presence_integration]
timezone = "Europe/Paris"
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
`

func TestThePayIsReportedBesideARunningServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, "config.toml"), []byte(payConfig), 0o600))
	code, out, problems := runs(t, folder, nil, "report", "pay", "--month", "2024-05")
	if code == 0 || !strings.Contains(problems, "there is no database yet") || out != "" {
		t.Errorf("before the first start: got %d %s %s", code, out, problems)
	}
	server, end := serves(t, folder)
	enterDay(t, server, "2024-02-27", "WORK", "08:00", "20:00")
	enterDay(t, server, "2024-02-28", "WORK", "08:00", "20:00")
	enterDay(t, server, "2024-03-01", "WORK", "08:00", "20:00")
	enterDay(t, server, "2024-03-30", "GARDE", "20:00", "08:00", "1") // the clock goes forward
	enterDay(t, server, "2024-04-02", "TT")
	const (
		may = `{"month":"2024-05","of":"2024-03","lines":[{"kind":"night","minutes":480,"cents":4000,"dates":["2024-03-30","2024-03-31"]},` +
			`{"kind":"sunday","minutes":420,"cents":5250,"dates":["2024-03-31"]},` +
			`{"kind":"overtime_25","minutes":60,"cents":2550,"dates":["2024-02-27","2024-02-28","2024-03-01"]},` +
			`{"kind":"meal","days":2,"cents":null,"dates":["2024-03-01","2024-03-30"]}],"total_cents":11800}` + "\n"
		june  = `{"month":"2024-06","of":"2024-04","lines":[{"kind":"telework","days":1,"cents":null,"dates":["2024-04-02"]}],"total_cents":null}` + "\n"
		first = `{"month":"1970-01","of":"1969-11","lines":[],"total_cents":null}` + "\n"
	)
	for _, test := range []struct{ name, arguments, out, problems string }{
		{"figures", "--month 2024-05", may, ""},
		{"without a rate", "--month 2024-06", june, ""},
		{"what would pay a month before all others", "--month 1970-01", first, ""},
		{"without a month", "", "", "required flag(s) \"month\" not set\n"},
		{"a month that does not exist", "--month 2024-13", "", "--month \"2024-13\": must be a month, such as \"2026-01\"\n"},
		{"a date", "--month 2024-05-01", "", "--month \"2024-05-01\": must be a month, such as \"2026-01\"\n"},
	} {
		code, out, problems := runs(t, folder, nil, append([]string{"report", "pay"}, strings.Fields(test.arguments)...)...)
		if out != test.out || problems != test.problems || (code == 0) != (test.problems == "") {
			t.Errorf("%s: got %d\n%s\n%s", test.name, code, out, problems)
		}
	}
	page := strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(shown(t, server+"/months/2024-05/pay"))
	for _, figure := range []string{"<b>8 h 00</b>", "<strong>40,00 €</strong>", "<strong>52,50 €</strong>", "<strong>25,50 €</strong>", "<b>118,00 €</b>"} {
		if !strings.Contains(page, figure) {
			t.Errorf("the page has not %s: %s", figure, page)
		}
	}
	if code, log := end(syscall.SIGTERM); code != 0 {
		t.Errorf("got status %d, log %s", code, log)
	}
}
