package presence_test

import (
	"context"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/presence"
)

func TestTheUsualDepartureIsTheMedianOfThatWeekday(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		ends []string // one a week, on Thursdays from 29 October, in UTC
		want civil.WallTime
	}{
		{"the only one", []string{"22:59"}, civil.WallTime{Hour: 23, Minute: 59}},
		{"of four, the later of the middle two", []string{"19:45", "17:00", "16:10", "16:20"}, civil.WallTime{Hour: 18, Minute: 0}},
		{"of five, the middle one", []string{"19:05", "18:01", "21:00", "19:30", "16:00"}, civil.WallTime{Hour: 20, Minute: 5}},
	} {
		t.Run(test.name, func(t *testing.T) {
			store, _ := modelstest.Open(t)
			for week, end := range test.ends {
				day := time.Date(2026, 10, 29+7*week, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
				modelstest.Record(t, store, models.Arrival, day+"T08:00:00Z", "in"+day)
				modelstest.Record(t, store, models.Departure, day+"T"+end+":30Z", "out"+day)
			}
			thursday := civil.Date{Year: 2026, Month: 12, Day: 3}
			modelstest.CreateEntry(t, store, thursday.AddDays(-7*7), models.EntryChange{DayType: models.Leave}) // must be ignored
			wantUsual(t, store, thursday, civil.WallTime{Hour: 8, Minute: 30}, presence.UsualDeparture{At: test.want, SameWeekday: true})
			wantUsual(t, store, thursday.AddDays(1), civil.WallTime{Hour: 6, Minute: 59}, presence.UsualDeparture{})
		})
	}
}

func TestTheUsualDepartureIsLookedForInTheEightWeeksBefore(t *testing.T) {
	thursday := civil.Date{Year: 2026, Month: time.November, Day: 19}
	winter, summer := presence.UsualDeparture{At: civil.WallTime{Hour: 17}, SameWeekday: true}, presence.UsualDeparture{At: civil.WallTime{Hour: 18}, SameWeekday: true}
	for back, want := range map[int]presence.UsualDeparture{0: {}, 7: winter, 56: summer, 63: {}} {
		store, _ := modelstest.Open(t)
		day := thursday.AddDays(-back).String()
		modelstest.Record(t, store, models.Arrival, day+"T08:00:00Z", "in")
		modelstest.Record(t, store, models.Departure, day+"T16:00:00Z", "out")
		wantUsual(t, store, thursday, civil.WallTime{Hour: 9, Minute: 0}, want)
	}
}

// wantUsual says so if another departure is usual than the wanted one, which is zero for none.
func wantUsual(t *testing.T, store *models.Store, date civil.Date, arrival civil.WallTime, want presence.UsualDeparture) {
	t.Helper()
	if got, known, err := presence.Usual(t.Context(), store, date, arrival); got != want || known != (want != presence.UsualDeparture{}) || err != nil {
		t.Errorf("arrived on %s at %v: got %+v %t %v, want %+v", date, arrival, got, known, err, want)
	}
}

// worked records slots, each a pair of winter times such as "2026-11-12T20:00" and
// "2026-11-13T07:00".
func worked(t *testing.T, store *models.Store, slots ...[2]string) {
	t.Helper()
	for _, slot := range slots {
		modelstest.Record(t, store, models.Arrival, slot[0]+":00+01:00", "in "+slot[0])
		modelstest.Record(t, store, models.Departure, slot[1]+":00+01:00", "out "+slot[0])
	}
}

func TestTheUsualDepartureIsLearntFromArrivalsAtAboutTheSameTime(t *testing.T) {
	t.Parallel()
	sixNights := [][2]string{ // from Friday 13 November
		{"2026-11-13T20:02", "2026-11-14T08:07"}, {"2026-11-14T20:02", "2026-11-15T08:07"}, {"2026-11-15T20:02", "2026-11-16T08:07"},
		{"2026-11-16T20:02", "2026-11-17T08:07"}, {"2026-11-17T20:02", "2026-11-18T08:07"}, {"2026-11-18T20:02", "2026-11-19T08:07"},
	}
	thursday := [2]string{"2026-11-12T08:00", "2026-11-12T17:20"}
	for _, test := range []struct {
		name    string
		slots   [][2]string
		arrival civil.WallTime // on Thursday the 19th
		want    presence.UsualDeparture
	}{
		{"six nights predict the end of the seventh", sixNights, civil.WallTime{Hour: 20, Minute: 4}, presence.UsualDeparture{At: civil.WallTime{Hour: 8, Minute: 7}, DaysAfter: 1}},
		{"nights do not predict the end of a day", sixNights, civil.WallTime{Hour: 8, Minute: 0}, presence.UsualDeparture{}},
		{"two hours earlier is about the same time", sixNights, civil.WallTime{Hour: 18, Minute: 2}, presence.UsualDeparture{At: civil.WallTime{Hour: 8, Minute: 7}, DaysAfter: 1}},
		{"a minute more is not about the same time", sixNights, civil.WallTime{Hour: 18, Minute: 1}, presence.UsualDeparture{}},
		{"two hours later is about the same time", sixNights, civil.WallTime{Hour: 22, Minute: 2}, presence.UsualDeparture{At: civil.WallTime{Hour: 8, Minute: 7}, DaysAfter: 1}},
		{"two hours and a minute later is not", sixNights, civil.WallTime{Hour: 22, Minute: 3}, presence.UsualDeparture{}},
		{"the same weekday takes precedence over more of the others",
			append([][2]string{{"2026-11-12T20:10", "2026-11-13T06:30"}}, sixNights...), civil.WallTime{Hour: 20, Minute: 4},
			presence.UsualDeparture{At: civil.WallTime{Hour: 6, Minute: 30}, DaysAfter: 1, SameWeekday: true}},
		{"the same weekday at another time of day does not take precedence",
			append([][2]string{thursday}, sixNights...), civil.WallTime{Hour: 20, Minute: 4},
			presence.UsualDeparture{At: civil.WallTime{Hour: 8, Minute: 7}, DaysAfter: 1}},
		{"another weekday is used if there is no other", [][2]string{{"2026-11-11T08:00", "2026-11-11T17:10"}}, civil.WallTime{Hour: 8, Minute: 0},
			presence.UsualDeparture{At: civil.WallTime{Hour: 17, Minute: 10}}},
		{"a late start ends at the weekday's usual time", [][2]string{thursday}, civil.WallTime{Hour: 11, Minute: 30},
			presence.UsualDeparture{At: civil.WallTime{Hour: 17, Minute: 20}, SameWeekday: true}},
		{"an end before the arrival is not used", [][2]string{thursday}, civil.WallTime{Hour: 17, Minute: 20}, presence.UsualDeparture{}},
		{"nor if that arrival was a little earlier", [][2]string{{"2026-11-12T16:00", "2026-11-12T17:20"}}, civil.WallTime{Hour: 17, Minute: 20}, presence.UsualDeparture{}},
		{"a break does not end the day", [][2]string{{"2026-11-12T08:00", "2026-11-12T12:10"}, {"2026-11-12T13:00", "2026-11-12T17:20"}}, civil.WallTime{Hour: 8, Minute: 3},
			presence.UsualDeparture{At: civil.WallTime{Hour: 17, Minute: 20}, SameWeekday: true}},
		{"the night after it does not count", [][2]string{thursday, {"2026-11-12T20:00", "2026-11-13T07:00"}}, civil.WallTime{Hour: 8, Minute: 3},
			presence.UsualDeparture{At: civil.WallTime{Hour: 17, Minute: 20}, SameWeekday: true}},
		{"ten to midnight is about the same time as ten past", [][2]string{{"2026-11-16T23:50", "2026-11-17T07:30"}}, civil.WallTime{Hour: 0, Minute: 10}, presence.UsualDeparture{At: civil.WallTime{Hour: 7, Minute: 30}}},
		{"ten past midnight is about the same time as ten to", [][2]string{{"2026-11-17T00:10", "2026-11-17T07:30"}}, civil.WallTime{Hour: 23, Minute: 50}, presence.UsualDeparture{At: civil.WallTime{Hour: 7, Minute: 30}, DaysAfter: 1}},
		{"24 hours on call", [][2]string{{"2026-11-14T08:00", "2026-11-15T08:00"}}, civil.WallTime{Hour: 7, Minute: 50}, presence.UsualDeparture{At: civil.WallTime{Hour: 8, Minute: 0}, DaysAfter: 1}},
		{"a slot that spans two days is not used", [][2]string{{"2026-11-12T08:00", "2026-11-13T17:05"}}, civil.WallTime{Hour: 8, Minute: 0}, presence.UsualDeparture{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			store, _ := modelstest.Open(t)
			worked(t, store, test.slots...)
			wantUsual(t, store, modelstest.Date(19), test.arrival, test.want)
		})
	}
}

func TestTheSlotOfAnArrivalClosedByHandObeysTheRulesOfSlots(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, end string
		want      error
	}{
		{"it ends after it starts", "2026-11-19T08:03:00+01:00", models.ErrDepartureNotLater},
		{"it does not end in its start minute", "2026-11-19T08:03:40+01:00", models.ErrSlotNotLater},
		{"it lasts at most 7 days", "2026-11-26T08:04:00+01:00", models.ErrSlotTooLong},
		{"it does not overlap another", "2026-11-19T12:01:00+01:00", models.ErrSlotOverlaps},
		{"it may end as another starts", "2026-11-19T12:00:00+01:00", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			store, path := modelstest.Open(t)
			modelstest.Record(t, store, models.Arrival, "2026-11-19T12:00:00+01:00", "in1")
			modelstest.Record(t, store, models.Departure, "2026-11-19T13:00:00+01:00", "out1")
			modelstest.Record(t, store, models.Arrival, "2026-11-19T08:03:00+01:00", "in2")
			later := civil.NewInstant(modelstest.Received.AddDate(0, 1, 0))
			modelstest.WantError(t, modelstest.Only(presence.Discard(t.Context(), store, 1, later)), models.ErrNoOpenArrival) // but another
			modelstest.WantError(t, modelstest.Only(presence.Close(t.Context(), store, 3, modelstest.Instant(test.end), later)), test.want)
			modelstest.Want(t, modelstest.Column(t, modelstest.SQL(t, path), "SELECT count(*) FROM time_slots"), map[bool]string{true: "2", false: "1"}[test.want == nil])
		})
	}
}

func TestAnArrivalIsClosedInTheZoneOfItsEntry(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	modelstest.Record(t, store, models.Arrival, "2026-10-20T08:00:00+02:00", "in")
	// 7 days on the clock in Paris, which is set back in between, up to the present
	end := modelstest.Instant("2026-10-27T08:00:00+01:00")
	modelstest.Must(t, modelstest.Only(presence.Close(t.Context(), store, 1, end, end)))
}

func TestASignalIsRecordedEvenIfTheCallerDisconnects(t *testing.T) {
	t.Parallel()
	store, _ := modelstest.Open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	modelstest.Must(t, modelstest.Only(presence.Record(ctx, store, modelstest.Signal(models.Arrival, "2026-11-20T08:00:00+01:00", "k"), modelstest.Received)))
}
