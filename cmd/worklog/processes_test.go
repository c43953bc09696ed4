package main_test

import (
	"fmt"
	"html"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
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
	request, err := http.NewRequest(http.MethodGet, c.url+path, nil)
	if err != nil {
		return nil, err
	}
	got, err := c.exchange(request)
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

// act saves or deletes a day with its current form.
func (p *person) act(c *server, id int64, random *rand.Rand, note string) {
	form := fmt.Sprintf("/entries/%d/edit", id)
	values, err := c.form(form)
	if err != nil {
		p.t.Error(err)
	}
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
	if err != nil || !slices.Contains([]int{303, 404, 409, 422}, got.status) {
		p.t.Errorf("%s: got %d, %v; log: %s", target, got.status, err, c.faults())
	}
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
	t.Parallel()
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
					if _, answered := told.post(c, s); !answered {
						t.Error("the program does not respond")
					}
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

	if len(people.saved) == 0 {
		t.Error("no form was accepted")
	}
	for saved, times := range people.saved {
		if times != 1 {
			t.Errorf("%s was overwritten %d times", saved, times)
		}
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
	wantSound(t, path)
	for _, c := range processes {
		told.replay(c, 0)
		told.wantIn(path)
		c.stop()
		wantSound(t, path)
	}
	if _, err := os.Stat(path + "-wal"); err == nil {
		t.Error("the log is still there")
	}
}
