package models

import (
	"errors"
	"slices"

	"worklog/models/civil"
)

// RequestOutcome says what became of a request that brought an event: it was recorded,
// replayed, or refused for a reason.
type RequestOutcome string

// The outcomes. The package that decodes a request decides which of them
// applies to one that it cannot decode.
const (
	OutcomeRecorded RequestOutcome = "recorded"
	OutcomeReplayed RequestOutcome = "replayed"

	// not declared as JSON
	RefusedContentType     RequestOutcome = "content_type" // detail: the one sent
	RefusedContentEncoding RequestOutcome = "content_encoding"

	// no JSON, or too much of it
	RefusedTooLarge RequestOutcome = "too_large"
	RefusedCutOff   RequestOutcome = "cut_off"
	RefusedEmpty    RequestOutcome = "empty_body"
	RefusedNotUTF8  RequestOutcome = "not_utf8"
	RefusedNotJSON  RequestOutcome = "not_json"

	// not the object described
	RefusedNotObject     RequestOutcome = "not_object"
	RefusedUnknownName   RequestOutcome = "unknown_name"   // detail: the name
	RefusedRepeatedName  RequestOutcome = "repeated_name"  // detail: the name
	RefusedMissingName   RequestOutcome = "missing_name"   // detail: the name
	RefusedValueNotText  RequestOutcome = "value_not_text" // detail: the name
	RefusedHalfCharacter RequestOutcome = "half_character"

	// no possible event
	RefusedUnknownEvent      RequestOutcome = "unknown_event"
	RefusedWithoutOffset     RequestOutcome = "without_offset"
	RefusedTimeForm          RequestOutcome = "time_form"
	RefusedImpossibleTime    RequestOutcome = "impossible_time"
	RefusedImpossibleOffset  RequestOutcome = "impossible_offset"
	RefusedWithoutKey        RequestOutcome = "without_key"
	RefusedSeveralKeyHeaders RequestOutcome = "several_key_headers"
	RefusedKeysDiffer        RequestOutcome = "keys_differ"
	RefusedBlankKey          RequestOutcome = "blank_key"
	RefusedLongKey           RequestOutcome = "long_key"
	RefusedKeyNotUTF8        RequestOutcome = "key_not_utf8"
	RefusedDateOutOfRange    RequestOutcome = "date_out_of_range"

	// against the rules of presence
	RefusedKeyReused    RequestOutcome = "key_reused"   // the event with that key
	RefusedArrivalOpen  RequestOutcome = "arrival_open" // the open arrival
	RefusedNoArrival    RequestOutcome = "no_open_arrival"
	RefusedNotLater     RequestOutcome = "departure_not_later" // the open arrival
	RefusedOnOwnFailure RequestOutcome = "internal"
)

// outcomeRow is what is known of an outcome.
type outcomeRow struct {
	outcome RequestOutcome
	// err is the error by which the rules of presence refuse a request so; nil for what
	// they do not decide.
	err error
	// recoverable tells that the event may be recorded later, once something else has changed.
	recoverable bool
}

// outcomes is the one table of the outcomes. The words for them, and the answers, are in
// tables of those who say them; tests compare these with it.
var outcomes = []outcomeRow{
	{outcome: OutcomeRecorded},
	{outcome: OutcomeReplayed},

	{outcome: RefusedContentType},
	{outcome: RefusedContentEncoding},

	{outcome: RefusedTooLarge},
	{outcome: RefusedCutOff},
	{outcome: RefusedEmpty},
	{outcome: RefusedNotUTF8},
	{outcome: RefusedNotJSON},

	{outcome: RefusedNotObject},
	{outcome: RefusedUnknownName},
	{outcome: RefusedRepeatedName},
	{outcome: RefusedMissingName},
	{outcome: RefusedValueNotText},
	{outcome: RefusedHalfCharacter},

	{outcome: RefusedUnknownEvent},
	{outcome: RefusedWithoutOffset},
	{outcome: RefusedTimeForm},
	{outcome: RefusedImpossibleTime},
	{outcome: RefusedImpossibleOffset},
	{outcome: RefusedWithoutKey},
	{outcome: RefusedSeveralKeyHeaders},
	{outcome: RefusedKeysDiffer},
	{outcome: RefusedBlankKey},
	{outcome: RefusedLongKey},
	{outcome: RefusedKeyNotUTF8},
	{outcome: RefusedDateOutOfRange, err: civil.ErrDateOutOfRange},

	{outcome: RefusedKeyReused, err: ErrKeyReused},
	{outcome: RefusedArrivalOpen, err: ErrArrivalOpen, recoverable: true},
	{outcome: RefusedNoArrival, err: ErrNoOpenArrival, recoverable: true},
	{outcome: RefusedNotLater, err: ErrDepartureNotLater, recoverable: true},
	{outcome: RefusedOnOwnFailure, recoverable: true},
}

// RequestOutcomes are all of them.
var RequestOutcomes = allOutcomes()

func allOutcomes() []RequestOutcome {
	all := make([]RequestOutcome, len(outcomes))
	for i, row := range outcomes {
		all[i] = row.outcome
	}
	return all
}

// row returns the row of an outcome: the zero row for one that is none.
func (o RequestOutcome) row() (row outcomeRow) {
	if at := slices.Index(RequestOutcomes, o); at >= 0 {
		row = outcomes[at]
	}
	return row
}

// Recoverable reports whether an event that was refused so may be recorded later,
// once something else has changed.
func (o RequestOutcome) Recoverable() bool { return o.row().recoverable }

// Err returns the error by which the rules of presence refuse a request so; nil for an
// outcome that they do not decide.
func (o RequestOutcome) Err() error { return o.row().err }

// OutcomeOf returns the outcome of an error by which the rules of presence refuse a
// request, or "" for any other.
func OutcomeOf(refusal error) RequestOutcome {
	for _, row := range outcomes {
		if row.err != nil && errors.Is(refusal, row.err) {
			return row.outcome
		}
	}
	return ""
}

// IsPresenceRefusal reports whether an error is a refusal by the rules of presence,
// rather than a failure.
func IsPresenceRefusal(err error) bool { return OutcomeOf(err) != "" }

// Source is the way in by which an event came.
type Source string

// The sources.
const (
	FromAPI       Source = "api"
	FromOwnTracks Source = "owntracks"
	FromPage      Source = "page" // a person pressed a button
)
