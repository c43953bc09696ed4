package api_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

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

// All of them wait for another program first, however fast the machine is, and are fifty, or so
// few that each has its turn in time, however slow it is.
func TestOfManyRivalArrivalsOneIsTaken(t *testing.T) {
	t.Parallel()
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
	if want := (map[int]int{201: 1, 409: rivals - 1}); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	p.WantStored("SELECT count(*) FROM workplace_presence_events WHERE closure IS NULL AND event = 'arrival'", "1")
}
