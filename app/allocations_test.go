//go:build !race

package app_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
)

// The bounds are a tenth above what was measured, those of the request and its recorder
// included. Allocations do not depend on the machine; time does, which benchmarks measure.

func TestARefusedRequestAllocatesLittle(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*app.Config)
		header func(*http.Request)
		status int
		most   float64
	}{
		"wrong token":      {func(*app.Config) {}, func(r *http.Request) { r.Header.Set("Authorization", "Bearer guess") }, 401, 62},
		"no integration":   {func(c *app.Config) { c.Rules.Integrated = false }, func(*http.Request) {}, 404, 53},
		"method not POST":  {func(*app.Config) {}, func(r *http.Request) { r.Method = http.MethodPut }, 405, 53},
		"too many in time": {func(c *app.Config) { c.API.RequestsPerMinute = 1 }, func(*http.Request) {}, 429, 61},
	} {
		t.Run(name, func(t *testing.T) {
			e := stack(t, test.change)
			if test.status == 429 {
				serve(t, e, "", 400)
			}
			got := testing.AllocsPerRun(200, func() { serve(t, e, "", test.status, test.header) })
			if got > test.most {
				t.Errorf("got %v allocations, want at most %v", got, test.most)
			}
		})
	}
}

func TestARecordedDayAllocatesLittle(t *testing.T) {
	const most = 600
	e, n := stack(t), 0
	got := testing.AllocsPerRun(50, func() {
		day := nthDay(n)
		serve(t, e, apptest.Event("arrival", day.Format(time.RFC3339), fmt.Sprint("a", n)), 201)
		serve(t, e, apptest.Event("departure", day.Add(9*time.Hour).Format(time.RFC3339), fmt.Sprint("d", n)), 200)
		n++
	})
	if got > most {
		t.Errorf("got %v allocations, want at most %d", got, most)
	}
}

// What has been read once is kept, as for a person who looks at a page after another.
func TestAPageAllocatesLittleAndTheSameHoweverLongTheRecord(t *testing.T) {
	two, _ := yearsOfDays(t, 2, withHoursSince(t, 2025)) // rests look back over twelve months
	ten, _ := yearsOfDays(t, 10, withHoursSince(t, 2017))
	for path, most := range map[string]float64{
		"/months/2026-11":       5080,
		"/months/2026-11/hours": 2750,
		"/months/2026-10/sheet": 4730,
		"/months/2026-11/pay":   2080,
		"/years/2026":           4890,
		"/years/2026/hours":     9360,
		"/years/2026/rests":     7400,
		"/years/2026/counters":  1300,
		"/years/2026/costs":     7600,
		"/journal":              1050,
	} {
		allocated := func(e http.Handler) float64 {
			return testing.AllocsPerRun(20, func() { ask(t, e, path, "identity") })
		}
		got := allocated(two)
		if got > most {
			t.Errorf("%s: got %v allocations, want at most %v", path, got, most)
		}
		if longer := allocated(ten); longer > got*1.1 {
			t.Errorf("%s: got %v allocations with ten years, want at most 10 %% more than the %v with two", path, longer, got)
		}
	}
}
