package report_test

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// november is a month with all that its rows can have, and what is in none: seconds, a journey, days of
// other months.
func november() []models.Day {
	days := []models.Day{
		entry("2026-10-31", "WORK", "08:00-12:00"),
		entry("2026-11-02", "WORK", "08:03-12:10", "13:00-17:21"),
		entry("2026-11-03", "TT/RTT", "08:30-12:30"),
		entry("2026-11-04", "CONGE"),
		entry("2026-11-14", "GARDE", "20:00+08:30"),
		entry("2026-12-01", "WORK"),
	}
	for i := range days {
		days[i].Timezone = "Europe/Paris"
	}
	days[1].Slots[0].StartAt = civil.NewInstant(days[1].Slots[0].StartAt.Add(17 * time.Second))
	days[1].JourneyProfileID, days[1].MotorVehicleID, days[1].Version = "bureau", "clio", 9
	days[1].Note = "réunion\n\tà \\ 14 h\r\n"
	return days
}

// recordsOf returns days as records without events.
func recordsOf(days ...models.Day) (records []models.DayRecord) {
	for _, day := range days {
		records = append(records, models.DayRecord{Day: day})
	}
	return records
}

const novemberRows = "worklog-sheet-2\t2026-11\n" +
	"day\t2026-11-02\tWORK\t\tEurope/Paris\tréunion\\n\\tà \\\\ 14 h\\r\\n\n" +
	"slot\t2026-11-02\t2026-11-02T07:03Z\t2026-11-02T11:10Z\n" +
	"slot\t2026-11-02\t2026-11-02T12:00Z\t2026-11-02T16:21Z\n" +
	"day\t2026-11-03\tTT\tRTT\tEurope/Paris\t\n" +
	"slot\t2026-11-03\t2026-11-03T07:30Z\t2026-11-03T11:30Z\n" +
	"day\t2026-11-04\tCONGE\t\tEurope/Paris\t\n" +
	"day\t2026-11-14\tGARDE\t\tEurope/Paris\t\n" +
	"slot\t2026-11-14\t2026-11-14T19:00Z\t2026-11-15T07:30Z\n"

func TestTheRowsSayWhereTheSlotsComeFrom(t *testing.T) {
	day := models.DayRecord{Day: entry("2026-11-02", "WORK", "08:00-12:00", "13:00-17:00", "18:00-19:00")}
	day.Timezone = "Europe/Paris"
	event := func(event models.EventType, at civil.Instant, late time.Duration) models.WorkplacePresenceEvent {
		return models.WorkplacePresenceEvent{Event: event, OccurredAt: at, ReceivedAt: civil.NewInstant(at.Add(late))}
	}
	for i, late := range []time.Duration{time.Minute, 240 * time.Hour} {
		day.Events = append(day.Events, event(models.Arrival, day.Slots[i].StartAt, 0), event(models.Departure, day.Slots[i].EndAt, late))
	}
	got := report.SheetRows(dateOf("2026-11-01"), []models.DayRecord{day}, report.Printed{Format: report.SheetFormat})
	const want = "worklog-sheet-3\t2026-11\nday\t2026-11-02\tWORK\t\tEurope/Paris\t\nslot\t2026-11-02\t2026-11-02T07:00Z\t2026-11-02T11:00Z\tlive\t0\n" +
		"slot\t2026-11-02\t2026-11-02T12:00Z\t2026-11-02T16:00Z\tlate\t14400\nslot\t2026-11-02\t2026-11-02T17:00Z\t2026-11-02T18:00Z\ttyped\t0\n"
	modelstest.Want(t, got, want)
	const digest = "305eca09c9d3e4fea419764913fbd4da4e3b1ec0232cc2f9671654b2745a634a"
	modelstest.Want(t, report.SheetDigest(got), digest)
}

// The digest of a sheet that was signed must never change: a change of the format needs
// another name of it.
func TestTheRowsOfASheetAndTheirDigestAreFixed(t *testing.T) {
	got := report.SheetRows(dateOf("2026-11-01"), recordsOf(november()...), report.Printed{Format: 2})
	modelstest.Want(t, got, novemberRows)
	const want = "4e8bc7ca659d251a3aa9a6449a0995f054338d7c92d2620e33c7d3dfe454aeed"
	modelstest.Want(t, report.SheetDigest(got), want)
	modelstest.Want(t, fmt.Sprintf("%x", sha256.Sum256([]byte(novemberRows))), want, "the rows have the digest")
	const ofTheFirstFormat = "aa128044ae7bd60dea6e574f054427ba58974c319d8ea55839b5d9804b839d79"
	first := report.SheetRows(dateOf("2026-11-01"), recordsOf(november()...), report.Printed{Format: 1})
	if got := report.SheetDigest(first); got != ofTheFirstFormat || first != strings.Replace(novemberRows, "-2", "-1", 1) {
		t.Errorf("a sheet of the first format has %s, want %s", got, ofTheFirstFormat)
	}
}

func TestTheQueryOfTheDocumentMakesTheSameRows(t *testing.T) {
	t.Parallel()
	query := modelstest.Got(os.ReadFile("../../docs/sheet.sql"))(t)
	store, path := modelstest.Open(t)
	db := modelstest.SQL(t, path)
	modelstest.Must(t, modelstest.Only(db.Exec(`
		INSERT INTO work_entries (id, date, timezone, day_type, half_day, note, created_at, updated_at)
		SELECT *, '2026-12-01T00:00:00.000000000Z', '2026-12-01T00:00:00.000000000Z' FROM (VALUES
			(1, '2026-10-31', 'Europe/Paris', 'WORK', NULL, ''),
			(2, '2026-11-30', 'Europe/Paris', 'TT', 'RTT', 'a\n' || char(10) || char(13) || char(9) || 'b'),
			(3, '2026-11-01', 'America/New_York', 'GARDE', NULL, 'é'),
			(4, '2026-12-01', 'Europe/Paris', 'WORK', NULL, ''),
			(6, '2026-11-10', 'Europe/Paris', 'MALADE', NULL, 'migraine'),
			(7, '2026-11-11', 'Europe/Paris', 'WORK', 'MALADE', 'migraine'),
			(5, '9999-12-31', 'America/New_York', 'WORK', NULL, ''));
		INSERT INTO time_slots (work_entry_id, start_at, end_at) VALUES
			(2, '2026-11-30T12:00:00.000000000Z', '2026-11-30T16:59:59.999999999Z'),
			(2, '2026-11-30T07:03:17.000000000Z', '2026-11-30T11:00:00.000000000Z'),
			(3, '2026-11-02T01:00:00.000000000Z', '2026-11-02T11:00:00.000000000Z'),
			(5, '9999-12-31T23:00:00.000000000Z', '9999-12-31T27:00:00.000000000Z');
		UPDATE time_slots SET origin = 'corrected' WHERE work_entry_id = 3;
		CREATE TEMP TABLE of (day, hour, late_in, late_out, by_hand, imported_at);
		INSERT INTO of VALUES ('10', 6, 0, 900, 0, NULL), ('10', 7, 901, 0, 0, NULL), ('10', 8, 0, -901, 0, NULL), ('10', 9, 901, -3600, 0, NULL), ('10', 10, 864000, 1000, 0, NULL),
			('11', 6, 0, 0, 1, NULL), ('11', 7, 0, 0, 1, 'x'), ('11', 8, 59.5, 7200, 0, NULL);
		CREATE TEMP TABLE made AS SELECT *, iif(day = '10', 6, 7) AS entry, format('2026-11-%s %02d:00:00', day, hour) AS begin, format('2026-11-%s %02d:30:00', day, hour) AS end FROM of;
		INSERT INTO time_slots (work_entry_id, start_at, end_at) SELECT entry, strftime('%Y-%m-%dT%H:%M:%S.000000500Z', begin), strftime('%Y-%m-%dT%H:%M:%S.000000000Z', end) FROM made;
		INSERT INTO workplace_presence_events (work_entry_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, by_hand, imported_at, closure, closed_at)
			SELECT entry, 'arrival', strftime('%Y-%m-%dT%H:%M:%S.000000500Z', begin), '', 'in' || day || hour, strftime('%Y-%m-%dT%H:%M:%S.000000500Z', begin, late_in || ' seconds'), by_hand,
				iif(imported_at IS NULL, NULL, strftime('%Y-%m-%dT%H:%M:%S.000000000Z', begin)), 'manual', strftime('%Y-%m-%dT%H:%M:%S.000000000Z', end) FROM made;
		INSERT INTO workplace_presence_events (work_entry_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at)
			SELECT entry, 'departure', strftime('%Y-%m-%dT%H:%M:%S.000000000Z', end), '', 'out' || day || hour, strftime('%Y-%m-%dT%H:%M:%S.000000000Z', end, late_out || ' seconds') FROM made`)))
	rules := store.Rules()
	rules.ShortPresence = 10 * time.Minute
	store = store.WithRules(rules)
	for _, at := range []string{"2026-11-20T02:0", "2026-11-21T02:0", "2026-11-30T17:5"} { // alone, accepted, an hour after another
		modelstest.Must(t, modelstest.Send(t, store, models.Arrival, at+"1:00Z", at))
		modelstest.Must(t, modelstest.Send(t, store, models.Departure, at+"9:00Z", at+" out"))
	}
	modelstest.Must(t, modelstest.Only(db.Exec("INSERT INTO accepted_doubts SELECT '2026-11-21', 'short', start_at || '/' || end_at, '' FROM time_slots WHERE start_at LIKE '2026-11-21%'")))
	records := modelstest.Got(store.Records(t.Context(), dateOf("2026-11-01"), dateOf("2026-11-30")))(t)
	modelstest.WantIn(t, report.SheetRows(dateOf("2026-11-01"), records, report.Printed{Format: 2}), "\t2026-11-20T02:01Z")
	for month, lines := range map[string]int{"2026-11": 20, "9999-12": 3, "2027-01": 1} {
		rows := modelstest.Got(db.Query(strings.ReplaceAll(string(query), "2026-11", month)))(t)
		text := ""
		for rows.Next() {
			line := ""
			modelstest.Must(t, rows.Scan(&line))
			text += line + "\n"
		}
		modelstest.Must(t, rows.Close())
		first := dateOf(month + "-01")
		records := modelstest.Got(store.Records(t.Context(), first, first.LastOfMonth()))(t)
		want := report.SheetRows(first, records, report.Printed{Format: 3, HideIllness: true})
		modelstest.Want(t, text, want)
		modelstest.Want(t, strings.Count(want, "\n"), lines)
	}
}

// Whoever writes a note until its day has the digits that were kept does not get by.
func TestASheetWithAnotherDigestDiffersThoughNoDayDoes(t *testing.T) {
	store, _ := modelstest.Open(t)
	modelstest.CreateEntry(t, store, dateOf("2026-10-05"), models.EntryChange{DayType: models.Work})
	records := modelstest.Got(store.Records(t.Context(), dateOf("2026-10-01"), dateOf("2026-10-31")))(t)
	for digest, want := range map[string]int{"": 0, strings.Repeat("0", 64): 1} {
		kept := report.SheetToKeep(dateOf("2026-10-01"), records, report.Printed{Format: report.SheetFormat}, modelstest.Received)
		kept.Digest = cmp.Or(digest, kept.Digest)
		modelstest.Must(t, store.KeepSheet(t.Context(), kept))
		for _, sheet := range modelstest.Got(hourRules().ReadKeptSheets(t.Context(), store))(t) {
			if sheet.Digest == kept.Digest {
				modelstest.Want(t, sheet.Differing, want, digest)
			}
		}
	}
}

func TestAHiddenIllnessIsInNoRow(t *testing.T) {
	ill, half := entry("2026-11-10", "MALADE", "08:00-09:00"), entry("2026-11-12", "WORK/MALADE")
	ill.Note, half.Note, ill.Timezone, half.Timezone = "migraine", "migraine", "UTC", "UTC"
	got := report.SheetRows(dateOf("2026-11-01"), recordsOf(ill, half, entry("2026-11-13", "CONGE")), report.Printed{Format: 2, HideIllness: true})
	const want = "worklog-sheet-2\t2026-11\nday\t2026-11-10\tABSENCE\t\tUTC\t\nslot\t2026-11-10\t2026-11-10T07:00Z\t2026-11-10T08:00Z\nday\t2026-11-12\tWORK\tABSENCE\tUTC\t\nday\t2026-11-13\tCONGE\t\t\t\n"
	modelstest.Want(t, got, want)
	modelstest.Want(t, ill.DayType, models.SickLeave, "the day was changed")
}

func TestASheetOfDaysHasNoSlots(t *testing.T) {
	got := report.SheetRows(dateOf("2026-11-01"), recordsOf(entry("2026-11-10", "WORK", "08:00-09:00"), entry("2026-11-12", "RTT")), report.Printed{Format: 2, DaysOnly: true})
	modelstest.Want(t, got, "worklog-sheet-2\t2026-11\nday\t2026-11-10\tWORK\t\t\t\nday\t2026-11-12\tRTT\t\t\t\n")
}
