package api

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"worklog/models"
	"worklog/models/civil"
)

// decodeSignal reads a request's body and its X-Idempotency-Key headers. The answer
// does not depend on the order of the errors: what is not one JSON text is refused first,
// then what is not the object described, then an object that says nothing possible.
// Beside an error, the signal has what could be read of it.
func decodeSignal(body []byte, headerKeys []string) (models.Signal, error) {
	if err := checkJSON(body); err != nil {
		return models.Signal{Source: models.FromAPI}, err
	}
	values, err := readMembers(body)
	signal := models.Signal{
		Event:          models.EventType(glimpse(values["event"])),
		OccurredAtSent: glimpse(values["occurred_at"]),
		IdempotencyKey: glimpse(values["idempotency_key"]),
		Source:         models.FromAPI,
	}
	if signal.IdempotencyKey == "" && len(headerKeys) > 0 {
		signal.IdempotencyKey = strings.ToValidUTF8(headerKeys[0], "\ufffd")
	}
	if err != nil {
		return signal, err
	}
	return completeSignal(signal, values, headerKeys)
}

// members are the names that a body may have, and whether it must.
var members = []struct {
	name     string
	required bool
}{
	{"event", true},
	{"occurred_at", true},
	{"idempotency_key", false},
}

// readMembers returns the values of the object that a JSON text is, each of which
// is a string. With a refusal it returns what it has read so far.
func readMembers(text []byte) (map[string]jsontext.Value, error) {
	values := map[string]jsontext.Value{}
	decoder := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if decoder.PeekKind() != '{' {
		return values, refusal{outcome: models.RefusedNotObject}
	}
	var first error // the rest is read all the same, for the journal
	note := func(outcome models.RequestOutcome, name string) {
		if first == nil {
			first = refusal{outcome, name}
		}
	}
	decoder.ReadToken()
	for decoder.PeekKind() == '"' { // as often as the text, which is valid and has its limit, has names
		token, err := decoder.ReadToken()
		name := token.String()
		value, valueErr := decoder.ReadValue()
		if err := errors.Join(err, valueErr); err != nil {
			return values, refusal{outcome: models.RefusedNotObject}
		}
		switch _, known := values[name]; {
		case !isMember(name):
			note(models.RefusedUnknownName, name)
		case known:
			note(models.RefusedRepeatedName, name)
		case value.Kind() != '"':
			note(models.RefusedValueNotText, name)
		default:
			values[name] = value.Clone()
		}
	}
	for _, member := range members {
		if _, there := values[member.name]; member.required && !there {
			note(models.RefusedMissingName, member.name)
		}
	}
	return values, first
}

func isMember(name string) bool {
	for _, member := range members {
		if member.name == name {
			return true
		}
	}
	return false
}

// glimpse reads a string for the journal, whatever it holds.
func glimpse(value jsontext.Value) string {
	text, _ := jsontext.AppendUnquote(nil, value)
	return strings.ToValidUTF8(string(text), "\ufffd")
}

// completeSignal reads the values of a request, which are strings.
func completeSignal(signal models.Signal, values map[string]jsontext.Value, headerKeys []string) (models.Signal, error) {
	event, err := unquote(values["event"])
	if err != nil {
		return signal, err
	}
	if !models.EventType(event).Valid() {
		return signal, refusal{outcome: models.RefusedUnknownEvent}
	}
	sent, err := unquote(values["occurred_at"])
	if err != nil {
		return signal, err
	}
	occurredAt, err := parseOccurredAt(sent)
	if err != nil {
		return signal, err
	}
	signal.OccurredAt = civil.NewInstant(occurredAt)
	key, err := idempotencyKey(values["idempotency_key"], headerKeys)
	if err != nil {
		return signal, err
	}
	signal.IdempotencyKey = key
	return signal, nil
}

// idempotencyKey returns the key of the body, which may be nil, or of the header. If
// both are present, even empty, they must be equal.
func idempotencyKey(inBody jsontext.Value, inHeaders []string) (string, error) {
	keys := inHeaders
	if len(keys) > 1 {
		return "", refusal{outcome: models.RefusedSeveralKeyHeaders}
	}
	if inBody != nil {
		key, err := unquote(inBody)
		if err != nil {
			return "", err
		}
		keys = append([]string{key}, inHeaders...)
	}
	if len(keys) == 0 {
		return "", refusal{outcome: models.RefusedWithoutKey}
	}
	key := keys[0]
	switch {
	case key != keys[len(keys)-1]:
		return "", refusal{outcome: models.RefusedKeysDiffer}
	case !utf8.ValidString(key):
		return "", refusal{outcome: models.RefusedKeyNotUTF8}
	case strings.TrimSpace(key) == "":
		return "", refusal{outcome: models.RefusedBlankKey}
	case utf8.RuneCountInString(key) > models.MaxKeyLength:
		return "", refusal{outcome: models.RefusedLongKey}
	}
	return key, nil
}

// checkJSON returns a refusal unless the text is one JSON text in UTF-8, of any
// content. UTF-8 is checked separately because jsontext must be told to allow invalid
// UTF-8: otherwise it rejects escapes of half a surrogate pair, which are valid JSON.
func checkJSON(text []byte) error {
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return refusal{outcome: models.RefusedEmpty}
	case !utf8.Valid(text):
		return refusal{outcome: models.RefusedNotUTF8}
	case !jsontext.Value(text).IsValid(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)):
		return refusal{outcome: models.RefusedNotJSON}
	}
	return nil
}

// unquote returns the text of a JSON string. It returns a refusal for an
// escape of half a surrogate pair, which represents no character.
func unquote(value jsontext.Value) (string, error) {
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		return "", refusal{outcome: models.RefusedHalfCharacter}
	}
	return string(text), nil
}
