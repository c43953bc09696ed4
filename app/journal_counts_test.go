package app_test

import (
	"net/url"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestALineOfTheJournalIsOfTheLocalDate(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.clock.advance(16*time.Hour + 30*time.Minute) // 00:30 on Saturday in Paris
	p.post("{").want(t, 400)
	p.post(`{"event":"arrival","occurred_at":"2026-11-19T23:30:00Z"}`).want(t, 422)
	p.wantStored("SELECT outcome, date FROM journal_lines", "not_json | 2026-11-21", "without_key | 2026-11-20")
}

func TestATextOfTheJournalIsCutBetweenCharacters(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, before := range []int{1020, 1021, 1022, 1023, 1024} {
		p.post(`{"event":"`+strings.Repeat("x", before)+`ééé"}`).want(t, 422)
	}
	for _, text := range p.stored("SELECT event FROM journal_lines") {
		if !utf8.ValidString(text) || len(text) > 1024+len("…") || !strings.HasSuffix(text, "…") {
			t.Errorf("got %q of %d bytes", text[1010:], len(text))
		}
	}
}

func TestRequestsAreCountedAlsoWhileTheDatabaseIsBusyOrTheClockIsSetBack(t *testing.T) {
	t.Parallel()
	p := start(t)
	const minutes = "SELECT start_at, requests FROM request_counts WHERE span = 'minute'"
	p.wake() // what is written at the start has been written
	p.unauthenticated().want(t, 401)
	release := p.hold()
	p.wake()
	release()
	p.wantStored(minutes)
	p.unauthenticated().want(t, 401)
	p.wake()
	p.wantStored(minutes, "2026-11-20T07:00:00.000000000Z | 2")
	p.wantStored("SELECT kind, requests FROM contacts", "unauthenticated | 2")
	p.get("/journal").wantText(t, 200, "2~requêtes sans le bon jeton (401) depuis 24~h, dont 2 depuis une heure.")

	p.clock.advance(61 * time.Minute)
	p.get("/journal").wantText(t, 200, "2~requêtes sans le bon jeton (401) depuis 24~h, dont 0 depuis une heure.")
	p.clock.advance(23 * time.Hour)
	if strings.Contains(p.get("/journal").body, "sans le bon jeton") {
		t.Error("requests of the day before are still told")
	}
	p.clock.setBack(28 * time.Hour)
	p.unauthenticated().want(t, 401)
	p.wake()
	p.wantStored(minutes, "2026-11-20T03:01:00.000000000Z | 1")
}

func TestTheJournalSaysWhatHasBecomeOfARefusal(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-19T08:00:00+01:00", "thursday").want(t, 201)
	p.arrive("2026-11-20T07:45:00+01:00", "friday").want(t, 409)
	p.get("/journal").wantText(t, 200, "La clore")
	p.submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:00"}}).want(t, 303)
	if body := p.get("/journal").body; strings.Contains(body, "La clore") {
		t.Error("an arrival that is closed is offered to be closed")
	}
	if text := p.get("/journal").text(); strings.Contains(text, "Enregistré depuis") {
		t.Error("what is still refused is said to be recorded")
	}
	p.arrive("2026-11-20T07:45:00+01:00", "friday").want(t, 201)
	p.get("/journal").wantText(t, 200, "Enregistré depuis")
}

func TestARefusedPressAndFlappingLeaveNothingToReview(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.submit("/presence/hand", url.Values{"event": {"departure"}, "key": {"hand"}, "at": {""}}).want(t, 409)
	p.wantStored("SELECT count(*) FROM refused_events", "0")
	p.arrive("2026-11-20T06:00:00+01:00", "in").want(t, 201)
	p.arrive("2026-11-20T06:10:00+01:00", "again").want(t, 409)
	p.wantStored("SELECT idempotency_key FROM refused_events", "again")
	p.leave("2026-11-20T07:00:00+01:00", "out").want(t, 200)
	p.wantStored("SELECT count(*) FROM refused_events", "0")
}

func TestAPressWithAnAutomationsKeyIsNoReplayOfItsEvent(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-20T06:00:00+01:00", "in").want(t, 201)
	p.submit("/presence/hand", url.Values{"event": {"arrival"}, "key": {"in"}, "at": {""}}).want(t, 409, "Ce bouton a déjà servi")
	p.wantStored("SELECT outcome FROM journal_lines ORDER BY id", "recorded", "key_reused")
}

func TestEnteringAndLeavingInOneSecondAreTwoEventsOfOwnTracks(t *testing.T) {
	t.Parallel()
	p := start(t, withOwnTracks)
	p.ownTracks(crossing("enter", "2026-11-20T08:00:00+01:00")).wantNoCommands(t)
	p.ownTracks(crossing("leave", "2026-11-20T08:00:00+01:00")).wantNoCommands(t)
	p.wantStored("SELECT outcome, count(DISTINCT idempotency_key) FROM journal_lines GROUP BY outcome ORDER BY min(id)", "recorded | 1", "departure_not_later | 1")
	p.wantStored("SELECT count(DISTINCT idempotency_key) FROM journal_lines", "2")
}
