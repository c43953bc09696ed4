package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
)

// A newcomer opens no file: a balance and a counter come from what is answered in the browser.
func TestInABrowserANewcomerAnswersFourQuestionsAndSeesABalance(t *testing.T) {
	t.Parallel()
	for config, content := range map[string]string{"on the defaults": "", "with the endpoint": "[presence_integration]\ntimezone = \"Europe/Paris\""} {
		for name, s := range journeyScreens() {
			t.Run(config+", "+name, func(t *testing.T) {
				t.Parallel()
				p := apptest.Start(t, apptest.WithConfig(t, content))
				b := browse(t, p, s)
				b.want(b.open("/"), 200)
				b.want(b.follow(`.welcome .begin a[href="/settings/start"]:not(.outline)`), 200)
				b.want(b.follow(".start .settings-actions button"), 422) // nothing is chosen
				b.click(`[name="place"][value="fph"]`)
				b.picture("first question " + config + " " + name)
				b.want(b.follow(".start .settings-actions button"), 200)
				if b.sees(`[name="hours"]`) {
					t.Error("the hours of another week are asked for")
				}
				b.click(`[name="week"][value="other"]`)
				b.fill(`[name="hours"]`, "un peu")
				b.want(b.follow(".start .settings-actions button"), 422)
				if got := b.text("#start-hours-error"); !strings.Contains(got, "comme 28h") {
					t.Errorf("got %q", got)
				}
				b.picture("second question " + config + " " + name)
				b.fill(`[name="hours"]`, "28")
				b.want(b.follow(".start .settings-actions button"), 200)
				b.do(chromedp.SetValue(chromedp.CSS(`[name="power"]`), "5"))
				b.fill(`[name="vehicle"]`, "Clio")
				b.fill(`[name="distance"]`, "18,5")
				b.want(b.leads(chromedp.SendKeys(chromedp.CSS(`[name="distance"]`), "\r")), 200) // Enter saves
				b.want(b.follow(".start .settings-actions button"), 200)
				if got := b.at() + " " + b.text(".flash"); !strings.HasPrefix(got, "/months/2026-11 C’est prêt.") {
					t.Errorf("got %s", got)
				}
				b.want(b.follow(`nav a[href="/counters"]`), 200)
				if got := b.text("main"); !strings.Contains(got, "Solde") || !strings.Contains(got, "Congés") || !strings.Contains(got, "25") {
					t.Errorf("got %q", got)
				}
				b.picture("counters of a newcomer " + config + " " + name)
				p.WantStored("SELECT count(*) FROM settings_versions", "4")
			})
		}
	}
}
