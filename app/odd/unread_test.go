// Package odd_test is about days that no page makes: of more slots than can be typed, or with
// text that cannot be read.
package odd_test

import (
	"bytes"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/modelstest"
)

// write changes the record as another program could.
func write(p *apptest.Program, statement string) {
	p.T.Helper()
	modelstest.Must(p.T, modelstest.Only(p.DB.Exec("PRAGMA ignore_check_constraints = ON; "+statement)))
}

// oddValues are rows that another program has damaged, each on a day of its own from the 2nd of
// November on, and what is said to be wrong.
var oddValues = []struct {
	statement, why string
	refused        bool // by the schema, when the day comes back
}{
	{"UPDATE time_slots SET end_at = 'noon' WHERE work_entry_id = ?", "une heure impossible", false},
	{"UPDATE work_entries SET created_at = 'once' WHERE id = ?", "une heure impossible", false},
	{"UPDATE work_entries SET timezone = 'Mars/Olympus' WHERE id = ?", "un fuseau horaire inconnu", false},
	{"UPDATE work_entries SET day_type = 'NAP' WHERE id = ?", "un type inconnu", true},
	{"UPDATE work_entries SET version = 0 WHERE id = ?", "une version impossible", false},
	{"UPDATE workplace_presence_events SET received_at = '2026-11-20T27:61:00.000000000Z' WHERE work_entry_id = ?", "une heure impossible", false},
	{"UPDATE workplace_presence_events SET event = 'lunch' WHERE event = 'arrival' AND work_entry_id = ?", "un type inconnu", true},
}

func TestADayThatCannotBeReadIsSaidToBeThereCountsNowhereAndIsDeleted(t *testing.T) {
	p := apptest.Start(t, apptest.WithRules(t, `profile = "prive"`))
	for i, odd := range oddValues {
		date := fmt.Sprintf("2026-11-%02d", i+2)
		p.Day(date+"T08:00:00+01:00", date+"T12:00:00+01:00", date)
		write(p, strings.ReplaceAll(odd.statement, "?", strconv.Itoa(i+1)))
	}
	p.Day("2026-11-13T08:00:00+01:00", "2026-11-13T09:13:00+01:00", "readable")
	const raw = `SELECT date, timezone, day_type, created_at FROM work_entries WHERE id = ?1 UNION ALL SELECT id, start_at, end_at, '' FROM time_slots WHERE work_entry_id = ?1`
	var stored [][]string
	for i := range oddValues {
		stored = append(stored, p.Stored(raw, i+1))
	}
	for _, path := range []string{"/months/2026-11", "/years/2026", "/months/2026-11/hours", "/years/2026/hours", "/months/2026-11/sheet", "/years/2026/rests", "/years/2026/costs", "/today"} {
		page := p.Get(path).Want(t, 200, "La journée du lundi 2", oddValues[0].why, `href="/entries/1/history"`)
		if path != "/today" && path != "/years/2026/rests" && path != "/years/2026/costs" {
			page.WantHTML(t, 200, "1 h 13")
		}
		page.WantNone(t, "5 h 13")
	}
	p.Get("/months/2026-11").Want(t, 200, "Illisible")
	review := p.Get("/review")
	for i, odd := range oddValues {
		history := fmt.Sprintf("/entries/%d/history", i+1)
		review.Want(t, 200, `href="`+history+`"`, odd.why)
		p.Get(history).Want(t, 200, "Illisible", fmt.Sprintf(`href="/entries/%d/delete"`, i+1))
		edit := fmt.Sprintf("/entries/%d/edit", i+1)
		p.Get(edit).Want(t, 409, "Journée illisible")
		p.Unchanged(func() { p.Submit(edit, url.Values{"note": {"x"}}).Want(t, 409, "Journée illisible") })
		path := fmt.Sprintf("/entries/new?date=2026-11-%02d", i+2)
		p.Get(path).Want(t, 409, "Journée illisible")
		p.Unchanged(func() { p.Submit(path, url.Values{"day_type": {"WORK"}}).Want(t, 409, "Journée illisible") })
	}
	for i, odd := range oddValues {
		path := fmt.Sprintf("/entries/%d/delete", i+1)
		page := p.After(p.Submit(path, p.Form(path)))
		if odd.refused {
			p.PressUndo(page, "Annuler").Want(t, 409)
			continue
		}
		p.PressUndo(page, "Annuler").Want(t, 303)
		modelstest.WantList(t, p.Stored(raw, i+1), stored[i], "brought back")
		p.Submit(path, p.Form(path)).Want(t, 303)
	}
	modelstest.WantNone(t, strings.ToLower(p.Get("/months/2026-11").Body), "illisible")
}

func TestAnEventOfADayThatCannotBeReadIsRecorded(t *testing.T) {
	for _, statement := range []string{
		"UPDATE time_slots SET end_at = 'noon' WHERE id = 2",
		"UPDATE work_entries SET version = -3 WHERE id = 1",
	} {
		p := apptest.RecordedDay(t)
		write(p, statement)
		p.Arrive("2026-11-20T18:00:00+01:00", "in again").Want(t, 201)
		p.Get("/today").Want(t, 200)
		p.Leave("2026-11-20T19:00:00+01:00", "out again").Want(t, 200)
		p.WantStored("SELECT count(*) FROM time_slots", "3")
	}
}

func TestADayThatCannotBeReadHidesNothingElseToVerify(t *testing.T) {
	for _, odd := range oddValues {
		p := apptest.Start(t)
		p.Arrive("2026-11-16T13:00:00+01:00", "in").Want(t, 201)
		p.Arrive("2026-11-17T08:00:00+01:00", "in the next morning").Want(t, 409)
		p.Leave("2026-11-17T17:00:00+01:00", "out").Want(t, 200) // two days in one
		p.Leave("2026-11-18T17:00:00+01:00", "out again").Want(t, 409)
		write(p, strings.ReplaceAll(odd.statement, "?", "1"))
		p.Get("/review").Want(t, 200, odd.why, "Départ du mercredi")
	}
}

func TestAnArrivalOfADayThatCannotBeReadIsNotClosedByHand(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Arrive("2026-11-20T18:00:00+01:00", "open").Want(t, 201)
	p.Clock.Advance(24 * time.Hour)
	form := p.Form("/presence/close")
	form.Set("end", "19:00")
	write(p, "UPDATE time_slots SET end_at = 'noon' WHERE id = 2")
	p.Unchanged(func() {
		p.Submit("/presence/close", form).Want(t, 409, "une valeur impossible", `value="19:00"`, "Ce que vous écriviez est encore là.")
	})
}

func TestWhatCheckWouldRefuseIsSaidOfWhateverIsSaved(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Arrive("2026-11-20T18:00:00+01:00", "open").Want(t, 201)
	p.Clock.Advance(24 * time.Hour)
	closing := p.Form("/presence/close")
	closing.Set("end", "19:00")
	edited := p.Form(apptest.EditDay)
	edited.Set("note", "typed")
	write(p, "CREATE TRIGGER long AFTER UPDATE OF version ON work_entries BEGIN UPDATE work_entries SET note = printf('%.10001c', 'x') WHERE id = new.id; END")
	write(p, "CREATE TRIGGER long_too AFTER INSERT ON work_entries BEGIN UPDATE work_entries SET note = printf('%.10001c', 'x') WHERE id = new.id; END")
	for path, form := range map[string]url.Values{
		"/presence/close":              closing,
		apptest.EditDay:                edited,
		"/entries/new?date=2026-11-12": {"day_type": {"WORK"}, "note": {"typed"}},
		"/entries/range":               {"from": {"2026-11-02"}, "to": {"2026-11-06"}, "day_type": {"CONGE"}, "weekday": {"1"}, "do": {"fill"}},
	} {
		p.Unchanged(func() { p.Submit(path, form).Want(t, 409, "Ce que vous écriviez est encore là.") })
	}
	modelstest.Want(t, strings.Count(p.Log.String(), "has a note that is not at most"), 4)
}

func TestADeletedDayWithAnImpossibleVersionLeavesNothingToFind(t *testing.T) {
	p := apptest.RecordedDay(t)
	write(p, "UPDATE work_entries SET version = -3 WHERE id = 1")
	p.Submit("/entries/1/delete", p.Form("/entries/1/delete")).Want(t, 303)
	p.WantSound()
}

func TestADateThatDoesNotExistIsOnNoPageButThoseThatSaySo(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	write(p, "UPDATE work_entries SET date = '2026-10-32' WHERE id = 1")
	p.Clock.Advance(24 * time.Hour)
	p.Get("/review").WantHTML(t, 200, "La journée du 2026-10-32 est illisible (une date impossible) : aucun chiffre ne la compte.")
	p.Get("/entries/1/history").WantHTML(t, 200, "Historique du 2026-10-32")
	p.Submit("/entries/1/delete", p.Form("/entries/1/delete")).Want(t, 303)
	p.WantStored("SELECT date FROM work_entries", "2026-11-19")
	p.WantStored("SELECT date, action FROM day_states JOIN changes ON changes.id = change_id", "2026-10-32 | deleted")
	p.BringBack("1", "1").Want(t, 303)
	p.WantStored("SELECT date FROM work_entries ORDER BY id", "2026-10-32", "2026-11-19")
}

func TestAnExportLacksTheDaysThatCannotBeReadAndSaysWhich(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	write(p, "UPDATE work_entries SET created_at = 'once' WHERE id = 1")
	for _, request := range []exchange.Export{{}, {Table: exchange.Slots}, {Table: exchange.Days}} {
		var written bytes.Buffer
		warning := modelstest.Got(app.Export(t.Context(), p.Config, request, &written))(t)
		modelstest.WantIn(t, warning, "this export lacks days that cannot be read: 2026-11-20 (/entries/1/history). ")
		modelstest.WantIn(t, written.String(), "2026-11-19")
		modelstest.WantNone(t, written.String(), "2026-11-20,", "once")
	}
	p.Get("/data/export").Want(t, 422, "Il manque à cet export ce qui ne peut pas être lu", `<a href="/entries/1/history">vendredi 20`)
	p.Get("/data/export?anyway=1").Want(t, 200, "2026-11-19")
	_, done := apptest.Start(t).TakeIn(p.Get("/data/export?anyway=1").Body)
	done.Want(t, 303)
}

func TestAStateThatCannotBeReadIsShownAndNotBroughtBack(t *testing.T) {
	for _, state := range []string{"{garbage", "{}", "null", `{"entry":{"id":7,"date":"2026-11-20"}}`} {
		p := apptest.RecordedDay(t)
		p.Edit(func(values url.Values) { values.Set("note", "x") })
		p.Edit(func(values url.Values) { values.Set("note", "y") })
		write(p, "UPDATE day_states SET state = '"+state+"' WHERE id = 1")
		history := p.Get("/entries/1/history").WantHTML(t, 200, "Un état qui ne peut pas être lu")
		modelstest.WantList(t, history.Fields()["state"], []string{"2"}, state)
		version := history.Fields()["version"][0]
		p.Unchanged(func() {
			p.Submit("/entries/bring-back", url.Values{"state": {"1"}, "version": {version}}).WantHTML(t, 409, "État illisible")
		})
		p.BringBack("1", "2").Want(t, 303)
	}
}

func TestARefusedEventThatCannotBeReadIsNamedAndDismissed(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Leave("2026-11-20T18:00:00+01:00", "refused").Want(t, 409)
	write(p, "UPDATE refused_events SET occurred_at = 'late'")
	p.Get("/review").WantHTML(t, 200, "Départ à une heure illisible", "Cet événement ne peut pas être enregistré.")
	p.Leave("2026-11-20T18:30:00+01:00", "refused too").Want(t, 409)
	p.Get("/review").WantHTML(t, 200, "Départ à une heure illisible", "18:30")
	p.Submit("/review/dismiss", url.Values{"refused_id": {"1"}}).Want(t, 303)
	p.WantStored("SELECT id FROM refused_events", "2")
	p.WantStored("SELECT id FROM changes") // of no day
}

func TestAnOpenArrivalThatCannotBeReadIsLeftToAPerson(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-20T08:00:00+01:00", "in").Want(t, 201)
	write(p, "UPDATE workplace_presence_events SET occurred_at = 'early'")
	p.Leave("2026-11-20T12:00:00+01:00", "out").WantError(t, 422, "Événement invalide")
	p.Get("/months/2026-11").WantHTML(t, 200, "depuis une heure qui ne peut pas être lue", "L’heure de l’arrivée du vendredi 20 novembre 2026 ne peut pas être lue")
	told := p.Presence(p.RenewFeeds())
	modelstest.Want(t, told["since"] == nil && told["last_event_at"] == nil && told["forgotten"] == true, true, told)
	p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(t, 303)
	p.Arrive("2026-11-20T13:00:00+01:00", "in again").Want(t, 201)
	p.Leave("2026-11-20T14:00:00+01:00", "out again").Want(t, 200)
}

func TestAnOddDayThatIsDeletedComesBackAsItWas(t *testing.T) {
	for _, statement := range []string{
		"UPDATE workplace_presence_events SET created_slot_id = NULL WHERE id = 2",
		"UPDATE workplace_presence_events SET time_slot_id = 3 WHERE id = 1", // of another day
		"UPDATE workplace_presence_events SET closure = 'departure', closed_at = received_at WHERE id = 5",
		"UPDATE work_entries SET note = 'a' || char(0) WHERE id = 1",
	} {
		p := apptest.RecordedDay(t)
		p.Arrive("2026-11-20T20:00:00+01:00", "evening").Want(t, 201)
		p.Submit("/entries/new?date=2026-11-19", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"9"}}).Want(t, 303)
		write(p, "PRAGMA foreign_keys = OFF; "+statement)
		const whole = "SELECT * FROM workplace_presence_events ORDER BY id"
		before := p.Stored(whole)
		page := p.After(p.Submit("/entries/1/delete", p.Form("/entries/1/delete")))
		p.PressUndo(page, "Annuler").Want(t, 303)
		modelstest.WantList(t, p.Stored(whole), before, statement)
	}
}

func TestADayComesBackWithoutTheSlotThatAnotherProgramDeletedAlone(t *testing.T) {
	p := apptest.RecordedDay(t)
	write(p, "PRAGMA foreign_keys = OFF; DELETE FROM time_slots WHERE id = 1")
	page := p.After(p.Submit("/entries/1/delete", p.Form("/entries/1/delete")))
	p.PressUndo(page, "Annuler").Want(t, 303)
	p.WantStored("SELECT event, time_slot_id FROM workplace_presence_events ORDER BY id", "arrival | NULL", "departure | NULL", "arrival | 2", "departure | 2")
}

func TestAnArrivalWhoseDayAnotherProgramDeletedAloneBlocksNoEvent(t *testing.T) {
	t.Parallel()
	for name, arrive := range map[string]func(p *apptest.Program){
		"of the automation": func(p *apptest.Program) { p.Arrive("2026-11-20T07:30:00+01:00", "in again").Want(t, 201) },
		"by hand":           func(p *apptest.Program) { p.Press("").Want(t, 303) },
	} {
		p := apptest.RecordedDay(t)
		p.Arrive("2026-11-20T19:00:00+01:00", "evening").Want(t, 201)
		write(p, "PRAGMA foreign_keys = OFF; DELETE FROM work_entries")
		p.Leave("2026-11-20T23:00:00+01:00", "night").Want(t, 409)
		arrive(p)
		p.WantStored("SELECT closure, closed_at = '"+civil.NewInstant(p.Clock.Now()).String()+"' FROM workplace_presence_events WHERE idempotency_key = 'evening'", "discarded | 1")
		if got := p.Stored("SELECT count(*) FROM workplace_presence_events WHERE event = 'arrival' AND closure IS NULL AND work_entry_id IN (SELECT id FROM work_entries)"); got[0] != "1" {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

func TestSequencesThatAnotherProgramClearedStopNoImport(t *testing.T) {
	p := apptest.RecordedDay(t)
	write(p, "DELETE FROM sqlite_sequence")
	_, done := p.TakeIn("date,start,end\n2026-11-19,08:00,12:00\n")
	done.Want(t, 303)
	p.WantStored("SELECT id, work_entry_id FROM time_slots ORDER BY id", "1 | 1", "2 | 1", "3 | 2")
}

func TestATableAddsNoTimesToADayWhoseZoneIsUnknown(t *testing.T) {
	p := apptest.RecordedDay(t)
	write(p, "UPDATE work_entries SET timezone = 'Mars/Olympus'")
	p.Unchanged(func() {
		p.Upload("date,start,end\n2026-11-20,18:00,19:00\n", "").Want(t, 422, "enregistrée ici dans un fuseau horaire inconnu")
	})
	_, done := p.TakeIn("date,day_type,note\n2026-11-20,FORMATION,x\n2026-11-19,WORK,y\n")
	done.Want(t, 303)
}

func TestAnUnreadableSlotStopsNoImportOverItsDay(t *testing.T) {
	p := apptest.RecordedDay(t)
	write(p, "UPDATE time_slots SET end_at = 'noon' WHERE id = 2")
	for _, table := range []string{
		"date,start,end\n2026-11-20,18:00,19:00\n2026-11-19,08:00,12:00\n",
		"date,day_type,note\n2026-11-20,FORMATION,x\n",
	} {
		p.Submit("/data/import", p.Upload(table, "").Fields()).Want(t, 303)
	}
	p.WantStored("SELECT date, day_type, note FROM work_entries ORDER BY date", "2026-11-19 | WORK | ", "2026-11-20 | FORMATION | x")
}

func TestADateOutsideTheCalendarIsNamedByAnExportAndByTheReview(t *testing.T) {
	for date, shown := range map[string]string{"1969-12-31": "mercredi 31 décembre 1969", "0000-00-00": "0000-00-00", "9999-99-99": "9999-99-99"} {
		p := apptest.RecordedDay(t)
		p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
		write(p, "UPDATE work_entries SET date = '"+date+"' WHERE id = 1")
		var written bytes.Buffer
		modelstest.WantIn(t, modelstest.Got(app.Export(t.Context(), p.Config, exchange.Export{}, &written))(t), date+" (/entries/1/history)")
		p.Get("/data/export").WantHTML(t, 422, shown)
		p.Get("/review").Want(t, 200, "Données illisibles", date)
		p.After(p.Submit("/entries/1/delete", p.Form("/entries/1/delete"))).Want(t, 200)
		if found, err := models.Format.Check(t.Context(), p.Config.Database); err != nil || strings.Contains(strings.Join(found.Findings, ""), "day state") {
			t.Errorf("%s: once it is deleted: %q, %v", date, found.Findings, err)
		}
	}
}

func TestAPartOfAPageThatTheDatabaseDoesNotGiveIsLeftOutAndLogged(t *testing.T) {
	const unreadable = `PRAGMA writable_schema = ON;
		UPDATE sqlite_schema SET sql = replace(sql, 'received_at      TEXT', 'received_at      ANY') WHERE name = 'workplace_presence_events';
		PRAGMA writable_schema = RESET;
		UPDATE workplace_presence_events SET received_at = x'00'`
	for _, test := range []struct {
		name   string
		before func(p *apptest.Program)
		broken string
		path   string
		want   []string
	}{
		{"an open arrival that cannot be read", func(p *apptest.Program) { p.Arrive("2026-11-20T08:00:00+01:00", "in").Want(t, 201) },
			unreadable, "/entries/new?date=2026-11-21", []string{"arrival under way", "forgotten departure", "presence", "to verify"}},
		{"a day before whose slots cannot be read", func(p *apptest.Program) {
			p.Submit("/entries/new?date=2026-11-12", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"17"}}).Want(t, 303)
			p.Arrive("2026-11-19T08:00:00+01:00", "in").Want(t, 201)
		}, "ALTER TABLE time_slots RENAME COLUMN end_at TO x", "/entries/new?date=2026-11-21", []string{"days around", "forgotten departure", "last days", "to verify", "unreadable days", "usual pause"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := apptest.Start(t)
			test.before(p)
			p.Get(test.path).Want(t, 200)
			modelstest.WantList(t, p.LeftOut(), nil, "before anything is broken")
			p.DB.SetMaxOpenConns(1)
			modelstest.Must(t, modelstest.Only(p.DB.Exec(test.broken)))
			p.Get(test.path).Want(t, 200)
			modelstest.WantList(t, p.LeftOut(), test.want)
		})
	}
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
