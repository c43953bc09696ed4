package app_test

import (
	"net/url"
	"strings"
	"testing"
)

// edit saves the form of the recorded day with some fields changed.
func (p *program) edit(change func(url.Values)) {
	p.t.Helper()
	values := p.form(editDay)
	change(values)
	p.submit(editDay, values).want(p.t, 303)
}

func TestATableWithoutAColumnLeavesThatOfTheDay(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.edit(func(form url.Values) { form.Set("half_day", "CONGE"); form.Set("note", "matin") })
	_, done := p.takeIn("date,start,end\n2026-11-20,18:00,19:00\n")
	done.want(t, 303)
	p.wantStored("SELECT day_type, half_day, note, journey_profile_id, motor_vehicle_id FROM work_entries", "WORK | CONGE | matin | bureau | clio")
	p.wantStored("SELECT count(*) FROM time_slots", "3")
}

func TestARecordThatDiffersInOneColumnIsAChange(t *testing.T) {
	t.Parallel()
	for column, change := range map[string][2]string{
		"note":               {`"note":""`, `"note":"autre"`},
		"day_type":           {`"day_type":"WORK"`, `"day_type":"TT"`},
		"half_day":           {`"half_day":""`, `"half_day":"RTT"`},
		"timezone":           {`"Europe/Paris"`, `"Indian/Reunion"`},
		"journey_profile_id": {`"journey_profile_id":"bureau"`, `"journey_profile_id":""`},
		"motor_vehicle_id":   {`"motor_vehicle_id":"clio"`, `"motor_vehicle_id":""`},
	} {
		p := recordedDay(t)
		before := p.stored("SELECT " + column + " FROM work_entries")[0]
		shown, done := p.takeIn(strings.Replace(p.exported(), change[0], change[1], 1))
		shown.wantText(t, 200, "1~modifiée")
		done.want(t, 303)
		if got := p.stored("SELECT " + column + " FROM work_entries")[0]; got == before {
			t.Errorf("%s: got %q still", column, got)
		}
	}
}

func TestARecordLinksTheEventsOfADayAgain(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	document := p.exported()
	const links = "SELECT event, (SELECT start_at FROM time_slots WHERE id = time_slot_id) FROM workplace_presence_events ORDER BY id"
	linked := p.stored(links)
	p.edit(func(form url.Values) { form["slot_end"][0] = "12:00" })
	p.wantStored(links, "arrival | NULL", "departure | NULL", "arrival | NULL", "departure | NULL")
	_, done := p.takeIn(document)
	done.want(t, 303)
	p.wantStored(links, linked...)

	if _, err := p.db.Exec("UPDATE workplace_presence_events SET time_slot_id = NULL"); err != nil {
		t.Fatal(err)
	}
	_, done = p.takeIn(strings.Replace(document, `"note":""`, `"note":"autre"`, 1)) // its slots are those of the day
	done.want(t, 303)
	p.wantStored(links, linked...)
	p.wantSound()
}

func TestAnEditBetweenTheTwoStepsOfAnImportIsNotOverwritten(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	sent := p.upload(strings.Replace(p.exported(), `"note":""`, `"note":"du fichier"`, 1), "").fields()
	p.edit(func(form url.Values) { form.Set("note", "entre-temps") })
	p.unchanged(func() {
		p.submit("/data/import", sent).wantText(t, 409, "ce n’est plus ce que vous aviez vu")
	})
}

func TestWhatAFileCannotSayAboutPresence(t *testing.T) {
	t.Parallel()
	other := start(t, noLimit)
	other.arrive("2026-11-19T08:00:00+01:00", "first").want(t, 201)
	first := other.exported()
	other.submit("/presence/discard", url.Values{"arrival_id": {"1"}}).want(t, 303)
	other.arrive("2026-11-20T08:00:00+01:00", "second").want(t, 201)
	both := strings.Replace(other.exported(), `"closure":"discarded","closed_at":"2026-11-20T07:00:00.000000000Z"`, `"closure":null,"closed_at":null`, 1)
	if both == other.exported() {
		t.Fatal("the first arrival is not open in the file")
	}
	withSlot := strings.NewReplacer(`"slots":[]`, `"slots":[{"id":9,"start_at":"2026-11-19T07:00:00.000000000Z","end_at":"2026-11-19T08:00:00.000000000Z"}]`,
		`"time_slot_id":null`, `"time_slot_id":9`).Replace(first)
	for name, test := range map[string]struct{ file, words string }{
		"two open arrivals":           {both, "Une autre arrivée est encore ouverte."},
		"an open arrival with a slot": {withSlot, "n’est pas comme worklog les enregistre"},
		"one slot in two rows":        {"date,start,end\n2026-11-20,08:03,12:10\n2026-11-20,08:03,12:10\n", "chevauche"},
	} {
		p := recordedDay(t)
		if name != "one slot in two rows" {
			p = start(t)
		}
		p.unchanged(func() {
			if got := p.upload(test.file, ""); got.status != 422 {
				t.Errorf("%s: got %d %s", name, got.status, got.text()[strings.Index(got.body, "<main"):])
			} else if !strings.Contains(got.text(), test.words) {
				t.Errorf("%s: got %.1500s", name, got.text()[strings.Index(got.body, "<main"):])
			}
		})
	}
}
