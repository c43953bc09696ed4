package api_test

import (
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
)

func TestTheRateLimitCountsTimeThatPassesWhateverTheClockSays(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, func(c *app.Config) { c.API.RequestsPerMinute = 2 })
	p.Arrive("2026-11-20T07:30:00+01:00", "in").Want(t, 201)
	p.Arrive("2026-11-20T07:30:00+01:00", "in").Want(t, 200)
	p.Clock.SetBack(time.Hour)
	refused := p.Arrive("2026-11-20T07:30:00+01:00", "in")
	refused.WantError(t, 429, "Trop de requêtes")
	refused.WantHeader(t, "Retry-After", "59")
	p.Clock.Advance(59 * time.Second)
	p.Clock.SetBack(time.Hour)
	p.Arrive("2026-11-20T07:30:00+01:00", "in").Want(t, 200, "replayed")
}
