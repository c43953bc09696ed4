package app_test

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"worklog/app"
)

// together sends the requests at once and counts the answers by status.
func together(t *testing.T, requests []*http.Request) map[int]int {
	t.Helper()
	counts := map[int]int{}
	var mu sync.Mutex
	var group sync.WaitGroup
	for _, request := range requests {
		group.Go(func() {
			got, err := exchange(request)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			counts[got.status]++
		})
	}
	group.Wait()
	return counts
}

func TestOneKeyFiftyTimesAtOnceIsRecordedOnceWithinTheRate(t *testing.T) {
	t.Parallel()
	p := start(t)
	var requests []*http.Request
	for range 50 {
		requests = append(requests, p.request(event("arrival", "2026-11-20T08:00:00+01:00", "k")))
	}
	got := together(t, requests)
	if want := (map[int]int{201: 1, 200: 29, 429: 20}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	p.wantStored("SELECT count(*) FROM workplace_presence_events", "1")
}

// All of them wait for another program first, however fast the machine is.
func TestOfFiftyRivalArrivalsOneIsTaken(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	var requests []*http.Request
	for i := range 50 {
		requests = append(requests, p.request(event("arrival", "2026-11-21T08:00:00+01:00", fmt.Sprint("k", i))))
	}
	got := map[int]int{}
	for _, answer := range p.meanwhile(requests, p.hold()) {
		got[answer.status]++
	}
	if want := (map[int]int{201: 1, 409: 49}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	p.wantStored("SELECT count(*) FROM workplace_presence_events WHERE closure IS NULL AND event = 'arrival'", "1")
}

func TestTwoProgramsOnOneFileTakeOneArrivalAndOneDeparture(t *testing.T) {
	t.Parallel()
	first := start(t, noLimit)
	second := start(t, noLimit, func(c *app.Config) { c.Database = first.config.Database })
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
				p := []*program{first, second}[i%2]
				body := event(round.kind, fmt.Sprintf("2026-11-%02dT%s", day, round.at), fmt.Sprint(round.kind, day, "-", i))
				requests = append(requests, p.request(body))
			}
			got := together(t, requests)
			if want := (map[int]int{round.taken: 1, 409: 19}); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s of day %d: got %v, want %v", round.kind, day, got, want)
			}
		}
	}
	first.wantStored("SELECT count(*) FROM time_slots", "5")
	first.wantStored("SELECT count(*) FROM workplace_presence_events WHERE time_slot_id IS NOT NULL", "10")
}
