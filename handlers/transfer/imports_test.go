package transfer_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestAnIDOfADeletedDayDoesNotReturnWithAnImport(t *testing.T) {
	old := apptest.Start(t)
	old.Day("2026-04-14T08:00:00+02:00", "2026-04-14T17:00:00+02:00", "april")
	document := old.Exported()

	p := apptest.Start(t)
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T09:00:00+01:00", "trial")
	left := p.Form(apptest.EditDay)
	p.Submit("/entries/1/delete", p.Form("/entries/1/delete")).Want(t, 303)
	_, done := p.TakeIn(document)
	done.Want(t, 303)

	p.WantStored("SELECT id, date FROM work_entries", "2 | 2026-04-14")
	p.WantStored("SELECT id, work_entry_id FROM time_slots", "2 | 2")
	p.WantStored("SELECT id, work_entry_id, time_slot_id FROM workplace_presence_events", "3 | 2 | 2", "4 | 2 | 2")
	p.Leave("2026-04-14T17:00:00+02:00", "april-out").Want(t, 200, `"entry_id":1`, "replayed") // as its first answer
	p.Get("/entries/2/history").WantNone(t, `name="state" value="1"`)                          // which is of the other day
	p.Get("/entries/1/history").Want(t, 200, "Historique du vendredi 20")
	p.UnchangedDays(func() { p.Submit(apptest.EditDay, left).Want(t, 404) })
	p.BringBack("1", "1").Want(t, 303)
	p.WantStored("SELECT id, date FROM work_entries ORDER BY id", "1 | 2026-11-20", "2 | 2026-04-14")
	p.WantStored("SELECT work_entry_id FROM time_slots ORDER BY 1", "1", "2")
	p.WantSound()
}

func TestIDsThatWereNeverUsedHereAreTakenOver(t *testing.T) {
	old := apptest.Start(t)
	for _, day := range []string{"14", "15", "16"} {
		old.Day("2026-04-"+day+"T08:00:00+02:00", "2026-04-"+day+"T17:00:00+02:00", day)
	}
	p := apptest.Start(t)
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T09:00:00+01:00", "trial")
	shown, done := p.TakeIn(old.Exported())
	shown.WantHTML(t, 200, "Les numéros internes déjà utilisés ici, ou trop grands, sont remplacés : cela ne change rien à vos journées.")
	done.Want(t, 303)
	p.WantStored("SELECT id, date FROM work_entries ORDER BY id", "1 | 2026-11-20", "2 | 2026-04-15", "3 | 2026-04-16", "4 | 2026-04-14")
	p.WantStored("SELECT id FROM time_slots", "1", "2", "3", "4")
	p.WantSound()
}

func TestASlotThatAnImportLeavesKeepsItsIDAndANewOneGetsTheFiles(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T12:00:00+01:00", "trial")
	document := strings.Replace(p.Exported(), `"slots":[`, `"slots":[{"id":40,"start_at":"2026-11-20T12:00:00.000000000Z","end_at":"2026-11-20T16:00:00.000000000Z"},`, 1)
	_, done := p.TakeIn(document)
	page := p.After(done)
	p.WantStored("SELECT id, origin FROM time_slots", "1 | NULL", "40 | imported")
	p.WantStored("SELECT time_slot_id FROM workplace_presence_events", "1", "1")
	p.PressUndo(page, "Annuler").Want(t, 303)
	p.WantStored("SELECT id FROM time_slots", "1")
	p.Day("2026-11-21T08:00:00+01:00", "2026-11-21T12:00:00+01:00", "later") // the id of the file was assigned here
	_, done = p.TakeIn(document)
	done.Want(t, 303)
	p.WantStored("SELECT id, work_entry_id FROM time_slots ORDER BY id", "1 | 1", "41 | 2", "42 | 1")
	p.WantSound()
}

func TestAnImportChangesTheColumnsOfItsFileAndTakingItBackBringsAllBack(t *testing.T) {
	p := apptest.RecordedDay(t)
	const columns = "SELECT id, date, timezone, day_type, half_day, journey_profile_id, motor_vehicle_id, note, created_at FROM work_entries"
	before := p.Stored(columns)
	document := strings.NewReplacer(`"Europe/Paris"`, `"Indian/Reunion"`, `"half_day":""`, `"half_day":"RTT"`,
		`"journey_profile_id":"bureau"`, `"journey_profile_id":""`, `"motor_vehicle_id":"clio"`, `"motor_vehicle_id":""`, `"note":""`, `"note":"là-bas"`).Replace(p.Exported())
	_, done := p.TakeIn(document)
	page := p.After(done)
	p.WantStored("SELECT timezone, half_day, note FROM work_entries", "Indian/Reunion | RTT | là-bas")
	p.PressUndo(page, "Annuler").Want(t, 303)
	p.WantStored(columns, before...)

	p.Edit(func(form url.Values) {
		form.Set("half_day", "CONGE")
		form.Set("half", "am")
		form.Set("note", "matin")
	})
	for _, table := range []string{"date,start,end\n2026-11-20,18:00,19:00\n", "date,half_day,reason\n2026-11-20,CONGE,x\n"} {
		_, done = p.TakeIn(table)
		done.Want(t, 303)
		p.WantStored("SELECT day_type, half_day, half, note, journey_profile_id, motor_vehicle_id FROM work_entries", "WORK | CONGE | am | matin | bureau | clio")
	}
	p.WantStored("SELECT count(*) FROM time_slots", "3")
}

func TestARecordThatDiffersInOneColumnIsAChange(t *testing.T) {
	p := apptest.RecordedDay(t)
	for column, change := range map[string][2]string{
		"note":               {`"note":""`, `"note":"autre"`},
		"day_type":           {`"day_type":"WORK"`, `"day_type":"TT"`},
		"half_day":           {`"half_day":""`, `"half_day":"RTT"`},
		"timezone":           {`"Europe/Paris"`, `"Indian/Reunion"`},
		"journey_profile_id": {`"journey_profile_id":"bureau"`, `"journey_profile_id":""`},
		"motor_vehicle_id":   {`"motor_vehicle_id":"clio"`, `"motor_vehicle_id":""`},
	} {
		before := p.Stored("SELECT " + column + " FROM work_entries")[0]
		shown, done := p.TakeIn(strings.Replace(p.Exported(), change[0], change[1], 1))
		shown.WantHTML(t, 200, "1 modifiée")
		done.Want(t, 303)
		if got := p.Stored("SELECT " + column + " FROM work_entries")[0]; got == before {
			t.Errorf("%s: got %q still", column, got)
		}
		p.PressUndo(p.After(done), "Annuler").Want(t, 303)
	}
}

func TestARecordLinksTheEventsOfADayAgain(t *testing.T) {
	p := apptest.RecordedDay(t)
	document := p.Exported()
	const links = "SELECT event, (SELECT start_at FROM time_slots WHERE id = time_slot_id) FROM workplace_presence_events ORDER BY id"
	linked := p.Stored(links)
	p.Edit(func(form url.Values) { form["slot_end"][0] = "12:00" })
	p.WantStored(links, "arrival | NULL", "departure | NULL", "arrival | NULL", "departure | NULL")
	_, done := p.TakeIn(document)
	done.Want(t, 303)
	p.WantStored(links, linked...)

	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE workplace_presence_events SET time_slot_id = NULL")))
	_, done = p.TakeIn(strings.Replace(document, `"note":""`, `"note":"autre"`, 1)) // its slots are those of the day
	done.Want(t, 303)
	p.WantStored(links, linked...)

	_, done = p.TakeIn(regexp.MustCompile(`"end_at":"[^"]*"(.*?"time_slot_id":)1`).ReplaceAllString(document, `"end_at":"2026-11-20T10:00:00.000000000Z"${1}null`))
	done.Want(t, 303) // another end, without the arrival that made it
	p.WantStored(links, "arrival | NULL", linked[1], linked[2], linked[3])
	p.WantSound()
}

func TestWhatAFileCannotSayAboutPresence(t *testing.T) {
	other := apptest.Start(t, apptest.NoLimit)
	other.Arrive("2026-11-19T08:00:00+01:00", "first").Want(t, 201)
	first := other.Exported()
	other.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(t, 303)
	other.Arrive("2026-11-20T08:00:00+01:00", "second").Want(t, 201)
	both := strings.Replace(other.Exported(), `"closure":"discarded","closed_at":"2026-11-20T07:00:00.000000000Z"`, `"closure":null,"closed_at":null`, 1)
	if both == other.Exported() {
		t.Fatal("the first arrival is not open in the file")
	}
	withSlot := strings.NewReplacer(`"slots":[]`, `"slots":[{"id":9,"start_at":"2026-11-19T07:00:00.000000000Z","end_at":"2026-11-19T08:00:00.000000000Z"}]`,
		`"time_slot_id":null`, `"time_slot_id":9`).Replace(first)
	for name, test := range map[string]struct{ file, words string }{
		"two open arrivals":           {both, "Une autre arrivée est encore ouverte."},
		"an open arrival with a slot": {withSlot, "n’est pas comme worklog les enregistre"},
		"one slot in two rows":        {"date,start,end\n2026-11-20,08:03,12:10\n2026-11-20,08:03,12:10\n", "chevauche"},
	} {
		p := apptest.RecordedDay(t)
		if name != "one slot in two rows" {
			p = apptest.Start(t)
		}
		p.Unchanged(func() { p.Upload(test.file, "").WantHTML(t, 422, test.words) })
	}
}

func TestAVeryShortPresenceFoundRightElsewhereIsToBeVerified(t *testing.T) {
	from, to := apptest.Start(t), apptest.Start(t)
	from.Day("2026-11-19T09:00:00+01:00", "2026-11-19T09:02:00+01:00", "short")
	form := regexp.MustCompile(`(?s)<form method="post" action="/review/ignore".*?</form>`).FindString(from.Get("/review").Body)
	from.Submit("/review/right", apptest.Answer{Body: form}.Fields()).Want(t, 303)
	const note = "sans 1\u00a0présence très courte, à vérifier"
	from.Get("/months/2026-11").WantNone(t, note)
	_, done := to.TakeIn(from.Exported())
	done.Want(t, 303)
	to.Get("/months/2026-11").Want(t, 200, note)
	to.Get("/review").Want(t, 200, "09:00–09:02")
}

func TestThePlanOfAFileIsTakenInWithItsDaysAndTakenBack(t *testing.T) {
	p := apptest.RecordedDay(t)
	const plan = `"plan":{"cycles":[{"from":"2026-01-07","until":null,"weeks":[[[{"start":"19:45","end":"07:15","type":"WORK"}],[],[],[],[],[],[]]]}],"dates":[{"date":"2026-06-11","shifts":[]}]},`
	document := strings.Replace(p.Exported(), `"days":[`, plan+`"days":[`, 1)
	shown, done := p.TakeIn(document)
	shown.WantWords(t, "Aucune journée à reprendre", "Planning à reprendre : 1 roulement, 1 date, à la place", "Reprendre ce planning")
	done.Want(t, 303)
	page := p.After(done)
	page.WantWords(t, "0 journée reprise, planning repris.")
	modelstest.Want(t, p.Exported(), document)
	p.Upload(document, "").WantWords(t, "Rien à reprendre : tout est déjà ainsi.")
	p.After(p.PressUndo(page, "Annuler")).Want(t, 200, "Annulé.")
	p.WantStored("SELECT from_date FROM plan_cycles UNION SELECT date FROM plan_dates")
	p.WantSound()
}

// bare runs the program with nothing of a person's in its file.
func bare(t *testing.T) *apptest.Program {
	return apptest.Start(t, apptest.NoLimit, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\""))
}

func set(p *apptest.Program, start string) {
	p.T.Helper()
	values := p.Get("/settings").SettingsForm(p.T, "balance", "")
	values.Set("balance.from", "2026-11-01")
	values.Set("balance.start", start)
	values.Set("confirm", "1")
	p.Submit("/settings", values).Want(p.T, 303)
}

const settingsStored = "SELECT document FROM settings_versions ORDER BY id DESC LIMIT 1"

func TestWithTheSettingsAnotherWorklogIsAsThisOne(t *testing.T) {
	p, other := bare(t), bare(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	p.Get("/data").WantNone(t, "settings=1")
	set(p, "12:30")
	p.Get("/data").Want(t, 200, `href="/data/export?settings=1"`)
	without, with := p.Get("/data/export"), p.Get("/data/export?settings=1")
	without.WantNone(t, `"settings"`)
	with.Want(t, 200, `"settings"`)
	shown, done := other.TakeIn(with.Body)
	shown.WantHTML(t, 200, "1 journée nouvelle", "Reprendre aussi les réglages du fichier", "Solde, solde ce jour-là : — → 12 h 30")
	other.After(done).WantHTML(t, 200, "1 journée reprise, avec les réglages.")
	modelstest.Want(t, other.Get("/data/export?settings=1").Body, with.Body)
	other.Upload(with.Body, "").WantHTML(t, 200, "Rien à reprendre : tout est déjà ainsi.")
}

func TestSettingsTakeThePlaceOfOthersOnlyWhereThatIsTicked(t *testing.T) {
	p, other := bare(t), bare(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	set(p, "12:30")
	set(other, "3:00")
	mine := other.Stored(settingsStored)
	shown := other.Upload(p.Get("/data/export?settings=1").Body, "")
	shown.WantHTML(t, 200, "solde ce jour-là : 3 h → 12 h 30", "+3 h 00 → ", "Solde au 19 novembre")
	other.Submit("/data/import", shown.Fields()).Want(t, 303)
	other.WantStored(settingsStored, mine...)
	other.WantStored("SELECT count(*) FROM work_entries", "1")

	shown = other.Upload(p.Get("/data/export?settings=1").Body, "") // whose days are there
	shown.WantHTML(t, 200, "Reprendre ces réglages")
	done := other.Submit("/data/import", shown.Fields()).Want(t, 303)
	other.WantStored(settingsStored, p.Stored(settingsStored)...)
	page := other.After(done).WantHTML(t, 200, "Réglages repris.", "Annuler")
	other.PressUndo(page, "Annuler").Want(t, 303)
	other.WantStored(settingsStored, mine...)
}

func TestSettingsThatChangedSinceTheyWereShownAreShownAgain(t *testing.T) {
	p, other := bare(t), bare(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	set(p, "12:30")
	sent := other.Upload(p.Get("/data/export?settings=1").Body, "").Fields()
	set(other, "3:00")
	other.SubmitInVain("/data/import", sent).WantHTML(t, 409, "ce n’est plus ce que vous aviez vu", "3 h → 12 h 30")
}

func TestSettingsThatDoNotFitAreRefusedAndTheDaysAreNot(t *testing.T) {
	p := bare(t)
	p.Day("2026-11-19T08:00:00+01:00", "2026-11-19T12:00:00+01:00", "k")
	for document, why := range map[string]string{
		`[balance]\nfrom = 7`:                "Solde, depuis le",
		`[balance`:                           "illisibles",
		`#` + strings.Repeat("x", 256<<10):   "256 Kio",
		strings.Repeat(`[[targets]]\n`, 201): "Une liste a 200 lignes au plus",
	} {
		file := strings.Replace(strings.Replace(p.Exported(), `"days":[`, `"settings":"`+document+`","days":[`, 1), `"note":"`, `"note":"x`, 1)
		shown := p.Upload(file, "").WantHTML(t, 200, "Les réglages du fichier ne peuvent pas être repris ici", why, "1 modifiée")
		forged := shown.Fields()
		forged.Set("settings", "0")
		p.SubmitInVain("/data/import", forged).Want(t, 409)
		p.Submit("/data/import", shown.Fields()).Want(t, 303)
		p.WantStored("SELECT count(*) FROM settings_versions", "0")
	}
	p.SubmitInVain("/data/import", url.Values{"settings": {"0"}}).Want(t, 400)
}
