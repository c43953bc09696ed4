package browser_test

import (
	"testing"

	"worklog/app/apptest"
)

// From the list of parts to a week in force, a wrong balance, its preview and « Annuler », by hand
// on the smallest phone and on a desk.
func TestInABrowserWhatAPersonSetsIsTypedShownAndTakenBack(t *testing.T) {
	small := phone
	small.width = 320
	for name, screen := range map[string]screen{"320": small, "desk in the dark": desk.inTheDark()} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\""))
			b := browse(t, p, screen)
			b.want(b.open("/settings"), 200)
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
			if b.sees("#targets") {
				t.Error("two parts are open")
			}
			b.set(`[name="balance.from"]`, "2026-11-01")
			b.want(b.follow("#balance .settings-actions button"), 200)
			b.fill(`[name="balance.start"]`, "12h30")
			b.run(`addEventListener("submit", ({ submitter }) => (sessionStorage.said = submitter.textContent + submitter.ariaBusy))`)
			b.want(b.follow("#balance .settings-actions button"), 200)
			if got := b.run("sessionStorage.said"); got != "Calcul…true" {
				t.Errorf("got %q while it is compared with the past", got)
			}
			b.audit("what a change does to the past")
			b.want(b.follow(`[name="confirm"]`), 200)
			b.audit("a saved balance")
			b.want(b.follow(".done button"), 200)
			b.wantText(".flash", "Annulé.")
		})
	}
}
