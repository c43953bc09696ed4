package pages_test

import (
	"maps"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/report"
)

func TestANoteComesBackAsItWasWritten(t *testing.T) {
	p := apptest.RecordedDay(t)
	for _, note := range []string{"\nune ligne vide d’abord", "\n\n deux", "fin\n", " espaces ", "<b>&amp;</textarea>", "ligne\nligne", "😀"} {
		p.Edit(func(values url.Values) { values.Set("note", strings.ReplaceAll(note, "\n", "\r\n")) })
		modelstest.Want(t, p.Stored("SELECT note FROM work_entries")[0], note)
		p.Unchanged(func() { p.WantSaved(apptest.EditDay, p.Form(apptest.EditDay), apptest.EditDay) })
	}
	p.Edit(func(values url.Values) { values.Set("note", "a\rb") })
	p.WantStored("SELECT note FROM work_entries", "a\nb")
	p.Get("/months/2026-11").Want(t, 200, `<span class="note">a</span>`)

	p.Edit(func(values url.Values) { values.Set("note", strings.Repeat("😀", 10_000)) })
	if got := strings.Count(p.Get("/months/2026-11").Body, "😀"); got < 10_000 || got > 10_200 {
		t.Errorf("got %d letters of the note on the month, want it once for paper, and its beginning in the day", got)
	}
}

func TestASlotMayStartInTheMinuteInWhichARecordedOneEnds(t *testing.T) {
	p := apptest.RecordedDay(t) // its first slot ends at 12:10:45, its second starts at 13:00:01
	p.Edit(func(values url.Values) {
		apptest.SetSlot(values, 2, "12:10", "13:00", 0)
		values["slot_start"][0] = "08:00" // and the recorded one, changed, keeps its seconds
	})
	p.WantStored("SELECT start_at, end_at FROM time_slots ORDER BY start_at",
		"2026-11-20T07:00:00.000000000Z | 2026-11-20T11:10:45.500000000Z",
		"2026-11-20T11:10:00.000000000Z | 2026-11-20T12:00:00.000000000Z",
		"2026-11-20T12:00:01.000000000Z | 2026-11-20T16:21:59.000000000Z")
}

func TestAStartThatIsChangedKeepsItsDateWhereTheZoneWasAnother(t *testing.T) {
	p := apptest.Start(t)
	p.Submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"GARDE"}}).Want(t, 303)
	apptest.InZone(t, "America/New_York")(&p.Config)
	p.Restart()
	p.Day("2026-11-20T22:00:00-05:00", "2026-11-20T23:00:00-05:00", "k") // on the 21st in Paris
	values := p.Form(apptest.EditDay)
	modelstest.Want(t, values["slot_start"][0]+" "+values["slot_end"][0]+" "+values["slot_end_day"][0], "04:00 05:00 1")
	values["slot_start"][0] = "04:30"
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	p.WantStored("SELECT start_at, end_at FROM time_slots", "2026-11-21T03:30:00.000000000Z | 2026-11-21T04:00:00.000000000Z")
}

func TestTypeJourneyVehicleAndNoteAreSavedAndTheSlotsStayWithTheirEvents(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Edit(func(values url.Values) {
		values.Set("day_type", "FORMATION")
		values.Set("journey_profile_id", "annexe")
		values.Set("motor_vehicle_id", "")
		values.Set("note", "Première ligne\r\n<seconde> & dernière")
	})
	p.WantStored("SELECT day_type, journey_profile_id, motor_vehicle_id, note, version FROM work_entries",
		"FORMATION | annexe |  | Première ligne\n<seconde> & dernière | 5")
	p.WantStored("SELECT id, start_at FROM time_slots ORDER BY id", "1 | 2026-11-20T07:03:27.123456789Z", "2 | 2026-11-20T12:00:01.000000000Z")
	p.WantStored("SELECT time_slot_id FROM workplace_presence_events ORDER BY id", "1", "1", "2", "2")
	modelstest.Want(t, p.Form(apptest.EditDay).Get("note"), "Première ligne\n<seconde> & dernière")

	// nor can another day take one over
	p.WantSaved("/entries/new?date=2026-11-21", url.Values{"day_type": {"WORK"}, "slot_id": {"1"}, "slot_start": {"8"}, "slot_end": {"9"}, "slot_end_day": {"0"}}, "/entries/2/edit")
	p.WantStored("SELECT work_entry_id FROM time_slots ORDER BY id", "1", "1", "2")
	p.WantStored("SELECT time_slot_id FROM workplace_presence_events", "1", "1", "2", "2")
}

func TestAnEndLeftAsItWasShownKeepsItsNanoseconds(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Edit(func(values url.Values) { values["slot_end"][0] = "12:30" })
	p.WantStored("SELECT start_at, end_at FROM time_slots ORDER BY start_at",
		"2026-11-20T07:03:27.123456789Z | 2026-11-20T11:30:00.000000000Z",
		"2026-11-20T12:00:01.000000000Z | 2026-11-20T16:21:59.000000000Z")
	p.WantStored("SELECT time_slot_id FROM workplace_presence_events", "NULL", "NULL", "NULL", "NULL")
	p.WantStored("SELECT count(*) FROM workplace_presence_events WHERE work_entry_id = 1", "4")
	p.Leave("2026-11-20T17:21:59+01:00", "afternoon-out").Want(t, 200, `"replayed"`, `"time_slot_id":2`)
}

func TestAddingOrRemovingARowFreesEveryEventOfTheDay(t *testing.T) {
	for name, change := range map[string]func(url.Values){
		"added":   func(v url.Values) { apptest.SetSlot(v, 2, "20", "21h30", 0) },
		"removed": func(v url.Values) { apptest.SetSlot(v, 0, "", "", 0) },
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.RecordedDay(t)
			values := p.Form(apptest.EditDay)
			change(values)
			p.WantSaved(apptest.EditDay, values, apptest.EditDay)
			p.WantStored("SELECT DISTINCT time_slot_id FROM workplace_presence_events", "NULL")
			p.Arrive("2026-11-21T08:00:00+01:00", "tomorrow").Want(t, 201) // nothing was reopened
		})
	}
}

func TestTimesAreUnderstoodAsPeopleTypeThem(t *testing.T) {
	p := apptest.Start(t)
	for i, typed := range []string{"8", "08", "8h", "8H30", "8h30", "08:30", "8:30", "830", "0830", "8.30", " 8 h 30 ", "8\u00a0h\u00a030", "0", "23:59"} {
		want := []string{"08:00", "08:00", "08:00", "08:30", "08:30", "08:30", "08:30", "08:30", "08:30", "08:30", "08:30", "08:30", "00:00", "23:59"}[i]
		path := "/entries/new?date=2026-12-" + strconv.Itoa(10+i)
		values := p.Form(path)
		apptest.SetSlot(values, 0, typed, "12", 1)
		got := p.Submit(path, values).Want(t, 303)
		modelstest.Want(t, p.Form(got.Header.Get("Location"))["slot_start"][0], want, typed)
	}
}

func TestWhatCannotBeIsRefusedBesideItsField(t *testing.T) {
	slot := func(start, end string, endDay ...string) url.Values {
		return url.Values{"slot_start": {start}, "slot_end": {end}, "slot_end_day": append(endDay, "0")[:1]}
	}
	type refusal struct {
		name, date string
		values     url.Values
		message    string
	}
	tests := []refusal{
		{"no start", "2026-11-21", slot("", "17"), "Indiquez le début."},
		{"no end", "2026-11-21", slot("8", ""), "Indiquez la fin."},
		{"an end before its start", "2026-11-21", slot("17", "8"), "Ce créneau finit avant de commencer."},
		{"an end at its start", "2026-11-21", slot("8", "8"), "Ce créneau finit avant de commencer."},
		{"an end at its start without a day", "2026-11-21", slot("8", "8", ""), "C’est aussi l’heure du début : choisissez le jour où finit ce créneau."},
		{"an end without a start or a day", "2026-11-21", slot("", "8", ""), "Indiquez le début."},
		{"a night past the calendar", "9999-12-31", slot("20", "8", ""), "Choisissez le jour où finit ce créneau."},
		{"a night that ends when spring skips", "2026-03-28", slot("22", "2:30", ""), "Cette heure n’existe pas"},
		{"more than 7 days", "2026-11-21", slot("8", "8:01", "7"), "Ce créneau dure plus de 7 jours."},
		{"an invalid day", "2026-11-21", slot("8", "9", "demain"), "Choisissez le jour où finit ce créneau."},
		{"a day before", "2026-11-21", slot("8", "9", "-1"), "Ce créneau finit avant de commencer."},
		{"a day beyond all", "2026-11-21", slot("8", "9", "99999999999999999999"), "Choisissez le jour où finit ce créneau."},
		{"a day past the calendar", "9999-12-31", slot("8", "9", "1"), "Choisissez le jour où finit ce créneau."},
		{"a start that spring skips", "2026-03-29", slot("2:30", "8"), "Cette heure n’existe pas"},
		{"an end that spring skips", "2026-03-28", slot("22", "2:30", "1"), "Cette heure n’existe pas"},
		{"two slots that overlap", "2026-11-21", url.Values{"slot_start": {"8", "11"}, "slot_end": {"12", "13"}, "slot_end_day": {"0", "0"}}, "Ce créneau en chevauche un autre."},
		{"a night over the morning", "2026-11-21", url.Values{"slot_start": {"20", "22"}, "slot_end": {"6", "23"}, "slot_end_day": {"1", "0"}}, "Ce créneau en chevauche un autre."},
		{"an unknown type", "2026-11-21", url.Values{"day_type": {"VACANCES"}}, "Choisissez un type de journée."},
		{"no type", "2026-11-21", url.Values{"day_type": {""}}, "Choisissez un type de journée."},
		{"an unknown journey", "2026-11-21", url.Values{"journey_profile_id": {"Bureau"}}, "Ce trajet n’existe pas"},
		{"an unknown vehicle", "2026-11-21", url.Values{"motor_vehicle_id": {"tank"}}, "Ce véhicule n’existe pas"},
		{"a vehicle without a motor", "2026-11-21", url.Values{"motor_vehicle_id": {"velo"}}, "Ce véhicule n’existe pas"},
		{"a note beyond its length", "2026-11-21", url.Values{"note": {strings.Repeat("é", 10_001)}}, "Cette note est trop longue"},
	}
	for _, typed := range []string{"midi", "24:00", "8:60", "8:5", "-8", "08300", "٨"} {
		tests = append(tests, refusal{typed, "2026-11-21", slot(typed, "17"), "Écrivez une heure, par exemple 08:30 ou 8h30."})
	}
	empty, recorded, days := apptest.Start(t), apptest.Start(t), map[string]string{}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			values := url.Values{"day_type": {"WORK"}, "note": {"à garder"}}
			maps.Copy(values, test.values)
			path := "/entries/new?date=" + test.date
			empty.WantRefused(path, values, test.message)

			// the same on a day that exists
			if days[path] == "" {
				days[path] = recorded.Submit(path, url.Values{"day_type": {"RTT"}}).Header.Get("Location")
			}
			values.Set("version", "1")
			recorded.WantRefused(days[path], values, test.message)
		})
	}
	twice := url.Values{"day_type": {"WORK"}, "slot_start": {"8", "9"}, "slot_end": {"8:30", "x"}, "slot_end_day": {"0", "0"}}
	empty.Submit(apptest.NewDay, twice).Want(t, 422, `aria-invalid="true" aria-describedby="slot_end-2-error"`, `<small class="field-error" id="slot_end-2-error">`, `role="alert"`)
	empty.SubmitInVain(apptest.NewDay, url.Values{"day_type": {"WORK"}, "note": {"\xff"}}).Want(t, 422, "Cette note contient des caractères illisibles.")
}

func TestASlotMayStartAsAnotherEndsAndANightMayFollow(t *testing.T) {
	p := apptest.Start(t)
	p.WantSaved("/entries/new?date=2026-11-21", url.Values{"day_type": {"GARDE"},
		"slot_start": {"20", "8", "12"}, "slot_end": {"8:30", "12", "14"}, "slot_end_day": {"1", "0", "0"}}, apptest.EditDay)
	got := p.Get(apptest.EditDay).Want(t, 200, "18\u00a0h\u00a030")
	modelstest.Want(t, strings.Join(got.Fields()["slot_start"], " "), "08:00 12:00 20:00 ")
	p.Get("/months/2026-11").Want(t, 200, "20:00–08:30 (lendemain)", "18\u00a0h\u00a030")
}

func TestTheDayOnWhichASlotEndsFollowsFromTheTimesUnlessItIsStated(t *testing.T) {
	p := apptest.Start(t)
	night := func(day string) url.Values {
		return url.Values{"day_type": {"GARDE"}, "slot_start": {"20"}, "slot_end": {"8"}, "slot_end_day": {day}}
	}
	wantDays := func(form url.Values, want string) {
		t.Helper()
		modelstest.Want(t, strings.Join(form["slot_end_day"], " "), want)
	}
	wantDays(p.Form(apptest.NewDay), "")
	refused := night("")
	apptest.AddRow(refused, "9", "midi", "")
	got := p.Submit(apptest.NewDay, refused).Want(t, 422, ">12\u00a0h\u00a000</output>")
	wantDays(got.Fields(), "  ") // it stays unsaid
	p.WantRefused(apptest.NewDay, night("0"), "Ce créneau finit avant de commencer.")
	p.WantSaved(apptest.NewDay, night("2"), apptest.EditDay)
	p.WantStored("SELECT end_at FROM time_slots", "2026-11-23T07:00:00.000000000Z")

	p.Edit(func(values url.Values) { values["slot_end_day"][0] = "" }) // so that the times decide again
	p.WantStored("SELECT start_at, end_at FROM time_slots", "2026-11-21T19:00:00.000000000Z | 2026-11-22T07:00:00.000000000Z")
	wantDays(p.Form(apptest.EditDay), "1 ") // that of the night, and a blank one
}

func TestWhatTheAutomationRecordedIsTakenAsItCame(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T12:00:00+01:00", "first")
	p.Day("2026-11-20T11:00:00+01:00", "2026-12-05T13:00:00+01:00", "overlapping and 15 days long")
	values := p.Form(apptest.EditDay)
	modelstest.Want(t, strings.Join(values["slot_end_day"], " "), "0 15 ")
	values.Set("note", "x")
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	values = p.Form(apptest.EditDay)
	values["slot_end"][0] = "11:30" // a changed row is checked
	p.WantRefused(apptest.EditDay, values, "Ce créneau en chevauche un autre.")
}

func TestADayIsShownInTheZoneItWasRecordedIn(t *testing.T) {
	p := apptest.Start(t)
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T12:00:00+01:00", "k")
	apptest.InZone(t, "America/New_York")(&p.Config)
	p.Restart()
	values := p.Form(apptest.EditDay)
	modelstest.Want(t, values["slot_start"][0]+" "+values["slot_end"][0], "08:00 12:00")
	values["slot_end"][0] = "13:00"
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	p.WantStored("SELECT end_at FROM time_slots", "2026-11-20T12:00:00.000000000Z")
}

func TestAnIdThatTheConfigurationNoLongerHasStaysSelectable(t *testing.T) {
	p := apptest.RecordedDay(t)
	p.Config.Frame.Costs.Journeys, p.Config.Frame.Costs.Vehicles = []report.Journey{{ID: "other", Label: "Autre"}}, nil
	p.Config.Rules.Defaults = models.EntryDefaults{DayType: models.Work}
	p.Restart()
	got := p.Get(apptest.EditDay)
	got.Want(t, 200, `<option value="bureau" selected>bureau (inconnu)</option>`, `<option value="clio" selected>clio (inconnu)</option>`)
	values := got.Fields()
	values.Set("note", "x")
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	p.WantStored("SELECT journey_profile_id, motor_vehicle_id FROM work_entries", "bureau | clio")
	p.Get("/entries/new?date=2026-11-25").WantNone(t, "inconnu")
}

func TestRowsThatComeUnevenlyAreRead(t *testing.T) {
	p := apptest.Start(t)
	p.WantSaved("/entries/new?date=2026-11-21", url.Values{"day_type": {"WORK"}, "slot_start": {"8", "", "13"}, "slot_end": {"12", "", "17"}}, apptest.EditDay)
	p.WantStored("SELECT count(*) FROM time_slots", "2")
	p.WantRefused("/entries/new?date=2026-11-22", url.Values{"day_type": {"WORK"}, "slot_start": {"8", "13"}, "slot_end": {"12"}}, "Indiquez la fin.")
}

func TestADayWithASlotThatEndsAfterTheYear9999CanBeSaved(t *testing.T) {
	p := apptest.Start(t)
	p.Day("9999-12-31T20:00:00+01:00", "9999-12-31T23:00:00+01:00", "last")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE time_slots SET end_at = '9999-12-31T24:30:00.000000000Z'"))) // as the automation can end it in another zone
	p.Edit(func(values url.Values) { values.Set("note", "réveillon") })
	p.WantStored("SELECT note, end_at FROM work_entries JOIN time_slots", "réveillon | 9999-12-31T24:30:00.000000000Z")
	values := p.Form(apptest.EditDay)
	values["slot_end"][0] = "2:30"
	p.WantRefused(apptest.EditDay, values, "Choisissez le jour où finit ce créneau.")
}
