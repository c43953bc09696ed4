package api_test

import (
	"fmt"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

const validTail = `"occurred_at":"2026-11-20T08:00:00+01:00","idempotency_key":"k"}`

// wantInJournal checks what the journal says of the last request.
func wantInJournal(p *apptest.Program, want string) {
	p.T.Helper()
	p.WantStored("SELECT trim(outcome || ' ' || detail) FROM journal_lines ORDER BY id DESC LIMIT 1", want)
}

// Each body is beside what the journal says of it.
func TestABodyThatIsNoEventIsRefusedAndTheJournalSaysWhy(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	for message, bodies := range map[string]map[string]struct{ body, journal string }{
		"JSON invalide": {
			"empty":                    {"", "empty_body"},
			"white space":              {" \n", "empty_body"},
			"truncated":                {`{"event":"arrival"`, "not_json"},
			"trailing bytes":           {`{"event":"arrival",` + validTail + `x`, "not_json"},
			"a byte order mark":        {"\ufeff" + `{"event":"arrival",` + validTail, "not_json"},
			"invalid UTF-8 in a text":  {`{"event":"arriv` + "\xff" + `al",` + validTail, "not_utf8"},
			"invalid UTF-8 in the key": {`{"event":"arrival","occurred_at":"2026-11-20T08:00:00+01:00","idempotency_key":"` + "\xc3\x28" + `"}`, "not_utf8"},
			"a surrogate in UTF-8":     {`{"event":"` + "\xed\xa0\x80" + `"}`, "not_utf8"},
			"a raw control character":  {`{"event":"arr` + "\n" + `ival",` + validTail, "not_json"},
		},
		"Schéma invalide": {
			"an array":                      {`[]`, "not_object"},
			"null":                          {`null`, "not_object"},
			"an empty object":               {`{}`, "missing_name event"},
			"an unknown name":               {`{"event":"arrival","note":"x",` + validTail, "unknown_name note"},
			"an unknown nested name":        {`{"event":"arrival","x":{"a":1,"a":2},` + validTail, "unknown_name x"},
			"a name in another case":        {`{"Event":"arrival",` + validTail, "unknown_name Event"},
			"a name twice, alike":           {`{"event":"arrival","event":"arrival",` + validTail, "repeated_name event"},
			"a name twice by an escape":     {`{"event":"arrival","\u0065vent":"arrival",` + validTail, "repeated_name event"},
			"the event missing":             {`{` + validTail, "missing_name event"},
			"the time missing":              {`{"event":"arrival","idempotency_key":"k"}`, "missing_name occurred_at"},
			"an event that is null":         {`{"event":null,` + validTail, "value_not_text event"},
			"an event that is a number":     {`{"event":1,` + validTail, "value_not_text event"},
			"a time that is a number":       {`{"event":"arrival","occurred_at":1700000000,"idempotency_key":"k"}`, "value_not_text occurred_at"},
			"a key that is null":            {`{"event":"arrival","occurred_at":"2026-11-20T08:00:00+01:00","idempotency_key":null}`, "value_not_text idempotency_key"},
			"a name of half a surrogate":    {`{"\ud800":1,"event":"arrival",` + validTail, "unknown_name \ufffd"},
			"a name beside a wrong instant": {`{"event":"arrival","x":1,"occurred_at":"nonsense","idempotency_key":""}`, "unknown_name x"},
		},
		"Événement invalide": {
			"an unknown event":            {`{"event":"lunch",` + validTail, "unknown_event"},
			"an event in another case":    {`{"event":"Arrival",` + validTail, "unknown_event"},
			"an empty event":              {`{"event":"",` + validTail, "unknown_event"},
			"half a surrogate as event":   {`{"event":"\ud800",` + validTail, "half_character"},
			"half a surrogate as instant": {`{"event":"arrival","occurred_at":"\udc00","idempotency_key":"k"}`, "half_character"},
			"half a surrogate in the key": {apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "KEY"), "half_character"},
			"no key":                      {`{"event":"arrival","occurred_at":"2026-11-20T08:00:00+01:00"}`, "without_key"},
			"an empty key":                {apptest.Event("arrival", "2026-11-20T08:00:00+01:00", ""), "blank_key"},
			"a blank key":                 {apptest.Event("arrival", "2026-11-20T08:00:00+01:00", " \t\u00a0\u2003"), "blank_key"},
			"a key of 256 characters":     {apptest.Event("arrival", "2026-11-20T08:00:00+01:00", strings.Repeat("é", 256)), "long_key"},
		},
	} {
		status := map[string]int{"JSON invalide": 400, "Schéma invalide": 422, "Événement invalide": 422}[message]
		for name, sent := range bodies {
			t.Run(name, func(t *testing.T) {
				p.Unchanged(func() { p.Post(strings.Replace(sent.body, "KEY", `a\ud800`, 1)).WantError(t, status, message) })
				wantInJournal(p, sent.journal)
			})
		}
	}
}

// forget removes what is recorded, for the next row of a table.
func forget(p *apptest.Program) {
	modelstest.Must(p.T, modelstest.Only(p.DB.Exec("DELETE FROM workplace_presence_events; DELETE FROM time_slots; DELETE FROM work_entries")))
}

func TestEveryFormOfOccurredAtIsReadToTheNanosecond(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	for text, want := range map[string]string{
		"2026-11-20T08:03:27.5+01:00":           "2026-11-20T07:03:27.500000000Z",
		"2026-11-20T08:03:27,123456789+01:00":   "2026-11-20T07:03:27.123456789Z",
		"2026-11-20T08:03:27+01:00":             "2026-11-20T07:03:27.000000000Z",
		"2026-11-20T08:03+01:00":                "2026-11-20T07:03:00.000000000Z",
		"2026-11-20T08:03:27+0100":              "2026-11-20T07:03:27.000000000Z",
		"2026-11-20T08:03:27+01":                "2026-11-20T07:03:27.000000000Z",
		"2026-11-20T08:03:27Z":                  "2026-11-20T08:03:27.000000000Z",
		"2026-11-20 08:03:27.123456+01:00":      "2026-11-20T07:03:27.123456000Z",
		"2026-11-20T08:03:27+14:00":             "2026-11-19T18:03:27.000000000Z",
		"2026-11-20T08:03:27-14:00":             "2026-11-20T22:03:27.000000000Z",
		"20261120T080327+0100":                  "2026-11-20T07:03:27.000000000Z",
		"20261120T080327.000000001+01:00":       "2026-11-20T07:03:27.000000001Z",
		"20261120T0803Z":                        "2026-11-20T08:03:00.000000000Z",
		`2026-11-20T08:03:27\u002b01:00`:        "2026-11-20T07:03:27.000000000Z", // an escape of JSON
		"2026-11-20T08:03:27.100000000000+0100": "",
	} {
		t.Run(text, func(t *testing.T) {
			got := p.Post(fmt.Sprintf(`{"event":"arrival","occurred_at":"%s","idempotency_key":"k"}`, text))
			if want == "" {
				got.WantError(t, 422, "Événement invalide")
				return
			}
			got.Want(t, 201)
			p.WantStored("SELECT occurred_at FROM workplace_presence_events", want)
			forget(p)
		})
	}
}

// Each text is below what the journal says of it.
func TestAnOccurredAtThatIsMalformedIsRefused(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	for journal, texts := range map[string][]string{
		"impossible_offset": {
			"2026-11-20T08:00:00+01:60", "2026-11-20T08:00:00+14:01", "2026-11-20T08:00:00-15", "2026-11-20T08:00:00+99:99",
		},
		"impossible_time": {
			"2026-11-20T24:00:00+01:00", "2026-11-20T23:59:60Z", "2026-11-20T25:00:00Z", "2026-11-20T08:60:00Z", "2026-11-31T08:00:00Z",
			"2026-02-29T08:00:00Z", "2026-13-01T08:00:00Z", "2026-00-01T08:00:00Z", "2026-11-00T08:00:00Z",
		},
		"time_form": {
			"", " ", "now", "1700000000", "2026-11-20", "2026-11-20T08+01:00", "08:03:27+01:00", "2026-W47-5T08:00:00Z", "2026-324T08:00:00Z",
			"2026-1-5T08:00:00Z", "26-11-20T08:00:00Z", "+2026-11-20T08:00:00Z", "2026-11-20T8:00:00Z", "2026-11-20T08:0:00Z",
			"2026-11-20T08:00:0Z", "2026-11-20T08:00:00.Z", "2026-11-20T08:00:00.1234567890Z", "2026-11-20T08.5Z", "2026-11-20T08:00.5Z",
			"2026-11-20t08:00:00Z", "2026-11-20T08:00:00z", "2026-11-20_08:00:00Z", "2026-11-20  08:00:00Z", "2026-11-20T08:00:00 Z",
			" 2026-11-20T08:00:00Z", "2026-11-20T08:00:00Z ", "2026-11-20T08:00:00Z\n", "2026-11-20T08:00:00+1", "2026-11-20T08:00:00+1:00",
			"2026-11-20T08:00:00+010", "2026-11-20T08:00:00+01:0", "2026-11-20T08:00:00+01:00:00", "2026-11-20T08:00:00\u221201:00",
			"2026-11-20T08:00:00+01:00[Europe/Paris]", "2026-11-20T08:00:00 Europe/Paris", "20261120 080327+0100", "20261120T08:03:27+0100",
			"2026-11-20T080327+0100", "２０２６-11-20T08:00:00Z",
		},
		"without_offset": {"2026-11-20T08:03:27", "20261120T080327", "20261120T0803"},
	} {
		for _, text := range texts {
			t.Run(text, func(t *testing.T) {
				p.Unchanged(func() { p.Arrive(text, "k").WantError(t, 422, "Événement invalide") })
				wantInJournal(p, journal)
			})
		}
	}
}

func TestTheKeyIsTakenByteForByteFromBodyOrHeader(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit)
	const at = "2026-11-20T08:00:00+01:00"
	withoutKey := `{"event":"arrival","occurred_at":"` + at + `"}`
	for _, test := range []struct {
		name, body string
		headers    []string
		stored     string // empty when it is refused
		journal    string // which says why
	}{
		{"in the body", apptest.Event("arrival", at, "k"), nil, "k", ""},
		{"in the header", withoutKey, []string{"k"}, "k", ""},
		{"the same in both", apptest.Event("arrival", at, "k"), []string{"k"}, "k", ""},
		{"255 code points, not bytes", apptest.Event("arrival", at, strings.Repeat("é", 255)), nil, strings.Repeat("é", 255), ""},
		{"255 code points beyond the basic plane", apptest.Event("arrival", at, strings.Repeat("😀", 255)), nil, strings.Repeat("😀", 255), ""},
		{"spaces around it stay", apptest.Event("arrival", at, " k "), nil, " k ", ""},
		{"an accent stays decomposed", apptest.Event("arrival", at, "e\u0301"), nil, "e\u0301", ""},
		{"a NUL is a character", apptest.Event("arrival", at, "\x00"), nil, "\x00", ""},
		{"UTF-8 in the header", withoutKey, []string{"clé"}, "clé", ""},
		{"a whole surrogate pair", `{"event":"arrival","occurred_at":"` + at + `","idempotency_key":"\ud83d\ude00"}`, nil, "😀", ""},
		{"the replacement character is one", apptest.Event("arrival", at, "\ufffd"), nil, "\ufffd", ""},
		{"different in both", apptest.Event("arrival", at, "k"), []string{"K"}, "", "keys_differ"},
		{"composed in one and decomposed in the other", apptest.Event("arrival", at, "é"), []string{"e\u0301"}, "", "keys_differ"},
		{"an empty header beside the body", apptest.Event("arrival", at, "k"), []string{""}, "", "keys_differ"},
		{"only an empty header", withoutKey, []string{""}, "", "blank_key"},
		{"the header twice", withoutKey, []string{"k", "k"}, "", "several_key_headers"},
		{"the header twice beside the body", apptest.Event("arrival", at, "k"), []string{"k", "k"}, "", "several_key_headers"},
		{"a header that is not UTF-8", withoutKey, []string{"\xff"}, "", "key_not_utf8"},
		{"256 characters in the header", withoutKey, []string{strings.Repeat("k", 256)}, "", "long_key"},
	} {
		t.Run(test.name, func(t *testing.T) {
			request := p.Request(test.body)
			request.Header["X-Idempotency-Key"] = test.headers
			got := p.Send(request)
			if test.stored == "" {
				got.WantError(t, 422, "Événement invalide")
				wantInJournal(p, test.journal)
				p.WantStored("SELECT count(*) FROM workplace_presence_events", "0")
				return
			}
			got.Want(t, 201)
			p.WantStored("SELECT idempotency_key FROM workplace_presence_events", test.stored)
			p.Send(p.Request(apptest.Event("arrival", at, test.stored))).Want(t, 200, `"replayed"`)
			forget(p)
		})
	}
}
