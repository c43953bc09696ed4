package app_test

import (
	"html"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/app"
)

// whole returns everything stored about the days except versions and times of changes.
const whole = `SELECT 'entry', id, date, day_type || ifnull(half_day, ''), journey_profile_id, motor_vehicle_id, note, created_at, '' FROM work_entries
	UNION ALL SELECT 'slot', id, work_entry_id, start_at, end_at, '', '', '', '' FROM time_slots
	UNION ALL SELECT 'event', id, work_entry_id, time_slot_id, event, occurred_at, idempotency_key, closure, closed_at FROM workplace_presence_events
	UNION ALL SELECT 'first', id, first_entry_id, created_slot_id, '', '', '', '', '' FROM workplace_presence_events
	UNION ALL SELECT 'refused', id, event, occurred_at, idempotency_key, '', '', '', '' FROM refused_events ORDER BY 1, 2`

// after follows a form's redirection with its cookie, as a browser does, and returns
// the page.
func (p *program) after(saved answer) answer {
	p.t.Helper()
	saved.want(p.t, 303)
	request := p.formRequest(saved.header.Get("Location"), nil)
	request.Method, request.Body, request.ContentLength = "GET", nil, 0
	cookie, _, _ := strings.Cut(saved.header.Get("Set-Cookie"), ";")
	request.Header.Set("Cookie", cookie)
	return p.send(request)
}

// pressUndo presses the button that the page shows beside what was done.
func (p *program) pressUndo(page answer, label string) answer {
	p.t.Helper()
	_, form, found := strings.Cut(page.body, `<form method="post" action="/entries/take-back">`)
	if !found {
		p.t.Fatalf("no button on %.2000s", page.body)
	}
	form, _, _ = strings.Cut(form, "</form>")
	if !strings.Contains(form, ">"+label+"</button>") {
		p.t.Errorf("got button %s, want %s", form, label)
	}
	return p.submit("/entries/take-back", answer{body: "<form>" + form + "</form>"}.fields())
}

func TestEveryChangeOfThePagesHasAButtonThatTakesItBack(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		before func(p *program)
		change func(p *program) answer
		said   string
	}{
		"a day entered": {func(*program) {}, func(p *program) answer {
			return p.submit("/entries/new?date=2026-11-25", url.Values{"day_type": {"RTT"}, "note": {"repos"}})
		}, "Enregistré."},
		"a day saved": {func(p *program) { p.day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k") }, func(p *program) answer {
			values := p.form(editDay)
			values["slot_end"][0] = "13:00"
			values.Set("note", "corrigée")
			values.Set("half_day", "MALADE")
			return p.submit(editDay, values)
		}, "Enregistré. 5\u00a0h\u00a000."},
		"slots merged": {func(p *program) {
			p.day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
			p.day("2026-11-19T12:05:00+01:00", "2026-11-19T17:00:00+01:00", "l")
		}, func(p *program) answer {
			values := p.form(editDay)
			values.Set("merge", "10")
			return p.submit(editDay, p.submit("/entries/1/merge", values).fields())
		}, "Enregistré. 9\u00a0h\u00a000."},
		"a day deleted": {func(p *program) {
			p.day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
			p.arrive("2026-11-19T13:00:00+01:00", "open").want(p.t, 201)
		}, func(p *program) answer { return p.submit("/entries/1/delete", p.form("/entries/1/delete")) }, "Journée du jeudi 19\u00a0novembre 2026 supprimée."},
		"an arrival closed": {forgottenArrival, func(p *program) answer {
			return p.submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:20"}})
		}, "Départ enregistré. 9\u00a0h\u00a020."},
		"an arrival discarded": {forgottenArrival, func(p *program) answer {
			return p.submit("/presence/discard", url.Values{"arrival_id": {"1"}})
		}, "Arrivée ignorée."},
		"several days filled": {func(p *program) {
			p.submit("/entries/new?date=2026-12-23", url.Values{"day_type": {"WORK"}}).want(p.t, 303)
		}, func(p *program) answer {
			values := twoWeeks()
			values.Set("plan", p.submit("/entries/range", values).fields().Get("plan"))
			values.Set("do", "save")
			return p.submit("/entries/range", values)
		}, "journées enregistrées"},
		"refused events recorded": {func(p *program) {
			forgottenArrival(p)
			p.arrive("2026-11-20T08:00:00+01:00", "next").want(p.t, 409)
			p.submit("/presence/discard", url.Values{"arrival_id": {"1"}}).want(p.t, 303)
		}, func(p *program) answer { return p.submit("/review/record", p.form("/review")) }, "1\u00a0événement enregistré."},
		"a slot parted": {func(p *program) {
			p.arrive("2026-11-16T08:00:00+01:00", "mon-in").want(p.t, 201)
			p.arrive("2026-11-17T08:10:00+01:00", "tue-in").want(p.t, 409)
			p.leave("2026-11-17T17:05:00+01:00", "tue-out").want(p.t, 200)
		}, func(p *program) answer {
			form := p.form("/review")
			form.Set("end", "17:20")
			return p.submit("/review/part", form)
		}, "Les deux journées sont séparées."},
		"a better end taken": {func(p *program) {
			forgottenArrival(p)
			p.submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:20"}}).want(p.t, 303)
			p.leave("2026-11-19T17:40:00+01:00", "late").want(p.t, 409)
		}, func(p *program) answer { return p.submit("/review/end", p.form("/review")) }, "Le départ est enregistré."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			test.before(p)
			first := p.stored(whole)
			page := p.after(test.change(p))
			page.want(t, 200, test.said)
			second := p.stored(whole)
			if slices.Equal(first, second) {
				t.Fatal("nothing was changed")
			}
			page = p.after(p.pressUndo(page, "Annuler"))
			page.want(t, 200, `role="status">Annulé.<`)
			p.wantStored(whole, first...)
			page = p.after(p.pressUndo(page, "Rétablir"))
			page.want(t, 200, `role="status">Rétabli.<`)
			p.wantStored(whole, second...)
			p.after(p.pressUndo(page, "Annuler")).want(t, 200, "Annulé.")
			p.wantStored(whole, first...)
		})
	}
}

// forgottenArrival is one of the day before.
func forgottenArrival(p *program) {
	p.arrive("2026-11-19T08:00:00+01:00", "in").want(p.t, 201)
}

func TestWhatCannotBeTakenBackSaysWhy(t *testing.T) {
	t.Parallel()
	type takeBack = func(p *program) answer
	undo := func(change string) takeBack {
		return func(p *program) answer { return p.submit("/entries/take-back", url.Values{"change": {change}}) }
	}
	back := func(values url.Values) takeBack {
		return func(p *program) answer { return p.submit("/entries/bring-back", values) }
	}
	edit := func(p *program, note string) {
		values := p.form(editDay)
		values.Set("note", note)
		p.submit(editDay, values).want(p.t, 303)
	}
	remove := func(p *program) { p.submit("/entries/1/delete", p.form("/entries/1/delete")).want(p.t, 303) }
	for name, test := range map[string]struct {
		before func(p *program)
		ask    takeBack
		status int
		words  string
	}{
		"no such change":    {func(p *program) {}, undo("7"), 404, "Rien à annuler"},
		"no number":         {func(p *program) {}, undo("x"), 404, "Rien à annuler"},
		"no such state":     {func(p *program) {}, back(url.Values{"state": {"7"}, "version": {"1"}}), 404, "Rien à annuler"},
		"without a version": {func(p *program) { edit(p, "x") }, back(url.Values{"state": {"1"}}), 422, "Formulaire incomplet"},
		"changed since":     {func(p *program) { edit(p, "x"); edit(p, "y") }, undo("1"), 409, "Journée changée entre-temps"},
		"an arrival since":  {func(p *program) { edit(p, "x"); p.arrive("2026-11-20T20:00:00+01:00", "k").want(p.t, 201) }, undo("1"), 409, "Journée changée entre-temps"},
		"an older page":     {func(p *program) { edit(p, "x"); edit(p, "y") }, back(url.Values{"state": {"1"}, "version": {"5"}}), 409, "Journée changée entre-temps"},
		"the date is taken": {func(p *program) {
			remove(p)
			p.submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"RTT"}}).want(p.t, 303)
		}, undo("1"), 409, "Date déjà prise"},
		"the keys are taken": {func(p *program) { remove(p); p.arrive("2026-11-21T08:00:00+01:00", "morning-in").want(p.t, 201) }, undo("1"), 409, "Événement déjà enregistré ailleurs"},
		"the number of a slot is taken": {func(p *program) { // as by a program that gives numbers twice
			remove(p)
			p.submit("/entries/new?date=2026-11-21", url.Values{"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"9"}, "slot_end_day": {"0"}}).want(p.t, 303)
			if _, err := p.db.Exec("UPDATE time_slots SET id = 1"); err != nil {
				p.t.Fatal(err)
			}
		}, undo("1"), 409, "cette journée ne peut pas revenir, car son numéro, ou celui d’un de ses créneaux, sert maintenant ailleurs"},
		"another arrival is open": {func(p *program) {
			p.arrive("2026-11-20T20:00:00+01:00", "k").want(p.t, 201)
			p.submit("/presence/discard", url.Values{"arrival_id": {"5"}}).want(p.t, 303)
			p.arrive("2026-11-21T08:00:00+01:00", "l").want(p.t, 201)
		}, undo("1"), 409, "Une autre arrivée est ouverte"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := recordedDay(t)
			test.before(p)
			p.unchanged(func() { test.ask(p).want(t, test.status, test.words) })
		})
	}
}

func TestARangeIsTakenBackWholeOrNotAtAll(t *testing.T) {
	t.Parallel()
	p := start(t)
	values := twoWeeks()
	values.Set("plan", planOf(t, p.submit("/entries/range", values)))
	values.Set("do", "save")
	page := p.after(p.submit("/entries/range", values))
	edit := p.form("/entries/3/edit")
	edit.Set("note", "garde")
	p.submit("/entries/3/edit", edit).want(t, 303)
	p.unchanged(func() { p.pressUndo(page, "Annuler").want(t, 409, "Journée changée entre-temps") })
	p.submit("/entries/take-back", url.Values{"change": {lastChange(p)}}).want(t, 303) // which changes the version of the day
	p.unchanged(func() { p.pressUndo(page, "Annuler").want(t, 409) })
}

func TestAfterSeveralDaysAreTakenBackTheMonthIsShown(t *testing.T) {
	t.Parallel()
	p := start(t)
	values := twoWeeks()
	values.Set("plan", planOf(t, p.submit("/entries/range", values)))
	values.Set("do", "save")
	back := p.pressUndo(p.after(p.submit("/entries/range", values)), "Annuler")
	if at := back.header.Get("Location"); !strings.HasPrefix(at, "/months/") {
		t.Errorf("got %s", at)
	}
	if at := p.pressUndo(p.after(back), "Rétablir").header.Get("Location"); !strings.HasPrefix(at, "/months/") {
		t.Errorf("made again: got %s", at)
	}
}

func TestADayThatWasNoneKeepsNothingTypedForTheEventsThatStay(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"WORK"}, "note": {"x"}, "half_day": {"RTT"}}).want(t, 303)
	p.arrive("2026-11-20T08:00:00+01:00", "in").want(t, 201)
	p.bringBack("1", "1").want(t, 303)
	p.wantStored("SELECT day_type, note, half_day FROM work_entries", "WORK |  | NULL")
	p.wantSound()
}

func lastChange(p *program) string { return p.stored("SELECT max(change_id) FROM day_states")[0] }

func TestADaysHistoryListsItsStatesAndBringsOneBack(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	values := p.form(editDay)
	values.Set("day_type", "FORMATION")
	values.Set("note", "<b>gras</b>"+strings.Repeat("x", 300))
	values["slot_start"][0] = "08:15"
	p.submit(editDay, values).want(t, 303)
	p.arrive("2026-11-20T20:00:00+01:00", "late-in").want(t, 201)
	p.clock.advance(24 * time.Hour)
	p.submit("/presence/discard", url.Values{"arrival_id": {"5"}}).want(t, 303)
	p.get(editDay).want(t, 200, `href="/entries/1/history"`)

	page := p.get("/entries/1/history")
	text := html.UnescapeString(page.body)
	for _, wanted := range []string{
		"Historique du vendredi 20\u00a0novembre 2026", "gardé pendant 90\u00a0jours",
		"Maintenant\u00a0: arrivée ignorée", "Par la domotique", "Modifiée à la main, puis par la domotique",
		"Type\u00a0: Travail → Formation", "Créneaux\u00a0: 08:03–12:10, 13:00–17:21 → 08:15–12:10, 13:00–17:21", "Note\u00a0: aucune → «\u00a0<b>gras</b>xxx", "xxx…",
	} {
		if !strings.Contains(text, wanted) {
			t.Errorf("no %q in %s", wanted, text)
		}
	}
	if strings.Contains(page.body, "<b>gras") || strings.Contains(page.body, strings.Repeat("x", 200)) {
		t.Error("a note is not escaped, or not cut")
	}
	states := strings.Count(page.body, `name="state"`)
	if states != 2 {
		t.Errorf("got %d states to return to, want 2", states)
	}
	shown := page.fields()
	oldest := url.Values{"state": {shown["state"][1]}, "version": {shown["version"][1]}}
	after := p.after(p.submit("/entries/bring-back", oldest))
	after.want(t, 200, "La journée est de nouveau comme avant.")
	p.wantStored("SELECT idempotency_key, closure, time_slot_id FROM workplace_presence_events WHERE id = 5", "late-in | discarded | NULL")
	p.after(p.pressUndo(after, "Annuler")).want(t, 200, "Formation")
	for _, path := range []string{"/entries/2/history", "/entries/x/history", "/entries/01/history"} {
		p.get(path).want(t, 404)
	}
}

func TestTheYearListsWhatWasDeletedAndBringsItBack(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	first := p.stored(whole)
	if strings.Contains(p.get("/years/2026").body, "Journées supprimées") {
		t.Error("nothing is deleted")
	}
	p.get("/entries/1/delete").want(t, 200, "Vous pourrez annuler cette suppression pendant 90\u00a0jours")
	p.submit("/entries/1/delete", p.form("/entries/1/delete")).want(t, 303)
	p.wantStored("SELECT count(*) FROM workplace_presence_events", "0")
	year := p.get("/years/2026")
	year.want(t, 200, "Journées supprimées", "vendredi 20\u00a0novembre 2026", "Travail, 8\u00a0h\u00a028", `href="/entries/1/history"`)
	p.get("/entries/1/history").want(t, 200, "Maintenant\u00a0: supprimée", "Revenir à cet état", `href="/months/2026-11"`)
	if strings.Contains(p.get("/years/2025").body, "Journées supprimées") {
		t.Error("a day of another year")
	}
	p.after(p.submit("/entries/bring-back", year.fields())).want(t, 200, "La journée est de nouveau comme avant.")
	p.wantStored(whole, first...)
	if strings.Contains(p.get("/years/2026").body, "Journées supprimées") {
		t.Error("it is still listed")
	}
}

func TestWhatIsKeptGoesWhenItsTimeIsOver(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, func(c *app.Config) { c.Rules.KeepDays = 2 })
	p.get("/entries/1/delete").want(t, 200, "pendant 2\u00a0jours")
	page := p.after(p.submit("/entries/1/delete", p.form("/entries/1/delete")))
	p.clock.advance(48 * time.Hour)
	p.wake()
	p.wantStored("SELECT count(*) FROM day_states", "1")
	p.get("/years/2026").want(t, 200, "Journées supprimées")
	p.clock.advance(time.Second)
	p.pressUndo(page, "Annuler").want(t, 404, "Rien à annuler")
	p.get("/entries/1/history").want(t, 404)
	if strings.Contains(p.get("/years/2026").body, "Journées supprimées") {
		t.Error("what is kept too long is listed")
	}
	p.wantStored("SELECT count(*) FROM day_states", "1") // until the next change removes what is too old
	p.wake()
	p.wantStored("SELECT count(*) FROM day_states", "0")
}

func TestWhatIsTooOldGoesAtStart(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.submit("/entries/1/delete", p.form("/entries/1/delete")).want(t, 303)
	p.stop()
	p.clock.advance(91 * 24 * time.Hour)
	p.run()
	p.wake()
	p.wantStored("SELECT count(*) FROM day_states", "0")
}

func TestKeepDaysIsANumberOfDays(t *testing.T) {
	t.Parallel()
	if got := loadConfig(t, "[history]\nkeep_days = 1\n").Rules.KeepDays; got != 1 {
		t.Errorf("got %d", got)
	}
	for value, want := range map[string]string{
		"0": "must be a whole number of at least 1", "36501": "must be a number of days from 1 to 36500", `"90"`: "must be a whole number of at least 1",
	} {
		wantProblems(t, "[history]\nkeep_days = "+value+"\n", "FILE:2: history.keep_days = "+value+": "+want)
	}
}

func TestNobodyElseTakesAnythingBack(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.submit("/entries/1/delete", p.form("/entries/1/delete")).want(t, 303)
	for _, path := range []string{"/entries/take-back", "/entries/bring-back"} {
		foreign := p.formRequest(path, url.Values{"change": {"1"}, "state": {"1"}, "version": {"0"}})
		foreign.Header.Set("Sec-Fetch-Site", "cross-site")
		p.unchanged(func() { p.send(foreign).want(t, 403) })
		p.get(path).want(t, 405)
	}
}

func TestAForgedFlashOffersNothingThatIsNot(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	for cookie, want := range map[string]string{
		"saved.change-7": "Annuler", "taken-back.change-7": "Rétablir",
		"saved.change-x": "", "saved.change-0": "", "saved.change--7": "", "saved.change-07": "", "nothing.change-7": "", `saved.change-7"><b>`: "",
	} {
		request := p.formRequest("/months/2026-11", nil)
		request.Method, request.Body, request.ContentLength = "GET", nil, 0
		request.Header.Set("Cookie", "worklog_flash="+cookie)
		got := p.send(request)
		got.want(t, 200)
		if want == "" && strings.Contains(got.body, "take-back") || want != "" && !strings.Contains(got.body, ">"+want+"</button>") {
			t.Errorf("%s: want button %q", cookie, want)
		}
	}
	p.unchanged(func() { p.submit("/entries/take-back", url.Values{"change": {"7"}}).want(t, 404) })
}

func TestWhoIsSignedOutIsOfferedNothingToTakeBack(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	request := p.formRequest("/login", nil)
	request.Method, request.Body, request.ContentLength = "GET", nil, 0
	request.Header.Set("Cookie", "worklog_flash=signed-out.change-7")
	got := p.send(request)
	got.want(t, 200, "Déconnexion faite.")
	if strings.Contains(got.body, "take-back") {
		t.Error("the login offers to take something back")
	}
	p.unchanged(func() {
		press := url.Values{"change": {"1"}, "state": {"1"}, "version": {"1"}}
		p.submit("/entries/take-back", press).want(t, 403, `name="password"`)
		p.submit("/entries/bring-back", press).wantLocation(t, "/login?unsaved=1")
	})
}

func TestASecondTakingBackNamesWhatHasBecomeOfTheDay(t *testing.T) {
	t.Parallel()
	remove := func(p *program) { p.submit("/entries/1/delete", p.form("/entries/1/delete")).want(p.t, 303) }
	edit := func(p *program) {
		values := p.form(editDay)
		values.Set("day_type", "FORMATION")
		p.submit(editDay, values).want(p.t, 303)
	}
	create := func(p *program) {
		p.submit("/entries/new?date=2026-11-25", url.Values{"day_type": {"RTT"}}).want(p.t, 303)
	}
	undo := func(change string) func(*program) {
		return func(p *program) {
			p.submit("/entries/take-back", url.Values{"change": {change}}).want(p.t, 303)
			p.clock.advance(24 * time.Hour)
		}
	}
	arrive := func(p *program) { p.arrive("2026-11-20T20:00:00+01:00", "k").want(p.t, 201) }
	for name, test := range map[string]struct {
		do     []func(*program)
		change string
		says   []string
		leads  bool // to the day
	}{
		"of a day that was edited": {[]func(*program){edit, undo("1")}, "1",
			[]string{"Déjà annulé", "Cette modification a déjà été annulée hier à 08:00. La journée du vendredi 20 novembre 2026 est maintenant : Travail, ", "08:03–12:10, 13:00–17:21, 8 h 28."}, true},
		"of a day that was deleted": {[]func(*program){remove, undo("1")}, "1",
			[]string{"Déjà annulé", "est maintenant : Travail, "}, true},
		"of a day that was created": {[]func(*program){create, undo("1")}, "1",
			[]string{"Déjà annulé", "La journée du mercredi 25 novembre 2026 n’existe plus. "}, false},
		"of what was taken back": {[]func(*program){edit, undo("1"), undo("2")}, "2",
			[]string{"Déjà rétabli", "Cette modification a déjà été rétablie hier à 08:00. La journée du vendredi 20 novembre 2026 est maintenant : Formation"}, true},
		"of what was made again": {[]func(*program){edit, undo("1"), undo("2")}, "1",
			[]string{"Journée changée entre-temps", "a été modifiée depuis (modification rétablie, hier à 08:00). La journée du vendredi 20 novembre 2026 est maintenant : Formation"}, true},
		"after another change": {[]func(*program){edit, remove}, "1",
			[]string{"Journée changée entre-temps", "Rien n’est changé : cette journée a été modifiée depuis (supprimée, à 08:00). La journée du vendredi 20 novembre 2026 n’existe plus."}, false},
		"after the automation": {[]func(*program){edit, arrive}, "1",
			[]string{"Journée changée entre-temps", "la domotique a modifié cette journée depuis. La journée du vendredi 20 novembre 2026 est maintenant : Formation"}, true},
		"after both": {[]func(*program){edit, undo("1"), arrive}, "1",
			[]string{"Journée changée entre-temps", "(modification annulée, hier à 08:00), puis par la domotique."}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := recordedDay(t)
			for _, do := range test.do {
				do(p)
			}
			var got answer
			p.unchanged(func() { got = p.submit("/entries/take-back", url.Values{"change": {test.change}}) })
			got.want(t, 409, "/history\">Son historique</a>")
			got.wantWords(t, test.says...)
			if strings.Contains(got.body, ">Voir la journée</a>") != test.leads {
				t.Errorf("a link to the day: got %t", !test.leads)
			}
		})
	}
}
