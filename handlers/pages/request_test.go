package pages_test

import (
	"net/url"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// sevenHours are due on weekdays.
const sevenHours = "[[targets]]\nfrom = \"2026-01-01\"\nmonday = \"7h\"\ntuesday = \"7h\"\nwednesday = \"7h\"\nthursday = \"7h\"\nfriday = \"7h\"\n"

func TestWhoAskedForHoursIsAskedForWhereTheyAreBeyondWhatIsDue(t *testing.T) {
	t.Parallel()
	day := func(form url.Values) url.Values {
		form.Set("day_type", "WORK")
		return form
	}
	for name, test := range map[string]struct {
		config, date, slot string
		asked, hidden      bool
	}{
		"beyond the day's":            {sevenHours, "2026-11-19", "08:00-15:01", true, false},
		"as much as the day's":        {sevenHours, "2026-11-19", "08:00-15:00", true, true},
		"on a Saturday":               {sevenHours, "2026-11-14", "08:00-08:01", true, false},
		"on a holiday":                {sevenHours, "2026-11-11", "08:00-08:01", true, false},
		"without targets":             {"", "2026-11-19", "08:00-20:00", false, false},
		"before the first target":     {sevenHours, "2025-11-19", "08:00-20:00", false, false},
		"where days are counted":      {"[[targets]]\nfrom = \"2026-01-01\"\ndays_per_year = 218\n", "2026-11-19", "08:00-20:00", false, false},
		"within the week of a roster": {"[[targets]]\nfrom = \"2026-01-01\"\nweek = \"12h\"\n", "2026-11-19", "08:00-20:00", true, true},
		"beyond it":                   {"[[targets]]\nfrom = \"2026-01-01\"\nweek = \"12h\"\n", "2026-11-19", "08:00-20:01", true, false},
	} {
		p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n"+test.config))
		from, to, _ := strings.Cut(test.slot, "-")
		page := p.After(p.Submit("/entries/new?date="+test.date, day(url.Values{"slot_start": {from}, "slot_end": {to}})))
		_, fields, asked := strings.Cut(page.Body, `class="request"`)
		fields, _, _ = strings.Cut(fields, ">")
		if asked != test.asked || strings.Contains(fields, "hidden") != test.hidden {
			t.Errorf("%s: got asked %t, %s", name, asked, fields)
		}
	}
}

func TestWhoAskedForHoursAndWhyAreStoredAndTakenBack(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t)
	const stored = "SELECT requested_by, reason, version FROM work_entries"
	values := p.Form(apptest.EditDay)
	values.Set("requested_by", " Mme Roux ")
	values.Set("reason", "relève\r\nen retard")
	saved := p.After(p.Submit(apptest.EditDay, values))
	saved.WantHTML(t, 200, `name="requested_by" value="Mme Roux"`, `name="reason" rows="2" maxlength="500">relève`)
	version := p.Stored("SELECT version FROM work_entries")[0]
	p.WantStored(stored, "Mme Roux | relève\nen retard | "+version)
	p.Get("/entries/1/history").WantHTML(t, 200, "Demandé par : personne → « Mme Roux »", "Motif : aucun → « relève")

	absent := p.Form(apptest.EditDay)
	absent.Del("requested_by")
	absent.Del("reason")
	absent.Set("note", "sans ces champs")
	p.WantSaved(apptest.EditDay, absent, apptest.EditDay)
	modelstest.Want(t, p.Stored("SELECT requested_by, reason FROM work_entries")[0], "Mme Roux | relève\nen retard")
	older := values
	older.Set("requested_by", "un autre")
	p.Submit(apptest.EditDay, older).WantHTML(t, 409, "<dt>Demandé par</dt>", "<mark>Mme Roux<", `value="un autre"`)
	for field, refused := range map[string]struct{ text, message string }{
		"requested_by": {strings.Repeat("é", 101), "100 caractères au plus, tous lisibles."},
		"reason":       {strings.Repeat("é", 501), "500 caractères au plus, tous lisibles."},
	} {
		form := p.Form(apptest.EditDay)
		form.Set(field, refused.text)
		p.WantRefused(apptest.EditDay, form, `id="`+field+`-error">`+refused.message)
		if typed := p.Submit(apptest.EditDay, form).Fields().Get(field); typed != refused.text {
			t.Errorf("%s: what was typed is gone: %q", field, typed)
		}
		form.Set(field, refused.text[2:])
		p.WantSaved(apptest.EditDay, form, apptest.EditDay)
	}
	form := p.Form(apptest.EditDay)
	form.Set("requested_by", "")
	form.Set("reason", "")
	page := p.After(p.Submit(apptest.EditDay, form))
	page.WantNone(t, "requested_by") // nothing is due, and nothing is in them
	p.PressUndo(page, "Annuler").Want(t, 303)
	p.WantStored("SELECT length(requested_by), length(reason) FROM work_entries", "100 | 500")
	document := p.Exported()
	other := apptest.Start(t)
	_, done := other.TakeIn(document)
	done.Want(t, 303)
	other.WantStored("SELECT length(requested_by), length(reason) FROM work_entries", "100 | 500")
	p.WantSound()
}
