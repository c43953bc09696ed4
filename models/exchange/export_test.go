package exchange_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/exchange"
	"worklog/models/imports"
	"worklog/models/modelstest"
)

// daysOfTwoSlots fills a database with days of two slots each, as the automation
// records them.
func daysOfTwoSlots(n int) string {
	return strings.ReplaceAll(`
	CREATE TEMP TABLE days AS WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < HOWMANY)
		SELECT n, date('1999-01-01', n || ' days') AS date FROM r;
	CREATE TEMP TABLE times AS SELECT row_number() OVER (ORDER BY n, hour) AS id, n AS day,
		date || 'T' || printf('%02d', hour) || ':00:00.000000000Z' AS start, date || 'T' || printf('%02d', hour + 3) || ':00:00.000000000Z' AS end
		FROM days JOIN (SELECT 7 AS hour UNION ALL SELECT 12);
	INSERT INTO work_entries (id, date, timezone, day_type, note, created_at, updated_at)
		SELECT n, date, 'Europe/Paris', 'WORK', 'a note of some length', date || 'T06:00:00.000000000Z', date || 'T17:00:00.000000000Z' FROM days;
	INSERT INTO time_slots (id, work_entry_id, start_at, end_at) SELECT id, day, start, end FROM times;
	INSERT INTO workplace_presence_events (id, work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, closure, closed_at)
		SELECT 2 * id - 1, day, id, 'arrival', start, start, 'arrival-' || id, start, 'departure', end FROM times;
	INSERT INTO workplace_presence_events (id, work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, created_slot_id)
		SELECT 2 * id, day, id, 'departure', end, end, 'departure-' || id, end, id FROM times;`, "HOWMANY", strconv.Itoa(n))
}

func filled(t testing.TB, statements string) *models.Store {
	t.Helper()
	store, path := modelstest.Open(t)
	db := modelstest.SQL(t, path)
	db.SetMaxOpenConns(1)
	modelstest.Must(t, modelstest.Only(db.Exec(statements)))
	return store
}

// meter counts what is written, and how much memory is in use meanwhile.
type meter struct {
	written, looked int
	most            uint64 // bytes of live objects
}

func (m *meter) Write(content []byte) (int, error) {
	m.written += len(content)
	if m.written-m.looked > 512<<10 {
		m.looked = m.written
		m.most = max(m.most, liveBytes())
	}
	return len(content), nil
}

func liveBytes() uint64 {
	runtime.GC()
	runtime.GC() // what pools keep goes with the second
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

func TestManyDaysAreWrittenInTheMemoryOfAFew(t *testing.T) {
	store := filled(t, daysOfTwoSlots(3000))
	for _, export := range []exchange.Export{{}, {Table: exchange.Slots}} {
		var m meter
		before := liveBytes()
		modelstest.Must(t, modelstest.Only(export.WriteTo(t.Context(), &m, store)))
		t.Logf("%q: %d bytes, at most %d in memory", export.Table, m.written, m.most-min(before, m.most))
		if export.Table == "" && m.written < 4<<20 {
			t.Errorf("only %d bytes were written", m.written)
		}
		if m.most == 0 {
			t.Errorf("%q: the memory was never looked at", export.Table)
		}
		if m.most > before+1<<20 {
			t.Errorf("%q: %d bytes in memory", export.Table, m.most-before)
		}
	}
}

func TestDaysAreReadAsOfOneMomentAndLetOthersWrite(t *testing.T) {
	store := filled(t, daysOfTwoSlots(500))
	interrupted := false
	seen := 0
	_, err := store.EachDay(t.Context(), civil.FirstDate, civil.LastDate, func(day models.DayRecord) error {
		if seen++; seen == 150 {
			interrupted = true
			entry, err := store.DayOn(t.Context(), civil.Date{Year: 2000, Month: 1, Day: 1})
			if err != nil {
				return err
			}
			return modelstest.Only(days.Delete(t.Context(), store, entry.ID, models.Stamp{Number: entry.Version}, noon))
		}
		return nil
	})
	if err != nil || !interrupted || seen != 500 {
		t.Errorf("got %d days, %v", seen, err)
	}
	modelstest.WantError(t, modelstest.Only(store.DayOn(t.Context(), civil.Date{Year: 2000, Month: 1, Day: 1})), models.ErrEntryNotFound)
}

func TestAnExportThatIsAbandonedLeavesTheStoreAsItWas(t *testing.T) {
	store := filled(t, daysOfTwoSlots(500))
	for range 10 { // more than there are connections that stay open
		ctx, cancel := context.WithCancel(t.Context())
		cut := cutter{cancel}
		if _, err := (exchange.Export{}).WriteTo(ctx, cut, store); err == nil {
			t.Error("got no error")
		}
	}
	entry := modelstest.Got(store.DayOn(t.Context(), civil.Date{Year: 2000, Month: 1, Day: 1}))(t)
	modelstest.Must(t, modelstest.Only(days.Delete(t.Context(), store, entry.ID, models.Stamp{Number: entry.Version}, noon)))
}

type cutter struct{ cancel context.CancelFunc }

func (c cutter) Write(content []byte) (int, error) {
	c.cancel()
	return len(content), nil
}

func TestAnExportThatAnImportWouldRefuseForItsSizeSaysSo(t *testing.T) {
	const days = `WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < %d)
		INSERT INTO work_entries (id, date, timezone, day_type, note, created_at, updated_at) SELECT n, date('1970-01-01', n || ' days'), 'UTC', 'WORK', printf('%%.%dc', 'x'),
		'2020-01-01T00:00:00.000000000Z', '2020-01-01T00:00:00.000000000Z' FROM r;`
	const slots = `WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < %d)
		INSERT INTO time_slots (work_entry_id, start_at, end_at) SELECT 1, strftime('%%Y-%%m-%%dT%%H:%%M:%%S', n, 'unixepoch') || '.000000000Z', '2020-01-01T00:00:00.000000000Z' FROM r;`
	for _, test := range []struct {
		rows                  string
		document, slots, days error
	}{
		{fmt.Sprintf(days, 50_001, 1), exchange.ErrTooManyRows, nil, exchange.ErrTooManyRows},
		{fmt.Sprintf(days, 1, 1) + fmt.Sprintf(slots, 100), nil, nil, nil},
		{fmt.Sprintf(days, 1, 1) + fmt.Sprintf(slots, 101), nil, models.ErrTooManySlots, nil},
		{fmt.Sprintf(days, 1, 1) + fmt.Sprintf(slots, 25_001), exchange.ErrDayTooLarge, models.ErrTooManySlots, nil},
	} {
		store := filled(t, test.rows)
		for table, want := range map[exchange.Table]error{"": test.document, exchange.Slots: test.slots, exchange.Days: test.days, exchange.Months: nil} {
			var written bytes.Buffer
			refusal, err := (exchange.Export{Table: table}).WriteTo(t.Context(), &written, store)
			if err != nil || !errors.Is(refusal, want) {
				t.Errorf("%.200s %q: got %v, %v, want %v", test.rows, table, refusal, err, want)
			}
			if table != "" && table != exchange.Days {
				continue
			}
			if _, err := exchange.Read(&written, nil); (err == nil) != (want == nil) {
				t.Errorf("%.200s: read with %v, which an export calls %v", test.rows, err, want)
			}
		}
	}
}

func TestTextThatIsNoneStopsNoExport(t *testing.T) {
	t.Parallel()
	store := filled(t, daysOfTwoSlots(3)+"UPDATE work_entries SET note = CAST(x'61ff62' AS TEXT), journey_profile_id = CAST(x'ff' AS TEXT) WHERE id = 2; UPDATE work_entries SET note = 'a' || char(0) || 'b' WHERE id = 3")
	for table, want := range map[exchange.Table]string{"": `row 4: 1999-01-04: is not what worklog stores: has a note that is not at most 10,000 characters of text`, exchange.Slots: "", exchange.Days: ""} {
		written := string(exported(t, store, exchange.Export{Table: table}))
		modelstest.WantIn(t, written, "a\ufffdb", "1999-01-04")
		modelstest.Want(t, utf8.ValidString(written), true, table)
		file := modelstest.Got(exchange.Read(strings.NewReader(written), nil))(t)
		other, _ := modelstest.Open(t)
		plan, err := imports.PreviewOf(t.Context(), other.WithRules(models.Rules{Journeys: []string{"\ufffd"}}), file)
		if err != nil || table == exchange.Days {
			continue // its slots are not there
		}
		var refused string
		for _, day := range plan {
			for _, row := range day.Errs {
				refused += fmt.Sprintf("row %d: %s: %v", row.Row, day.Date, row.Err)
			}
		}
		modelstest.Want(t, refused, want, table)
	}
}
