package pages_test

import (
	"net/url"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// halfDayOff is a day of work with half a day of RTT, in the morning of which one worked.
func halfDayOff(t *testing.T, changes ...func(*app.Config)) *apptest.Program {
	t.Helper()
	p := apptest.Start(t, changes...)
	p.Submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"WORK"}, "half_day": {"RTT"}, "slot_start": {"08:00"}, "slot_end": {"12:00"}}).Want(t, 303)
	return p
}

func TestWhichHalfOfADayIsFreeIsAskedStoredAndSaid(t *testing.T) {
	p := halfDayOff(t)
	const halves = "SELECT half_day, half FROM work_entries WHERE date = '2026-11-20'"
	p.WantStored(halves, "RTT | ")
	values := p.Form(apptest.EditDay)
	values.Set("half", "pm")
	saved := p.After(p.Submit(apptest.EditDay, values))
	p.WantStored(halves, "RTT | pm")
	saved.WantHTML(t, 200, `<option value="pm" selected>Après-midi</option>`)
	like := p.Form("/entries/new?date=2026-11-19")
	like.Set("like", "2026-11-20")
	p.Submit("/entries/new?date=2026-11-19", like).WantHTML(t, 200, `<option value="pm" selected>Après-midi</option>`)
	p.Get("/months/2026-11/sheet").WantWords(t, "Travail · ½ RTT (après-midi)")
	p.Get("/entries/1/history").WantHTML(t, 200, "Demi-journée : ½ RTT → ½ RTT (après-midi)")
	calendar, _ := p.Calendar(p.RenewFeeds())
	modelstest.WantIn(t, calendar, "SUMMARY:Travail\u00a0· ½\u00a0RTT (après-midi)\r\n")
	modelstest.WantIn(t, p.Exported(), `"half":"pm"`)
	p.PressUndo(saved, "Annuler").Want(t, 303)
	p.WantStored(halves, "RTT | ")

	for _, step := range []struct{ halfDay, half, want string }{
		{"RTT", "am", "RTT | am"},
		{"CONGE", "unnamed", "CONGE | am"},
		{"", "am", "NULL | "}, // there is no half to be free
	} {
		values := p.Form(apptest.EditDay)
		values.Set("half_day", step.halfDay)
		values.Set("half", step.half)
		if step.half == "unnamed" {
			values.Del("half")
		}
		p.WantSaved(apptest.EditDay, values, apptest.EditDay)
		p.WantStored(halves, step.want)
	}
	values = p.Form(apptest.EditDay)
	values.Set("half_day", "RTT")
	values.Set("half", "noon")
	p.WantRefused(apptest.EditDay, values, `id="half_day-error">Choisissez le matin ou l’après-midi.`)
}

func TestTheHalfDayThatAFormDoesNotNameIsKept(t *testing.T) {
	p := halfDayOff(t)
	const half = "SELECT day_type, half_day, version FROM work_entries"
	for _, step := range []struct{ dayType, halfDay, want string }{
		{"WORK", "unnamed", "WORK | RTT | 1"},
		{"TT", "unnamed", "TT | RTT | 2"},
		{"TT", "MALADE", "TT | MALADE | 3"},
		{"TT", "", "TT | NULL | 4"},
		{"WORK", "CONGE", "WORK | CONGE | 5"},
		{"GARDE", "unnamed", "GARDE | NULL | 6"},
		{"GARDE", "", "GARDE | NULL | 6"},
	} {
		values := p.Form(apptest.EditDay)
		values.Set("day_type", step.dayType)
		values.Set("half_day", step.halfDay)
		if step.halfDay == "unnamed" {
			values.Del("half_day")
		}
		p.WantSaved(apptest.EditDay, values, apptest.EditDay)
		p.WantStored(half, step.want)
	}
}

func TestAHalfDayThatCannotBeIsRefusedBesideItsField(t *testing.T) {
	p := halfDayOff(t)
	for _, refused := range []struct{ dayType, halfDay, message string }{
		{"GARDE", "RTT", "Une demi-journée d’absence n’existe qu’avec Travail ou Télétravail."},
		{"CONGE", "CONGE", "Une demi-journée d’absence n’existe qu’avec Travail ou Télétravail."},
		{"WORK", "TT", "Choisissez RTT, congé ou maladie."},
		{"WORK", "rtt<", "Choisissez RTT, congé ou maladie."},
	} {
		values := p.Form(apptest.EditDay)
		values.Set("day_type", refused.dayType)
		values.Set("half_day", refused.halfDay)
		values.Set("note", "tapée")
		p.WantRefused(apptest.EditDay, values, `id="half_day-error">`+refused.message)
		got := p.Submit(apptest.EditDay, values)
		if typed := got.Fields(); typed.Get("half_day") != refused.halfDay || typed.Get("day_type") != refused.dayType {
			t.Errorf("%s with half a day of %s: got %v", refused.dayType, refused.halfDay, typed)
		}
		values.Del("version")
		p.SubmitInVain("/entries/new?date=2026-11-21", values).Want(t, 422, "half_day-error")
		days := apptest.TwoWeeks()
		days.Set("day_type", refused.dayType)
		days.Set("half_day", refused.halfDay)
		p.SubmitInVain("/entries/range", days).WantHTML(t, 422, `id="half_day-error">`+refused.message)
	}
}

func TestHalfADayOfAbsenceCountsAsHalfAndIsPartOfTheConflictTheHistoryAndWhatIsTakenBack(t *testing.T) {
	p := halfDayOff(t)
	p.Submit("/entries/new?date=2026-11-19", url.Values{"day_type": {"WORK"}}).Want(t, 303)
	p.Get(apptest.EditDay).WantHTML(t, 200, `<option value="RTT" selected>½ RTT</option>`)
	p.Get("/months/2026-11").WantHTML(t, 200, ">Travail · ½ RTT</span>", `<span class="heard">Travail</span>1,5 j`, ">RTT 0,5 j<", ">Travail 1,5 j<")
	p.Get("/years/2026").WantHTML(t, 200, `title="vendredi 20 novembre : Travail · ½ RTT"`, "<span>Travail 1,5 j</span>", "<span>RTT 0,5 j</span>", ">RTT 0,5 j<")
	p.Get("/entries/1/delete").WantHTML(t, 200, "(Travail · ½ RTT)")
	p.Get("/data/export?of=months").Want(t, 200, "2026-11,2,1,240,4.00,1.5,0,0,0,0,0.5,0,0,0")
	p.Get("/data/export?of=months&decimal_comma=1").Want(t, 200, ";1,5;0;0;0;0;0,5;0;")
	values, older := p.Form(apptest.EditDay), p.Form(apptest.EditDay)
	values.Set("half_day", "CONGE")
	saved := p.After(p.Submit(apptest.EditDay, values))
	older.Set("half_day", "MALADE")
	p.Submit(apptest.EditDay, older).WantHTML(t, 409, "<dt>Demi-journée</dt>", "<mark>½ Congé<", `<option value="MALADE" selected>`)
	p.Get("/entries/1/history").WantHTML(t, 200, "Travail · ½ RTT", "Demi-journée : ½ RTT → ½ Congé")
	p.PressUndo(saved, "Annuler").Want(t, 303)
	p.WantStored("SELECT half_day, version FROM work_entries WHERE id = 1", "RTT | 3")
	p.Get("/entries/1/history").WantHTML(t, 200, "Demi-journée : ½ Congé → ½ RTT")
	p.Submit("/entries/1/delete", p.Form("/entries/1/delete")).Want(t, 303)
	p.Get("/years/2026").WantHTML(t, 200, "Travail · ½ RTT, 4 h 00")
}

func TestARangeHasHalfDays(t *testing.T) {
	p := apptest.Start(t)
	p.Submit("/entries/new?date=2026-11-24", url.Values{"day_type": {"TT"}, "half_day": {"MALADE"}, "note": {"important"}}).Want(t, 303)
	fill := func(dayType string, halfDay ...string) {
		t.Helper()
		values := url.Values{"from": {"2026-11-24"}, "to": {"2026-11-25"}, "day_type": {dayType}, "half_day": halfDay, "half": {""}, "weekday": {"1", "2", "3", "4", "5"}}
		preview := p.Submit("/entries/range", values).Want(t, 200)
		values.Set("plan", apptest.PreviewOf(t, preview))
		values.Set("do", "save")
		p.Submit("/entries/range", values).Want(t, 303)
	}
	const halves = "SELECT day_type, half_day, note FROM work_entries ORDER BY date" // a range without a note keeps those of its days
	preview := p.Submit("/entries/range", url.Values{"from": {"2026-11-24"}, "to": {"2026-11-25"}, "day_type": {"WORK"}, "half_day": {"RTT"}, "weekday": {"1", "2", "3", "4", "5"}})
	preview.WantHTML(t, 200, "2 jours seront enregistrés (Travail · ½ RTT).", "modifiée, Télétravail · ½ Maladie devient Travail · ½ RTT", `<option value="RTT" selected>`)
	fill("WORK")
	p.WantStored(halves, "WORK | MALADE | important", "WORK | NULL | ")
	fill("WORK", "")
	p.WantStored(halves, "WORK | NULL | important", "WORK | NULL | ")
}

// sevenHours are due on weekdays.
const sevenHours = "[[targets]]\nfrom = \"2026-01-01\"\nmonday = \"7h\"\ntuesday = \"7h\"\nwednesday = \"7h\"\nthursday = \"7h\"\nfriday = \"7h\"\n"

func TestWhoAskedForHoursIsAskedForWhereTheyAreBeyondWhatIsDue(t *testing.T) {
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
		modelstest.Want(t, asked == test.asked && strings.Contains(fields, "hidden") == test.hidden, true, name, asked, fields)
	}
	p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n"+sevenHours))
	typed := day(url.Values{"half_day": {"RTT"}, "slot_start": {"08:00"}, "slot_end": {"12:00"}, "pause": {""}})
	p.Submit("/entries/new?date=2026-11-19", typed).Want(t, 200, `data-due="210"`)
}

func TestWhoAskedForHoursAndWhyAreStoredAndTakenBack(t *testing.T) {
	p := apptest.RecordedDay(t)
	const stored = "SELECT requested_by, reason, version FROM work_entries"
	values := p.Form(apptest.EditDay)
	values.Set("requested_by", " Mme Roux ")
	values.Set("reason", "relève\r\nen retard")
	p.After(p.Submit(apptest.EditDay, values)).WantHTML(t, 200, `name="requested_by" value="Mme Roux"`, `name="reason" rows="2" maxlength="500">relève`)
	version := p.Stored("SELECT version FROM work_entries")[0]
	p.WantStored(stored, "Mme Roux | relève\nen retard | "+version)
	p.Get("/entries/1/history").WantHTML(t, 200, "Demandé par : personne → « Mme Roux »", "Motif : aucun → « relève")

	p.Edit(func(absent url.Values) {
		absent.Del("requested_by")
		absent.Del("reason")
		absent.Set("note", "sans ces champs")
	})
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
		modelstest.Want(t, p.Submit(apptest.EditDay, form).Fields().Get(field), refused.text, field)
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
