package main_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"worklog/models/modelstest"
)

var (
	inputTag  = regexp.MustCompile(`<input[^>]*>`)
	attribute = regexp.MustCompile(`([a-z_-]+)="([^"]*)"`)
	selectTag = regexp.MustCompile(`(?s)<select[^>]*name="([^"]+)".*?</select>`)
	chosenTag = regexp.MustCompile(`<option value="([^"]*)" selected`)
	template  = regexp.MustCompile(`(?s)<template>.*?</template>`)
)

// form opens the page of a day and returns its form as a browser would submit it, or nil if
// the day is gone.
func (c *server) form(path string) (url.Values, error) {
	got, err := c.send(http.MethodGet, path, nil)
	if err != nil || got.status == 404 {
		return nil, err
	}
	if got.status != 200 {
		return nil, fmt.Errorf("%s: got %d", path, got.status)
	}
	page, values := template.ReplaceAllString(got.body, ""), url.Values{"day_type": {"WORK"}}
	for _, tag := range inputTag.FindAllString(page, -1) {
		attributes := map[string]string{}
		for _, found := range attribute.FindAllStringSubmatch(tag, -1) {
			attributes[found[1]] = html.UnescapeString(found[2])
		}
		if attributes["type"] != "radio" {
			values.Add(attributes["name"], attributes["value"])
		}
	}
	for _, found := range selectTag.FindAllStringSubmatch(page, -1) {
		if chosen := chosenTag.FindStringSubmatch(found[0]); chosen != nil {
			values.Add(found[1], chosen[1])
		}
	}
	return values, nil
}

// person edits and deletes days while the automation records them.
type person struct {
	t       *testing.T
	mu      sync.Mutex
	saved   map[string]int // by entry and overwritten version
	deleted map[int64]bool
}

func (p *person) act(c *server, id int64, random *rand.Rand, note string) {
	form := fmt.Sprintf("/entries/%d/edit", id)
	values, err := c.form(form)
	modelstest.Want(p.t, err == nil, true, err)
	if values == nil {
		return
	}
	target := form
	switch random.IntN(6) {
	case 0:
		target = fmt.Sprintf("/entries/%d/delete", id)
	case 1:
		values["slot_start"][0], values["slot_end"][0] = "", "" // which removes a slot
	}
	values.Set("note", note)
	got, err := c.submit(target, values)
	modelstest.Want(p.t, err == nil && slices.Contains([]int{303, 404, 409, 422}, got.status), true, target, got.status, err, c.faults())
	if got.status != 303 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.saved[fmt.Sprintf("day %d, version %s", id, values.Get("version"))]++
	if target != form {
		p.deleted[id] = true
	}
}

func TestTwoProcessesOnOneFileKeepEveryRule(t *testing.T) {
	_, seed := seeded(t)
	folder, path := newFolder(t)
	told := newLedger(t)
	people := &person{t: t, saved: map[string]int{}, deleted: map[int64]bool{}}
	processes := []*server{begin(t, folder), begin(t, folder)}
	told.post(processes[0], firstIn)
	told.post(processes[1], firstOut)
	var automation, group sync.WaitGroup
	var over atomic.Bool
	for number, c := range processes {
		for client := range 2 {
			random := rand.New(rand.NewPCG(seed, uint64(2*number+client)))
			automation.Go(func() {
				for range 60 {
					told.mu.Lock()
					s := told.fresh(random) // a replay would be recorded again if its day was deleted
					told.mu.Unlock()
					_, answered := told.post(c, s)
					modelstest.Want(t, answered, true, s)
				}
			})
		}
		random := rand.New(rand.NewPCG(seed, uint64(10+number)))
		group.Go(func() {
			for i := 0; i < 20 || !over.Load(); i++ {
				told.mu.Lock()
				last := told.keys[len(told.keys)-1-random.IntN(min(2, len(told.keys)))]
				id := told.receipts[last].EntryID
				told.mu.Unlock()
				people.act(c, id, random, fmt.Sprint("process ", number, ", note ", i))
			}
		})
	}
	automation.Wait()
	over.Store(true)
	group.Wait()

	modelstest.Want(t, len(people.saved) > 0, true, "a form was accepted")
	for saved, times := range people.saved {
		modelstest.Want(t, times, 1, saved)
	}
	acknowledged := len(told.keys)
	told.keys = slices.DeleteFunc(told.keys, func(key string) bool {
		gone := people.deleted[told.receipts[key].EntryID]
		if gone {
			delete(told.receipts, key)
		}
		return gone
	})
	t.Logf("%d events acknowledged, %d of them on the %d days deleted; %d forms taken", acknowledged, acknowledged-len(told.keys), len(people.deleted), len(people.saved))
	modelstest.WantSound(t, path)
	for _, c := range processes {
		told.replay(c, 0)
		told.wantIn(path)
		c.stop()
		modelstest.WantSound(t, path)
	}
	modelstest.WantFiles(t, 0, path+"-wal")
}

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
		modelstest.Want(l.t, got.status == 200 && reflect.DeepEqual(first, told), true, s, got.body, first)
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
	modelstest.WantList(l.t, got, want, without(want, got), without(got, want))
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
