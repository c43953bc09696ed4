package pages_test

import (
	"net/url"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestAYearShowsItsMonthsWithHoursAndTypes(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	p.Submit("/entries/new?date=2026-07-13", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	got := p.Get("/years/2026")
	got.Want(t, 200, "juillet", "RTT 1\u00a0j", "Total 8\u00a0h\u00a028", `href="/months/2026-11"`, `href="/years/2025"`, `href="/years/2027"`)
	modelstest.Want(t, strings.Count(got.Body, "<li>"), 12)
	modelstest.Want(t, strings.Count(got.Body, `href="/entries/`), 365)
	got.Want(t, 200, "href=\"/entries/1/edit\" title=\"vendredi 20\u00a0novembre\u00a0: Travail\"", "href=\"/entries/2/edit\" title=\"lundi 13\u00a0juillet\u00a0: RTT\"",
		"href=\"/entries/new?date=2026-11-21\" title=\"samedi 21\u00a0novembre\"")
	p.Get("/months/2024-03").Want(t, 200, `href="/years/2024"`)
}
