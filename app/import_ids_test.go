package app_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"worklog/app"
)

// exported is the JSON of `worklog export`.
func (p *program) exported() string {
	p.t.Helper()
	var written bytes.Buffer
	if _, err := app.Export(p.t.Context(), p.config, app.ExportRequest{Format: "json"}, &written); err != nil {
		p.t.Fatal(err)
	}
	return written.String()
}

// takeIn imports a document as a person does on the page, and returns what the page said
// before and the answer after.
func (p *program) takeIn(document string) (shown, done answer) {
	p.t.Helper()
	shown = p.upload(document, "")
	return shown, p.submit("/data/import", shown.fields())
}

func TestAnIDOfADeletedDayDoesNotReturnWithAnImport(t *testing.T) {
	t.Parallel()
	old := start(t)
	old.day("2026-04-14T08:00:00+02:00", "2026-04-14T17:00:00+02:00", "april")
	document := old.exported()

	p := start(t)
	p.day("2026-11-20T08:00:00+01:00", "2026-11-20T09:00:00+01:00", "trial")
	left := p.form(editDay)
	p.submit("/entries/1/delete", p.form("/entries/1/delete")).want(t, 303)
	_, done := p.takeIn(document)
	done.want(t, 303)

	p.wantStored("SELECT id, date FROM work_entries", "2 | 2026-04-14")
	p.wantStored("SELECT id, work_entry_id FROM time_slots", "2 | 2")
	p.wantStored("SELECT id, work_entry_id, time_slot_id FROM workplace_presence_events", "3 | 2 | 2", "4 | 2 | 2")
	p.leave("2026-04-14T17:00:00+02:00", "april-out").want(t, 200, `"entry_id":1`, "replayed") // as its first answer
	if history := p.get("/entries/2/history").text(); strings.Contains(history, `name="state" value="1"`) {
		t.Errorf("the trial's history stands under the other day: %s", history)
	}
	p.get("/entries/1/history").want(t, 200, "Historique du vendredi 20")
	p.unchangedDays(t, func() { p.submit(editDay, left).want(t, 404) })
	p.bringBack("1", "1").want(t, 303)
	p.wantStored("SELECT id, date FROM work_entries ORDER BY id", "1 | 2026-11-20", "2 | 2026-04-14")
	p.wantStored("SELECT work_entry_id FROM time_slots ORDER BY 1", "1", "2")
	p.wantSound()
}

func TestIDsThatWereNeverUsedHereAreTakenOver(t *testing.T) {
	t.Parallel()
	old := start(t)
	for _, day := range []string{"14", "15", "16"} {
		old.day("2026-04-"+day+"T08:00:00+02:00", "2026-04-"+day+"T17:00:00+02:00", day)
	}
	p := start(t)
	p.day("2026-11-20T08:00:00+01:00", "2026-11-20T09:00:00+01:00", "trial")
	shown, done := p.takeIn(old.exported())
	shown.wantText(t, 200, "Les numéros internes déjà utilisés ici, ou trop grands, sont remplacés~: cela ne change rien à vos journées.")
	done.want(t, 303)
	p.wantStored("SELECT id, date FROM work_entries ORDER BY id", "1 | 2026-11-20", "2 | 2026-04-15", "3 | 2026-04-16", "4 | 2026-04-14")
	if got := p.stored("SELECT id FROM time_slots"); !slices.Equal(got, []string{"1", "2", "3", "4"}) {
		t.Errorf("slots %v", got)
	}
	p.wantSound()
}

func TestASlotThatAnImportLeavesKeepsItsIDAndANewOneGetsTheFiles(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.day("2026-11-20T08:00:00+01:00", "2026-11-20T12:00:00+01:00", "trial")
	document := strings.Replace(p.exported(), `"slots":[`, `"slots":[{"id":40,"start_at":"2026-11-20T12:00:00.000000000Z","end_at":"2026-11-20T16:00:00.000000000Z"},`, 1)
	_, done := p.takeIn(document)
	page := p.after(done)
	p.wantStored("SELECT id FROM time_slots", "1", "40")
	p.wantStored("SELECT time_slot_id FROM workplace_presence_events", "1", "1")
	p.pressUndo(page, "Annuler").want(t, 303)
	p.wantStored("SELECT id FROM time_slots", "1")
	p.wantSound()
}

func TestTakingAnImportBackBringsEveryColumnBack(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	const columns = "SELECT id, date, timezone, day_type, half_day, journey_profile_id, motor_vehicle_id, note, created_at FROM work_entries"
	before := p.stored(columns)
	document := strings.NewReplacer(`"Europe/Paris"`, `"Indian/Reunion"`, `"half_day":""`, `"half_day":"RTT"`,
		`"journey_profile_id":"bureau"`, `"journey_profile_id":""`, `"motor_vehicle_id":"clio"`, `"motor_vehicle_id":""`, `"note":""`, `"note":"là-bas"`).Replace(p.exported())
	_, done := p.takeIn(document)
	page := p.after(done)
	p.wantStored("SELECT timezone, half_day, note FROM work_entries", "Indian/Reunion | RTT | là-bas")
	p.pressUndo(page, "Annuler").want(t, 303)
	p.wantStored(columns, before...)
}
