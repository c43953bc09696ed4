package exchange_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/imports"
	"worklog/models/modelstest"
)

func everything(t testing.TB) string {
	t.Helper()
	return string(modelstest.Got(os.ReadFile("testdata/everything.json"))(t))
}

// wordsOf reads and plans a file, and returns why it is refused, a line each; "" if
// it is not.
func wordsOf(t *testing.T, store *models.Store, content, columns string) string {
	t.Helper()
	named, err := exchange.ParseColumns(columns, exchange.Readable)
	if err != nil {
		return err.Error()
	}
	file, err := exchange.Read(strings.NewReader(content), named)
	if err != nil {
		return err.Error()
	}
	store = store.WithRules(models.Rules{Zone: zone(t, "Europe/Paris"), Journeys: []string{"bureau"}})
	plan := modelstest.Got(imports.PreviewOf(t.Context(), store, file))(t)
	var lines []string
	for _, day := range plan {
		for _, refused := range day.Errs {
			lines = append(lines, fmt.Sprintf("row %d: %s: %v", refused.Row, day.Date, refused.Err))
		}
	}
	if _, err := imports.Perform(t.Context(), store, file, plan.Fingerprint(), noon); len(lines) > 0 && !errors.Is(err, imports.ErrRefused) {
		t.Errorf("imported all the same, or %v", err)
	}
	return strings.Join(lines, "\n")
}

func withEverything(t *testing.T) *models.Store {
	t.Helper()
	d := newDiary(t)
	modelstest.Want(t, wordsOf(t, d.Store, everything(t), ""), "")
	return d.Store
}

func TestADocumentIsHeldToItsSchemaAndToWhatCheckAsks(t *testing.T) {
	store := withEverything(t)
	in := func(old, new string) string { return strings.Replace(everything(t), old, new, 1) }
	const member = "a member is missing, unknown, twice there, null or of another type"
	const notOurs = "is not a document that worklog has exported: "
	for name, test := range map[string]struct{ content, want string }{
		"a slot that ends before it starts": {in(`"id":8,"start_at":"2026-11-01T02`, `"id":8,"start_at":"2026-11-01T12`), "row 2: 2026-10-31: slot 8: is not what worklog stores: it does not end after it starts"},
		"an unknown zone":                   {in("Europe/Paris", "Europe/Pariz"), "row 3: 2026-11-20: is not what worklog stores: has an unknown time zone"},
		"an unknown type":                   {in("CONGE", "conge"), "row 5: 2026-12-24: is not what worklog stores: has an invalid day type"},
		"version 0":                         {in(`"version":4`, `"version":0`), "row 3: 2026-11-20: is not what worklog stores: has a version below 1"},
		"an empty key":                      {in(`"idempotency_key":"b"`, `"idempotency_key":""`), "row 4: 2026-11-21: event 3: is not what worklog stores: has an idempotency key that is blank or not 1 to 255 characters of UTF-8"},
		"a blank key":                       {in(`"idempotency_key":"b"`, `"idempotency_key":" \u2003"`), "row 4: 2026-11-21: event 3: is not what worklog stores: has an idempotency key that is blank or not 1 to 255 characters of UTF-8"},
		"an export of before":               {strings.ReplaceAll(everything(t), `"requested_by":"","reason":"",`, ""), ""},
		"half of what was absent before":    {in(`"requested_by":"",`, ""), ""},
		"a reason twice":                    {in(`"reason":""`, `"reason":"","reason":""`), "row 2: " + member},
		"a requester beyond its length":     {in(`"requested_by":""`, `"requested_by":"`+strings.Repeat("é", 101)+`"`), "row 2: 2026-10-31: is not what worklog stores: has a requested_by that is not at most 100 characters of text"},
		"a note beyond its length":          {in(`"note":""`, `"note":"`+strings.Repeat("é", 10_001)+`"`), "row 2: 2026-10-31: is not what worklog stores: has a note that is not at most 10,000 characters of text"},
		"a note with a NUL":                 {in(`"note":""`, `"note":"a\u0000b"`), "row 2: 2026-10-31: is not what worklog stores: has a note that is not at most 10,000 characters of text"},
		"a vehicle with a NUL":              {in(`"motor_vehicle_id":""`, `"motor_vehicle_id":"\u0000"`), "row 2: 2026-10-31: is not what worklog stores: has a motor_vehicle_id that is not at most 10,000 characters of text"},
		"a time as sent with a NUL":         {in(`"occurred_at_sent":"`, `"occurred_at_sent":"\u0000`), "row 3: 2026-11-20: event 1: is not what worklog stores: has an occurred_at_sent that is not at most 10,000 characters of text"},
		"a key twice":                       {in(`"idempotency_key":"b"`, `"idempotency_key":"é"`), "row 4: 2026-11-21: event 3: is not what worklog stores: its key is in the file twice"},
		"another kind of event":             {in(`"event":"arrival","occurred_at":"2026-11-21`, `"event":"lunch","occurred_at":"2026-11-21`), "row 4: 2026-11-21: event 3: is not what worklog stores: is neither arrival nor departure"},
		"another closure":                   {in(`"closure":"discarded"`, `"closure":"lost"`), "row 4: 2026-11-21: event 3: is not what worklog stores: impossible closure"},
		"a closure without its time":        {in(`"closed_at":"2026-11-21T08:00:00.000000000Z"`, `"closed_at":null`), "row 4: 2026-11-21: event 3: is not what worklog stores: closure without a time, or the reverse"},
		"an event at another time":          {in(`"occurred_at":"2026-11-21T07`, `"occurred_at":"2026-11-21T06`), "row 4: 2026-11-21: event 3: has an event that is recorded here on another day, or otherwise"},
		"an event on another day":           {in(`"date":"2026-11-21"`, `"date":"2026-11-22"`), "row 4: 2026-11-22: event 3: has an event that is recorded here on another day, or otherwise"},
		"a departure too few":               {in(`"id":2,"time_slot_id":null,"event":"departure"`, `"id":2,"time_slot_id":null,"event":"arrival"`), "row 3: 2026-11-20: is not what worklog stores: fewer departures than arrivals closed by one"},
		"a departure without its slot":      {in(`"created_slot_id":1`, `"created_slot_id":null`), "row 3: 2026-11-20: event 2: is not what worklog stores: departure that names no slot it created, or arrival that does"},
		"a date twice":                      {in("2026-12-24", "2026-11-21"), "row 5: 2026-11-21: is in the file twice"},
		"an id twice":                       {in(`"id":6,`, `"id":5,`), "row 3: 2026-11-20: slot 5: is not what worklog stores: the id is impossible or in the file twice"},
		"an id of 0":                        {in(`"id":7,`, `"id":0,`), "row 5: 2026-12-24: day 0: is not what worklog stores: the id is impossible or in the file twice"},
		"a slot of another day":             {in(`"id":3,"time_slot_id":null`, `"id":3,"time_slot_id":5`), "row 4: 2026-11-21: event 3: is not what worklog stores: slot that its day does not have"},

		"a member that is missing":  {in(`,"note":""`, ""), "row 2: " + member},
		"one that is unknown":       {in(`"note":""`, `"note":"","x":1`), "row 2: " + member},
		"one in another case":       {in(`"note"`, `"Note"`), "row 2: " + member},
		"one that is null":          {in(`"note":""`, `"note":null`), "row 2: " + member},
		"one of another type":       {in(`"by_hand":false`, `"by_hand":0`), "row 3: 2026-11-20: event: " + member},
		"one twice":                 {in(`"note":""`, `"note":"","note":""`), "row 2: " + member},
		"one twice for another":     {in(`"note":""`, `"version":4`), "row 2: " + member},
		"one first null, then not":  {in(`"closed_at":"2026`, `"closure":null,"closed_at":"2026`), "row 3: 2026-11-20: event: " + member},
		"an array for a text":       {in(`"note":""`, `"note":[1]`), "row 2: " + member},
		"a number for a date":       {in(`"date":"2026-12-24"`, `"date":20261224`), "row 5: " + member},
		"days that are null":        {in(`"days":[`, `"days":null,"x":[`), "row 1: " + notOurs + member},
		"settings that are null":    {in(`"days":[`, `"settings":null,"days":[`), "row 1: " + notOurs + member},
		"last ids twice":            {in(`"slots":99,`, `"days":99,`), "row 1: " + notOurs + member},
		"days twice":                {in(`"last_ids":{"days":7,"slots":99,"events":3}`, `"days":[]`), "row 1: " + notOurs + member},
		"a document without ids":    {in(`"last_ids":{"days":7,"slots":99,"events":3},`, ``), "row 6: " + notOurs + member},
		"a note as long as a book":  {in(`"note":""`, `"note":"`+strings.Repeat("x", 70_000)+`"`), "row 2: the cell is too long"},
		"an instant in other form":  {in("07:03:00.000000001Z", "07:03:00Z"), `row 3: created_at "2026-11-20T07:03:00Z": is not a time`},
		"a date that is none":       {in(`"date":"2026-12-24"`, `"date":"2026-12-32"`), `row 5: date "2026-12-32": is not a date`},
		"another version":           {in(`"version":1,`, `"version":2,`), "the document is of another version than 1"},
		"another document":          {`{"a":1}`, "row 1: " + notOurs + member},
		"a list":                    {in(`"days":[`, `"days":{"a":[`), "row 1: " + notOurs + member},
		"something after it":        {everything(t) + "{}", "row 7: " + notOurs + "there is something after the document"},
		"a day that is a number":    {in("[\n", "[\n1,"), "row 2: " + notOurs + member},
		"two faults":                {strings.ReplaceAll(everything(t), `,"by_hand":false`, ""), "row 3: 2026-11-20: event: " + member + "\nrow 4: 2026-11-21: event: " + member},
		"an archive":                {"PK\x03\x04\x14\x00", exchange.ErrNotText.Error()},
		"compressed":                {"\x1f\x8b\x08", exchange.ErrNotText.Error()},
		"nothing":                   {" \r\n", exchange.ErrEmptyFile.Error()},
		"larger than the limit":     {"date\n" + strings.Repeat("\n", exchange.MaxFileSize), exchange.ErrFileTooLarge.Error()},
		"as deep as it can be":      {strings.Repeat(`{"days":`, 20_000), "row 1: " + notOurs + member},
		"as many days as there are": {`{"days":[` + strings.Repeat("{},", 60_000), strings.TrimSuffix(strings.Repeat("row 1: "+member+"\n", 100), "\n")},
	} {
		modelstest.Want(t, wordsOf(t, store, test.content, ""), test.want, name)
	}
	for _, at := range []int{100, 1000, 2000} {
		modelstest.WantIn(t, wordsOf(t, store, everything(t)[:at], ""), notOurs)
	}
}

func TestOnlyOneArrivalIsOpenAlsoAfterAnImport(t *testing.T) {
	open := func(content string) string {
		return strings.Replace(content, `"closure":"discarded","closed_at":"2026-11-21T08:00:00.000000000Z"`, `"closure":null,"closed_at":null`, 1)
	}
	d := newDiary(t)
	modelstest.Want(t, wordsOf(t, d.Store, open(everything(t)), ""), "")
	other := strings.NewReplacer("2026-11-21", "2026-11-22", `"idempotency_key":"b"`, `"idempotency_key":"c"`).Replace(open(everything(t)))
	modelstest.Want(t, wordsOf(t, d.Store, other, ""), "row 4: 2026-11-22: event 3: has an open arrival, while another one is open")
	modelstest.Want(t, wordsOf(t, d.Store, everything(t), ""), "") // it was closed elsewhere
	if got, err := d.OpenArrival(t.Context()); got != nil || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	modelstest.Want(t, wordsOf(t, d.Store, open(everything(t)), ""), "") // a closed one stays closed
	if got, err := d.OpenArrival(t.Context()); got != nil || err != nil {
		t.Errorf("got %v, %v", got, err)
	}
	modelstest.WantSound(t, d.path)
}

func TestAnArrivalThatWasClosedOtherwiseHereIsAConflict(t *testing.T) {
	store := withEverything(t)
	event := `{"id":4,"time_slot_id":null,"event":"departure","occurred_at":"2026-11-21T11:00:00.000000000Z","occurred_at_sent":"","idempotency_key":"d","received_at":"2026-11-21T11:00:00.000000000Z","created_slot_id":9,"closure":null,"closed_at":null,"first_entry_id":null,"by_hand":false}`
	content := strings.Replace(everything(t), `"closure":"discarded"`, `"closure":"departure"`, 1)
	content = strings.Replace(content, `"first_entry_id":2,"by_hand":false}`, `"first_entry_id":2,"by_hand":false},`+event, 1)
	modelstest.Want(t, wordsOf(t, store, content, ""), "row 4: 2026-11-21: has an arrival that was closed otherwise here")
}

func TestTheRulesOfTheFormHoldForATable(t *testing.T) {
	store := withEverything(t)
	long := strings.Repeat("x", 10_001)
	for rows, want := range map[string]string{
		"2026-11-20,08:00,09:00":                                                    "row 2: 2026-11-20: slot overlaps another one of its entry",
		"2026-11-20,13:00,17:30\n2026-11-20,13:00,17:30":                            "row 3: 2026-11-20: slot overlaps another one of its entry", // it is there once
		"2026-11-18,08:00,09:00,,,\n2026-11-19,09:00,12:00\n2026-11-19,11:00,13:00": "row 3: 2026-11-19: slot overlaps another one of its entry\nrow 4: 2026-11-19: slot overlaps another one of its entry",
		"2026-11-19,09:00,09:00":                                                    "row 2: 2026-11-19: slot ends at the time of day at which it starts",
		"2026-11-19,09:00,08:00,2026-11-19":                                         "row 2: 2026-11-19: slot does not end after it starts",
		"2026-11-19,09:00,08:00,2026-11-29":                                         "row 2: 2026-11-19: slot is longer than 7 days",
		"2026-11-19,08:00,09:00,9999-11-26":                                         "row 2: 2026-11-19: slot is longer than 7 days",
		"2026-03-29,02:30,04:00":                                                    "row 2: 2026-03-29: the clock skips that time",
		"2026-11-19,,,,HOLIDAY":                                                     "row 2: 2026-11-19: unknown day type",
		"2026-11-19,,,,GARDE,,,,RTT":                                                "row 2: 2026-11-19: a half day of absence is beside WORK or TT",
		"2026-11-19,,,,,,,,TT":                                                      "row 2: 2026-11-19: there is no half day of that type",
		"2026-11-19,,,,,velo":                                                       "row 2: 2026-11-19: motor vehicle is not in the configuration",
		"2026-11-19,,,,,,gone":                                                      "row 2: 2026-11-19: journey is not in the configuration",
		"2026-10-31,,,,,,-gone":                                                     "", // it has it
		"2026-10-31,,,,,,'-gone":                                                    "",
		"2026-11-19,,,,,,," + long:                                                  "row 2: 2026-11-19: note is longer than 10,000 characters",
		"2026-11-19,8h,9h\n" + slots(101):                                           "row 102: 2026-11-19: day has too many slots\nrow 103: 2026-11-19: day has too many slots",
		"2026-11-19,,,,RTT\n2026-11-19,,,,TT":                                       `row 3: day_type "TT": differs from an earlier row of the day`,
		"2026-11-19,09:00":                                                          "row 2: the row has a start or an end only",
		"2026-11-31,09:00,10:00":                                                    `row 2: date "2026-11-31": is not a date`,
		"1969-12-31,09:00,10:00":                                                    `row 2: date "1969-12-31": is not a date`,
		"2026-11-19,24:00,10:00\n,9h,10h":                                           "row 2: start \"24:00\": is not a time\nrow 3: date \"\": is not a date",
		"2026-11-19,9,10":                                                           `row 2: start "9": is not a time`,
		"2026-11-19,,,,,,,\"a\"b":                                                   `row 2: is not CSV: extraneous or missing " in quoted-field`,
		"2026-11-19,,,,,,," + strings.Repeat("x", 70_000):                           "row 2: the cell is too long",
	} {
		modelstest.Want(t, wordsOf(t, store, "date,start,end,end_date,day_type,motor_vehicle_id,journey_profile_id,note,half_day\n"+rows+"\n", ""), want, rows)
	}
}

func TestATableKeepsWhatItDoesNotName(t *testing.T) {
	for table, want := range map[string]string{
		"date,note\n2026-11-19,x\n":                "RTT pm x 2 events 1 slots",
		"date,note,half_day\n2026-11-19,x,\n":      "RTT pm x 2 events 1 slots",
		"date,note,half_day\n2026-11-19,x,RTT\n":   "RTT pm x 2 events 1 slots",
		"date,half_day\n2026-11-19,CONGE\n":        "CONGE   2 events 1 slots",
		"date,start,end\n2026-11-19,15:00,16:00\n": "RTT pm  2 events 2 slots",
		"date,start,end\n2026-11-19,09:00,10:00\n": "RTT pm  2 events 1 slots",
	} {
		store, path := modelstest.Open(t)
		modelstest.CreateEntry(t, store, modelstest.Date(19), models.EntryChange{DayType: models.Work, HalfDay: "RTT", Half: models.Afternoon})
		modelstest.Record(t, store, models.Arrival, "2026-11-19T09:00:00+01:00", "in")
		modelstest.Record(t, store, models.Departure, "2026-11-19T10:00:00+01:00", "out")
		modelstest.Want(t, wordsOf(t, store, table, ""), "", table)
		modelstest.Want(t, modelstest.Column(t, modelstest.SQL(t, path), `SELECT half_day || ' ' || half || ' ' || note || ' '
			|| (SELECT count(*) FROM workplace_presence_events) || ' events ' || (SELECT count(*) FROM time_slots) || ' slots' FROM work_entries`), want, table)
	}
}

func slots(n int) string {
	var rows strings.Builder
	at := time.Date(2026, 11, 19, 10, 0, 0, 0, time.UTC)
	for range n {
		next := at.Add(time.Minute)
		fmt.Fprintf(&rows, "2026-11-19,%s,%s\n", at.Format("15:04"), next.Format("15:04"))
		at = next
	}
	return rows.String()
}

func dates(n int) string {
	var rows strings.Builder
	for n := range n {
		fmt.Fprintln(&rows, civil.Date{Year: 1970, Month: 1, Day: 1}.AddDays(n))
	}
	return rows.String()
}

func TestATableWithoutItsColumnsIsRefused(t *testing.T) {
	store := withEverything(t)
	for _, test := range []struct{ content, columns, want string }{
		{"month,days\n2026-11,3\n", "", "the table has no column that says the date"},
		{"date,date\n2026-11-19,2026-11-19\n", "", `the table has the column twice: "date"`},
		{"Jour\n2026-11-19\n", "date=Jour,start=Début", `the table has no such column: "Début"`},
		{"Jour\n2026-11-19\n", "date=Jour,date=Jour", "columns: date is named twice"},
		{"Jour\n2026-11-19\n", "date", `columns: "date": must be NAME=COLUMN, where NAME is one of date, start, end, end_date, day_type, journey_profile_id, motor_vehicle_id, note, half_day, timezone, minutes, requested_by, reason`},
		{"Jour\n2026-11-19\n", "note=Jour", "columns: date must be named"},
		{"date\n" + strings.Repeat(dates(200), 1001), "", "the file has too many rows"},
		{"date\n" + dates(50_001) + "x\n", "", "the file has too many rows"},
		{"date\n" + strings.Repeat(dates(2), 2001) + "2026-11-21\n", "", "row 4002: the day has too much: more than 2000 rows\nrow 4003: the day has too much: more than 2000 rows"},
	} {
		modelstest.Want(t, wordsOf(t, store, test.content, test.columns), test.want, test.content, test.columns)
	}
}
