package models

// EventType is the kind of a presence event.
type EventType string

// The two kinds of presence event.
const (
	Arrival   EventType = "arrival"
	Departure EventType = "departure"
)

// Valid reports whether e is an arrival or a departure.
func (e EventType) Valid() bool { return e == Arrival || e == Departure }
