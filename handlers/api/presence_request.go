package api

import (
	"bytes"
	"errors"
	"slices"
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
		return models.Signal{Source: models.DoorAPI}, err
	}
	values, err := readMembers(body)
	signal := models.Signal{
		Event:          models.EventType(values["event"].text),
		OccurredAtSent: values["occurred_at"].text,
		IdempotencyKey: values["idempotency_key"].text,
		Source:         models.DoorAPI,
	}
	if signal.IdempotencyKey == "" && len(headerKeys) > 0 {
		signal.IdempotencyKey = strings.ToValidUTF8(headerKeys[0], "\ufffd")
	}
	if err != nil {
		return signal, err
	}
	return completeSignal(signal, values, headerKeys)
}

// The names that a body must have, and may.
var (
	required = []string{"event", "occurred_at"}
	members  = append(required, "idempotency_key")
)

// readMembers returns the values of the object that a JSON text is, each of which
// is a string. With a refusal it returns what it has read so far.
func readMembers(text []byte) (map[string]unquoted, error) {
	values := map[string]unquoted{}
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
		case !slices.Contains(members, name):
			note(models.RefusedUnknownName, name)
		case known:
			note(models.RefusedRepeatedName, name)
		case value.Kind() != '"':
			note(models.RefusedValueNotText, name)
		default:
			values[name] = unquote(value)
		}
	}
	for _, name := range required {
		if _, there := values[name]; !there {
			note(models.RefusedMissingName, name)
		}
	}
	return values, first
}

// completeSignal reads the values of a request, which are strings.
func completeSignal(signal models.Signal, values map[string]unquoted, headerKeys []string) (models.Signal, error) {
	if err := values["event"].err; err != nil {
		return signal, err
	}
	if !signal.Event.Valid() {
		return signal, refusal{outcome: models.RefusedUnknownEvent}
	}
	if err := values["occurred_at"].err; err != nil {
		return signal, err
	}
	occurredAt, err := parseOccurredAt(signal.OccurredAtSent)
	if err != nil {
		return signal, err
	}
	signal.OccurredAt = civil.NewInstant(occurredAt)
	key, err := idempotencyKey(values, headerKeys)
	if err != nil {
		return signal, err
	}
	signal.IdempotencyKey = key
	return signal, nil
}

// idempotencyKey returns the key of the body or of the header. If both are present, even
// empty, they must be equal.
func idempotencyKey(values map[string]unquoted, inHeaders []string) (string, error) {
	keys := inHeaders
	if len(keys) > 1 {
		return "", refusal{outcome: models.RefusedSeveralKeyHeaders}
	}
	if inBody, there := values["idempotency_key"]; there {
		if inBody.err != nil {
			return "", inBody.err
		}
		keys = append([]string{inBody.text}, inHeaders...)
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

// unquoted is the text of a JSON string, with a refusal if it has an escape of half a surrogate
// pair, which represents no character.
type unquoted struct {
	text string
	err  error
}

func unquote(value jsontext.Value) unquoted {
	text, err := jsontext.AppendUnquote(nil, value)
	if err != nil {
		err = refusal{outcome: models.RefusedHalfCharacter}
	}
	return unquoted{strings.ToValidUTF8(string(text), "\ufffd"), err}
}
