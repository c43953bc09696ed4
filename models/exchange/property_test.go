package exchange_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/imports"
	"worklog/models/modelstest"
)

// diary is a store that is emptied for each file.
type diary struct {
	*models.Store
	db   *sql.DB
	path string
}

func newDiary(t testing.TB) diary {
	t.Helper()
	store, path := modelstest.Open(t)
	return diary{store, modelstest.SQL(t, path), path}
}

func (d diary) empty(t testing.TB) {
	t.Helper()
	modelstest.Must(t, modelstest.Only(d.db.Exec("DELETE FROM plan_cycles; DELETE FROM plan_dates; DELETE FROM changes; DELETE FROM day_states; DELETE FROM workplace_presence_events; DELETE FROM time_slots; DELETE FROM work_entries; DELETE FROM sqlite_sequence")))
}

// texts has what is hard to write.
var texts = rapid.Map(rapid.OneOf(rapid.SampledFrom([]string{"", "bureau", "=1+1", "'", "a\r\nb\tc", "\x01\u2028<>&", "\"\\", "é漢😀", "\ufffd"}), rapid.String()),
	func(text string) string { return strings.ReplaceAll(text, "\x00", "") })

func drawInstant(t *rapid.T, date civil.Date, name string) civil.Instant {
	midnight := time.Date(date.Year, date.Month, date.Day, 0, 0, 0, 0, time.UTC)
	return civil.NewInstant(midnight.Add(time.Duration(rapid.Int64Range(-int64(14*time.Hour), int64(38*time.Hour)).Draw(t, name))))
}

// drawDays draws days that worklog could have recorded, in order of their dates.
func drawDays(t *rapid.T) (days []models.DayRecord, last models.LastIDs) {
	next := func(id *int64, name string) int64 {
		*id += rapid.Int64Range(1, 3).Draw(t, name) // some are gone
		return *id
	}
	dates := rapid.SliceOfNDistinct(rapid.IntRange(0, 2_932_896), 0, 6, rapid.ID).Draw(t, "dates") // all from 1970 to 9999
	open := rapid.Bool().Draw(t, "open")
	for _, offset := range dates {
		date := (civil.Date{Year: 1970, Month: 1, Day: 1}).AddDays(offset)
		day := models.DayRecord{Day: models.Day{WorkEntry: models.WorkEntry{
			ID:               next(&last.Days, "day"),
			Date:             date,
			Timezone:         rapid.SampledFrom([]string{"UTC", "Europe/Paris", "America/Montreal"}).Draw(t, "zone"),
			DayType:          rapid.SampledFrom(models.DayTypes).Draw(t, "type"),
			JourneyProfileID: texts.Draw(t, "journey"),
			MotorVehicleID:   texts.Draw(t, "vehicle"),
			Note:             texts.Draw(t, "note"),
			RequestedBy:      rapid.SampledFrom([]string{"", "=1+1", "é漢😀\r\n"}).Draw(t, "requester"),
			Reason:           rapid.SampledFrom([]string{"", "'", "a\r\nb\tc"}).Draw(t, "reason"),
			Version:          rapid.Int64Range(1, 1000).Draw(t, "version"),
			CreatedAt:        drawInstant(t, date, "created"),
			UpdatedAt:        drawInstant(t, date, "updated"),
		}}}
		day.HalfDay = rapid.SampledFrom(append([]models.HalfDay{""}, models.HalfDays...)).Draw(t, "half day")
		if !day.DayType.TakesHalfDay() {
			day.HalfDay = ""
		}
		for range rapid.IntRange(0, 3).Draw(t, "slots") {
			a, b := drawInstant(t, date, "start"), drawInstant(t, date, "end")
			if a.After(b.Time) {
				a, b = b, a
			}
			if !a.Equal(b.Time) {
				day.Slots = append(day.Slots, models.TimeSlot{ID: next(&last.Slots, "slot"), StartAt: a, EndAt: b})
			}
		}
		for range rapid.IntRange(0, 2).Draw(t, "pairs") {
			drawPair(t, &day, &last, next)
		}
		if open {
			open = false
			day.Events = append(day.Events, drawEvent(t, &day, next(&last.Events, "event"), models.Arrival))
		}
		slices.SortFunc(day.Slots, func(a, b models.TimeSlot) int { return a.StartAt.Compare(b.StartAt.Time) })
		days = append(days, day)
	}
	slices.SortFunc(days, func(a, b models.DayRecord) int { return b.Date.DaysUntil(a.Date) })
	return days, last
}

func drawEvent(t *rapid.T, day *models.DayRecord, id int64, kind models.EventType) models.WorkplacePresenceEvent {
	event := models.WorkplacePresenceEvent{ID: id, Event: kind, OccurredAt: drawInstant(t, day.Date, "occurred"), OccurredAtSent: texts.Draw(t, "sent"),
		IdempotencyKey: fmt.Sprint(id, texts.Draw(t, "key")), ReceivedAt: drawInstant(t, day.Date, "received"), ByHand: models.Flag(rapid.Bool().Draw(t, "by hand"))}
	if rapid.Bool().Draw(t, "moved") {
		event.FirstEntryID = new(rapid.Int64Range(1, 99).Draw(t, "first entry"))
	}
	return event
}

// drawPair adds an arrival that is closed, with its departure if that has closed it.
func drawPair(t *rapid.T, day *models.DayRecord, last *models.LastIDs, next func(*int64, string) int64) {
	closure := rapid.SampledFrom([]models.Closure{models.ClosedByDeparture, models.ClosedManually, models.ClosedAsDiscarded}).Draw(t, "closure")
	arrival := drawEvent(t, day, next(&last.Events, "event"), models.Arrival)
	arrival.Closure, arrival.ClosedAt = &closure, new(drawInstant(t, day.Date, "closed"))
	if len(day.Slots) > 0 && rapid.Bool().Draw(t, "linked") {
		arrival.TimeSlotID = new(rapid.SampledFrom(day.Slots).Draw(t, "slot").ID)
	}
	day.Events = append(day.Events, arrival)
	if closure == models.ClosedByDeparture {
		departure := drawEvent(t, day, next(&last.Events, "event"), models.Departure)
		departure.TimeSlotID, departure.CreatedSlotID = arrival.TimeSlotID, new(rapid.Int64Range(1, 99).Draw(t, "created slot"))
		day.Events = append(day.Events, departure)
	}
}

func TestWhatIsExportedIsTakenInAndExportsTheSameBytes(t *testing.T) {
	d := newDiary(t)
	rapid.Check(t, func(rt *rapid.T) {
		d.empty(t)
		days, last := drawDays(rt)
		var content bytes.Buffer
		document := modelstest.Got(exchange.NewJSONWriter(&content, last, nil, nil))(t)
		for _, day := range days {
			modelstest.Must(t, document.Write(day))
		}
		modelstest.Must(t, document.Close())
		file, err := exchange.Read(bytes.NewReader(content.Bytes()), nil)
		if err != nil {
			rt.Fatalf("%v\n%s", err, content.Bytes())
		}
		takeIn(rt, d.Store, file)
		if len(days) == 0 {
			return // and no id is noted
		}
		if got := everythingOf(rt, d.Store); !bytes.Equal(got, content.Bytes()) {
			rt.Fatalf("got\n%s\nwant\n%s", got, content.Bytes())
		}
		if again := takeIn(rt, d.Store, file); again.Count(models.EffectSame) != len(days) {
			rt.Fatalf("a second time: got %+v", again)
		}
	})
	modelstest.WantSound(t, d.path)
}

// FuzzImport plays files that people might have. What is taken in must leave a sound
// store, be the same when it is taken in again, and come back from an export.
func FuzzImport(f *testing.F) {
	f.Add([]byte(everything(f)), "")
	for _, table := range []string{
		"date,day_type,journey_profile_id,motor_vehicle_id,start,end_date,end,minutes,hours,timezone,note\r\n2026-11-19,TT,,,22:00,2026-11-20,06:00,480,8.00,UTC,\"'=1+1\nb\"\r\n",
		"subtotals,tag_groups,duration,date,start,stop,description,user,tags\n4:00,Total,,,,,,,\n,,2:00,19-11-2026,08:00,10:00,\"x, #a\",me,#a\n",
		"\ufeff\"Date\",\"From\",\"To\",\"Description\"\n\"2026-11-19\",\"22:30\",\"02:00\",\"on call\"\n",
	} {
		f.Add([]byte(table), "")
	}
	f.Add([]byte("Début;Fin;Type\n19/11/2026 8h;19/11/2026 12:30:59;garde\n"), "start=Début,end=Fin,day_type=Type")
	f.Add([]byte(withPlan(planned)), "")
	f.Add([]byte("PK\x03\x04"), "date=")
	d := newDiary(f)
	f.Fuzz(func(t *testing.T, content []byte, names string) {
		columns, err := exchange.ParseColumns(names, exchange.Readable)
		if err != nil {
			return
		}
		file, err := exchange.Read(bytes.NewReader(content), columns)
		if err != nil {
			return
		}
		d.empty(t)
		plan := modelstest.Got(imports.PreviewOf(t.Context(), d.WithRules(rules), file))(t)
		if plan.Count(models.EffectRefused) > 0 {
			return
		}
		takeIn(t, d.Store, file)
		modelstest.WantSound(t, d.path)
		if again := takeIn(t, d.Store, file); again.Writes() > 0 {
			t.Fatalf("%q: taken in again it writes %+v", content, again)
		}
		written := everythingOf(t, d.Store)
		read, err := exchange.Read(bytes.NewReader(written), nil)
		if err != nil {
			t.Fatalf("%q: exported as\n%s\nwhich cannot be read: %v", content, written, err)
		}
		d.empty(t)
		if plan := takeIn(t, d.Store, read); plan.Count(models.EffectNew) == 0 {
			return // and no id is noted
		}
		if got := everythingOf(t, d.Store); !bytes.Equal(got, written) {
			t.Fatalf("%q: got\n%s\nwant\n%s", content, got, written)
		}
	})
}
