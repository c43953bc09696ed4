package pages_test

import (
	"testing"

	"worklog/app/apptest"
)

// maxMonthWeight is what the month page and all that it loads may weigh
// compressed, in bytes.
const maxMonthWeight = 58_000

func TestTheMonthWeighsLittle(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	p.LifelikeMonth()
	sum := 0
	page := p.Get("/months/2026-11").Body
	for _, path := range append([]string{"/months/2026-11"}, apptest.StaticPath.FindAllString(page, -1)...) {
		got := p.Ask(path, acceptGzip)
		sum += len(got.Body)
		t.Logf("%-45s %6d bytes", path, len(got.Body))
	}
	if sum > maxMonthWeight {
		t.Errorf("got %d bytes, want at most %d", sum, maxMonthWeight)
	}
}
