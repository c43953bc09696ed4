package models

import (
	"errors"

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

// RequestOutcomes are all of them.
var RequestOutcomes = []RequestOutcome{
	OutcomeRecorded, OutcomeReplayed,
	RefusedContentType, RefusedContentEncoding,
	RefusedTooLarge, RefusedCutOff, RefusedEmpty, RefusedNotUTF8, RefusedNotJSON,
	RefusedNotObject, RefusedUnknownName, RefusedRepeatedName, RefusedMissingName, RefusedValueNotText, RefusedHalfCharacter,
	RefusedUnknownEvent, RefusedWithoutOffset, RefusedTimeForm, RefusedImpossibleTime, RefusedImpossibleOffset, RefusedWithoutKey,
	RefusedSeveralKeyHeaders, RefusedKeysDiffer, RefusedBlankKey, RefusedLongKey, RefusedKeyNotUTF8, RefusedDateOutOfRange,
	RefusedKeyReused, RefusedArrivalOpen, RefusedNoArrival, RefusedNotLater, RefusedOnOwnFailure,
}

// PresenceRefusals are the errors by which the rules of presence refuse a request.
var PresenceRefusals = map[RequestOutcome]error{
	RefusedDateOutOfRange: civil.ErrDateOutOfRange,
	RefusedKeyReused:      ErrKeyReused,
	RefusedArrivalOpen:    ErrArrivalOpen,
	RefusedNoArrival:      ErrNoOpenArrival,
	RefusedNotLater:       ErrDepartureNotLater,
}

// Recoverable reports whether an event that was refused so may be recorded later,
// once something else has changed.
func (o RequestOutcome) Recoverable() bool {
	return o == RefusedArrivalOpen || o == RefusedNoArrival || o == RefusedNotLater || o == RefusedOnOwnFailure
}

// OutcomeOf returns the outcome of an error by which the rules of presence refuse a
// request, or "" for any other.
func OutcomeOf(refusal error) RequestOutcome {
	for outcome, err := range PresenceRefusals {
		if errors.Is(refusal, err) {
			return outcome
		}
	}
	return ""
}

// IsPresenceRefusal reports whether an error is a refusal by the rules of presence,
// rather than a failure.
func IsPresenceRefusal(err error) bool { return OutcomeOf(err) != "" }
