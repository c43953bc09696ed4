package main_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// ledger records what the automation has sent.
type ledger struct {
	t          *testing.T
	mu         sync.Mutex
	sent       int
	keys       []string           // of acknowledged signals, in order
	receipts   map[string]receipt // acknowledged, by key
	signals    map[string]signal
	unanswered []signal // sent without receiving a response
}

func newLedger(t *testing.T) *ledger {
	return &ledger{t: t, receipts: map[string]receipt{}, signals: map[string]signal{}}
}

// epoch is when the first signal occurs; each further one is an hour later.
var epoch = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// next returns an arrival, a departure or, one time in four, a replay.
func (l *ledger) next(random *rand.Rand) signal {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.keys) > 0 && random.IntN(4) == 0 {
		return l.signals[l.keys[random.IntN(len(l.keys))]]
	}
	return l.fresh(random)
}

// fresh returns a signal with a new key. The ledger must be locked.
func (l *ledger) fresh(random *rand.Rand) signal {
	l.sent++
	at := epoch.Add(time.Duration(l.sent) * time.Hour)
	event := []string{"arrival", "departure"}[random.IntN(2)]
	return signal{event, at.Format(time.RFC3339), fmt.Sprint("key ", l.sent)}
}

// note records the response to a signal, and returns whether the signal is recorded. A
// signal that was acknowledged before must get the same receipt.
func (l *ledger) note(s signal, got answer) (recorded bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	first, known := l.receipts[s.Key]
	refused := got.status == 409 || got.status == 422
	if refused && !known {
		return false
	}
	var told receipt
	if err := json.Unmarshal([]byte(got.body), &told); err != nil || got.status != 200 && got.status != 201 {
		l.t.Errorf("%v: got %d %s, acknowledged before: %v", s, got.status, got.body, known)
		return false
	}
	if known {
		first.Status = "replayed"
		if got.status != 200 || !reflect.DeepEqual(first, told) {
			l.t.Errorf("%v: got %d %s, want 200 %+v", s, got.status, got.body, first)
		}
		return true
	}
	l.keys, l.receipts[s.Key], l.signals[s.Key] = append(l.keys, s.Key), told, s
	return true
}

// post sends one signal and notes the response, if there is one.
func (l *ledger) post(c *server, s signal) (recorded, answered bool) {
	got, err := c.post(s)
	if err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.unanswered = append(l.unanswered, s)
		return false, false
	}
	return l.note(s, got), true
}

// clients is how many clients send concurrently.
const clients = 4

// load starts clients that send signals until the program stops responding, and returns
// without waiting. It closes enough once that many signals have been acknowledged.
func (l *ledger) load(c *server, seed uint64, acknowledgements int) (enough <-chan struct{}, done *sync.WaitGroup) {
	reached, acknowledged := make(chan struct{}), 0
	if acknowledgements == 0 {
		close(reached)
	}
	var mu sync.Mutex
	done = &sync.WaitGroup{}
	for client := range clients {
		random := rand.New(rand.NewPCG(seed, uint64(client)))
		done.Go(func() {
			for {
				recorded, answered := l.post(c, l.next(random))
				if !answered {
					return
				}
				if recorded {
					mu.Lock()
					if acknowledged++; acknowledged == acknowledgements {
						close(reached)
					}
					mu.Unlock()
				}
			}
		})
	}
	return reached, done
}

// settle resends unanswered signals, as the automation does, and returns how many of them
// had been recorded.
func (l *ledger) settle(c *server) (recordedBefore int) {
	l.t.Helper()
	unanswered := l.unanswered
	l.unanswered = nil
	for _, s := range unanswered {
		_, known := l.receipts[s.Key]
		recorded, answered := l.post(c, s)
		if !answered {
			l.t.Fatalf("the program does not respond: %s", c.log)
		}
		if recorded && !known && l.receipts[s.Key].Status == "replayed" {
			recordedBefore++
		}
	}
	return recordedBefore
}

// replay resends the acknowledged signals, starting at one of them.
func (l *ledger) replay(c *server, from int) {
	l.t.Helper()
	for _, key := range slices.Clone(l.keys[from:]) {
		if _, answered := l.post(c, l.signals[key]); !answered {
			l.t.Fatalf("the program does not respond: %s", c.log)
		}
	}
}

// wantIn checks that the file contains exactly what was acknowledged.
func (l *ledger) wantIn(path string) {
	l.t.Helper()
	got := modelstest.Lines(l.t, path, "SELECT id || ' ' || work_entry_id || ' ' || ifnull(created_slot_id, '-') || ' ' || event || ' ' || idempotency_key FROM workplace_presence_events ORDER BY id")
	var want []string
	for key, told := range l.receipts {
		slot := "-"
		if told.TimeSlotID != nil {
			slot = fmt.Sprint(*told.TimeSlotID)
		}
		want = append(want, fmt.Sprint(told.EventID, " ", told.EntryID, " ", slot, " ", told.EventType, " ", key))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		l.t.Errorf("acknowledged and not stored: %q; stored and not acknowledged: %q", without(want, got), without(got, want))
	}
}

// without returns the elements of a that are not in b. Both are sorted.
func without(a, b []string) (rest []string) {
	for _, text := range a {
		if _, found := slices.BinarySearch(b, text); !found {
			rest = append(rest, text)
		}
	}
	return rest
}
