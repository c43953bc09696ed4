package models

import (
	"context"
	"errors"

	"worklog/models/civil"
)

// Stamp identifies a version of a record, or a change, by its number and the moment at which it
// was written: a copy of the database that is put back gives numbers a second time.
type Stamp struct {
	Number int64
	At     civil.Instant // zero if a page does not say
}

// Is reports whether the stamp is that of a record with this number, written at that moment.
func (s Stamp) Is(number int64, at civil.Instant) bool {
	return s.Number == number && (s.At.IsZero() || s.At == at)
}

// requestKey is the key of a context's request key.
type requestKey struct{}

// WithRequestKey returns a context for what a person's request does: a change that is made in
// it keeps the key, by which the same request, sent again, is recognized. See [Store.Admit].
func WithRequestKey(ctx context.Context, key string) context.Context {
	return context.WithValue(ctx, requestKey{}, key)
}

// requestKeyOf returns the key of [WithRequestKey], or nil if there is none.
func requestKeyOf(ctx context.Context) *string {
	if key, _ := ctx.Value(requestKey{}).(string); key != "" {
		return &key
	}
	return nil
}

// Number is the number of the database, which its pages carry. A restore makes another one.
func (s *Store) Number() string { return s.number }

// Admit reports whether a person's request, made from a page of the database with that number,
// may still be applied. It returns [ErrRestored] for a page of another database; a page that
// names none, as those of 1.0.0, is trusted. Of a request that was applied already, by its
// [WithRequestKey], Admit returns the change, or [ErrTakenBack] if that is no longer in force.
func (s *Store) Admit(ctx context.Context, number string) (Change, error) {
	if number != "" && number != s.number {
		return Change{}, ErrRestored
	}
	return s.Read(ctx).Applied()
}

// Applied returns the change that the request of the context has made already, or a zero one. It
// returns [ErrTakenBack] if the change was taken back, or if one of its days has been brought
// back to an earlier state, deleted or created again since.
func (tx *Tx) Applied() (Change, error) {
	key := requestKeyOf(tx.Statement.Context)
	if key == nil {
		return Change{}, nil
	}
	change, err := FindOne[Change](tx.Where("request_key = ?", *key).Order("id DESC"))
	if err != nil || change == nil {
		return Change{}, err
	}
	first := change.ID
	if change.UndoneID != nil {
		first = *change.UndoneID
	}
	var undone bool
	err = tx.Raw(`SELECT (coalesce((SELECT action FROM changes WHERE undone_id = ? ORDER BY id DESC LIMIT 1), '') = ?) <> ?
		OR EXISTS (SELECT 1 FROM day_states AS d WHERE change_id = ?
			AND (version_after IS NULL) = EXISTS (SELECT 1 FROM work_entries AS e WHERE e.id = d.work_entry_id AND e.date = d.date))
		OR EXISTS (SELECT 1 FROM day_states AS d JOIN day_states AS later ON later.work_entry_id = d.work_entry_id AND later.id > d.id
			JOIN changes AS c ON c.id = later.change_id WHERE d.change_id = ? AND c.action = ?)`,
		first, ActionTakenBack, change.Action == ActionTakenBack, change.ID, change.ID, ActionBroughtBack).Scan(&undone).Error
	if err == nil && undone {
		err = ErrTakenBack
	}
	if err != nil {
		return Change{}, err
	}
	if err := tx.ReadDays(change); err != nil {
		return Change{}, err
	}
	if len(change.Dates) == 0 { // it is being purged
		return Change{}, ErrTakenBack
	}
	return *change, nil
}

// once runs f, unless its request was applied already. It returns [ErrSettingsChanged] if the rules
// are not those of the newest settings: what the person has chosen may be deleted.
func (tx *Tx) once(f func(tx *Tx) (Change, error)) (Change, error) {
	if change, err := tx.Applied(); err != nil || change.ID != 0 {
		return change, err
	}
	newest, err := tx.NewestSettings()
	if err != nil {
		return Change{}, err
	}
	if newest != tx.Rules.SettingsVersion {
		return Change{}, ErrSettingsChanged
	}
	return f(tx)
}

// NewestSettings returns the id of the newest version of the settings, 0 for none.
func (tx *Tx) NewestSettings() (id int64, err error) {
	err = tx.Raw("SELECT coalesce(max(id), 0) FROM settings_versions").Scan(&id).Error
	return id, err
}

// ReadDays reads which days a change is of.
func (tx *Tx) ReadDays(change *Change) error {
	var days []DayState
	// at most those of a range or of an import
	err := tx.Select("work_entry_id, date").Where("change_id = ?", change.ID).Order("date, id").Find(&days).Error
	for i, day := range days {
		if i == 0 {
			change.EntryID = day.WorkEntryID
		}
		change.Dates = append(change.Dates, day.Date)
	}
	if len(days) == 0 {
		did, errAside := change.Aside()
		change.Dates, err = did.dates(tx.Rules.Zone), errors.Join(err, errAside)
	}
	return err
}
