package app_test

import (
	"net/url"
	"strings"
	"testing"
)

func TestAYearShowsItsMonthsWithHoursAndTypes(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.submit("/entries/new?date=2026-07-13", url.Values{"day_type": {"RTT"}}).want(t, 303)
	got := p.get("/years/2026")
	got.want(t, 200, "juillet", "RTT 1\u00a0j", "Total 8\u00a0h\u00a028", `href="/months/2026-11"`, `href="/years/2025"`, `href="/years/2027"`)
	if n := strings.Count(got.body, "<li>"); n != 12 {
		t.Errorf("got %d months", n)
	}
	if n := strings.Count(got.body, `href="/entries/`); n != 365 {
		t.Errorf("got %d days", n)
	}
	got.want(t, 200, "href=\"/entries/1/edit\" title=\"vendredi 20\u00a0novembre\u00a0: Travail\"", "href=\"/entries/2/edit\" title=\"lundi 13\u00a0juillet\u00a0: RTT\"",
		"href=\"/entries/new?date=2026-11-21\" title=\"samedi 21\u00a0novembre\"")
	for _, path := range []string{"/years/", "/years/26", "/years/1969", "/years/10000", "/years/x"} {
		p.get(path).want(t, 404)
	}
	if first := p.get("/years/1970").body; strings.Contains(first, "/years/1969") {
		t.Error("a link leads out of the calendar")
	}
	p.get("/months/2024-03").want(t, 200, `href="/years/2024"`)
}
