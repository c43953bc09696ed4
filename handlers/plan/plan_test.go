package plan_test

import (
	"net/url"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

const plannedRows = "SELECT date || ' ' || shifts FROM plan_dates"

func shift(start, end, of string) url.Values {
	return url.Values{"shift_start": {start}, "shift_end": {end}, "shift_type": {of}}
}

func TestADateIsPlannedByHand(t *testing.T) {
	p := onPlan(t)
	saved := planDate(p, "2026-11-24", url.Values{"shift_start": {"7", "", "19h45"}, "shift_end": {"12:00", "", "7:15"}, "shift_type": {"WORK", "WORK", "GARDE"}, "on": {"1-0"}}) // a day is of a cycle
	saved.WantLocation(t, "/plan?month=2026-11")
	p.WantStored(plannedRows, `2026-11-24 [{"start_at":"2026-11-24T06:00:00.000000000Z","end_at":"2026-11-24T11:00:00.000000000Z","type":"WORK"},{"start_at":"2026-11-24T18:45:00.000000000Z","end_at":"2026-11-25T06:15:00.000000000Z","type":"GARDE"}]`)
	p.Get("/plan?date=2026-11-24").Want(t, 200, `name="shift_start" value="07:00"`, `name="shift_end" value="07:15"`)
}

func TestADateWithoutShiftsOrRestIsAgainWhatItsCycleSays(t *testing.T) {
	p := onPlan(t)
	form := cycleForm()
	form.Del("until")
	p.Submit("/plan", form).Want(t, 303)
	planDate(p, "2026-11-25", url.Values{"rest": {"1"}}).Want(t, 303)
	p.WantStored(plannedRows, "2026-11-25 []")
	p.Get("/plan?date=2026-11-25").Want(t, 200, `name="rest" value="1" checked`)
	planDate(p, "2026-11-25", nil).Want(t, 303)
	p.WantStored(plannedRows)
	p.Get("/plan?date=2026-11-25").Want(t, 200, `name="shift_start" value="19:45"`) // a night of the second week
}

func TestAFormThatCannotBePlannedIsShownAgain(t *testing.T) {
	p := onPlan(t)
	planDate(p, "2026-11-23", shift("19:45", "7:15", "GARDE")).Want(t, 303)
	p.Unchanged(func() {
		for name, test := range map[string]struct {
			form url.Values
			says string
		}{
			"shifts that overlap":                 {url.Values{"shift_start": {"7:00", "11:00"}, "shift_end": {"12:00", "15:00"}, "shift_type": {"WORK", "WORK"}}, "se chevauchent"},
			"a shift before the end of the eve's": {shift("7:00", "12:00", "WORK"), "celui de la veille"},
			"a time that is none":                 {shift("25:00", "12:00", "WORK"), "comme 19:45"},
			"an end alone":                        {shift("", "12:00", "WORK"), "comme 19:45"},
			"a type of absence":                   {shift("8:00", "12:00", "CONGE"), "un type de poste"},
			"a rest with a shift":                 {url.Values{"rest": {"1"}, "shift_start": {"8:00"}, "shift_end": {"12:00"}, "shift_type": {"WORK"}}, "Un repos n’a pas de poste"},
		} {
			answer := planDate(p, "2026-11-24", test.form).Want(t, 422, test.says)
			if start := test.form.Get("shift_start"); !strings.Contains(answer.Body, `name="shift_start" value="`+start+`"`) {
				t.Errorf("%s: what was typed is gone", name)
			}
		}
		planDate(p, "2036-11-21", shift("8:00", "12:00", "WORK")).Want(t, 422, "dix ans")
		for _, test := range []struct{ field, value, says string }{
			{"on", "0-84", "Cochez au moins un jour"}, {"on", "2-0", "comme 19:45"}, {"from", "demain", "Écrivez une date"}, {"until", "2026-08-23", "avant le début"}, {"weeks", "13", "1 à 12 semaines"}, {"cycle_end", "25:00", "comme 19:45"},
		} {
			form := cycleForm()
			form[test.field] = []string{test.value}
			p.Submit("/plan", form).Want(t, 422, test.says, `name="cycle_start" value="19:45"`)
		}
	})
	planDate(p, "2026-08-25", shift("7:00", "12:00", "WORK")).Want(t, 303)
	p.Unchanged(func() { p.Submit("/plan", cycleForm()).Want(t, 422, "celui de la veille") }) // which ends at 7:15
	for path, status := range map[string]int{"/plan?date=2026-02-30": 404, "/plan?month=x": 404, "/plan?cycle=new": 200, "/plan?cycle=2026-08-24": 200} {
		p.Get(path).Want(t, status)
	}
}

func TestACycleIsChangedAndRemoved(t *testing.T) {
	p := onPlan(t)
	p.Submit("/plan", cycleForm()).Want(t, 303)
	const cycles = "SELECT from_date || ' ' || ifnull(until_date, '') || ' ' || json_array_length(weeks) FROM plan_cycles"
	p.WantStored(cycles, "2026-08-24 2026-11-15 6")
	modelstest.WantIn(t, p.Exported(), `"plan":{"cycles":[{"from":"2026-08-24","until":"2026-11-15","weeks":[[[{"start":"19:45","end":"07:15","type":"GARDE"}],[{"start":"19:45","end":"07:15","type":"GARDE"}],[],[],`)
	same := cycleForm()
	same.Set("cycle", "2026-08-24")
	p.Submit("/plan", same).Want(t, 303)
	p.WantStored("SELECT action FROM changes", "planned") // which is no second change
	p.Get("/plan?cycle=2026-08-24").Want(t, 200, `name="cycle_start" value="06:45"`, `value="0-0" checked`, `value="1-14" checked`)
	form := cycleForm()
	form["cycle"], form["from"], form["until"] = []string{"2026-08-24"}, []string{"2026-08-31"}, []string{""}
	p.Submit("/plan", form).Want(t, 303)
	p.WantStored(cycles, "2026-08-31  6")
	p.Submit("/plan", url.Values{"cycle": {"2026-08-31"}, "do": {"remove"}}).Want(t, 303)
	p.WantStored(cycles)
}

// The clock stands at 08:00 of 20 November.
func TestWhatIsPlannedStandsBesideWhatWasDone(t *testing.T) {
	p := onPlan(t)
	planDate(p, "2026-11-17", shift("8:00", "16:00", "WORK")).Want(t, 303)
	planDate(p, "2026-11-18", url.Values{"rest": {"1"}}).Want(t, 303)
	planDate(p, "2026-11-21", shift("19:45", "7:15", "GARDE")).Want(t, 303)
	planDate(p, "2026-11-13", shift("19:45", "7:15", "GARDE")).Want(t, 303) // which is cut at midnight
	planDate(p, "2026-11-14", url.Values{"rest": {"1"}}).Want(t, 303)
	planDate(p, "2026-05-31", shift("19:45", "7:15", "GARDE")).Want(t, 303) // on the last day that the month shows
	p.ByHand("2026-05-31", "GARDE", "19:45-00:00")
	planDate(p, "2026-06-01", shift("12:00", "20:00", "WORK")).Want(t, 303)
	p.ByHand("2026-06-01", "GARDE", "00:00-07:15", "12:00-20:07")
	p.Get("/months/2026-05").WantNone(t, "prévu ")
	p.ByHand("2026-11-13", "GARDE", "19:45-00:00")
	p.ByHand("2026-11-14", "GARDE", "00:00-07:30")
	p.Day("2026-11-17T07:55:00+01:00", "2026-11-17T16:07:00+01:00", "k1")
	p.Day("2026-11-18T08:00:00+01:00", "2026-11-18T09:00:00+01:00", "k2")
	month := p.Get("/months/2026-11")
	month.WantWords(t, "prévu 08:00–16:00 · +12 min", "prévu repos · +1 h 00", "Garde 19:45–07:15", "prévu repos · +15 min")
	month.WantNone(t, "−") // the night that was cut lacks nothing
	p.Get("/today").WantWords(t, "Prochain poste : demain, 19:45–07:15, Garde")
	p.Get("/entries/new?date=2026-11-21").WantWords(t, "Prévu : 19:45–07:15, Garde")
	p.Get("/years/2026/planned").WantWords(t, "12 min, avant 5 min, après 7 min", "1 h 00, un jour de repos", "Garde 7 min après 15 h 22",
		"juin 8 h 00 15 h 22 7 min", "novembre 31 h 00 20 h 57 1 h 27")
	p.Get("/years/2026/hours").WantWords(t, "Prévu au planning 50 h 30", "Au-delà 1 h 34")

	secret := p.RenewFeeds()
	p.Get("/feeds/"+secret+"/calendar.ics").WantNone(t, "prévu")
	p.Get("/feeds/"+secret+"/calendar.ics?plan=1").Want(t, 200, "DTSTART:20261121T184500Z", "SUMMARY:Garde (prévu)")
	p.Get("/feeds/"+p.RenewDays()+"/days.json?from=2026-11-21&to=2026-11-22").Want(t, 200,
		`[{"date":"2026-11-21","type":null,"half_day":null,"slots":[],"worked_minutes":0,"target_minutes":690,"planned":[{"start":"2026-11-21T19:45:00+01:00","end":"2026-11-22T07:15:00+01:00","type":"GARDE"}],"to_verify":[]}]`)
}

func TestAForgottenDepartureIsOfferedThePlannedEndFirst(t *testing.T) {
	for name, test := range map[string]struct{ arrival, date, start, end, want string }{
		"of the shift in which the arrival lies":      {"2026-11-18T08:10:00+01:00", "2026-11-18", "8:00", "16:20", "16:20"},
		"of the next one of its date":                 {"2026-11-18T07:50:00+01:00", "2026-11-18", "8:00", "16:20", "16:20"},
		"of the eve's night, which the arrival is in": {"2026-11-18T00:10:00+01:00", "2026-11-17", "19:45", "7:15", "07:15"},
		"of none that is over":                        {"2026-11-18T17:00:00+01:00", "2026-11-18", "8:00", "16:20", ""},
	} {
		p := onPlan(t)
		planDate(p, test.date, shift(test.start, test.end, "WORK")).Want(t, 303)
		p.Arrive(test.arrival, "k").Want(t, 201)
		page := p.Get("/today").Want(t, 200, `name="end" value="`+test.want+`"`)
		modelstest.Want(t, strings.Contains(page.Body, "fin prévue"), test.want != "", name)
	}
}

// Missing is a past date with a shift that has neither an entry nor a slot in the shift.
func TestARestIsNeverMissingAndAShiftIs(t *testing.T) {
	p := inParis(t)
	for _, date := range []string{"2026-11-09", "2026-11-10", "2026-11-11"} {
		planDate(p, date, url.Values{"rest": {"1"}}).Want(t, 303) // a Monday and a Tuesday without a plan would be owed
	}
	planDate(p, "2026-11-14", shift("19:45", "7:15", "GARDE")).Want(t, 303) // a Saturday
	planDate(p, "2026-11-15", shift("19:45", "7:15", "GARDE")).Want(t, 303) // into which the night before reaches, but not into its shift
	planDate(p, "2026-11-18", shift("19:45", "7:15", "GARDE")).Want(t, 303) // which is worked from after midnight
	planDate(p, "2026-11-19", url.Values{"rest": {"1"}}).Want(t, 303)
	planDate(p, "2026-11-17", shift("5:00", "12:00", "WORK")).Want(t, 303) // in which the night before ends
	p.Day("2026-11-06T08:00:00+01:00", "2026-11-06T16:00:00+01:00", "k1")
	p.Day("2026-11-14T19:45:00+01:00", "2026-11-15T07:15:00+01:00", "k2")
	p.Day("2026-11-16T19:45:00+01:00", "2026-11-17T07:15:00+01:00", "k3")
	p.Day("2026-11-19T00:10:00+01:00", "2026-11-19T07:15:00+01:00", "k4")
	_, hours := reports(t, p)
	var missing []string
	for _, found := range hours["to_verify"].([]any) {
		missing = append(missing, found.(map[string]any)["date"].(string))
	}
	modelstest.Want(t, strings.Join(missing, " "), "2026-11-12 2026-11-13 2026-11-15")
}

// A process sees what another one has planned with the next request.
func TestAPlanThatAnotherProcessHasChangedIsSeenByTheNextRequest(t *testing.T) {
	p := onPlan(t)
	p.Get("/plan?month=2026-11").Want(t, 200)
	other := apptest.Start(t, func(c *app.Config) { *c = p.Config })
	planDate(other, "2026-11-21", shift("19:45", "7:15", "GARDE")).Want(t, 303)
	p.Get("/plan?month=2026-11").WantWords(t, "Garde 19:45–07:15")
}

// A day keeps the zone that it was recorded in; its evening may be the plan's next morning.
func TestADayOfAnotherZoneIsSetBesideTheShiftsOfThePlansZone(t *testing.T) {
	for _, test := range []struct {
		recorded, date string
		slots          []string
		planned, shift string
		beyond         string
	}{
		{"Europe/Paris", "2026-11-09", []string{"00:30-02:00", "20:00-23:00"}, "Pacific/Auckland", "2026-11-10 08:00-10:00", "2 h 30"}, // 20:00 to 22:00 in Paris
		{"America/New_York", "2026-11-09", []string{"20:00-23:10"}, "Europe/Paris", "2026-11-10 02:00-05:00", "10 min"},
		{"Asia/Tokyo", "2026-11-10", []string{"02:00-05:10"}, "Europe/Paris", "2026-11-09 18:00-21:00", "10 min"},
		{"Pacific/Kiritimati", "2026-11-10", []string{"08:00-12:10"}, "Pacific/Honolulu", "2026-11-09 08:00-12:00", "10 min"}, // a day apart to the minute
		{"Pacific/Pago_Pago", "2026-11-09", []string{"23:00-23:40"}, "Pacific/Kiritimati", "2026-11-11 00:00-00:30", "10 min"},
	} {
		zone := func(name string) func(*app.Config) {
			return apptest.WithConfig(t, "\n[presence_integration]\ntimezone = \""+name+"\"\n")
		}
		there := apptest.Start(t, zone(test.recorded))
		there.ByHand(test.date, "WORK", test.slots...)
		here := apptest.Start(t, zone(test.planned), func(c *app.Config) { c.Database = there.Config.Database })
		on, times, _ := strings.Cut(test.shift, " ")
		start, end, _ := strings.Cut(times, "-")
		planDate(here, test.date, url.Values{"rest": {"1"}}).Want(t, 303)
		planDate(here, on, shift(start, end, "WORK")).Want(t, 303)
		here.Get("/months/2026-11").WantWords(t, "prévu repos · +"+test.beyond)
		here.Get("/years/2026/planned").WantWords(t, "Au-delà du prévu "+test.beyond)
		_, hours := reports(t, here)
		for _, found := range hours["to_verify"].([]any) {
			if found.(map[string]any)["date"] == on {
				t.Errorf("%s is %v, recorded in %s", on, found, test.recorded)
			}
		}
	}
}

// A restored database may have a plan that this one has not seen change.
func TestThePlanOfARestoredDatabaseIsReadAtTheStart(t *testing.T) {
	p := onPlan(t)
	planDate(p, "2026-11-21", shift("19:45", "7:15", "GARDE")).Want(t, 303)
	modelstest.Query(t, p.Config.Database, "UPDATE database_state SET plan_version = 0")
	p.Restart()
	p.Get("/plan?month=2026-11").WantWords(t, "Garde 19:45–07:15")
}

// As after a command, which has no message with a button.
func TestTheLastChangeOfThePlanIsTakenBackOnItsPage(t *testing.T) {
	p := onPlan(t)
	planDate(p, "2026-11-24", url.Values{"rest": {"1"}}).Want(t, 303)
	p.Get("/plan") // the message of the form
	page := p.Get("/plan")
	page.WantWords(t, "Dernier changement du planning : aujourd’hui à 08:00. Annuler")
	p.PressUndo(page, "Annuler").Want(t, 303)
	p.WantStored(plannedRows)
	p.Get("/plan")
	p.PressUndo(p.Get("/plan"), "Rétablir").Want(t, 303)
	p.WantStored(plannedRows, "2026-11-24 []")

	first := p.After(planDate(p, "2026-11-25", url.Values{"rest": {"1"}}))
	planDate(p, "2026-11-25", shift("8:00", "12:00", "WORK")).Want(t, 303)
	p.Unchanged(func() { p.PressUndo(first, "Annuler").Want(t, 409, "Planning changé entre-temps") }) // which is not the last
}

// A day has the type of the shift in which most of it lies, be that the eve's; a bounce has none.
func TestTheTypeThatIsOfferedIsThatOfTheShiftWorked(t *testing.T) {
	p := onPlan(t)
	planDate(p, "2026-11-10", shift("19:45", "7:15", "GARDE")).Want(t, 303)
	planDate(p, "2026-11-12", url.Values{"shift_start": {"0:00", "8:00"}, "shift_end": {"8:00", "16:00"}, "shift_type": {"ASTREINTE", "FORMATION"}}).Want(t, 303)
	planDate(p, "2026-11-16", shift("8:00", "16:00", "GARDE")).Want(t, 303)
	p.Day("2026-11-11T00:10:00+01:00", "2026-11-11T07:15:00+01:00", "k1")
	p.Day("2026-11-12T07:55:00+01:00", "2026-11-12T16:00:00+01:00", "k2")
	p.Day("2026-11-16T09:00:00+01:00", "2026-11-16T09:00:40+01:00", "k3")
	review := p.Get("/review")
	review.WantWords(t, "mercredi 11 novembre 2026 : Garde au planning", "jeudi 12 novembre 2026 : Formation au planning", "Corriger les 2")
}

func TestAPlannedRestIsNamedOnTheSheetAndAShiftIsNot(t *testing.T) {
	p := inParis(t)
	planDate(p, "2026-11-16", url.Values{"rest": {"1"}}).Want(t, 303) // a Monday
	planDate(p, "2026-11-15", shift("8:00", "16:00", "WORK")).Want(t, 303)
	p.Day("2026-11-13T08:00:00+01:00", "2026-11-13T16:00:00+01:00", "k1")
	sheet := p.Get("/months/2026-11/sheet").Words()
	for date, rest := range map[string]bool{"lun. 16": true, "dim. 15": false, "sam. 14": true, "mar. 17": false} {
		_, after, _ := strings.Cut(sheet, date)
		modelstest.Want(t, strings.HasPrefix(strings.TrimSpace(after), "Repos"), rest, date)
	}
}
