package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// framed is a tab that shows the program within Home Assistant, as its companion app does.
type framed struct{ *tab }

func inHomeAssistant(t *testing.T, p *apptest.Program, s screen, path string) framed {
	t.Helper()
	f := framed{browse(t, p, s)}
	f.url = p.HomeAssistant()
	f.want(f.open("/panel"+path), 200)
	f.shows(path)
	return f
}

// inFrame is the document in the frame, which Home Assistant reads, too.
const inFrame = `document.querySelector("iframe").contentDocument`

func (f framed) shows(path string) {
	f.t.Helper()
	f.until(inFrame + `?.readyState === "complete" && ` + inFrame + `.location.pathname === "` + apptest.IngressPath + path + `" && ` + inFrame + `.querySelector("h1") !== null`)
}

func (f framed) press(css string) {
	f.t.Helper()
	f.until(fmt.Sprintf(`%s?.querySelector(%q) != null`, inFrame, css))
	f.run(fmt.Sprintf(`%s.querySelector(%q).click()`, inFrame, css))
}

func (f framed) says(text string) {
	f.t.Helper()
	f.until(fmt.Sprintf(`%s?.body?.innerText.replaceAll("\u00a0", " ").includes(%q)`, inFrame, text))
}

func (f framed) typeInto(css, text string) {
	f.t.Helper()
	f.run(fmt.Sprintf(`((field) => { field.value = %q; field.dispatchEvent(new Event("input", {bubbles: true})) })(%s.querySelector(%q))`, text, inFrame, css))
}

func TestInABrowserThePagesWorkInTheFrameOfHomeAssistant(t *testing.T) {
	inApp := screen{width: 360, height: 640, script: true}
	for name, s := range map[string]screen{"desk": desk, "companion app": inApp, "companion app in the dark": inApp.inTheDark()} {
		t.Run(name, func(t *testing.T) {
			onlyInCI(t)
			p := apptest.Start(t, apptest.AsApp)
			f := inHomeAssistant(t, p, s, "/months/2026-11")
			modelstest.Want(t, run(f.tab, chromedp.Evaluate[bool](inFrame+`.documentElement.scrollWidth > `+inFrame+`.documentElement.clientWidth`)), false, "the month is wider than its frame")

			f.press(`a[href$="/entries/new?date=2026-11-19"]`)
			f.shows("/entries/new")
			f.typeInto("[name=slot_start]", "x")
			f.typeInto("[name=slot_end]", "17")
			f.press(`.actions button`)
			f.until(inFrame + `?.querySelector("[aria-invalid=true]") != null`)
			f.typeInto("[name=slot_start]", "8")
			f.press(`.actions button`)
			f.says("Annuler")
			f.until(inFrame + `.readyState === "complete"`)
			p.WantStored("SELECT date FROM work_entries", "2026-11-19")
			f.press(`.done button`)
			f.says("Rétablir")
			p.WantStored("SELECT date FROM work_entries")

			f.press(`form.hand button[type=submit]`)
			f.says("Je pars")
			f.says("Annuler")
			p.WantStored("SELECT event FROM workplace_presence_events", "arrival")

			kept := run(f.tab, chromedp.Evaluate[string](`Object.keys(localStorage).join(" ")`))
			for _, name := range strings.Fields(kept) {
				modelstest.WantIn(t, name, apptest.IngressPath+"/")
			}
			modelstest.Want(t, run(f.tab, chromedp.Evaluate[int](`navigator.serviceWorker.getRegistrations().then(({ length }) => length)`, chromedp.EvalAwaitPromise)), 0, "there is a service worker")
			f.do(chromedp.Evaluate[chromedp.Void](inFrame + `.location = "` + apptest.IngressPath + `/help/connect"`))
			f.shows("/help/connect")
			f.press(`#inside button[type=submit]`)
			f.says(apptest.Token)
		})
	}
}
