package review

import (
	"context"
	"slices"

	"gorm.io/gorm/clause"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
)

// doubtDays is how many days before today are looked at for doubts.
const doubtDays = 365

// Doubts finds the days in doubt in a store. It looks at
// the days of one year at most, and only again when the database has changed.
type Doubts struct {
	store  *models.Store
	days   models.Cached[civil.Date, []models.Day] // by today, those that are looked at
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
		return doubtsAmong(d.store.Read(ctx), today, func(first, last civil.Date) ([]models.Day, error) {
			read := func(from, to civil.Date) ([]models.Day, error) {
				return d.store.Days(ctx, civil.Later(from, first), civil.Earlier(to, last))
			}
			return d.days.Get(ctx, d.store, today, func() ([]models.Day, error) { return read(first, last) }, func(days []models.Day, dates []civil.Date) ([]models.Day, error) {
				return models.Reread(days, dates, read)
			})
		})
	}, nil)
}

// doubts finds the days in doubt.
func doubts(db *models.Tx, today civil.Date) ([]Doubt, error) {
	return doubtsAmong(db, today, db.Days)
}

// doubtsAmong finds those of the days that a function reads from one date to another.
func doubtsAmong(db *models.Tx, today civil.Date, read func(from, to civil.Date) ([]models.Day, error)) ([]Doubt, error) {
	unreadable, err := db.Unreadable()
	if err != nil {
		return nil, err
	}
	first, err := models.FindOne[models.WorkEntry](db.Select("date").Where("id NOT IN (" + models.SuspectDays() + ")").Order("date"))
	if err != nil {
		return nil, err
	}
	from := today // nothing is missed
	if first != nil {
		from = civil.Later(today.AddDays(-doubtDays), first.Date)
	}
	var accepted []AcceptedDoubt
	if err := db.Where("date >= ?", from).Find(&accepted).Error; err != nil {
		return nil, err
	}
	// slots of the week before may reach into the span
	days, err := read(today.AddDays(-doubtDays-models.MaxSlotDays), today)
	if err != nil {
		return nil, err
	}
	span := doubtSpan{Rules: db.Rules, days: days, unreadable: unreadable, from: from, to: today.AddDays(-1), accepted: map[acceptedDoubt]bool{}}
	for _, right := range accepted {
		span.accepted[acceptedDoubt{right.Doubt, doubtSubject{right.Date, right.Subject}}] = true
	}
	return slices.DeleteFunc(span.doubts(), func(d Doubt) bool { return d.Kind != DoubtUnread && d.Dates[0].DaysUntil(from) > 0 }), nil
}

// AcceptedDoubt is a subject of a doubt that a person has found right.
type AcceptedDoubt struct {
	Date       civil.Date `gorm:"primaryKey"`
	Doubt      DoubtKind  `gorm:"primaryKey"`
	Subject    string     `gorm:"primaryKey"`
	AcceptedAt civil.Instant
}

// Accept records that a person finds right what is in doubt. It returns
// [models.ErrReviewChanged] if that is not in doubt now.
func (d *Doubts) Accept(ctx context.Context, id string, now civil.Instant) error {
	return d.store.Write(ctx, func(tx *models.Tx) error {
		doubt, err := d.named(tx, id, now)
		if err != nil {
			return err
		}
		return doubt.accept(tx, now)
	})
}

// AcceptLong records that a person finds the length of a slot right, if that is in
// doubt.
func (d *Doubts) AcceptLong(ctx context.Context, slotID int64, now civil.Instant) error {
	return d.store.Write(ctx, func(tx *models.Tx) error {
		found, err := doubts(tx, d.store.Rules().DateOf(now))
		if err != nil {
			return err
		}
		for _, doubt := range found {
			if doubt.Kind == DoubtLong && doubt.Slots[0].ID == slotID {
				return doubt.accept(tx, now)
			}
		}
		return nil
	})
}

// accept records that what the doubt is about is right.
func (d Doubt) accept(tx *models.Tx, now civil.Instant) error {
	for _, subject := range d.subjects {
		right := AcceptedDoubt{subject.date, d.Kind, subject.subject, now}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&right).Error; err != nil {
			return err
		}
	}
	return nil
}

// Fill creates the entries of the days that are missing. It returns
// [models.ErrReviewChanged] if they are others now, and the errors of [days.PlanRange].
func (d *Doubts) Fill(ctx context.Context, id string, change models.EntryChange, now civil.Instant) (models.Change, error) {
	return d.store.Change(ctx, func(tx *models.Tx) (models.Change, error) {
		doubt, err := d.named(tx, id, now)
		if err != nil {
			return models.Change{}, err
		}
		if doubt.Kind != DoubtMissing {
			return models.Change{}, models.ErrReviewChanged
		}
		plan, err := days.PlanIn(tx, doubt.Dates, change)
		if err != nil {
			return models.Change{}, err
		}
		return days.FillIn(tx, plan, change, now)
	})
}

// named returns the doubt with that id in the state of the transaction, or
// [models.ErrReviewChanged].
func (d *Doubts) named(tx *models.Tx, id string, now civil.Instant) (Doubt, error) {
	found, err := doubts(tx, d.store.Rules().DateOf(now))
	if err != nil {
		return Doubt{}, err
	}
	i := slices.IndexFunc(found, func(doubt Doubt) bool { return doubt.ID() == id })
	if i < 0 {
		return Doubt{}, models.ErrReviewChanged
	}
	return found[i], nil
}
