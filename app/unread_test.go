package app_test

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/models"
)

// write changes the record as another program could.
func (p *program) write(statement string) {
	p.t.Helper()
	if _, err := p.db.Exec("PRAGMA ignore_check_constraints = ON; " + statement); err != nil {
		p.t.Fatal(err)
	}
}

func TestASlotThatCannotBeReadIsSaidToBeThereAndCountsNowhere(t *testing.T) {
	t.Parallel()
	p := recordedDay(t) // 4:07 and 4:21
	p.write("UPDATE time_slots SET end_at = 'noon' WHERE id = 2")
	p.get(editDay).wantText(t, 200, "1~créneau ne peut pas être lu et ne compte pas.", "4~h~07")
	p.get("/months/2026-11").wantText(t, 200, "4~h~07")
	p.get("/years/2026").wantText(t, 200, "4~h~07")
	p.clock.advance(24 * time.Hour)
	p.get("/review").want(t, 200, "Données illisibles", `href="/entries/1/history"`)
	p.get("/entries/1/history").wantText(t, 200, "1~créneau illisible")

	p.unchanged(func() { p.wantSaved(editDay, p.form(editDay), editDay) })
	values := p.form(editDay)
	values.Set("note", "x")
	page := p.after(p.submit(editDay, values))
	p.wantStored("SELECT count(*) FROM time_slots", "2") // a note changes no slot
	page.wantText(t, 200, "1~créneau ne peut pas être lu")
	values = p.form(editDay)
	values["slot_start"][1], values["slot_end"][1] = "13:00", "17:21"
	page = p.after(p.submit(editDay, values))
	if strings.Contains(page.body, "ne peut pas être lu") {
		t.Error("the slot that cannot be read is still said to be there")
	}
	p.wantSound()
	p.pressUndo(page, "Annuler").want(t, 303)
	p.wantStored("SELECT end_at FROM time_slots WHERE id = 2", "noon")
}

func TestADateThatDoesNotExistIsOnNoPageButThoseThatSaySo(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	p.write("UPDATE work_entries SET date = '2026-10-32' WHERE id = 1")
	p.clock.advance(24 * time.Hour)
	p.get("/review").wantText(t, 200, "Une journée est enregistrée au 2026-10-32, une date qui n’existe pas~: elle n’est comptée nulle part.")
	p.get("/entries/1/history").wantText(t, 200, "Historique du 2026-10-32")
	p.submit("/entries/1/delete", p.form("/entries/1/delete")).want(t, 303)
	p.wantStored("SELECT date FROM work_entries", "2026-11-19")
	p.wantStored("SELECT date, action FROM day_states JOIN changes ON changes.id = change_id", "2026-10-32 | deleted")
	p.bringBack("1", "1").want(t, 303)
	p.wantStored("SELECT date FROM work_entries ORDER BY id", "2026-10-32", "2026-11-19")
}

func TestAnExportLacksTheDaysThatCannotBeReadAndSaysWhich(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	p.write("UPDATE work_entries SET created_at = 'once' WHERE id = 1")
	for _, request := range []app.ExportRequest{{Format: "json"}, {Format: "csv"}, {Format: "csv", Of: "days"}} {
		var written bytes.Buffer
		warning, err := app.Export(t.Context(), p.config, request, &written)
		if err != nil || !strings.HasPrefix(warning, "this export lacks days that cannot be read: 2026-11-20 (/entries/1/history). ") {
			t.Errorf("%+v: got %q, %v", request, warning, err)
		}
		if !strings.Contains(written.String(), "2026-11-19") || strings.Contains(written.String(), "2026-11-20,") || strings.Contains(written.String(), "once") {
			t.Errorf("%+v: wrote %s", request, &written)
		}
	}
	asked := p.get("/data/export")
	asked.want(t, 422, "Il manque à cet export ce qui ne peut pas être lu", `<a href="/entries/1/history">vendredi 20`)
	p.get("/data/export?anyway=1").want(t, 200, "2026-11-19")
	other := start(t)
	_, done := other.takeIn(p.get("/data/export?anyway=1").body)
	done.want(t, 303)
}

func TestAStateThatCannotBeReadIsShownAndNotBroughtBack(t *testing.T) {
	t.Parallel()
	for _, state := range []string{"{garbage", "{}", "null", `{"entry":{"id":7,"date":"2026-11-20"}}`} {
		p := recordedDay(t)
		p.edit(func(values url.Values) { values.Set("note", "x") })
		p.edit(func(values url.Values) { values.Set("note", "y") })
		p.write("UPDATE day_states SET state = '" + state + "' WHERE id = 1")
		history := p.get("/entries/1/history")
		history.wantText(t, 200, "Un état qui ne peut pas être lu")
		if got := history.fields()["state"]; len(got) != 1 || got[0] != "2" {
			t.Errorf("%s: states %v can be brought back", state, got)
		}
		version := history.fields()["version"][0]
		p.unchanged(func() {
			p.submit("/entries/bring-back", url.Values{"state": {"1"}, "version": {version}}).wantText(t, 409, "État illisible")
		})
		p.bringBack("1", "2").want(t, 303)
	}
}

func TestARefusedEventThatCannotBeReadIsNamedAndDismissed(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.leave("2026-11-20T18:00:00+01:00", "refused").want(t, 409)
	p.write("UPDATE refused_events SET occurred_at = 'late'")
	p.get("/review").wantText(t, 200, "Départ à une heure illisible", "Cet événement ne peut pas être enregistré.")
	p.leave("2026-11-20T18:30:00+01:00", "refused too").want(t, 409)
	p.get("/review").wantText(t, 200, "Départ à une heure illisible", "18:30")
	p.submit("/review/dismiss", url.Values{"refused_id": {"1"}}).want(t, 303)
	p.wantStored("SELECT id FROM refused_events", "2")
}

func TestAnOpenArrivalThatCannotBeReadIsLeftToAPerson(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-20T08:00:00+01:00", "in").want(t, 201)
	p.write("UPDATE workplace_presence_events SET occurred_at = 'early'")
	p.leave("2026-11-20T12:00:00+01:00", "out").wantError(t, 422, "Événement invalide")
	p.get("/months/2026-11").wantText(t, 200, "depuis une heure qui ne peut pas être lue", "L’heure de l’arrivée du vendredi 20~novembre 2026 ne peut pas être lue")
	if told := p.presence(p.renewFeeds()); told["since"] != nil || told["last_event_at"] != nil || told["forgotten"] != true {
		t.Errorf("the feed says %v", told)
	}
	p.submit("/presence/discard", url.Values{"arrival_id": {"1"}}).want(t, 303)
	p.arrive("2026-11-20T13:00:00+01:00", "in again").want(t, 201)
	p.leave("2026-11-20T14:00:00+01:00", "out again").want(t, 200)
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
		p := recordedDay(t)
		p.arrive("2026-11-20T20:00:00+01:00", "evening").want(t, 201)
		p.submit("/entries/new?date=2026-11-19", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"9"}}).want(t, 303)
		p.write("PRAGMA foreign_keys = OFF; " + statement)
		const whole = "SELECT * FROM workplace_presence_events ORDER BY id"
		before := p.stored(whole)
		page := p.after(p.submit("/entries/1/delete", p.form("/entries/1/delete")))
		p.pressUndo(page, "Annuler").want(t, 303)
		if after := p.stored(whole); !slices.Equal(after, before) {
			t.Errorf("%s: got %q, want %q", statement, after, before)
		}
	}
}

func TestAnUnreadableSlotStopsNoImportOverItsDay(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.write("UPDATE time_slots SET end_at = 'noon' WHERE id = 2")
	for _, table := range []string{
		"date,start,end\n2026-11-20,18:00,19:00\n2026-11-19,08:00,12:00\n",
		"date,day_type,note\n2026-11-20,FORMATION,x\n",
	} {
		shown := p.upload(table, "")
		p.submit("/data/import", shown.fields()).want(t, 303)
	}
	p.wantStored("SELECT date, day_type, note FROM work_entries ORDER BY date", "2026-11-19 | WORK | ", "2026-11-20 | FORMATION | x")
}

func TestADateOutsideTheCalendarIsNamedByAnExportAndByTheReview(t *testing.T) {
	t.Parallel()
	for date, shown := range map[string]string{"1969-12-31": "mercredi 31~décembre 1969", "0000-00-00": "0000-00-00", "9999-99-99": "9999-99-99"} {
		p := recordedDay(t)
		p.day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
		p.write("UPDATE work_entries SET date = '" + date + "' WHERE id = 1")
		var written bytes.Buffer
		warning, err := app.Export(t.Context(), p.config, app.ExportRequest{Format: "json"}, &written)
		if err != nil || !strings.Contains(warning, date+" (/entries/1/history)") {
			t.Errorf("%s: got %q, %v", date, warning, err)
		}
		p.get("/data/export").wantText(t, 422, shown)
		p.get("/review").want(t, 200, "Données illisibles", date)
		p.after(p.submit("/entries/1/delete", p.form("/entries/1/delete"))).want(t, 200)
		if found, err := models.Check(t.Context(), p.config.Database); err != nil || strings.Contains(strings.Join(found.Findings, ""), "day state") {
			t.Errorf("%s: once it is deleted: %q, %v", date, found.Findings, err)
		}
	}
}
