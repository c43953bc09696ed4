package pages_test

import (
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestEveryChangeOfThePagesHasAButtonThatTakesItBack(t *testing.T) {
	for name, test := range map[string]struct {
		before func(p *apptest.Program)
		change func(p *apptest.Program) apptest.Answer
		said   string
	}{
		"a day entered": {func(*apptest.Program) {}, func(p *apptest.Program) apptest.Answer {
			return p.Submit("/entries/new?date=2026-11-25", url.Values{"day_type": {"RTT"}, "note": {"repos"}})
		}, "Enregistré."},
		"a day saved": {func(p *apptest.Program) { p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k") }, func(p *apptest.Program) apptest.Answer {
			values := p.Form(apptest.EditDay)
			values["slot_end"][0] = "13:00"
			values.Set("note", "corrigée")
			values.Set("half_day", "MALADE")
			return p.Submit(apptest.EditDay, values)
		}, "Enregistré. 5\u00a0h\u00a000."},
		"slots merged": {func(p *apptest.Program) {
			p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
			p.Day("2026-11-19T12:05:00+01:00", "2026-11-19T17:00:00+01:00", "l")
		}, func(p *apptest.Program) apptest.Answer {
			values := p.Form(apptest.EditDay)
			values.Set("merge", "10")
			return p.Submit(apptest.EditDay, p.Submit("/entries/1/merge", values).Fields())
		}, "Enregistré. 9\u00a0h\u00a000."},
		"a day deleted": {func(p *apptest.Program) {
			p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
			p.Arrive("2026-11-19T13:00:00+01:00", "open").Want(p.T, 201)
		}, func(p *apptest.Program) apptest.Answer {
			return p.Submit("/entries/1/delete", p.Form("/entries/1/delete"))
		}, "Journée du jeudi 19\u00a0novembre 2026 supprimée."},
		"an arrival closed": {forgottenArrival, func(p *apptest.Program) apptest.Answer {
			return p.Submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:20"}})
		}, "Départ enregistré. 9\u00a0h\u00a020."},
		"an arrival discarded": {forgottenArrival, func(p *apptest.Program) apptest.Answer {
			return p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}})
		}, "Arrivée ignorée."},
		"several days filled": {func(p *apptest.Program) {
			p.Submit("/entries/new?date=2026-12-23", url.Values{"day_type": {"WORK"}}).Want(p.T, 303)
		}, func(p *apptest.Program) apptest.Answer {
			values := apptest.TwoWeeks()
			values.Set("plan", p.Submit("/entries/range", values).Fields().Get("plan"))
			values.Set("do", "save")
			return p.Submit("/entries/range", values)
		}, "journées enregistrées"},
		"refused events recorded": {func(p *apptest.Program) {
			forgottenArrival(p)
			p.Arrive("2026-11-20T08:00:00+01:00", "next").Want(p.T, 409)
			p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(p.T, 303)
		}, func(p *apptest.Program) apptest.Answer { return p.Submit("/review/record", p.Form("/review")) }, "1\u00a0événement enregistré."},
		"a slot parted": {func(p *apptest.Program) {
			p.Arrive("2026-11-16T08:00:00+01:00", "mon-in").Want(p.T, 201)
			p.Arrive("2026-11-17T08:10:00+01:00", "tue-in").Want(p.T, 409)
			p.Leave("2026-11-17T17:05:00+01:00", "tue-out").Want(p.T, 200)
		}, func(p *apptest.Program) apptest.Answer {
			form := p.Form("/review")
			form.Set("end", "17:20")
			return p.Submit("/review/part", form)
		}, "Les deux journées sont séparées."},
		"a better end taken": {func(p *apptest.Program) {
			forgottenArrival(p)
			p.Submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:20"}}).Want(p.T, 303)
			p.Leave("2026-11-19T17:40:00+01:00", "late").Want(p.T, 409)
		}, func(p *apptest.Program) apptest.Answer { return p.Submit("/review/end", p.Form("/review")) }, "Le départ est enregistré."},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t)
			test.before(p)
			first := p.Stored(apptest.Whole)
			page := p.After(test.change(p)).Want(t, 200, test.said)
			second := p.Stored(apptest.Whole)
			if slices.Equal(first, second) {
				t.Fatal("nothing was changed")
			}
			page = p.After(p.PressUndo(page, "Annuler")).Want(t, 200, `role="status">Annulé.<`)
			p.WantStored(apptest.Whole, first...)
			page = p.After(p.PressUndo(page, "Rétablir")).Want(t, 200, `role="status">Rétabli.<`)
			p.WantStored(apptest.Whole, second...)
			p.After(p.PressUndo(page, "Annuler")).Want(t, 200, "Annulé.")
			p.WantStored(apptest.Whole, first...)
		})
	}
}

func remove(p *apptest.Program) {
	p.Submit("/entries/1/delete", p.Form("/entries/1/delete")).Want(p.T, 303)
}

// forgottenArrival is one of the day before.
func forgottenArrival(p *apptest.Program) {
	p.Arrive("2026-11-19T08:00:00+01:00", "in").Want(p.T, 201)
}

func TestWhatCannotBeTakenBackSaysWhy(t *testing.T) {
	type takeBack = func(p *apptest.Program) apptest.Answer
	undo := func(change string) takeBack {
		return func(p *apptest.Program) apptest.Answer {
			return p.Submit("/entries/take-back", url.Values{"change": {change}})
		}
	}
	back := func(values url.Values) takeBack {
		return func(p *apptest.Program) apptest.Answer { return p.Submit("/entries/bring-back", values) }
	}
	edit := func(p *apptest.Program, note string) { p.Edit(func(day url.Values) { day.Set("note", note) }) }
	for name, test := range map[string]struct {
		before func(p *apptest.Program)
		ask    takeBack
		status int
		words  string
	}{
		"no such change":    {func(p *apptest.Program) {}, undo("7"), 404, "Rien à annuler"},
		"no number":         {func(p *apptest.Program) {}, undo("x"), 404, "Rien à annuler"},
		"no such state":     {func(p *apptest.Program) {}, back(url.Values{"state": {"7"}, "version": {"1"}}), 404, "Rien à annuler"},
		"without a version": {func(p *apptest.Program) { edit(p, "x") }, back(url.Values{"state": {"1"}}), 422, "Formulaire incomplet"},
		"an older page":     {func(p *apptest.Program) { edit(p, "x"); edit(p, "y") }, back(url.Values{"state": {"1"}, "version": {"5"}}), 409, "Journée changée entre-temps"},
		"the date is taken": {func(p *apptest.Program) {
			remove(p)
			p.Submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"RTT"}}).Want(p.T, 303)
		}, undo("1"), 409, "Date déjà prise"},
		"the keys are taken": {func(p *apptest.Program) {
			remove(p)
			p.Arrive("2026-11-21T08:00:00+01:00", "morning-in").Want(p.T, 201)
		}, undo("1"), 409, "Événement déjà enregistré ailleurs"},
		"the number of a slot is taken": {func(p *apptest.Program) { // as by a program that gives numbers twice
			remove(p)
			p.Submit("/entries/new?date=2026-11-21", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"9"}, "slot_end_day": {"0"}}).Want(p.T, 303)
			modelstest.Must(p.T, modelstest.Only(p.DB.Exec("UPDATE time_slots SET id = 1")))
		}, undo("1"), 409, "cette journée ne peut pas revenir, car son numéro, ou celui d’un de ses créneaux, sert maintenant ailleurs"},
		"another arrival is open": {func(p *apptest.Program) {
			p.Arrive("2026-11-20T20:00:00+01:00", "k").Want(p.T, 201)
			p.Submit("/presence/discard", url.Values{"arrival_id": {"5"}}).Want(p.T, 303)
			p.Arrive("2026-11-21T08:00:00+01:00", "l").Want(p.T, 201)
		}, undo("1"), 409, "Une autre arrivée est ouverte"},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.RecordedDay(t)
			test.before(p)
			p.Unchanged(func() { test.ask(p).Want(t, test.status, test.words) })
		})
	}
}

func TestADayThatWasNoneKeepsNothingTypedForTheEventsThatStay(t *testing.T) {
	p := apptest.Start(t)
	p.Submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"WORK"}, "note": {"x"}, "half_day": {"RTT"}, "requested_by": {"Mme Roux"}, "reason": {"relève"}}).Want(t, 303)
	p.Arrive("2026-11-20T08:00:00+01:00", "in").Want(t, 201)
	p.BringBack("1", "1").Want(t, 303)
	p.WantStored("SELECT day_type, note, half_day, requested_by, reason FROM work_entries", "WORK |  | NULL |  | ")
	p.WantSound()
}

func TestADaysHistoryListsItsStatesAndBringsOneBack(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Get(apptest.EditDay).WantNoWords(t, "Modifications") // of a day that nobody has changed
	p.Edit(func(values url.Values) {
		values.Set("day_type", "FORMATION")
		values.Set("note", "<b>gras</b>"+strings.Repeat("x", 300))
		values["slot_start"][0] = "08:15"
	})
	p.Arrive("2026-11-20T20:00:00+01:00", "late-in").Want(t, 201)
	p.Clock.Advance(24 * time.Hour)
	p.Submit("/presence/discard", url.Values{"arrival_id": {"5"}}).Want(t, 303)
	beside := p.Get(apptest.EditDay).Want(t, 200, `href="/entries/1/history"`)
	beside.WantWords(t, "Modifications Maintenant : arrivée ignorée", "Modifiée à la main, puis automatiquement", "Type : Travail → Formation")
	modelstest.Want(t, strings.Count(beside.Body, `name="state"`), 0)

	page := p.Get("/entries/1/history")
	modelstest.WantIn(t, html.UnescapeString(page.Body),
		"Historique du vendredi 20\u00a0novembre 2026", "gardé pendant 1\u202f900\u00a0jours. Pour toutes vos journées, c’est 5\u00a0ko.",
		"Maintenant\u00a0: arrivée ignorée", "Enregistrée automatiquement", "Modifiée à la main, puis automatiquement",
		"Type\u00a0: Travail → Formation", "Créneaux\u00a0: 08:03–12:10, 13:00–17:21 → 08:15–12:10, 13:00–17:21", "Note\u00a0: aucune → «\u00a0<b>gras</b>xxx", "xxx…")
	page.WantNone(t, "<b>gras", strings.Repeat("x", 200))
	shown := page.Fields()
	modelstest.Want(t, len(shown["state"]), 2)
	oldest := url.Values{"state": {shown["state"][1]}, "version": {shown["version"][1]}}
	after := p.After(p.Submit("/entries/bring-back", oldest)).Want(t, 200, "La journée est de nouveau comme avant.")
	p.WantStored("SELECT idempotency_key, closure, time_slot_id FROM workplace_presence_events WHERE id = 5", "late-in | discarded | NULL")
	p.After(p.PressUndo(after, "Annuler")).Want(t, 200, "Formation")
	for _, path := range []string{"/entries/2/history", "/entries/x/history", "/entries/01/history"} {
		p.Get(path).Want(t, 404)
	}
}

func TestTheYearListsWhatWasDeletedAndBringsItBack(t *testing.T) {
	p := apptest.RecordedDay(t)
	first := p.Stored(apptest.Whole)
	p.Get("/years/2026").WantNone(t, "Journées supprimées")
	p.Get("/entries/1/delete").Want(t, 200, "Vous pourrez annuler cette suppression pendant 1\u202f900\u00a0jours")
	remove(p)
	p.WantStored("SELECT count(*) FROM workplace_presence_events", "0")
	year := p.Get("/years/2026")
	year.Want(t, 200, "Journées supprimées", "vendredi 20\u00a0novembre 2026", "Travail, 8\u00a0h\u00a028", `href="/entries/1/history"`)
	p.Get("/entries/1/history").Want(t, 200, "Maintenant\u00a0: supprimée", "Revenir à cet état", `href="/months/2026-11"`)
	p.Get("/years/2025").WantNone(t, "Journées supprimées")
	p.After(p.Submit("/entries/bring-back", year.Fields())).Want(t, 200, "La journée est de nouveau comme avant.")
	p.WantStored(apptest.Whole, first...)
	p.Edit(func(day url.Values) { day.Set("note", "x") })
	p.Submit("/entries/new?date=2026-11-25", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	p.Submit("/entries/take-back", url.Values{"change": {"4"}}).Want(t, 303)
	p.Get("/years/2026").WantNone(t, "Journées supprimées") // what was created and taken back is not
}

func TestWhatIsKeptGoesWhenItsTimeIsOver(t *testing.T) {
	p := apptest.RecordedDay(t, func(c *app.Config) { c.Rules.KeepDays = 2 })
	p.Get("/entries/1/delete").Want(t, 200, "pendant 2\u00a0jours")
	page := p.After(p.Submit("/entries/1/delete", p.Form("/entries/1/delete")))
	p.Clock.Advance(48 * time.Hour)
	p.Wake()
	p.WantStored("SELECT count(*) FROM day_states", "1")
	p.Get("/years/2026").Want(t, 200, "Journées supprimées")
	p.Clock.Advance(time.Second)
	p.PressUndo(page, "Annuler").Want(t, 404, "Rien à annuler")
	p.Get("/entries/1/history").Want(t, 404)
	p.Get("/years/2026").WantNone(t, "Journées supprimées")
	p.WantStored("SELECT count(*) FROM day_states", "1") // until a purge after the one that sets the horizon
	p.Clock.Advance(24 * time.Hour)
	p.Wake()
	p.WantStored("SELECT count(*) FROM day_states", "1")
	p.Clock.Advance(24 * time.Hour)
	p.Wake()
	p.WantStored("SELECT count(*) FROM day_states", "0")
}

func TestWhoIsSignedOutIsOfferedNothingToTakeBack(t *testing.T) {
	p := apptest.RecordedDay(t, apptest.WithPassword)
	v := p.SignIn()
	pressed := v.Submit("/presence/hand", url.Values{"event": {"arrival"}, "key": {"hand-1"}})
	got := p.Ask("/login", func(r *http.Request) { r.Header.Set("Cookie", strings.Split(pressed.Header.Get("Set-Cookie"), ";")[0]) })
	got.Want(t, 200, `name="password"`, "enregistrée.")
	got.WantNone(t, "take-back")
	p.Unchanged(func() {
		press := url.Values{"change": {"1"}, "state": {"1"}, "version": {"1"}}
		p.Submit("/entries/take-back", press).Want(t, 403, `name="password"`)
		p.Submit("/entries/bring-back", press).WantLocation(t, "/login?unsaved=1")
	})
}

func TestASecondTakingBackNamesWhatHasBecomeOfTheDay(t *testing.T) {
	edit := func(p *apptest.Program) { p.Edit(func(day url.Values) { day.Set("day_type", "FORMATION") }) }
	create := func(p *apptest.Program) {
		p.Submit("/entries/new?date=2026-11-25", url.Values{"day_type": {"RTT"}}).Want(p.T, 303)
	}
	undo := func(change string) func(*apptest.Program) {
		return func(p *apptest.Program) {
			p.Submit("/entries/take-back", url.Values{"change": {change}}).Want(p.T, 303)
			p.Clock.Advance(24 * time.Hour)
		}
	}
	arrive := func(p *apptest.Program) { p.Arrive("2026-11-20T20:00:00+01:00", "k").Want(p.T, 201) }
	for name, test := range map[string]struct {
		do     []func(*apptest.Program)
		change string
		says   []string
		leads  bool // to the day
	}{
		"of a day that was edited": {[]func(*apptest.Program){edit, undo("1")}, "1",
			[]string{"Déjà annulé", "Cette modification a déjà été annulée hier à 08:00. La journée du vendredi 20 novembre 2026 est maintenant : Travail, ", "08:03–12:10, 13:00–17:21, 8 h 28."}, true},
		"of a day that was deleted": {[]func(*apptest.Program){remove, undo("1")}, "1",
			[]string{"Déjà annulé", "est maintenant : Travail, "}, true},
		"of a day that was created": {[]func(*apptest.Program){create, undo("1")}, "1",
			[]string{"Déjà annulé", "La journée du mercredi 25 novembre 2026 n’existe plus. "}, false},
		"of what was taken back": {[]func(*apptest.Program){edit, undo("1"), undo("2")}, "2",
			[]string{"Déjà rétabli", "Cette modification a déjà été rétablie hier à 08:00. La journée du vendredi 20 novembre 2026 est maintenant : Formation"}, true},
		"of what was made again": {[]func(*apptest.Program){edit, undo("1"), undo("2")}, "1",
			[]string{"Journée changée entre-temps", "a été modifiée depuis (modification rétablie, hier à 08:00). La journée du vendredi 20 novembre 2026 est maintenant : Formation"}, true},
		"after another change": {[]func(*apptest.Program){edit, remove}, "1",
			[]string{"Journée changée entre-temps", "Rien n’est changé : cette journée a été modifiée depuis (supprimée, à 08:00). La journée du vendredi 20 novembre 2026 n’existe plus."}, false},
		"after the automation": {[]func(*apptest.Program){edit, arrive}, "1",
			[]string{"Journée changée entre-temps", "un envoi automatique a modifié cette journée depuis. La journée du vendredi 20 novembre 2026 est maintenant : Formation"}, true},
		"after both": {[]func(*apptest.Program){edit, undo("1"), arrive}, "1",
			[]string{"Journée changée entre-temps", "(modification annulée, hier à 08:00), puis automatiquement."}, true},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.RecordedDay(t)
			for _, do := range test.do {
				do(p)
			}
			got := p.SubmitInVain("/entries/take-back", url.Values{"change": {test.change}}).Want(t, 409, "/history\">Son historique</a>")
			got.WantWords(t, test.says...)
			modelstest.Want(t, strings.Contains(got.Body, ">Voir la journée</a>"), test.leads, "a link to the day:")
		})
	}
}

func TestTakingBackLeadsBackToThePageItWasMadeFrom(t *testing.T) {
	p := apptest.Start(t)
	undo := func(back string) url.Values {
		return url.Values{"change": {p.Stored("SELECT max(id) FROM changes")[0]}, "back": {back}}
	}
	for _, page := range []string{"/today", "/counters", "/months/2026-10"} {
		p.Press("").Want(t, 303)
		p.Submit("/entries/take-back", undo(page)).WantLocation(t, page)
	}
	created := p.Submit("/entries/new?date=2026-11-18", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	day := created.Header.Get("Location")
	p.Submit("/entries/take-back", undo(day)).WantLocation(t, "/months/2026-11") // the day is gone
	p.Submit("/entries/take-back", undo(day)).WantLocation(t, day)               // and comes again
	p.Press("").Want(t, 303)
	p.Submit("/entries/take-back", undo(day)).WantLocation(t, day) // what is taken back is another day's
	p.Press("").Want(t, 303)
	p.Submit("/entries/take-back", undo("//evil.example")).WantLocation(t, "/months/2026-11")
	several := apptest.TwoWeeks()
	several.Set("do", "fill")
	p.Submit("/entries/range", several).Want(t, 303)
	for range 2 { // taken back, and made again
		p.Submit("/entries/take-back", undo("")).WantLocation(t, "/months/2026-12")
	}
}
