package app_test

import (
	"cmp"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// links returns where an answer leads, but not within its page: in a page, also an attribute
// of any other name whose value is a path, but not the value of a field.
func links(a apptest.Answer) []string {
	var links []string
	add := func(link string) {
		if link = html.UnescapeString(link); !strings.HasPrefix(link, "#") && !strings.HasPrefix(link, "mailto:?") && !strings.HasPrefix(link, "webcal://") && !elsewhere.MatchString(link) {
			links = append(links, link)
		}
	}
	for before, rest, found := strings.Cut(a.Body, `="`); found; before, rest, found = strings.Cut(rest, `="`) {
		name := before[strings.LastIndexAny(before, " \t\n")+1:]
		value, _, _ := strings.Cut(rest, `"`)
		if slices.Contains([]string{"href", "src", "action", "formaction"}, name) || strings.HasPrefix(value, "/") && name != "value" {
			add(value)
		}
	}
	if strings.HasPrefix(a.Body, "{") { // the manifest
		for _, found := range pathInJSON.FindAllStringSubmatch(a.Body, -1) {
			add(found[1])
		}
	}
	if location := a.Header.Get("Location"); location != "" {
		links = append(links, location)
	}
	return links
}

// elsewhere matches links to where the law is published and explained, and to where a person's Home
// Assistant is found.
var elsewhere = regexp.MustCompile(`^https://((www\.legifrance|code\.travail|bofip\.impots|www\.service-public)\.gouv\.fr|my\.home-assistant\.io)/`)

var pathInJSON = regexp.MustCompile(`"[a-z_]+":"(/[^"]*)"`)

// tenant is a browser below a prefix.
type tenant struct {
	*apptest.Visitor
	origin, prefix string
	machines       string // the address for other programs; the origin if it is empty
}

// do sends a request, and checks that every address in the answer is below the prefix. It
// returns the answer without the prefix.
func (b tenant) do(request *http.Request) apptest.Answer {
	b.P.T.Helper()
	got := b.Send(request)
	at := request.Method + " " + request.URL.Path
	for _, link := range links(got) {
		modelstest.Want(b.P.T, strings.HasPrefix(link, b.prefix+"/"), true, at, "leads below the prefix:", link)
	}
	ours := map[string]bool{}
	for _, line := range got.Header.Values("Set-Cookie") {
		cookie := modelstest.Got(http.ParseSetCookie(line))(b.P.T)
		ours[cookie.Name] = ours[cookie.Name] || cookie.Path == b.prefix
		modelstest.Want(b.P.T, (cookie.MaxAge < 0 || cookie.Path == b.prefix) && !strings.HasPrefix(cookie.Name, "__Host-"), true, at, line)
	}
	for name, set := range ours {
		modelstest.Want(b.P.T, set, true, at, "drops not elsewhere only:", name)
	}
	modelstest.Want(b.P.T, strings.Count(got.Body, b.origin), strings.Count(got.Body, b.origin+b.prefix), at, "names", b.origin)
	got.Body = strings.ReplaceAll(got.Body, b.prefix, "")
	got.Header.Set("Location", strings.TrimPrefix(got.Header.Get("Location"), b.prefix))
	return got
}

func (b tenant) open(path string) apptest.Answer {
	b.P.T.Helper()
	return b.do(modelstest.Got(http.NewRequest(http.MethodGet, b.P.URL+path, nil))(b.P.T))
}

func (b tenant) post(path string, values url.Values) apptest.Answer {
	b.P.T.Helper()
	return b.do(b.P.FormRequest(path, values))
}

// number matches what differs between pages of one kind.
var number = regexp.MustCompile(`[0-9]+`)

const mostOfAKind = 1

// walk opens every kind of page that can be reached from some paths, and returns each as it
// is without the prefix.
func (b tenant) walk(from ...string) map[string]string {
	b.P.T.Helper()
	pages, kinds := map[string]string{}, map[string]int{}
	for wait := from; len(wait) > 0; wait = wait[1:] {
		path, _, _ := strings.Cut(wait[0], "#")
		kind := number.ReplaceAllString(path, "0")
		if _, known := pages[path]; known || kinds[kind] == mostOfAKind || path == "" {
			continue
		}
		kinds[kind]++
		got := b.open(path)
		modelstest.WantAtMost(b.P.T, got.Status, 499, path)
		pages[path] = strings.ReplaceAll(apptest.HandKey.ReplaceAllString(got.Body, ""), url.QueryEscape(b.prefix), "")
		wait = append(wait, links(got)...)
	}
	return pages
}

// disturb makes the pages show what goes wrong: a refused event, a forgotten arrival, days
// in doubt, a deleted day.
func (b tenant) disturb() {
	p, t := b.P, b.P.T
	t.Helper()
	p.Arrive("2026-11-20T07:55:00+01:00", "refused").Want(t, 409)
	b.post("/entries/new?date=2026-11-21", url.Values{"day_type": {"WORK"}, "slot_start": {"8", "10"}, "slot_end": {"9:58", "12"}, "slot_end_day": {"0", "0"}}).Want(t, 303)
	b.open(b.prefix+"/months/2026-11").Want(t, 200, "Annuler") // a proxy may leave it there
	b.post("/entries/2/delete", b.open("/entries/2/delete").Fields()).Want(t, 303)
	b.open("/entries/2/history").Want(t, 200)
	b.post("/feeds", url.Values{"do": {"renew"}}).Want(t, 200, cmp.Or(b.machines, b.origin)+"/feeds/")
	b.post("/help/trial", url.Values{"event": {"departure"}, "at": {"x"}}).Want(t, 422)
	b.post("/presence/hand", url.Values{"event": {"departure"}, "key": {"k"}, "at": {"8h99"}}).Want(t, 422)
	p.Clock.Advance(24 * time.Hour)
	b.post("/presence/close?typed=%2Fentries%2Frange", url.Values{"end": {"x"}}).Want(t, 409)
}

func TestEveryAddressIsBelowThePathOfThePublicURL(t *testing.T) {
	p := apptest.Demonstration(t, apptest.At("http://heures.example.org/worklog"), apptest.WithPassword)
	var opened sync.Map // routes
	p.Before = []echo.MiddlewareFunc{func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error { defer func() { opened.Store(c.Path(), true) }(); return next(c) }
	}}
	p.Restart()
	b := tenant{p.Visitor(""), "http://heures.example.org", "/worklog", ""}
	b.open("/months/2026-11").WantLocation(t, "/login?next=%2Fmonths%2F2026-11")
	b.post("/entries/1/edit", url.Values{"slot_start": {"8"}}).Want(t, 403, `name="typed" value="/entries/1/edit"`)
	unsent := p.FormRequest("/feeds", url.Values{"do": {"renew"}})
	unsent.Header.Set("Referer", p.URL+b.prefix+"/feeds")
	b.do(unsent).WantLocation(t, "/login?next=%2Ffeeds&unsaved=1")
	b.post("/login", url.Values{"password": {"wrong password"}}).Want(t, 422)
	b.post("/login", url.Values{"password": {apptest.Password}, "next": {"/review"}}).WantLocation(t, "/review")
	b.disturb()
	b.walk("/", "/openapi.yaml", "/healthz", "/presence/close", "/login", "/help/trial", "/help/token", "/settings/start", "/nowhere", "/offline")
	b.open("/openapi.yaml").Want(t, 200, `- url: "http://heures.example.org"`)
	b.open("/help/connect").Want(t, 200, "http://heures.example.org/api/v1/")
	b.open("/feeds/").Want(t, 401)
	for _, path := range []string{"/settings/password", "/feeds/none/presence.json", "/feeds/none/calendar.ics", "/feeds/none/days.json"} {
		b.open(path).Want(t, 404)
	}
	for _, route := range p.Routes.Routes() {
		_, seen := opened.Load(route.Path)
		modelstest.Want(t, route.Method != http.MethodGet || seen, true, route.Path, "was opened")
	}
	b.post("/feeds", url.Values{"do": {"revoke"}}).WantLocation(t, "/feeds")
	b.open("/feeds").Want(t, 200, "révoquées")
	b.post("/logout", nil).WantLocation(t, "/login")
}
