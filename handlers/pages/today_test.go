package pages_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestTheAppOpensAtToday(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	manifest := p.Get("/manifest.webmanifest")
	manifest.Want(t, 200, `"start_url":"/today"`, `"id":"/"`)
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
	t.Parallel()
	p := apptest.Start(t, apptest.WithHours(t))
	p.ByHand("2026-11-15", "WORK", "08:00-09:00") // of the week before
	p.Submit("/entries/new?date=2026-11-17", url.Values{"day_type": {"TT"}, "slot_start": {"8"}, "slot_end": {"12"}}).Want(t, 303)
	p.Submit("/entries/new?date=2026-11-18", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	p.Day("2026-11-19T20:03:00+01:00", "2026-11-20T07:45:00+01:00", "night")
	page := p.Get("/today")
	page.WantWords(t, "Départ ce matin à 07:45 · 11 h 42", "hier", "J’arrive À une autre heure", "15 h 42 sur 28 h",
		"vendredi 20 novembre 2026", "jeudi 19 novembre 2026", "20:03–07:45 (lendemain) 11 h 42", "mercredi 18 novembre 2026", "RTT", "mardi 17 novembre 2026", "Télétravail 08:00–12:00 4 h 00")
	if words := page.Words(); strings.Contains(words, "16 novembre") {
		t.Errorf("too many days: %s", words)
	}
	if label, _ := page.Button(t); label != "J’arrive" {
		t.Errorf("got the button %q", label)
	}
	p.Clock.Advance(50 * time.Second)
	p.Press("").Want(t, 303)
	p.Clock.Advance(2*time.Hour - 30*time.Second)
	page = p.Get("/today")
	page.WantWords(t, "Au travail depuis 08:00 · 2 h 00", "Je pars", "17 h 42 sur 28 h") // as the clock shows, not 1 h 59
	p.Get("/months/2026-11").WantWords(t, "Total de la semaine 17 h 42 en cours / 28 h", "Total 18 h 42 en cours")
	modelstest.Want(t, strings.Count(page.Body, `class="hand"`)+strings.Count(page.Body, `class="presence`), 2)
}

func TestTodayLeadsToWhatWaitsForAnAnswer(t *testing.T) {
	t.Parallel()
	p := apptest.DoubtfulDays(t)
	p.Get("/today").WantWords(t, "choses à vérifier")
	bare := apptest.Start(t, apptest.NoSection)
	bare.Submit("/entries/new?date=2026-11-19", url.Values{"day_type": {"RTT"}}).Want(t, 303)
	page := bare.Get("/today")
	page.Want(t, 200, `href="/entries/new?date=2026-11-20"`)
	if words := page.Words(); strings.Contains(words, "J’arrive") || strings.Contains(words, "choses à vérifier") {
		t.Errorf("got %s", words)
	}
}

func TestTodayInvitesOnTheFirstVisit(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	page := p.Get("/today")
	page.WantWords(t, "Bienvenue", "J’arrive", "Saisir une journée", "Un téléphone, ou la domotique")
	page.Want(t, 200, `name="back" value="/today"`)
	for _, path := range []string{"/today", "/months/2026-11"} {
		if body := p.Get(path).Body; strings.Count(body, `class="hand"`) != 1 || strings.Count(body, `name="key"`) != 1 {
			t.Errorf("%s: the button does not stand once", path)
		}
	}
	p.Press("").Want(t, 303)
	if words := p.Get("/today").Words(); strings.Contains(words, "Bienvenue") {
		t.Errorf("it still invites: %s", words)
	}
}

// from has a form lead back to a page.
func from(page string, values url.Values) url.Values {
	values.Set("back", page)
	return values
}

func TestAPressLeadsBackToThePageItWasMadeFrom(t *testing.T) {
	t.Parallel()
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
}

func TestAFormLeadsBackOnlyToPagesOfOurOwn(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	for _, back := range []string{"", "//evil.example/", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/logout", "/a/../b", "evil"} {
		_, press := p.Get("/today").Button(t)
		p.Clock.Advance(time.Minute)
		p.Submit("/presence/hand", from(back, press)).WantLocation(t, "/months/2026-11")
	}
}

func TestARefusedPressStillLeadsBack(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	_, press := p.Get("/today").Button(t)
	press.Set("at", "8h99")
	refused := p.Submit("/presence/hand", from("/today", press))
	refused.Want(t, 422)
	again := refused.Fields()
	again.Set("at", "07:50")
	p.Submit("/presence/hand", again).WantLocation(t, "/today")
}

func TestClosingLeadsBackToThePageThatAsked(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
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
	page := p.Get("/review")
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
