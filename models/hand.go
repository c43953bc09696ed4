package models

import (
	"context"
	"time"

	"gorm.io/gorm"

	"worklog/models/civil"
)

// Press is a button of the pages that a person has pressed: « J'arrive » or
// « Je pars ».
type Press struct {
	Event EventType
	// Key was made when the button was drawn: pressed twice, it records one event.
	Key string
	// At is the time that the person has typed; nil for now.
	At *civil.WallTime
}

// RecordByHand records the event of a press by the same rules as
// [Store.RecordPresence], whose errors it returns; what is refused is journalled, but
// not kept, since the person reads why. It also returns [ErrKeyInvalid], and for the
// time that was typed [ErrTimeSkipped], [ErrEndLikeStart] or [ErrEventInFuture].
func (s *Store) RecordByHand(ctx context.Context, press Press, now civil.Instant) (Receipt, error) {
	return s.record(ctx, now, func(tx *gorm.DB) (Signal, error) {
		return press.signal(tx, s.rules.Zone, now)
	})
}

// signal returns what the press says in the state of the transaction, which has
// changed nothing yet.
func (p Press) signal(tx *gorm.DB, zone *time.Location, now civil.Instant) (Signal, error) {
	if !isKey(p.Key) {
		return Signal{}, ErrKeyInvalid
	}
	signal := Signal{Event: p.Event, IdempotencyKey: p.Key, Source: FromPage}
	known, err := findEventByKey(tx, p.Key)
	if err != nil {
		return Signal{}, err
	}
	if known != nil && bool(known.ByHand) && known.Event == p.Event && p.says(known.OccurredAt, zone) { // the first press said when
		signal.OccurredAt, signal.OccurredAtSent = known.OccurredAt, known.OccurredAtSent
		return signal, nil
	}
	signal.OccurredAt = now
	if p.At != nil {
		if signal.OccurredAt, err = p.typed(tx, zone, now); err != nil {
			return Signal{}, err
		}
	}
	if signal.OccurredAt.After(now.Time) {
		return Signal{}, ErrEventInFuture
	}
	signal.OccurredAtSent = signal.OccurredAt.In(zone).Format(time.RFC3339)
	return signal, nil
}

// says reports whether the press says that instant, as far as can be told from it: a
// departure that is recorded leaves no arrival after which its time would be looked for.
func (p Press) says(instant civil.Instant, zone *time.Location) bool {
	return p.At == nil || *p.At == civil.WallTimeOf(instant, zone)
}

// typed returns the instant of the time that was typed: today's or, of a departure,
// the first after the open arrival, as for the end of a slot.
func (p Press) typed(tx *gorm.DB, zone *time.Location, now civil.Instant) (civil.Instant, error) {
	day := &Day{WorkEntry: WorkEntry{Date: civil.DateOf(now.In(zone))}, Zone: zone}
	open, err := findOpenArrival(tx)
	if err != nil {
		return civil.Instant{}, err
	}
	if p.Event == Arrival || open == nil {
		return day.StartAt(*p.At, nil)
	}
	return day.EndAt(TypedEnd{WallTime: *p.At}, open.OccurredAt, nil)
}

// pressing is [changing] for the signal of a press: of an arrival for the day of its
// date, of a departure for that of the open arrival.
func pressing(tx *gorm.DB, rules Rules, signal Signal, now civil.Instant, receive func() error) (Change, error) {
	if signal.Event == Departure {
		dates, err := openDate(tx)
		if err != nil {
			return Change{}, err
		}
		return changing(tx, ActionSignalled, now, dates, receive)
	}
	date, err := civil.DateIn(signal.OccurredAt, rules.Zone)
	if err != nil { // which the rules refuse
		return Change{}, receive()
	}
	return changing(tx, ActionSignalled, now, []civil.Date{date}, receive)
}

// openDate returns the date of the day of the open arrival, or none if there is none.
func openDate(tx *gorm.DB) ([]civil.Date, error) {
	open, err := findOpenArrival(tx)
	if err != nil || open == nil {
		return nil, err
	}
	date, err := dateOf(tx, open)
	return []civil.Date{date}, err
}

// changeOfPress returns the change that a press has made when it was received first,
// or a zero one if its day is no longer as the press has left it.
func changeOfPress(tx *gorm.DB, event *WorkplacePresenceEvent) (Change, error) {
	row, err := findOne[DayState](tx.Where("made_at = ? AND action = ? AND work_entry_id = ? AND version = (SELECT version FROM work_entries WHERE id = work_entry_id)",
		event.ReceivedAt, ActionSignalled, event.WorkEntryID))
	if err != nil || row == nil {
		return Change{}, err
	}
	return Change{ID: row.ChangeID, Action: row.Action, EntryID: row.WorkEntryID, Dates: []civil.Date{row.Date}}, nil
}
