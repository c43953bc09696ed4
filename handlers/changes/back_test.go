package changes_test

import (
	"net/url"
	"testing"

	"worklog/app/apptest"
)

func TestTakingBackLeadsBackToThePageItWasMadeFrom(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	undo := func(back string) url.Values {
		return url.Values{"change": {p.Stored("SELECT max(id) FROM changes")[0]}, "back": {back}}
	}
	for _, page := range []string{"/today", "/counters", "/months/2026-10"} {
		p.Press("").Want(t, 303)
		p.Submit("/entries/take-back", undo(page)).WantLocation(t, page)
	}
	created := p.Submit("/entries/new?date=2026-11-18", url.Values{"day_type": {"RTT"}})
	created.Want(t, 303)
	day := created.Header.Get("Location")
	p.Submit("/entries/take-back", undo(day)).WantLocation(t, "/months/2026-11") // the day is gone
	p.Submit("/entries/take-back", undo(day)).WantLocation(t, day)               // and comes again
	p.Press("").Want(t, 303)
	p.Submit("/entries/take-back", undo(day)).WantLocation(t, day) // what is taken back is another day's
	p.Press("").Want(t, 303)
	p.Submit("/entries/take-back", undo("//evil.example")).WantLocation(t, "/months/2026-11")
}
