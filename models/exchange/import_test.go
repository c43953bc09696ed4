package exchange_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/exchange"
	"worklog/models/imports"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

func exported(t test, store *models.Store, export exchange.Export) []byte {
	t.Helper()
	var written bytes.Buffer
	modelstest.Must(t, modelstest.Only(export.WriteTo(context.Background(), &written, store)))
	return written.Bytes()
}

func everythingOf(t test, store *models.Store) []byte { return exported(t, store, exchange.Export{}) }

// takeIn imports a file, of which no day may be refused.
func takeIn(t test, store *models.Store, file imports.File) imports.Preview {
	t.Helper()
	plan := modelstest.Got(imports.PreviewOf(context.Background(), store.WithRules(rules), file))(t)
	if _, err := imports.Perform(context.Background(), store.WithRules(rules), file, plan.Fingerprint(), noon); err != nil {
		t.Fatal(err, plan)
	}
	return plan
}

var (
	rules = models.Rules{Zone: time.UTC}
	noon  = civil.NewInstant(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC))
)

func TestManyDaysAreTakenInAndExportTheSameBytes(t *testing.T) {
	days := 1_000
	if os.Getenv("CI") != "" {
		days = 10_000 // which takes ten seconds of processor time
	}
	content := everythingOf(t, filled(t, daysOfTwoSlots(days)))
	store, path := modelstest.Open(t)
	before := liveBytes()
	file := modelstest.Got(exchange.Read(bytes.NewReader(content), nil))(t)
	inMemory := liveBytes() - before
	began := time.Now()
	plan := takeIn(t, store, file)
	t.Logf("%d bytes: %d bytes in memory when read; planned twice and written in %v", len(content), inMemory, time.Since(began))
	modelstest.Want(t, plan.Count(models.EffectNew), days)
	if inMemory > uint64(len(content))*21/20 {
		t.Errorf("%d bytes in memory for a file of %d", inMemory, len(content))
	}
	if got := everythingOf(t, store); !bytes.Equal(got, content) {
		t.Errorf("got %d other bytes, want %d", len(got), len(content))
	}
	modelstest.WantSound(t, path)
	again := modelstest.Got(imports.PreviewOf(context.Background(), store.WithRules(rules), file))(t)
	modelstest.Want(t, again.Count(models.EffectSame), days, "a second time")
}

func TestWhatIsRecordedAfterAnImportOfTheHighestNumbersCanBeTakenInElsewhere(t *testing.T) {
	t.Parallel()
	const highest = "4503599627370495" // 2^52 - 1
	content := everything(t)
	for _, number := range []string{`"days":`, `"slots":`, `"events":`} {
		content = regexp.MustCompile(`(`+number+`)\d+`).ReplaceAllString(content, "${1}"+highest)
	}
	content = regexp.MustCompile(`"version":4,`).ReplaceAllString(content, `"version":`+highest+`,`)
	for generation := range 3 {
		store, path := modelstest.Open(t)
		file := modelstest.Got(exchange.Read(strings.NewReader(content), nil))(t)
		if plan := takeIn(t, store, file); generation == 0 {
			modelstest.Want(t, plan.NewIDs(), 10, "every day, slot and event gets a new id")
		}
		for i, event := range []models.EventType{models.Arrival, models.Departure} {
			at := civil.NewInstant(time.Date(2026, 11, 20, 18+i, 10*generation, 0, 0, time.UTC)) // on the day with the highest version
			signal := models.Signal{Event: event, OccurredAt: at, OccurredAtSent: at.String(), IdempotencyKey: at.String(), Source: models.DoorAPI}
			modelstest.Must(t, modelstest.Only(presence.Record(t.Context(), store.WithRules(rules), signal, at)))
		}
		if found, err := models.Format.Check(t.Context(), path); err != nil || len(found.Findings)+len(found.Warnings) > 0 {
			t.Errorf("generation %d: got %q, %q, %v", generation, found.Findings, found.Warnings, err)
		}
		content = string(everythingOf(t, store))
	}
}

// test is a test or one of rapid's.
type test interface {
	Helper()
	Fatal(...any)
}

func TestNoMemberOfADayIsLeftOutOfADocument(t *testing.T) {
	entry := models.WorkEntry{}
	fields := reflect.ValueOf(&entry).Elem()
	for at := range fields.NumField() {
		switch field := fields.Field(at); field.Addr().Interface().(type) {
		case *civil.Date:
			field.Set(reflect.ValueOf(civil.Date{Year: 2026, Month: 11, Day: 20}))
		case *civil.Instant:
			field.Set(reflect.ValueOf(civil.NewInstant(noon.Add(time.Duration(at) * time.Hour))))
		case *int64:
			field.SetInt(int64(at + 1))
		default: // a string; another type panics, and needs a row here
			field.SetString(fmt.Sprint("text ", at))
		}
	}
	var content bytes.Buffer
	document, err := exchange.NewJSONWriter(&content, models.LastIDs{}, nil, nil)
	if err == nil {
		err = errors.Join(document.Write(models.DayRecord{Day: models.Day{WorkEntry: entry}}), document.Close())
	}
	modelstest.Must(t, err)
	file := modelstest.Got(exchange.Read(&content, nil))(t)
	modelstest.Want(t, file.Days[0].Record.WorkEntry, entry)
}

func TestEventsThatADayHasAreLinkedToTheSlotsOfTheFile(t *testing.T) {
	first, _ := modelstest.Open(t)
	modelstest.Record(t, first, models.Arrival, "2026-11-20T13:00:00Z", "a2")
	modelstest.Record(t, first, models.Departure, "2026-11-20T17:00:00Z", "d2")
	second, _ := modelstest.Open(t)
	for _, event := range []string{"a0 07:00", "d0 08:00", "a1 09:00", "d1 12:00", "a2 13:00", "d2 17:00"} {
		kind := map[byte]models.EventType{'a': models.Arrival, 'd': models.Departure}[event[0]]
		modelstest.Record(t, second, kind, "2026-11-20T"+event[3:]+":00Z", event[:2])
	}
	takeIn(t, first, modelstest.Got(exchange.Read(bytes.NewReader(everythingOf(t, second)), nil))(t))
	var linked int64
	modelstest.Must(t, first.Read(t.Context()).Model(&models.WorkplacePresenceEvent{}).Where("time_slot_id IN (SELECT id FROM time_slots)").Count(&linked).Error)
	modelstest.Want(t, linked, 6)
}

// TestADayThatIsStoredBecomesWhatTheFileSays has days before it here, with the ids of the file's slots.
func TestADayThatIsStoredBecomesWhatTheFileSays(t *testing.T) {
	recorded := func(dates ...string) (*models.Store, string) {
		store, path := modelstest.Open(t)
		for _, date := range dates {
			modelstest.Record(t, store, models.Arrival, date+"T09:00:00Z", "a"+date)
			modelstest.Record(t, store, models.Departure, date+"T12:00:00Z", "d"+date)
		}
		return store, path
	}
	same, other := modelstest.SlotAt("10:00", "13:00"), modelstest.SlotAt("14:00", "18:00") // in Paris
	same.ID = 1
	for _, test := range []struct {
		name  string
		slots []models.TimeSlot // of the file's day
		want  string
	}{
		{"the same slots, which stay", []models.TimeSlot{same}, "GARDE: 3 live; a 3, d 3"},
		{"one more", []models.TimeSlot{same, other}, "GARDE: 3 imported, 4 live; a -, d -"},
		{"another one", []models.TimeSlot{other}, "GARDE: 4 imported; a -, d -"},
	} {
		from, _ := recorded("2026-11-20")
		modelstest.Must(t, modelstest.Only(days.Edit(t.Context(), from, 1, modelstest.Version(t, from, 1), models.EntryChange{DayType: models.Duty, Slots: test.slots}, noon)))
		to, path := recorded("2026-11-18", "2026-11-19", "2026-11-20")
		takeIn(t, to, modelstest.Got(exchange.Read(bytes.NewReader(everythingOf(t, from)), nil))(t))
		modelstest.Want(t, modelstest.Column(t, modelstest.SQL(t, path), `
			SELECT day_type || ': ' || (SELECT group_concat(id || ' ' || coalesce(origin, 'live'), ', ') FROM time_slots WHERE work_entry_id = e.id)
				|| '; ' || (SELECT group_concat(substr(event, 1, 1) || ' ' || coalesce(time_slot_id, '-'), ', ') FROM workplace_presence_events WHERE work_entry_id = e.id)
			FROM work_entries AS e WHERE date = '2026-11-20'`), test.want, test.name)
		modelstest.WantSound(t, path)
	}
}

func TestAnEventIsOfTheEntryOfItsFirstAnswerAfterAnImport(t *testing.T) {
	store, path := modelstest.Open(t)
	for day := range 3 {
		modelstest.CreateEntry(t, store, modelstest.Date(1+day), models.EntryChange{DayType: models.Leave})
	}
	takeIn(t, store, modelstest.Got(exchange.Read(strings.NewReader(everything(t)), nil))(t))
	modelstest.Want(t, modelstest.Column(t, modelstest.SQL(t, path), "SELECT DISTINCT date || ' ' || first_entry_id || ';' FROM workplace_presence_events JOIN work_entries AS e ON e.id = work_entry_id"),
		"2026-11-20 1; 2026-11-21 2;") // the ids in the file, of which the last event came from another day there
}
