package app_test

import (
	"html"
	"net/url"
	"strings"
	"testing"
)

// twoWeeks are the last weeks of 2026 on leave.
func twoWeeks() url.Values {
	return url.Values{"from": {"2026-12-21"}, "to": {"2027-01-03"}, "day_type": {"CONGE"}, "weekday": {"1", "2", "3", "4", "5"},
		"skip_holidays": {"1"}, "note": {"Noël"}, "journey_profile_id": {""}, "motor_vehicle_id": {""}}
}

func TestTwoWeeksOfLeaveAreSeenBeforeTheyAreSaved(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	p.day("2026-12-22T08:00:00+01:00", "2026-12-22T12:00:00+01:00", "k")
	p.submit("/entries/new?date=2026-12-23", url.Values{"day_type": {"RTT"}}).want(t, 303)
	p.submit("/entries/new?date=2026-12-24", url.Values{"day_type": {"CONGE"}, "note": {"Noël"}}).want(t, 303)
	p.arrive("2026-12-28T08:00:00+01:00", "open").want(t, 201)

	var preview answer
	p.unchanged(func() { preview = p.submit("/entries/range", twoWeeks()) })
	preview.want(t, 200)
	text := html.UnescapeString(preview.body)
	for _, wanted := range []string{
		"lundi 21\u00a0décembre 2026</span> <span>nouvelle", "mardi 22\u00a0décembre 2026</span> <span>laissée, elle a des créneaux",
		"mercredi 23\u00a0décembre 2026</span> <span>modifiée, RTT devient Congé", "jeudi 24\u00a0décembre 2026</span> <span>déjà ainsi",
		"lundi 28\u00a0décembre 2026</span> <span>laissée, une présence est en cours", "jeudi 31\u00a0décembre 2026</span> <span>nouvelle",
	} {
		if !strings.Contains(text, wanted) {
			t.Errorf("no %q in the preview", wanted)
		}
	}
	for _, left := range []string{"vendredi 25", "samedi 26", "vendredi 1er"} { // a holiday, a weekend
		if strings.Contains(text, left) {
			t.Errorf("%s is in the preview", left)
		}
	}
	if got := strings.Count(text, `<li class="written">`); got != 5 || !strings.Contains(text, "Enregistrer ces journées") {
		t.Errorf("got %d days marked as those to be written, want 5, and a button that saves them", got)
	}
	values := twoWeeks()
	values.Set("plan", planOf(t, preview))
	values.Set("do", "save")
	got := p.submit("/entries/range", values)
	got.want(t, 303)
	got.wantHeader(t, "Location", "/months/2026-12#2026-12-21")
	month := p.request("")
	month.Method, month.URL.Path = "GET", "/months/2026-12"
	month.Header.Set("Cookie", got.header.Get("Set-Cookie"))
	p.send(month).want(t, 200, "5\u00a0journées enregistrées\u00a0: Congé.")
	again := p.submit("/entries/range", twoWeeks())
	again.want(t, 200, "Voir ce qui sera fait")
	if strings.Contains(again.body, "Enregistrer ces journées") {
		t.Error("what would change nothing can be saved")
	}
	p.wantStored("SELECT date, day_type, note, version FROM work_entries ORDER BY date",
		"2026-12-21 | CONGE | Noël | 1", "2026-12-22 | WORK |  | 2", "2026-12-23 | CONGE | Noël | 2", "2026-12-24 | CONGE | Noël | 1",
		"2026-12-28 | WORK |  | 1", "2026-12-29 | CONGE | Noël | 1", "2026-12-30 | CONGE | Noël | 1", "2026-12-31 | CONGE | Noël | 1")
}

func planOf(t *testing.T, preview answer) string {
	t.Helper()
	plan := preview.fields().Get("plan")
	if plan == "" {
		t.Fatal("the preview names no plan")
	}
	return plan
}

func TestARangeWhoseDaysHaveChangedSinceThePreviewIsShownAgain(t *testing.T) {
	t.Parallel()
	p := start(t)
	values := twoWeeks()
	values.Set("plan", planOf(t, p.submit("/entries/range", values)))
	values.Set("do", "save")
	p.day("2026-12-29T08:00:00+01:00", "2026-12-29T12:00:00+01:00", "k")
	var again answer
	p.unchanged(func() { again = p.submit("/entries/range", values) })
	again.want(t, 409, "laissée, elle a des créneaux")
	values.Set("plan", planOf(t, again))
	p.submit("/entries/range", values).want(t, 303)
	p.wantStored("SELECT day_type FROM work_entries WHERE date = '2026-12-29'", "WORK")
}

func TestARangeThatCannotBeIsRefusedBesideItsField(t *testing.T) {
	t.Parallel()
	p := start(t)
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
		values := twoWeeks()
		values.Set(change[0], change[1])
		if change[1] == "" {
			values.Del(change[0])
		}
		p.unchanged(func() {
			got := p.submit("/entries/range", values)
			got.want(t, 422)
			if !strings.Contains(html.UnescapeString(got.body), message) {
				t.Errorf("%v: no %q", change, message)
			}
		})
	}
	p.get("/entries/range").want(t, 200, `name="from" value="2026-11-20"`, `value="CONGE" checked`)
	unseen := twoWeeks()
	unseen.Set("do", "save")
	p.unchanged(func() { p.submit("/entries/range", unseen).want(t, 409) })
}

func TestARangeThatFailsHalfwayStoresNothing(t *testing.T) {
	t.Parallel()
	p := start(t)
	values := twoWeeks()
	values.Set("plan", planOf(t, p.submit("/entries/range", values)))
	values.Set("do", "save")
	if _, err := p.db.Exec("CREATE TRIGGER broken BEFORE INSERT ON work_entries WHEN NEW.date = '2026-12-30' BEGIN SELECT RAISE(ABORT, 'disk full'); END"); err != nil {
		t.Fatal(err)
	}
	p.unchanged(func() { p.submit("/entries/range", values).want(t, 500, "Rien n’est enregistré", "Noël") })
}

func TestWhatIsChangedAfterThePreviewIsShownBeforeItIsSaved(t *testing.T) {
	t.Parallel()
	p := start(t)
	values := twoWeeks()
	values.Set("plan", planOf(t, p.submit("/entries/range", values)))
	values.Set("do", "save")
	values.Set("note", "autre chose")
	p.unchanged(func() { p.submit("/entries/range", values).want(t, 409, "autre chose") })
}

func TestARangeWithoutANoteLeavesTheNotesThatAreThere(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.submit("/entries/new?date=2026-12-23", url.Values{"day_type": {"MALADE"}, "note": {"important"}}).want(t, 303)
	values := twoWeeks()
	values.Set("note", "")
	values.Set("plan", planOf(t, p.submit("/entries/range", values)))
	values.Set("do", "save")
	p.submit("/entries/range", values).want(t, 303)
	p.wantStored("SELECT day_type, note FROM work_entries WHERE date = '2026-12-23'", "CONGE | important")
}
