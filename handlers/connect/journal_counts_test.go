package connect_test

import (
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"worklog/app/apptest"
)

func TestALineOfTheJournalIsOfTheLocalDate(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Clock.Advance(16*time.Hour + 30*time.Minute) // 00:30 on Saturday in Paris
	p.Post("{").Want(t, 400)
	p.Post(`{"event":"arrival","occurred_at":"2026-11-19T23:30:00Z"}`).Want(t, 422)
	p.WantStored("SELECT outcome, date FROM journal_lines", "not_json | 2026-11-21", "without_key | 2026-11-20")
}

func TestATextOfTheJournalIsCutBetweenCharacters(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	for _, before := range []int{1020, 1021, 1022, 1023, 1024} {
		p.Post(`{"event":"`+strings.Repeat("x", before)+`ééé"}`).Want(t, 422)
	}
	for _, text := range p.Stored("SELECT event FROM journal_lines") {
		if !utf8.ValidString(text) || len(text) > 1024+len("…") || !strings.HasSuffix(text, "…") {
			t.Errorf("got %q of %d bytes", text[1010:], len(text))
		}
	}
}

func TestRequestsAreCountedAlsoWhileTheDatabaseIsBusyOrTheClockIsSetBack(t *testing.T) {
	t.Parallel()
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
	if strings.Contains(p.Get("/journal").Body, "sans le bon jeton") {
		t.Error("requests of the day before are still told")
	}
	p.Clock.SetBack(28 * time.Hour)
	p.Unauthenticated().Want(t, 401)
	p.Wake()
	p.WantStored(minutes, "2026-11-20T03:01:00.000000000Z | 1")
}

func TestTheJournalSaysWhatHasBecomeOfARefusal(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Arrive("2026-11-19T08:00:00+01:00", "thursday").Want(t, 201)
	p.Arrive("2026-11-20T07:45:00+01:00", "friday").Want(t, 409)
	p.Get("/journal").WantHTML(t, 200, "La clore")
	p.Submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:00"}}).Want(t, 303)
	if body := p.Get("/journal").Body; strings.Contains(body, "La clore") {
		t.Error("an arrival that is closed is offered to be closed")
	}
	_, refused, _ := strings.Cut(p.Get("/journal").Body, `class="journal refused"`)
	if summary, _, _ := strings.Cut(refused, "</summary>"); !strings.Contains(summary, "Close depuis.") {
		t.Errorf("what has become of it does not stand in its line: %s", summary)
	}
	if text := p.Get("/journal").HTML(); strings.Contains(text, "Enregistré depuis") {
		t.Error("what is still refused is said to be recorded")
	}
	p.Arrive("2026-11-20T07:45:00+01:00", "friday").Want(t, 201)
	p.Get("/journal").WantHTML(t, 200, "Enregistré depuis")
}

func TestARefusedPressAndFlappingLeaveNothingToReview(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Submit("/presence/hand", url.Values{"event": {"departure"}, "key": {"hand"}, "at": {""}}).Want(t, 409)
	p.WantStored("SELECT count(*) FROM refused_events", "0")
	p.Arrive("2026-11-20T06:00:00+01:00", "in").Want(t, 201)
	p.Arrive("2026-11-20T06:10:00+01:00", "again").Want(t, 409)
	p.WantStored("SELECT idempotency_key FROM refused_events", "again")
	p.Leave("2026-11-20T07:00:00+01:00", "out").Want(t, 200)
	p.WantStored("SELECT count(*) FROM refused_events", "0")
}

func TestAPressWithAnAutomationsKeyIsNoReplayOfItsEvent(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	p.Arrive("2026-11-20T06:00:00+01:00", "in").Want(t, 201)
	p.Submit("/presence/hand", url.Values{"event": {"arrival"}, "key": {"in"}, "at": {""}}).Want(t, 409, "Ce bouton a déjà servi")
	p.WantStored("SELECT outcome FROM journal_lines ORDER BY id", "recorded", "key_reused")
}

func TestEnteringAndLeavingInOneSecondAreTwoEventsOfOwnTracks(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithOwnTracks)
	p.OwnTracks(apptest.Crossing("enter", "2026-11-20T08:00:00+01:00")).WantNoCommands(t)
	p.OwnTracks(apptest.Crossing("leave", "2026-11-20T08:00:00+01:00")).WantNoCommands(t)
	p.WantStored("SELECT outcome, count(DISTINCT idempotency_key) FROM journal_lines GROUP BY outcome ORDER BY min(id)", "recorded | 1", "departure_not_later | 1")
	p.WantStored("SELECT count(DISTINCT idempotency_key) FROM journal_lines", "2")
}
