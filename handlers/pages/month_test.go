package pages_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestAMonthIsReachedByItsNumberAndItsYear(t *testing.T) {
	p := apptest.Start(t)
	_, form, _ := strings.Cut(p.Get("/months/2026-11").Body, `class="jump"`)
	modelstest.WantIn(t, form, `<select name="month"`, `<select name="year"`)
	p.Get("/months?month=02&year=2024").WantHeader(t, "Location", "/months/2024-02")
	p.Get("/months?month=2024-02").WantHeader(t, "Location", "/months/2024-02")
	for _, query := range []string{"month=13&year=2024", "month=février", "month=2&year=2024", "month=02&year=24", "month=02&year=1969", "month=02&year=10000", "year=2024", "month=2024-02&year=2024", ""} {
		p.Get("/months?"+query).Want(t, 404)
	}

	want := func(month string, first, last int) {
		t.Helper()
		shown := p.Get("/months/" + month).Body
		var years []string
		for _, option := range regexp.MustCompile(`<option value="(\d{4})"`).FindAllStringSubmatch(shown, -1) {
			years = append(years, option[1])
		}
		if got, want := years[0]+" to "+years[len(years)-1], fmt.Sprint(first, " to ", last); got != want || len(years) != last-first+1 {
			t.Errorf("%s: got %s, %d years, want %s", month, got, len(years), want)
		}
		modelstest.WantIn(t, shown, fmt.Sprintf(`<option value="%s" selected`, month[:4]), fmt.Sprintf(`<option value="%s" selected`, month[5:]))
	}
	want("2026-11", 2016, 2036)
	want("1970-01", 1970, 2020)
	want("9999-12", 9949, 9999)
	p.Submit("/entries/new?date=2014-07-13", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	want("2026-11", 2013, 2036)
	want("2050-01", 2013, 2060)
	p.Submit("/entries/new?date=1970-07-13", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	want("2026-11", 1976, 2036)
}

func cell(a apptest.Answer, date string) string {
	_, after, _ := strings.Cut(a.Body, `<li id="`+date+`"`)
	cell, _, _ := strings.Cut(after, "</li>")
	return cell
}

func TestACellShowsWhenOneWorkedAndANightRunsOnIntoTheNext(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Day("2026-11-20T08:03:59+01:00", "2026-11-20T12:10:00+01:00", "morning")
	p.Day("2026-11-20T13:00:00+01:00", "2026-11-20T17:21:00+01:00", "afternoon")
	night := func(date, end, endDay string) {
		t.Helper()
		p.Submit("/entries/new?date="+date, url.Values{"day_type": {"GARDE"}, "slot_start": {"20:00"}, "slot_end": {end}, "slot_end_day": {endDay}}).Want(t, 303)
	}
	night("2026-10-25", "06:30", "1") // the Sunday before the sheet
	night("2026-10-20", "06:00", "7")
	night("2026-11-14", "08:30", "2")
	night("2026-11-18", "00:00", "1")
	month := p.Get("/months/2026-11")
	for date, want := range map[string]string{
		"2026-10-26": "M0 3h1440", "2026-10-27": "M0 3h360", "2026-11-20": "M483 3h247M780 3h261", "2026-11-14": "M1200 3h240", "2026-11-15": "M0 3h1440", "2026-11-16": "M0 3h510", "2026-11-18": "M1200 3h240",
	} {
		modelstest.WantIn(t, cell(month, date), `<path d="`+want+`">`)
	}
	for _, date := range []string{"2026-11-13", "2026-11-17", "2026-11-19", "2026-11-21"} {
		apptest.Answer{Body: cell(month, date)}.WantNone(t, "strip")
	}
	long := apptest.Start(t)
	long.Day("1970-01-01T00:05:00+00:00", "2026-11-20T17:00:00+01:00", "k")
	long.Get("/months/1970-01").Want(t, 200, "M0 3h1440")
}

func TestWithoutSlotsNoDurationIsShown(t *testing.T) {
	p := apptest.Start(t)
	p.Submit("/entries/new?date=2026-12-21", url.Values{"day_type": {"CONGE"}}).Want(t, 303)
	for _, path := range []string{"/months/2026-12", "/years/2026", "/months/2026-10"} {
		p.Get(path).WantNone(t, "0\u00a0h\u00a000", "<strong>Total")
	}
	p.Get("/months/2026-12").Want(t, 200, "Congé 1\u00a0j")
}

func TestThePaperCarriesKilometresAndWholeNotes(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-11-20T08:03:00+01:00", "2026-11-20T12:10:00+01:00", "k") // by the journey of the defaults
	note := strings.Repeat("Une note ", 15) + "\nde deux lignes."
	for date, text := range map[string]string{"2026-11-12": note, "2026-11-11": "Courte."} {
		p.Submit("/entries/new?date="+date, url.Values{"day_type": {"WORK"}, "note": {text}}).Want(t, 303)
	}
	month := p.Get("/months/2026-11")
	month.Want(t, 200, "Trajets comptés en frais réels\u00a0: 1 × 37\u00a0km = 37\u00a0km<", "<dt>jeu.\u00a012</dt><dd>"+note+"</dd>")
	modelstest.Want(t, strings.Count(month.Body, "<dt>"), 1)
	bare := apptest.Start(t, func(c *app.Config) { c.Frame.Costs.Journeys[0].Distances = nil })
	bare.Day("2026-11-20T08:03:00+01:00", "2026-11-20T12:10:00+01:00", "k")
	bare.Get("/months/2026-11").WantNone(t, "Trajets") // or kilometres without a distance
}

func TestTheFirstPageLeadsAPhoneToTodayAndOthersToTheCurrentMonthOfTheZone(t *testing.T) {
	p := apptest.Start(t, apptest.InZone(t, "Pacific/Kiritimati")) // where 20 November has begun at 7 in the morning UTC
	p.Get("/").WantLocation(t, "/months/2026-11")
	for header, phone := range map[string]string{"Sec-CH-UA-Mobile": "?1", "User-Agent": "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"} {
		p.Ask("/", func(r *http.Request) { r.Header.Set(header, phone) }).WantLocation(t, "/today")
	}
	p.Get("/entries/new").Want(t, 200, "vendredi 20\u00a0novembre 2026")
}

func TestAMonthAndAYearShowTheirDays(t *testing.T) {
	p := apptest.RecordedDay(t)
	got := p.Get("/months/2026-11")
	got.Want(t, 200, "novembre 2026", `href="/months/2026-10"`, `href="/months/2026-12"`, `href="/entries/1/edit"`,
		`href="/entries/new?date=2026-11-21"`, "08:03–12:10", "13:00–17:21", "8\u00a0h\u00a028", "Travail 1\u00a0j", `title="Travail"`, `aria-current="date"`)
	modelstest.Want(t, strings.Count(got.Body, `<time datetime="2026-11-`), 30)
	p.Get("/months/2026-10").WantNone(t, "08:03")
	p.Get("/months/2028-02").Want(t, 200, `datetime="2028-02-29"`)

	for date, want := range map[string]string{"2026-10-31": "sam. 31\u00a0oct.", "2026-12-01": "mar. 1er\u00a0déc.", "2026-11-01": "dim.\u00a01"} {
		modelstest.WantIn(t, cell(got, date), ">"+want+"<")
	}

	p.Submit("/entries/new?date=2026-07-13", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	got = p.Get("/years/2026")
	got.Want(t, 200, "juillet", "RTT 1\u00a0j", "Total 8\u00a0h\u00a028", `href="/months/2026-11"`, `href="/years/2025"`, `href="/years/2027"`)
	modelstest.Want(t, strings.Count(got.Body, "<li>"), 12)
	modelstest.Want(t, strings.Count(got.Body, `href="/entries/`), 365)
	got.Want(t, 200, "href=\"/entries/1/edit\" title=\"vendredi 20\u00a0novembre\u00a0: Travail\"", "href=\"/entries/2/edit\" title=\"lundi 13\u00a0juillet\u00a0: RTT\"",
		"href=\"/entries/new?date=2026-11-21\" title=\"samedi 21\u00a0novembre\"")
	p.Get("/months/2024-03").Want(t, 200, `href="/years/2024"`)

	p.Submit("/entries/new?date=2026-11-17", url.Values{"day_type": {"TT"}, "slot_start": {"8"}, "slot_end": {"12"}}).Want(t, 303)
	got = p.Get("/months/2026-11")
	got.Want(t, 200, `aria-label="Semaine 44"`, `aria-label="Semaine 49"`, "Armistice de 1918", "Toussaint",
		"enregistré automatiquement", "saisi ou modifié à la main", "12\u00a0h\u00a028")
	p.Get("/months/2026-12").Want(t, 200, `aria-label="Semaine 53"`, "Noël", "Nouvel an") // 1 January ends its last week
	p.Get("/months/2026-12").WantNone(t, "Saint-Étienne")                                 // a holiday of Alsace-Moselle

	p.Edit(func(values url.Values) { values["slot_end"][0] = "12:11" })
	p.Get("/months/2026-11").WantNone(t, "enregistré automatiquement")
}

func TestTheCalendarEndsWhereDatesDo(t *testing.T) {
	p := apptest.Start(t)
	p.Day("9999-12-15T08:03:00+01:00", "9999-12-15T12:10:00+01:00", "k")
	first, last := p.Get("/months/1970-01"), p.Get("/months/9999-12")
	first.Want(t, 200, `rel="next"`)
	first.WantNone(t, `rel="prev"`)
	last.Want(t, 200, `rel="prev"`, `datetime="9999-12-31"`, "08:03–12:10") // its last week ends in the year 10000
	last.WantNone(t, `rel="next"`)
}

func acceptGzip(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip") }

// maxMonthWeight is what the month page and all that it loads may weigh
// compressed, in bytes.
const maxMonthWeight = 58_000

func TestTheMonthWeighsLittle(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithHours(t))
	p.LifelikeMonth()
	sum := 0
	page := p.Get("/months/2026-11").Body
	for _, path := range append([]string{"/months/2026-11"}, apptest.StaticPath.FindAllString(page, -1)...) {
		got := p.Ask(path, acceptGzip)
		sum += len(got.Body)
		t.Logf("%-45s %6d bytes", path, len(got.Body))
	}
	modelstest.Want(t, sum <= maxMonthWeight, true, "it weighs little:", sum)
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
