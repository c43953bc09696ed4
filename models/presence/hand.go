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

// Limits of the time of a press.
const (
	maxPressAge   = 7 * 24 * time.Hour
	maxPressAhead = 5 * time.Minute // a phone's clock is seldom more ahead
	// lateAfter is how old a press is when a person may have typed meanwhile what it says; one
	// that is sent again says the same moment up to that difference.
	lateAfter = 5 * time.Minute
)

// pressedAt returns when the button was pressed, which is never in the future. It returns
// [models.ErrPressTooOld] or [models.ErrPressInFuture].
func (p Press) pressedAt(now civil.Instant) (civil.Instant, error) {
	if p.PressedAt == nil {
		return now, nil
	}
	switch age := now.Sub(p.PressedAt.Time); {
	case age > maxPressAge:
		return *p.PressedAt, models.ErrPressTooOld
	case age < -maxPressAhead:
		return *p.PressedAt, models.ErrPressInFuture
	case age < 0:
		return now, nil
	}
	return *p.PressedAt, nil
}

// RecordByHand records the event of a press by the same rules as
// [Record], whose errors it returns; what is refused is journalled, but
// not kept, since the person reads why. It also returns [models.ErrKeyInvalid], and for the
// time that was typed [models.ErrTimeSkipped], [models.ErrEndLikeStart] or [models.ErrEventInFuture],
// for that of a press that was kept [models.ErrPressTooOld] or [models.ErrPressInFuture], and for
// what has happened since [models.ErrTakenBack], [models.ErrPressRepeated], [models.ErrPressInSlot]
// or [models.ErrDayEdited].
func RecordByHand(ctx context.Context, s *models.Store, press Press, now civil.Instant) (Receipt, error) {
	ctx = models.WithRequestKey(ctx, press.Key)
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
	signal := models.Signal{Event: p.Event, IdempotencyKey: p.Key, Source: models.DoorPage}
	pressed, invalid := p.pressedAt(now)
	if _, err := tx.Applied(); err != nil {
		return models.Signal{}, err
	}
	known, open, _, err := tx.Standing(p.Key)
	if err != nil {
		return models.Signal{}, err
	}
	if known != nil && bool(known.ByHand) && known.Event == p.Event {
		if known.Closure != nil || !p.says(known.OccurredAt, pressed, tx.Rules.Zone) {
			return models.Signal{}, models.ErrPressRepeated
		}
		signal.OccurredAt, signal.OccurredAtSent = known.OccurredAt, known.OccurredAtSent // the first press said when
		return signal, nil
	}
	if invalid != nil {
		return models.Signal{}, invalid
	}
	signal.OccurredAt = pressed
	if p.At != nil {
		if signal.OccurredAt, err = p.typed(tx.Rules, open, pressed); err != nil {
			return models.Signal{}, err
		}
	}
	if signal.OccurredAt.After(pressed.Time) {
		return models.Signal{}, models.ErrEventInFuture
	}
	signal.OccurredAtSent = signal.OccurredAt.In(tx.Rules.Zone).Format(time.RFC3339)
	if now.Sub(pressed.Time) > lateAfter {
		err = refuseOvertaken(tx, signal, pressed)
	}
	return signal, err
}

// says reports whether a press made at that moment says the instant. Of a time that was typed it
// is the latest such time before the press: a departure that is recorded leaves no arrival after
// which its time would be looked for.
func (p Press) says(instant, pressed civil.Instant, zone *time.Location) bool {
	apart := pressed.Sub(instant.Time)
	if p.At == nil {
		return apart.Abs() <= lateAfter
	}
	return *p.At == civil.WallTimeOf(instant, zone) && apart < 24*time.Hour
}

// refuseOvertaken returns an error for a press, made a while ago, of which a person may have
// typed meanwhile what it says: [models.ErrPressInSlot] if its moment lies in a slot of its day or
// of the night before, or [models.ErrDayEdited] if a person has changed that day since. Neither a
// press nor the closing of an arrival is such a change.
func refuseOvertaken(tx *models.Tx, signal models.Signal, pressed civil.Instant) error {
	dates, err := datesOf(tx, signal)
	if err != nil {
		return err
	}
	var eves []civil.Date // whose nights reach into them
	for _, date := range dates {
		eves = append(eves, date.AddDays(-1))
	}
	var inSlot, edited bool
	err = tx.Raw(`SELECT EXISTS (SELECT 1 FROM work_entries AS e JOIN time_slots AS s ON s.work_entry_id = e.id
		WHERE e.date IN ? AND ? BETWEEN s.start_at AND s.end_at AND ? <> iif(? = 'arrival', s.end_at, s.start_at))`,
		append(dates, eves...), signal.OccurredAt, signal.OccurredAt, signal.Event).Scan(&inSlot).Error
	if err != nil {
		return err
	}
	if inSlot {
		return models.ErrPressInSlot
	}
	err = tx.Raw(`SELECT EXISTS (SELECT 1 FROM day_states AS d JOIN changes AS c ON c.id = d.change_id LEFT JOIN changes AS undone ON undone.id = c.undone_id
		WHERE d.date IN ? AND c.made_at > ? AND coalesce(undone.action, c.action) NOT IN ?)`,
		dates, pressed, []models.Action{models.ActionSignalled, models.ActionClosed, models.ActionDiscarded}).Scan(&edited).Error
	if err == nil && edited {
		return models.ErrDayEdited
	}
	return err
}

// datesOf returns the dates of the day that a signal would belong to: that of the arrival which a
// departure closes, or that of the signal. There is none for a date that the rules refuse.
func datesOf(tx *models.Tx, signal models.Signal) ([]civil.Date, error) {
	if signal.Event == models.Departure {
		return tx.OpenDate()
	}
	date, err := civil.DateIn(signal.OccurredAt, tx.Rules.Zone)
	if err != nil { // which the rules refuse
		return nil, nil
	}
	return []civil.Date{date}, nil
}

// typed returns the instant of the time that was typed: that of the day on which the button
// was pressed or, of a departure, the first after the open arrival, as for the end of a slot.
func (p Press) typed(rules models.Rules, open *models.WorkplacePresenceEvent, pressed civil.Instant) (civil.Instant, error) {
	day := &models.Day{WorkEntry: models.WorkEntry{Date: rules.DateOf(pressed)}, Zone: rules.Zone}
	if p.Event == models.Arrival || open == nil {
		return day.StartAt(*p.At, nil)
	}
	return day.EndAt(models.TypedEnd{WallTime: *p.At}, open.OccurredAt, nil)
}

// receivePress is [receive] for a press, which a person can take back.
func receivePress(tx *models.Tx, signal models.Signal, receivedAt civil.Instant, allowOdd bool) (receipt Receipt, err error) {
	dates, err := datesOf(tx, signal)
	if err != nil {
		return Receipt{}, err
	}
	change, err := tx.Keeping(models.ActionSignalled, receivedAt, dates, func() (err error) {
		receipt, err = receive(tx, signal, receivedAt, allowOdd)
		return err
	})
	if err == nil && receipt.Outcome == models.OutcomeReplayed {
		change, err = changeOfPress(tx, receipt.Event)
	}
	receipt.Change = change
	return receipt, err
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
	return models.Change{ID: state.ChangeID, Action: models.ActionSignalled, MadeAt: event.ReceivedAt, EntryID: state.WorkEntryID, Dates: []civil.Date{state.Date}}, nil
}
