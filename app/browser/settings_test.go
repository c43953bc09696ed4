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

// From the list of parts to a week in force, a wrong balance, its preview and « Annuler », by hand
// on the smallest phone and on a desk.
func TestInABrowserWhatAPersonSetsIsTypedShownAndTakenBack(t *testing.T) {
	small := phone
	small.width = 320
	for name, screen := range map[string]screen{"320": small, "desk in the dark": desk.inTheDark()} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\""))
			b := browseTo(t, p, screen, "/settings")
			b.audit("the list of the settings")
			b.click("#part-targets > summary")
			b.click("#targets details > summary")
			b.fill(`[name="targets.0.week"]`, "35")
			b.want(b.follow("#targets .settings-actions button"), 422)
			b.until(`document.activeElement.name == "targets.0.from"`)
			b.audit("a week without a date")
			b.set(`[name="targets.0.from"]`, "2026-01-01")
			b.want(b.follow("#targets .settings-actions button"), 200)
			b.wantAt("/settings?open=targets#targets")
			b.wantText(".flash", "Enregistré.")
			b.click("#part-balance > summary")
			modelstest.Want(t, b.sees("#targets"), false, "two parts are open")
			b.set(`[name="balance.from"]`, "2026-11-01")
			b.want(b.follow("#balance .settings-actions button"), 200)
			b.fill(`[name="balance.start"]`, "12h30")
			b.run(`addEventListener("submit", ({ submitter }) => (sessionStorage.said = submitter.textContent + submitter.ariaBusy))`)
			b.want(b.follow("#balance .settings-actions button"), 200)
			modelstest.Want(t, b.run("sessionStorage.said"), "Calcul…true")
			b.audit("what a change does to the past")
			b.want(b.follow(`[name="confirm"]`), 200)
			b.audit("a saved balance")
			b.want(b.follow(".done button"), 200)
			b.wantText(".flash", "Annulé.")
		})
	}
}

// A newcomer opens no file: a balance and a counter come from what is answered in the browser.
func TestInABrowserANewcomerAnswersFourQuestionsAndSeesABalance(t *testing.T) {
	onJourneyScreens(t, func(t *testing.T, s screen) {
		p := apptest.Start(t, apptest.WithConfig(t, ""))
		b := browseTo(t, p, s, "/")
		b.want(b.follow(`.welcome .begin a[href="/settings/start"]:not(.outline)`), 200)
		b.want(b.follow(".start .settings-actions button"), 422) // nothing is chosen
		b.click(`[name="place"][value="fph"]`)
		b.want(b.follow(".start .settings-actions button"), 200)
		modelstest.Want(t, b.sees(`[name="hours"]`), false, "the hours of another week are asked for")
		b.click(`[name="week"][value="other"]`)
		b.fill(`[name="hours"]`, "un peu")
		b.want(b.follow(".start .settings-actions button"), 422)
		modelstest.WantIn(t, b.text("#start-hours-error"), "comme 28h")
		b.fill(`[name="hours"]`, "28")
		b.want(b.follow(".start .settings-actions button"), 200)
		b.do(chromedp.SetValue(chromedp.CSS(`[name="power"]`), "5"))
		b.fill(`[name="vehicle"]`, "Clio")
		b.fill(`[name="distance"]`, "18,5")
		b.want(b.leads(chromedp.SendKeys(chromedp.CSS(`[name="distance"]`), "\r")), 200) // Enter saves
		b.want(b.follow(".start .settings-actions button"), 200)
		modelstest.WantIn(t, b.at()+" "+b.text(".flash"), "/months/2026-11 C’est prêt.")
		b.want(b.follow(`nav a[href="/counters"]`), 200)
		modelstest.WantIn(t, b.text("main"), "Solde", "Congés", "25")
		p.WantStored("SELECT count(*) FROM settings_versions", "4")
	})
}

func TestInABrowserTheHelpIsCopiedAndFitsTheSmallestPhone(t *testing.T) {
	modelstest.Alone(t) // the clipboard and the selection are the browser's
	p := apptest.Start(t, apptest.WithPassword, func(config *app.Config) {
		config.Access.PublicURL = &url.URL{Scheme: "http", Host: "127.0.0.1", Path: "/" + strings.Repeat("a-long-path", 12)}
	})
	small := phone
	small.width = 320
	b := browse(t, p, small)
	b.signIn()
	b.want(b.open("/help/connect"), 200)
	b.audit("the help at 320 px")
	b.do(chromedp.Evaluate[chromedp.Void](`
		window.copied = new Promise((done) => new MutationObserver(() => done(document.querySelector("[data-copy]").textContent + getSelection()))
			.observe(document.querySelector("[data-copy]"), {childList: true}));
		Object.defineProperty(navigator, "clipboard", {value: undefined}); 0`))
	b.click("[data-copy]")
	got := run(b, chromedp.Evaluate[string](`window.copied`, chromedp.EvalAwaitPromise))
	modelstest.WantIn(t, got, "Copié", apptest.Endpoint)
}

func TestInABrowserLinesOfTheJournalAreSentWhenTheyAreUnfolded(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	for day := 2; day <= 6; day++ {
		p.Day(fmt.Sprintf("2026-11-%02dT08:00:00+01:00", day), fmt.Sprintf("2026-11-%02dT17:00:00+01:00", day), fmt.Sprint(day))
	}
	b := browse(t, p, phone)
	b.open("/journal")
	b.click(".run summary")
	b.until(`document.querySelectorAll(".run li").length === 10 && !document.querySelector("[data-unfold]")`)
}

// signIn signs in with the password, and typePassword does so on the page that asks for it.
func (b *tab) signIn() { b.t.Helper(); b.open("/login"); b.typePassword() }
func (b *tab) typePassword() {
	b.t.Helper()
	b.fill("#password", apptest.Password)
	b.want(b.follow(".login button"), 200)
}

// pressedTooLate presses a button after the session has ended, and signs in again.
func (b *tab) pressedTooLate(p *apptest.Program, button string) {
	b.t.Helper()
	b.signedOut(p)
	b.want(b.follow(button), 403)
	b.typePassword()
}

// signedOut ends the session, which the page does not know.
func (b *tab) signedOut(p *apptest.Program) {
	b.t.Helper()
	modelstest.Must(b.t, modelstest.Only(p.DB.Exec("DELETE FROM web_sessions")))
}

// A press after the session has ended is kept, and sent by itself after the login.
func TestInABrowserAPressComesBackAfterTheLogin(t *testing.T) {
	p := apptest.Start(t, apptest.WithPassword)
	b := browse(t, p, phone)
	b.signIn()
	b.signedOut(p)
	p.Clock.Advance(time.Since(p.Clock.Now())) // to the browser's
	b.want(b.follow(".hand button"), 200)
	b.wantAt("/login?next=%2Fmonths%2F2026-11")
	p.WantStored("SELECT count(*) FROM workplace_presence_events", "0")
	b.typePassword()
	b.until(`document.querySelector(".flash")?.textContent.startsWith("Arrivée à")`)
	p.WantStored("SELECT event FROM workplace_presence_events", "arrival")
}
