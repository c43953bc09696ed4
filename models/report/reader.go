package report

import (
	"context"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// Reader reads what figures are computed from. It keeps in memory what is needed
// of days long ago, if any figure needs such days: about 100 bytes for each day of the record,
// 1.3 MB for fifty years. It also keeps the days of the year that was read last, of which the
// pages of a year show one figure after another: 0.2 MB; and those of the calendar and of the sheet that
// were. It can be used by several goroutines.
type Reader struct {
	rules Rules
	store *models.Store

	unreadable models.Cached[struct{}, []models.UnreadableDay]
	whole      models.Cached[struct{}, *wholeRecord]
	days       models.CachedDays[models.Day] // of a year, with those around it
	calendar   models.CachedDays[models.Day]
	records    models.CachedDays[models.DayRecord]        // of a month
	standing   models.Cached[civil.Date, Standing]        // by today
	counts     models.Cached[civil.Date, []CounterPeriod] // by today
}

// wholeRecord holds what a reader has read. It is never changed, since records share it.
type wholeRecord struct {
	totals   []models.DayTotal // of the whole record, those that count
	openings []opening         // of each month; nil if no balance is kept
	tallies  []tally           // of the counters
}

// NewReader returns a reader of the figures of a store, which must have no other rules as
// long as the reader is used.
func NewReader(rules Rules, store *models.Store) *Reader { return &Reader{rules: rules, store: store} }

// PlannedOn is [Rules.PlannedOn].
func (r *Reader) PlannedOn(date civil.Date) ([]LocalShift, bool) { return r.rules.PlannedOn(date) }

// Unreadable is [models.Tx.Unreadable]: the days that no figure counts. They are not to be changed.
func (r *Reader) Unreadable(ctx context.Context) ([]models.UnreadableDay, error) {
	return r.unreadable.Get(ctx, r.store, struct{}{}, r.store.Read(ctx).Unreadable, nil)
}

// Now returns how the hours stand.
func (r *Reader) Now(ctx context.Context, now civil.Instant) (Standing, error) {
	if len(r.rules.Targets) == 0 && r.rules.Balance == nil {
		return Standing{}, nil
	}
	today := civil.DateOf(now.In(r.rules.Zone))
	first, last := today.Monday(), today.Monday().AddDays(6)
	if r.rules.Balance != nil {
		first, last = civil.FirstDate, civil.LastDate
	}
	read := func() (Standing, error) {
		record, err := r.record(ctx, first, last, today)
		if err != nil {
			return Standing{}, err
		}
		return r.rules.standing(record, today), nil
	}
	return r.standing.Get(ctx, r.store, today, read, func(Standing, []civil.Date) (Standing, error) { return read() })
}

// Read reads what the figures of a range need. Without limits it reads the days of the
// range only; the totals are those since the balance began, or of the whole record if a
// counter carries over what is left.
func (r *Reader) Read(ctx context.Context, from, to civil.Date, now civil.Instant) (Record, error) {
	first, last := r.rules.totalsNeed(from, to)
	record, err := r.record(ctx, first, last, from)
	if err != nil {
		return Record{}, err
	}
	first, last = r.rules.HoursNeed(from), to
	if r.rules.HasLimits() {
		first, last = FindingsNeed(from, to)
	}
	record.Days, err = r.SlotDays(ctx, first, last)
	if err != nil {
		return Record{}, err
	}
	open, err := r.store.OpenArrival(ctx)
	if err != nil {
		return Record{}, err
	}
	if open != nil && open.OccurredAt.Readable() && open.OccurredAt.Before(now.Time) {
		record.Present = &models.TimeSlot{WorkEntryID: open.WorkEntryID, StartAt: open.OccurredAt, EndAt: now}
	}
	return record, nil
}

// CountsNow returns what each counter shows in the period of today, in the order of the
// configuration. It is not to be changed.
func (r *Reader) CountsNow(ctx context.Context, now civil.Instant) ([]CounterPeriod, error) {
	if len(r.rules.Counters) == 0 {
		return nil, nil
	}
	today := civil.DateOf(now.In(r.rules.Zone))
	read := func() (counts []CounterPeriod, err error) {
		record, err := r.counted(ctx, today, today)
		for i, tally := range r.rules.tallies(record) {
			counts = append(counts, r.rules.period(i, tally, record.Totals, today, today))
		}
		return counts, err
	}
	return r.counts.Get(ctx, r.store, today, read, func([]CounterPeriod, []civil.Date) ([]CounterPeriod, error) { return read() })
}

// BalanceAt returns the running balance at the end of a date. [Rules.Balance] must be set.
func (r *Reader) BalanceAt(ctx context.Context, date civil.Date) (int64, error) {
	record, err := r.record(ctx, r.rules.Balance.From.Monday(), date, date)
	if err != nil {
		return 0, err
	}
	return r.rules.balanceAt(record, date), nil
}

// fewDates is up to how many dates are read each time: the days of a year are not read for a
// month.
const fewDates = 62

// SlotDays is [models.Store.SlotDays]. The days are not to be changed.
func (r *Reader) SlotDays(ctx context.Context, from, to civil.Date) ([]models.Day, error) {
	year := to.AddDays(-daysAfter).Year
	january, december := civil.DatesOfYear(year)
	first, last := FindingsNeed(january, december)
	if from.DaysUntil(to) < fewDates || from.Compare(first) < 0 {
		return r.store.SlotDays(ctx, from, to)
	}
	days, err := r.days.Get(ctx, r.store, first, last, r.store.SlotDays)
	if err != nil {
		return nil, err
	}
	return slices.Clip(models.Between(days, from, to)), nil
}

// Days is [models.Store.Days], for a calendar. They are not to be changed.
func (r *Reader) Days(ctx context.Context, from, to civil.Date) ([]models.Day, error) {
	return r.calendar.Get(ctx, r.store, from, to, r.store.Days)
}

// record returns a record with the totals from one date to another, and an opening at a
// third or earlier. They are not to be changed.
func (r *Reader) record(ctx context.Context, from, to, opening civil.Date) (Record, error) {
	if !r.rules.needsLongAgo() {
		totals, err := r.store.DayTotals(ctx, from, to)
		return Record{Totals: totals}, err
	}
	all, err := r.all(ctx)
	if err != nil {
		return Record{}, err
	}
	return Record{Totals: slices.Clip(models.Between(all.totals, from, to)), opening: all.opening(r.rules, opening), tallies: all.tallies}, nil
}

// counted returns a record with what the counters need in the periods of the dates from one to another:
// nothing without a counter.
func (r *Reader) counted(ctx context.Context, from, to civil.Date) (Record, error) {
	rules := r.rules
	if len(rules.Counters) == 0 {
		return Record{}, nil
	}
	rules.Balance = nil // whose days are not needed
	first, _ := rules.totalsNeed(from, from)
	_, last := rules.totalsNeed(to, to)
	return r.record(ctx, first, last, last)
}

// DayTotals is [models.Store.DayTotals]. The totals are not to be changed.
func (r *Reader) DayTotals(ctx context.Context, from, to civil.Date) ([]models.DayTotal, error) {
	record, err := r.record(ctx, from, to, from)
	return record.Totals, err
}

// all returns what is kept of the whole record.
func (r *Reader) all(ctx context.Context) (*wholeRecord, error) {
	read := func(from, to civil.Date) ([]models.DayTotal, error) { return r.store.DayTotals(ctx, from, to) }
	return r.whole.Get(ctx, r.store, struct{}{}, func() (*wholeRecord, error) {
		totals, err := read(civil.FirstDate, civil.LastDate)
		return r.keep(totals, &wholeRecord{}), err
	}, func(all *wholeRecord, dates []civil.Date) (*wholeRecord, error) {
		totals, err := models.Reread(all.totals, dates, read)
		if err != nil {
			return nil, err
		}
		known := &wholeRecord{openings: all.openings[:all.openingsUpTo(slices.MinFunc(dates, civil.Date.Compare))], tallies: all.tallies}
		if slices.ContainsFunc(dates, func(date civil.Date) bool {
			return !slices.EqualFunc(models.Between(all.totals, date, date), models.Between(totals, date, date), sameOfCounters)
		}) {
			known.tallies = nil
		}
		return r.keep(totals, known), nil
	})
}

// sameOfCounters reports whether counters count two days alike, whatever was worked on them.
func sameOfCounters(a, b models.DayTotal) bool {
	return a.ID == b.ID && a.DayType == b.DayType && a.HalfDay == b.HalfDay
}

// keep returns what is kept of those totals, of which some may be known: the openings before those that
// have changed, and the tallies.
func (r *Reader) keep(totals []models.DayTotal, known *wholeRecord) *wholeRecord {
	all := &wholeRecord{totals: totals, tallies: r.rules.tallies(Record{Totals: totals, tallies: known.tallies})}
	if r.rules.Balance != nil {
		all.openings = r.rules.openings(totals, known.openings)
	}
	return all
}

// opening returns the last opening up to a date, or nil if the balance begins later or
// there is none.
func (w *wholeRecord) opening(rules Rules, date civil.Date) *opening {
	if rules.Balance == nil || rules.Balance.From.Compare(date) > 0 {
		return nil
	}
	return &w.openings[w.openingsUpTo(date)-1]
}

// openingsUpTo returns how many openings there are up to a date.
func (w *wholeRecord) openingsUpTo(date civil.Date) int {
	return models.FirstFrom(w.openings, date.AddDays(1))
}

// needsLongAgo reports whether there are figures for which days are read that may be
// from long before the range.
func (r Rules) needsLongAgo() bool {
	return r.Balance != nil || slices.ContainsFunc(r.Counters, func(c Counter) bool { return c.CarryOver != 0 })
}
