package app_test

import (
	"html"
	"net/http"
	"net/url"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"worklog/app"
)

// code is what the help offers to copy.
var code = regexp.MustCompile(`(?s)<pre><code>(.*?)</code></pre>`)

// toCopy returns what a page offers to copy.
func toCopy(page string) []string {
	var texts []string
	for _, found := range code.FindAllStringSubmatch(page, -1) {
		texts = append(texts, html.UnescapeString(found[1]))
	}
	return texts
}

func TestTheHelpShowsHowToSendToThisVeryAddress(t *testing.T) {
	p := start(t)
	public := start(t, func(config *app.Config) {
		config.Access.PublicURL = &url.URL{Scheme: "https", Host: "home.example.org", Path: "/worklog"}
	})
	for address, page := range map[string]answer{p.url: p.get("/help"), "https://home.example.org/worklog": public.get("/help")} {
		page.want(t, 200, "Ce serveur prend les arrivées et les départs")
		all := strings.Join(toCopy(page.body), "\n")
		for _, want := range []string{
			"curl " + address + endpoint, `WORKLOG_URL="` + address + `"`, `url: "` + address + endpoint + `"`,
			`msg.url = "` + address + endpoint + `"`, address + hook, "yyyy-MM-dd'T'HH:mm:ssxxx", "yyyy-MM-dd'T'HH:mm:ssXXX",
		} {
			if !strings.Contains(all, want) {
				t.Errorf("%s: nothing to copy has %s", address, want)
			}
		}
		if strings.Contains(page.body, token) || !strings.Contains(all, "$WORKLOG_API_TOKEN") {
			t.Error("the token is shown, or nothing stands for it")
		}
	}
}

func TestTheCommandOfTheHelpRecordsAnArrival(t *testing.T) {
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("no curl")
	}
	p := start(t)
	command := exec.CommandContext(t.Context(), "sh", "-c", toCopy(p.get("/help").body)[0])
	command.Env = append(command.Environ(), "WORKLOG_API_TOKEN="+token, "TZ=Europe/Paris")
	output, err := command.Output()
	if err != nil || !strings.Contains(string(output), `"status":"created"`) {
		t.Errorf("got %s %v", output, err)
	}
}

func TestTheHelpSaysWhatIsMissing(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*app.Config)
		want   string
	}{
		"the section": {noSection, "la section [presence_integration] manque"},
		"the token":   {noToken, "Le serveur n’a pas de jeton"},
	} {
		t.Run(name, func(t *testing.T) {
			p := start(t, test.change)
			page := p.get("/help")
			page.want(t, 200, test.want)
			if strings.Contains(page.body, "/help/trial") {
				t.Error("a trial is offered")
			}
			p.submit("/help/trial", url.Values{"event": {"arrival"}}).want(t, 422, test.want)
		})
	}
	p := start(t)
	p.get("/help").want(t, 200, "OwnTracks n’est pas configuré. Nommez la région", "[presence_integration.owntracks]")
	start(t, withOwnTracks).get("/help").want(t, 200, `Région attendue, à la lettre près`, "Bureau")
}

func TestATrialSaysWhatWouldBeAnsweredAndRecordsNothing(t *testing.T) {
	open := func(p *program) { p.arrive("2026-11-20T07:30:00+01:00", "in").want(t, 201) }
	future := func(p *program) { p.arrive("2026-11-20T07:59:30+01:00", "in").want(t, 201) }
	for _, test := range []struct {
		name   string
		before func(*program)
		event  string
		at     string // it is 08:00
		status int
		want   string
	}{
		{"an arrival", nil, "arrival", "", 200, "Réponse : 201.</strong> Cette arrivée serait enregistrée"},
		{"an arrival at a time", nil, "arrival", "7h45", 200, "Réponse : 201.</strong> Cette arrivée serait enregistrée"},
		{"an arrival while one is open", open, "arrival", "", 200, "Réponse : 409 Conflit métier.</strong> Cette arrivée serait refusée"},
		{"a departure", open, "departure", "", 200, "Réponse : 200.</strong> Ce départ serait enregistré"},
		{"a departure at a time", future, "departure", "08:00", 200, "Réponse : 200.</strong> Ce départ serait enregistré"},
		{"a departure without an arrival", nil, "departure", "", 200, "Réponse : 409 Conflit métier.</strong> Ce départ serait refusé"},
		{"a departure before the arrival", open, "departure", "07:30", 200, "Réponse : 422 Événement invalide.</strong> Ce départ serait refusé"},
		{"a time that is none", nil, "arrival", "25h", 422, "Une heure s’écrit 08:03."},
		{"an event that is none", nil, "lunch", "", 422, "Essayer sans rien enregistrer"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := start(t)
			if test.before != nil {
				test.before(p)
			}
			everything := func() []string {
				return append(p.stored("SELECT * FROM journal_lines"), append(p.stored("SELECT * FROM refused_events"), p.stored("SELECT * FROM sqlite_sequence")...)...)
			}
			before := strings.Join(everything(), "\n")
			p.unchanged(func() {
				got := p.submit("/help/trial", url.Values{"event": {test.event}, "at": {test.at}})
				got.body = strings.ReplaceAll(html.UnescapeString(got.body), "\u00a0", " ")
				got.want(t, test.status, test.want)
			})
			if after := strings.Join(everything(), "\n"); after != before {
				t.Errorf("got %s, want %s", after, before)
			}
		})
	}
}

func TestATrialAtATimeThatTheClockSkips(t *testing.T) {
	p := start(t)
	p.clock.advance(time.Date(2027, 3, 28, 6, 0, 0, 0, time.UTC).Sub(p.clock.handlers().Now()))
	p.submit("/help/trial", url.Values{"event": {"arrival"}, "at": {"02:30"}}).want(t, 422, "l’horloge la saute")
}

func TestATrialIsAPagesOwnForm(t *testing.T) {
	p := start(t, withPassword)
	p.submit("/help/trial", url.Values{"event": {"arrival"}}).wantHeader(t, "Location", "/login?unsaved=1")
	p.ask("/help", func(*http.Request) {}).wantHeader(t, "Location", "/login?next=%2Fhelp")
	open := start(t)
	open.send(crossSite(open.formRequest("/help/trial", url.Values{"event": {"arrival"}}))).want(t, 403)
	open.ask("/help/trial", func(*http.Request) {}).wantHeader(t, "Location", "/help")
	open.ask("/help/trial", method(http.MethodPost, asAutomation)).want(t, 422) // no form, and nothing recorded
	open.wantStored("SELECT 1 FROM journal_lines")
}

func TestInABrowserTheHelpIsCopiedAndFitsTheSmallestPhone(t *testing.T) {
	p := start(t, withPassword, func(config *app.Config) {
		config.Access.PublicURL = &url.URL{Scheme: "http", Host: "127.0.0.1", Path: "/" + strings.Repeat("a-long-path", 12)}
	})
	small := phone
	small.width = 320
	b := p.browse(t, small)
	b.open("/login")
	b.fill("#password", password)
	b.want(b.follow(".login button"), 200)
	b.want(b.open("/help"), 200)
	b.audit("the help at 320 px")
	b.do(chromedp.Evaluate[chromedp.Void](`
		window.copied = new Promise((done) => new MutationObserver(() => done(document.querySelector("[data-copy]").textContent + getSelection()))
			.observe(document.querySelector("[data-copy]"), {childList: true}));
		Object.defineProperty(navigator, "clipboard", {value: undefined}); 0`))
	b.click("[data-copy]")
	got := run(b, chromedp.Evaluate[string](`window.copied`, chromedp.EvalAwaitPromise))
	if !strings.HasPrefix(got, "Copié") || !strings.Contains(got, endpoint) {
		t.Errorf("got %q", got)
	}
}
