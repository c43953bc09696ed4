// Package journal reads the journal of the requests that brought events, and counts those that
// did not get that far. Its lines are written with what they report, by [models.Tx.AddLine].
package journal

import (
	"context"
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// AddRefusal records a request that was refused before the rules of presence
// were asked. It is in nobody's way: a database that is busy is not waited for.
func AddRefusal(ctx context.Context, s *models.Store, line models.JournalLine) error {
	return s.TryWrite(ctx, func(tx *models.Tx) error { return tx.AddLine(line, 0) })
}

// Filter chooses lines of the journal. The zero value chooses all.
type Filter struct {
	From, To *civil.Date // inclusive; both nil for all
	Outcomes []models.RequestOutcome
	Before   int64 // lines with a lower id; 0 for all
}

// Lines returns the newest lines that the filter chooses, the newest first, at
// most so many.
func Lines(ctx context.Context, s *models.Store, filter Filter, most int) ([]models.JournalLine, error) {
	query := s.Read(ctx).Order("id DESC").Limit(most)
	if filter.From != nil {
		query = query.Where("date BETWEEN ? AND ?", *filter.From, *filter.To)
	}
	if filter.Outcomes != nil {
		query = query.Where("outcome IN ?", filter.Outcomes)
	}
	if filter.Before > 0 {
		query = query.Where("id < ?", filter.Before)
	}
	var lines []models.JournalLine
	err := query.Find(&lines).Error
	return lines, err
}

// Refused returns the requests that were refused in one of some ways, of the days from one date to
// another, in the order in which they were received: those of the journal, and of before it the
// events that wait to be recorded.
func Refused(ctx context.Context, s *models.Store, from, to civil.Date, ways []models.RequestOutcome) ([]models.JournalLine, error) {
	lines, err := Lines(ctx, s, Filter{From: &from, To: &to, Outcomes: ways}, models.MaxJournalLines)
	if err != nil {
		return nil, err
	}
	known := map[[3]string]bool{}
	for _, line := range lines {
		known[line.Sent()] = true
	}
	waiting, err := s.Read(ctx).RefusedEvents()
	for _, event := range waiting {
		sent := models.Signal{Event: event.Event, OccurredAt: event.OccurredAt, OccurredAtSent: event.OccurredAtSent, IdempotencyKey: event.IdempotencyKey}
		line := sent.Line(event.Reason, event.ReceivedAt, s.Rules().Zone)
		if from.DaysUntil(line.Date) >= 0 && line.Date.DaysUntil(to) >= 0 && !known[line.Sent()] {
			lines = append(lines, line)
		}
	}
	slices.SortStableFunc(lines, func(a, b models.JournalLine) int { return a.ReceivedAt.Compare(b.ReceivedAt.Time) })
	return lines, err
}

// maxSenders is how many programs are told apart.
const maxSenders = 20

// Sender is a program whose requests are in the journal, by what it calls itself.
type Sender struct {
	Last    models.JournalLine
	Refused *models.JournalLine // the last one that was refused; nil if none was
}

// Senders returns the programs that have sent the requests in the journal, at most
// maxSenders, the latest first.
func Senders(ctx context.Context, s *models.Store) ([]Sender, error) {
	last, err := lastOfSenders(ctx, s, "source <> ?", models.DoorPage)
	if err != nil {
		return nil, err
	}
	refused, err := lastOfSenders(ctx, s, "source <> ? AND outcome NOT IN ?", models.DoorPage, []models.RequestOutcome{models.OutcomeRecorded, models.OutcomeReplayed})
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
func lastOfSenders(ctx context.Context, s *models.Store, condition string, arguments ...any) ([]models.JournalLine, error) {
	var lines []models.JournalLine
	newest := s.Read(ctx).Model(&models.JournalLine{}).Select("max(id)").Where(condition, arguments...).Group("source, user_agent")
	err := s.Read(ctx).Where("id IN (?)", newest).Order("id DESC").Find(&lines).Error
	return lines, err
}

// EventsOf returns the events that lines name and that exist, by the ids of the lines.
func EventsOf(ctx context.Context, s *models.Store, lines []models.JournalLine) (map[int64]*models.WorkplacePresenceEvent, error) {
	var ids []*int64
	for _, line := range lines {
		ids = append(ids, line.EventID)
	}
	var events []models.WorkplacePresenceEvent
	err := s.Read(ctx).Where("id IN ?", ids).Find(&events).Error
	named := map[int64]*models.WorkplacePresenceEvent{}
	for _, line := range lines {
		for i := range events {
			if line.EventID != nil && *line.EventID == events[i].ID {
				named[line.ID] = &events[i]
			}
		}
	}
	return named, err
}

// RecordedKeys returns those of the keys under which an event is recorded.
func RecordedKeys(ctx context.Context, s *models.Store, keys []string) (map[string]bool, error) {
	var found []string
	err := s.Read(ctx).Model(&models.WorkplacePresenceEvent{}).Where("idempotency_key IN ?", keys).Pluck("idempotency_key", &found).Error
	recorded := make(map[string]bool, len(found))
	for _, key := range found {
		recorded[key] = true
	}
	return recorded, err
}

// How long counts are kept: an hour by the minute, a month by the hour.
const (
	minutesKept = time.Hour
	hoursKept   = 31 * 24 * time.Hour
)

// IsCounted reports whether a contact is one that anybody can send, as many as they please.
func IsCounted(c models.Contact) bool {
	return c.Kind == models.ContactWithoutToken || c.Kind == models.ContactTooMany
}

// RequestCount is how many contacts of a kind, which [IsCounted], came in a minute or an hour.
type RequestCount struct {
	Span     string             `gorm:"primaryKey"` // "minute" or "hour"
	StartAt  civil.Instant      `gorm:"primaryKey"`
	Kind     models.ContactKind `gorm:"primaryKey"`
	Requests int64
}

// Count adds contacts, also to the counts of the minute and of its hour, and drops the counts
// that are old, or of a time to come by a clock that was set back. A database that is busy is not waited for.
func Count(ctx context.Context, s *models.Store, now time.Time, contacts []models.Contact) error {
	minute := now.Truncate(time.Minute)
	return s.TryWrite(ctx, func(tx *models.Tx) error {
		if err := tx.AddContacts(contacts, now); err != nil {
			return err
		}
		for _, contact := range contacts {
			if !IsCounted(contact) {
				continue
			}
			for span, length := range map[string]time.Duration{"minute": time.Minute, "hour": time.Hour} {
				err := tx.Exec(`INSERT INTO request_counts (span, start_at, kind, requests) VALUES (?, ?, ?, ?)
					ON CONFLICT (span, start_at, kind) DO UPDATE SET requests = requests + excluded.requests`,
					span, civil.NewInstant(minute.Truncate(length)), contact.Kind, contact.Requests).Error
				if err != nil {
					return err
				}
			}
		}
		return tx.Exec("DELETE FROM request_counts WHERE span = 'minute' AND start_at < ? OR span = 'hour' AND start_at < ? OR start_at > ?",
			civil.NewInstant(minute.Add(-minutesKept)), civil.NewInstant(minute.Add(-hoursKept)), civil.NewInstant(minute)).Error
	})
}

// Counts returns the counts that are kept, the newest first: 2 kinds of at
// most 61 minutes and 745 hours.
func Counts(ctx context.Context, s *models.Store) ([]RequestCount, error) {
	var counts []RequestCount
	err := s.Read(ctx).Order("start_at DESC, span, kind").Find(&counts).Error
	return counts, err
}
