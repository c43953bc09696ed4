package connect_test

import (
	"fmt"
	"html"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/modelstest"
)

func TestEveryRequestWithTheTokenHasALineInTheJournalAndASentenceOnItsPage(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit, apptest.WithOwnTracks)
	sent := func(answer apptest.Answer, status int, outcome, event, sentence string) {
		t.Helper()
		answer.Want(t, status)
		p.WantStored("SELECT trim(outcome || ' ' || detail), trim(event || ' ' || occurred_at_sent || ' ' || idempotency_key) FROM journal_lines ORDER BY id DESC LIMIT 1", outcome+" | "+event)
		p.Get("/journal").WantWords(t, sentence)
	}
	sent(p.Arrive("2026-11-19T08:03:00+01:00", "in"), 201, "recorded", "arrival 2026-11-19T08:03:00+01:00 in", "Arrivée de la veille à 08:03 enregistrée")
	sent(p.Arrive("2026-11-19T08:03:00+01:00", "in"), 200, "replayed", "arrival 2026-11-19T08:03:00+01:00 in", "Arrivée de la veille à 08:03 déjà enregistrée : même clé, même heure")
	sent(p.Arrive("2026-11-20T07:30:00+01:00", "friday"), 409, "arrival_open", "arrival 2026-11-20T07:30:00+01:00 friday", "Arrivée de 07:30 refusée : celle de la veille était encore ouverte")
	sent(p.Leave("2026-11-19T07:00:00+01:00", "early"), 422, "departure_not_later", "departure 2026-11-19T07:00:00+01:00 early", "Départ de la veille à 07:00 refusé : il n’est pas après l’arrivée de la veille à 08:03")
	sent(p.Leave("2026-11-20T07:40:00+01:00", "in"), 409, "key_reused", "departure 2026-11-20T07:40:00+01:00 in", "Départ de 07:40 refusé : la clé a déjà servi pour l’arrivée de la veille à 08:03")
	sent(p.Leave("2026-11-20T06:00:00+01:00", "out"), 200, "recorded", "departure 2026-11-20T06:00:00+01:00 out", "Départ de 06:00 enregistré")
	sent(p.Leave("2026-11-20T07:50:00+01:00", "again"), 409, "no_open_arrival", "departure 2026-11-20T07:50:00+01:00 again", "Départ de 07:50 refusé : aucune arrivée n’était ouverte")
	sent(p.Arrive("1969-11-20T18:00:00+01:00", "old"), 422, "date_out_of_range", "arrival 1969-11-20T18:00:00+01:00 old", "Arrivée refusée : la date n’est pas entre 1970 et 9999")
	sent(p.Post(`{"event":"arrived","occurred_at":"x","idempotency_key":"k"}`), 422, "unknown_event", "arrived x k", "Requête refusée : l’événement « arrived » n’est pas connu")
	sent(p.Post(`{"Event":"arrival","occurred_at":"x","idempotency_key":"k"}`), 422, "unknown_name Event", "x k", "Requête refusée")
	sent(p.Post(`{"event":"arrival","occurred_at":1700000000}`), 422, "value_not_text occurred_at", "arrival", "Arrivée refusée")
	sent(p.Post(`{"event":"arrival","occurred_at":"2026-11-20T08:03:00Z","idempotency_key":"\ud800"}`), 422, "half_character", "arrival 2026-11-20T08:03:00Z \ufffd", "refusée")
	sent(p.Post("{"), 400, "not_json", "", "Requête refusée : le contenu n’est pas du JSON")
	p.WantStored("SELECT date, count(*), count(event_id) FROM journal_lines GROUP BY date", // a night's departure is of its arrival's day
		"2026-11-19 | 4 | 4", "2026-11-20 | 9 | 2")
	p.Leave("2026-11-05T07:50:00+01:00", "late").Want(t, 409)
	p.Leave("2020-11-20T07:50:00+01:00", "older").Want(t, 409)
	p.Arrive("2026-11-20T07:55:00+01:00", "open").Want(t, 201)
	p.Arrive("2026-11-20T07:58:00+01:00", "second").Want(t, 409)
	p.OwnTracks(strings.Replace(apptest.Crossing("enter", "2026-11-20T08:00:00+01:00"), `"tst":`, `"tst":-1e40,"was":`, 1))
	p.Get("/journal").WantWords(t, "Départ du jeudi 5 novembre à 07:50 refusé", "Départ du vendredi 20 novembre 2020 à 07:50 refusé", "Arrivée de 07:58 refusée : celle de 07:55 était encore ouverte",
		"l’heure du message (tst) ne peut pas être lue OwnTracks L’application l’écrit en secondes depuis 1970.")
}

func TestTheJournalKeepsTheLastThousandLines(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	modelstest.Query(t, p.Config.Database, `INSERT INTO journal_lines (received_at, source, outcome, event, date)
		WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 1000)
		SELECT '2026-11-20T07:00:00.000000000Z', 'api', 'unknown_event', printf('%04d', n), '2026-11-20' FROM r`)
	for _, event := range []string{"1001", "1002", "1003"} {
		p.Post(`{"event":"`+event+`"}`).Want(t, 422)
	}
	p.WantStored("SELECT count(*), min(event), max(event) FROM journal_lines", fmt.Sprintf("%d | 0004 | 1003", models.MaxJournalLines))
}

func TestRequestsThatAnybodyCanSendAreCountedOnceAMinuteAndHaveNoLine(t *testing.T) {
	p := apptest.Start(t, func(config *app.Config) { config.API.RequestsPerMinute = 1 })
	const counts = "SELECT span, start_at, kind, requests FROM request_counts ORDER BY span DESC, start_at, kind"
	for range 3 {
		p.Unauthenticated().Want(t, 401)
	}
	p.Arrive("2026-11-20T08:03:00+01:00", "in").Want(t, 201)
	p.Arrive("2026-11-20T08:03:00+01:00", "in").Want(t, 429)
	p.WantStored(counts)
	p.Wake()
	p.WantStored(counts,
		"minute | 2026-11-20T07:00:00.000000000Z | rate_limited | 1",
		"minute | 2026-11-20T07:00:00.000000000Z | unauthenticated | 3",
		"hour | 2026-11-20T07:00:00.000000000Z | rate_limited | 1",
		"hour | 2026-11-20T07:00:00.000000000Z | unauthenticated | 3")
	p.WantStored("SELECT outcome FROM journal_lines", "recorded")
	p.Clock.Advance(61 * time.Minute)
	p.Unauthenticated().Want(t, 401)
	p.Restart()
	p.WantStored(counts,
		"minute | 2026-11-20T08:01:00.000000000Z | unauthenticated | 1",
		"hour | 2026-11-20T07:00:00.000000000Z | rate_limited | 1",
		"hour | 2026-11-20T07:00:00.000000000Z | unauthenticated | 3",
		"hour | 2026-11-20T08:00:00.000000000Z | unauthenticated | 1")
}

func TestAJournalThatCannotBeWrittenChangesNoAnswer(t *testing.T) {
	p := apptest.Start(t)
	for _, table := range []string{"journal_lines", "refused_events"} {
		modelstest.Query(t, p.Config.Database, "CREATE TRIGGER broken_"+table+" BEFORE INSERT ON "+table+" BEGIN SELECT RAISE(ABORT, 'no room'); END")
	}
	p.Arrive("2026-11-20T08:03:00+01:00", "in").Want(t, 201)
	p.Arrive("2026-11-20T08:03:00+01:00", "in").Want(t, 200)
	p.Arrive("2026-11-20T09:03:00+01:00", "again").Want(t, 409)
	p.Post("{").Want(t, 400)
	p.Leave("2026-11-20T17:03:00+01:00", "out").Want(t, 200)
	p.WantStored("SELECT count(*) FROM workplace_presence_events", "2")
	modelstest.Want(t, strings.Count(p.Log.String(), "request not in the journal"), 5)
}

func TestTheJournalsPageSaysWhyInFrench(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Arrive("2026-11-19T08:03:00+01:00", "in").Want(t, 201)
	p.Arrive("2026-11-20T08:00:00+01:00", "friday <b>").Want(t, 409)
	p.Arrive("2026-11-20T08:00:00", "no offset").Want(t, 422)
	p.Unauthenticated().Want(t, 401)
	all := p.Get("/journal")
	all.Want(t, 200,
		"Arrivée de 08:00 refusée\u00a0: celle de la veille était encore ouverte", `href="/presence/close">La clore`,
		"Arrivée refusée\u00a0: il manque le décalage horaire", "Écrivez par exemple 2026-11-20T08:00:00+01:00.", "422 Événement invalide",
		"friday &lt;b&gt;", "1\u00a0requête sans le bon jeton (401)")
	p.Get("/presence/close").Want(t, 200, `name="arrival_id" value="1"`)

	t.Run("chosen by day and by answer", func(t *testing.T) {
		for query, want := range map[string]int{
			"": 3, "?day=2026-11-19": 1, "?day=2026-11-20": 2, "?day=2026-11-18": 0, "?answer=refused": 2, "?answer=recorded": 1,
			"?answer=replayed": 0, "?day=2026-11-20&answer=recorded": 0, "?before=2": 1,
		} {
			modelstest.Want(t, strings.Count(p.Get("/journal"+query).Body, "<time "), want, query)
		}
		for _, query := range []string{"?day=tomorrow", "?answer=other", "?before=x", "?before=-1"} {
			p.Get("/journal"+query).Want(t, 404)
		}
	})
	t.Run("the day's page leads to its lines", func(t *testing.T) {
		p.Get("/entries/1/edit").Want(t, 200, `href="/journal?day=2026-11-19"`)
	})
	t.Run("a hundred a page", func(t *testing.T) {
		for range 120 {
			p.Post("{").Want(t, 400)
		}
		first := p.Get("/journal?answer=refused")
		older := regexp.MustCompile(`/journal\?answer=refused&amp;before=\d+`).FindString(first.Body)
		second := p.Get(html.UnescapeString(older))
		if got := strings.Count(first.Body, "<time ") + strings.Count(second.Body, "<time "); got != 122 || older == "" {
			t.Errorf("got %d lines on two pages, %q", got, older)
		}
	})
}

func TestTheJournalHasRefusalsFirstAndFoldsWhatWasRecorded(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	for day := 2; day <= 6; day++ {
		p.Day(fmt.Sprintf("2026-11-%02dT08:00:00+01:00", day), fmt.Sprintf("2026-11-%02dT17:00:00+01:00", day), fmt.Sprint(day))
		if day == 3 {
			p.Leave("2026-11-03T18:00:00+01:00", "no arrival").Want(t, 409)
		}
	}
	page := p.Get("/journal").Words()
	refused, folded := strings.Index(page, "Départ du mardi 3 novembre à 18:00 refusé"), strings.Index(page, "10 enregistrés le ven. 20 novembre")
	modelstest.Want(t, refused >= 0 && folded >= refused, true, "the refusal is at:", refused, folded)
	apptest.Answer{Body: page}.WantNone(t, "Arrivée du") // lines that are folded are not sent
	link := regexp.MustCompile(`<a href="(/journal\?unfold=\d+)#unfolded" data-unfold>`).FindStringSubmatch(p.Get("/journal").Body)
	if link == nil {
		t.Fatal("nothing leads to what is folded")
	}
	p.Arrive("2026-11-07T08:00:00+01:00", "meanwhile").Want(t, 201)
	unfolded := p.Get(link[1]).Want(t, 200, "<details open>", `<ol id="unfolded">`)
	unfolded.WantWords(t, "11 enregistrés", "Arrivée du samedi 7 novembre à 08:00", "Arrivée du lundi 2 novembre à 08:00")
	unfolded.WantNone(t, "data-unfold>")
	for _, none := range []string{"0", "x", "-1"} {
		p.Get("/journal?unfold="+none).Want(t, 404)
	}
	for _, chosen := range []string{"/journal?answer=recorded", "/journal?day=2026-11-03"} {
		p.Get(chosen).WantNone(t, `class="run"`)
	}
}

func TestALineOfTheJournalIsOfTheLocalDateAndItsTextIsCutBetweenCharacters(t *testing.T) {
	p := apptest.Start(t)
	p.Clock.Advance(16*time.Hour + 30*time.Minute) // 00:30 on Saturday in Paris
	p.Post("{").Want(t, 400)
	p.Post(`{"event":"arrival","occurred_at":"2026-11-19T23:30:00Z"}`).Want(t, 422)
	p.WantStored("SELECT outcome, date FROM journal_lines", "not_json | 2026-11-21", "without_key | 2026-11-20")

	for _, before := range []int{1020, 1021, 1022, 1023, 1024} {
		p.Post(`{"event":"`+strings.Repeat("x", before)+`ééé"}`).Want(t, 422)
	}
	for _, text := range p.Stored("SELECT event FROM journal_lines WHERE id > 2") {
		modelstest.Want(t, utf8.ValidString(text) && len(text) <= 1024+len("…") && strings.HasSuffix(text, "…"), true, text[1010:], len(text))
	}
}

func TestRequestsAreCountedAlsoWhileTheDatabaseIsBusyOrTheClockIsSetBack(t *testing.T) {
	p := apptest.Start(t)
	const minutes = "SELECT start_at, requests FROM request_counts WHERE span = 'minute'"
	p.Unauthenticated().Want(t, 401)
	release := p.Hold()
	p.Wake()
	release()
	p.WantStored(minutes)
	p.Unauthenticated().Want(t, 401)
	p.Wake()
	p.WantStored(minutes, "2026-11-20T07:00:00.000000000Z | 2")
	p.WantStored("SELECT kind, requests FROM contacts", "unauthenticated | 2")
	p.Get("/journal").WantHTML(t, 200, "2 requêtes sans le bon jeton (401) depuis 24 h, dont 2 depuis une heure.")

	p.Clock.Advance(61 * time.Minute)
	p.Get("/journal").WantHTML(t, 200, "2 requêtes sans le bon jeton (401) depuis 24 h, dont 0 depuis une heure.")
	p.Clock.Advance(23 * time.Hour)
	p.Get("/journal").WantNone(t, "sans le bon jeton") // or requests of the day before are still told
	p.Clock.SetBack(28 * time.Hour)
	p.Unauthenticated().Want(t, 401)
	p.Wake()
	p.WantStored(minutes, "2026-11-20T03:01:00.000000000Z | 1")
}

func TestTheJournalSaysWhatHasBecomeOfARefusal(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-19T08:00:00+01:00", "thursday").Want(t, 201)
	p.Arrive("2026-11-20T07:45:00+01:00", "friday").Want(t, 409)
	p.Get("/journal").WantHTML(t, 200, "La clore")
	p.Submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:00"}}).Want(t, 303)
	p.Get("/journal").WantNone(t, "La clore") // or an arrival that is closed is offered to be closed
	_, refused, _ := strings.Cut(p.Get("/journal").Body, `class="journal refused"`)
	summary, _, _ := strings.Cut(refused, "</summary>")
	modelstest.WantIn(t, summary, "Close depuis.")
	p.Get("/journal").WantNoWords(t, "Enregistré depuis")
	p.Arrive("2026-11-20T07:45:00+01:00", "friday").Want(t, 201)
	p.Get("/journal").WantHTML(t, 200, "Enregistré depuis")
}

func TestFlappingLeavesNothingToReview(t *testing.T) {
	p := apptest.Start(t)
	p.Arrive("2026-11-20T06:00:00+01:00", "in").Want(t, 201)
	p.Arrive("2026-11-20T06:10:00+01:00", "again").Want(t, 409)
	p.WantStored("SELECT idempotency_key FROM refused_events", "again")
	p.Leave("2026-11-20T07:00:00+01:00", "out").Want(t, 200)
	p.WantStored("SELECT count(*) FROM refused_events", "0")
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
