package deploy_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// nodeREDRules each begin and end with an empty queue.
var nodeREDRules = []struct {
	name  string
	holds func(t *testing.T, n *nodeRED)
}{
	{"a request is what the endpoint expects", func(t *testing.T, n *nodeRED) {
		n.press("Arrivée")
		request := n.request()
		modelstest.Want(t, request.header.Get("Authorization"), "Bearer "+nodeREDToken, "Authorization")
		modelstest.Want(t, request.header.Get("Content-Type"), "application/json", "Content-Type")
		modelstest.Want(t, request.event.Event, "arrival")
		modelstest.Want(t, len(request.event.Key), len("00000000-0000-0000-0000-000000000000"))
		at, err := time.Parse(time.RFC3339Nano, request.event.OccurredAt)
		if ago := time.Since(at); err != nil || ago < 0 || ago > patience {
			t.Errorf("got %q, want now", request.event.OccurredAt)
		}
		n.empties(request, 201, "created")
	}},
	{"an exported flow contains no token", func(t *testing.T, n *nodeRED) {
		response := modelstest.Got(http.Get(n.url + "/flows"))(t)
		defer response.Body.Close()
		flows := string(modelstest.Got(io.ReadAll(response.Body))(t))
		modelstest.WantIn(t, flows, n.standIn.url)
		modelstest.WantNone(t, flows, nodeREDToken)
	}},
	{"a created or replayed event leaves the queue", func(_ *testing.T, n *nodeRED) {
		for _, done := range []string{`{"status":"created"}`, `{"status":"replayed"}`} {
			n.press("Départ")
			n.request().answer(200, done)
			n.wantStatus("green dot", "à jour")
			n.queued(0)
		}
	}},
	{"one event is sent at a time, whatever is pressed meanwhile", func(t *testing.T, n *nodeRED) {
		n.press("Arrivée")
		head := n.request()
		n.press("Réessayer maintenant")
		n.press("Départ")
		next := n.queued(2)[1]
		head.answer(201, `{"status":"created"}`)
		request := n.request()
		modelstest.Want(t, request.event, next)
		n.empties(request, 200, "created")
	}},
	{"without a response the same event is sent again automatically, after growing delays", func(_ *testing.T, n *nodeRED) {
		n.press("Arrivée")
		head := n.request()
		head.answer(503, `{"error":"API indisponible"}`)
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (503), nouvel essai à")
		n.request().same(head).answer(500, `{"error":"Erreur interne"}`)
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (500), nouvel essai à")
		for range 8 {
			n.press("Réessayer maintenant")
			n.request().same(head).hangUp()
			n.wantStatus("yellow ring", "1 en attente : pas de réponse (ECONNRESET), nouvel essai à")
		}
		n.wantRetryIn(5 * time.Minute)
		n.empties(n.retries(head), 201, "created")
	}},
	{"the server can ask for a longer delay", func(_ *testing.T, n *nodeRED) {
		n.press("Arrivée")
		head := n.request()
		head.answer(429, `{"error":"Trop de requêtes"}`, "Retry-After", "1800")
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (429), nouvel essai à")
		n.wantRetryIn(30 * time.Minute)
		n.retries(head).answer(503, ``, "Retry-After", time.Now().Add(20*time.Minute).UTC().Format(http.TimeFormat))
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (503), nouvel essai à")
		n.wantRetryIn(20 * time.Minute)
		n.retries(head).answer(429, ``, "Retry-After", "1000000")
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (429), nouvel essai à")
		n.wantRetryIn(time.Hour)
		n.empties(n.retries(head), 201, "created")
	}},
	{"a fault that no retry fixes is reported once, and the event stays first", func(_ *testing.T, n *nodeRED) {
		head := n.held()
		n.press("Départ")
		n.queued(2)
		for _, kept := range []struct {
			status int
			body   string
		}{
			{401, `{"error":"Authentification requise"}`},
			{404, `{"error":"Ressource introuvable"}`},
			{405, `{"error":"Méthode non autorisée"}`},
			{415, `{"error":"Content-Type invalide"}`},
			{303, ``},
			{307, ``},
			{200, `<!doctype html><title>Connexion</title>`},
			{201, `{"status":"ok"}`},
			{204, ``},
			{403, `null`},
		} {
			n.retries(head).answer(kept.status, kept.body, "Location", "/login")
			what := fmt.Sprintf("adresse ou jeton à corriger (%d)", kept.status)
			n.wantReported(what + " : les événements attendent")
			n.wantStatus("red ring", "2 en attente : "+what+", nouvel essai à")
			n.wantRetryIn(15 * time.Minute)
		}
		n.retries(head).answer(403, ``)
		n.wantStatus("red ring", "2 en attente : adresse ou jeton à corriger (403)") // not reported again
		n.retries(head).answer(201, `{"status":"created"}`)
		n.empties(n.request(), 200, "created")
	}},
	{"a refused event is set aside and reported, and the next one is sent", func(t *testing.T, n *nodeRED) {
		for _, final := range []int{400, 409, 413, 422} {
			head := n.held()
			n.press("Départ")
			next := n.queued(2)[1]
			n.retries(head).answer(final, `{"error":"Conflit métier"}`)
			n.wantReported(fmt.Sprintf("événement refusé (%d)", final))
			request := n.request()
			modelstest.Want(t, request.event, next, final)
			n.empties(request, 200, "created")
			aside := n.refused()
			modelstest.Want(t, aside[len(aside)-1], head.event, final)
		}
	}},
	{"the automation can set the time and the key", func(t *testing.T, n *nodeRED) {
		want := sentEvent{"arrival", "2026-11-20T08:03:00+01:00", "badge-1"}
		n.press("Arrivée", "payload", want.Event, "occurred_at", want.OccurredAt, "idempotency_key", want.Key)
		request := n.request()
		modelstest.Want(t, request.event, want)
		n.empties(request, 201, "created")
	}},
	{"a trigger gets its response once the event is on disk, and none if it is not", func(t *testing.T, n *nodeRED) {
		head := n.held()
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		got, err := n.trigger(ctx, "departure")
		if kept := eventsIn(t, n.queue()); err != nil || len(kept) != 2 || kept[1] != got || got.Event != "departure" {
			t.Fatalf("got %v, %v with %v on disk", got, err, kept)
		}
		refused := filepath.Join(n.queue(), "refused")
		modelstest.Must(t, errors.Join(os.RemoveAll(refused), os.WriteFile(refused, nil, 0o600)))
		ended := make(chan error, 1)
		go func() { _, err := n.trigger(ctx, "arrival"); ended <- err }()
		n.wantReported("événement non gardé : EEXIST")
		cancel()
		modelstest.WantError(t, received(t, "the trigger", ended), context.Canceled)
		modelstest.Must(t, errors.Join(os.Remove(refused), os.Mkdir(refused, 0o700)))
		n.retries(head).answer(201, `{"status":"created"}`)
		n.empties(n.request(), 200, "created")
	}},
	{"an unknown event is reported and not sent", func(_ *testing.T, n *nodeRED) {
		n.press("Arrivée", "payload", "arrivée")
		n.wantReported(`événement inconnu : "arrivée"`)
	}},
	{"a file that was broken by hand is set aside and reported", func(t *testing.T, n *nodeRED) {
		for _, broken := range []string{"", "{", "3", "null"} {
			n.file("000000000001-broken.json", broken)
			n.press("Réessayer maintenant")
			n.wantReported("événement refusé (illisible)")
			n.queued(0)
		}
	}},
	{"a full queue rejects events and reports it", func(t *testing.T, n *nodeRED) {
		n.deploy(n.standIn.url, "MOST_WAITING = 10000", "MOST_WAITING = 2")
		head := n.held()
		n.press("Départ")
		n.queued(2)
		n.press("Arrivée")
		n.wantReported("événement non gardé : la file d'attente est pleine (2)")
		n.retries(head).answer(201, `{"status":"created"}`)
		n.empties(n.request(), 200, "created")
	}},
	{"only the newest refused events are kept", func(t *testing.T, n *nodeRED) {
		n.deploy(n.standIn.url, "MOST_REFUSED = 1000", "MOST_REFUSED = 2")
		for range 3 {
			n.press("Départ")
			request := n.request()
			request.answer(409, `{"error":"Conflit métier"}`)
			n.wantReported("événement refusé (409)")
			n.wantStatus("red dot", "refusé (409)")
			aside := n.refused()
			if got := aside[len(aside)-1]; len(aside) > 2 || got != request.event {
				t.Errorf("got %v, want at most two, the last %v", aside, request.event)
			}
		}
	}},
	{"a queue that was emptied by hand waits for nothing", func(t *testing.T, n *nodeRED) {
		n.held()
		modelstest.Must(t, os.RemoveAll(n.queue()))
		n.press("Réessayer maintenant")
		n.wantStatus("green dot", "à jour")
		n.press("Départ")
		n.empties(n.request(), 201, "created")
	}},
	{"a failing disk is reported, and the event stays", func(t *testing.T, n *nodeRED) {
		head := n.held()
		refused := filepath.Join(n.queue(), "refused")
		modelstest.Must(t, errors.Join(os.RemoveAll(refused), os.WriteFile(refused, nil, 0o600)))
		n.press("Départ")
		n.wantReported("événement non gardé : EEXIST")
		n.retries(head).answer(409, ``)
		n.wantReported("la file d'attente " + n.queue() + " : ENOTDIR")
		n.wantStatus("red ring", "ENOTDIR")
		modelstest.Must(t, os.Remove(refused))
		n.empties(n.retries(head), 201, "created")
	}},
	{"a folder that disappears during a request stops nothing", func(t *testing.T, n *nodeRED) {
		n.press("Arrivée")
		head := n.request()
		elsewhere := n.queue() + "-elsewhere"
		modelstest.Must(t, errors.Join(os.Rename(n.queue(), elsewhere), os.WriteFile(n.queue(), nil, 0o600)))
		n.press("Départ")
		n.wantReported("événement non gardé : ENOTDIR")
		n.wantReported("la file d'attente " + n.queue() + " : ENOTDIR")
		modelstest.Must(t, errors.Join(os.Remove(n.queue()), os.Rename(elsewhere, n.queue())))
		n.empties(n.retries(head), 201, "created")
		head.answer(201, `{"status":"created"}`)
	}},
	{"a request without a response is given up, and a late response is ignored", func(_ *testing.T, n *nodeRED) {
		n.deploy(n.standIn.url, "attempt }), GIVE_UP_AFTER)", "attempt }), failures ? GIVE_UP_AFTER : SECOND)")
		n.press("Arrivée")
		head := n.request()
		again := n.request().same(head)
		head.answer(409, ``)
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (délai dépassé)")
		n.empties(again, 201, "created")
	}},
	{"a redeployment sends an unanswered event again", func(_ *testing.T, n *nodeRED) {
		n.press("Arrivée")
		head := n.request()
		n.deploy(n.standIn.url)
		n.empties(n.request().same(head), 200, "replayed")
		head.answer(201, `{"status":"created"}`)
	}},
}
