package deploy_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"worklog/models/modelstest"
)

func TestHomeAssistantActsOnEachResponse(t *testing.T) {
	t.Parallel()
	const day = "2026-11-20T07:00:00.000000+00:00 arrival 0"
	object := func(status int, fields haOrder) haOrder { return haOrder{"status": status, "content": fields} }
	h := haOpen(t, "http://127.0.0.1:1")
	refused := func(status int, message string) haOrder { return object(status, haOrder{"error": message}) }
	for name, test := range map[string]struct {
		answer   any
		waits    bool
		notified string // in the notification within the hour; empty for none
	}{
		"no answer":                         {nil, true, ""},
		"200, a login page":                 {haOrder{"status": 200, "content": "<!doctype html>"}, true, "200, et ce n’est pas une réponse de worklog"},
		"200, other JSON":                   {object(200, haOrder{"ok": true}), true, "200, et ce n’est pas une réponse de worklog"},
		"200, JSON with another status":     {object(200, haOrder{"status": "ok"}), true, "200, et ce n’est pas une réponse de worklog"},
		"200, JSON that is not an object":   {haOrder{"status": 200, "content": []string{"created"}}, true, "200, et ce n’est pas une réponse de worklog"},
		"201, created":                      {object(201, haOrder{"status": "created"}), false, ""},
		"200, created":                      {object(200, haOrder{"status": "created"}), false, ""},
		"200, replayed":                     {object(200, haOrder{"status": "replayed"}), false, ""},
		"204, without content":              {haOrder{"status": 204, "content": ""}, true, "204, et ce n’est pas une réponse de worklog"},
		"303, without a location":           {haOrder{"status": 303, "content": ""}, true, "303, et ce n’est pas une réponse de worklog"},
		"400":                               {refused(400, "JSON invalide"), false, "a refusé : Arrivée du 20/11 à 08:00:00 (400, « JSON invalide »)"},
		"401":                               {refused(401, "Authentification requise"), true, "(401, « Authentification requise »)"},
		"404":                               {refused(404, "Ressource introuvable"), true, "Vérifiez l’adresse et le jeton"},
		"405":                               {refused(405, "Méthode non autorisée"), true, "(405, « Méthode non autorisée »)"},
		"409":                               {refused(409, "Conflit métier"), false, "(409, « Conflit métier »)"},
		"413":                               {refused(413, "Requête trop volumineuse"), false, "(413, « Requête trop volumineuse »)"},
		"415":                               {refused(415, "Content-Type invalide"), true, "(415, « Content-Type invalide »)"},
		"422":                               {refused(422, "Événement invalide"), false, "(422, « Événement invalide »)"},
		"429":                               {refused(429, "Trop de requêtes"), true, ""},
		"500":                               {refused(500, "Erreur interne"), true, ""},
		"502 of a proxy":                    {haOrder{"status": 502, "content": "<html>"}, true, ""},
		"503":                               {refused(503, "API indisponible"), true, ""},
		"421, not of the endpoint at all":   {haOrder{"status": 421, "content": "<html>"}, true, "421"},
		"201, refused in spite of its code": {refused(201, "?"), true, "201"},
	} {
		t.Run(name, func(t *testing.T) {
			h.t = t
			h.clear()
			h.record("arrival", "08:00:00")
			h.wantWaiting(day)
			h.do(haOrder{"do": "answers", "answers": []any{test.answer}})
			h.tick("08:01:00")
			if len(h.Requests) != 1 {
				t.Fatalf("sent %q, want one request", h.Requests)
			}
			if test.waits {
				h.wantWaiting(day)
			} else {
				h.wantWaiting()
			}
			if test.notified == "" {
				h.wantNotified()
			} else {
				h.wantNotified(test.notified)
			}
			h.do(haOrder{"do": "answers", "answers": []any{object(201, haOrder{"status": "created"})}})
			h.tick("08:02:00")
			h.wantWaiting()
			modelstest.Want(t, len(h.Requests) == 2, test.waits, h.Requests)
			if test.waits {
				modelstest.Want(t, h.Requests[1], h.Requests[0])
				h.wantNotified() // dismissed once it is sent
			}
		})
	}
}

func TestHomeAssistantUnderstandsTheRealServer(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	h := haOpen(t, s.URL)
	h.record("arrival", "08:00:00")
	h.tick("08:01:00")
	h.record("arrival", "09:00:00") // refused: one is open
	h.tick("09:01:00")
	h.wantWaiting()
	h.wantNotified("a refusé : Arrivée du 20/11 à 09:00:00", "409, « Conflit métier »")
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z")

	h.load(s.URL, "another token")
	h.record("departure", "17:00:00")
	h.tick("17:01:00")
	h.wantNotified("401, « Authentification requise »", "Vérifiez l’adresse et le jeton")
	h.load(s.URL+"/wrong", haToken)
	h.tick("17:02:00")
	h.wantNotified("404, « Ressource introuvable »")
	h.wantWaiting("2026-11-20T16:00:00.000000+00:00 departure 0")
	h.load(s.URL, haToken)
	h.tick("17:03:00")
	h.wantWaiting()
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z", "departure 2026-11-20T16:00:00.000000000Z")
}

// The server records the event, and its response is lost.
func TestHomeAssistantSendsTheSameAgainWhenTheResponseIsLost(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	var lose atomic.Bool
	lose.Store(true)
	h := haOpen(t, senderServer(t, func(w http.ResponseWriter, r *http.Request) {
		if !lose.Load() {
			s.ServeHTTP(w, r)
			return
		}
		s.ServeHTTP(httptest.NewRecorder(), r)
		panic(http.ErrAbortHandler) // cuts the connection
	}))
	h.record("arrival", "08:00:00")
	h.tick("08:01:00")
	h.wantWaiting("2026-11-20T07:00:00.000000+00:00 arrival 0")
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z")
	lose.Store(false)
	h.tick("08:02:00")
	h.wantWaiting()
	h.wantNotified()
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z")
}

func TestHomeAssistantSendsAllInOrderOnceTheServerIsBack(t *testing.T) {
	t.Parallel()
	s := haStart(t)
	h := haOpen(t, s.URL)
	s.Stop()
	h.person("not_home", "07:00:00")
	h.person("Travail", "08:00:00")
	h.person("not_home", "12:00:00")
	// an event recorded late is sent in the order of its time
	h.do(haOrder{"do": "call", "action": "script.worklog_record", "data": haOrder{"event": "departure", "occurred_at": "2026-11-20T17:00:00+01:00"}, "at": haAt("17:05:00")})
	h.do(haOrder{"do": "call", "action": "script.worklog_record", "data": haOrder{"event": "arrival", "occurred_at": "2026-11-20 13:00:00+01:00"}, "at": haAt("17:05:00")})
	h.tick("17:15:00")
	modelstest.Want(t, len(h.Waiting), 4, "waiting")
	modelstest.Want(t, len(h.Requests), 1, "waiting")
	h.wantNotified("Arrivée du 20/11 à 08:00:00", "aucune réponse", "worklog est-il en marche")
	h.restart()
	s.Run()
	h.tick("17:30:00")
	h.wantWaiting()
	s.wantEvents("arrival 2026-11-20T07:00:00.000000000Z", "departure 2026-11-20T11:00:00.000000000Z",
		"arrival 2026-11-20T12:00:00.000000000Z", "departure 2026-11-20T16:00:00.000000000Z")
}

// It retries every minute for an hour, then four times an hour without end, with at most
// 20 events at a time.
func TestHomeAssistantTriesLessOftenAfterAnHourAndNeverGivesUp(t *testing.T) {
	t.Parallel()
	h := haOpen(t, "http://127.0.0.1:1")
	refuse := make([]any, 500)
	h.do(haOrder{"do": "answers", "answers": refuse})
	h.record("arrival", "08:00:00")
	for minute := 1; minute <= 60; minute++ {
		h.tick(fmt.Sprintf("%02d:%02d:00", 8+minute/60, minute%60))
	}
	modelstest.Want(t, len(h.Requests), 60)
	h.wantNotified()
	for minute := 61; minute <= 180; minute++ {
		h.tick(fmt.Sprintf("%02d:%02d:00", 8+minute/60, minute%60))
	}
	modelstest.Want(t, len(h.Requests), 68)
	h.wantNotified("aucune réponse")

	for i := range 24 {
		h.record("arrival", fmt.Sprintf("11:01:%02d", i))
	}
	taken := make([]any, 30)
	for i := range taken {
		taken[i] = haOrder{"status": 201, "content": haOrder{"status": "created"}}
	}
	h.do(haOrder{"do": "answers", "answers": taken})
	h.tick("11:15:00")
	modelstest.Want(t, len(h.Requests), 88)
	modelstest.Want(t, len(h.Waiting), 5)
	h.tick("11:16:00")
	h.wantWaiting()
	h.wantNotified()
}
