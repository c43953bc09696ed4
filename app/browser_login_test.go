package app_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

func TestInABrowserAPersonSignsInWhereTheyWantedToGoAndOutAgain(t *testing.T) {
	t.Parallel()
	for name, s := range journeyScreens() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := recordedDay(t, withPassword)
			b := p.browse(t, s)
			b.want(b.open(editDay), 200)
			if got := b.at(); got != "/login?next=%2Fentries%2F1%2Fedit" {
				t.Fatalf("got %s", got)
			}
			b.fill("#password", "a typing mistake")
			b.want(b.follow(".login button"), 422)
			if got := b.value("#password") + b.text("#password-error"); got != "Ce n’est pas le mot de passe." {
				t.Errorf("got %q", got)
			}
			b.fill("#password", password)
			b.want(b.leads(chromedp.SendKeys(chromedp.CSS("#password"), "\r")), 200)
			if got := b.at(); got != editDay {
				t.Fatalf("got %s", got)
			}
			b.want(b.follow(".leave"), 200)
			b.want(b.follow(".logout button"), 200)
			if got := b.at() + " " + b.text(".flash"); got != "/login Déconnexion faite." {
				t.Errorf("got %q", got)
			}
			b.want(b.open(editDay), 200)
			if got := b.at(); got != "/login?next=%2Fentries%2F1%2Fedit" {
				t.Errorf("got %s", got)
			}
		})
	}
}
