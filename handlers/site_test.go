package handlers_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestAnAddressOfNothingIsAFrenchPageThatLeadsBack(t *testing.T) {
	p := apptest.RecordedDay(t)
	for _, path := range []string{"/nowhere", "/months/", "/years/", "/months/2026-11/", "/years/2025/costs.txt",
		"/entries/0/edit", "/entries/2/edit", "/entries/01/edit", "/entries/+1/edit", "/entries/x/edit", "/entries/99999999999999999999/edit", "/entries/1", "/entries/-1/delete",
		"/entries/new?date=2026-02-29", "/entries/new?date=", "/entries/new?date=hier", "/entries/new?date=%zz", "/entries/new?date=2026-11-21;x=1", "/entries/new?date=1969-12-31", "/static/nothing.css"} {
		got := p.Get(path).Want(t, 404, "introuvable", `">Revenir au mois en cours</a>`, `lang="fr"`)
		got.WantHeader(t, "Content-Type", "text/html; charset=UTF-8")
	}
	p.Submit("/entries/7/edit", url.Values{"version": {"1"}}).Want(t, 404)
	p.Submit("/entries/new?date=2026-02-30", url.Values{"day_type": {"WORK"}}).Want(t, 404)
	p.Submit("/months/2026-11", nil).Want(t, 405, "Demande impossible")
}

func TestEveryPageOfAMonthOrAYearIsOfTheCalendar(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, apptest.HoursConfig), apptest.NoLimit)
	beyond := regexp.MustCompile(`/(months|years)/(1969|10000)`)
	seen := 0
	for _, route := range p.Routes.Routes() {
		at := func(month, year string) string {
			return strings.NewReplacer(":month", month, ":year", year, ":kind", "night").Replace(route.Path)
		}
		if at("", "") == route.Path {
			continue
		}
		for month, year := range map[string]string{"1969-12": "1969", "10000-01": "10000", "2026-13": "x", "2026-00": "26", "2026-1": "2026-01", "2026": "-1", "x": "+2026"} {
			if route.Method == http.MethodPost {
				p.Submit(at(month, year), url.Values{"salary": {"1"}}).Want(t, 404)
			} else {
				p.Get(at(month, year)).Want(t, 404)
			}
		}
		if route.Method != http.MethodGet || strings.HasSuffix(route.Path, ".csv") {
			continue
		}
		for path, around := range map[string]string{at("1970-01", "1970"): at("1970-02", "1971"), at("9999-12", "9999"): at("9999-11", "9998")} {
			page := p.Get(path)
			if page.Want(t, 200); !strings.Contains(route.Path, ":kind") { // which leads to its month or year
				page.Want(t, 200, around)
			}
			modelstest.Want(t, beyond.FindString(page.Body), "", path)
		}
		seen++
	}
	modelstest.Want(t, seen >= 13, true, seen)
}

// serviceWorker is what the service worker knows of its build.
type serviceWorker struct {
	Caches, Cache, Page string
	Assets              []string
}

func serviceWorkerOf(t *testing.T, p *apptest.Program, path string) serviceWorker {
	t.Helper()
	got := p.Get(path).Want(t, 200)
	got.WantHeader(t, "Cache-Control", "no-cache")
	got.WantHeader(t, "Content-Type", "text/javascript; charset=utf-8")
	first, _, _ := strings.Cut(got.Body, ";\n")
	var build serviceWorker
	if err := json.Unmarshal([]byte(strings.TrimPrefix(first, "const build = ")), &build); err != nil {
		t.Fatalf("%q: %v", first, err)
	}
	return build
}

func TestTheServiceWorkerKeepsAssetsAndOnePageThatIsTheSameForEveryone(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	values := v.Get(apptest.EditDay).Fields()
	values.Set("note", "à moi seul")
	v.Submit(apptest.EditDay, values).Want(t, 303)
	build := serviceWorkerOf(t, p, "/sw.js")
	page := p.Get(build.Page).Want(t, 200, "<h1>Hors ligne</h1>", ">J’arrive</button>", ">Je pars</button>")
	if got := v.Get(build.Page); got.Body != page.Body || len(got.Header.Values("Set-Cookie")) > 0 {
		t.Errorf("who is signed in sees another page: %s", got.Body)
	}
	v.Get(apptest.EditDay).Want(t, 200, "Enregistré.") // the message waits for a page
	for _, path := range apptest.StaticPath.FindAllString(page.Body, -1) {
		modelstest.Want(t, slices.Contains(build.Assets, path), true, path)
	}
	for _, path := range build.Assets {
		p.Get(path).WantHeader(t, "Cache-Control", "public, max-age=31536000, immutable")
	}
	apptest.Start(t, apptest.NoSection).Get("/offline").WantNone(t, "J’arrive") // or a press is offered that nobody would record
	other := apptest.Start(t, apptest.At("https://heures.example.org/worklog"))
	below := serviceWorkerOf(t, other, "/worklog/sw.js")
	modelstest.Want(t, below.Page == "/worklog"+build.Page && below.Assets[0] == "/worklog"+build.Assets[0], true, below)
	modelstest.Want(t, !strings.HasPrefix(below.Cache, build.Caches) && !strings.HasPrefix(build.Cache, below.Caches) && strings.HasPrefix(below.Cache, below.Caches), true, "one would delete the cache of the other:", build, below)
}

// compressed asks for a page compressed and unpacks it.
func compressed(t *testing.T, p *apptest.Program, path string) string {
	t.Helper()
	request, err := http.NewRequest(http.MethodGet, p.URL+path, nil)
	modelstest.Must(t, err)
	request.Header.Set("Accept-Encoding", "gzip")
	response, err := http.DefaultTransport.RoundTrip(request)
	modelstest.Must(t, err)
	defer response.Body.Close()
	if got := response.Header.Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("%s: got encoding %q", path, got)
	}
	reader, err := gzip.NewReader(response.Body)
	modelstest.Must(t, err)
	content, err := io.ReadAll(reader)
	modelstest.Must(t, err)
	return strings.TrimSpace(string(content))
}

func TestGzipIsSentToWhoeverAcceptsItAndToNobodyElse(t *testing.T) {
	p := apptest.RecordedDay(t)
	assets := apptest.StaticPath.FindAllString(p.Get("/months/2026-11").Body, -1)
	modelstest.Want(t, len(assets), 5)
	for _, path := range assets {
		modelstest.Want(t, compressed(t, p, path) == p.Get(path).Body, true, path)
	}
	asset := assets[slices.IndexFunc(assets, func(path string) bool { return strings.Contains(path, "pico") })]
	for _, path := range []string{"/months/2026-11", asset} {
		plain := apptest.HandKey.ReplaceAllString(p.Get(path).Body, "")
		modelstest.Want(t, apptest.HandKey.ReplaceAllString(compressed(t, p, path), "") == plain, true, path)
		for accepted, want := range map[string]string{
			"gzip": "gzip", "br, gzip;q=0.5": "gzip", "gzip;q=0": "", "br": "", "identity, gzip;q=0.0": "", "": "", "notgzip": "", "gzip-not": "",
			"*": "gzip", "br, *;q=0.1": "gzip", "*;q=0": "", "gzip;q=0, *": "", "*, gzip;q=0": "", "gzip;q=0.001, *;q=0": "gzip", "identity, *;q=0": "",
			"GZIP": "gzip", "Gzip ; Q=0.5": "gzip", "GZIP;Q=0": "", "x-gzip": "gzip", "gzip;q=much": "", "gzip;q=0.000": "",
		} {
			got := p.Ask(path, func(r *http.Request) { r.Header.Set("Accept-Encoding", accepted) })
			modelstest.Want(t, got.Header.Get("Content-Encoding"), want, path, accepted)
			modelstest.WantIn(t, strings.Join(got.Header.Values("Vary"), ","), "Accept-Encoding")
		}
		two := p.Ask(path, func(r *http.Request) { r.Header["Accept-Encoding"] = []string{"br", "*"} })
		two.WantHeader(t, "Content-Encoding", "gzip")
	}
}

func TestPagesAnswerHEADAsGET(t *testing.T) {
	p := apptest.RecordedDay(t)
	for _, path := range []string{"/", "/months/2026-11", "/entries/new?date=2026-11-21", apptest.EditDay, "/entries/1/delete", "/healthz", "/nowhere"} {
		head, get := p.Ask(path, apptest.Method(http.MethodHead)), p.Get(path)
		modelstest.Want(t, head.Status == get.Status && head.Body == "" && head.Header.Get("Content-Type") == get.Header.Get("Content-Type"), true, path, head.Status, head.Body, get.Status)
	}
}

func TestAForeignHostIsMisdirected(t *testing.T) {
	p := apptest.Start(t, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "Heures.example.org:8443"}
		c.Access.Hosts = []string{"nas.local"}
	})
	for host, want := range map[string]int{
		"localhost": 200, "LOCALHOST:8080": 200, "localhost.": 200, "127.0.0.1": 200, "192.168.1.2:8080": 200, "[::1]:8080": 200, "[fe80::1]": 200,
		"heures.example.org": 200, "heures.example.org:1": 200, "nas.local:8080": 200, "NAS.local.": 200,
		"evil.example": 421, "evil.localhost": 421, "nas.local.evil.example": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421,
	} {
		p.Ask("/months/2026-11", func(r *http.Request) { r.Host = host }).Want(t, want, map[int]string{421: "Adresse inconnue"}[want])
	}
	foreign := func(r *http.Request) { r.Host = "evil.example" }
	p.Ask("/healthz", foreign).Want(t, 200)
	p.Ask("/nowhere", foreign).Want(t, 421)
	request := p.Request(apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k"))
	request.Host = "evil.example"
	p.Send(request).Want(t, 201)
	// one that is none stands in no command
	for _, host := range []string{"127.0.0.1:8080'$(id)'", "localhost:1;id", "localhost:80&x", "[127.0.0.1", "127.0.0.1]", "::1;id"} {
		for _, path := range []string{"/help/connect", "/months/2026-11", "/help/files/worklog-send"} {
			got := p.Ask(path, func(r *http.Request) { r.Host = host })
			modelstest.Want(t, (got.Status == 421 || got.Status == 400) && !strings.Contains(got.Body, "id)"), true, path, host, got.Status, got.Body)
		}
	}
	// Go's client would leave the zone out
	modelstest.WantIn(t, p.Raw("GET /help/connect HTTP/1.1\r\nHost: [fe80::1%25;id]\r\nConnection: close\r\n\r\n"), " 421 ")
}

func TestARequestOfAnotherSiteChangesNothing(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.At("https://heures.example.org"))
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
		{"the public address in another case", map[string]string{"Origin": "https://Heures.example.org"}, true},
		{"the public host without TLS", map[string]string{"Origin": "http://heures.example.org"}, false},
		{"our own over TLS, which nobody took off", map[string]string{"Origin": strings.Replace(p.URL, "http:", "https:", 1)}, false},
		{"our own over TLS, as anybody can say", map[string]string{"Origin": strings.Replace(p.URL, "http:", "https:", 1), "X-Forwarded-Proto": "https"}, false},
		{"another scheme", map[string]string{"Origin": strings.Replace(p.URL, "http:", "ftp:", 1)}, false},
		{"the public address with its port", map[string]string{"Origin": "https://heures.example.org:443"}, true},
		{"the public address on another port", map[string]string{"Origin": "https://heures.example.org:80"}, false},
		{"a null origin", map[string]string{"Origin": "null"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			values := p.Form(apptest.EditDay)
			values.Set("note", test.name)
			request := p.FormRequest(apptest.EditDay, values)
			for name, value := range test.header {
				request.Header.Set(name, value)
				if value == "" {
					request.Header.Del(name)
				}
			}
			if test.taken {
				p.Send(request).Want(t, 303)
				return
			}
			p.Unchanged(func() { p.Send(request).Want(t, 403, "Demande d’un autre site", "public_url") })
		})
	}
	ofAnother := func(r *http.Request) { apptest.CrossSite(r).Header.Set("Origin", "https://evil.example") }
	p.Ask(apptest.EditDay, ofAnother).Want(t, 200) // a link from elsewhere may be followed
	request := p.Request(apptest.Event("arrival", "2026-11-22T08:00:00+01:00", "k"))
	ofAnother(request)
	p.Send(request).Want(t, 201) // the API looks only at its token
}

func TestBehindATrustedProxyTheOriginIsThatOfTheBrowser(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.BehindTrusted, func(c *app.Config) { c.Access.OpenToNetwork, c.Access.Hosts = true, []string{"nas.local"} })
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
		values := p.Form(apptest.EditDay)
		request := p.FormRequest(apptest.EditDay, values)
		request.Host = test.host
		request.Header.Set("Origin", test.origin)
		request.Header.Set("X-Forwarded-Proto", test.proto)
		got := p.Send(request)
		modelstest.Want(t, got.Status, map[string]int{"taken": 303, "refused": 403}[test.want], test)
	}
}

func TestWithoutALoginARequestInHTTP10IsRefused(t *testing.T) {
	p := apptest.RecordedDay(t)
	page := func(p *apptest.Program, path string, want ...string) {
		t.Helper()
		modelstest.WantIn(t, p.Raw("GET "+path+" HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"), want...)
	}
	page(p, "/months/2026-11", " 403 ", "open_to_network")
	modelstest.WantNone(t, p.Raw("GET /months/2026-11 HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n"), `class="presence`)
	page(p, "/healthz", " 200 ")
	body := apptest.Event("arrival", "2026-11-21T08:00:00+01:00", "k")
	modelstest.WantIn(t, p.Raw(fmt.Sprintf("%sContent-Length: %d\r\n\r\n%s", strings.Replace(apptest.RawHead, "HTTP/1.1", "HTTP/1.0", 1), len(body), body)), " 201 ")
	page(apptest.RecordedDay(t, func(c *app.Config) { c.Access.OpenToNetwork = true }), "/months/2026-11", " 200 ")
	page(apptest.RecordedDay(t, apptest.WithPassword), "/login", " 200 ")
}

func TestAForwardedRequestToAServerWithoutALoginIsRefused(t *testing.T) {
	headers := []string{
		"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded", "Via", "X-Real-IP", "X-Real-Port", "CF-Connecting-IP", "CF-Ray",
		"X-Original-Forwarded-For", "X-Original-Host", "X-Original-URL", "Fly-Client-IP", "Fly-Region", "CDN-Loop", "Cdn-Src-Ip", "Ali-Cdn-Real-Ip",
		"X-Azure-ClientIP", "X-Azure-SocketIP", "X-ARR-SSL", "X-Envoy-External-Address", "X-Envoy-Expected-Rq-Timeout-Ms", "X-Client-IP", "X-Cluster-Client-IP", "True-Client-IP",
		"Fastly-Client-IP", "X-Appengine-User-Ip", "X-ProxyUser-Ip", "X-Cloud-Trace-Context", "X-Vercel-Id", "X-Amzn-Trace-Id", "X-Amz-Cf-Id",
		"X-Akamai-Edgescape", "Incap-Client-IP", "Tailscale-User-Login", "X-Ingress-Path", "Client-IP", "X-Originating-IP", "X-Remote-IP", "X-Remote-Addr", "X-Scheme", "X-NginX-Proxy",
		"x-envoy-external-address",
	}
	p := apptest.Start(t)
	for _, name := range headers {
		forwarded := func(r *http.Request) { r.Header.Set(name, "x") }
		p.Ask("/months/2026-11", forwarded).Want(t, 403, "Serveur sans mot de passe", "open_to_network")
		p.Ask("/healthz", forwarded).Want(t, 200)
	}
	request := p.Request(apptest.Event("arrival", "2026-11-20T08:00:00+01:00", "k"))
	request.Header.Set("X-Forwarded-For", "10.0.0.1")
	p.Send(request).Want(t, 201)

	// what browsers send by themselves
	p.Ask("/months/2026-11", func(r *http.Request) {
		for _, name := range []string{"Accept-Language", "Cache-Control", "Connection", "DNT", "Sec-CH-UA", "Sec-Fetch-Mode", "Sec-GPC", "Priority", "Save-Data", "Upgrade-Insecure-Requests",
			"User-Agent", "X-Requested-With", "X-Client-Data", "X-Purpose", "Purpose", "Device-Memory", "Viewport-Width"} {
			r.Header.Set(name, "x")
		}
	}).Want(t, 200)

	open := apptest.Start(t, func(c *app.Config) { c.Access.OpenToNetwork = true })
	open.Ask("/months/2026-11", func(r *http.Request) {
		for _, name := range headers {
			r.Header.Set(name, "x")
		}
	}).Want(t, 200)
}

func TestAFormThatIsCutOffIsRefused(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Unchanged(func() {
		malformed := p.FormRequest(apptest.EditDay, nil)
		malformed.Body, malformed.ContentLength = io.NopCloser(strings.NewReader("version=4&day_type=%zz")), -1
		p.Send(malformed).Want(t, 400, "Formulaire illisible")
	})
}
