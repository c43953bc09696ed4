package odd_test

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
)

// write changes the record as another program could.
func write(p *apptest.Program, statement string) {
	p.T.Helper()
	if _, err := p.DB.Exec("PRAGMA ignore_check_constraints = ON; " + statement); err != nil {
		p.T.Fatal(err)
	}
}

func TestASlotThatCannotBeReadIsSaidToBeThereAndCountsNowhere(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t) // 4:07 and 4:21
	write(p, "UPDATE time_slots SET end_at = 'noon' WHERE id = 2")
	p.Get(apptest.EditDay).WantHTML(t, 200, "1 créneau ne peut pas être lu et ne compte pas.", "4 h 07")
	p.Get("/months/2026-11").WantHTML(t, 200, "4 h 07")
	p.Get("/years/2026").WantHTML(t, 200, "4 h 07")
	p.Clock.Advance(24 * time.Hour)
	p.Get("/review").Want(t, 200, "Données illisibles", `href="/entries/1/history"`)
	p.Get("/entries/1/history").WantHTML(t, 200, "1 créneau illisible")

	p.Unchanged(func() { p.WantSaved(apptest.EditDay, p.Form(apptest.EditDay), apptest.EditDay) })
	values := p.Form(apptest.EditDay)
	values.Set("note", "x")
	page := p.After(p.Submit(apptest.EditDay, values))
	p.WantStored("SELECT count(*) FROM time_slots", "2") // a note changes no slot
	page.WantHTML(t, 200, "1 créneau ne peut pas être lu")
	values = p.Form(apptest.EditDay)
	values["slot_start"][1], values["slot_end"][1] = "13:00", "17:21"
	page = p.After(p.Submit(apptest.EditDay, values))
	if strings.Contains(page.Body, "ne peut pas être lu") {
		t.Error("the slot that cannot be read is still said to be there")
	}
	p.WantSound()
	p.PressUndo(page, "Annuler").Want(t, 303)
	p.WantStored("SELECT end_at FROM time_slots WHERE id = 2", "noon")
}

func TestADateThatDoesNotExistIsOnNoPageButThoseThatSaySo(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	write(p, "UPDATE work_entries SET date = '2026-10-32' WHERE id = 1")
	p.Clock.Advance(24 * time.Hour)
	p.Get("/review").WantHTML(t, 200, "Une journée est enregistrée au 2026-10-32, une date qui n’existe pas : elle n’est comptée nulle part.")
	p.Get("/entries/1/history").WantHTML(t, 200, "Historique du 2026-10-32")
	p.Submit("/entries/1/delete", p.Form("/entries/1/delete")).Want(t, 303)
	p.WantStored("SELECT date FROM work_entries", "2026-11-19")
	p.WantStored("SELECT date, action FROM day_states JOIN changes ON changes.id = change_id", "2026-10-32 | deleted")
	p.BringBack("1", "1").Want(t, 303)
	p.WantStored("SELECT date FROM work_entries ORDER BY id", "2026-10-32", "2026-11-19")
}

func TestAnExportLacksTheDaysThatCannotBeReadAndSaysWhich(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	write(p, "UPDATE work_entries SET created_at = 'once' WHERE id = 1")
	for _, request := range []app.ExportRequest{{Format: "json"}, {Format: "csv"}, {Format: "csv", Of: "days"}} {
		var written bytes.Buffer
		warning, err := app.Export(t.Context(), p.Config, request, &written)
		if err != nil || !strings.HasPrefix(warning, "this export lacks days that cannot be read: 2026-11-20 (/entries/1/history). ") {
			t.Errorf("%+v: got %q, %v", request, warning, err)
		}
		if !strings.Contains(written.String(), "2026-11-19") || strings.Contains(written.String(), "2026-11-20,") || strings.Contains(written.String(), "once") {
			t.Errorf("%+v: wrote %s", request, &written)
		}
	}
	asked := p.Get("/data/export")
	asked.Want(t, 422, "Il manque à cet export ce qui ne peut pas être lu", `<a href="/entries/1/history">vendredi 20`)
	p.Get("/data/export?anyway=1").Want(t, 200, "2026-11-19")
	other := apptest.Start(t)
	_, done := other.TakeIn(p.Get("/data/export?anyway=1").Body)
	done.Want(t, 303)
}

func TestAStateThatCannotBeReadIsShownAndNotBroughtBack(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"{garbage", "{}", "null", `{"entry":{"id":7,"date":"2026-11-20"}}`} {
		p := apptest.RecordedDay(t)
		p.Edit(func(values url.Values) { values.Set("note", "x") })
		p.Edit(func(values url.Values) { values.Set("note", "y") })
		write(p, "UPDATE day_states SET state = '"+state+"' WHERE id = 1")
		history := p.Get("/entries/1/history")
		history.WantHTML(t, 200, "Un état qui ne peut pas être lu")
		if got := history.Fields()["state"]; len(got) != 1 || got[0] != "2" {
			t.Errorf("%s: states %v can be brought back", state, got)
		}
		version := history.Fields()["version"][0]
		p.Unchanged(func() {
			p.Submit("/entries/bring-back", url.Values{"state": {"1"}, "version": {version}}).WantHTML(t, 409, "État illisible")
		})
		p.BringBack("1", "2").Want(t, 303)
	}
}

func TestARefusedEventThatCannotBeReadIsNamedAndDismissed(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	p.Leave("2026-11-20T18:00:00+01:00", "refused").Want(t, 409)
	write(p, "UPDATE refused_events SET occurred_at = 'late'")
	p.Get("/review").WantHTML(t, 200, "Départ à une heure illisible", "Cet événement ne peut pas être enregistré.")
	p.Leave("2026-11-20T18:30:00+01:00", "refused too").Want(t, 409)
	p.Get("/review").WantHTML(t, 200, "Départ à une heure illisible", "18:30")
	p.Submit("/review/dismiss", url.Values{"refused_id": {"1"}}).Want(t, 303)
	p.WantStored("SELECT id FROM refused_events", "2")
}

func TestAnOpenArrivalThatCannotBeReadIsLeftToAPerson(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Arrive("2026-11-20T08:00:00+01:00", "in").Want(t, 201)
	write(p, "UPDATE workplace_presence_events SET occurred_at = 'early'")
	p.Leave("2026-11-20T12:00:00+01:00", "out").WantError(t, 422, "Événement invalide")
	p.Get("/months/2026-11").WantHTML(t, 200, "depuis une heure qui ne peut pas être lue", "L’heure de l’arrivée du vendredi 20 novembre 2026 ne peut pas être lue")
	if told := p.Presence(p.RenewFeeds()); told["since"] != nil || told["last_event_at"] != nil || told["forgotten"] != true {
		t.Errorf("the feed says %v", told)
	}
	p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(t, 303)
	p.Arrive("2026-11-20T13:00:00+01:00", "in again").Want(t, 201)
	p.Leave("2026-11-20T14:00:00+01:00", "out again").Want(t, 200)
}

func TestAnOddDayThatIsDeletedComesBackAsItWas(t *testing.T) {
	t.Parallel()
	for _, statement := range []string{
		"UPDATE workplace_presence_events SET created_slot_id = NULL WHERE id = 2",
		"UPDATE workplace_presence_events SET time_slot_id = 3 WHERE id = 1", // of another day
		"UPDATE workplace_presence_events SET closure = 'departure', closed_at = received_at WHERE id = 5",
		"UPDATE work_entries SET created_at = 'once' WHERE id = 1",
		"UPDATE work_entries SET timezone = 'Mars/Olympus' WHERE id = 1",
		"UPDATE work_entries SET note = 'a' || char(0) WHERE id = 1",
		"UPDATE time_slots SET end_at = 'noon' WHERE id = 1",
	} {
		p := apptest.RecordedDay(t)
		p.Arrive("2026-11-20T20:00:00+01:00", "evening").Want(t, 201)
		p.Submit("/entries/new?date=2026-11-19", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"9"}}).Want(t, 303)
		write(p, "PRAGMA foreign_keys = OFF; "+statement)
		const whole = "SELECT * FROM workplace_presence_events ORDER BY id"
		before := p.Stored(whole)
		page := p.After(p.Submit("/entries/1/delete", p.Form("/entries/1/delete")))
		p.PressUndo(page, "Annuler").Want(t, 303)
		if after := p.Stored(whole); !slices.Equal(after, before) {
			t.Errorf("%s: got %q, want %q", statement, after, before)
		}
	}
}

func TestAnUnreadableSlotStopsNoImportOverItsDay(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	write(p, "UPDATE time_slots SET end_at = 'noon' WHERE id = 2")
	for _, table := range []string{
		"date,start,end\n2026-11-20,18:00,19:00\n2026-11-19,08:00,12:00\n",
		"date,day_type,note\n2026-11-20,FORMATION,x\n",
	} {
		shown := p.Upload(table, "")
		p.Submit("/data/import", shown.Fields()).Want(t, 303)
	}
	p.WantStored("SELECT date, day_type, note FROM work_entries ORDER BY date", "2026-11-19 | WORK | ", "2026-11-20 | FORMATION | x")
}

func TestADateOutsideTheCalendarIsNamedByAnExportAndByTheReview(t *testing.T) {
	t.Parallel()
	for date, shown := range map[string]string{"1969-12-31": "mercredi 31 décembre 1969", "0000-00-00": "0000-00-00", "9999-99-99": "9999-99-99"} {
		p := apptest.RecordedDay(t)
		p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
		write(p, "UPDATE work_entries SET date = '"+date+"' WHERE id = 1")
		var written bytes.Buffer
		warning, err := app.Export(t.Context(), p.Config, app.ExportRequest{Format: "json"}, &written)
		if err != nil || !strings.Contains(warning, date+" (/entries/1/history)") {
			t.Errorf("%s: got %q, %v", date, warning, err)
		}
		p.Get("/data/export").WantHTML(t, 422, shown)
		p.Get("/review").Want(t, 200, "Données illisibles", date)
		p.After(p.Submit("/entries/1/delete", p.Form("/entries/1/delete"))).Want(t, 200)
		if found, err := models.Check(t.Context(), p.Config.Database); err != nil || strings.Contains(strings.Join(found.Findings, ""), "day state") {
			t.Errorf("%s: once it is deleted: %q, %v", date, found.Findings, err)
		}
	}
}
