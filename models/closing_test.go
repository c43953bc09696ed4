package models_test

import (
	"errors"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/modelstest"
)

func TestAnArrivalClosedByHandBecomesASlotWithoutADeparture(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	record(t, store, models.Arrival, "2026-11-19T08:03:00+01:00", "in")
	entry, err := store.CloseArrival(t.Context(), 1, instant("2026-11-19T17:20:00+01:00"), received)
	if err != nil || entry != 1 {
		t.Fatalf("got entry %d, %v", entry, err)
	}
	db := modelstest.SQL(t, path)
	if got := column(t, db, "SELECT event || ' ' || closure || ' ' || time_slot_id FROM workplace_presence_events"); got != "arrival manual 1" {
		t.Errorf("got %s", got)
	}
	if got := column(t, db, "SELECT version FROM work_entries"); got != "2" {
		t.Errorf("got version %s", got)
	}
	late := signal(models.Departure, "2026-11-19T17:25:00+01:00", "late")
	if _, err := store.RecordPresence(t.Context(), rules(), late, received); !errors.Is(err, models.ErrNoOpenArrival) {
		t.Errorf("a late departure: got %v", err)
	}
	if got := record(t, store, models.Arrival, "2026-11-19T08:03:00+01:00", "in"); !got.Replayed || got.TimeSlotID != nil {
		t.Errorf("a replay: got %+v", got)
	}
	record(t, store, models.Arrival, "2026-11-20T08:00:00+01:00", "next")
}

func TestADiscardedArrivalAllowsTheNextOne(t *testing.T) {
	t.Parallel()
	store, path := modelstest.Open(t)
	record(t, store, models.Arrival, "2026-11-19T08:03:00+01:00", "in")
	if _, err := store.DiscardArrival(t.Context(), 1, received); err != nil {
		t.Fatal(err)
	}
	db := modelstest.SQL(t, path)
	if got := column(t, db, "SELECT closure FROM workplace_presence_events") + column(t, db, "SELECT count(*) FROM time_slots"); got != "discarded0" {
		t.Errorf("got %s", got)
	}
	record(t, store, models.Arrival, "2026-11-20T08:00:00+01:00", "next")
}

func TestOnlyTheOpenArrivalIsClosedAndOnlyAtAnEndThatCanBe(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	record(t, store, models.Arrival, "2026-11-19T08:03:00+01:00", "in")
	for want, try := range map[error]struct {
		id  int64
		end string
	}{
		models.ErrNoOpenArrival:     {2, "2026-11-19T17:00:00+01:00"},
		models.ErrDepartureNotLater: {1, "2026-11-19T08:03:00+01:00"},
		models.ErrSlotTooLong:       {1, "2026-11-27T08:03:00+01:00"},
	} {
		if _, err := store.CloseArrival(t.Context(), try.id, instant(try.end), received); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
	}
	if _, err := store.CloseArrival(t.Context(), 1, instant("2026-11-19T17:00:00+01:00"), received); err != nil {
		t.Fatal(err)
	}
	if _, err := store.CloseArrival(t.Context(), 1, instant("2026-11-19T18:00:00+01:00"), received); !errors.Is(err, models.ErrNoOpenArrival) {
		t.Errorf("closed twice: got %v", err)
	}
	if _, err := store.DiscardArrival(t.Context(), 1, received); !errors.Is(err, models.ErrNoOpenArrival) {
		t.Errorf("discarded after it was closed: got %v", err)
	}
}

func TestTheUsualDepartureIsTheMiddleOneOfThatWeekday(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		ends []string // one a week, on Thursdays from 29 October, in UTC
		want models.WallTime
	}{
		{"of one", []string{"22:59"}, models.WallTime{Hour: 23, Minute: 59}},
		{"of four, whichever came first", []string{"19:45", "17:00", "16:10", "16:20"}, models.WallTime{Hour: 18, Minute: 0}},
		{"of five", []string{"19:05", "18:01", "21:00", "19:30", "16:00"}, models.WallTime{Hour: 20, Minute: 5}},
	} {
		t.Run(test.name, func(t *testing.T) {
			store, _ := modelstest.Open(t)
			for week, end := range test.ends {
				day := time.Date(2026, 10, 29+7*week, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
				record(t, store, models.Arrival, day+"T08:00:00Z", "in"+day)
				record(t, store, models.Departure, day+"T"+end+":30Z", "out"+day)
			}
			thursday := models.Date{Year: 2026, Month: 12, Day: 3}
			createEntry(t, store, thursday.AddDays(-7*7), models.EntryChange{DayType: models.Leave}) // says nothing
			wall, known, err := store.UsualDeparture(t.Context(), thursday)
			if err != nil || !known || wall != test.want {
				t.Errorf("got %v %t %v, want %v", wall, known, err, test.want)
			}
			if _, known, _ := store.UsualDeparture(t.Context(), thursday.AddDays(1)); known {
				t.Error("a Friday is known from Thursdays")
			}
		})
	}
}

func TestTheUsualDepartureIsLookedForInTheEightWeeksBefore(t *testing.T) {
	thursday := models.Date{Year: 2026, Month: time.November, Day: 19}
	for back, want := range map[int]bool{0: false, 7: true, 56: true, 63: false} {
		store, _ := modelstest.Open(t)
		day := thursday.AddDays(-back).String()
		record(t, store, models.Arrival, day+"T08:00:00Z", "in")
		record(t, store, models.Departure, day+"T16:00:00Z", "out")
		if _, known, err := store.UsualDeparture(t.Context(), thursday); known != want || err != nil {
			t.Errorf("%d days before: got %t, %v, want %t", back, known, err, want)
		}
	}
}

func TestANightDoesNotCountAsAUsualDeparture(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	record(t, store, models.Arrival, "2026-11-12T20:00:00+01:00", "in")
	record(t, store, models.Departure, "2026-11-13T07:00:00+01:00", "out")
	if wall, known, err := store.UsualDeparture(t.Context(), date(19)); known || err != nil {
		t.Errorf("got %v %t %v", wall, known, err)
	}
	record(t, store, models.Arrival, "2026-11-05T08:00:00+01:00", "in before")
	record(t, store, models.Departure, "2026-11-05T17:20:00+01:00", "out before")
	if wall, known, err := store.UsualDeparture(t.Context(), date(19)); !known || err != nil || wall != (models.WallTime{Hour: 17, Minute: 20}) {
		t.Errorf("got %v %t %v, want 17:20", wall, known, err)
	}
}

func TestTheSlotOfAnArrivalClosedByHandKeepsTheRulesOfSlots(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, end string
		want      error
	}{
		{"it ends after it starts", "2026-11-19T07:00:00+01:00", models.ErrDepartureNotLater},
		{"it has a length on the clock", "2026-11-19T08:03:40+01:00", models.ErrSlotNotLater},
		{"it lasts 7 days at most", "2026-11-26T08:04:00+01:00", models.ErrSlotTooLong},
		{"it overlaps no other", "2026-11-19T12:01:00+01:00", models.ErrSlotOverlaps},
		{"it may end as another starts", "2026-11-19T12:00:00+01:00", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			store, path := modelstest.Open(t)
			record(t, store, models.Arrival, "2026-11-19T12:00:00+01:00", "in1")
			record(t, store, models.Departure, "2026-11-19T13:00:00+01:00", "out1")
			record(t, store, models.Arrival, "2026-11-19T08:03:00+01:00", "in2")
			later := models.NewInstant(received.AddDate(0, 1, 0))
			if _, err := store.CloseArrival(t.Context(), 3, instant(test.end), later); !errors.Is(err, test.want) {
				t.Errorf("got %v, want %v", err, test.want)
			}
			want := map[bool]string{true: "2", false: "1"}[test.want == nil]
			if got := column(t, modelstest.SQL(t, path), "SELECT count(*) FROM time_slots"); got != want {
				t.Errorf("got %s slots, want %s", got, want)
			}
		})
	}
}

func TestAnArrivalIsClosedOnTheClockThatItsEntryWasRecordedBy(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	record(t, store, models.Arrival, "2026-10-20T08:00:00+02:00", "in")
	later := models.NewInstant(received.AddDate(0, 1, 0))
	// 7 days on the clock of Paris, which is set back meanwhile
	if _, err := store.CloseArrival(t.Context(), 1, instant("2026-10-27T08:00:00+01:00"), later); err != nil {
		t.Error(err)
	}
}
