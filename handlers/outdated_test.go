package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/modelstest"
)

// doors are the paths of all forms of the pages, from the router.
func doors(p *apptest.Program) (paths []string) {
	values := strings.NewReplacer(":id", "999", ":year", "2026", ":month", "2026-10")
	for _, route := range p.Routes.Routes() {
		own := strings.HasPrefix(route.Path, "/api/") || strings.HasPrefix(route.Path, "/hooks/")
		const token = "/help/token" // is there only behind Home Assistant's login, and changes nothing
		if route.Method == http.MethodPost && !own && route.Path != token {
			paths = append(paths, values.Replace(route.Path))
		}
	}
	return paths
}

func TestNoFormOfAnotherDatabaseOrSiteIsApplied(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.NoLimit)
	all := doors(p)
	if len(all) < 20 {
		t.Fatalf("got %q", all)
	}
	values := url.Values{"database": {"another"}, "version": {"4"}, "change": {"1"}}
	p.Unchanged(func() {
		for _, path := range all {
			p.Send(apptest.CrossSite(p.FormRequest(path, nil))).Want(t, 403)
			p.Submit(path, values).Want(t, 409, "La base a été restaurée depuis l’ouverture de cette page")
			asScript := p.FormRequest(path, values)
			asScript.Header.Set("Accept", echo.MIMEApplicationJSON)
			p.Send(asScript).Want(t, 409, `{"error":"La base a été restaurée`)
		}
	})
	locked := apptest.RecordedDay(t, apptest.NoLimit, apptest.WithPassword)
	locked.Unchanged(func() {
		for _, path := range doors(locked) { // of which none has the login carry what was typed
			answer := locked.Send(apptest.CrossSite(locked.FormRequest(path, url.Values{"note": {"longtemps"}})))
			answer.Want(t, 403, "Demande d’un autre site")
			answer.WantNone(t, "longtemps")
		}
	})
}

func TestWhatWasTypedOverAnotherDatabaseIsShown(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.NoLimit)
	for path, typed := range map[string]url.Values{
		apptest.EditDay:                {"date": {"2026-11-20"}, "version": {"9"}, "day_type": {"GARDE"}, "slot_start": {"20:15"}, "slot_end": {"07:45"}},
		"/entries/new?date=2026-11-12": {"date": {"2026-11-12"}, "day_type": {"GARDE"}, "slot_start": {"20:15"}, "slot_end": {"07:45"}},
		"/entries/range":               {"from": {"2026-11-02"}, "to": {"2026-11-06"}, "day_type": {"CONGE"}, "weekday": {"1"}, "note": {"20:15"}},
		"/presence/hand":               {"event": {"arrival"}, "key": {"k"}, "at": {"20:15"}},
		"/presence/close?typed=" + url.QueryEscape(apptest.EditDay): {"date": {"2026-11-20"}, "arrival_id": {"9"}, "slot_start": {"20:15"}, "slot_end": {"07:45"}},
		"/settings":              {"section": {"person"}, "version": {"9"}, "person.name": {"20:15"}},
		"/settings/start?step=2": {"version": {"9"}, "leave": {"20:15"}},
		"/plan?date":             {"date": {"2026-11-20"}, "shift_start": {"20:15"}, "shift_end": {"07:45"}, "shift_type": {"GARDE"}},
		"/plan?cycle":            {"cycle": {""}, "from": {"2026-11-16"}, "weeks": {"1"}, "cycle_start": {"20:15"}, "cycle_end": {"07:45"}, "cycle_type": {"GARDE"}, "on": {"0-1"}},
	} {
		typed.Set("database", "another")
		p.SubmitInVain(path, typed).Want(t, 409, "La base a été restaurée", "20:15")
	}
	p.SubmitInVain("/presence/close", url.Values{"arrival_id": {"9"}, "end": {"20:15"}, "database": {"another"}}).Want(t, 409, "La base a été restaurée") // no arrival is open
}

func TestEveryFormSaysOfWhichDatabaseAndMomentItIs(t *testing.T) {
	p := apptest.Thursday(t)
	field := `<input type="hidden" name="database" value="` + p.Stored("SELECT number FROM database_state")[0] + `">`
	for _, path := range []string{"/months/2026-11", "/today", apptest.EditDay, "/entries/1/delete", "/entries/1/history", "/entries/new", "/entries/range", "/presence/close", "/review", "/settings", "/settings/start", "/data", "/feeds", "/help/connect", "/years/2026/costs"} {
		forms := strings.Split(p.Get(path).Body, "<form ")[1:]
		for _, form := range forms {
			modelstest.Want(t, !strings.Contains(form[:strings.Index(form, ">")], `method="post"`) || strings.Contains(form[:strings.Index(form, "</form>")], field), true, path, form)
		}
	}

	values := p.Form("/presence/close")
	values.Set("end", "17:20")
	values.Set("arrival_id_at", "2026-11-18T07:00:00.000000000Z")
	p.UnchangedDays(func() { p.Submit("/presence/close", values).Want(t, 409, "n’est plus ouverte") })
}

// restore replaces the program's database with a backup, as `worklog restore` does.
func restore(t *testing.T, p *apptest.Program, backup string) {
	t.Helper()
	p.Stop()
	p.DB.Close()
	modelstest.Must(t, modelstest.Only(models.Format.Restore(t.Context(), backup, p.Config.Database, nil)))
	p.DB = modelstest.SQL(t, p.Config.Database)
	p.Run()
}

func TestAPageLeftOpenOverARestoreChangesNoOtherRecord(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.ByHand("2026-11-16", "WORK", "08:00-17:00")
	backup := filepath.Join(t.TempDir(), "backup.db")
	modelstest.Must(t, modelstest.Only(models.Format.Backup(t.Context(), p.Config.Database, backup)))
	p.ByHand("2026-11-17", "TT", "09:00-12:00") // entry 2
	typed := p.Form("/entries/2/edit")
	typed.Set("note", "tapé avant la restauration")
	_, press := p.Get("/months/2026-11").Button(t)

	restore(t, p, backup)
	p.ByHand("2026-11-18", "GARDE", "20:00-23:00")
	p.WantStored("SELECT id, date FROM work_entries ORDER BY id", "1 | 2026-11-16", "3 | 2026-11-18") // no id returns
	p.Unchanged(func() {
		p.Submit("/presence/hand", press).Want(t, 409, "La base a été restaurée", "Vous avez appuyé")
		again := p.Submit("/entries/1/edit", typed) // whichever day has that id now
		again.Want(t, 409, "La base a été restaurée", "mardi 17\u00a0novembre 2026", "tapé avant la restauration")
	})
	again := p.Submit("/entries/2/edit", typed)
	p.WantSaved("/entries/new?date=2026-11-17", again.Fields(), "/entries/4/edit")
	p.Submit("/entries/2/edit", typed).Want(t, 409, "tapé avant la restauration", "Remplacer par ce que j’écrivais")
}

func TestWhatWasTypedForADayThatIsGoneIsShown(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	var slots []string
	for n := range 100 {
		slots = append(slots, fmt.Sprintf("%02d:%02d-%02d:%02d", n/6, n%6*10, n/6, n%6*10+5))
	}
	p.ByHand("2026-11-16", "WORK", slots...)
	typed := p.Form(apptest.EditDay)
	typed.Set("note", "tapé entre-temps")
	deletion := p.Form("/entries/1/delete")
	p.Submit("/entries/1/delete", deletion).Want(t, 303)
	p.Unchanged(func() {
		p.Submit("/entries/1/delete", deletion).Want(t, 404, "Journée introuvable")
		p.Submit(apptest.EditDay, typed).Want(t, 404, "Cette journée a été supprimée entre-temps", "tapé entre-temps", "lundi 16\u00a0novembre 2026", "16:30")
	})
	p.WantSaved("/entries/new?date=2026-11-16", p.Submit(apptest.EditDay, typed).Fields(), "/entries/2/edit")
}

// TestAVersionIsToldByItsMomentToo puts a copy of the file back, as a backup of the whole folder
// does: the number of the database is the same.
func TestAVersionIsToldByItsMomentToo(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.NoLimit)
	p.ByHand("2026-11-19", "CONGE") // entry 2
	copied := filepath.Join(t.TempDir(), "copy.db")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("VACUUM INTO ?", copied)))
	change := func(note string) (page apptest.Answer) {
		values := p.Form(apptest.EditDay)
		values.Set("note", note)
		return p.After(p.Submit(apptest.EditDay, values))
	}
	note := func(note string) {
		values := p.Form("/entries/2/edit")
		values.Set("note", note)
		p.Submit("/entries/2/edit", values).Want(t, 303)
	}
	note("avant")
	fill := url.Values{"from": {"2026-11-19"}, "to": {"2026-11-19"}, "weekday": {"4"}, "day_type": {"RTT"}}
	fill.Set("plan", apptest.PreviewOf(t, p.Submit("/entries/range", fill)))
	fill.Set("do", "save")
	undo := change("avant").Fields()
	typed, deletion := p.Form(apptest.EditDay), p.Form("/entries/1/delete")
	name := func(name string) url.Values {
		values := p.Get("/settings").SettingsForm(t, "person", "")
		values.Set("person.name", name)
		return values
	}
	p.Submit("/settings", name("Avant")).Want(t, 303)
	settings := name("Tapé avant")
	state := p.Get("/entries/1/history").Fields()

	p.Stop()
	p.DB.Close()
	content, err := os.ReadFile(copied)
	if err == nil {
		err = os.WriteFile(p.Config.Database, content, 0o600)
	}
	modelstest.Must(t, err)
	p.DB = modelstest.SQL(t, p.Config.Database)
	p.Clock.Advance(1)
	p.Run()
	note("après")
	change("après") // the same id, version and change as before
	p.Submit("/settings", name("Après")).Want(t, 303)
	typed.Set("note", "tapé avant")
	p.Unchanged(func() {
		p.Submit(apptest.EditDay, typed).Want(t, 409, "a changé", "après", "tapé avant")
		p.Submit("/entries/1/delete", deletion).Want(t, 409, "a changé")
		p.Submit("/entries/range", fill).Want(t, 409, "ce n’est plus ce que vous aviez vu")
		p.Submit("/entries/take-back", undo).Want(t, 404)
		p.Submit("/entries/bring-back", state).Want(t, 404)
		p.Submit("/settings", settings).Want(t, 409, "ont changé")
	})
}
