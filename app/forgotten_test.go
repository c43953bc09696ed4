package app_test

import (
	"html"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
)

// thursday is a forgotten departure: an arrival of Thursday 19 November at
// 08:03 that is still open on Friday at 08:00, after two Thursdays that ended
// at 17:20.
func thursday(t *testing.T, changes ...func(*app.Config)) *program {
	t.Helper()
	p := start(t, append(changes, noLimit)...)
	p.day("2026-11-05T08:00:00+01:00", "2026-11-05T17:20:00+01:00", "first")
	p.day("2026-11-12T08:00:00+01:00", "2026-11-12T17:20:00+01:00", "second")
	p.arrive("2026-11-19T08:03:27+01:00", "forgotten").want(t, 201)
	return p
}

const thursdayForm = "/entries/3/edit"

func TestAForgottenDepartureIsAskedForOnEveryPageAfter16Hours(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-20T08:00:01+01:00", "in").want(t, 201) // it is 08:00
	band := func() bool { return strings.Contains(p.get("/months/2026-11").body, "aucun départ depuis") }
	p.clock.advance(16 * time.Hour)
	if band() {
		t.Error("it is asked for before 16 hours")
	}
	p.clock.advance(time.Second)
	for _, path := range []string{"/months/2026-11", "/months/2026-01", editDay, "/entries/new?date=2026-11-21", "/entries/1/delete", "/nowhere"} {
		if body := html.UnescapeString(p.get(path).body); !strings.Contains(body, "Arrivée du vendredi 20\u00a0novembre 2026 à 08:00, aucun départ depuis 16\u00a0h.") {
			t.Errorf("%s: no band", path)
		}
	}
	later := start(t, func(c *app.Config) { c.Rules.ForgottenAfter = 30 * time.Hour })
	later.arrive("2026-11-19T08:00:00+01:00", "in").want(t, 201)
	if strings.Contains(later.get("/months/2026-11").body, "aucun départ depuis") {
		t.Error("the setting is not followed")
	}
}

func TestAForgottenDepartureIsClosedAtTheUsualTimeOrAnother(t *testing.T) {
	t.Parallel()
	p := thursday(t)
	page := p.get("/months/2026-11")
	page.want(t, 200, "votre jeudi habituel", `value="17:20"`)
	values := url.Values{"arrival_id": {"5"}, "end": {"17:20"}, "end_day": {"0"}}
	got := p.submit("/presence/close", values)
	got.want(t, 303)
	got.wantHeader(t, "Location", thursdayForm)
	p.wantStored("SELECT start_at, end_at FROM time_slots WHERE work_entry_id = 3", "2026-11-19T07:03:27.000000000Z | 2026-11-19T16:20:00.000000000Z")
	p.wantStored("SELECT event, closure, closed_at, time_slot_id FROM workplace_presence_events WHERE work_entry_id = 3", "arrival | manual | 2026-11-20T07:00:00.000000000Z | 3")

	if page := p.get("/months/2026-11").body; strings.Count(page, "saisi ou modifié à la main") != 1 || strings.Count(page, "enregistré par la domotique") != 2 {
		t.Error("a day closed by hand is not told from those that the automation recorded")
	}
	p.unchanged(func() {
		p.leave("2026-11-19T17:25:00+01:00", "late").wantError(t, 409, "Conflit métier") // or it would be counted twice
		p.submit("/presence/close", values).want(t, 409, "Arrivée déjà close")
		p.submit("/presence/discard", values).want(t, 409, "Arrivée déjà close")
	})
	p.arrive("2026-11-20T08:00:00+01:00", "next").want(t, 201)
}

func TestAForgottenDepartureAfterANightIsClosedInOnePress(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, night := range [][2]string{{"13", "14"}, {"14", "15"}, {"15", "16"}, {"16", "17"}, {"17", "18"}, {"18", "19"}} {
		p.day("2026-11-"+night[0]+"T20:02:00+01:00", "2026-11-"+night[1]+"T08:07:00+01:00", night[0])
	}
	p.arrive("2026-11-19T20:04:00+01:00", "forgotten").want(t, 201)
	p.clock.advance(6 * time.Hour)
	p.get("/months/2026-11").want(t, 200, "votre nuit habituelle", `value="08:07"`, `<option value="1" selected>lendemain</option>`)
	p.submit("/presence/close", p.form("/presence/close")).wantLocation(t, "/entries/7/edit")
	p.wantStored("SELECT end_at FROM time_slots WHERE work_entry_id = 7", "2026-11-20T07:07:00.000000000Z")
}

func TestAnotherWeekdaySaysWhenADayUsuallyEnds(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.day("2026-11-18T08:00:00+01:00", "2026-11-18T17:10:00+01:00", "wednesday")
	p.arrive("2026-11-19T08:03:27+01:00", "forgotten").want(t, 201)
	p.get("/months/2026-11").want(t, 200, "votre horaire habituel", `value="17:10"`)
}

func TestAForgottenNightIsClosedWithoutChoosingItsDay(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-18T20:04:00+01:00", "forgotten").want(t, 201)
	values := p.form("/presence/close")
	values.Set("end", "8")
	p.submit("/presence/close", values).wantLocation(t, editDay)
	p.wantStored("SELECT end_at FROM time_slots", "2026-11-19T07:00:00.000000000Z")
}

func TestADiscardedArrivalLeavesADayWithoutASlot(t *testing.T) {
	t.Parallel()
	p := thursday(t)
	got := p.submit("/presence/discard", url.Values{"arrival_id": {"5"}})
	got.want(t, 303)
	got.wantHeader(t, "Location", thursdayForm)
	p.wantStored("SELECT closure FROM workplace_presence_events WHERE id = 5", "discarded")
	p.wantStored("SELECT count(*) FROM time_slots WHERE work_entry_id = 3", "0")
	p.arrive("2026-11-20T08:00:00+01:00", "next").want(t, 201)
}

func TestADepartureThatCannotBeIsRefusedWithWhatWasTyped(t *testing.T) {
	t.Parallel()
	p := thursday(t)
	for _, test := range []struct{ end, endDay, message string }{
		{"soir", "0", "Écrivez une heure"},
		{"", "0", "Indiquez la fin."},
		{"7:30", "0", "n’est pas après l’arrivée"},
		{"8:02", "0", "n’est pas après l’arrivée"},
		{"8:04", "7", "plus de 7\u00a0jours"},
		{"17", "x", "Choisissez le jour"},
		{"8:01", "1", "Ce départ est à venir."}, // it is 08:00 on the 20th
	} {
		p.unchanged(func() {
			got := p.submit("/presence/close", url.Values{"arrival_id": {"5"}, "end": {test.end}, "end_day": {test.endDay}})
			got.want(t, 422, `name="end" value="`+test.end+`"`)
			if !strings.Contains(html.UnescapeString(got.body), test.message) {
				t.Errorf("%s: got no %q", test.end, test.message)
			}
			if strings.Count(got.body, `action="/presence/close"`) != 1 {
				t.Error("it is asked for twice on one page")
			}
		})
	}
	p.submit("/presence/close", url.Values{"arrival_id": {"5"}, "end": {"6"}, "end_day": {"1"}}).want(t, 303) // a night
	p.wantStored("SELECT end_at FROM time_slots WHERE work_entry_id = 3", "2026-11-20T05:00:00.000000000Z")
}

func TestAnArrivalIsNotClosedOverASlotOfItsDay(t *testing.T) {
	t.Parallel()
	p := thursday(t)
	values := p.form(thursdayForm)
	setSlot(values, 0, "8", "17", 0)
	p.wantSaved(thursdayForm, values, thursdayForm)
	p.unchanged(func() {
		p.submit("/presence/close", url.Values{"arrival_id": {"5"}, "end": {"17:20"}}).want(t, 422, "en chevaucherait un autre")
	})
}

func TestAnArrivalThatIsAnnouncedIsSaidSo(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-25T08:00:00+01:00", "future").want(t, 201)
	p.get("/months/2026-11").want(t, 200, "Arrivée annoncée mercredi 25")
}

func TestOfTwoWhoCloseAnArrivalAndADepartureOneIsTaken(t *testing.T) {
	t.Parallel()
	p := thursday(t)
	p.leave("2026-11-19T17:25:00+01:00", "in time after all").want(t, 200)
	p.unchanged(func() {
		p.submit("/presence/close", url.Values{"arrival_id": {"5"}, "end": {"17:20"}, "end_day": {"0"}}).want(t, 409, "Arrivée déjà close")
	})
}

func TestPresenceIsSaidOnEveryPage(t *testing.T) {
	t.Parallel()
	p := start(t)
	if body := p.get("/months/2026-11").body; strings.Contains(body, `class="presence`) {
		t.Error("a presence is said before the first event")
	}
	p.arrive("2026-11-20T07:48:00+01:00", "in").want(t, 201)
	p.clock.advance(4 * time.Hour)
	for _, path := range []string{"/months/2026-11", editDay, "/nowhere"} {
		page := p.get(path)
		page.want(t, page.status, `data-since="2026-11-20T06:48:00Z"`)
		page.wantWords(t, "Au travail depuis 07:48 · 4 h 12")
	}
	p.leave("2026-11-20T12:10:00+01:00", "out").want(t, 200)
	p.get("/months/2026-11").wantWords(t, "Départ à 12:10")
	p.clock.advance(24 * time.Hour)
	p.get("/months/2026-11").wantWords(t, "Départ hier à 12:10")
	p.clock.advance(48 * time.Hour)
	p.get("/months/2026-11").wantWords(t, "Départ le vendredi 20 novembre 2026 à 12:10")
}

func TestTheFrameSaysTheStateNotTheLastEvent(t *testing.T) {
	t.Parallel()
	const byHand = " saisi à la main"
	closeAt := func(end, day string) func(*program) {
		return func(p *program) {
			p.submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {end}, "end_day": {day}}).want(p.t, 303)
		}
	}
	edit := func(end string) func(*program) {
		return func(p *program) {
			values := p.form(editDay)
			values.Set("slot_end", end)
			p.submit(editDay, values).want(p.t, 303)
		}
	}
	leave := func(p *program) { p.leave("2026-11-20T07:45:00+01:00", "out").want(p.t, 200) }
	for name, test := range map[string]struct {
		do   []func(*program) // at 8:00, after an arrival the evening before at 20:03
		want string
	}{
		"a night closed by hand":          {[]func(*program){closeAt("07:45", "1")}, "Départ ce matin à 07:45" + byHand},
		"a night that the automation saw": {[]func(*program){leave}, "Départ ce matin à 07:45"},
		"half past midnight":              {[]func(*program){closeAt("00:30", "1")}, "Départ cette nuit à 00:30" + byHand},
		"five in the morning":             {[]func(*program){closeAt("05:00", "1")}, "Départ ce matin à 05:00" + byHand},
		"an evening closed by hand":       {[]func(*program){closeAt("23:10", "0")}, "Départ hier à 23:10" + byHand},
		"a night whose end was corrected": {[]func(*program){leave, edit("07:15")}, "Départ ce matin à 07:15" + byHand},
		"a night pressed":                 {[]func(*program){func(p *program) { p.press("07:50").want(p.t, 303) }}, "Départ ce matin à 07:50" + byHand},
		"a night taken back": {[]func(*program){closeAt("07:45", "1"), func(p *program) {
			p.submit("/entries/take-back", url.Values{"change": {"1"}}).want(p.t, 303)
		}}, "Au travail depuis hier à 20:03"},
		"an arrival ignored": {[]func(*program){func(p *program) {
			p.submit("/presence/discard", url.Values{"arrival_id": {"1"}}).want(p.t, 303)
		}}, ""},
		"a slot typed that has not ended": {[]func(*program){leave, func(p *program) {
			p.submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"WORK"}, "slot_start": {"07:50"}, "slot_end": {"12:00"}}).want(p.t, 303)
		}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			p.arrive("2026-11-19T20:03:00+01:00", "in").want(t, 201)
			for _, do := range test.do {
				do(p)
			}
			_, presence, _ := strings.Cut(p.get("/months/2026-11").body, `<p class="presence`)
			presence, _, _ = strings.Cut(presence, "</p>")
			if got := (answer{body: "<p class=\"" + presence}).words(); !strings.HasPrefix(strings.TrimSpace(got), test.want) || (test.want == "") != (presence == "") {
				t.Errorf("got %q, want %q", got, test.want)
			} else if strings.Contains(got, "saisi") != strings.HasSuffix(test.want, byHand) {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestTheFirstVisitShowsHowToSendTheFirstEvent(t *testing.T) {
	t.Parallel()
	p := start(t)
	page := html.UnescapeString(p.get("/months/2026-11").body)
	for _, wanted := range []string{"curl " + p.url + "/api/v1/workplace-presence", "Bearer $WORKLOG_API_TOKEN", `"occurred_at":"2026-11-20T08:00:00+01:00"`, "ou saisir une journée à la main"} {
		if !strings.Contains(page, wanted) {
			t.Errorf("%q is not on the first page", wanted)
		}
	}
	if strings.Contains(page, token) {
		t.Error("the token is on the page")
	}
	p.arrive("2026-11-20T08:00:00+01:00", "in").want(t, 201)
	if strings.Contains(p.get("/months/2026-11").body, "curl") {
		t.Error("the invitation stays after the first event")
	}
	start(t, noSection).get("/months/2026-11").want(t, 200, "L’intégration est désactivée")
	start(t, noSection, func(c *app.Config) { c.File = "" }).get("/months/2026-11").want(t, 200, "<code>worklog init</code>")
	start(t, noToken).get("/months/2026-11").want(t, 200, "Le serveur n’a pas de jeton")
	public := start(t, func(c *app.Config) {
		c.Access.PublicURL = &url.URL{Scheme: "https", Host: "home.example.org", Path: "/worklog"}
	})
	public.get("/months/2026-11").want(t, 200, "curl https://home.example.org/worklog/api/v1/workplace-presence")
}

func TestWhatWasSavedIsSaidOnce(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	values := p.form(editDay)
	values.Set("note", "x")
	got := p.submit(editDay, values)
	cookie := got.header.Get("Set-Cookie")
	for _, wanted := range []string{"worklog_flash=", "HttpOnly", "SameSite=Lax", "Path=/"} {
		if !strings.Contains(cookie, wanted) {
			t.Errorf("got cookie %s, want %s in it", cookie, wanted)
		}
	}
	request := p.formRequest(editDay, nil)
	request.Method, request.Body = "GET", nil
	request.Header.Set("Cookie", strings.Split(cookie, ";")[0])
	page := p.send(request)
	page.want(t, 200, `role="status">Enregistré. 8`+"\u00a0h\u00a028.<")
	if cleared := page.header.Get("Set-Cookie"); !strings.Contains(cleared, "worklog_flash=;") {
		t.Errorf("it would be said again: %s", cleared)
	}
	request = p.formRequest(editDay, nil)
	request.Method, request.Body = "GET", nil
	request.Header.Set("Cookie", "worklog_flash=%%%")
	p.send(request).want(t, 200)
	request.Header.Set("Cookie", "worklog_flash="+strings.Repeat("A", 3000)) // NUL bytes
	if body := p.send(request).body; strings.Contains(body, `class="flash"`) {
		t.Error("a cookie that is not ours is said")
	}
}

func TestTheMonthShowsWeeksHolidaysAndWhoRecorded(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.submit("/entries/new?date=2026-11-17", url.Values{"day_type": {"TT"}, "slot_start": {"8"}, "slot_end": {"12"}}).want(t, 303)
	got := p.get("/months/2026-11")
	got.want(t, 200, `aria-label="Semaine 44"`, `aria-label="Semaine 49"`, "Armistice de 1918", "Toussaint",
		"enregistré par la domotique", "saisi ou modifié à la main", "12\u00a0h\u00a028")
	p.get("/months/2026-12").want(t, 200, `aria-label="Semaine 53"`, "Noël", "Nouvel an") // 1 January ends its last week
	if strings.Contains(p.get("/months/2026-12").body, "Saint-Étienne") {
		t.Error("a holiday of Alsace-Moselle is shown")
	}
	start(t, func(c *app.Config) { c.Frame.AlsaceMoselle = true }).get("/months/2026-12").want(t, 200, "Saint-Étienne")

	jump := p.get("/months?month=2024-02")
	jump.want(t, 303)
	jump.wantHeader(t, "Location", "/months/2024-02")
	p.get("/months?month=février").want(t, 404)

	values := p.form(editDay)
	values["slot_end"][0] = "12:11"
	p.wantSaved(editDay, values, editDay)
	if strings.Contains(p.get("/months/2026-11").body, "enregistré par la domotique") {
		t.Error("a day changed by hand is shown as recorded")
	}
}
