package pages_test

import (
	"net/url"
	"testing"
	"time"

	"worklog/app/apptest"
)

// acts are what a person can do: each returns the form with which it does it.
var acts = map[string]func(t *testing.T, p *apptest.Program) (path string, values url.Values){
	"an arrival pressed": func(t *testing.T, p *apptest.Program) (string, url.Values) {
		p.Submit("/presence/discard", url.Values{"arrival_id": {"5"}}).Want(t, 303)
		_, press := p.Get("/months/2026-11").Button(t)
		return "/presence/hand", press
	},
	"a departure pressed": func(t *testing.T, p *apptest.Program) (string, url.Values) {
		_, press := p.Get("/months/2026-11").Button(t)
		press.Set("at", "17:20")
		return "/presence/hand", press
	},
	"a new day": func(t *testing.T, p *apptest.Program) (string, url.Values) {
		values := p.Form("/entries/new?date=2026-11-10")
		values.Set("day_type", "CONGE")
		return "/entries/new?date=2026-11-10", values
	},
	"an edit": func(t *testing.T, p *apptest.Program) (string, url.Values) {
		values := p.Form(apptest.EditDay)
		values.Set("note", "deux\r\nlignes")
		return apptest.EditDay, values
	},
	"a range": func(t *testing.T, p *apptest.Program) (string, url.Values) {
		values := apptest.TwoWeeks()
		values.Set("do", "fill")
		return "/entries/range", values
	},
	"a closing": func(t *testing.T, p *apptest.Program) (string, url.Values) {
		values := p.Form("/presence/close")
		values.Set("end", "17:20")
		return "/presence/close", values
	},
	"a discard": func(t *testing.T, p *apptest.Program) (string, url.Values) {
		return "/presence/discard", p.Form("/presence/close")
	},
}

func TestARequestThatIsSentAgainIsAppliedOnce(t *testing.T) {
	for name, act := range acts {
		t.Run(name, func(t *testing.T) {
			p := apptest.Thursday(t)
			path, values := act(t, p)
			first := p.Submit(path, values).Want(t, 303)
			p.UnchangedDays(func() { p.Submit(path, values).Want(t, 303) })

			p.PressUndo(p.After(first), "Annuler").Want(t, 303)
			again := func() {
				t.Helper()
				p.UnchangedDays(func() {
					p.Submit(path, values).Want(t, 409, "Annulé depuis")
					p.Send(byScript(p, path, values)).Want(t, 409, `{"error":"Annulé depuis`)
				})
			}
			again()
			p.Clock.Advance(24 * time.Hour)
			again()
			p.Restart()
			again()
		})
	}
}

func TestWhatWasTakenAwayIsNotMadeAgainByItsFormUnlessItIsInForce(t *testing.T) {
	p := apptest.Thursday(t)
	path, values := acts["a new day"](t, p)
	p.Submit(path, values).Want(t, 303)
	p.Submit("/entries/4/delete", p.Form("/entries/4/delete")).Want(t, 303)
	var refused apptest.Answer
	p.UnchangedDays(func() { refused = p.Submit(path, values) })
	refused.Want(t, 409, "Annulé depuis", "Congé", "Voici ce que vous écriviez")

	path, values = acts["an arrival pressed"](t, p)
	p.Submit(path, values).Want(t, 303)
	p.BringBack("5", "4").Want(t, 303) // to no day at all
	p.UnchangedDays(func() { p.Submit(path, values).Want(t, 409, "Annulé depuis") })
	p.WantSaved("/entries/new?date=2026-11-10", refused.Fields(), "/entries/6/edit") // knowingly, from the page that says so

	path, values = acts["a range"](t, p)
	done := p.Submit(path, values)
	undone := p.PressUndo(p.After(done), "Annuler")
	redone := p.PressUndo(p.After(undone), "Rétablir").Want(t, 303)
	p.UnchangedDays(func() { p.Submit(path, values).WantLocation(t, "/months/2026-12#2026-12-21") })
	p.PressUndo(p.After(redone), "Annuler").Want(t, 303)
	p.UnchangedDays(func() { p.Submit(path, values).Want(t, 409, "Annulé depuis", "Noël") })
}
