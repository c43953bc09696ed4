package report

import (
	"context"
	"slices"
	"sync"

	"worklog/models"
)

// Reader reads figures as [Rules.Read] and [Rules.Now] do, and keeps in memory what they
// need of days long ago: about 100 bytes for each day of the record, 1.3 MB for fifty
// years. It keeps nothing if no figure needs such days. A month is read again when one of
// its days has changed, whichever program changed it. It can be used by several goroutines.
type Reader struct {
	rules Rules
	store *models.Store

	mu   sync.Mutex
	kept *kept // nil before the first reading
}

// kept is what a reader has read. The totals are never changed, since records share them.
type kept struct {
	sum     int64 // of the changes
	changes []models.MonthChanges
	totals  []models.DayTotal // of the whole record, those that count

	openings []opening // of each month; nil if they are not computed yet

	standingOn models.Date // date of standing; zero if it is not computed yet
	standing   Standing
}

// NewReader returns a reader of the figures of a store, which must have no other rules as
// long as the reader is used.
func NewReader(rules Rules, store *models.Store) *Reader { return &Reader{rules: rules, store: store} }

// Now is [Rules.Now].
func (r *Reader) Now(ctx context.Context, now models.Instant) (Standing, error) {
	if r.rules.Balance == nil {
		return r.rules.Now(ctx, r.store, now) // of this week
	}
	today := models.DateOf(now.In(r.rules.Zone))
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(ctx); err != nil {
		return Standing{}, err
	}
	if r.kept.standingOn != today {
		r.kept.standingOn, r.kept.standing = today, r.rules.standing(Record{Totals: r.kept.totals, opening: r.kept.opening(r.rules, today)}, today)
	}
	return r.kept.standing, nil
}

// Read is [Rules.Read].
func (r *Reader) Read(ctx context.Context, from, to models.Date, now models.Instant) (Record, error) {
	return r.rules.read(ctx, r.store, r.record, from, to, now)
}

// ReadSheet is [Rules.ReadSheet].
func (r *Reader) ReadSheet(ctx context.Context, month models.Date, now models.Instant) (Sheet, error) {
	return r.rules.readSheet(ctx, r.store, r.record, r.rules.needsLongAgo(), month, now)
}

// ReadCounters is [Rules.ReadCounters].
func (r *Reader) ReadCounters(ctx context.Context, year int, now models.Instant) ([]CounterYear, error) {
	return r.rules.readCounters(ctx, r.store, r.record, year, now)
}

// BalanceAt returns the running balance at the end of a date. [Rules.Balance] must be set.
func (r *Reader) BalanceAt(ctx context.Context, date models.Date) (int64, error) {
	record, err := r.record(ctx, r.store, r.rules.Balance.From, date, date)
	if err != nil {
		return 0, err
	}
	return r.rules.balanceAt(record, date), nil
}

// record is a [readTotals].
func (r *Reader) record(ctx context.Context, store *models.Store, from, to, opening models.Date) (Record, error) {
	if !r.rules.needsLongAgo() {
		return r.rules.record(ctx, store, from, to, opening)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.refresh(ctx); err != nil {
		return Record{}, err
	}
	return Record{Totals: slices.Clip(between(r.kept.totals, from, to)), opening: r.kept.opening(r.rules, opening)}, nil
}

// opening returns the last opening up to a date, or nil if the balance begins later or
// there is none.
func (k *kept) opening(rules Rules, date models.Date) *opening {
	if rules.Balance == nil || rules.Balance.From.Compare(date) > 0 {
		return nil
	}
	if k.openings == nil {
		k.openings = rules.openings(k.totals)
	}
	after, _ := slices.BinarySearchFunc(k.openings, date.AddDays(1), func(o opening, date models.Date) int { return o.date.Compare(date) })
	return &k.openings[after-1]
}

// refresh reads the months that have changed since they were read. The counts of changes
// are read before the totals: of days that change in between, the totals are newer, and
// are read once more the next time.
func (r *Reader) refresh(ctx context.Context) error {
	sum, err := r.store.AllChanges(ctx)
	if err != nil || r.kept != nil && r.kept.sum == sum {
		return err
	}
	changes, err := r.store.MonthChanges(ctx)
	if err != nil {
		return err
	}
	totals, err := r.read(ctx, changes)
	if err == nil {
		r.kept = &kept{sum: sum, changes: changes, totals: totals}
	}
	return err
}

// read returns the totals of the whole record, and reads only those of months that have
// changed: months in a row by one query.
func (r *Reader) read(ctx context.Context, changes []models.MonthChanges) ([]models.DayTotal, error) {
	if r.kept == nil {
		return r.rules.totals(ctx, r.store, firstDate, lastDate)
	}
	known := map[models.MonthChanges]bool{}
	for _, month := range r.kept.changes {
		known[month] = true
	}
	old := r.kept.totals
	totals := make([]models.DayTotal, 0, len(old)+31)
	for i := 0; i < len(changes); i++ {
		if known[changes[i]] {
			continue
		}
		first := changes[i].First
		for i+1 < len(changes) && !known[changes[i+1]] {
			i++
		}
		last := changes[i].First.LastOfMonth()
		fresh, err := r.rules.totals(ctx, r.store, first, last)
		if err != nil {
			return nil, err
		}
		totals = append(append(totals, old[:position(old, first)]...), fresh...)
		old = old[position(old, last.AddDays(1)):]
	}
	return append(totals, old...), nil
}

// needsLongAgo reports whether there are figures for which days are read that may be
// from long before the range.
func (r Rules) needsLongAgo() bool {
	return r.Balance != nil || slices.ContainsFunc(r.Counters, func(c Counter) bool { return c.CarryOver != 0 })
}

// between returns the totals from one date to another.
func between(totals []models.DayTotal, from, to models.Date) []models.DayTotal {
	first := position(totals, from)
	return totals[first:max(first, position(totals, to.AddDays(1)))]
}

// position returns the position of the first total on a date or later.
func position(totals []models.DayTotal, date models.Date) int {
	at, _ := slices.BinarySearchFunc(totals, date, func(total models.DayTotal, date models.Date) int { return total.Date.Compare(date) })
	return at
}
