package api_test

import (
	"fmt"
	"net/http"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
)

func TestOneKeyFiftyTimesAtOnceIsRecordedOnceWithinTheRate(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	var requests []*http.Request
	for range 50 {
		requests = append(requests, p.Request(apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k")))
	}
	got := apptest.Together(t, requests)
	if want := (map[int]int{201: 1, 200: 29, 429: 20}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	p.WantStored("SELECT count(*) FROM workplace_presence_events", "1")
}

// All of them wait for another program first, however fast the machine is.
func TestOfFiftyRivalArrivalsOneIsTaken(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	var requests []*http.Request
	for i := range 50 {
		requests = append(requests, p.Request(apptest.Event("arrival", "2026-11-21T08:00:00+01:00", fmt.Sprint("k", i))))
	}
	got := map[int]int{}
	for _, answer := range p.Meanwhile(requests, p.Hold()) {
		got[answer.Status]++
	}
	if want := (map[int]int{201: 1, 409: 49}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	p.WantStored("SELECT count(*) FROM workplace_presence_events WHERE closure IS NULL AND event = 'arrival'", "1")
}

func TestTwoProgramsOnOneFileTakeOneArrivalAndOneDeparture(t *testing.T) {
	t.Parallel()
	first := apptest.Start(t, apptest.NoLimit)
	second := apptest.Start(t, apptest.NoLimit, func(c *app.Config) { c.Database = first.Config.Database })
	for day := 1; day <= 5; day++ {
		for _, round := range []struct {
			kind, at string
			taken    int
		}{
			{"arrival", "08:00:00+01:00", 201},
			{"departure", "17:00:00+01:00", 200},
		} {
			var requests []*http.Request
			for i := range 20 {
				p := []*apptest.Program{first, second}[i%2]
				body := apptest.Event(round.kind, fmt.Sprintf("2026-11-%02dT%s", day, round.at), fmt.Sprint(round.kind, day, "-", i))
				requests = append(requests, p.Request(body))
			}
			got := apptest.Together(t, requests)
			if want := (map[int]int{round.taken: 1, 409: 19}); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s of day %d: got %v, want %v", round.kind, day, got, want)
			}
		}
	}
	first.WantStored("SELECT count(*) FROM time_slots", "5")
	first.WantStored("SELECT count(*) FROM workplace_presence_events WHERE time_slot_id IS NOT NULL", "10")
}
