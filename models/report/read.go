package report

import (
	"context"

	"worklog/models"
	"worklog/models/civil"
)

// Standing is how the hours stand today. What is not configured is nil.
type Standing struct {
	TargetToday *int64 // minutes; nil while a number of days is to be worked
	TargetWeek  *int64 // of the days from this Monday to Sunday, those to come included
	Balance     *int64 // at the end of yesterday
}

// Now returns how the hours stand. It reads the totals of this week or, for the balance,
// of the days since it began.
func (r Rules) Now(ctx context.Context, store *models.Store, now civil.Instant) (Standing, error) {
	if len(r.Targets) == 0 && r.Balance == nil {
		return Standing{}, nil
	}
	today := civil.DateOf(now.In(r.Zone))
	start := today.Monday()
	from := start
	if r.Balance != nil {
		from = civil.Earlier(from, r.Balance.From.Monday())
	}
	totals, err := store.DayTotals(ctx, from, start.AddDays(6))
	if err != nil {
		return Standing{}, err
	}
	return r.standing(Record{Totals: totals}, today), nil
}

func (r Rules) standing(record Record, today civil.Date) (standing Standing) {
	if monday := today.Monday(); r.CountsHours(monday, monday.AddDays(6)) {
		day, week := r.TargetOf(record.Totals, today, today), r.TargetOf(record.Totals, monday, monday.AddDays(6))
		standing.TargetToday, standing.TargetWeek = &day, &week
	}
	if r.Balance != nil {
		balance := r.balanceAt(record, today.AddDays(-1))
		standing.Balance = &balance
	}
	return standing
}

// Read reads what the figures of a range need. Without limits it reads the days of the
// range only; the totals are those since the balance began, or of the whole record if a
// counter carries over what is left.
func (r Rules) Read(ctx context.Context, store *models.Store, from, to civil.Date, now civil.Instant) (Record, error) {
	return r.read(ctx, store, direct{r, store}, from, to, now)
}

// source is where the days are read that figures are computed from: a store, or a [Reader]
// that keeps some of them. What it returns is not to be changed.
type source interface {
	// record returns a record with the totals from one date to another, and an opening at a
	// third or earlier.
	record(ctx context.Context, from, to, opening civil.Date) (Record, error)
	// SlotDays is [models.Store.SlotDays].
	SlotDays(ctx context.Context, from, to civil.Date) ([]models.Day, error)
}

// direct is a [source] that keeps nothing.
type direct struct {
	rules Rules
	*models.Store
}

func (d direct) record(ctx context.Context, from, to, opening civil.Date) (Record, error) {
	totals, err := d.DayTotals(ctx, from, to)
	if err != nil {
		return Record{}, err
	}
	record := Record{Totals: totals}
	d.rules.open(&record, opening)
	return record, nil
}

func (r Rules) read(ctx context.Context, store *models.Store, in source, from, to civil.Date, now civil.Instant) (Record, error) {
	first, last := r.TotalsNeed(from, to)
	record, err := in.record(ctx, first, last, from)
	if err != nil {
		return Record{}, err
	}
	first, last = from, to
	if r.HasLimits() {
		first, last = FindingsNeed(from, to)
	}
	days, err := in.SlotDays(ctx, first, last)
	if err != nil {
		return Record{}, err
	}
	record.Days = days
	open, err := store.OpenArrival(ctx)
	if err != nil {
		return Record{}, err
	}
	if open != nil && open.OccurredAt.Readable() && open.OccurredAt.Before(now.Time) {
		record.Present = &models.TimeSlot{WorkEntryID: open.WorkEntryID, StartAt: open.OccurredAt, EndAt: now}
	}
	return record, nil
}
