package app_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"worklog/app"
)

func TestTheFirstPageLeadsToTheCurrentMonthOfTheZone(t *testing.T) {
	t.Parallel()
	p := start(t, inZone(t, "Pacific/Kiritimati")) // where 20 November has begun at 7 in the morning UTC
	got := p.get("/")
	got.want(t, 303)
	got.wantHeader(t, "Location", "/months/2026-11")
	p.get("/entries/new").want(t, 200, "vendredi 20\u00a0novembre 2026")
}

func TestAMonthShowsItsDaysAndLeadsToOthers(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	got := p.get("/months/2026-11")
	got.want(t, 200, "novembre 2026", `href="/months/2026-10"`, `href="/months/2026-12"`, `href="/entries/1/edit"`,
		`href="/entries/new?date=2026-11-21"`, "08:03–12:10", "13:00–17:21", "8\u00a0h\u00a028", "Travail 1\u00a0j", `title="Travail"`, `aria-current="date"`)
	if n := strings.Count(got.body, `<time datetime="2026-11-`); n != 30 {
		t.Errorf("got %d days, want 30", n)
	}
	if strings.Contains(p.get("/months/2026-10").body, "08:03") {
		t.Error("a day is shown in another month")
	}
	p.get("/months/2028-02").want(t, 200, `datetime="2028-02-29"`)
}

func TestTheLastMonthOfTheCalendarShowsItsDays(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.day("9999-12-15T08:03:00+01:00", "9999-12-15T12:10:00+01:00", "k")
	p.get("/months/9999-12").want(t, 200, "08:03–12:10") // its last week ends in the year 10000
}

func TestTheCalendarEndsWhereDatesDo(t *testing.T) {
	t.Parallel()
	p := start(t)
	first, last := p.get("/months/1970-01"), p.get("/months/9999-12")
	first.want(t, 200, `rel="next"`)
	last.want(t, 200, `rel="prev"`, `datetime="9999-12-31"`)
	if strings.Contains(first.body, `rel="prev"`) || strings.Contains(last.body, `rel="next"`) {
		t.Error("a link leads out of the calendar")
	}
}

func TestAnAddressOfNothingIsAFrenchPageThatLeadsBack(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	for _, path := range []string{"/nowhere", "/months/", "/months/2026", "/months/2026-13", "/months/2026-1", "/months/1969-12", "/months/10000-01", "/months/2026-11/",
		"/entries/0/edit", "/entries/2/edit", "/entries/01/edit", "/entries/+1/edit", "/entries/x/edit", "/entries/99999999999999999999/edit", "/entries/1", "/entries/-1/delete",
		"/entries/new?date=2026-02-29", "/entries/new?date=", "/entries/new?date=hier", "/entries/new?date=%zz", "/entries/new?date=2026-11-21;x=1", "/entries/new?date=1969-12-31", "/static/nothing.css"} {
		got := p.get(path)
		got.want(t, 404, "introuvable", `">Revenir au mois en cours</a>`, `lang="fr"`)
		got.wantHeader(t, "Content-Type", "text/html; charset=UTF-8")
	}
	p.submit("/entries/7/edit", url.Values{"version": {"1"}}).want(t, 404)
	p.submit("/entries/new?date=2026-02-30", url.Values{"day_type": {"WORK"}}).want(t, 404)
	p.submit("/months/2026-11", nil).want(t, 405, "Demande impossible")
}

// staticPath matches the assets of a page.
var staticPath = regexp.MustCompile(`/static/[a-z0-9.-]+\.[0-9a-f]{12}\.(?:css|js|svg|png)`)

func acceptGzip(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip") }

func TestAssetsAreKeptForEverUnderTheirChecksum(t *testing.T) {
	t.Parallel()
	p := start(t)
	paths := staticPath.FindAllString(p.get("/months/2026-11").body, -1)
	if len(paths) != 5 {
		t.Fatalf("got %q", paths)
	}
	for _, path := range paths {
		plain := p.plain(path)
		plain.want(t, 200)
		plain.wantHeader(t, "Cache-Control", "public, max-age=31536000, immutable")
		if got := p.compressed(t, path); got != plain.body {
			t.Errorf("%s: %d bytes compressed, %d plain", path, len(got), len(plain.body))
		}
	}
}

// plain asks for a page without accepting compression.
func (p *program) plain(path string) answer {
	request, err := http.NewRequest(http.MethodGet, p.url+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	return p.send(request)
}

// compressed asks for a page compressed and unpacks it.
func (p *program) compressed(t *testing.T, path string) string {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, p.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if got := response.Header.Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("%s: got encoding %q", path, got)
	}
	reader, err := gzip.NewReader(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(content))
}

// handKey is new on every page.
var handKey = regexp.MustCompile(`value="hand-[^"]*"`)

func TestPagesAreCompressedForWhoeverAcceptsIt(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	for _, path := range []string{"/months/2026-11", editDay} {
		plain := p.plain(path)
		plain.wantHeader(t, "Content-Encoding", "")
		if got := p.compressed(t, path); handKey.ReplaceAllString(got, "") != handKey.ReplaceAllString(plain.body, "") {
			t.Errorf("%s: the compressed page differs", path)
		}
	}
}

func TestGzipIsSentToWhoeverAcceptsItAndToNobodyElse(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	asset := regexp.MustCompile(`/static/pico[^"]*`).FindString(p.get("/months/2026-11").body)
	for _, path := range []string{"/months/2026-11", asset} {
		for accepted, want := range map[string]string{
			"gzip": "gzip", "br, gzip;q=0.5": "gzip", "gzip;q=0": "", "br": "", "identity, gzip;q=0.0": "", "": "", "notgzip": "", "gzip-not": "",
			"*": "gzip", "br, *;q=0.1": "gzip", "*;q=0": "", "gzip;q=0, *": "", "*, gzip;q=0": "", "gzip;q=0.001, *;q=0": "gzip", "identity, *;q=0": "",
			"GZIP": "gzip", "Gzip ; Q=0.5": "gzip", "GZIP;Q=0": "", "x-gzip": "gzip", "gzip;q=much": "", "gzip;q=0.000": "",
		} {
			got := p.ask(path, func(r *http.Request) { r.Header.Set("Accept-Encoding", accepted) })
			if encoding := got.header.Get("Content-Encoding"); encoding != want {
				t.Errorf("%s for %q: got encoding %q, want %q", path, accepted, encoding, want)
			}
			if !strings.Contains(strings.Join(got.header.Values("Vary"), ","), "Accept-Encoding") {
				t.Errorf("%s for %q: got Vary %q", path, accepted, got.header.Values("Vary"))
			}
		}
		two := p.ask(path, func(r *http.Request) { r.Header["Accept-Encoding"] = []string{"br", "*"} })
		two.wantHeader(t, "Content-Encoding", "gzip")
	}
}

func TestPagesAnswerHEADAsGET(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	for _, path := range []string{"/", "/months/2026-11", "/entries/new?date=2026-11-21", editDay, "/entries/1/delete", "/healthz", "/nowhere"} {
		request, err := http.NewRequest(http.MethodHead, p.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		head, get := p.send(request), p.get(path)
		if head.status != get.status || head.body != "" || head.header.Get("Content-Type") != get.header.Get("Content-Type") {
			t.Errorf("%s: got %d %q, GET %d", path, head.status, head.body, get.status)
		}
	}
}

func TestLinksHangUnderThePathOfPublicURL(t *testing.T) {
	t.Parallel()
	p := start(t, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "home.example.org", Path: "/worklog"}
		c.Access.Hosts = nil
	})
	p.day("2026-11-20T08:00:00+01:00", "2026-11-20T12:00:00+01:00", "k")
	link := regexp.MustCompile(`(?:href|src|action)="([^"]*)"`)
	for _, path := range []string{"/months/2026-11", editDay, "/entries/1/delete", "/entries/new?date=2026-11-25", "/nowhere"} {
		stripped, whole := p.get(path), p.get("/worklog"+path)
		if handKey.ReplaceAllString(stripped.body, "") != handKey.ReplaceAllString(whole.body, "") || stripped.status != whole.status {
			t.Errorf("%s: another answer below the prefix", path)
		}
		for _, found := range link.FindAllStringSubmatch(whole.body, -1) {
			if !strings.HasPrefix(found[1], "/worklog/") && found[1] != "#content" {
				t.Errorf("%s: a link to %s", path, found[1])
			}
		}
	}
	p.get("/worklog").wantHeader(t, "Location", "/worklog/months/2026-11")
	values := p.form(editDay)
	values.Set("note", "x")
	p.submit("/worklog"+editDay, values).wantHeader(t, "Location", "/worklog"+editDay)
}

// Requests of other sites are refused.

func (p *program) ask(path string, change func(*http.Request)) answer {
	p.t.Helper()
	request, err := http.NewRequest(http.MethodGet, p.url+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	change(request)
	return p.send(request)
}

func TestAForeignHostIsMisdirected(t *testing.T) {
	t.Parallel()
	p := start(t, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "Heures.example.org:8443"}
		c.Access.Hosts = []string{"nas.local"}
	})
	for host, want := range map[string]int{
		"localhost": 200, "LOCALHOST:8080": 200, "localhost.": 200, "127.0.0.1": 200, "192.168.1.2:8080": 200, "[::1]:8080": 200, "[fe80::1]": 200,
		"heures.example.org": 200, "heures.example.org:1": 200, "nas.local:8080": 200, "NAS.local.": 200,
		"evil.example": 421, "evil.localhost": 421, "nas.local.evil.example": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421,
	} {
		got := p.ask("/months/2026-11", func(r *http.Request) { r.Host = host })
		got.want(t, want)
		if want == 421 && !strings.Contains(got.body, "Adresse inconnue") {
			t.Errorf("%s: got %s", host, got.body)
		}
	}
	foreign := func(r *http.Request) { r.Host = "evil.example" }
	p.ask("/healthz", foreign).want(t, 200)
	p.ask("/nowhere", foreign).want(t, 421)
	request := p.request(event("arrival", "2026-11-20T08:00:00+01:00", "k"))
	request.Host = "evil.example"
	p.send(request).want(t, 201)
}

func TestAHostThatIsNoneStandsInNoCommand(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, host := range []string{
		"127.0.0.1:8080'$(id)'", "localhost:1;id", "localhost:80&x", "[127.0.0.1", "127.0.0.1]", "::1;id",
	} {
		for _, path := range []string{"/help", "/months/2026-11", "/help/files/worklog-send"} {
			got := p.ask(path, func(r *http.Request) { r.Host = host })
			if got.status != 421 && got.status != 400 || strings.Contains(got.body, "id)") {
				t.Errorf("%s at %s: got %d, %.300s", path, host, got.status, got.body)
			}
		}
	}
}

func TestARequestOfAnotherSiteChangesNothing(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "heures.example.org"}
	})
	for _, test := range []struct {
		name   string
		header map[string]string
		taken  bool
	}{
		{"neither header", map[string]string{"Origin": "", "Sec-Fetch-Site": ""}, true},
		{"our own", nil, true},
		{"our own without the mark", map[string]string{"Sec-Fetch-Site": ""}, true},
		{"the public address", map[string]string{"Origin": "https://heures.example.org"}, true},
		{"typed by the person", map[string]string{"Sec-Fetch-Site": "none", "Origin": ""}, true},
		{"marked cross-site", map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": ""}, false},
		{"marked cross-site with our origin", map[string]string{"Sec-Fetch-Site": "cross-site"}, false},
		{"marked same-site", map[string]string{"Sec-Fetch-Site": "same-site"}, false},
		{"another origin", map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": ""}, false},
		{"another origin marked as ours", map[string]string{"Origin": "https://evil.example"}, false},
		{"another port", map[string]string{"Origin": "http://127.0.0.1:1"}, false},
		{"the public host without TLS", map[string]string{"Origin": "http://heures.example.org"}, false},
		{"our own over TLS, which nobody took off", map[string]string{"Origin": strings.Replace(p.url, "http:", "https:", 1)}, false},
		{"our own over TLS, as anybody can say", map[string]string{"Origin": strings.Replace(p.url, "http:", "https:", 1), "X-Forwarded-Proto": "https"}, false},
		{"another scheme", map[string]string{"Origin": strings.Replace(p.url, "http:", "ftp:", 1)}, false},
		{"the public address with its port", map[string]string{"Origin": "https://heures.example.org:443"}, true},
		{"the public address on another port", map[string]string{"Origin": "https://heures.example.org:80"}, false},
		{"a null origin", map[string]string{"Origin": "null"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			values := p.form(editDay)
			values.Set("note", test.name)
			request := p.formRequest(editDay, values)
			for name, value := range test.header {
				request.Header.Set(name, value)
				if value == "" {
					request.Header.Del(name)
				}
			}
			if test.taken {
				p.send(request).want(t, 303)
				return
			}
			p.unchanged(func() { p.send(request).want(t, 403, "Demande d’un autre site") })
		})
	}
	got := p.ask(editDay, func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Origin", "https://evil.example")
	})
	got.want(t, 200) // a link from elsewhere may be followed
	request := p.request(event("arrival", "2026-11-22T08:00:00+01:00", "k"))
	request.Header.Set("Origin", "https://evil.example")
	request.Header.Set("Sec-Fetch-Site", "cross-site")
	p.send(request).want(t, 201) // the API looks only at its token
}

func TestBehindATrustedProxyTheOriginIsThatOfTheBrowser(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, behindTrusted, func(c *app.Config) { c.Access.OpenToNetwork, c.Access.Hosts = true, []string{"nas.local"} })
	for _, test := range []struct{ host, origin, proto, want string }{
		{"nas.local", "https://nas.local", "https", "taken"},
		{"nas.local", "https://nas.local", "HTTPS", "taken"},
		{"nas.local:443", "https://nas.local", "https", "taken"},
		{"nas.local:8443", "https://nas.local:8443", "https", "taken"},
		{"nas.local", "https://nas.local", "https, http", "taken"}, // a proxy behind the one that terminates TLS
		{"nas.local", "http://nas.local", "", "taken"},
		{"nas.local", "http://nas.local", "http", "taken"},
		{"nas.local", "http://nas.local", "https", "refused"},
		{"nas.local", "https://nas.local", "http", "refused"},
		{"nas.local", "https://nas.local", "http, https", "refused"},
		{"nas.local", "https://nas.local", "", "refused"},
		{"nas.local", "https://nas.local:8443", "https", "refused"},
		{"nas.local", "ftp://nas.local", "ftp", "refused"},
	} {
		values := p.form(editDay)
		request := p.formRequest(editDay, values)
		request.Host = test.host
		request.Header.Set("Origin", test.origin)
		request.Header.Set("X-Forwarded-Proto", test.proto)
		got := p.send(request)
		if want := map[string]int{"taken": 303, "refused": 403}[test.want]; got.status != want {
			t.Errorf("%+v: got %d", test, got.status)
		}
	}
	untrusted := recordedDay(t, func(c *app.Config) { c.Access.OpenToNetwork = true })
	request := untrusted.formRequest(editDay, untrusted.form(editDay))
	request.Header.Set("Origin", strings.Replace(untrusted.url, "http:", "https:", 1))
	request.Header.Set("X-Forwarded-Proto", "https")
	untrusted.send(request).want(t, 403, "public_url")
}

func TestWithoutALoginARequestInHTTP10IsRefused(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	page := func(p *program, path string) string {
		return p.raw("GET " + path + " HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
	}
	if got := page(p, "/months/2026-11"); !strings.Contains(got, " 403 ") || !strings.Contains(got, "open_to_network") || strings.Contains(got, `class="presence`) {
		t.Errorf("got %.300s", got)
	}
	if got := page(p, "/healthz"); !strings.Contains(got, " 200 ") {
		t.Errorf("the health check: got %.300s", got)
	}
	body := event("arrival", "2026-11-21T08:00:00+01:00", "k")
	if got := p.raw(fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", strings.Replace(rawHead, "HTTP/1.1", "HTTP/1.0", 1), len(body), body)); !strings.Contains(got, " 201 ") {
		t.Errorf("the endpoint: got %.300s", got)
	}
	open := recordedDay(t, func(c *app.Config) { c.Access.OpenToNetwork = true })
	if got := page(open, "/months/2026-11"); !strings.Contains(got, " 200 ") {
		t.Errorf("open to the network: got %.300s", got)
	}
	if got := page(recordedDay(t, withPassword), "/login"); !strings.Contains(got, " 200 ") {
		t.Errorf("with a login: got %.300s", got)
	}
}

func TestAForwardedRequestToAServerWithoutALoginIsRefused(t *testing.T) {
	t.Parallel()
	headers := []string{
		"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded", "Via", "X-Real-IP", "X-Real-Port", "CF-Connecting-IP", "CF-Ray",
		"X-Original-Forwarded-For", "X-Original-Host", "X-Original-URL", "Fly-Client-IP", "Fly-Region", "CDN-Loop", "Cdn-Src-Ip", "Ali-Cdn-Real-Ip",
		"X-Azure-ClientIP", "X-Azure-SocketIP", "X-ARR-SSL", "X-Envoy-External-Address", "X-Envoy-Expected-Rq-Timeout-Ms", "X-Client-IP", "X-Cluster-Client-IP", "True-Client-IP",
		"Fastly-Client-IP", "X-Appengine-User-Ip", "X-ProxyUser-Ip", "X-Cloud-Trace-Context", "X-Vercel-Id", "X-Amzn-Trace-Id", "X-Amz-Cf-Id",
		"X-Akamai-Edgescape", "Incap-Client-IP", "Tailscale-User-Login", "X-Ingress-Path", "Client-IP", "X-Originating-IP", "X-Remote-IP", "X-Remote-Addr", "X-Scheme", "X-NginX-Proxy",
		"x-envoy-external-address",
	}
	p := start(t)
	for _, name := range headers {
		forwarded := func(r *http.Request) { r.Header.Set(name, "x") }
		p.ask("/months/2026-11", forwarded).want(t, 403, "Serveur sans mot de passe", "open_to_network")
		p.ask("/healthz", forwarded).want(t, 200)
	}
	request := p.request(event("arrival", "2026-11-20T08:00:00+01:00", "k"))
	request.Header.Set("X-Forwarded-For", "10.0.0.1")
	p.send(request).want(t, 201)

	// what browsers send by themselves
	for _, name := range []string{"Accept-Language", "Cache-Control", "Connection", "DNT", "Sec-CH-UA", "Sec-Fetch-Mode", "Sec-GPC", "Priority", "Save-Data", "Upgrade-Insecure-Requests",
		"User-Agent", "X-Requested-With", "X-Client-Data", "X-Purpose", "Purpose", "Device-Memory", "Viewport-Width"} {
		p.ask("/months/2026-11", func(r *http.Request) { r.Header.Set(name, "x") }).want(t, 200)
	}

	open := start(t, func(c *app.Config) { c.Access.OpenToNetwork = true })
	for _, name := range headers {
		open.ask("/months/2026-11", func(r *http.Request) { r.Header.Set(name, "x") }).want(t, 200)
	}
}

func TestAFormThatIsTooLargeOrCutOffIsRefused(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.unchanged(func() {
		p.submit(editDay, url.Values{"version": {"4"}, "note": {strings.Repeat("x", 300<<10)}}).want(t, 413, "trop volumineux")
		malformed := p.formRequest(editDay, nil)
		malformed.Body, malformed.ContentLength = io.NopCloser(strings.NewReader("version=4&day_type=%zz")), -1
		p.send(malformed).want(t, 400, "Formulaire illisible")
	})
}
