package report

import (
	"context"
	"slices"

	"worklog/models"
	"worklog/models/civil"
)

// Reader reads figures as [Rules.Read] and [Rules.Now] do, and keeps in memory what they
// need of days long ago: about 100 bytes for each day of the record, 1.3 MB for fifty
// years. It keeps nothing if no figure needs such days. It can be used by several goroutines.
type Reader struct {
	rules Rules
	store *models.Store

	kept     models.Kept[struct{}, *kept]
	standing models.Kept[civil.Date, Standing] // by today
}

// kept is what a reader has read. It is never changed, since records share it.
type kept struct {
	totals   []models.DayTotal // of the whole record, those that count
	openings []opening         // of each month; nil if no balance is kept
	tallies  []tally           // of the counters
}

// NewReader returns a reader of the figures of a store, which must have no other rules as
// long as the reader is used.
func NewReader(rules Rules, store *models.Store) *Reader { return &Reader{rules: rules, store: store} }

// Now is [Rules.Now].
func (r *Reader) Now(ctx context.Context, now civil.Instant) (Standing, error) {
	if r.rules.Balance == nil {
		return r.rules.Now(ctx, r.store, now) // of this week
	}
	today := civil.DateOf(now.In(r.rules.Zone))
	return r.standing.Get(ctx, r.store, today, func() (Standing, error) {
		record, err := r.record(ctx, r.store, civil.FirstDate, civil.LastDate, today)
		if err != nil {
			return Standing{}, err
		}
		return r.rules.standing(record, today), nil
	})
}

// Read is [Rules.Read].
func (r *Reader) Read(ctx context.Context, from, to civil.Date, now civil.Instant) (Record, error) {
	return r.rules.read(ctx, r.store, r.record, from, to, now)
}

// ReadSheet is [Rules.ReadSheet].
func (r *Reader) ReadSheet(ctx context.Context, month civil.Date, now civil.Instant) (Sheet, error) {
	return r.rules.readSheet(ctx, r.store, r.record, r.rules.needsLongAgo(), month, now)
}

// ReadCounters is [Rules.ReadCounters].
func (r *Reader) ReadCounters(ctx context.Context, year int, now civil.Instant) ([]CounterYear, error) {
	return r.rules.readCounters(ctx, r.store, r.record, year, now)
}

// BalanceAt returns the running balance at the end of a date. [Rules.Balance] must be set.
func (r *Reader) BalanceAt(ctx context.Context, date civil.Date) (int64, error) {
	record, err := r.record(ctx, r.store, r.rules.Balance.From, date, date)
	if err != nil {
		return 0, err
	}
	return r.rules.balanceAt(record, date), nil
}

// record is a [readTotals].
func (r *Reader) record(ctx context.Context, store *models.Store, from, to, opening civil.Date) (Record, error) {
	if !r.rules.needsLongAgo() {
		return r.rules.record(ctx, store, from, to, opening)
	}
	all, err := r.kept.Get(ctx, store, struct{}{}, func() (*kept, error) { return r.read(ctx) })
	if err != nil {
		return Record{}, err
	}
	return Record{Totals: slices.Clip(between(all.totals, from, to)), opening: all.opening(r.rules, opening), tallies: all.tallies}, nil
}

// read reads what is kept.
func (r *Reader) read(ctx context.Context) (*kept, error) {
	totals, err := r.rules.totals(ctx, r.store, civil.FirstDate, civil.LastDate)
	if err != nil {
		return nil, err
	}
	all := &kept{totals: totals, tallies: r.rules.tallies(Record{Totals: totals})}
	if r.rules.Balance != nil {
		all.openings = r.rules.openings(totals)
	}
	return all, nil
}

// opening returns the last opening up to a date, or nil if the balance begins later or
// there is none.
func (k *kept) opening(rules Rules, date civil.Date) *opening {
	if rules.Balance == nil || rules.Balance.From.Compare(date) > 0 {
		return nil
	}
	after, _ := slices.BinarySearchFunc(k.openings, date.AddDays(1), func(o opening, date civil.Date) int { return o.date.Compare(date) })
	return &k.openings[after-1]
}

// needsLongAgo reports whether there are figures for which days are read that may be
// from long before the range.
func (r Rules) needsLongAgo() bool {
	return r.Balance != nil || slices.ContainsFunc(r.Counters, func(c Counter) bool { return c.CarryOver != 0 })
}

// between returns the totals from one date to another.
func between(totals []models.DayTotal, from, to civil.Date) []models.DayTotal {
	first := position(totals, from)
	return totals[first:max(first, position(totals, to.AddDays(1)))]
}

// position returns the position of the first total on a date or later.
func position(totals []models.DayTotal, date civil.Date) int {
	at, _ := slices.BinarySearchFunc(totals, date, func(total models.DayTotal, date civil.Date) int { return total.Date.Compare(date) })
	return at
}
