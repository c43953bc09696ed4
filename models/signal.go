package models

import (
	"worklog/models/civil"
)

// MaxKeyLength is the maximum length of an idempotency key in Unicode code points.
const MaxKeyLength = 255

// Signal is a presence event to be recorded.
type Signal struct {
	Event          EventType
	OccurredAt     civil.Instant
	OccurredAtSent string // OccurredAt as the request wrote it
	IdempotencyKey string
	Source         Source
	UserAgent      string // the program that sends it, for the journal
}
