package review

import (
	"context"
	"slices"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
)

// doubtDays is how many days before today are looked at for doubts.
const doubtDays = 365

// Doubts finds the days in doubt in a store. It looks at the days of one year at most, but for very
// short presences, and only again when the database has changed.
type Doubts struct {
	store  *models.Store
	days   models.Cached[civil.Date, []models.Day] // by today, those that are looked at
	short  models.Cached[struct{}, []models.Day]   // those with very short presences
	cached models.Cached[civil.Date, []Doubt]      // by today
}

// NewDoubts returns the doubts of a store.
func NewDoubts(store *models.Store) *Doubts { return &Doubts{store: store} }

// Find returns the days in doubt, the latest first: those of the 365 days before
// today and of today, or since the first entry. The result is shared: do not change
// it.
func (d *Doubts) Find(ctx context.Context, now civil.Instant) ([]Doubt, error) {
	today := d.store.Rules().DateOf(now)
	return d.cached.Get(ctx, d.store, today, func() ([]Doubt, error) {
		tx := d.store.Read(ctx)
		short, err := d.Short(ctx)
		if err != nil {
			return nil, err
		}
		return doubtsAmong(tx, today.AddDays(-doubtDays), today, today, short, func(first, last civil.Date) ([]models.Day, error) {
			read := func(from, to civil.Date) ([]models.Day, error) {
				return tx.Days(civil.Later(from, first), civil.Earlier(to, last))
			}
			return d.days.Get(ctx, d.store, today, func() ([]models.Day, error) { return read(first, last) }, func(days []models.Day, dates []civil.Date) ([]models.Day, error) {
				return models.Reread(days, dates, read)
			})
		})
	}, nil)
}

// Short returns the days with very short presences, which no figure counts, in order. They are not to
// be changed.
func (d *Doubts) Short(ctx context.Context) ([]models.Day, error) {
	read := d.store.Read(ctx).ShortDays
	return d.short.Get(ctx, d.store, struct{}{}, func() ([]models.Day, error) { return read(civil.FirstDate, civil.LastDate) }, func(days []models.Day, dates []civil.Date) ([]models.Day, error) {
		return models.Reread(days, dates, read)
	})
}

func doubts(tx *models.Tx, today civil.Date) ([]Doubt, error) {
	short, err := tx.ShortDays(civil.FirstDate, civil.LastDate)
	if err != nil {
		return nil, err
	}
	return doubtsAmong(tx, today.AddDays(-doubtDays), today, today, short, tx.Days)
}

// doubtsAmong finds those of the dates from one to another, or since the first entry, among days that a
// function reads, and the very short presences.
func doubtsAmong(db *models.Tx, from, to, today civil.Date, short []models.Day, read func(from, to civil.Date) ([]models.Day, error)) ([]Doubt, error) {
	unreadable, err := db.Unreadable()
	if err != nil {
		return nil, err
	}
	first, err := models.FindOne[models.WorkEntry](db.Select("date").Where("id NOT IN (" + models.SuspectDays() + ")").Order("date"))
	if err != nil {
		return nil, err
	}
	// slots of the week before may reach into the span, and its last week may have entries after it
	until := civil.Later(to, civil.Earlier(to.AddDays(7), today))
	days, err := read(from.AddDays(-models.MaxSlotDays), until)
	if err != nil {
		return nil, err
	}
	to = civil.Earlier(to, today.AddDays(-1))
	later := len(models.Between(days, to.Monday().AddDays(7), today)) > 0
	if !later && until.Compare(today) < 0 {
		next, err := models.FindOne[models.WorkEntry](db.Select("id").Where("date > ? AND date <= ?", until, today))
		if err != nil {
			return nil, err
		}
		later = next != nil
	}
	if first == nil {
		from = today // nothing is missed
	} else {
		from = civil.Later(from, first.Date)
	}
	var accepted []models.AcceptedDoubt
	if err := db.Where("date >= ? AND doubt <> ?", from.Monday(), DoubtShort).Find(&accepted).Error; err != nil {
		return nil, err
	}
	span := doubtSpan{Rules: db.Rules, days: days, short: short, unreadable: unreadable, from: from, to: to, later: later, accepted: map[models.AcceptedDoubt]bool{}}
	for _, right := range accepted {
		right.AcceptedAt = civil.Instant{}
		span.accepted[right] = true
	}
	return slices.DeleteFunc(span.doubts(), func(d Doubt) bool {
		return d.Kind != DoubtUnread && d.Kind != DoubtShort && !d.Week && d.Dates[0].Compare(from) < 0
	}), nil
}

// Accept records that a person finds right what is in doubt, or all that is of a kind. It returns
// [models.ErrReviewChanged] if that is not in doubt now.
func (d *Doubts) Accept(ctx context.Context, id string, now civil.Instant) (models.Change, error) {
	return d.answer(ctx, id, now, func([]Doubt) bool { return true }, func(tx *models.Tx, found []Doubt) (models.Change, error) {
		return tx.Keeping(models.ActionAccepted, now, nil, func() error { return accept(tx, found, now) })
	})
}

// Dismiss drops refused events that a person does not want to be recorded. The length of the slot with
// that id, if it is not 0, is then found right if it is in doubt.
func (d *Doubts) Dismiss(ctx context.Context, ids []int64, slotID int64, now civil.Instant) (models.Change, error) {
	return d.store.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		return tx.Keeping(models.ActionDismissed, now, nil, func() error {
			if err := tx.Where("id IN ?", ids).Delete(&models.RefusedEvent{}).Error; err != nil || slotID == 0 {
				return err
			}
			found, err := doubts(tx, d.store.Rules().DateOf(now))
			if err != nil {
				return err
			}
			return accept(tx, slices.DeleteFunc(found, func(doubt Doubt) bool { return doubt.Kind != DoubtLong || doubt.Slots[0].ID != slotID }), now)
		})
	})
}

func accept(tx *models.Tx, found []Doubt, now civil.Instant) error {
	var right []models.AcceptedDoubt
	for _, doubt := range found {
		for _, subject := range doubt.subjects {
			right = append(right, models.AcceptedDoubt{Date: subject.date, Doubt: string(doubt.Kind), Subject: subject.subject, AcceptedAt: now})
		}
	}
	return tx.Accept(right)
}

// Fill creates the entries of the days that are missing. It returns
// [models.ErrReviewChanged] if they are others now, and the errors of [days.PreviewRange].
func (d *Doubts) Fill(ctx context.Context, id string, change models.EntryChange, now civil.Instant) (models.Change, error) {
	isRow := func(found []Doubt) bool { return len(found) == 1 && found[0].Kind == DoubtMissing && !found[0].Week }
	return d.answer(ctx, id, now, isRow, func(tx *models.Tx, found []Doubt) (models.Change, error) {
		plan, err := days.PreviewIn(tx, found[0].Dates, change)
		if err != nil {
			return models.Change{}, err
		}
		return days.FillIn(tx, plan, change, now)
	})
}

// Ignore deletes the very short presences in doubt, or all of them. Their events stay. It returns
// [models.ErrReviewChanged].
func (d *Doubts) Ignore(ctx context.Context, id string, now civil.Instant) (models.Change, error) {
	return d.answer(ctx, id, now, are(DoubtShort), func(tx *models.Tx, found []Doubt) (models.Change, error) {
		return tx.Changing(models.ActionIgnored, now, datesInDoubt(found), func() error {
			for _, doubt := range found {
				if err := tx.Ignore(doubt.Day.ID, doubt.Slots, now); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// Merge merges slots that are cut up or overlap, and no others: those that touch were typed so, and a
// pause that was found right stays. It returns [models.ErrReviewChanged], and an [*models.EntryErrors]
// if a day can only be corrected by hand.
func (d *Doubts) Merge(ctx context.Context, id string, now civil.Instant) (models.Change, error) {
	hasPairs := func(found []Doubt) bool { return len(found[0].pairs) > 0 }
	return d.answer(ctx, id, now, hasPairs, func(tx *models.Tx, found []Doubt) (models.Change, error) {
		return tx.Changing(models.ActionMerged, now, datesInDoubt(found), func() error { return merge(tx, found, now) })
	})
}

// TakeType sets the type of days to the planned one. It returns [models.ErrReviewChanged].
func (d *Doubts) TakeType(ctx context.Context, id string, now civil.Instant) (models.Change, error) {
	return d.answer(ctx, id, now, are(DoubtType), func(tx *models.Tx, found []Doubt) (models.Change, error) {
		return tx.Changing(models.ActionEdited, now, datesInDoubt(found), func() error {
			for _, doubt := range found {
				entry, err := tx.EntryOn(doubt.Dates[0])
				if err != nil {
					return err
				}
				entry.DayType = doubt.Type
				if err := tx.UpdateEntry(entry, now); err != nil {
					return err
				}
			}
			return nil
		})
	})
}

// answer changes what is in doubt by that id, or all of the kind of a [Group] with that id. It returns
// [models.ErrReviewChanged] if that is not in doubt in the transaction, or cannot be changed this way.
func (d *Doubts) answer(ctx context.Context, id string, now civil.Instant, can func([]Doubt) bool, change func(*models.Tx, []Doubt) (models.Change, error)) (models.Change, error) {
	return d.store.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		found, err := doubts(tx, d.store.Rules().DateOf(now))
		if err != nil {
			return models.Change{}, err
		}
		named := Named(found, id)
		if len(named) == 0 || !can(named) {
			return models.Change{}, models.ErrReviewChanged
		}
		return change(tx, named)
	})
}

// are returns a function that reports whether doubts, which are of one kind, are of this one.
func are(kind DoubtKind) func([]Doubt) bool {
	return func(found []Doubt) bool { return found[0].Kind == kind }
}

// Named returns the doubt with that id, or those of a [Group] with it; none if there is neither.
func Named(found []Doubt, id string) []Doubt {
	if i := slices.IndexFunc(found, func(doubt Doubt) bool { return doubt.ID() == id }); i >= 0 {
		return found[i : i+1]
	}
	for _, group := range Groups(found) {
		if group.ID() == id {
			return group.Doubts
		}
	}
	return nil
}

func datesInDoubt(found []Doubt) (dates []civil.Date) {
	for _, doubt := range found {
		dates = append(dates, doubt.Dates...)
	}
	return dates
}
