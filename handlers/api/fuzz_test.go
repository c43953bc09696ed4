package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"worklog/handlers/outcomes"
	"worklog/models"
	"worklog/models/modelstest"
)

// FuzzDecodeSignal compares the decoder with encoding/json. They must agree on what is
// valid JSON in UTF-8; otherwise encoding/json is more lenient.
func FuzzDecodeSignal(f *testing.F) {
	for _, seed := range []string{
		`{"event":"arrival","occurred_at":"2026-11-20T08:03:27.5+01:00","idempotency_key":"k"}`,
		`{"event":"departure","occurred_at":"20261120T080327Z"}`,
		`{"Event":"arrival"}`, `{"event":"arrival","event":"arrival"}`, `{"event":"\ud800"}`, `{"event":null}`,
		`[]`, `{}`, `{}{}`, "", "\ufeff{}", `{"event":"` + "\xff" + `"}`, `{"a":{"b":1,"b":2}}`, `"\ud83d\ude00"`, `{"event":01}`, "{\"a\":\"\x00\"}",
		`{"event":"\ud800","occurred_at":"20261120T080327Z","idempotency_key":"k"}`,
		`{"event":"arrival","occurred_at":"\ud800","idempotency_key":"k"}`,
		`{"event":"arrival","occurred_at":"2026-11-31T08:00:00Z","idempotency_key":"k"}`,
	} {
		f.Add([]byte(seed), "", false)
		f.Add([]byte(seed), "k", true)
	}
	f.Fuzz(func(t *testing.T, body []byte, headerKey string, hasHeader bool) {
		var headers []string
		if hasHeader {
			headers = []string{headerKey}
		}
		signal, err := decodeSignal(body, headers)
		if got, want := !isAnswered(err, "JSON invalide"), utf8.Valid(body) && json.Valid(body); got != want {
			t.Fatalf("%q: is JSON: got %t, want %t", body, got, want)
		}
		if err != nil {
			if !isAnswered(err, "JSON invalide") && !isAnswered(err, "Schéma invalide") && !isAnswered(err, "Événement invalide") {
				t.Fatalf("%q: got another error: %v", body, err)
			}
			return
		}
		var loose map[string]string
		if err := json.Unmarshal(body, &loose); err != nil {
			t.Fatalf("%q: taken, but no object of texts: %v", body, err)
		}
		for name := range loose {
			if name != "event" && name != "occurred_at" && name != "idempotency_key" {
				t.Fatalf("%q: taken with the name %q", body, name)
			}
		}
		if key, ok := loose["idempotency_key"]; ok && key != signal.IdempotencyKey {
			t.Fatalf("%q: got key %q", body, signal.IdempotencyKey)
		}
		if hasHeader && headerKey != signal.IdempotencyKey {
			t.Fatalf("%q: got key %q beside the header %q", body, signal.IdempotencyKey, headerKey)
		}
		if n := utf8.RuneCountInString(signal.IdempotencyKey); n < 1 || n > 255 || strings.TrimSpace(signal.IdempotencyKey) == "" {
			t.Fatalf("%q: got a key of %d characters", body, n)
		}
		if string(signal.Event) != loose["event"] || !signal.Event.Valid() || signal.OccurredAtSent != loose["occurred_at"] {
			t.Fatalf("%q: got %+v", body, signal)
		}
		if at, err := parseOccurredAt(signal.OccurredAtSent); err != nil || !signal.OccurredAt.Equal(at) {
			t.Fatalf("%q: taken at %s, want %s, %v", body, signal.OccurredAt, at, err)
		}
	})
}

// FuzzOccurredAt compares the parser with time.Parse: what it accepts, rewritten as
// RFC 3339, must be the same instant for time.Parse; and it must accept whatever
// time.RFC3339 produces.
func FuzzOccurredAt(f *testing.F) {
	for _, seed := range []string{
		"2026-11-20T08:03:27.5+01:00", "20261120T080327+0100", "2026-11-20 08:03:27,123456789Z", "2026-11-20T08:03-03",
		"2026-02-29T08:00:00Z", "2026-11-20T24:00:00Z", "2026-11-20T23:59:60Z", "2026-W47-5T08:00Z", "2026-11-20T08:00:00+14:01", "",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := parseOccurredAt(text)
		strict, strictErr := time.Parse(time.RFC3339Nano, text)
		if err != nil {
			if !isAnswered(err, "Événement invalide") {
				t.Fatalf("%q: got %v", text, err)
			}
			_, offset := strict.Zone()
			if strictErr == nil && strict.Format(time.RFC3339) == text && offset >= -14*3600 && offset <= 14*3600 {
				t.Fatalf("%q: refused, but it is RFC 3339", text)
			}
			return
		}
		if strictErr == nil && !strict.Equal(got) {
			t.Fatalf("%q: got %v, want %v", text, got, strict)
		}
		again, err := parseOccurredAt(got.UTC().Format("2006-01-02T15:04:05.000000000Z07:00"))
		if year := got.UTC().Year(); year >= 0 && year <= 9999 && (err != nil || !again.Equal(got)) {
			t.Fatalf("%q: got %v, read again %v, %v", text, got, again, err)
		}
	})
}

func TestAWrappedErrorKeepsItsResponseAndAnUnknownOneIsInternal(t *testing.T) {
	for _, known := range apiErrors {
		status, message := ErrorResponse(fmt.Errorf("on the way: %w", known.err))
		modelstest.Want(t, status == known.status && message == known.message, true, known.err, status, message, known.status, known.message)
	}
	for outcome, err := range models.PresenceRefusals {
		status, message := ErrorResponse(fmt.Errorf("on the way: %w", err))
		if want := outcomes.Of[outcome].Answer; status != want.Status || message != want.Message {
			t.Errorf("%v: got %d %s, want %v", err, status, message, want)
		}
	}
	if status, message := ErrorResponse(errors.New("disk full")); status != 500 || message != "Erreur interne" {
		t.Errorf("got %d %s", status, message)
	}
	if status, _ := ErrorResponse(models.ErrEntryNotFound); status != 500 {
		t.Errorf("got %d for an error that the API cannot have", status)
	}
}

// isAnswered reports whether the response to an error has the message.
func isAnswered(err error, want string) bool {
	_, message := ErrorResponse(err)
	return message == want
}
