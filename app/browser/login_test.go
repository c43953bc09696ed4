package browser_test

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestInABrowserAPersonSignsInWhereTheyWantedToGoAndOutAgain(t *testing.T) {
	t.Parallel()
	onJourneyScreens(t, func(t *testing.T, s screen) {
		p := apptest.RecordedDay(t, apptest.WithPassword)
		b := browse(t, p, s)
		b.want(b.open(apptest.EditDay), 200)
		if got := b.at(); got != "/login?next=%2Fentries%2F1%2Fedit" {
			t.Fatalf("got %s", got)
		}
		b.fill("#password", "a typing mistake")
		b.want(b.follow(".login button"), 422)
		modelstest.Want(t, b.value("#password")+b.text("#password-error"), "Ce n’est pas le mot de passe.")
		b.fill("#password", apptest.Password)
		b.want(b.leads(chromedp.SendKeys(chromedp.CSS("#password"), "\r")), 200)
		if got := b.at(); got != apptest.EditDay {
			t.Fatalf("got %s", got)
		}
		b.click(".more > summary")
		b.want(b.follow(`.more a[href="/logout"]`), 200)
		b.want(b.follow(".logout button"), 200)
		modelstest.Want(t, b.at()+" "+b.text(".flash"), "/login Déconnexion faite.")
		b.want(b.open(apptest.EditDay), 200)
		b.wantAt("/login?next=%2Fentries%2F1%2Fedit")
	})
}

// pressedTooLate presses a button after the session has ended, and signs in again.
func (b *tab) pressedTooLate(p *apptest.Program, button string) {
	p.T.Helper()
	b.signedOut(p)
	b.want(b.follow(button), 403)
	b.fill("#password", apptest.Password)
	b.want(b.follow(".login button"), 200)
}

// signedOut ends the session, which the page does not know.
func (b *tab) signedOut(p *apptest.Program) {
	p.T.Helper()
	modelstest.Must(p.T, modelstest.Only(p.DB.Exec("DELETE FROM web_sessions")))
}

func TestInABrowserAPressComesBackAfterTheLogin(t *testing.T) {
	t.Parallel()
	onJourneyScreens(t, func(t *testing.T, s screen) {
		p := apptest.Start(t, apptest.WithPassword)
		b := browse(t, p, s)
		b.open("/login")
		b.fill("#password", apptest.Password)
		b.want(b.follow(".login button"), 200)
		if s.script { // it is kept, and sent by itself
			b.signedOut(p)
			p.Clock.Advance(time.Until(p.Clock.Now()).Abs()) // to the browser's
			b.want(b.follow(".hand button"), 200)
			b.wantAt("/login?next=%2Fmonths%2F2026-11")
			p.WantStored("SELECT count(*) FROM workplace_presence_events", "0")
			b.fill("#password", apptest.Password)
			b.want(b.follow(".login button"), 200)
			b.until(`document.querySelector(".flash")?.textContent.startsWith("Arrivée à")`)
		} else {
			b.pressedTooLate(p, ".hand button")
			p.WantStored("SELECT count(*) FROM workplace_presence_events", "0")
			b.want(b.follow(".hand-again button"), 200)
		}
		p.WantStored("SELECT event FROM workplace_presence_events", "arrival")
		b.pressedTooLate(p, ".done button")
		b.want(b.follow(".actions button"), 200)
		p.WantStored("SELECT count(*) FROM workplace_presence_events", "0")
	})
}
