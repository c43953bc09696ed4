package api

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"worklog/models"
)

// presenceRequest is the body of a request, each value as it was written.
type presenceRequest struct {
	Event          jsontext.Value `json:"event"`
	OccurredAt     jsontext.Value `json:"occurred_at"`
	IdempotencyKey jsontext.Value `json:"idempotency_key"`
}

// decodeSignal reads a request's body and its X-Idempotency-Key headers. It
// takes two passes, so that the answer does not depend on the order of the
// faults: errInvalidJSON for what is not one JSON text, errInvalidSchema for
// what is not the object described, errInvalidEvent for an object that says
// nothing possible.
func decodeSignal(body []byte, headerKeys []string) (models.Signal, error) {
	if !isJSON(body) {
		return models.Signal{}, errInvalidJSON
	}
	var request presenceRequest
	err := json.Unmarshal(body, &request, json.RejectUnknownMembers(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return models.Signal{}, fmt.Errorf("%w: a name is unknown or twice, or it is no object", errInvalidSchema)
	}
	bodyKey := request.IdempotencyKey
	if !isString(request.Event) || !isString(request.OccurredAt) || bodyKey != nil && !isString(bodyKey) {
		return models.Signal{}, fmt.Errorf("%w: a value is missing or no text", errInvalidSchema)
	}
	return signalOf(request, headerKeys)
}

// signalOf reads the values of a request, which are texts.
func signalOf(request presenceRequest, headerKeys []string) (models.Signal, error) {
	event, err := unquote(request.Event)
	if err != nil {
		return models.Signal{}, err
	}
	if !models.EventType(event).Valid() {
		return models.Signal{}, fmt.Errorf("%w: neither arrival nor departure", errInvalidEvent)
	}
	sent, err := unquote(request.OccurredAt)
	if err != nil {
		return models.Signal{}, err
	}
	occurredAt, err := parseOccurredAt(sent)
	if err != nil {
		return models.Signal{}, err
	}
	key, err := idempotencyKey(request.IdempotencyKey, headerKeys)
	if err != nil {
		return models.Signal{}, err
	}
	return models.Signal{
		Event:          models.EventType(event),
		OccurredAt:     models.NewInstant(occurredAt),
		OccurredAtSent: sent,
		IdempotencyKey: key,
	}, nil
}

// idempotencyKey returns the key of the body (nil when it has none) or of the
// header, where one that is present counts, even empty. Both must be the same.
func idempotencyKey(inBody jsontext.Value, inHeaders []string) (string, error) {
	keys := inHeaders
	if len(keys) > 1 {
		return "", fmt.Errorf("%w: two key headers", errInvalidEvent)
	}
	if inBody != nil {
		key, err := unquote(inBody)
		if err != nil {
			return "", err
		}
		keys = append([]string{key}, inHeaders...)
	}
	if len(keys) == 0 {
		return "", fmt.Errorf("%w: no key", errInvalidEvent)
	}
	key := keys[0]
	if key != keys[len(keys)-1] {
		return "", fmt.Errorf("%w: two keys that differ", errInvalidEvent)
	}
	if !utf8.ValidString(key) || strings.TrimSpace(key) == "" || utf8.RuneCountInString(key) > models.MaxKeyLength {
		return "", fmt.Errorf("%w: key is blank, too long or not UTF-8", errInvalidEvent)
	}
	return key, nil
}

// isJSON reports whether the text is one JSON text in UTF-8, whatever it says.
// Invalid UTF-8 is looked for by itself, for the option that lets it pass is
// needed for escapes of half a surrogate pair: they are JSON.
func isJSON(text []byte) bool {
	return utf8.Valid(text) &&
		jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

func isString(value jsontext.Value) bool { return value.Kind() == '"' }

// unquote returns the text of a JSON string. It returns errInvalidEvent when that
// is none: an escape of half a surrogate pair stands for no character.
func unquote(value jsontext.Value) (string, error) {
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return "", fmt.Errorf("%w: a text has half a surrogate pair", errInvalidEvent)
	}
	return string(text), nil
}
