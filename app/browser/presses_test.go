package browser_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"worklog/app"
	"worklog/models/modelstest"
)

// pressed returns the instants of the presses that the browser keeps, in order.
func (b *tab) pressed() []string {
	b.t.Helper()
	return run(b, chromedp.Evaluate[[]string](`Object.keys(localStorage).sort().map((name) => JSON.parse(localStorage[name])).filter(({ at }) => at).map(({ event, at }) => event + " " + at.replace("Z", "000000Z"))`))
}

func TestInABrowserPressesWithoutANetworkAreSentInOrderWhenItReturns(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"", "/worklog"} {
		t.Run("at "+prefix+"/", func(t *testing.T) {
			t.Parallel()
			l := connect(t, func(c *app.Config) {
				c.Access.PublicURL = &url.URL{Scheme: "https", Host: "heures.example.org", Path: prefix}
			})
			b := l.at(t, phone)
			b.url += prefix
			b.want(b.open("/review"), 200)
			b.worked()
			b.do(chromedp.Evaluate[chromedp.Void](`localStorage["/other/kept:press:2026"] = "{}"`)) // of another program
			l.state.Store(down)
			b.click(".hand button")
			b.until(`document.querySelector(".waiting").open`)
			b.wantWaiting("1 en attente")
			b.wantText("[data-said]", "Pas de réseau. Gardé sur ce téléphone.")
			b.picture("pressed without a network")

			// any page is the one without a network, with the buttons and what waits
			b.want(b.open("/entries/1/history"), 200)
			modelstest.Want(t, b.text("h1")+" "+b.text("[data-count]"), "Hors ligne 1 en attente")
			b.audit("the page without a network")
			b.click(`[data-press="departure"]`)
			b.until(`document.querySelectorAll(".kept li").length === 2`)
			b.picture("offline")
			pressed := b.pressed()
			if len(pressed) != 2 || !strings.HasPrefix(pressed[0], "arrival 20") || !strings.HasPrefix(pressed[1], "departure 20") {
				t.Fatalf("got %q", pressed)
			}
			if names := " " + b.kept(); strings.Count(names, " "+prefix+"/kept:press") != 2 {
				t.Errorf("the browser keeps %q", names)
			}
			l.WantStored("SELECT count(*) FROM workplace_presence_events", "0")

			l.state.Store(deaf) // the first is recorded, which the browser does not hear
			modelstest.Want(t, run(b, chromedp.Evaluate[string](`resend(), turns.then(() => "sent", () => "lost")`, chromedp.EvalAwaitPromise)), "lost")
			l.WantStored("SELECT count(*) FROM workplace_presence_events", "1")
			l.state.Store(up)
			l.Clock.Advance(time.Hour)
			b.leads(chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("online"))`))
			b.wantAt("/entries/1/history") // which was asked for
			if got := b.text(".flash"); !strings.HasPrefix(got, "Départ à ") {
				t.Errorf("got %q", got)
			}
			l.WantStored("SELECT count(DISTINCT idempotency_key), count(*), min(by_hand) FROM workplace_presence_events", "2 | 2 | 1")
			l.WantStored("SELECT event, CASE event WHEN 'departure' THEN occurred_at END FROM workplace_presence_events ORDER BY id",
				"arrival | NULL", strings.Replace(pressed[1], " ", " | ", 1))
			b.wantKept("/other/kept:press")
			b.wantWaiting("")

			kept := run(b, chromedp.Evaluate[string](`caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>
				(await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat().sort().join(" "))`, chromedp.EvalAwaitPromise))
			for path := range strings.FieldsSeq(kept) {
				if path != prefix+"/offline" && !strings.HasPrefix(path, prefix+"/static/") {
					t.Errorf("the browser caches %s", path)
				}
			}
			if !strings.Contains(kept, prefix+"/offline") || !strings.Contains(kept, "worklog.") {
				t.Errorf("the browser caches only %s", kept)
			}
		})
	}
}

func TestInABrowserAPressThatIsRefusedLaterStaysWithItsReason(t *testing.T) {
	t.Parallel()
	l := connect(t)
	b := l.at(t, desk)
	b.want(b.open("/months/2026-11"), 200)
	l.state.Store(down)
	b.click(".hand button")
	b.until(`document.querySelector(".waiting").open`)
	l.state.Store(up)
	l.Arrive(l.Clock.Now().Format(time.RFC3339), "automation").Want(t, 201)
	b.click(".waiting [data-resend]")
	b.until(`document.querySelector(".kept small").textContent === "Une arrivée est déjà ouverte."`)
	l.WantStored("SELECT idempotency_key FROM workplace_presence_events", "automation")
	b.want(b.open("/review"), 200) // which does not send it again
	b.wantWaiting("1 en attente")
	modelstest.Want(t, l.posted.Load(), 1)
	b.click(".waiting summary")
	b.picture("refused later")
	if beyond := run(b, chromedp.Evaluate[int](`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".waiting .kept"))`)); beyond > 0 {
		t.Errorf("what waits goes %d px beyond its panel", beyond)
	}
	b.audit("what waits")
	b.click(".kept li button")
	b.wantKept("")
	b.wantWaiting("")

	// what the server refuses at once has its own page
	b.want(b.open("/months/2026-11"), 200)
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".hand [name=event]").value = "arrival"`))
	b.want(b.follow(".hand button"), 409)
	b.wantKept("")
}

func TestInABrowserThePressOfTheFirstVisitIsKeptAsAnyOther(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/today", "/months/2026-11"} {
		l := connect(t)
		b := l.at(t, phone)
		b.want(b.open(path), 200)
		l.state.Store(down)
		b.click(".welcome .hand button")
		b.until(`document.querySelector(".waiting").open`)
		b.wantWaiting("1 en attente")
		b.until(`document.querySelectorAll(".hand:not([hidden])").length === 0`)
	}
}

func TestInABrowserAKeyIsRandom(t *testing.T) {
	t.Parallel()
	l := connect(t)
	b := l.at(t, desk)
	b.want(b.open("/offline"), 200)
	b.wantRun(`new Set(Array.from({ length: 100 }, newKey)).size + " " + newKey().replace(/^hand-/, "").replace(/[0-9a-f]/g, "x")`, "100 "+strings.Repeat("x", 32))
}
