package app_test

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"
)

// TestADayOfRequestsLeavesNothingBehind sends a request every 2 seconds of the
// program's clock and looks at what the process holds. WORKLOG_SOAK says how
// many: a day has 43,200.
func TestADayOfRequestsLeavesNothingBehind(t *testing.T) {
	usual := "720"
	if everywhere {
		usual = "1200"
	}
	requests, err := strconv.Atoi(cmp.Or(os.Getenv("WORKLOG_SOAK"), usual))
	if err != nil || requests < 10 {
		t.Fatal("WORKLOG_SOAK must be a number from 10")
	}
	s := &soak{program: start(t)}
	t.Logf("at the start: %+v", s.footprint())
	var warm *footprint // after a tenth of the requests
	for sent := 1; sent <= requests && !t.Failed(); sent++ {
		s.next(sent - 1)
		s.clock.advance(2 * time.Second)
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
	s.wantStored("PRAGMA integrity_check", "ok")
}

// soak is a program to which days are sent, one after another.
type soak struct {
	*program
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
		got := s.send(s.arrival(0, "in"))
		got.want(s.t, 201)
		s.path = fmt.Sprintf("/entries/%d/edit", got.receipt(s.t).EntryID)
	},
	func(s *soak) { s.send(s.arrival(0, "in")).want(s.t, 200, `"replayed"`) },
	func(s *soak) { s.send(s.arrival(time.Hour, "two")).want(s.t, 409) },
	func(s *soak) {
		stranger := s.arrival(0, "in")
		stranger.Header.Set("Authorization", "Bearer a-guess")
		s.send(stranger).want(s.t, 401)
	},
	func(s *soak) { s.get(s.morning.Format("/months/2006-01")).want(s.t, 200, "depuis ") },
	func(s *soak) { s.depart(0).want(s.t, 422) },
	func(s *soak) { s.depart(9*time.Hour).want(s.t, 200, `"created"`) },
	func(s *soak) { s.depart(9*time.Hour).want(s.t, 200, `"replayed"`) },
	func(s *soak) { s.depart(10*time.Hour).want(s.t, 409) },
	func(s *soak) { s.form = s.program.form(s.path) },
	func(s *soak) {
		setSlot(s.form, 1, "20", "21", 0)
		s.submit(s.path, s.form).want(s.t, 303)
	},
	func(s *soak) { s.submit(s.path, s.form).want(s.t, 409) }, // of the version before
}

func (s *soak) arrival(after time.Duration, key string) *http.Request {
	return s.request(event("arrival", s.morning.Add(after).Format(time.RFC3339), s.key(key)))
}

func (s *soak) depart(after time.Duration) answer {
	return s.leave(s.morning.Add(after).Format(time.RFC3339), s.key("out"))
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
	s.get("/healthz").want(s.t, 200) // so that the handler before it has ended
	s.log.empty()
	for range 3 { // pools release their contents after two collections
		runtime.GC()
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	descriptors, _ := os.ReadDir("/proc/self/fd")
	wal, err := os.Stat(s.config.Database + "-wal")
	if err != nil {
		s.t.Fatal(err)
	}
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

// empty discards the log, which belongs to the test.
func (s *syncBuffer) empty() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.b = bytes.Buffer{}
}
