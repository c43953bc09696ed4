package app_test

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// TestADayOfRequestsLeavesNothingBehind sends a request every 2 seconds of the
// program's clock and looks at what the process holds. WORKLOG_SOAK says how
// many: a day has 43,200.
func TestADayOfRequestsLeavesNothingBehind(t *testing.T) {
	modelstest.Alone(t)
	requests, err := strconv.Atoi(cmp.Or(os.Getenv("WORKLOG_SOAK"), "720"))
	if err != nil || requests < 10 {
		t.Fatal("WORKLOG_SOAK must be a number from 10")
	}
	s := &soak{Program: apptest.Start(t)}
	t.Logf("at the start: %+v", s.footprint())
	var warm *footprint // after a tenth of the requests
	for sent := 1; sent <= requests && !t.Failed(); sent++ {
		s.next(sent - 1)
		s.Clock.Advance(2 * time.Second)
		if sent%(requests/10) != 0 {
			continue
		}
		now := s.footprint()
		t.Logf("after %d: %+v", sent, now)
		if warm == nil {
			warm = &now
		}
		now.wantFlat(t, *warm)
	}
	s.WantStored("PRAGMA integrity_check", "ok")
}

// soak is a program to which days are sent, one after another.
type soak struct {
	*apptest.Program
	morning time.Time // of the day under way
	path    string    // of its form
	form    url.Values
}

// next sends the n-th request, which must be answered as in every round.
func (s *soak) next(n int) {
	step := n % len(soakRound)
	if step == 0 {
		s.morning = time.Date(1990, 1, 1, 7, 0, 0, 0, time.UTC).AddDate(0, 0, n/len(soakRound))
	}
	soakRound[step](s)
}

// soakRound are the requests that are sent for each day.
var soakRound = []func(*soak){
	func(s *soak) {
		got := s.Send(s.arrival(0, "in"))
		got.Want(s.T, 201)
		s.path = fmt.Sprintf("/entries/%d/edit", got.Receipt(s.T).EntryID)
	},
	func(s *soak) { s.Send(s.arrival(0, "in")).Want(s.T, 200, `"replayed"`) },
	func(s *soak) { s.Send(s.arrival(time.Hour, "two")).Want(s.T, 409) },
	func(s *soak) {
		stranger := s.arrival(0, "in")
		stranger.Header.Set("Authorization", "Bearer a-guess")
		s.Send(stranger).Want(s.T, 401)
	},
	func(s *soak) { s.Get(s.morning.Format("/months/2006-01")).Want(s.T, 200, "depuis ") },
	func(s *soak) { s.depart(0).Want(s.T, 422) },
	func(s *soak) { s.depart(9*time.Hour).Want(s.T, 200, `"created"`) },
	func(s *soak) { s.depart(9*time.Hour).Want(s.T, 200, `"replayed"`) },
	func(s *soak) { s.depart(10*time.Hour).Want(s.T, 409) },
	func(s *soak) { s.form = s.Program.Form(s.path) },
	func(s *soak) {
		apptest.SetSlot(s.form, 1, "20", "21", 0)
		s.Submit(s.path, s.form).Want(s.T, 303)
	},
	func(s *soak) { s.Submit(s.path, s.form).Want(s.T, 303) }, // saved already
	func(s *soak) {
		s.form.Set("note", "of the version before")
		s.Submit(s.path, s.form).Want(s.T, 409)
	},
}

func (s *soak) arrival(after time.Duration, key string) *http.Request {
	return s.Request(apptest.Event("arrival", s.morning.Add(after).Format(time.RFC3339), s.key(key)))
}

func (s *soak) depart(after time.Duration) apptest.Answer {
	return s.Leave(s.morning.Add(after).Format(time.RFC3339), s.key("out"))
}

func (s *soak) key(name string) string { return s.morning.Format(time.DateOnly) + " " + name }

// footprint is the resources that the process uses.
type footprint struct {
	Heap        int // bytes in use after a collection
	Goroutines  int
	Descriptors int // 0 where there is no /proc
	WAL         int // bytes
}

func (s *soak) footprint() footprint {
	s.Get("/healthz").Want(s.T, 200) // so that the handler before it has ended
	s.Log.Empty()
	for range 3 { // pools release their contents after two collections
		runtime.GC()
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	descriptors, _ := os.ReadDir("/proc/self/fd")
	wal := modelstest.Got(os.Stat(s.Config.Database + "-wal"))(s.T)
	return footprint{int(memory.HeapInuse), runtime.NumGoroutine(), len(descriptors), int(wal.Size())}
}

// Limits of growth once the program is warm. SQLite folds its log every 1,000 pages
// of 4 KiB.
const (
	heapGrowth  = 2 << 20 // bytes: a pooled compressor takes more than one
	otherGrowth = 2
	walSize     = 8 << 20 // bytes
)

func (now footprint) wantFlat(t *testing.T, warm footprint) {
	t.Helper()
	if now.Heap > warm.Heap+heapGrowth || now.Goroutines > warm.Goroutines+otherGrowth ||
		now.Descriptors > warm.Descriptors+otherGrowth || now.WAL > walSize {
		t.Errorf("got %+v, was %+v", now, warm)
	}
}
