package models

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"worklog/models/civil"
)

// MaxJournalLines is how many lines the journal keeps; the oldest go first.
const MaxJournalLines = 1000

// maxJournalText is the length to which a text as it was sent is cut, in bytes. A
// key of the longest length fits.
const maxJournalText = 1024

// JournalLine is an authenticated request that brought an event, with what became
// of it.
type JournalLine struct {
	ID             int64
	ReceivedAt     civil.Instant
	Source         Door
	Outcome        RequestOutcome
	Detail         string // what a refusal is about
	Event          string // as sent, like the next two; empty when it cannot be read
	OccurredAtSent string
	IdempotencyKey string
	UserAgent      string     // the program that sent it, as it says; empty for a person's press
	Date           civil.Date // of the day that it belongs to
	EventID        *int64     // the event recorded, or the one in the way, which may be gone; nil for none
}

// Sent is what is the same if a program sends a request again.
func (l JournalLine) Sent() [3]string {
	return [3]string{l.Event, l.OccurredAtSent, l.IdempotencyKey}
}

// AddLine writes a line, and removes the one that is one too many. The line of a request that
// was taken has the date of its entry, whose id is 0 for any other.
func (tx *Tx) AddLine(line JournalLine, entryID int64) error {
	id, err := tx.insert(`INSERT INTO journal_lines (received_at, source, outcome, detail, event, occurred_at_sent, idempotency_key, user_agent, date, event_id)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, coalesce((SELECT date FROM work_entries WHERE id = ?), ?), ?)`,
		line.ReceivedAt, line.Source, line.Outcome, cut(line.Detail), cut(line.Event), cut(line.OccurredAtSent), cut(line.IdempotencyKey), plain(line.UserAgent),
		entryID, line.Date, line.EventID)
	if err != nil {
		return err
	}
	return tx.execute("DELETE FROM journal_lines WHERE id <= ?", id-MaxJournalLines) // ids are consecutive
}

// cut returns the text without what exceeds maxJournalText, never half a
// character.
func cut(text string) string { return Shortened(text, maxJournalText) }

// Shortened returns a text, or its beginning of at most limit bytes, never with half a character, and "…".
func Shortened(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && !utf8.RuneStart(text[limit]) {
		limit--
	}
	return text[:limit] + "…"
}

// Line returns the line of a signal that no entry has. Its date is the local one of the event or, when it
// names none that can be, of its receipt.
func (s Signal) Line(outcome RequestOutcome, receivedAt civil.Instant, zone *time.Location) JournalLine {
	date, err := civil.DateIn(s.OccurredAt, zone)
	if err != nil {
		date = civil.DateOf(receivedAt.In(zone))
	}
	return JournalLine{
		ReceivedAt:     receivedAt,
		Source:         s.Source,
		Outcome:        outcome,
		Event:          string(s.Event),
		OccurredAtSent: s.OccurredAtSent,
		IdempotencyKey: s.IdempotencyKey,
		UserAgent:      s.UserAgent,
		Date:           date,
	}
}

// plain returns a text of another program as it is stored: valid UTF-8 without control
// and formatting characters, at most maxJournalText bytes.
func plain(text string) string {
	return cut(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\ufffd")))
}
