package pages_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestTwoWeeksOfLeaveAreSeenBeforeTheyAreSaved(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Day("2026-12-22T08:00:00+01:00", "2026-12-22T12:00:00+01:00", "k")
	p.Submit("/entries/new?date=2026-12-23", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	p.Submit("/entries/new?date=2026-12-24", url.Values{"day_type": {"CONGE"}, "note": {"Noël"}}).Want(t, 303)
	p.Arrive("2026-12-28T08:00:00+01:00", "open").Want(t, 201)

	preview := p.SubmitInVain("/entries/range", apptest.TwoWeeks()).Want(t, 200)
	text := html.UnescapeString(preview.Body)
	_, days, _ := strings.Cut(text, `<li class="written">`)
	modelstest.WantIn(t, text, "Enregistrer ces journées",
		"lundi 21\u00a0décembre 2026</span> <span>nouvelle", "mardi 22\u00a0décembre 2026</span> <span>laissée, elle a des créneaux",
		"mercredi 23\u00a0décembre 2026</span> <span>modifiée, RTT devient Congé", "jeudi 24\u00a0décembre 2026</span> <span>déjà ainsi",
		"lundi 28\u00a0décembre 2026</span> <span>laissée, une présence est en cours", "jeudi 31\u00a0décembre 2026</span> <span>nouvelle")
	apptest.Answer{Body: days}.WantNone(t, "vendredi 25", "samedi 26", "vendredi 1er") // a holiday, a weekend
	modelstest.Want(t, strings.Count(text, `<li class="written">`), 5)
	values := apptest.TwoWeeks()
	values.Set("plan", apptest.PreviewOf(t, preview))
	values.Set("do", "save")
	saved := p.Submit("/entries/range", values)
	saved.WantLocation(t, "/months/2026-12#2026-12-21")
	p.After(saved).Want(t, 200, "5\u00a0journées enregistrées\u00a0: Congé.")
	again := p.Submit("/entries/range", apptest.TwoWeeks()).Want(t, 200, "Actualiser l’aperçu")
	again.WantNone(t, "Enregistrer ces journées") // nothing would change
	p.WantStored("SELECT date, day_type, note, version FROM work_entries ORDER BY date",
		"2026-12-21 | CONGE | Noël | 1", "2026-12-22 | WORK |  | 2", "2026-12-23 | CONGE | Noël | 2", "2026-12-24 | CONGE | Noël | 1",
		"2026-12-28 | WORK |  | 1", "2026-12-29 | CONGE | Noël | 1", "2026-12-30 | CONGE | Noël | 1", "2026-12-31 | CONGE | Noël | 1")
}

func TestARangeThatHasChangedSinceThePreviewIsShownAgain(t *testing.T) {
	p := apptest.Start(t)
	values := apptest.TwoWeeks()
	values.Set("plan", apptest.PreviewOf(t, p.Submit("/entries/range", values)))
	values.Set("do", "save")
	values.Set("note", "autre chose")
	p.SubmitInVain("/entries/range", values).Want(t, 409, "autre chose")
	values.Set("note", "Noël")
	p.Day("2026-12-29T08:00:00+01:00", "2026-12-29T12:00:00+01:00", "k")
	again := p.SubmitInVain("/entries/range", values).Want(t, 409, "laissée, elle a des créneaux")
	values.Set("plan", apptest.PreviewOf(t, again))
	p.Submit("/entries/range", values).Want(t, 303)
	p.WantStored("SELECT day_type FROM work_entries WHERE date = '2026-12-29'", "WORK")
}

func TestARangeThatCannotBeIsRefusedBesideItsField(t *testing.T) {
	p := apptest.Start(t)
	for message, change := range map[string][2]string{
		"Écrivez une date":                           {"from", "hier"},
		"Cette période finit avant de commencer.":    {"to", "2026-12-01"},
		"Cette période dépasse un an.":               {"to", "2028-12-01"},
		"Choisissez un type de journée.":             {"day_type", "X"},
		"Ce trajet n’existe pas":                     {"journey_profile_id", "x"},
		"Ce véhicule n’existe pas":                   {"motor_vehicle_id", "velo"},
		"Choisissez au moins un jour de la semaine.": {"weekday", ""},
		"Cette note est trop longue":                 {"note", strings.Repeat("x", 10_001)},
		"trop longue ou illisible":                   {"note", "a\x00b"},
	} {
		values := apptest.TwoWeeks()
		values.Set(change[0], change[1])
		if change[1] == "" {
			values.Del(change[0])
		}
		p.Unchanged(func() {
			got := p.Submit("/entries/range", values).Want(t, 422)
			modelstest.WantIn(t, html.UnescapeString(got.Body), message)
		})
	}
	p.Get("/entries/range").Want(t, 200, `name="from" value="2026-11-20"`, `value="CONGE" checked`)
	unseen := apptest.TwoWeeks()
	unseen.Set("do", "save")
	p.SubmitInVain("/entries/range", unseen).Want(t, 409)
}

func TestARangeThatFailsHalfwayStoresNothing(t *testing.T) {
	p := apptest.Start(t)
	values := apptest.TwoWeeks()
	values.Set("plan", apptest.PreviewOf(t, p.Submit("/entries/range", values)))
	values.Set("do", "save")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("CREATE TRIGGER broken BEFORE INSERT ON work_entries WHEN NEW.date = '2026-12-30' BEGIN SELECT RAISE(ABORT, 'disk full'); END")))
	p.SubmitInVain("/entries/range", values).Want(t, 500, "Rien n’est enregistré", "Noël")
}

func TestARangeOfNewDaysIsSavedAtOnce(t *testing.T) {
	p := apptest.Start(t)
	values := apptest.TwoWeeks()
	values.Set("do", "fill")
	p.Submit("/entries/range", values).WantLocation(t, "/months/2026-12#2026-12-21")
	p.WantStored("SELECT count(*) FROM work_entries WHERE day_type = 'CONGE'", "8")
	for _, given := range map[string]func(p *apptest.Program){
		"a day that would be changed": func(p *apptest.Program) {
			p.Submit("/entries/new?date=2026-12-23", url.Values{"day_type": {"RTT"}}).Want(t, 303)
		},
		"a day that would be left": func(p *apptest.Program) {
			p.Day("2026-12-22T08:00:00+01:00", "2026-12-22T12:00:00+01:00", "k")
		},
	} {
		p := apptest.Start(t)
		given(p)
		p.SubmitInVain("/entries/range", values).Want(t, 200, "Enregistrer ces journées")
	}
}

// withCounters has a right to days of leave, and of RTT.
const withCounters = `
[presence_integration]
timezone = "Europe/Paris"
[counters.conges]
types = ["CONGE"]
unit = "ouvres"
allowance = 25
period_start = "01-01"
[counters.rtt]
types = ["RTT"]
unit = "ouvres"
allowance = 10
period_start = "01-01"
`

// chosen matches the fields of the form for the dates that two taps chose.
var chosen = regexp.MustCompile(`<input type="hidden" name="([a-z_]+)" value="([^"]*)"`)

func tap(t *testing.T, p *apptest.Program, page apptest.Answer, name string) apptest.Answer {
	t.Helper()
	found := regexp.MustCompile(`href="([^"#]+)[^>]*>` + name).FindStringSubmatch(page.Body)
	if found == nil {
		t.Fatalf("no %s in %s", name, page.Body)
	}
	next := p.Get(html.UnescapeString(found[1])).Want(t, http.StatusOK)
	return next
}

// Links of the calendar, as a screen reader says them.
const (
	dec21 = "21<span class=\"heard\">\u00a0décembre"
	dec27 = "27<span class=\"heard\">\u00a0décembre"
)

func TestTwoTapsOfTheLeaveCalendarPreviewASpanThatAPressStores(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, withCounters))
	p.ByHand("2026-12-22", "CONGE")
	const days = "SELECT date || day_type FROM work_entries ORDER BY date"
	page := p.Get("/years/2026/leave")
	page.Want(t, 200, "22<span class=\"heard\">\u00a0décembre\u00a0: Congé", "25<span class=\"heard\">\u00a0décembre\u00a0: Noël")
	for _, taps := range map[string][]string{"forward": {dec21, dec27}, "backward": {dec27, dec21}} {
		first := tap(t, p, page, taps[0]).Want(t, 200, taps[0]+", choisi", "Touchez le dernier jour")
		tap(t, p, first, taps[1]).Want(t, 200, "Du lundi 21\u00a0décembre 2026 au dimanche 27\u00a0décembre 2026")
	}
	preview := tap(t, p, tap(t, p, page, dec21), dec27)
	preview.Want(t, 200, "3\u00a0jours seront enregistrés", "1\u00a0autre ne change pas", "après cette saisie", "Noël", "2\u00a0jours de week-end")
	modelstest.Want(t, len(p.Stored(days)), 1) // nothing is stored yet
	values := map[string][]string{"do": {"save"}}
	form := preview.Body[strings.Index(preview.Body, "leave-chosen"):]
	for _, field := range chosen.FindAllStringSubmatch(form[:strings.Index(form, "</form>")], -1) {
		values[field[1]] = append(values[field[1]], html.UnescapeString(field[2]))
	}
	p.Submit("/entries/range", values).WantLocation(t, "/months/2026-12#2026-12-21")
	p.WantStored(days, "2026-12-21CONGE", "2026-12-22CONGE", "2026-12-23CONGE", "2026-12-24CONGE")
	p.Get("/years/2026/leave?type=RTT&from=2026-12-28&to=2026-12-28").Want(t, 200, "1\u00a0jour sera enregistré\u00a0(RTT)")
	for _, wrong := range []string{"type=MALADE", "type=", "from=x", "from=2026-12-21&to=2026-13-01", "from=2026-12-21&to=2026-12-20", "from=2025-12-21&to=2026-12-22", "to=x", "to=2026-12-21"} {
		p.Get("/years/2026/leave?"+wrong).Want(t, 404)
	}
	over := p.Get("/years/2026/leave?type=RTT&from=2026-12-30") // New Year
	over.Want(t, 200, `/years/2027/leave?from=2026-12-30&amp;type=RTT"`, `/years/2025/leave?from=2026-12-30&amp;type=RTT"`)
	tap(t, p, p.Get("/years/2027/leave?from=2026-12-30&type=RTT"), "4<span class=\"heard\">\u00a0janvier").Want(t, 200, "Du mercredi 30\u00a0décembre 2026 au lundi 4\u00a0janvier 2027", "3\u00a0jours seront enregistrés\u00a0(RTT)", "1er\u00a0janvier")
	tap(t, p, p.Get("/years/2027/leave?from=2026-12-30&type=RTT"), "31<span class=\"heard\">\u00a0décembre").Want(t, 200, "Touchez le dernier jour") // too far away for a span
	apptest.Start(t).Get("/years/2026/leave?type=RTT").Want(t, 200, "Touchez le premier jour")
}

func TestWhatIsSavedSaysWhichCounterMoved(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, withCounters))
	v := p.Visitor("")
	for _, step := range []struct {
		name, path string
		values     map[string][]string
		want       string
	}{
		{"a day of leave", "/entries/new?date=2026-12-21", map[string][]string{"day_type": {"CONGE"}}, "Enregistré. Il reste 24\u00a0j de conges."},
		{"half a day of another counter", "/entries/1/edit", map[string][]string{"day_type": {"WORK"}, "half_day": {"RTT"}}, "Enregistré. Il reste 25\u00a0j de conges. Il reste 9,5\u00a0j de rtt."},
		{"a note", "/entries/1/edit", map[string][]string{"day_type": {"WORK"}, "note": {"x"}}, "Enregistré.</"},
		{"several days", "/entries/range", map[string][]string{"day_type": {"CONGE"}, "from": {"2026-12-22"}, "to": {"2026-12-23"}, "weekday": {"2", "3"}, "do": {"fill"}}, "Congé. Il reste 23\u00a0j de conges."},
	} {
		if strings.HasSuffix(step.path, "edit") {
			form := p.Form(step.path)
			step.values["version"], step.values["version_at"] = form["version"], form["version_at"]
		}
		saved := v.Submit(step.path, step.values).Want(t, 303)
		modelstest.WantIn(t, strings.ReplaceAll(v.Get(saved.Header.Get("Location")).Body, "\n", ""), step.want)
	}
}
