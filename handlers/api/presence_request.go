package api

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"worklog/models"
)

// presenceRequest is the body of a request with undecoded values.
type presenceRequest struct {
	Event          jsontext.Value `json:"event"`
	OccurredAt     jsontext.Value `json:"occurred_at"`
	IdempotencyKey jsontext.Value `json:"idempotency_key"`
}

// decodeSignal decodes a request's body and its X-Idempotency-Key headers. It
// returns errInvalidJSON for a body that is not a JSON text, errInvalidSchema for one
// that does not match the schema, and errInvalidEvent for an invalid event. It takes
// two passes, so that the error does not depend on the order of the members.
func decodeSignal(body []byte, headerKeys []string) (models.Signal, error) {
	if !isJSON(body) {
		return models.Signal{}, errInvalidJSON
	}
	var request presenceRequest
	err := json.Unmarshal(body, &request, json.RejectUnknownMembers(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return models.Signal{}, fmt.Errorf("%w: not an object, or a name is unknown or duplicated", errInvalidSchema)
	}
	bodyKey := request.IdempotencyKey
	if !isString(request.Event) || !isString(request.OccurredAt) || bodyKey != nil && !isString(bodyKey) {
		return models.Signal{}, fmt.Errorf("%w: a value is missing or not a string", errInvalidSchema)
	}
	return signalOf(request, headerKeys)
}

// signalOf decodes the values of a request, which are strings.
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

// idempotencyKey returns the key of the body, which may be nil, or of the header. If
// both are present, even empty, they must be equal.
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

// isJSON reports whether text is a JSON text in UTF-8. It checks UTF-8 separately
// because AllowInvalidUTF8 is needed for escapes of lone surrogates, which are valid
// JSON.
func isJSON(text []byte) bool {
	return utf8.Valid(text) &&
		jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

func isString(value jsontext.Value) bool { return value.Kind() == '"' }

// unquote returns the value of a JSON string. It returns errInvalidEvent for an
// escape of a lone surrogate, which is not a character.
func unquote(value jsontext.Value) (string, error) {
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return "", fmt.Errorf("%w: a string contains a lone surrogate", errInvalidEvent)
	}
	return string(text), nil
}
