package exchange_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"worklog/models/exchange"
	"worklog/models/modelstest"
)

// endless reads a beginning, then the same for ever, and counts what is taken of it.
type endless struct {
	beginning, again string
	taken            int
}

func (e *endless) Read(into []byte) (n int, err error) {
	for n < len(into) {
		rest := e.beginning
		if rest = rest[min(e.taken, len(rest)):]; rest == "" {
			rest = e.again[(e.taken-len(e.beginning))%len(e.again):]
		}
		copied := copy(into[n:], rest)
		n, e.taken = n+copied, e.taken+copied
	}
	return n, nil
}

const (
	documentStart = `{"format":"worklog","version":1,"last_ids":{"days":1,"slots":1,"events":1},"days":[` + "\n"
	dayStart      = `{"id":1,"date":"2026-11-20","timezone":"UTC","day_type":"WORK","half_day":"","journey_profile_id":"","motor_vehicle_id":"","note":"","version":1,` +
		`"created_at":"2026-11-20T07:00:00.000000000Z","updated_at":"2026-11-20T07:00:00.000000000Z",`
)

func TestAFileWithoutEndIsRefusedAndNotHeld(t *testing.T) {
	const slot = `{"id":%d,"start_at":"2026-11-20T07:00:00.000000000Z","end_at":"2026-11-20T08:00:00.000000000Z"},`
	const early, late = 2 << 20, exchange.MaxFileSize + 1<<20 // where it is met, or at the limit of a file
	for name, test := range map[string]struct {
		beginning, again string
		want             string
		most             int // bytes that are read
	}{
		"a header of commas":         {"", ",", "row 1: the row has more than 500 cells", early},
		"a row of commas":            {"date\n", ",", "row 2: the row has more than 500 cells", early},
		"a row of semicolons":        {"date;note\n", ";", "row 2: the row has more than 500 cells", early},
		"a cell without end":         {"date\n", "x", "row 2: the cell is too long", early},
		"a quoted cell without end":  {"date\n\"", ",\n", "", early},
		"a row of long cells":        {"date\n", strings.Repeat("x", 60_000) + ",", "row 2: the row is longer than 1 MiB", early},
		"a string without end":       {documentStart + `{"note":"`, "x", "row 2: the cell is too long", early},
		"one of escaped quotes":      {documentStart + `{"note":"`, `\"`, "row 2: the cell is too long", early},
		"a number without end":       {documentStart + `{"id":`, "1", "row 2: the cell is too long", early},
		"a name without end":         {documentStart + `{"`, "x", "row 2: the cell is too long", early},
		"white space without end":    {documentStart, " ", "row 2: the cell is too long", early},
		"nesting without end":        {documentStart + dayStart + `"slots":`, "[", "row 2: is not a document that worklog has exported: jsontext: exceeded max depth within", early},
		"a NUL":                      {"date\n", "2026-11-20\n\x00", exchange.ErrNotText.Error(), early},
		"half a character":           {"date\n", "\xc3", exchange.ErrNotText.Error(), early},
		"a document with half a one": {documentStart, "\xc3", exchange.ErrNotText.Error(), early},
		"slots that are numbers":     {documentStart + dayStart + `"slots":[`, "1,", exchange.ErrFileTooLarge.Error(), late},
		"names that are none":        {documentStart + "{", `"a":1,`, exchange.ErrFileTooLarge.Error(), late},
		"slots of a day":             {documentStart + dayStart + `"slots":[`, fmt.Sprintf(slot, 1), exchange.ErrFileTooLarge.Error(), late},
		"days that are none":         {documentStart, "{},", "row 2: a member is missing", late},
		"rows without anything":      {"date\n", ",\n", exchange.ErrTooManyRows.Error(), late},
		"lines without anything":     {"date\n", "\n", exchange.ErrFileTooLarge.Error(), late},
		"more rows than there are":   {"date\n", dates(200), exchange.ErrTooManyRows.Error(), late},
	} {
		file := &endless{beginning: test.beginning, again: test.again}
		before := liveBytes()
		_, err := exchange.Read(file, nil)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
		if left := max(liveBytes(), before) - before; file.taken > test.most || left > 1<<20 {
			t.Errorf("%s: %d bytes were read, %d are left in memory", name, file.taken, left)
		}
	}
}

func TestADocumentHasBoundsForADayAndForItsNumbers(t *testing.T) {
	day := func(slots, events int) string {
		var text strings.Builder
		text.WriteString(documentStart + dayStart + `"slots":[`)
		for n := range slots {
			fmt.Fprintf(&text, `%.*s{"id":%d,"start_at":"2026-11-20T07:00:00.%09dZ","end_at":"2026-11-20T08:00:00.000000000Z"}`, min(n, 1), ",", n+1, n)
		}
		text.WriteString(`],"events":[`)
		for n := range events {
			fmt.Fprintf(&text, `%.*s{"id":%d,"time_slot_id":null,"event":"arrival","occurred_at":"2026-11-20T07:00:00.%09dZ","occurred_at_sent":"","idempotency_key":"%d",`+
				`"received_at":"2026-11-20T07:00:00.000000000Z","created_slot_id":null,"closure":"manual","closed_at":"2026-11-20T08:00:00.000000000Z","first_entry_id":null,"by_hand":false}`,
				min(n, 1), ",", n+1, n, n)
		}
		return text.String() + "]}\n]}\n"
	}
	for _, test := range []struct {
		slots, events int
		want          string
	}{
		{25_000, 50_000, "<nil>"},
		{25_001, 0, "row 2: 2026-11-20: slot: the day has too much: more than 25000 slots"},
		{0, 50_001, "row 2: 2026-11-20: event: the day has too much: more than 50000 events"},
	} {
		file, err := exchange.Read(strings.NewReader(day(test.slots, test.events)), nil)
		modelstest.Want(t, fmt.Sprint(err), test.want, test.slots, test.events)
		if err == nil && (len(file.Days[0].Record.Slots) != test.slots || len(file.Days[0].Record.Events) != test.events) {
			t.Errorf("%d slots, %d events: not all of them were read", test.slots, test.events)
		}
	}
	whole := day(1, 1)
	for _, number := range []string{`"days":1`, `"slots":1`, `"events":1`, `"id":1,"date"`, `"id":1,"start_at"`, `"id":1,"time_slot_id"`, `"version":1,"created_at"`} {
		modelstest.WantIn(t, whole, number)
		for digits, sound := range map[string]bool{"4503599627370495": true, "4503599627370496": false, "9223372036854775807": false, "1e3": false, "1.5": false, "-1": false} {
			content := strings.Replace(whole, number, strings.Replace(number, ":1", ":"+digits, 1), 1)
			if _, err := exchange.Read(strings.NewReader(content), nil); sound != (err == nil) || err != nil && !errors.Is(err, exchange.ErrBadNumber) {
				t.Errorf("%s as %s: got %v", number, digits, err)
			}
		}
	}
}

func TestTheLinesOfADocumentAreThoseOfTheFileHoweverItIsWritten(t *testing.T) {
	content := strings.ReplaceAll(strings.ReplaceAll(everything(t), `,"`, ",\r\n\t\""), "Europe/Paris", "Europe/\\u0050ariz")
	store := withEverything(t)
	for line := range strings.SplitSeq(wordsOf(t, store, content, ""), "\n") {
		var row int
		if _, err := fmt.Sscanf(line, "row %d:", &row); err != nil {
			t.Fatal(line)
		}
		if at := strings.Split(content, "\n")[row-1]; !strings.HasPrefix(at, `{"id"`) {
			t.Errorf("%s: the line is %s", line, at)
		}
	}
}

func TestAFileThatCannotBeReadSaysSo(t *testing.T) {
	broken := errors.New("the disk is broken")
	for _, beginning := range []string{"", "date\n2026-11-20\n", documentStart} {
		modelstest.WantError(t, modelstest.Only(exchange.Read(io.MultiReader(strings.NewReader(beginning), iotest.ErrReader(broken)), nil)), broken, beginning)
	}
}
