package pages_test

import (
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestAForgottenDepartureIsAskedForTodayInTheMonthAndOnTheDayAfter16Hours(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-20T08:00:01+01:00", "in").Want(t, 201) // it is 08:00
	p.Clock.Advance(16 * time.Hour)
	p.Get("/months/2026-11").WantNone(t, "aucun départ depuis")
	p.Clock.Advance(time.Second)
	modelstest.Want(t, p.Presence(p.RenewFeeds())["forgotten"], any(true))
	for path, asks := range map[string]bool{
		"/today": true, "/months/2026-11": true, "/months/2026-01": true, apptest.EditDay: true, "/entries/new?date=2026-11-21": true,
		"/entries/1/delete": false, "/entries/range": false, "/years/2026": false, "/counters": false, "/nowhere": false,
	} {
		modelstest.Want(t, strings.Contains(p.Get(path).HTML(), "Arrivée du vendredi 20 novembre 2026 à 08:00, aucun départ depuis 16 h."), asks, path)
	}
	later := apptest.Start(t, func(c *app.Config) { c.Rules.ForgottenAfter = 30 * time.Hour })
	later.Arrive("2026-11-19T08:00:00+01:00", "in").Want(t, 201)
	later.Get("/months/2026-11").WantNone(t, "aucun départ depuis")
}

func TestAForgottenDepartureIsClosedAtTheUsualTimeOrAnother(t *testing.T) {
	p := apptest.Thursday(t)
	p.Get("/months/2026-11").Want(t, 200, "votre jeudi habituel", `value="17:20"`)
	values := url.Values{"arrival_id": {"5"}, "end": {"17:20"}, "end_day": {"0"}}
	p.Get("/years/2026").Want(t, 200, `class="name" href="/months/2026-11"`) // where the question is asked
	p.Submit("/presence/close", values).WantLocation(t, apptest.ThursdayForm)
	p.Get("/years/2026").Want(t, 200, `class="name" href="/months/2026-11#2026-11-20"`)
	p.WantStored("SELECT start_at, end_at FROM time_slots WHERE work_entry_id = 3", "2026-11-19T07:03:27.000000000Z | 2026-11-19T16:20:00.000000000Z")
	p.WantStored("SELECT event, closure, closed_at, time_slot_id FROM workplace_presence_events WHERE work_entry_id = 3", "arrival | manual | 2026-11-20T07:00:00.000000000Z | 3")

	month := p.Get("/months/2026-11").Body
	modelstest.Want(t, strings.Count(month, "saisi ou modifié à la main"), 1)
	modelstest.Want(t, strings.Count(month, "enregistré automatiquement"), 2)
	p.Unchanged(func() {
		p.Leave("2026-11-19T17:25:00+01:00", "late").WantError(t, 409, "Conflit métier") // or it would be counted twice
		p.Submit("/presence/close", values).Want(t, 409, "Arrivée déjà close")
		p.Submit("/presence/discard", values).Want(t, 409, "Arrivée déjà close")
	})
	p.Arrive("2026-11-20T08:00:00+01:00", "next").Want(t, 201)
	p.Unchanged(func() { p.Submit("/presence/discard", values).Want(t, 409, "Arrivée déjà close") }) // another is open
}

func TestAForgottenDepartureAfterANightIsClosedInOnePress(t *testing.T) {
	p := apptest.Start(t)
	for _, night := range [][2]string{{"13", "14"}, {"14", "15"}, {"15", "16"}, {"16", "17"}, {"17", "18"}, {"18", "19"}} {
		p.Day("2026-11-"+night[0]+"T20:02:00+01:00", "2026-11-"+night[1]+"T08:07:00+01:00", night[0])
	}
	p.Arrive("2026-11-19T20:04:00+01:00", "forgotten").Want(t, 201)
	p.Clock.Advance(6 * time.Hour)
	p.Get("/months/2026-11").Want(t, 200, "votre nuit habituelle", `value="08:07"`, "<option value=\"1\" selected>+1\u00a0j</option>")
	p.Submit("/presence/close", p.Form("/presence/close")).WantLocation(t, "/entries/7/edit")
	p.WantStored("SELECT end_at FROM time_slots WHERE work_entry_id = 7", "2026-11-20T07:07:00.000000000Z")

	p = apptest.Start(t)
	p.Day("2026-11-18T08:00:00+01:00", "2026-11-18T17:10:00+01:00", "wednesday")
	p.Arrive("2026-11-19T08:03:27+01:00", "forgotten").Want(t, 201)
	p.Get("/months/2026-11").Want(t, 200, "votre horaire habituel", `value="17:10"`)
}

func TestADepartureThatCannotBeIsRefusedWithWhatWasTyped(t *testing.T) {
	p := apptest.Thursday(t)
	for _, test := range []struct{ end, endDay, message string }{
		{"soir", "0", "Écrivez une heure"},
		{"", "0", "Indiquez la fin."},
		{"7:30", "0", "n’est pas après l’arrivée"},
		{"8:02", "0", "n’est pas après l’arrivée"},
		{"8:04", "7", "plus de 7\u00a0jours"},
		{"17", "x", "Choisissez le jour"},
		{"8:01", "1", "Ce départ est à venir."}, // it is 08:00 on the 20th
	} {
		p.Unchanged(func() {
			got := p.Submit("/presence/close", url.Values{"arrival_id": {"5"}, "end": {test.end}, "end_day": {test.endDay}})
			got.Want(t, 422, `name="end" value="`+test.end+`"`)
			modelstest.WantIn(t, html.UnescapeString(got.Body), test.message)
			modelstest.Want(t, strings.Count(got.Body, `action="/presence/close"`), 1, "it is asked for twice on one page")
		})
	}
	values := p.Form(apptest.ThursdayForm)
	apptest.SetSlot(values, 0, "18", "19", 0)
	p.WantSaved(apptest.ThursdayForm, values, apptest.ThursdayForm)
	p.SubmitInVain("/presence/close", url.Values{"arrival_id": {"5"}, "end": {"18:30"}}).Want(t, 422, "en chevaucherait un autre")
}

func TestPresenceIsSaidOnEveryPage(t *testing.T) {
	p := apptest.Start(t)
	p.Get("/months/2026-11").WantNone(t, `class="presence`) // before the first event
	p.Arrive("2026-11-20T07:48:00+01:00", "in").Want(t, 201)
	p.Clock.Advance(4 * time.Hour)
	for _, path := range []string{"/months/2026-11", apptest.EditDay, "/nowhere"} {
		page := p.Get(path)
		page.Want(t, page.Status, `data-since="2026-11-20T06:48:00Z"`)
		page.WantWords(t, "Au travail depuis 07:48 · 4 h 12")
	}
	p.Leave("2026-11-20T12:10:00+01:00", "out").Want(t, 200)
	p.Get("/months/2026-11").WantWords(t, "Départ à 12:10")
	p.Clock.Advance(24 * time.Hour)
	p.Get("/months/2026-11").WantWords(t, "Départ hier à 12:10")
	p.Clock.Advance(48 * time.Hour)
	p.Get("/months/2026-11").WantWords(t, "Départ le vendredi 20 novembre 2026 à 12:10")
}

func TestTheFrameSaysTheStateNotTheLastEvent(t *testing.T) {
	const byHand = " saisi à la main"
	closeAt := func(end, day string) func(*apptest.Program) {
		return func(p *apptest.Program) {
			p.Submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {end}, "end_day": {day}}).Want(p.T, 303)
		}
	}
	edit := func(end string) func(*apptest.Program) {
		return func(p *apptest.Program) {
			p.Edit(func(values url.Values) { values.Set("slot_end", end) })
		}
	}
	leave := func(p *apptest.Program) { p.Leave("2026-11-20T07:45:00+01:00", "out").Want(p.T, 200) }
	for name, test := range map[string]struct {
		do   []func(*apptest.Program) // at 8:00, after an arrival the evening before at 20:03
		want string
	}{
		"a night closed by hand":          {[]func(*apptest.Program){closeAt("07:45", "1")}, "Départ ce matin à 07:45" + byHand},
		"a night that the automation saw": {[]func(*apptest.Program){leave}, "Départ ce matin à 07:45"},
		"half past midnight":              {[]func(*apptest.Program){closeAt("00:30", "1")}, "Départ cette nuit à 00:30" + byHand},
		"five in the morning":             {[]func(*apptest.Program){closeAt("05:00", "1")}, "Départ ce matin à 05:00" + byHand},
		"an evening closed by hand":       {[]func(*apptest.Program){closeAt("23:10", "0")}, "Départ hier à 23:10" + byHand},
		"a night whose end was corrected": {[]func(*apptest.Program){leave, edit("07:15")}, "Départ ce matin à 07:15" + byHand},
		"a night pressed":                 {[]func(*apptest.Program){func(p *apptest.Program) { p.Press("07:50").Want(p.T, 303) }}, "Départ ce matin à 07:50" + byHand},
		"a night taken back": {[]func(*apptest.Program){closeAt("07:45", "1"), func(p *apptest.Program) {
			p.Submit("/entries/take-back", url.Values{"change": {"1"}}).Want(p.T, 303)
		}}, "Au travail depuis hier à 20:03"},
		"an arrival ignored": {[]func(*apptest.Program){func(p *apptest.Program) {
			p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(p.T, 303)
		}}, ""},
		"a slot typed that has not begun": {[]func(*apptest.Program){leave, func(p *apptest.Program) { p.ByHand("2026-11-20", "WORK", "10:00-12:00") }},
			"Départ ce matin à 07:45"},
		"a slot typed that has not ended": {[]func(*apptest.Program){leave, func(p *apptest.Program) {
			p.Submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"WORK"}, "slot_start": {"07:50"}, "slot_end": {"12:00"}}).Want(p.T, 303)
		}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.Start(t)
			p.Arrive("2026-11-19T20:03:00+01:00", "in").Want(t, 201)
			for _, do := range test.do {
				do(p)
			}
			_, presence, _ := strings.Cut(p.Get("/months/2026-11").Body, `<p class="presence`)
			presence, _, _ = strings.Cut(presence, "</p>")
			if got := (apptest.Answer{Body: "<p class=\"" + presence}).Words(); !strings.HasPrefix(strings.TrimSpace(got), test.want) || (test.want == "") != (presence == "") {
				t.Errorf("got %q, want %q", got, test.want)
			} else if strings.Contains(got, "saisi") != strings.HasSuffix(test.want, byHand) {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestTheFirstVisitInvitesAndShowsHowToSendTheFirstEvent(t *testing.T) {
	p := apptest.Start(t)
	page := p.Get("/months/2026-11")
	page.WantHTML(t, 200, "curl "+p.URL+"/api/v1/workplace-presence", "Bearer $WORKLOG_API_TOKEN", `"occurred_at":"2026-11-20T08:00:00+01:00"`, `>Saisir une journée</a>`, `>J’arrive</button>`)
	page.WantNone(t, apptest.Token)
	page = p.Get("/today")
	page.WantWords(t, "Bienvenue", "J’arrive", "Saisir une journée", "Un téléphone, ou la domotique")
	page.Want(t, 200, `name="back" value="/today"`)
	for _, path := range []string{"/today", "/months/2026-11"} {
		body := p.Get(path).Body
		modelstest.Want(t, fmt.Sprint(strings.Count(body, `class="hand"`), strings.Count(body, `name="key"`)), "1 1", path)
	}
	p.Arrive("2026-11-20T08:00:00+01:00", "in").Want(t, 201)
	p.Get("/months/2026-11").WantNone(t, "curl")
	p.Get("/today").WantNoWords(t, "Bienvenue")
	apptest.Start(t, apptest.NoSection).Get("/months/2026-11").Want(t, 200, "L’intégration est désactivée")
	apptest.Start(t, apptest.NoSection, func(c *app.Config) { c.File = "" }).Get("/months/2026-11").Want(t, 200, "<code>worklog init</code>")
	apptest.Start(t, apptest.NoToken).Get("/months/2026-11").Want(t, 200, "Le serveur n’a pas de jeton")
	public := apptest.Start(t, apptest.At("https://home.example.org/worklog"))
	public.Get("/months/2026-11").Want(t, 200, "curl https://home.example.org/worklog/api/v1/workplace-presence")
}

func TestTheAppOpensAtToday(t *testing.T) {
	p := apptest.Start(t)
	manifest := p.Get("/manifest.webmanifest").Want(t, 200, `"start_url":"/today"`, `"id":"/"`)
	var installed struct {
		Shortcuts   []struct{ Name, URL string }
		Screenshots []struct{ Src string }
	}
	modelstest.Must(t, json.Unmarshal([]byte(manifest.Body), &installed))
	modelstest.Want(t, fmt.Sprint(installed.Shortcuts), "[{J’arrive /today#arrival} {Je pars /today#departure} {Corriger hier /today/yesterday}]")
	for _, screenshot := range installed.Screenshots {
		p.Get(screenshot.Src).Want(t, 200, "\x89PNG")
	}
	p.Get("/today").Want(t, 200, `id="arrival"`)
	p.Get("/today/yesterday").WantLocation(t, "/entries/new?date=2026-11-19")
	p.Get("/").WantLocation(t, "/months/2026-11")
}

func TestTodaySaysTheStateTheWeekAndTheLastDays(t *testing.T) {
	p := apptest.Start(t, apptest.WithHours(t))
	p.ByHand("2026-11-15", "WORK", "08:00-09:00") // of the week before
	p.Submit("/entries/new?date=2026-11-17", url.Values{"day_type": {"TT"}, "slot_start": {"8"}, "slot_end": {"12"}}).Want(t, 303)
	p.Submit("/entries/new?date=2026-11-18", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	p.Day("2026-11-19T20:03:00+01:00", "2026-11-20T07:45:00+01:00", "night")
	page := p.Get("/today")
	page.WantWords(t, "Départ ce matin à 07:45 · 11 h 42", "hier", "J’arrive À une autre heure", "15 h 42 sur 28 h",
		"vendredi 20 novembre 2026", "jeudi 19 novembre 2026", "20:03–07:45 (lendemain) 11 h 42", "mercredi 18 novembre 2026", "RTT", "mardi 17 novembre 2026", "Télétravail 08:00–12:00 4 h 00")
	page.WantNoWords(t, "16 novembre")
	label, _ := page.Button(t)
	modelstest.Want(t, label, "J’arrive")
	p.Clock.Advance(50 * time.Second)
	p.Press("").Want(t, 303)
	p.Clock.Advance(2*time.Hour - 30*time.Second)
	page = p.Get("/today")
	page.WantWords(t, "Au travail depuis 08:00 · 2 h 00", "Je pars", "17 h 42 sur 28 h") // as the clock shows, not 1 h 59
	p.Get("/months/2026-11").WantWords(t, "Total de la semaine 17 h 42 en cours / 28 h", "Total 18 h 42 en cours")
	modelstest.Want(t, strings.Count(page.Body, `class="hand"`)+strings.Count(page.Body, `class="presence`), 2)
}

func TestTodayWithoutTheIntegrationLeadsToTheDay(t *testing.T) {
	bare := apptest.Start(t, apptest.NoSection)
	bare.Submit("/entries/new?date=2026-11-19", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	bare.Get("/today").Want(t, 200, `href="/entries/new?date=2026-11-20"`).WantNoWords(t, "J’arrive", "choses à vérifier")
}

// from has a form lead back to a page.
func from(page string, values url.Values) url.Values {
	values.Set("back", page)
	return values
}

func TestAPressLeadsBackToThePageItWasMadeFrom(t *testing.T) {
	p := apptest.RecordedDay(t)
	for _, page := range []string{"/today", "/counters", "/months/2026-10", "/years/2026/hours", "/journal?day=2026-11-20", "/entries/new?date=2026-11-21", apptest.EditDay} {
		for _, want := range []string{"J’arrive", "Je pars"} {
			got := p.Get(page)
			if !strings.Contains(got.HTML(), `name="back" value="`+page+`"`) {
				t.Fatalf("%s: the button does not say where it stands", page)
			}
			label, press := got.Button(t)
			if label != want {
				t.Fatalf("%s: got the button %q, want %q", page, label, want)
			}
			p.Clock.Advance(time.Minute)
			p.Submit("/presence/hand", from(page, press)).WantLocation(t, page)
		}
	}
	_, press := p.Get("/today").Button(t)
	press.Set("at", "8h99")
	refused := p.Submit("/presence/hand", from("/today", press)).Want(t, 422)
	again := refused.Fields()
	again.Set("at", "")
	p.Submit("/presence/hand", again).WantLocation(t, "/today")
}

func TestClosingLeadsBackToThePageThatAsked(t *testing.T) {
	for _, page := range []string{"/today", "/months/2026-11", "/entries/1/edit"} {
		for _, button := range []string{"close", "discard"} {
			p := apptest.Thursday(t)
			values := p.Form(page)
			values.Set("end", "17:20")
			path := "/presence/" + button
			if strings.HasPrefix(page, "/entries/") {
				path += "?typed=" + url.QueryEscape(page)
			}
			p.Submit(path, values).WantLocation(t, page)
		}
	}
}

func TestTheAnswerToAQuestionHasTheKeyboardAtTheNext(t *testing.T) {
	p := apptest.DoubtfulDays(t)
	focused := func(page apptest.Answer) (heading string) {
		_, after, _ := strings.Cut(page.Body, ` autofocus>`)
		heading, _, _ = strings.Cut(strings.TrimPrefix(after, "<h2>"), "<")
		return heading
	}
	begin := regexp.MustCompile(`<section class="review">|<details class="review doubts-of"`)
	headings := func(page apptest.Answer) (all []string) {
		for _, section := range begin.Split(page.Body, -1)[1:] {
			_, after, _ := strings.Cut(section, "<h2")
			_, after, _ = strings.Cut(after, ">")
			heading, _, _ := strings.Cut(after, "<")
			all = append(all, heading)
		}
		return all
	}
	p.Get("/today").WantWords(t, "choses à vérifier")
	page := p.Get("/review")
	page.Want(t, 200, "Refusés, mais possibles maintenant", "Deux journées en une", "Un départ arrivé après coup", "Aucune arrivée ne va avec ce départ.", `<b class="badge">7</b>`)
	modelstest.Want(t, focused(page), "")
	for {
		sections := begin.Split(page.Body, -1)
		at := len(sections) - 1
		for at > 0 && !strings.Contains(sections[at], `formaction="/review/right"`) {
			at--
		}
		if at == 0 {
			break
		}
		form, _, _ := strings.Cut(sections[at], "</form>")
		page = p.After(p.Submit("/review/right", apptest.Answer{Body: form}.Fields()))
		left := headings(page)
		if len(left) == 0 {
			page.Want(t, 200, `<p class="flash" tabindex="-1" autofocus role="status">`)
			break
		}
		if got, want := focused(page), left[min(at-1, len(left)-1)]; got != want {
			t.Errorf("got the keyboard at %q, want %q", got, want)
		}
	}
}
