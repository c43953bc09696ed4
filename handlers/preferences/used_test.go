package preferences_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func deletion(p *apptest.Program, vehicle string) url.Values {
	p.T.Helper()
	return fill(p.Get("/settings").SettingsForm(p.T, "vehicles", vehicle), "do", "delete")
}

func TestWhatIsInUseIsNotDeleted(t *testing.T) {
	p := start(t)
	saved(p, "vehicles", "", "vehicles.label", "Clio", "vehicles.type", "moteur")
	modelstest.WantNone(t, newest(p), "deductible")
	saved(p, "journeys", "", "journeys.label", "Bureau", "journeys.distance_km", "10")
	p.Work("2026-11-18", "bureau", "clio")
	p.Work("2026-11-19", "", "clio")
	send(p, "vehicles", "clio", "do", "delete").WantHTML(t, 409, "2 jours ont ce véhicule : renommez-le, ou masquez-le des choix.")
	send(p, "journeys", "bureau", "do", "delete").WantHTML(t, 409, "1 jour a ce trajet")
	send(p, "vehicles", "clio", "vehicles.type", "cycle").WantHTML(t, 409, "2 jours ont ce véhicule")
	saved(p, "vehicles", "clio", "vehicles.label", "Vieille Clio", "vehicles.hidden", "true", "vehicles.deductible", "")
	modelstest.WantIn(t, newest(p), "deductible = false")
	p.Get("/settings").WantHTML(t, 200, "Vieille Clio · 2 jours · masqué")
	modelstest.Want(t, !strings.Contains(p.Get("/entries/new?date=2026-11-24").Body, "Vieille Clio") && strings.Contains(p.Get("/entries/1/edit").Body, "selected>Vieille Clio"), true, "what is hidden is not to be chosen, and stays with its days")
	saved(p, "vehicles", "", "vehicles.label", "Zoé", "vehicles.type", "moteur")
	saved(p, "vehicles", "zoe", "do", "delete")
	modelstest.WantNone(t, p.Get("/settings").Body, ">Zoé")
}

func TestNothingIsDeletedThatWhatADayWasBeforeHas(t *testing.T) {
	p := start(t)
	saved(p, "vehicles", "", "vehicles.label", "Berlingo", "vehicles.type", "moteur")
	p.Work("2026-11-18", "", "berlingo")
	undo := p.After(p.Submit("/entries/1/delete", p.Form("/entries/1/delete")))
	p.Unchanged(func() {
		p.Submit("/settings", deletion(p, "berlingo")).Want(t, 409, "masquez-le des choix")
	})
	p.PressUndo(undo, "Annuler").Want(t, 303)
	p.WantStored("SELECT motor_vehicle_id FROM work_entries", "berlingo")
}

func TestAnIDIsNeverGivenAgain(t *testing.T) {
	p := start(t)
	for _, id := range []string{"berlingo", "berlingo-2", "berlingo-3"} {
		saved(p, "vehicles", "", "vehicles.label", "Berlingo", "vehicles.type", "moteur")
		p.Submit("/settings", deletion(p, id)).Want(t, 303)
	}
	saved(p, "person", "", "person.name", "annexe") // which is no id
	saved(p, "vehicles", "", "vehicles.label", "Annexe", "vehicles.type", "moteur")
	p.Submit("/settings", deletion(p, "annexe")).Want(t, 303)
}

// TestADayThatIsSavedWhileItsVehicleIsDeletedIsRefusedOrKeepsIt presses both at once.
func TestADayThatIsSavedWhileItsVehicleIsDeletedIsRefusedOrKeepsIt(t *testing.T) {
	p := start(t)
	saved(p, "vehicles", "", "vehicles.label", "Berlingo", "vehicles.type", "moteur")
	day := url.Values{"day_type": {"WORK"}, "motor_vehicle_id": {"berlingo"}}
	requests := []*http.Request{p.FormRequest("/settings", deletion(p, "berlingo"))}
	for date := range 20 {
		requests = append(requests, p.FormRequest(fmt.Sprintf("/entries/new?date=2026-10-%02d", date+1), day))
	}
	got := apptest.Together(t, requests)
	days := p.Stored("SELECT count(*) FROM work_entries WHERE motor_vehicle_id = 'berlingo'")[0]
	there := strings.Contains(p.Get("/settings").Body, `value="berlingo"`)
	modelstest.Want(t, (days != "0") == there, true, got, days, there)
}
