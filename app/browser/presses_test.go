package browser_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// pressed returns the instants of the presses that the browser keeps, in order.
func (b *tab) pressed() []string {
	b.t.Helper()
	return run(b, chromedp.Evaluate[[]string](`Object.keys(localStorage).sort().map((name) => JSON.parse(localStorage[name])).filter(({ at }) => at).map(({ event, at }) => event + " " + at.replace("Z", "000000Z"))`))
}

func TestInABrowserPressesWithoutANetworkAreSentInOrderWhenItReturns(t *testing.T) {
	for _, prefix := range []string{"", "/worklog"} {
		t.Run("at "+prefix+"/", func(t *testing.T) {
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

			// any page is the one without a network, with the buttons and what waits
			b.want(b.open("/entries/1/history"), 200)
			modelstest.Want(t, b.text("h1")+" "+b.text("[data-count]"), "Hors ligne 1 en attente")
			b.wantRun(`new Set(Array.from({ length: 100 }, newKey)).size + " " + newKey().replace(/^hand-/, "").replace(/[0-9a-f]/g, "x")`, "100 "+strings.Repeat("x", 32))
			b.audit("the page without a network")
			b.click(`[data-press="departure"]`)
			b.until(`document.querySelectorAll(".kept li").length === 2`)
			pressed := b.pressed()
			if len(pressed) != 2 || !strings.HasPrefix(pressed[0], "arrival 20") || !strings.HasPrefix(pressed[1], "departure 20") {
				t.Fatalf("got %q", pressed)
			}
			modelstest.Want(t, strings.Count(" "+b.kept(), " "+prefix+"/kept:press"), 2, "the browser keeps:")
			l.WantStored("SELECT count(*) FROM workplace_presence_events", "0")

			l.state.Store(deaf) // the first is recorded, which the browser does not hear
			modelstest.Want(t, run(b, chromedp.Evaluate[string](`resend(), turns.then(() => "sent", () => "lost")`, chromedp.EvalAwaitPromise)), "lost")
			l.WantStored("SELECT count(*) FROM workplace_presence_events", "1")
			l.state.Store(up)
			l.Clock.Advance(time.Hour)
			b.leads(chromedp.Evaluate[chromedp.Void](`dispatchEvent(new Event("online"))`))
			b.wantAt("/entries/1/history") // which was asked for
			modelstest.WantIn(t, b.text(".flash"), "Départ à ")
			l.WantStored("SELECT count(DISTINCT idempotency_key), count(*), min(by_hand) FROM workplace_presence_events", "2 | 2 | 1")
			l.WantStored("SELECT event, CASE event WHEN 'departure' THEN occurred_at END FROM workplace_presence_events ORDER BY id",
				"arrival | NULL", strings.Replace(pressed[1], " ", " | ", 1))
			b.wantKept("/other/kept:press")
			b.wantWaiting("")

			kept := run(b, chromedp.Evaluate[string](`caches.keys().then(async (names) => (await Promise.all(names.map(async (name) =>
				(await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat().sort().join(" "))`, chromedp.EvalAwaitPromise))
			for path := range strings.FieldsSeq(kept) {
				modelstest.Want(t, path == prefix+"/offline" || strings.HasPrefix(path, prefix+"/static/"), true, "the browser caches:", path)
			}
			modelstest.WantIn(t, kept, prefix+"/offline", "worklog.")
		})
	}
}

func TestInABrowserAPressThatIsRefusedLaterStaysWithItsReason(t *testing.T) {
	l, b := online(t, desk, "/months/2026-11")
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
	modelstest.WantAtMost(t, run(b, chromedp.Evaluate[int](`(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".waiting .kept"))`)), 0, "beyond its panel")
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
	for _, path := range []string{"/today", "/months/2026-11"} {
		l, b := online(t, phone, path)
		l.state.Store(down)
		b.click(".welcome .hand button")
		b.until(`document.querySelector(".waiting").open`)
		b.wantWaiting("1 en attente")
		b.until(`document.querySelectorAll(".hand:not([hidden])").length === 0`)
	}
}

func TestInABrowserWhoComesBackToTodaySeesItAsItIsByThen(t *testing.T) {
	t.Parallel()
	l, b := online(t, phone, "/today")
	l.Arrive(l.Clock.Now().Format(time.RFC3339), "in").Want(t, 201)
	stays := func(minutes int, why string) {
		t.Helper()
		leaves := run(b, chromedp.Evaluate[bool](fmt.Sprintf(`(async () => {
			let leaves = false;
			navigation.onnavigate = () => (leaves = true);
			Date.now = () => readAt + %d * 60000;
			await networkBack(isPast());
			return leaves;
		})()`, minutes), chromedp.EvalAwaitPromise))
		modelstest.Want(t, leaves, false, why)
	}
	stays(4, "« Annuler » may still be wanted")
	l.state.Store(down)
	stays(10, "without a network the page is all there is")
	l.state.Store(up)
	b.click(".hand summary")
	b.fill(`.hand [name="at"]`, "8")
	stays(10, "a time is being typed")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector('.hand [name="at"]').value = "", document.dispatchEvent(new Event("visibilitychange"))`))
	b.until(`document.querySelector(".today .hand [name=event]")?.value === "departure"`)
	b.wantAt("/today")
}

// stays presses a button in vain, which stays where it is, to be pressed again.
func (b *tab) stays(state int32, button, said string) {
	b.t.Helper()
	b.line.state.Store(state)
	b.click(button)
	b.until(`document.querySelector(".lost") && document.querySelector("main button[aria-busy]") === null`)
	b.wantText(".lost", said)
	b.wantRun(`[...document.querySelectorAll("main button:enabled")].filter(({ textContent }) => textContent === "Réessayer").length`, "1")
}

// forgetDeparture makes an arrival of the day before yesterday, whose departure is forgotten, and returns
// the date.
func (l *line) forgetDeparture() string {
	// at eight, for the end that a test gives is 23:59
	year, month, day := l.Clock.Now().In(l.Program.Config.Rules.Zone).AddDate(0, 0, -2).Date()
	at := time.Date(year, month, day, 8, 0, 0, 0, l.Program.Config.Rules.Zone)
	l.Arrive(at.Format(time.RFC3339), "forgotten").Want(l.T, 201)
	return at.Format(time.DateOnly)
}

const closings = "SELECT coalesce(closure, 'open') FROM workplace_presence_events"

func TestInABrowserAQuestionThatCannotBeAnsweredStaysOnItsPage(t *testing.T) {
	for _, test := range []struct{ name, prefix, button, want, flash string }{
		{"a departure is given", "", "[data-close]", "manual", "Départ enregistré."},
		{"an arrival is ignored", "/worklog", `form[action$="/presence/discard"] button`, "discarded", "Arrivée ignorée."},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := connect(t, func(c *app.Config) {
				c.Access.PublicURL = &url.URL{Scheme: "https", Host: "heures.example.org", Path: test.prefix}
			})
			l.forgetDeparture()
			b := l.at(t, desk)
			b.url += test.prefix
			b.want(b.open("/today"), 200)
			b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[name=end]").value ||= "23:59"`))
			b.stays(down, test.button, "Pas de réseau.")
			b.audit("a question that could not be answered")
			l.WantStored(closings, "open")
			b.stays(deaf, test.button, "Pas de réseau.")
			l.WantStored(closings, test.want)
			b.sends(test.button)
			modelstest.WantIn(t, b.at()+" "+b.text(".flash"), "/today "+test.flash)
			b.wantText(".done button", "Annuler")
			b.stays(down, ".done button", "Pas de réseau.")
			b.sends(".done button")
			l.WantStored(closings, "open")
		})
	}
}

func TestInABrowserWhatIsRightIsSaidAgainOnceThereIsANetwork(t *testing.T) {
	l := connect(t)
	day := l.Clock.Now().AddDate(0, 0, -3).Format(time.DateOnly)
	l.Day(day+"T08:00:00Z", day+"T09:00:00Z", "first")
	l.Day(day+"T09:05:00Z", day+"T10:00:00Z", "second") // which is in doubt
	b := l.at(t, phone)
	b.want(b.open("/review"), 200)
	b.run(`document.querySelector(".doubts-of").open = true`) // as it is on a Monday, when it is alone
	right := `.line:has([action$="/review/merge"]) [formaction$="/review/right"]`
	b.stays(down, right, "Pas de réseau.")
	b.sends(right)
	modelstest.WantIn(t, b.text(".flash"), "C’est noté")
	b.want(b.open("/entries/1/delete"), 200)
	b.stays(broken, ".danger", "Le serveur ne répond pas.")
	b.sends(".danger")
	l.WantStored("SELECT count(*) FROM work_entries", "0")
}

func TestInABrowserWhatIsTypedOutlivesAnAnswerWithoutANetwork(t *testing.T) {
	for _, state := range []int32{down, deaf, asked} {
		l := connect(t)
		date := l.forgetDeparture()
		b := l.at(t, phone)
		b.want(b.open("/entries/1/edit"), 200)
		b.fill(`[name="note"]`, "à moi")
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[name=end]").value ||= "23:59"`))
		if state == asked { // between the answer and its page
			l.state.Store(state)
			b.do(chromedp.Click(chromedp.CSS("[data-close]")))
			b.until(`location.protocol === "chrome-error:"`)
			l.state.Store(up)
			b.want(b.open("/entries/1/edit"), 200)
			b.wantKept("/kept:draft:" + date)
			b.click(".resume button")
		} else {
			b.stays(state, "[data-close]", "Pas de réseau. Gardé sur ce téléphone.")
			b.wantRun(`document.documentElement.scrollWidth - innerWidth`, "0")
			b.wantKept("/kept:draft:" + date)
			b.sends("[data-close]")
			modelstest.WantIn(t, b.text(".notice"), "Départ enregistré.")
			b.wantKept("/kept:draft:" + date) // until it is saved
		}
		b.wantValue(`[name="note"]`, "à moi")
		l.WantStored(closings, "manual")
		if state == asked {
			continue // the page of what is stored and what was typed is another test's
		}
		b.want(b.follow(".actions button"), 200)
		b.wantKept("")
		l.WantStored("SELECT note, (SELECT count(*) FROM time_slots) FROM work_entries", "à moi | 1")
	}
}

func TestInABrowserAPressKeepsWhatIsTypedOnThePageThatItLeaves(t *testing.T) {
	_, b := online(t, phone, "/entries/new?date=2026-11-12")
	b.fill(`[name="note"]`, "à moi")
	b.want(b.follow(".hand button"), 200)
	b.wantKept(ofTheTwelfth)
	b.click(".resume button")
	b.wantValue(`[name="note"]`, "à moi")
}

func TestInABrowserARangeWhoseAnswerIsLostIsSavedOnce(t *testing.T) {
	l := connect(t)
	b := l.at(t, phone)
	week := func(note string) {
		t.Helper()
		b.want(b.open("/entries/range?from=2026-11-09"), 200)
		b.set(`[name="to"]`, "2026-11-13")
		b.fill(`[name="note"]`, note)
	}
	week("vacances")
	b.stays(deaf, `[value="fill"]`, "Pas de réseau. Gardé sur ce téléphone.")
	b.wantKept("/kept:draft:range")
	b.sends(`[value="fill"]`)
	b.wantText(".flash", "Enregistré.")
	b.wantText(".done button", "Annuler")
	b.wantKept("")

	// what is shown before it is saved waits nowhere
	week("autre")
	b.want(b.follow(`[value="fill"]`), 200)
	modelstest.Want(t, b.run(`document.querySelector(".plan")`) != "null" && b.run(`document.querySelector(".resume")`) == "null", true, "it is not shown alone at:", b.at())
	b.wantKept("")
	b.loses(deaf, `[value="save"]`, "autre")
	b.wantKept("/kept:draft:range")
	b.sends(`[value="save"]`)
	b.wantKept("")
	l.WantStored("SELECT DISTINCT note, version FROM work_entries", "autre | 2")

	// an answer that is not ours takes nothing away
	b.want(b.open("/entries/range?from=2026-11-09"), 200)
	l.state.Store(behindLogin)
	b.want(b.follow(`[value="fill"]`), 200)
	b.wantKept("/kept:draft:range")
}

func TestInABrowserARefusedPressIsKeptUntilItsPageIsThere(t *testing.T) {
	l := connect(t)
	b := l.at(t, desk)
	refuse := func() {
		b.want(b.open("/months/2026-11"), 200)
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".hand [name=event]").value = "departure"`))
	}
	refuse()
	l.state.Store(asked)
	b.click(".hand button")
	b.until(`location.protocol === "chrome-error:"`)
	l.state.Store(up)
	b.want(b.open("/months/2026-11"), 200)
	b.wantKept("/kept:press")
	modelstest.WantIn(t, b.run(`document.querySelector(".kept small").textContent`), "Aucune arrivée n’est ouverte")
	b.click(".waiting summary")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector(".kept li button").focus()`))
	b.do(chromedp.Evaluate[chromedp.Void](`resend()`, chromedp.EvalAwaitPromise))
	b.wantRun(`document.activeElement.textContent`, "Oublier")
	b.click(".kept li button")
	refuse()
	b.want(b.follow(".hand button"), 409)
	b.wantKept("")
	// that page stays when what waits is sent
	b.do(chromedp.Evaluate[chromedp.Void](`keep(keptAs("press") + "1", { event: "arrival", key: newKey(), typed: "", at: new Date().toISOString() }), resend()`, chromedp.EvalAwaitPromise))
	l.WantStored("SELECT event FROM workplace_presence_events", "arrival")
	b.wantKept("")
	modelstest.Want(t, b.text("h1")+b.at(), "Départ non enregistré/presence/hand")
}

func TestInABrowserWhatOneUserLeftIsNeitherShownNorSentForAnother(t *testing.T) {
	l := connect(t, apptest.BehindProxy)
	l.user.Store("camille")
	b := l.at(t, phone)
	b.want(b.open("/offline"), 200)
	b.worked()
	b.want(b.open("/entries/new?date=2026-11-12"), 200)
	b.fill(`[name="note"]`, "à Camille")
	b.loses(down, ".actions button", "à Camille")
	b.click(".hand button")
	b.until(`document.querySelector("[data-count]").textContent === "2 en attente"`)
	b.want(b.open("/months/2026-11"), 200) // the page without a network
	modelstest.WantIn(t, b.text(".kept ul"), "jeudi 12\u00a0novembre 2026Tapé à", "Arrivée à")
	b.click(`[data-press="departure"]`)
	b.until(`document.querySelectorAll(".kept li").length === 3`)
	stale := b.another(desk)
	l.state.Store(up)
	l.user.Store("dominique")
	stale.want(stale.open("/review"), 200)
	stale.wantWaiting("")
	stale.wantKept("/kept-by")
	b.wantWaiting("")
	l.WantStored("SELECT count(*) FROM workplace_presence_events", "0")

	// a page that was left open sends nothing under another's name
	l.user.Store("camille")
	b.want(b.open("/months/2026-11"), 200)
	l.user.Store("dominique")
	b.want(b.follow(".hand button"), 200) // whose page it is by now
	b.wantWaiting("")
	b.wantKept("/kept-by")
	l.WantStored("SELECT count(*) FROM workplace_presence_events", "0")
}
