package presence

import (
	"context"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Press is a button of the pages that a person has pressed: « J'arrive » or
// « Je pars ».
type Press struct {
	Event models.EventType
	// Key was made when the button was drawn: pressed twice, it records one event.
	Key string
	// At is the time that the person has typed; nil for when the button was pressed.
	At *civil.WallTime
	// PressedAt is when the button was pressed, if the press was kept until there was a
	// network, by the clock of the browser; nil for now.
	PressedAt *civil.Instant
}

// Limits of the time of a press that was kept: a phone's clock is seldom more ahead.
const (
	maxPressAge   = 7 * 24 * time.Hour
	maxPressAhead = 5 * time.Minute
)

// pressedAt returns when the button was pressed. It returns [models.ErrPressTooOld] or
// [models.ErrPressInFuture].
func (p Press) pressedAt(now civil.Instant) (civil.Instant, error) {
	if p.PressedAt == nil {
		return now, nil
	}
	switch age := now.Sub(p.PressedAt.Time); {
	case age > maxPressAge:
		return civil.Instant{}, models.ErrPressTooOld
	case age < -maxPressAhead:
		return civil.Instant{}, models.ErrPressInFuture
	}
	return *p.PressedAt, nil
}

// RecordByHand records the event of a press by the same rules as
// [Record], whose errors it returns; what is refused is journalled, but
// not kept, since the person reads why. It also returns [models.ErrKeyInvalid], and for the
// time that was typed [models.ErrTimeSkipped], [models.ErrEndLikeStart] or [models.ErrEventInFuture],
// and for that of a press that was kept [models.ErrPressTooOld] or [models.ErrPressInFuture].
func RecordByHand(ctx context.Context, s *models.Store, press Press, now civil.Instant) (Receipt, error) {
	return record(ctx, s, now, func(tx *models.Tx) (models.Signal, error) {
		return press.signal(tx, now)
	})
}

// signal returns what the press says in the state of the transaction, which has
// changed nothing yet.
func (p Press) signal(tx *models.Tx, now civil.Instant) (models.Signal, error) {
	if !models.IsKey(p.Key) {
		return models.Signal{}, models.ErrKeyInvalid
	}
	signal := models.Signal{Event: p.Event, IdempotencyKey: p.Key, Source: models.FromPage}
	known, err := tx.EventByKey(p.Key)
	if err != nil {
		return models.Signal{}, err
	}
	if known != nil && bool(known.ByHand) && known.Event == p.Event && p.says(known.OccurredAt, tx.Rules.Zone) { // the first press said when
		signal.OccurredAt, signal.OccurredAtSent = known.OccurredAt, known.OccurredAtSent
		return signal, nil
	}
	pressed, err := p.pressedAt(now)
	if err != nil {
		return models.Signal{}, err
	}
	signal.OccurredAt = pressed
	if p.At != nil {
		if signal.OccurredAt, err = p.typed(tx, pressed); err != nil {
			return models.Signal{}, err
		}
	}
	if signal.OccurredAt.After(now.Time) && signal.OccurredAt.After(pressed.Time) {
		return models.Signal{}, models.ErrEventInFuture
	}
	signal.OccurredAtSent = signal.OccurredAt.In(tx.Rules.Zone).Format(time.RFC3339)
	return signal, nil
}

// says reports whether the press says that instant, as far as can be told from it: a
// departure that is recorded leaves no arrival after which its time would be looked for.
func (p Press) says(instant civil.Instant, zone *time.Location) bool {
	return p.At == nil || *p.At == civil.WallTimeOf(instant, zone)
}

// typed returns the instant of the time that was typed: that of the day on which the button
// was pressed or, of a departure, the first after the open arrival, as for the end of a slot.
func (p Press) typed(tx *models.Tx, pressed civil.Instant) (civil.Instant, error) {
	day := &models.Day{WorkEntry: models.WorkEntry{Date: tx.Rules.DateOf(pressed)}, Zone: tx.Rules.Zone}
	open, err := tx.OpenArrival()
	if err != nil {
		return civil.Instant{}, err
	}
	if p.Event == models.Arrival || open == nil {
		return day.StartAt(*p.At, nil)
	}
	return day.EndAt(models.TypedEnd{WallTime: *p.At}, open.OccurredAt, nil)
}

// pressing is [models.Tx.Changing] for the signal of a press: of an arrival for the day of its
// date, of a departure for that of the open arrival.
func pressing(tx *models.Tx, signal models.Signal, now civil.Instant, receive func() error) (models.Change, error) {
	if signal.Event == models.Departure {
		dates, err := tx.OpenDate()
		if err != nil {
			return models.Change{}, err
		}
		return tx.Changing(models.ActionSignalled, now, dates, receive)
	}
	date, err := civil.DateIn(signal.OccurredAt, tx.Rules.Zone)
	if err != nil { // which the rules refuse
		return models.Change{}, receive()
	}
	return tx.Changing(models.ActionSignalled, now, []civil.Date{date}, receive)
}

// changeOfPress returns the change that a press has made when it was received first,
// or a zero one if its day is no longer as the press has left it.
func changeOfPress(tx *models.Tx, event *models.WorkplacePresenceEvent) (models.Change, error) {
	state, err := models.FindOne[models.DayState](tx.Joins(models.OfChange).
		Where("made_at = ? AND action = ? AND work_entry_id = ?", event.ReceivedAt, models.ActionSignalled, event.WorkEntryID).
		Where("version_after = (SELECT version FROM work_entries WHERE id = work_entry_id)"))
	if err != nil || state == nil {
		return models.Change{}, err
	}
	return models.Change{ID: state.ChangeID, Action: models.ActionSignalled, EntryID: state.WorkEntryID, Dates: []civil.Date{state.Date}}, nil
}
