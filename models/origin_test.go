package models_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/history"
	"worklog/models/imports"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

// receives records an event of 20 November that is received so long after its moment.
func receives(t *testing.T, store *models.Store, event models.EventType, at string, after time.Duration) {
	t.Helper()
	at = "2026-11-20T" + at + ":27Z"
	modelstest.Must(t, modelstest.Only(presence.Record(t.Context(), store, modelstest.Signal(event, at, at), civil.NewInstant(modelstest.Instant(at).Add(after)))))
}

// originsOn returns where the slots of 20 November come from, such as "late 20, typed 11-21".
func originsOn(t *testing.T, store *models.Store) string {
	t.Helper()
	records := modelstest.Got(store.Records(t.Context(), modelstest.Date(20), modelstest.Date(20)))(t)
	var texts []string
	for _, record := range records {
		for _, origin := range record.Origins(record.Slots) {
			text := string(origin.Origin)
			if origin.LateMinutes != 0 {
				text += fmt.Sprint(" ", origin.LateMinutes)
			}
			if !origin.At.IsZero() {
				text += origin.At.Format(" 01-02")
			}
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ", ")
}

func TestASlotIsAsDoubtfulAsTheMoreDoubtfulOfItsEvents(t *testing.T) {
	t.Parallel()
	const limit = 15 * time.Minute
	for _, test := range []struct {
		arrived, left time.Duration // after which the events were received
		want          string
	}{
		{0, time.Second, "live"}, {limit, -limit, "live"},
		{limit + 1, 0, "late 15"}, {0, limit + 1, "late 15"}, {0, -limit - 1, "late -15"},
		{240 * time.Hour, 239 * time.Hour, "late 14400"}, {time.Hour, 2*time.Hour + 59*time.Second, "late 120"}, {time.Hour, -time.Hour, "late 60"},
	} {
		store, _ := modelstest.Open(t)
		receives(t, store, models.Arrival, "08:00", test.arrived)
		receives(t, store, models.Departure, "12:00", test.left)
		modelstest.Want(t, originsOn(t, store), test.want, test.arrived, test.left)
	}
}

func TestAPressIsAPersonsWord(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	modelstest.Must(t, modelstest.Only(presence.RecordByHand(t.Context(), store, presence.Press{Event: models.Arrival, Key: "press"}, modelstest.Instant("2026-11-20T08:00:00Z"))))
	receives(t, store, models.Departure, "12:00", time.Hour)
	modelstest.Want(t, originsOn(t, store), "pressed")
}

// editsSlots saves the day of 20 November with other slots, on a day of November.
func editsSlots(t *testing.T, store *models.Store, day int, change func([]models.TimeSlot) []models.TimeSlot) models.Change {
	t.Helper()
	stored := modelstest.Got(store.DayOn(t.Context(), modelstest.Date(20)))(t)
	now := civil.NewInstant(time.Date(2026, 11, day, 9, 0, 0, 0, time.UTC))
	return modelstest.Got(days.Edit(t.Context(), store, stored.ID, stored.Stamp(), models.EntryChange{DayType: models.Work, Slots: change(stored.Slots)}, now))(t)
}

func TestASlotWithTheEndsOfItsEventsKeepsTheirOriginWhoeverRewritesTheDay(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	receives(t, store, models.Arrival, "08:00", 0)
	receives(t, store, models.Departure, "12:00", time.Hour)
	want := func(want string) {
		t.Helper()
		modelstest.Want(t, originsOn(t, store), want)
	}
	add := func(s []models.TimeSlot) []models.TimeSlot { return append(s, modelstest.SlotAt("18:00", "19:00")) }
	moved := func(s []models.TimeSlot) []models.TimeSlot {
		s[0].EndAt = civil.NewInstant(s[0].EndAt.Add(time.Minute))
		return s
	}
	editsSlots(t, store, 21, add)
	want("late 60, typed 11-21")
	editsSlots(t, store, 22, func(s []models.TimeSlot) []models.TimeSlot { return append(s, modelstest.SlotAt("20:00", "21:00")) })
	want("late 60, typed 11-21, typed 11-22")
	before := modelstest.Kept(t, path)
	change := editsSlots(t, store, 23, moved)
	want("corrected 11-23, typed 11-21, typed 11-22")
	modelstest.Must(t, modelstest.Only(history.TakeBack(t.Context(), store, change.Stamp(), modelstest.Received)))
	modelstest.WantKept(t, path, before)
	want("late 60, typed 11-21, typed 11-22")
	editsSlots(t, store, 24, func(s []models.TimeSlot) []models.TimeSlot { s[1].EndAt = s[2].EndAt; return s[:2] })
	want("late 60, corrected 11-24")
}

func TestAnArrivalThatIsClosedByHandHasATypedEnd(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	receives(t, store, models.Arrival, "08:00", 0)
	modelstest.Must(t, modelstest.Only(presence.Close(t.Context(), store, 1, modelstest.Instant("2026-11-20T12:00:00Z"), modelstest.Instant("2026-11-21T07:00:00Z"))))
	modelstest.Want(t, originsOn(t, store), "typed 11-21")
}

// takes takes a file into the record on 24 November.
func takes(t *testing.T, store *models.Store, day imports.Day) {
	t.Helper()
	file := imports.File{Days: []imports.Day{day}}
	plan := modelstest.Got(imports.PreviewOf(t.Context(), store, file))(t)
	modelstest.Must(t, modelstest.Only(imports.Perform(t.Context(), store, file, plan.Fingerprint(), modelstest.Instant("2026-11-24T12:00:00Z"))))
}

// liveDay is a day of two live slots and one that was typed, as a file has it.
func liveDay(t *testing.T) (*models.Store, imports.Day) {
	t.Helper()
	store, _ := modelstest.Open(t)
	receives(t, store, models.Arrival, "08:00", 0)
	receives(t, store, models.Departure, "12:00", 0)
	receives(t, store, models.Arrival, "13:00", 0)
	receives(t, store, models.Departure, "16:00", 0)
	editsSlots(t, store, 21, func(s []models.TimeSlot) []models.TimeSlot { return append(s, modelstest.SlotAt("18:00", "19:00")) })
	records := modelstest.Got(store.Records(t.Context(), modelstest.Date(20), modelstest.Date(20)))(t)
	for i := range records[0].Slots {
		records[0].Slots[i].Origin, records[0].Slots[i].OriginAt = nil, nil
	}
	return store, imports.Day{Record: &records[0]}
}

func TestAFileCanMakeNothingLive(t *testing.T) {
	t.Parallel()
	_, file := liveDay(t)
	store, _ := modelstest.Open(t)
	takes(t, store, file)
	modelstest.Want(t, originsOn(t, store), "imported 11-24, imported 11-24, imported 11-24")
	editsSlots(t, store, 25, func(s []models.TimeSlot) []models.TimeSlot {
		s[0].EndAt = s[1].EndAt
		return []models.TimeSlot{s[0], s[2]}
	})
	modelstest.Want(t, originsOn(t, store), "imported 11-24, imported 11-24", "with two slots joined")
}

func TestADayThatAFileAddsToKeepsTheOriginsThatItHad(t *testing.T) {
	t.Parallel()
	store, file := liveDay(t)
	takes(t, store, file)
	modelstest.Want(t, originsOn(t, store), "live, live, typed 11-21", "the same")
	changed := *file.Record
	changed.Slots = append(changed.Slots[:3:3], models.TimeSlot{ID: 99, WorkEntryID: 1, StartAt: modelstest.Instant("2026-11-20T20:00:00Z"), EndAt: modelstest.Instant("2026-11-20T21:00:00Z")})
	takes(t, store, imports.Day{Record: &changed})
	modelstest.Want(t, originsOn(t, store), "live, live, typed 11-21, imported 11-24", "with one more")
}
