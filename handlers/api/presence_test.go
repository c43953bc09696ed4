package api_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

// The rows of the specification's section 3.

func TestAnArrivalCreatesTheDayWithTheDefaultsAndStaysOpen(t *testing.T) {
	p := apptest.Start(t)
	got := p.Arrive("2026-11-20T08:03:27.5+01:00", "a1").Want(t, 201)
	modelstest.Want(t, got.Body, `{"status":"created","event_id":1,"entry_id":1,"time_slot_id":null,"event_type":"arrival"}`)
	p.WantStored("SELECT date, timezone, day_type, journey_profile_id, motor_vehicle_id, note, version FROM work_entries",
		"2026-11-20 | Europe/Paris | WORK | bureau | clio |  | 1")
	p.WantStored("SELECT work_entry_id, time_slot_id, event, occurred_at, occurred_at_sent, idempotency_key, closure FROM workplace_presence_events",
		"1 | NULL | arrival | 2026-11-20T07:03:27.500000000Z | 2026-11-20T08:03:27.5+01:00 | a1 | NULL")
	p.WantStored("SELECT count(*) FROM time_slots", "0")
}

func TestADepartureClosesTheArrivalWithASlotThatBothEventsGet(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-20T08:03:00+01:00", "a1").Want(t, 201)
	p.Clock.Advance(9 * time.Hour)
	got := p.Leave("2026-11-20T17:21:00+01:00", "d1").Want(t, 200)
	modelstest.Want(t, got.Body, `{"status":"created","event_id":2,"entry_id":1,"time_slot_id":1,"event_type":"departure"}`)
	p.WantStored("SELECT work_entry_id, start_at, end_at FROM time_slots",
		"1 | 2026-11-20T07:03:00.000000000Z | 2026-11-20T16:21:00.000000000Z")
	p.WantStored("SELECT event, time_slot_id, closure, closed_at FROM workplace_presence_events ORDER BY id",
		"arrival | 1 | departure | 2026-11-20T16:00:00.000000000Z",
		"departure | 1 | NULL | NULL")
	p.WantStored("SELECT version, updated_at FROM work_entries", "2 | 2026-11-20T16:00:00.000000000Z")
}

func TestWhatTheStateForbidsIsRefusedAndChangesNothing(t *testing.T) {
	p := apptest.Start(t)
	refused := func(got func(occurredAt, key string) apptest.Answer, occurredAt, key string, status int, message string) {
		t.Helper()
		p.Unchanged(func() { t.Helper(); got(occurredAt, key).WantError(t, status, message) })
	}
	refused(p.Leave, "2026-11-20T17:00:00+01:00", "before the first arrival", 409, "Conflit métier")
	p.Arrive("2026-11-20T08:00:00+01:00", "in").Want(t, 201)
	refused(p.Arrive, "2026-11-20T09:00:00+01:00", "while one is open", 409, "Conflit métier")
	refused(p.Arrive, "2026-11-27T08:00:00+01:00", "on another day", 409, "Conflit métier")
	refused(p.Leave, "2026-11-20T08:00:00+01:00", "at the same time", 422, "Événement invalide")
	refused(p.Leave, "2026-11-20T07:59:59.999999999+01:00", "earlier", 422, "Événement invalide")
	p.Leave("2026-11-20T08:00:00.000000001+01:00", "out").Want(t, 200) // the arrival stayed open
	refused(p.Leave, "2026-11-20T17:00:00+01:00", "of an arrival that is closed", 409, "Conflit métier")
	refused(p.Leave, "2026-11-20T08:00:00+01:00", "in", 409, "Conflit métier")
	refused(p.Arrive, "2026-11-20T08:00:00.000000001+01:00", "in", 409, "Conflit métier")
}

func TestAnArrivalKeepsTypeJourneyAndVehicleOfADayThatExists(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T12:00:00+01:00", "morning")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE work_entries SET day_type = 'FORMATION', journey_profile_id = 'annexe', motor_vehicle_id = ''")))
	p.Clock.Advance(5 * time.Hour)
	p.Arrive("2026-11-20T13:00:00+01:00", "afternoon").Want(t, 201)
	p.WantStored("SELECT day_type, journey_profile_id, motor_vehicle_id, version, updated_at FROM work_entries",
		"FORMATION | annexe |  | 3 | 2026-11-20T12:00:00.000000000Z")
	p.Leave("2026-11-20T17:00:00+01:00", "evening").Want(t, 200)
	p.WantStored("SELECT count(*) FROM time_slots WHERE work_entry_id = 1", "2")
}

func TestAbsentDefaultsLeaveTheFieldsOfNewDaysEmpty(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n"))
	p.Arrive("2026-11-20T08:00:00+01:00", "a1").Want(t, 201)
	p.WantStored("SELECT day_type, journey_profile_id, motor_vehicle_id FROM work_entries", "WORK |  | ")
}

// Replays.

func TestAReplayRepeatsTheFirstAnswerAndDuplicatesNothing(t *testing.T) {
	p := apptest.Start(t)
	arrival := p.Arrive("2026-11-20T08:00:00+01:00", "a1")
	departure := p.Leave("2026-11-20T17:00:00+01:00", "d1")
	p.Unchanged(func() {
		for _, first := range []struct {
			apptest.Answer
			again apptest.Answer
		}{
			{arrival, p.Arrive("2026-11-20T08:00:00+01:00", "a1")},
			{arrival, p.Arrive("2026-11-20T07:00Z", "a1")}, // the same instant
			{departure, p.Leave("2026-11-20T17:00:00+01:00", "d1")},
		} {
			first.again.Want(t, 200)
			modelstest.Want(t, first.again.Body, strings.Replace(first.Body, "created", "replayed", 1))
		}
	})
}

// Time.

func TestTheWallClockOfTheZoneDecidesTheDayAndTheOrder(t *testing.T) {
	programs := map[string]*apptest.Program{}
	for _, zone := range []string{"Europe/Paris", "America/New_York"} {
		programs[zone] = apptest.Start(t, apptest.NoLimit, apptest.InZone(t, zone))
	}
	for _, test := range []struct {
		name, zone, arrival, departure string
		status                         int
		date                           string // of the entry
		hours                          float64
	}{
		{"a night closes on the next morning and belongs to its first day", "Europe/Paris", "2026-11-20T21:00:00+01:00", "2026-11-21T07:00:00+01:00", 200, "2026-11-20", 10},
		{"the last moment before midnight is still the day", "Europe/Paris", "2026-11-20T23:59:59.999999999+01:00", "2026-11-21T00:00:00+01:00", 200, "2026-11-20", 1e-9 / 3600},
		{"midnight is already the next day", "Europe/Paris", "2026-11-20T23:00:00Z", "2026-11-21T07:00:00+01:00", 200, "2026-11-21", 7},
		{"an offset of another zone is converted", "Europe/Paris", "2026-11-20T20:00:00-05:00", "2026-11-21T03:00:00+01:00", 200, "2026-11-21", 1},
		{"the last night of the year crosses it", "Europe/Paris", "2026-12-31T22:00:00+01:00", "2027-01-01T06:00:00+01:00", 200, "2026-12-31", 8},
		{"29 February exists in a leap year", "Europe/Paris", "2028-02-29T08:00:00+01:00", "2028-02-29T16:00:00+01:00", 200, "2028-02-29", 8},
		{"the night of spring lasts an hour less", "Europe/Paris", "2026-03-28T22:00:00+01:00", "2026-03-29T06:00:00+02:00", 200, "2026-03-28", 7},
		{"the night of autumn lasts an hour more", "Europe/Paris", "2026-10-24T22:00:00+02:00", "2026-10-25T06:00:00+01:00", 200, "2026-10-24", 9},
		{"in the repeated hour the wall clock must show later", "Europe/Paris", "2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", 422, "2026-10-25", 0},
		{"in the repeated hour an earlier wall clock is not later", "Europe/Paris", "2026-10-25T02:30:00+02:00", "2026-10-25T02:15:00+01:00", 422, "2026-10-25", 0},
		{"in the repeated hour a later wall clock is later", "Europe/Paris", "2026-10-25T02:15:00+02:00", "2026-10-25T02:30:00+01:00", 200, "2026-10-25", 1.25},
		{"in the repeated hour a later wall clock of an earlier instant is not", "Europe/Paris", "2026-10-25T02:15:00+01:00", "2026-10-25T02:30:00+02:00", 422, "2026-10-25", 0},
		{"over the skipped hour the order holds", "Europe/Paris", "2026-03-29T01:59:59+01:00", "2026-03-29T03:00:00+02:00", 200, "2026-03-29", 1.0 / 3600},
		{"the last day of 9999 is kept west of Greenwich", "America/New_York", "9999-12-31T20:00:00-05:00", "9999-12-31T23:30:00-05:00", 200, "9999-12-31", 3.5},
		{"the first day of 1970 is kept east of Greenwich", "Europe/Paris", "1970-01-01T00:10:00+01:00", "1970-01-01T00:40:00+01:00", 200, "1970-01-01", 0.5},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := programs[test.zone]
			defer forget(p)
			p.Arrive(test.arrival, "in").Want(t, 201)
			p.Leave(test.departure, "out").Want(t, test.status)
			p.WantStored("SELECT date, timezone FROM work_entries", test.date+" | "+test.zone)
			if test.status != 200 {
				p.WantStored("SELECT count(*) FROM time_slots", "0")
				return
			}
			var from, to civil.Instant
			modelstest.Must(t, p.DB.QueryRow("SELECT start_at, end_at FROM time_slots").Scan(&from, &to))
			modelstest.Want(t, to.Sub(from.Time), time.Duration(test.hours*float64(time.Hour)+0.5), test.hours)
			p.Leave(test.departure, "out").Want(t, 200, `"replayed"`) // reads back what is stored
		})
	}
}

func TestADateOutsideTheYears1970To9999IsRefused(t *testing.T) {
	for zone, occurredAt := range map[string]string{
		"Europe/Paris":     "1969-12-31T23:59:59+01:00",
		"America/New_York": "1970-01-01T04:59:59Z",
		"Asia/Tokyo":       "9999-12-31T15:00:00Z",
		"UTC":              "0001-01-01T00:00:00Z",
	} {
		p := apptest.Start(t, apptest.InZone(t, zone))
		p.Unchanged(func() { p.Arrive(occurredAt, "k").WantError(t, 422, "Événement invalide") })
	}
}

func TestOneKeyFiftyTimesAtOnceIsRecordedOnceWithinTheRate(t *testing.T) {
	p := apptest.Start(t)
	var requests []*http.Request
	for range 50 {
		requests = append(requests, p.Request(apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k")))
	}
	modelstest.Want(t, fmt.Sprint(apptest.Together(t, requests)), "map[200:29 201:1 429:20]")
	p.WantStored("SELECT count(*) FROM workplace_presence_events", "1")
}

// All of them wait for another program first, however fast the machine is, and are fifty, or so
// few that each has its turn in time, however slow it is.
func TestOfManyRivalArrivalsOneIsTaken(t *testing.T) {
	p := apptest.RecordedDay(t)
	began := time.Now()
	p.Leave("2026-11-21T07:00:00+01:00", "nobody is there").Want(t, 409)
	rivals := max(3, min(50, int(time.Second/time.Since(began))))
	var requests []*http.Request
	for i := range rivals {
		requests = append(requests, p.Request(apptest.Event("arrival", "2026-11-21T08:00:00+01:00", fmt.Sprint("k", i))))
	}
	got := map[int]int{}
	for _, answer := range p.Meanwhile(requests, p.Hold()) {
		got[answer.Status]++
	}
	modelstest.Want(t, fmt.Sprint(got), fmt.Sprint(map[int]int{201: 1, 409: rivals - 1}))
	p.WantStored("SELECT count(*) FROM workplace_presence_events WHERE closure IS NULL AND event = 'arrival'", "1")
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
