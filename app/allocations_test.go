//go:build !race

package app_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// The bounds are a tenth above what was measured, those of the request and its recorder
// included. Allocations do not depend on the machine; time does, which `task floor` measures.

func TestARefusedRequestAllocatesLittle(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*app.Config)
		header func(*http.Request)
		status int
		most   float64
	}{
		"wrong token":      {func(*app.Config) {}, func(r *http.Request) { r.Header.Set("Authorization", "Bearer guess") }, 401, 64},
		"no integration":   {func(c *app.Config) { c.Rules.Integrated = false }, func(*http.Request) {}, 404, 56},
		"method not POST":  {func(*app.Config) {}, func(r *http.Request) { r.Method = http.MethodPut }, 405, 55},
		"too many in time": {func(c *app.Config) { c.API.RequestsPerMinute = 1 }, func(*http.Request) {}, 429, 63},
	} {
		t.Run(name, func(t *testing.T) {
			e := stack(t, test.change)
			if test.status == 429 {
				serve(t, e, "", 400)
			}
			got := testing.AllocsPerRun(200, func() { serve(t, e, "", test.status, test.header) })
			modelstest.WantAtMost(t, got, test.most)
		})
	}
}

func TestARecordedDayAllocatesLittle(t *testing.T) {
	const most = 600
	e, n := stack(t), 0
	got := testing.AllocsPerRun(50, func() {
		day := time.Date(1970, 1, 2, 8, 0, 0, 0, time.UTC).AddDate(0, 0, n)
		serve(t, e, apptest.Event("arrival", day.Format(time.RFC3339), fmt.Sprint("a", n)), 201)
		serve(t, e, apptest.Event("departure", day.Add(9*time.Hour).Format(time.RFC3339), fmt.Sprint("d", n)), 200)
		n++
	})
	modelstest.WantAtMost(t, got, most)
}

// Pages must not read one day after another, nor anew what has not changed. What has been read once is
// kept, as for a person who looks at a page after another.
func TestAPageAllocatesLittleAndTheSameHoweverLongTheRecordAndMakesFewQueries(t *testing.T) {
	var config *app.Config
	two := yearsOfDays(t, 2, withHoursSince(t, 2025), func(c *app.Config) { config = c }) // rests look back over twelve months
	ten := yearsOfDays(t, 10, withHoursSince(t, 2017))
	db := modelstest.SQL(t, config.Database)
	for path, most := range map[string]struct {
		allocations               float64 // as released, which inlines nothing of the pages; not counted if it is 0
		queriesAfterAWrite, again int
	}{
		"/months/2026-11":       {5080, 9, 1},
		"/months/2026-11/hours": {2820, 8, 0},
		"/months/2026-10/sheet": {4950, 14, 1},
		"/months/2026-11/pay":   {2080, 8, 0},
		"/years/2026":           {4890, 9, 1},
		"/years/2026/hours":     {10400, 8, 0},
		"/years/2026/rests":     {7400, 9, 1},
		"/years/2026/counters":  {1500, 9, 1},
		"/years/2026/costs":     {8450, 8, 0},
		"/journal":              {1050, 13, 5},
		"/today":                {0, 8, 0},
		"/counters":             {0, 10, 2},
		"/years/2026/sheets":    {0, 8, 0},
	} {
		modelstest.Must(t, modelstest.Only(db.Exec("UPDATE work_entries SET note = note || '.' WHERE date = '2026-03-02'")))
		if after, again := queriesOf(t, two, path), queriesOf(t, two, path); after > most.queriesAfterAWrite || again > most.again {
			t.Errorf("%s: got %d queries after a write and %d again, want at most %d and %d", path, after, again, most.queriesAfterAWrite, most.again)
		}
		if most.allocations == 0 {
			continue
		}
		allocated := func(e http.Handler) float64 {
			return testing.AllocsPerRun(20, func() { ask(t, e, path, "identity") })
		}
		got, longer := allocated(two), allocated(ten)
		modelstest.WantAtMost(t, got, most.allocations, path)
		modelstest.WantAtMost(t, longer, got*1.1, path, "with ten years")
	}
}
