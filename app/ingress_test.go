package app_test

import (
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/deploy"
	"worklog/handlers/access"
	"worklog/models/modelstest"
)

// inHomeAssistant returns a browser that shows the program in the frame of Home Assistant.
func inHomeAssistant(p *apptest.Program) tenant {
	p.T.Helper()
	inside := *p
	origin := p.HomeAssistant()
	inside.URL = origin + apptest.IngressPath
	return tenant{inside.Visitor(""), origin, apptest.IngressPath, p.Config.Access.Ingress.Inner}
}

// getInside and postInside ask as another program in the network of the apps, or a stranger, with
// all that Home Assistant's proxy sends but for changes.
func getInside(p *apptest.Program, path string, changes ...func(*http.Request)) apptest.Answer {
	p.T.Helper()
	return p.Ask(path, func(r *http.Request) {
		r.Header.Set("X-Ingress-Path", apptest.IngressPath)
		r.Header.Set("X-Remote-User-Name", apptest.IngressUser)
		r.Header.Set("X-Forwarded-For", "127.0.0.1")
		r.Header.Set("X-Hass-Source", "core.ingress")
		for _, change := range changes {
			change(r)
		}
	})
}

func postInside(p *apptest.Program, path string, changes ...func(*http.Request)) apptest.Answer {
	p.T.Helper()
	return getInside(p, path, apptest.Method(http.MethodPost, changes...))
}

// atHost changes the host of a request, and asUsers the names of users that it has.
func atHost(host string) func(*http.Request) { return func(r *http.Request) { r.Host = host } }
func asUsers(names ...string) func(*http.Request) {
	return func(r *http.Request) { r.Header["X-Remote-User-Name"] = names }
}

// asOtherApp is an app of a Home Assistant whose ingress is another machine: all requests of
// tests are those of other apps.
func asOtherApp(c *app.Config) {
	apptest.AsApp(c)
	c.Access.Ingress.Peer = netip.MustParseAddr("172.30.32.2")
	c.Access.TrustedProxies = nil
}

func TestEveryAddressIsBelowThePathOfHomeAssistant(t *testing.T) {
	p := apptest.Demonstration(t, apptest.AsApp)
	b := inHomeAssistant(p)
	b.disturb()
	pages := b.walk("/", "/openapi.yaml", "/healthz", "/help/trial", "/help/token", "/settings/start", "/nowhere", "/manifest.webmanifest")
	modelstest.Want(t, len(pages) >= 60, true, len(pages))
	for _, page := range pages {
		modelstest.WantNone(t, page, "data-worker", `href="/logout"`)
	}
}

func TestInHomeAssistantPagesFormsAndDownloadsWork(t *testing.T) {
	p := apptest.Start(t, apptest.AsApp)
	b := inHomeAssistant(p)
	b.open("/").WantLocation(t, "/months/2026-11")
	b.post("/entries/new?date=2026-11-20", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"17"}, "slot_end_day": {"0"}, "note": {"été"}}).Want(t, 303)
	month := b.open("/months/2026-11").Want(t, 200, "Annuler", `<meta charset="utf-8"`)
	month.WantHeader(t, "Content-Type", "text/html")
	modelstest.WantIn(t, month.Header.Get("Content-Security-Policy"), "frame-ancestors 'self'")
	p.WantStored("SELECT made_by FROM changes", apptest.IngressUser)
	b.post("/entries/1/edit", url.Values{"version": {"1"}, "day_type": {"WORK"}, "slot_start": {"x"}, "slot_end": {"17"}, "slot_end_day": {"0"}}).Want(t, 422)
	b.P.PressUndo(month, "Annuler").Want(t, 303)
	p.WantStored("SELECT count(*) FROM work_entries", "0")

	b.post("/presence/hand", url.Values{"event": {"arrival"}, "key": {"hand-1"}}).Want(t, 303)
	csv := b.open("/data/export?of=slots&format=csv").Want(t, 200)
	csv.WantHeader(t, "Content-Type", "text/csv")
	modelstest.Want(t, strings.LastIndex(csv.Body, "\ufeff"), 0, "the one byte order mark")
	b.open("/data/export?format=json").Want(t, 200, `{"format":"worklog"`)
	b.open("/sw.js").Want(t, 404)
	b.open("/offline").Want(t, 404)
	for _, path := range []string{"/login", "/logout", "/sessions"} {
		b.open(path).Want(t, 404, "Home Assistant")
	}
}

func TestTheTokenIsShownToWhomHomeAssistantLetsIn(t *testing.T) {
	p := apptest.Start(t, apptest.AsApp)
	b := inHomeAssistant(p)
	page := b.open("/help/connect")
	page.Want(t, 200, "<code>http://local-worklog:8099</code>", "http://local-worklog:8099"+apptest.Endpoint, "Montrer le jeton")
	page.WantNone(t, apptest.Token)
	b.open("/help/token").WantLocation(t, "/help/connect")
	b.post("/help/token", nil).Want(t, 200, "<code>"+apptest.Token+"</code>")
	b.open("/help/files/home-assistant/worklog.yaml").Want(t, 200,
		`url: "http://local-worklog:8099/api/v1/workplace-presence"`, `Authorization: "Bearer `+apptest.Token+`"`)
	for what, text := range map[string]string{"log": p.Log.String(), "journal": b.open("/journal").Body, "export": b.open("/data/export?format=json").Body} {
		modelstest.Want(t, strings.Contains(text, apptest.Token) || strings.Contains(text, "q7_Zx"), false, "the token, or the path of Home Assistant, is in the", what)
	}

	crossSite := b.P.FormRequest("/help/token", nil)
	crossSite.Header.Set("Origin", "https://example.org")
	b.Send(crossSite).Want(t, 403)
	postInside(p, "/help/token").Want(t, 200) // the peer of tests
	postInside(apptest.Start(t, asOtherApp), "/help/token").Want(t, 403)
	open := apptest.Start(t)
	open.Submit("/help/token", nil).Want(t, 404)
	modelstest.WantNone(t, open.Get("/help/files/home-assistant/worklog.yaml").Body, apptest.Token)
}

// guidesOfNeighbours are the pages of the guide, and filesOfNeighbours the files, whose addresses
// Home Assistant or one of its apps uses: all others are read on a phone or a computer.
var (
	guidesOfNeighbours = []string{"home-assistant", "node-red"}
	filesOfNeighbours  = []string{
		"home-assistant/worklog.yaml", "home-assistant/worklog_presence.yaml", "home-assistant/blueprints/automation/worklog/zone.yaml",
		"home-assistant/blueprints/automation/worklog/wifi.yaml", "node-red/flow.json",
	}
)

// sections matches the sections of a page, and firstID what names one.
var (
	sections = regexp.MustCompile(`(?s)<section.*?</section>`)
	firstID  = regexp.MustCompile(`id="[a-z-]+"`)
)

func TestNoPhoneIsGivenTheAddressWithinHomeAssistant(t *testing.T) {
	const toOpen = "«\u00a0Configuration\u00a0», «\u00a0Réseau\u00a0»"
	for name, test := range map[string]struct {
		change func(*app.Config)
		want   string // the address for a phone
		known  bool
	}{
		"no port is open":  {func(*app.Config) {}, "http://ADRESSE:PORT", false},
		"a port is open":   {func(c *app.Config) { c.Access.Ingress.Port = 8100 }, "http://127.0.0.1:8100", true},
		"a public address": {func(c *app.Config) { c.Access.PublicURL = &url.URL{Scheme: "https", Host: "heures.example.org"} }, "https://heures.example.org", true},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t, apptest.AsApp, test.change)
			b := inHomeAssistant(p)
			inner := p.Config.Access.Ingress.Inner
			holds := func(what, text string, neighbours bool) {
				if got := strings.Contains(text, inner); got && !neighbours {
					t.Errorf("%s: has the address within Home Assistant", what)
				} else if strings.Contains(text, test.want) && !test.known && !strings.Contains(text, toOpen) {
					t.Errorf("%s: does not say how to open a port", what)
				}
			}
			guides := 0
			for path, page := range b.walk("/help/guide") {
				if path, of := strings.CutPrefix(path, "/help/"); of && path != "connect" && !strings.Contains(path, "/") {
					guides++
					holds(path, page, slices.Contains(guidesOfNeighbours, path))
				}
			}
			modelstest.Want(t, guides >= 18, true, guides)
			ways := sections.FindAllString(b.open("/help/connect").Body, -1)
			modelstest.Want(t, len(ways) >= 9, true, len(ways))
			for _, way := range ways {
				id := firstID.FindString(way)
				holds(id, way, slices.Contains([]string{`id="inside"`, `id="home-assistant"`, `id="node-red"`}, id))
			}
			for _, name := range deploy.Names {
				file := b.open("/help/files/" + name).Body
				modelstest.Want(t, strings.Contains(file, inner) && !slices.Contains(filesOfNeighbours, name), false, name, "has the address within Home Assistant")
			}
			b.open("/help/owntracks").Want(t, 200, test.want)
			b.open("/help/files/worklog-send").Want(t, 200, "server='"+test.want+"'")
			b.open("/help/files/home-assistant/blueprints/automation/worklog/alert.yaml").Want(t, 200, `default: "`+test.want+`"`)
			b.open("/help/files/home-assistant/worklog.yaml").Want(t, 200, inner)
			b.open("/help/home-assistant").Want(t, 200, inner)
			b.open("/months/2026-11").Want(t, 200, "curl "+test.want)
			b.post("/feeds", url.Values{"do": {"renew"}}).Want(t, 200, inner+"/feeds/", test.want+"/feeds/")
		})
	}
}

func TestAPortIsOnlyOfferedUnderAnAddressOfTheHouse(t *testing.T) {
	p := apptest.Start(t, apptest.AsApp, func(c *app.Config) { c.Access.Ingress.Port = 8100 })
	for host, want := range map[string]string{
		"homeassistant.local:8123": "http://homeassistant.local:8100",
		"192.168.1.5:8123":         "http://192.168.1.5:8100",
		"[fd00::5]:8123":           "http://[fd00::5]:8100",
		"homeassistant:8123":       "http://homeassistant:8100",
		"x1y2.ui.nabu.casa":        "http://ADRESSE:PORT", // which passes on Home Assistant alone
		"house.example.org:8123":   "http://ADRESSE:PORT",
	} {
		getInside(p, "/help/owntracks", atHost(host)).Want(t, 200, "<code>"+want+"/")
	}
}

func TestTheAddressOfTheOpenPortIsOneUnderWhichPagesAreServed(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.AsApp, func(c *app.Config) { c.Access.Ingress.Port, c.Access.Hosts = 8100, []string{"homeassistant.local"} })
	for host, want := range map[string]string{
		"homeassistant.local:8123": "http://homeassistant.local:8100",
		"192.168.1.5:8123":         "http://192.168.1.5:8100",
		"nuc.local:8123":           "Le port 8100 de cette machine est ouvert", // a page under that name is 421
		"nuc:8123":                 "Le port 8100 de cette machine est ouvert",
	} {
		getInside(p, "/settings/password", atHost(host)).Want(t, 200, want)
	}
	p.Config.Access.PublicURL = &url.URL{Scheme: "https", Host: "worklog.example"}
	p.Restart()
	getInside(p, "/settings/password", atHost("nuc:8123")).Want(t, 200, "https://worklog.example")
}

func TestOtherAppsReachWhatMachinesReadAndNoPage(t *testing.T) {
	p := apptest.Start(t, asOtherApp)
	for _, path := range []string{"/", "/months/2026-11", "/login", "/help/connect", "/data/export?format=json", "/nowhere"} {
		got := getInside(p, path).Want(t, 403, "Ces pages s’ouvrent dans Home Assistant")
		got.WantNone(t, apptest.IngressPath)
		modelstest.WantIn(t, got.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'")
		getInside(p, path, atHost("local-worklog:8099")).Want(t, 403)
	}
	for _, path := range []string{"/healthz", "/openapi.yaml"} {
		getInside(p, path, atHost("local-worklog:8099")).Want(t, 200)
	}
	p.Arrive("2026-11-20T08:00:00+01:00", "in").Want(t, 201)
	postInside(p, apptest.Endpoint, func(r *http.Request) { r.Header.Set("Content-Type", "application/json") }).Want(t, 401)
	p.Unchanged(func() { postInside(p, "/entries/new?date=2026-11-20").Want(t, 403) })
}

func TestWithAPasswordOthersSignIn(t *testing.T) {
	p := apptest.Start(t, asOtherApp, func(c *app.Config) { c.Access.Password = apptest.Hashed() })
	getInside(p, "/today").WantLocation(t, "/login?next=%2Ftoday")
	p.SignIn().Get("/today").Want(t, 200, "Déconnexion", "data-worker")
	getInside(p, "/today", atHost("homeassistant.local:8099")).Want(t, 421)

	q := apptest.Start(t, apptest.AsApp, func(c *app.Config) { c.Access.Password = apptest.Hashed() })
	b := inHomeAssistant(q)
	if page := b.open("/today"); page.Status != 200 || strings.Contains(page.Body, "Déconnexion") {
		t.Errorf("got %d: Home Assistant's user signs in, or out", page.Status)
	}
	b.open("/login").Want(t, 404, "Home Assistant")
}

func TestWithAPasswordAloneTheIngressShowsNothing(t *testing.T) {
	p := apptest.Start(t, apptest.AsApp, func(c *app.Config) {
		c.Access.Auth, c.Access.Password, c.Access.Hosts = access.PasswordLogin, apptest.Hashed(), []string{"homeassistant.local"}
	})
	for host, status := range map[string]int{"": 303, "homeassistant.local": 303, "home.example.org": 421} {
		for _, path := range []string{"/today", "/help/connect", "/data/export?format=json"} {
			got := getInside(p, path, atHost(host))
			modelstest.Want(t, got.Status == status && !strings.Contains(got.Body+got.Header.Get("Location"), "hassio"), true, path, host, got.Status, got.Header.Get("Location"))
		}
	}
	p.Unchanged(func() { postInside(p, "/presence/hand").Want(t, 303) })
}

func TestTheIngressIsBelievedWithAPathOfItsForm(t *testing.T) {
	p := apptest.Start(t, apptest.AsApp, func(c *app.Config) { c.Access.Ingress.Users = []string{apptest.IngressUser} })
	for name, paths := range map[string][]string{
		"no path":         nil,
		"an empty path":   {""},
		"the root":        {"/"},
		"another path":    {"/api/hassio/x"},
		"a slash":         {apptest.IngressPath + "/"},
		"two segments":    {apptest.IngressPath + "/x"},
		"another site":    {"//example.org/api/hassio_ingress/x"},
		"markup":          {`/api/hassio_ingress/"><script>`},
		"a dotted one":    {"/api/hassio_ingress/.."},
		"no token":        {"/api/hassio_ingress/"},
		"a line's end":    {apptest.IngressPath + "%0a"},
		"two paths":       {apptest.IngressPath, apptest.IngressPath},
		"one and another": {apptest.IngressPath, "/other"},
	} {
		change := func(r *http.Request) { r.Header["X-Ingress-Path"] = paths }
		if got := getInside(p, "/today", change); got.Status != 400 || strings.Contains(got.Body, "hassio") {
			t.Errorf("%s: got %d", name, got.Status)
		}
		getInside(p, "/healthz", change).Want(t, 200) // which the watchdog asks for
	}
	for name, change := range map[string]func(*http.Request){
		"nobody":       asUsers(),
		"a blank name": asUsers(""),
		"another user": asUsers("bob"),
		"the other's name": func(r *http.Request) {
			r.Header.Set("X-Remote-User-Name", "bob")
			r.Header.Set("X-Remote-User-Display-Name", apptest.IngressUser)
		},
		"two users": asUsers(apptest.IngressUser, "bob"),
	} {
		got := getInside(p, "/today", change).Want(t, 403, "home_assistant_users")
		modelstest.Want(t, strings.Contains(got.Body, "J’arrive"), false, name)
	}
	getInside(p, "/today", atHost("anything.example.org:8123")).Want(t, 200, `href="`+apptest.IngressPath+`/months/2026-11`)

	form := func(change func(*http.Request)) apptest.Answer {
		return postInside(p, "/presence/hand", atHost("home.example.org"), func(r *http.Request) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			r.Body = io.NopCloser(strings.NewReader("event=arrival&key=k&at=never"))
		}, change)
	}
	form(func(r *http.Request) { r.Header.Set("Origin", "https://home.example.org") }).Want(t, 403) // http, as far as is known
	p.Unchanged(func() {
		form(func(r *http.Request) { r.Header.Set("Origin", "https://example.org") }).Want(t, 403)
		form(func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }).Want(t, 403)
	})
	form(func(r *http.Request) {
		r.Header.Set("X-Forwarded-Proto", "https, http")
		r.Header.Set("Origin", "https://home.example.org")
	}).Want(t, 422)
}

func TestUsersOfHomeAssistantAreComparedAsItsLoginComparesThem(t *testing.T) {
	for named, comes := range map[string]struct{ admitted, refused []string }{
		`"Élodie", "élodie "`: {[]string{"élodie", "ÉLODIE", " Élodie "}, []string{"elodie", "e\u0301lodie", "élodie2", "élo die"}},
		`"Groß"`:              {[]string{"gross", "GROSS", "groß"}, []string{"gros"}},
		`" Σίσυφος"`:          {[]string{"ΣΊΣΥΦΟΣ", "σίσυφοσ"}, []string{"", " ", "zoé"}},
	} {
		config := apptest.LoadConfig(t, "[web]\nauth = \"home-assistant\"\nhome_assistant_users = ["+named+"]\n")
		p := apptest.Start(t, apptest.AsApp, func(c *app.Config) { c.Access.Ingress.Users = config.Access.Ingress.Users })
		for status, users := range map[int][]string{200: comes.admitted, 403: comes.refused} {
			for _, user := range users {
				modelstest.Want(t, getInside(p, "/today", asUsers(user)).Status, status, named, user)
			}
		}
	}
}

func TestARefusalNamesWhoCame(t *testing.T) {
	p := apptest.Start(t, apptest.AsApp, func(c *app.Config) { c.Access.Ingress.Users = []string{apptest.IngressUser} })
	for user, shown := range map[string]struct{ page, log string }{
		"Bob":                         {"Home Assistant vous nomme « Bob ».", `"user":"Bob"`},
		"<b>Bob</b>":                  {"« &lt;b&gt;Bob&lt;/b&gt; »", `"user":"<b>Bob`},
		"a\u202eb\xff":                {"« a\ufffdb\ufffd »", "\"user\":\"a\ufffdb\ufffd\""},
		"x" + strings.Repeat("é", 80): {"« x" + strings.Repeat("é", 79) + "… »", `"user":"x` + strings.Repeat("é", 79) + `…"`},
		"":                            {"Home Assistant ne vous nomme pas.", `"user":""`},
	} {
		p.Log.Empty()
		answer := getInside(p, "/today", asUsers(user)).Want(t, 403)
		modelstest.WantIn(t, strings.ReplaceAll(answer.Body, "\u00a0", " "), shown.page)
		modelstest.WantIn(t, p.Logged(), shown.log)
	}
}

func TestEveryUserOfHomeAssistantMaySeeThePagesIfNoneIsNamed(t *testing.T) {
	p := apptest.Start(t, apptest.AsApp)
	getInside(p, "/today", asUsers()).Want(t, 200) // a session without a user
	getInside(p, "/today", asUsers(apptest.IngressUser, "bob")).Want(t, 403)
	getInside(p, "/today", func(r *http.Request) { r.Header.Set("Worklog-Who", "0123456789abcdef") }).Want(t, 403) // another user's
}
