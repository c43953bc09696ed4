package pages_test

import (
	"net/http"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestTheFirstPageLeadsAPhoneToTodayAndOthersToTheCurrentMonthOfTheZone(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.InZone(t, "Pacific/Kiritimati")) // where 20 November has begun at 7 in the morning UTC
	p.Get("/").WantLocation(t, "/months/2026-11")
	for header, phone := range map[string]string{"Sec-CH-UA-Mobile": "?1", "User-Agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"} {
		p.Ask("/", func(r *http.Request) { r.Header.Set(header, phone) }).WantLocation(t, "/today")
	}
	p.Get("/entries/new").Want(t, 200, "vendredi 20\u00a0novembre 2026")
}

func TestAMonthShowsItsDaysAndLeadsToOthers(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	got := p.Get("/months/2026-11")
	got.Want(t, 200, "novembre 2026", `href="/months/2026-10"`, `href="/months/2026-12"`, `href="/entries/1/edit"`,
		`href="/entries/new?date=2026-11-21"`, "08:03–12:10", "13:00–17:21", "8\u00a0h\u00a028", "Travail 1\u00a0j", `title="Travail"`, `aria-current="date"`)
	modelstest.Want(t, strings.Count(got.Body, `<time datetime="2026-11-`), 30)
	p.Get("/months/2026-10").WantNone(t, "08:03")
	p.Get("/months/2028-02").Want(t, 200, `datetime="2028-02-29"`)
}

func TestTheCalendarEndsWhereDatesDo(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Day("9999-12-15T08:03:00+01:00", "9999-12-15T12:10:00+01:00", "k")
	first, last := p.Get("/months/1970-01"), p.Get("/months/9999-12")
	first.Want(t, 200, `rel="next"`)
	first.WantNone(t, `rel="prev"`)
	last.Want(t, 200, `rel="prev"`, `datetime="9999-12-31"`, "08:03–12:10") // its last week ends in the year 10000
	last.WantNone(t, `rel="next"`)
}

func acceptGzip(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip") }
