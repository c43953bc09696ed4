package models

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"worklog/models/civil"
)

// changing returns a change of so many days from a date of November on, or of what is not of days.
func changing(from, days int) func(*Tx) error {
	return func(tx *Tx) error {
		for i := range days {
			tx.dates = append(tx.dates, civil.Date{Year: 2026, Month: 11, Day: from}.AddDays(i))
		}
		return tx.Exec("INSERT INTO accepted_doubts (date, doubt, subject, accepted_at) VALUES ('2026-11-01', 'long', random(), '2026-11-20T07:00:00.000000000Z')").Error
	}
}

// TestWhatIsCachedIsReadAgainOnceItIsOlderThanACommit follows a value that depends on days alone, of
// which only those that have changed are read again, and one that depends on more.
func TestWhatIsCachedIsReadAgainOnceItIsOlderThanACommit(t *testing.T) {
	t.Parallel()
	store, fault := OpenFailing(t)
	other, err := Open(t.Context(), store.Path(), Rules{})
	must(t, err)
	defer other.Close()
	change := func(from, days int) { must(t, store.Write(t.Context(), changing(from, days))) }
	changeElsewhere := func() { must(t, other.Write(t.Context(), changing(5, 1))) }

	var ofDays, ofMore Cached[int, int]
	key, during, failing := 1, func() {}, error(nil)
	for _, step := range []struct {
		name       string
		do         func()
		days, more string // what is read again
	}{
		{"nothing was read", func() {}, "all", "all"},
		{"nothing was written", func() {}, "", ""},
		{"a day was changed", func() { change(14, 1) }, "1 days", "all"},
		{"two were, one of them twice", func() { change(1, 2); change(2, 1) }, "2 days", "all"},
		{"what is not of days was", func() { change(0, 0) }, "", "all"},
		{"what nothing depends on was", func() { must(t, store.TryWrite(t.Context(), changing(0, 0))) }, "", ""},
		{"the most days that are read one by one", func() { change(1, mostReread) }, "40 days", "all"},
		{"one more", func() { change(1, mostReread+1) }, "all", "all"},
		{"one more, in two commits", func() { change(1, 1); change(2, mostReread) }, "all", "all"},
		{"another program wrote", changeElsewhere, "all", "all"},
		{"it wrote between two commits", func() { change(6, 1); changeElsewhere(); change(6, 1) }, "all", "all"},
		{"it wrote right after a commit", func() { fault.committed = changeElsewhere; change(6, 1) }, "all", "all"},
		{"which cannot be told", func() { fault.committed, fault.uncounted = changeElsewhere, true; change(6, 1) }, "all", "all"},
		{"a day is changed while one is read", func() { change(7, 1); during = func() { change(8, 1) } }, "1 days", "all"},
		{"as it was before", func() {}, "1 days", "all"},
		{"another key, of what cannot be read", func() { key, failing = 2, ErrDisk }, "all", "all"},
		{"it can now", func() {}, "all", "all"},
		{"the commit after the most that are remembered", func() {
			for len(store.commits.last) < mostCommits {
				store.commits.last = append([]commit{{}}, store.commits.last...)
			}
			change(9, 1)
		}, "1 days", "all"},
	} {
		step.do()
		fault.committed, fault.uncounted = nil, false
		for _, cached := range []*Cached[int, int]{&ofDays, &ofMore} {
			want, got := step.days, ""
			read := func() (int, error) { got = "all"; during(); return 0, failing }
			update := func(_ int, dates []civil.Date) (int, error) {
				got = fmt.Sprint(len(dates), " days")
				during()
				return 0, failing
			}
			if cached == &ofMore {
				want, update = step.more, nil
			}
			if _, err := cached.Get(t.Context(), store, key, read, update); got != want || !errors.Is(err, failing) {
				t.Errorf("%s: got %q, %v, want %q", step.name, got, err, want)
			}
		}
		during, failing = func() {}, nil
	}
	if len(store.commits.last) > mostCommits {
		t.Errorf("%d commits are remembered", len(store.commits.last))
	}
}

func TestOfCachedDaysThoseThatHaveChangedAreReadAgainAndNoOthers(t *testing.T) {
	t.Parallel()
	store, _ := OpenFailing(t)
	first, last := civil.Date{Year: 2026, Month: 11, Day: 1}, civil.Date{Year: 2026, Month: 11, Day: 30}
	var cached CachedDays[DayTotal]
	entries := 0 // of a day, when it is read
	for _, step := range []struct {
		name             string
		changed, entries int     // which of November, and how many there are then
		read             string  // from and to
		want             []int64 // the ids
	}{
		{"all are read at first", 0, 1, "2026-11-01 2026-11-30", []int64{1}},
		{"then none", 0, 1, "", []int64{1}},
		{"one that has changed", 14, 1, "2026-11-14 2026-11-14", []int64{1, 14}},
		{"one that is gone", 14, 0, "2026-11-14 2026-11-14", []int64{1}},
		{"none that is beyond", 31, 1, "", []int64{1}},
		{"nor before", -1, 1, "", []int64{1}},
		{"the last", 30, 1, "2026-11-30 2026-11-30", []int64{1, 30}},
		{"the first", 1, 0, "2026-11-01 2026-11-01", []int64{30}},
	} {
		if step.changed != 0 {
			must(t, store.Write(t.Context(), changing(step.changed, 1)))
		}
		read := ""
		entries = step.entries
		days, err := cached.Get(t.Context(), store, first, last, func(_ context.Context, from, to civil.Date) (days []DayTotal, _ error) {
			read = fmt.Sprint(from, " ", to)
			for range entries {
				days = append(days, DayTotal{ID: int64(from.Day), Date: from})
			}
			return days, nil
		})
		must(t, err)
		var ids []int64
		for _, day := range days {
			ids = append(ids, day.ID)
		}
		if read != step.read || !slices.Equal(ids, step.want) {
			t.Errorf("%s: got %q read and the days %v, want %q and %v", step.name, read, ids, step.read, step.want)
		}
	}
}
