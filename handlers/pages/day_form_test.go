package pages_test

import (
	"cmp"
	"html"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// rowsOf joins the rows of a form: "8–12 (0) 13–17 ()".
func rowsOf(values url.Values) string {
	var rows []string
	for i := range values["slot_start"] {
		rows = append(rows, values["slot_start"][i]+"–"+values["slot_end"][i]+" ("+values["slot_end_day"][i]+")")
	}
	return strings.Join(rows, " ")
}

func TestAPauseMakesTwoRowsOfOneAndStoresNothing(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Day("2026-11-20T08:03:27.5+01:00", "2026-11-20T17:21:59.5+01:00", "k")
	values := p.Form(apptest.EditDay)
	values.Set("pause", "1")
	values.Set("note", "écrit avant la pause")
	got := p.SubmitInVain(apptest.EditDay, values).Want(t, 200, "écrit avant la pause", "autofocus")
	split := got.Fields()
	modelstest.Want(t, rowsOf(split), "08:03– () –17:21 (0) – ()")
	split["slot_end"][0], split["slot_start"][1] = "12", "13"
	p.WantSaved(apptest.EditDay, split, apptest.EditDay)
	p.WantStored("SELECT start_at, end_at FROM time_slots ORDER BY start_at",
		"2026-11-20T07:03:27.500000000Z | 2026-11-20T11:00:00.000000000Z", "2026-11-20T12:00:00.000000000Z | 2026-11-20T16:21:59.500000000Z")

	for _, row := range []string{"0", "9", "x", ""} {
		values = p.Form(apptest.EditDay)
		values.Set("pause", row)
		modelstest.Want(t, rowsOf(p.SubmitInVain(apptest.EditDay, values).Fields()), "08:03–12:00 (0) 13:00–17:21 (0) – ()", "row:", row)
	}
	values = p.Form(apptest.EditDay)
	apptest.SetSlot(values, 0, "", "", 0) // emptied
	values.Set("pause", "2")
	modelstest.Want(t, rowsOf(p.Submit(apptest.EditDay, values).Fields()), "13:00– () –17:21 (0) – ()")
}

func TestAPauseIsOfferedAsTheLastDayOfTheTypeHadIt(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	for date, values := range map[string]url.Values{
		"2025-11-01": {"day_type": {"FORMATION"}, "slot_start": {"8", "11"}, "slot_end": {"10", "12"}}, // more than a year ago
		"2026-11-03": {"day_type": {"WORK"}, "slot_start": {"8", "12:30"}, "slot_end": {"11", "17"}},
		"2026-11-04": {"day_type": {"WORK"}, "slot_start": {"8", "13:05"}, "slot_end": {"12:10", "17"}},
		"2026-11-05": {"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"17"}},
		"2026-11-06": {"day_type": {"TT"}, "slot_start": {"8", "14"}, "slot_end": {"12", "17"}},
		"2026-11-09": {"day_type": {"GARDE"}, "slot_start": {"20", "0"}, "slot_end": {"23", "1"}}, // not a pause of one day
		"2026-11-22": {"day_type": {"WORK"}, "slot_start": {"8", "10"}, "slot_end": {"9", "11"}},
	} {
		p.Submit("/entries/new?date="+date, values).Want(t, 303)
	}
	for row, test := range map[string]struct{ dayType, start, end, want string }{
		"of the same type":      {"WORK", "8", "17", "8–12:10 () 13:05–17 () – ()"},
		"of telework":           {"TT", "8", "17", "8–12:00 () 14:00–17 () – ()"},
		"of none":               {"FORMATION", "8", "17", "8– () –17 () – ()"},
		"that ends before it":   {"WORK", "8", "13:05", "8– () –13:05 () – ()"},
		"that starts after it":  {"WORK", "12:10", "17", "12:10– () –17 () – ()"},
		"that is a night":       {"WORK", "20", "8", "20– () –8 () – ()"},
		"that cannot be read":   {"WORK", "x", "17", "x– () –17 () – ()"},
		"that is not yet ended": {"WORK", "8", "", "8– () – () – ()"},
	} {
		values := url.Values{"day_type": {test.dayType}, "slot_start": {test.start}, "slot_end": {test.end}, "pause": {"1"}}
		modelstest.Want(t, rowsOf(p.SubmitInVain(apptest.NewDay, values).Fields()), test.want, row)
	}
}

func TestANewDayIsFilledAsTheLastOfItsType(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	for date, values := range map[string]url.Values{
		"2025-11-01": {"day_type": {"FORMATION"}, "slot_start": {"8"}, "slot_end": {"9"}}, // more than a year ago
		"2026-10-30": {"day_type": {"GARDE"}, "slot_start": {"20"}, "slot_end": {"8"}},
		"2026-11-10": {"day_type": {"WORK"}, "slot_start": {"7"}, "slot_end": {"8"}},
		"2026-11-11": {"day_type": {"WORK"}, "slot_start": {"8", "13"}, "slot_end": {"12", "17"}, "journey_profile_id": {"bureau"}, "note": {"privé"}},
		"2026-11-12": {"day_type": {"WORK"}}, // has nothing to fill a day with
		"2026-11-22": {"day_type": {"WORK"}, "slot_start": {"9"}, "slot_end": {"10"}},
	} {
		p.Submit("/entries/new?date="+date, values).Want(t, 303)
	}
	page := p.Get(apptest.NewDay).Want(t, 200, "comme mercredi\u00a011 (Travail)", "comme vendredi 30\u00a0octobre (Garde)")
	page.WantNone(t, "(Formation)") // of a day more than a year ago
	values := page.Fields()
	values.Set("note", "de ce jour")
	values.Set("like", "2026-11-11")
	got := p.SubmitInVain(apptest.NewDay, values).Want(t, 200, "Rempli comme le mercredi 11\u00a0novembre 2026")
	filled := got.Fields()
	modelstest.Want(t, rowsOf(filled)+filled.Get("note")+filled.Get("journey_profile_id"), "08:00–12:00 (0) 13:00–17:00 (0) – ()de ce jourbureau")
	p.Submit(apptest.NewDay, filled).Want(t, 303)
	values.Set("like", "2026-10-30")
	modelstest.Want(t, rowsOf(p.Submit("/entries/new?date=2026-11-23", values).Fields()), "20:00–08:00 (1) – ()")
}

func TestANewDayKeepsWhatWasTypedIfTheDayToFillItWithIsGone(t *testing.T) {
	p := apptest.Start(t)
	values := url.Values{"day_type": {"GARDE"}, "note": {"de ce jour"}, "slot_start": {"9"}, "slot_end": {"demain"}}
	for date, says := range map[string]string{
		"2026-11-29": "Il n’y a plus de journée le dimanche 29\u00a0novembre 2026\u00a0: rien n’a été repris",
		"x":          "Cette date ne peut pas être lue",
		"":           "Cette date ne peut pas être lue",
	} {
		values.Set("like", date)
		got := p.SubmitInVain("/entries/new?date=2026-11-23", values).Want(t, 200, says)
		kept := got.Fields()
		modelstest.Want(t, kept.Get("day_type")+kept.Get("note")+kept.Get("slot_start")+kept.Get("slot_end"), "GARDEde ce jour9demain")
	}
}

func TestANewDayTakesTheUsualJourneyIfItsTypeTravels(t *testing.T) {
	values := apptest.Start(t).Form(apptest.NewDay)
	modelstest.Want(t, values.Get("day_type")+values.Get("journey_profile_id")+values.Get("motor_vehicle_id"), "WORKbureauclio")
	values = apptest.Start(t, func(c *app.Config) { c.Rules.Defaults.DayType = "TT" }).Form(apptest.NewDay)
	modelstest.Want(t, values.Get("day_type")+values.Get("journey_profile_id"), "TT")
	values = apptest.Start(t, apptest.NoSection).Form(apptest.NewDay)
	modelstest.Want(t, values.Get("day_type")+values.Get("journey_profile_id"), "WORK")
}

func TestTheDayIsDrawnToScale(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	for date, test := range map[string]struct {
		start, end string
		want       []string
	}{
		"2026-11-21": {"6", "18", []string{`x="25.000%" y="3" width="50.000%"`, `data-hours="48" display="none"`}},
		"2026-11-22": {"12", "24h", nil},
		"2026-11-23": {"20", "8", []string{`x="41.666%" y="3" width="25.000%"`, `data-hours="24" display="none"`}},
		"2026-03-29": {"0", "12", []string{`x="0.000%" y="3" width="50.000%"`}}, // 11 hours, as the clock shows them
	} {
		path := "/entries/new?date=" + date
		got := p.Submit(path, url.Values{"day_type": {"GARDE"}, "slot_start": {test.start}, "slot_end": {test.end}})
		if test.want == nil {
			got.Want(t, 422)
			continue
		}
		p.Get(got.Header.Get("Location")).Want(t, 200, test.want...)
	}
}

func TestMergingIsOfferedWhereADayIsCutUp(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Submit(apptest.NewDay, url.Values{"day_type": {"WORK"}, "slot_start": {"8", "12:10"}, "slot_end": {"12", "17"}}).Want(t, 303)
	p.Get(apptest.EditDay).WantNone(t, "Réunir") // a pause of ten minutes
	p.Edit(func(values url.Values) { values["slot_start"][1] = "12" })
	p.Get(apptest.EditDay).WantNone(t, "Réunir") // slots that touch
	p.Edit(func(values url.Values) { values["slot_start"][1] = "12:09" })
	p.Get(apptest.EditDay).Want(t, 200, "Réunir", `name="merge" value="10"`)
	values := p.Form(apptest.EditDay)
	values.Set("merge", "5")
	values.Set("by", "enter")
	p.SubmitInVain(apptest.EditDay, values).Want(t, 200, "Aucun créneau n’est séparé", `class="notice"`)
	values.Set("merge", "10")
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
}

func TestTheConflictMarksWhatDiffers(t *testing.T) {
	p := apptest.RecordedDay(t)
	values := p.Form(apptest.EditDay)
	values.Set("version", "1")
	values.Set("day_type", "TT")
	values["slot_end"][1] = "18"
	got := p.Submit(apptest.EditDay, values).Want(t, 409, "Remplacer par ce que j’écrivais")
	for text, want := range map[string]bool{"Travail": true, "08:03–12:10": false, "13:00–17:21": true, "Renault Clio": false} {
		modelstest.Want(t, strings.Contains(html.UnescapeString(got.Body), "<mark>"+text), want, text)
	}
	modelstest.Want(t, strings.Count(html.UnescapeString(got.Body), "<dt>Créneaux</dt>"), 1)
}

func TestAStartMonthAndADateAreChosenForWhatIsNew(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Get("/months/2026-11").Want(t, 200, `href="/entries/new?date=2026-11-20"`, `href="/entries/range?from=2026-11-20"`)
	p.Submit("/entries/new?date=2027-02-01", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	p.Get("/months/2027-02").Want(t, 200, `href="/entries/new?date=2027-02-02"`, `href="/entries/range?from=2027-02-02"`)
	p.Get("/entries/range?from=2027-02-02").Want(t, 200, `name="from" value="2027-02-02"`, `name="to" value="2027-02-02"`)
	p.Get("/entries/range?from=x").Want(t, 404)
	p.Get(apptest.NewDay).Want(t, 200, `type="date" name="date" value="2026-11-21"`)
}

func TestThePreviewOfARangeSaysHowManyDaysAndWhatIsLeftOut(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Submit("/entries/new?date=2026-12-24", url.Values{"day_type": {"CONGE"}, "note": {"Noël"}}).Want(t, 303)
	got := p.Submit("/entries/range", apptest.TwoWeeks())
	got.Want(t, 200, "Actualiser l’aperçu", "7\u00a0jours seront enregistrés\u00a0(Congé), 1\u00a0autre ne change pas.",
		"Laissés de côté\u00a0: vendredi 25\u00a0décembre 2026 (Noël), vendredi 1er\u00a0janvier 2027 (Nouvel an), 4\u00a0jours de week-end.")
	values := apptest.TwoWeeks()
	values["weekday"] = []string{"1"}
	values.Set("skip_holidays", "")
	p.Submit("/entries/range", values).Want(t, 200, "2\u00a0jours seront enregistrés", "4\u00a0jours de week-end, 8\u00a0jours d’autres jours de la semaine.")

	worked := apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, "[solidarity]\ndates = [\"2026-12-25\"]\n"))
	worked.Submit("/entries/range", apptest.TwoWeeks()).Want(t, 200, "9\u00a0jours seront enregistrés", "Laissés de côté\u00a0: vendredi 1er\u00a0janvier 2027 (Nouvel an), 4\u00a0jours de week-end.")
}

func TestWhatWasTypedOutlivesTheBandOfAForgottenDeparture(t *testing.T) {
	p := apptest.Thursday(t)
	other := "/entries/new?date=2026-11-13"
	values := p.Form(other)
	values.Set("end", "7h") // before the arrival
	values.Set("note", "écrit avant de clore")
	values["slot_start"][0], values["slot_end"][0] = "8", "12"
	p.Unchanged(func() {
		p.Submit("/presence/close?typed="+url.QueryEscape(other), values).Want(t, 422, "écrit avant de clore", `value="7h"`, "Ce départ n’est pas après l’arrivée")
	})
	values.Set("by", "enter")
	values.Set("end", "17:19") // Enter in a time that was changed, without script
	got := p.Submit(other, values).Want(t, 200, "Départ enregistré", "écrit avant de clore", `class="notice"`)
	modelstest.Want(t, rowsOf(got.Fields()), "8–12 () – ()")
	p.WantStored("SELECT count(*) FROM work_entries WHERE date = '2026-11-13'", "0")
	p.WantSaved(other, got.Fields(), "/entries/4/edit")
}

func TestWhatWasTypedOutlivesTheBandOfADepartureThatCameMeanwhile(t *testing.T) {
	p := apptest.Thursday(t)
	other := "/entries/new?date=2026-11-13"
	typed := map[string]url.Values{}
	for _, path := range []string{other, "/entries/range", apptest.ThursdayForm} {
		typed[path] = p.Form(path)
		typed[path].Set("note", "écrit avant de clore")
		typed[path].Set("end", "17:19")
	}
	p.Leave("2026-11-19T17:20:00+01:00", "late").Want(t, 200)
	p.Unchanged(func() {
		for path, values := range typed {
			for _, button := range []string{"close", "discard"} {
				p.Submit("/presence/"+button+"?typed="+url.QueryEscape(path), values).Want(t, 409, "écrit avant de clore", "Cette arrivée n’est plus ouverte")
			}
		}
		p.Submit(apptest.ThursdayForm, typed[apptest.ThursdayForm]).Want(t, 409, "a changé pendant que vous l’écriviez")
	})
	p.Submit("/presence/close", typed[other]).Want(t, 409, "Arrivée déjà close")
}

func TestWhatWasTypedInTheDayThatTheBandClosesStays(t *testing.T) {
	p := apptest.Thursday(t)
	close := "/presence/close?typed=" + url.QueryEscape(apptest.ThursdayForm)
	values := p.Form(apptest.ThursdayForm)
	values.Set("half_day", "RTT")
	values.Set("end", "7h")
	p.Submit(close, values).Want(t, 422, `<option value="RTT" selected>`)
	p.Submit(close, p.Form(apptest.ThursdayForm)).WantHeader(t, "Location", apptest.ThursdayForm) // nothing was typed in the day
}

func TestTheDayTellsWhatTheAutomationSentAndWhatBecameOfIt(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Clock.Advance(time.Hour)
	p.Arrive("2026-11-20T20:15:30+01:00", "<evening>").Want(t, 201)
	modelstest.WantIn(t, html.UnescapeString(p.Get(apptest.EditDay).Body), "Arrivée 08:03:27", "créneau 08:03–12:10", "envoyé 2026-11-20T08:03:27.123456789+01:00", "reçu 08:00:00", "clé <code>morning-in</code>",
		"Départ 17:21:59", "créneau 13:00–17:21", "Arrivée 20:15:30", "en cours", "reçu 09:00:00", "<code><evening></code>")
	p.Edit(func(values url.Values) { values["slot_end"][0] = "12:30" })
	modelstest.Want(t, strings.Count(p.Get(apptest.EditDay).Body, "sans créneau"), 1)
}

func TestTheDayTellsWhatWasClosedByHand(t *testing.T) {
	p := apptest.Thursday(t)
	p.Submit("/presence/close", map[string][]string{"arrival_id": {"5"}, "end": {"17:20"}}).Want(t, 303)
	p.Get(apptest.ThursdayForm).Want(t, 200, "close à la main, créneau 08:03–17:20")
	values := p.Form(apptest.ThursdayForm)
	values["slot_end"][0] = "17:30"
	p.WantSaved(apptest.ThursdayForm, values, apptest.ThursdayForm)
	p.Get(apptest.ThursdayForm).Want(t, 200, "close à la main, créneau 08:03–17:30")
	p.Arrive("2026-11-20T07:00:00+01:00", "next").Want(t, 201)
	p.Submit("/presence/discard", map[string][]string{"arrival_id": {"6"}}).Want(t, 303)
	p.Get("/entries/4/edit").Want(t, 200, "ignorée à la main")
}

func TestFlappingIsMergedWhenItIsSavedAndTheEventsStay(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Day("2026-11-20T08:00:10.5+01:00", "2026-11-20T10:00:00+01:00", "a")
	p.Day("2026-11-20T10:04:00+01:00", "2026-11-20T10:30:00+01:00", "b")
	p.Day("2026-11-20T10:33:00+01:00", "2026-11-20T12:00:20.5+01:00", "c")
	p.Day("2026-11-20T13:00:00+01:00", "2026-11-20T17:00:00+01:00", "d")
	values := p.Form(apptest.EditDay)
	values.Set("note", "écrit avant de réunir")
	values.Set("merge", "5")
	apptest.SetSlot(values, 4, "17:02", "17:30", 0)
	shown := p.SubmitInVain("/entries/1/merge", values).Want(t, 200, "il y en a 3 de moins", "Rien n’est encore enregistré", "écrit avant de réunir")
	p.WantSaved(apptest.EditDay, shown.Fields(), apptest.EditDay)
	p.WantStored("SELECT start_at, end_at FROM time_slots ORDER BY start_at",
		"2026-11-20T07:00:10.500000000Z | 2026-11-20T11:00:20.500000000Z",
		"2026-11-20T12:00:00.000000000Z | 2026-11-20T16:30:00.000000000Z")
	p.WantStored("SELECT note FROM work_entries", "écrit avant de réunir")
	p.WantStored("SELECT count(*), count(time_slot_id) FROM workplace_presence_events", "8 | 0")

	values = p.Form(apptest.EditDay)
	values.Set("merge", "5")
	p.Submit("/entries/1/merge", values).Want(t, 200, "Aucun créneau n’est séparé du suivant de moins de 5")
	for _, minutes := range []string{"", "0", "-1", "x", "1441"} {
		values.Set("merge", minutes)
		p.Submit("/entries/1/merge", values).Want(t, 422, "de 1 à 1440", `name="merge" value="`+cmp.Or(minutes, "10")+`"`)
	}
	values.Set("merge", "5")
	values["slot_end"][0] = "25"
	p.Submit("/entries/1/merge", values).Want(t, 422, "Écrivez une heure")
}

func TestBesideADayStandTheDaysAroundIt(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.ByHand("2026-11-17", "RTT")
	p.ByHand("2026-11-18", "WORK", "08:00-12:00")
	p.ByHand("2026-11-19", "WORK", "09:00-12:00")
	p.ByHand("2026-11-22", "GARDE", "20:00-08:00")
	page := p.Get("/entries/new?date=2026-11-20")
	page.Want(t, 200, `href="/entries/3/edit"`, `href="/entries/new?date=2026-11-21"`, `href="/months/2026-11"`)
	page.WantWords(t, "Autour mercredi 18 novembre 2026 mer. 18 18 Travail 08:00–12:00 4 h 00", "jeudi 19", "samedi 21", "dimanche 22", "20:00–08:00")
	page.WantNoWords(t, "RTT mardi 17")
	page.WantNone(t, `datetime="2026-11-20"`, `datetime="2026-11-17"`)
	p.Get("/entries/new?date=1970-01-01").WantWords(t, "Autour vendredi 2 janvier 1970")
	last := p.Get("/entries/new?date=9999-12-31")
	last.WantWords(t, "jeudi 30 décembre 9999")
	last.WantNone(t, "date=10000") // out of the calendar
}
