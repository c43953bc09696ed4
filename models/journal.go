package models

import (
	"context"
	"time"
	"unicode/utf8"

	"gorm.io/gorm"

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
	Source         Source
	Outcome        RequestOutcome
	Detail         string // what a refusal is about
	Event          string // as sent, like the next two; empty when it cannot be read
	OccurredAtSent string
	IdempotencyKey string
	UserAgent      string     // the program that sent it, as it says; empty for a person's press
	Date           civil.Date // of the day that it belongs to
	EventID        *int64     // the event recorded, or the one in the way; nil once it is gone
}

// addLine writes a line in a transaction, and removes the one that is one too many. The
// line of a request that was taken has the date of its entry, whose id is 0 for any other.
func addLine(tx *gorm.DB, line JournalLine, entryID int64) error {
	err := execute(tx, `INSERT INTO journal_lines (received_at, source, outcome, detail, event, occurred_at_sent, idempotency_key, user_agent, date, event_id)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, coalesce((SELECT date FROM work_entries WHERE id = ?), ?), ?)`,
		line.ReceivedAt, line.Source, line.Outcome, cut(line.Detail), cut(line.Event), cut(line.OccurredAtSent), cut(line.IdempotencyKey), plain(line.UserAgent),
		entryID, line.Date, line.EventID)
	if err != nil {
		return err
	}
	return keepNewest(tx, "journal_lines", "id", MaxJournalLines)
}

// execute runs a statement that every recorded event needs, without GORM, which takes
// longer to build it than SQLite to run it.
func execute(tx *gorm.DB, statement string, arguments ...any) error {
	_, err := tx.Statement.ConnPool.ExecContext(tx.Statement.Context, statement, arguments...)
	return err
}

// cut returns the text without what exceeds maxJournalText, never half a
// character.
func cut(text string) string {
	if len(text) <= maxJournalText {
		return text
	}
	end := maxJournalText
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// lineDate is the day that a request belongs to that no entry has: the local date
// of its event, or of its receipt when it names none that can be.
func lineDate(occurredAt, receivedAt civil.Instant, zone *time.Location) civil.Date {
	if date, err := civil.DateIn(occurredAt, zone); err == nil {
		return date
	}
	return civil.DateOf(receivedAt.In(zone))
}

// JournalRefusal records a request that was refused before the rules of presence
// were asked; the line's date is found by when it says it occurred, if it does. It
// is in nobody's way: a database that is busy is not waited for.
func (s *Store) JournalRefusal(ctx context.Context, line JournalLine, occurredAt civil.Instant) error {
	line.Date = lineDate(occurredAt, line.ReceivedAt, s.rules.Zone)
	return s.tryWrite(ctx, func(tx *gorm.DB) error { return addLine(tx, line, 0) })
}

// JournalFilter chooses lines of the journal. The zero value chooses all.
type JournalFilter struct {
	Date     *civil.Date
	Outcomes []RequestOutcome
	Before   int64 // lines with a lower id; 0 for all
}

// Journal returns the newest lines that the filter chooses, the newest first, at
// most so many.
func (s *Store) Journal(ctx context.Context, filter JournalFilter, most int) ([]JournalLine, error) {
	query := s.db.WithContext(ctx).Order("id DESC").Limit(most)
	if filter.Date != nil {
		query = query.Where("date = ?", *filter.Date)
	}
	if filter.Outcomes != nil {
		query = query.Where("outcome IN ?", filter.Outcomes)
	}
	if filter.Before > 0 {
		query = query.Where("id < ?", filter.Before)
	}
	var lines []JournalLine
	err := query.Find(&lines).Error
	return lines, err
}

// maxSenders is how many programs are told apart.
const maxSenders = 20

// Sender is a program whose requests are in the journal, by what it calls itself.
type Sender struct {
	Last    JournalLine
	Refused *JournalLine // the last one that was refused; nil if none was
}

// Senders returns the programs that have sent the requests in the journal, at most
// maxSenders, the latest first.
func (s *Store) Senders(ctx context.Context) ([]Sender, error) {
	last, err := s.lastOfSenders(ctx, "source <> ?", FromPage)
	if err != nil {
		return nil, err
	}
	refused, err := s.lastOfSenders(ctx, "source <> ? AND outcome NOT IN ?", FromPage, []RequestOutcome{OutcomeRecorded, OutcomeReplayed})
	if err != nil {
		return nil, err
	}
	senders := make([]Sender, 0, maxSenders)
	for _, line := range last[:min(len(last), maxSenders)] {
		sender := Sender{Last: line}
		for i := range refused {
			if refused[i].Source == line.Source && refused[i].UserAgent == line.UserAgent {
				sender.Refused = &refused[i]
			}
		}
		senders = append(senders, sender)
	}
	return senders, nil
}

// lastOfSenders returns the last line of each program among those that a condition
// chooses, the latest first.
func (s *Store) lastOfSenders(ctx context.Context, condition string, arguments ...any) ([]JournalLine, error) {
	var lines []JournalLine
	newest := s.db.WithContext(ctx).Model(&JournalLine{}).Select("max(id)").Where(condition, arguments...).Group("source, user_agent")
	err := s.db.WithContext(ctx).Where("id IN (?)", newest).Order("id DESC").Find(&lines).Error
	return lines, err
}

// EventsByID returns those of the events that exist.
func (s *Store) EventsByID(ctx context.Context, ids []int64) (map[int64]WorkplacePresenceEvent, error) {
	var events []WorkplacePresenceEvent
	if err := s.db.WithContext(ctx).Where("id IN ?", ids).Find(&events).Error; err != nil {
		return nil, err
	}
	byID := make(map[int64]WorkplacePresenceEvent, len(events))
	for _, event := range events {
		byID[event.ID] = event
	}
	return byID, nil
}

// RecordedKeys returns those of the keys under which an event is recorded.
func (s *Store) RecordedKeys(ctx context.Context, keys []string) (map[string]bool, error) {
	var found []string
	err := s.db.WithContext(ctx).Model(&WorkplacePresenceEvent{}).Where("idempotency_key IN ?", keys).Pluck("idempotency_key", &found).Error
	recorded := make(map[string]bool, len(found))
	for _, key := range found {
		recorded[key] = true
	}
	return recorded, err
}

// RequestKind is a kind of request that is only counted.
type RequestKind string

// The kinds that are counted: anybody can send them, as many as they please.
const (
	Unauthenticated RequestKind = "unauthenticated"
	RateLimited     RequestKind = "rate_limited"
)

// How long counts are kept: an hour by the minute, a month by the hour.
const (
	minutesKept = time.Hour
	hoursKept   = 31 * 24 * time.Hour
)

// RequestCount is how many requests of a kind came in a minute or an hour.
type RequestCount struct {
	Span     string        `gorm:"primaryKey"` // "minute" or "hour"
	StartAt  civil.Instant `gorm:"primaryKey"`
	Kind     RequestKind   `gorm:"primaryKey"`
	Requests int64
}

// CountRequests adds to the counts of the minute, and of its hour, and drops those
// that are old, or of a time to come by a clock that was set back. It adds the contacts,
// if there are any. A database that is busy is not waited for.
func (s *Store) CountRequests(ctx context.Context, now time.Time, counts map[RequestKind]int64, contacts []Contact) error {
	minute := now.Truncate(time.Minute)
	return s.tryWrite(ctx, func(tx *gorm.DB) error {
		if len(contacts) > 0 {
			if err := addContacts(tx, contacts, now); err != nil {
				return err
			}
		}
		for kind, requests := range counts {
			for span, length := range map[string]time.Duration{"minute": time.Minute, "hour": time.Hour} {
				err := tx.Exec(`INSERT INTO request_counts (span, start_at, kind, requests) VALUES (?, ?, ?, ?)
					ON CONFLICT (span, start_at, kind) DO UPDATE SET requests = requests + excluded.requests`,
					span, civil.NewInstant(minute.Truncate(length)), kind, requests).Error
				if err != nil {
					return err
				}
			}
		}
		return tx.Exec("DELETE FROM request_counts WHERE span = 'minute' AND start_at < ? OR span = 'hour' AND start_at < ? OR start_at > ?",
			civil.NewInstant(minute.Add(-minutesKept)), civil.NewInstant(minute.Add(-hoursKept)), civil.NewInstant(minute)).Error
	})
}

// RequestCounts returns the counts that are kept, the newest first: 2 kinds of at
// most 61 minutes and 745 hours.
func (s *Store) RequestCounts(ctx context.Context) ([]RequestCount, error) {
	var counts []RequestCount
	err := s.db.WithContext(ctx).Order("start_at DESC, span, kind").Find(&counts).Error
	return counts, err
}
