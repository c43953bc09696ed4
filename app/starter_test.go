package app_test

import (
	"testing"

	"worklog/app"
	"worklog/app/apptest"
)

func TestWhoHasSetNothingIsAskedEverythingAndHasNoCosts(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, string(app.Starter)))
	for _, path := range []string{"/months/2026-11", "/today"} {
		p.Get(path).WantHTML(t, 200, `href="/settings/start">Répondre à quatre questions</a>`)
	}
	p.Arrive("2026-11-20T08:03:00+01:00", "in").Want(t, 201)
	p.Leave("2026-11-20T17:21:00+01:00", "out").Want(t, 200)
	p.WantStored("SELECT day_type, journey_profile_id, motor_vehicle_id FROM work_entries", "WORK |  | ")
	for _, path := range []string{"/months/2026-11", "/today", "/counters", "/years/2026", "/years/2026/costs", "/entries/1/edit"} {
		page := p.Get(path)
		page.Want(t, 200)
		page.WantNone(t, "€")
	}
	p.Get("/years/2026/costs").WantWords(t, "il faut un trajet et un véhicule", "Régler un trajet", "Régler un véhicule")
	for step, field := range map[string]string{"1": "place", "2": "week", "3": "power", "4": "from"} {
		p.Get("/settings/start?step="+step).WantHTML(t, 200, `name="`+field+`"`)
	}
}
