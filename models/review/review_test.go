package review_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/history"
	"worklog/models/journal"
	"worklog/models/modelstest"
	"worklog/models/presence"
	"worklog/models/review"
)

func reviewOf(t testing.TB, store *models.Store) review.Review {
	t.Helper()
	return modelstest.Got(review.NewReviews(store).Find(t.Context()))(t)
}

// inWords formats a review as "record a, part b, end d, left e", and a slot that can be
// parted at several arrivals as "part b of a b".
func inWords(review review.Review) string {
	var words []string
	add := func(kind string, events ...models.RefusedEvent) {
		for _, event := range events {
			words = append(words, kind+" "+event.IdempotencyKey)
		}
	}
	add("record", review.Recordable...)
	for _, part := range review.Parts {
		add("part", part.Refused)
		if len(part.Inside) > 1 {
			words[len(words)-1] += " of"
			for _, event := range part.Inside {
				words[len(words)-1] += " " + event.IdempotencyKey
			}
		}
	}
	for _, better := range review.BetterEnds {
		add("end", better.Refused)
	}
	add("left", review.Left...)
	return strings.Join(words, ", ")
}

// recorded returns the stored records without ids, versions and times of receipt.
func recorded(t testing.TB, store *models.Store, path string) []string {
	t.Helper()
	return modelstest.Lines(t, path, `
		SELECT date || ' ' || day_type FROM work_entries
		UNION ALL SELECT date || ' ' || start_at || ' ' || end_at FROM time_slots JOIN work_entries ON work_entry_id = work_entries.id
		UNION ALL SELECT date || ' ' || event || ' ' || occurred_at || ' ' || idempotency_key || ' ' || coalesce(closure, '-') || ' ' || coalesce(start_at || ' ' || end_at, '-')
			FROM workplace_presence_events e JOIN work_entries ON e.work_entry_id = work_entries.id LEFT JOIN time_slots ON time_slots.id = time_slot_id
		ORDER BY 1`)
}

func TestWhatTheReviewOffersForRefusedEvents(t *testing.T) {
	const mon, tue, wed = "2026-11-16T", "2026-11-17T", "2026-11-18T"
	arrive := func(at, key string) func(testing.TB, *models.Store) {
		return func(t testing.TB, s *models.Store) { modelstest.Send(t, s, models.Arrival, at, key) }
	}
	leave := func(at, key string) func(testing.TB, *models.Store) {
		return func(t testing.TB, s *models.Store) { modelstest.Send(t, s, models.Departure, at, key) }
	}
	closeAt := func(at string) func(testing.TB, *models.Store) {
		return func(t testing.TB, s *models.Store) { closeOpen(t, s, at) }
	}
	discard := func(t testing.TB, s *models.Store) {
		modelstest.Must(t, modelstest.Only(presence.Discard(t.Context(), s, openArrival(t, s), modelstest.Received)))
	}
	slot := func(from, to string) models.EntryChange {
		return models.EntryChange{DayType: models.Work, Slots: []models.TimeSlot{{StartAt: modelstest.Instant(from), EndAt: modelstest.Instant(to)}}}
	}
	edit := func(from, to string) func(testing.TB, *models.Store) {
		return func(t testing.TB, s *models.Store) {
			day := modelstest.Got(s.Day(t.Context(), 1))(t)
			modelstest.Must(t, modelstest.Only(days.Edit(t.Context(), s, 1, models.Stamp{Number: day.Version}, slot(from, to), modelstest.Received)))
		}
	}
	enter := func(date civil.Date, from, to string) func(testing.TB, *models.Store) {
		return func(t testing.TB, s *models.Store) {
			modelstest.Must(t, modelstest.Only(days.Create(t.Context(), s, date, slot(from, to), modelstest.Received)))
		}
	}
	tuesday := civil.Date{Year: 2026, Month: 11, Day: 17}
	type steps = []func(testing.TB, *models.Store)
	for _, test := range []struct {
		name string
		do   steps
		want string
	}{
		{"nothing, if nothing was refused", steps{arrive(mon+"08:00:00Z", "a1"), leave(mon+"17:00:00Z", "d1")}, ""},
		{"nothing while the blocking arrival is open", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2")}, ""},
		{"a refused arrival, once the blocking one is closed", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), closeAt(mon + "17:00:00Z")}, "record a2"},
		{"a refused arrival, once the blocking one is discarded", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), discard}, "record a2"},
		{"a refused arrival and its departure, which came after the blocking one was closed", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), closeAt(mon + "17:00:00Z"), leave(tue+"17:00:00Z", "d2")}, "record a2, record d2"},
		{"a pair, even while a later arrival is open", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), closeAt(mon + "17:00:00Z"), leave(tue+"17:00:00Z", "d2"), arrive(wed+"08:00:00Z", "a3")}, "record a2, record d2"},
		{"a second arrival before the departure is covered by it", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), arrive(tue+"08:02:00Z", "a2b"), closeAt(mon + "17:00:00Z"), leave(tue+"17:00:00Z", "d2")}, "record a2, record d2"},
		{"a slot of 33 hours is split at the arrival inside it", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), leave(tue+"17:00:00Z", "d2")}, "part a2"},
		{"a slot with two arrivals inside it is split at the first", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), arrive(wed+"08:00:00Z", "a3"), leave(wed+"17:00:00Z", "d3")}, "part a2 of a2 a3"},
		{"a short slot covers an arrival inside it", steps{arrive(mon+"08:00:00Z", "a1"), arrive(mon+"08:05:00Z", "a1b"), leave(mon+"17:00:00Z", "d1")}, ""},
		{"a long night without an arrival inside is left alone", steps{arrive(mon+"08:00:00Z", "a1"), leave(tue+"08:00:00Z", "d1")}, ""},
		{"a departure after its arrival was closed is the better end", steps{arrive(mon+"08:00:00Z", "a1"), closeAt(mon + "17:00:00Z"), leave(mon+"17:40:00Z", "d1")}, "end d1"},
		{"an earlier departure is also the better end", steps{arrive(mon+"08:00:00Z", "a1"), closeAt(mon + "17:00:00Z"), leave(mon+"16:40:00Z", "d1")}, "end d1"},
		{"a departure on another day is not", steps{arrive(mon+"08:00:00Z", "a1"), closeAt(mon + "17:00:00Z"), leave(tue+"17:40:00Z", "d2")}, "left d2"},
		{"a departure received twice adds nothing", steps{arrive(mon+"08:00:00Z", "a1"), leave(mon+"17:00:00Z", "d1"), leave(mon+"17:05:00Z", "d1b")}, ""},
		{"nor does one just within a quarter of an hour", steps{arrive(mon+"08:00:00Z", "a1"), leave(mon+"17:00:00Z", "d1"), leave(mon+"17:14:59.999999999Z", "d1b")}, ""},
		{"one after a quarter of an hour is left to the person", steps{arrive(mon+"08:00:00Z", "a1"), leave(mon+"17:00:00Z", "d1"), leave(mon+"17:15:00Z", "d1b")}, "left d1b"},
		{"a departure whose arrival was never sent is left to the person", steps{arrive(mon+"08:00:00Z", "a1"), leave(mon+"12:00:00Z", "d1"), leave(mon+"17:05:00Z", "d2")}, "left d2"},
		{"a departure that came before its arrival ends it", steps{leave(mon+"17:00:00Z", "d1"), arrive(mon+"08:00:00Z", "a1")}, "record d1"},
		{"an arrival without departure that later days have passed is left to the person", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), closeAt(mon + "17:00:00Z"), arrive(wed+"08:00:00Z", "a3"), leave(wed+"17:00:00Z", "d3")}, "left a2"},
		{"flapping on the first day does not hide where the second begins", steps{arrive(mon+"08:00:00Z", "a1"), arrive(mon+"08:10:00Z", "a1b"), arrive(tue+"08:00:00Z", "a2"), leave(tue+"17:00:00Z", "d2")}, "part a2 of a1b a2"},
		{"an arrival at the start or end of a slot does not split it", steps{arrive(mon+"08:00:00Z", "a1"), arrive(mon+"08:00:00Z", "a1b"), arrive(tue+"17:00:00Z", "a2"), leave(tue+"17:00:00Z", "d2")}, ""},
		{"an arrival is not opened before what is recorded later", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), leave(tue+"17:00:00Z", "d2"), edit(mon+"08:00:00Z", mon+"17:00:00Z")}, "left a2"},
		{"nor before one that was typed around another refused arrival", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), arrive(tue+"12:30:00Z", "a2b"), closeAt(mon + "17:00:00Z"), enter(tuesday, tue+"12:00:00Z", tue+"13:00:00Z")}, "left a2"},
		{"a long slot that was edited still shows its arrival", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), leave(tue+"17:00:00Z", "d2"), edit(mon+"07:55:00Z", tue+"17:00:00Z")}, "left a2"},
		{"a day that was entered by hand is not recorded twice", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), leave(tue+"17:00:00Z", "d2"), enter(tuesday, tue+"08:00:00Z", tue+"17:00:00Z")}, ""},
		{"two arrivals at the same instant are one", steps{leave(mon+"17:00:00Z", "d1"), arrive(mon+"08:00:00Z", "a1"), arrive(mon+"08:00:00Z", "a1b")}, "record d1"},
		{"two refused events under one key are both kept, and one is recorded", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "same"), arrive(wed+"08:00:00Z", "same"), closeAt(mon + "17:00:00Z"), leave(tue+"17:00:00Z", "d2")}, "record same, record d2, left same"},
		{"an arrival and a departure under one key: one of them is recorded", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "same"), closeAt(mon + "17:00:00Z"), leave(tue+"17:00:00Z", "same")}, "record same, left same"},
		{"a slot is not parted over another one", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), leave(tue+"17:00:00Z", "d2"), enter(tuesday, tue+"12:00:00Z", tue+"13:00:00Z")}, "left a2"},
		{"a pair around a slot is left to the person, both of it", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), closeAt(mon + "17:00:00Z"), enter(tuesday, tue+"12:00:00Z", tue+"13:00:00Z"), leave(tue+"17:00:00Z", "d2")}, "left a2, left d2"},
		{"a pair around an open arrival is not recorded", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), closeAt(mon + "17:00:00Z"), leave(tue+"12:00:00Z", "d3"), arrive(tue+"10:00:00Z", "a3")}, "record d3, left a2"},
		{"an open arrival takes one departure", steps{leave(mon+"17:00:00Z", "d1"), leave(mon+"18:00:00Z", "d2"), arrive(mon+"08:00:00Z", "a1")}, "record d1, left d2"},
		{"a departure just after one that is recorded adds nothing", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), closeAt(mon + "17:00:00Z"), leave(tue+"17:00:00Z", "d2"), leave(tue+"17:05:00Z", "d2b")}, "record a2, record d2"},
		{"a departure at the end that was typed adds nothing", steps{arrive(mon+"08:00:00Z", "a1"), closeAt(mon + "17:00:00Z"), leave(mon+"17:00:00Z", "d1")}, ""},
		{"a departure just before the limit is the better end", steps{arrive(mon+"08:00:00Z", "a1"), closeAt(mon + "23:30:00Z"), leave(mon+"23:59:59Z", "d1")}, "end d1"},
		{"a departure at the limit is not", steps{arrive(mon+"08:00:00Z", "a1"), closeAt(mon + "23:30:00Z"), leave(tue+"00:00:00Z", "d1")}, "left d1"},
		{"a departure inside another day's slot is not", steps{enter(civil.Date{Year: 2026, Month: 11, Day: 15}, "2026-11-15T22:00:00Z", mon+"09:00:00Z"), arrive(mon+"08:00:00Z", "a1"), closeAt(mon + "08:30:00Z"), leave(mon+"08:45:00Z", "d1")}, ""},
		{"a slot has one better end", steps{arrive(mon+"08:00:00Z", "a1"), closeAt(mon + "17:00:00Z"), leave(mon+"17:40:00Z", "d1"), leave(mon+"17:50:00Z", "d1b")}, "end d1, left d1b"},
		{"a slot as long as the limit is parted", steps{arrive(mon+"08:00:00Z", "a1"), arrive(mon+"20:00:00Z", "a2"), leave(tue+"00:00:00Z", "d1")}, "part a2"},
		{"a slot that is shorter by a second is not", steps{arrive(mon+"08:00:00Z", "a1"), arrive(mon+"20:00:00Z", "a2"), leave(mon+"23:59:59Z", "d1")}, ""},
		{"a day begins half the limit after the slot at the earliest", steps{arrive(mon+"20:00:00Z", "a1"), arrive(tue+"03:59:59Z", "a2"), arrive(tue+"04:00:00Z", "a3"), leave(tue+"17:00:00Z", "d1")}, "part a3 of a2 a3"},
		{"flapping alone parts a long slot at the first", steps{arrive(mon+"08:00:00Z", "a1"), arrive(mon+"08:10:00Z", "a1b"), arrive(mon+"08:20:00Z", "a1c"), leave(tue+"17:00:00Z", "d2")}, "part a1b of a1b a1c"},
		{"an event that the automation sends again is recorded as usual", steps{arrive(mon+"08:00:00Z", "a1"), arrive(tue+"08:00:00Z", "a2"), closeAt(mon + "17:00:00Z"), arrive(tue+"08:00:00Z", "a2")}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			store, _ := modelstest.Open(t)
			for _, step := range test.do {
				step(t, store)
			}
			modelstest.Want(t, inWords(reviewOf(t, store)), test.want)
		})
	}
}

func closeOpen(t testing.TB, store *models.Store, at string) {
	t.Helper()
	modelstest.Must(t, modelstest.Only(presence.Close(t.Context(), store, openArrival(t, store), modelstest.Instant(at), modelstest.Instant("2027-01-01T00:00:00Z"))))
}

func openArrival(t testing.TB, store *models.Store) int64 {
	t.Helper()
	open, err := store.OpenArrival(t.Context())
	if err != nil || open == nil {
		t.Fatal(open, err)
	}
	return open.ID
}

func idsOf(events []models.RefusedEvent) (ids []int64) {
	for _, event := range events {
		ids = append(ids, event.ID)
	}
	return ids
}

// TestRecoveryMatchesClosingInTime simulates weeks with missed departures. In one store
// each arrival is closed by hand before the next event; the other is corrected afterwards,
// only through the review. Both must end up with the same records.
func TestRecoveryMatchesClosingInTime(t *testing.T) {
	if err := flag.Set("rapid.checks", "20"); err != nil { // each check makes two databases
		t.Fatal(err)
	}
	rapid.Check(t, func(r *rapid.T) {
		inTime, inTimePath := modelstest.Open(t)
		late, latePath := modelstest.Open(t)
		monday := time.Date(2026, 10, 19, 0, 0, 0, 0, time.UTC) // the clock changes on the Sunday
		byHand := map[string]string{}                           // end that a person types, by the key of the arrival
		days := rapid.IntRange(1, 8).Draw(r, "days")
		for day := range days {
			start := monday.AddDate(0, 0, day).Add(time.Duration(rapid.IntRange(5*60, 10*60).Draw(r, "start")) * time.Minute)
			end := start.Add(time.Duration(rapid.IntRange(30, 9*60).Draw(r, "length")) * time.Minute)
			arrival, departure := fmt.Sprint("a", day), fmt.Sprint("d", day)
			byHand[arrival] = start.Add(time.Duration(rapid.IntRange(30, 9*60).Draw(r, "by hand")) * time.Minute).Format(time.RFC3339)
			for _, store := range []*models.Store{inTime, late} {
				modelstest.Send(t, store, models.Arrival, start.Format(time.RFC3339), arrival)
			}
			if rapid.Bool().Draw(r, "departure is sent") {
				for _, store := range []*models.Store{inTime, late} {
					modelstest.Send(t, store, models.Departure, end.Format(time.RFC3339), departure)
				}
			} else if day < days-1 || rapid.Bool().Draw(r, "the last is closed") {
				closeOpen(t, inTime, byHand[arrival])
				if day == days-1 {
					byHand["last"] = ""
				}
			}
			if rapid.IntRange(0, 4).Draw(r, "looks") == 0 {
				recoverAll(t, late, latePath, byHand, false)
			}
		}
		_, lastToo := byHand["last"]
		recoverAll(t, late, latePath, byHand, lastToo)
		if got, want := recorded(t, late, latePath), recorded(t, inTime, inTimePath); !slices.Equal(got, want) {
			r.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if found, err := models.Format.Check(t.Context(), latePath); err != nil || len(found.Findings) > 0 {
			r.Fatalf("got %+v, %v", found, err)
		}
	})
}

// recoverAll does what the review offers until there is nothing left, and takes each
// back and does it again. An open arrival is closed by hand if a later one was refused;
// the last one only if asked to.
func recoverAll(t testing.TB, store *models.Store, path string, byHand map[string]string, lastToo bool) {
	t.Helper()
	// twice takes back what was done, which is then as if it had not been, and does it
	// again
	twice := func(before []string, change models.Change, err error) {
		t.Helper()
		modelstest.Must(t, err)
		after := modelstest.Kept(t, path)
		back := modelstest.Got(history.TakeBack(t.Context(), store, models.Stamp{Number: change.ID}, modelstest.Received))(t)
		modelstest.WantKept(t, path, before)
		modelstest.Must(t, modelstest.Only(history.TakeBack(t.Context(), store, models.Stamp{Number: back.ID}, modelstest.Received)))
		modelstest.WantKept(t, path, after)
	}
	for range 100 {
		found := reviewOf(t, store)
		switch {
		case len(found.Parts) > 0:
			part := found.Parts[0]
			before := modelstest.Kept(t, path)
			change, err := review.PartSlot(t.Context(), store, part.Slot.ID, part.Refused.ID, modelstest.Instant(byHand[part.Arrival.IdempotencyKey]), modelstest.Received)
			twice(before, change, err)
			continue
		case len(found.Recordable) > 0:
			before := modelstest.Kept(t, path)
			change, err := review.Record(t.Context(), store, idsOf(found.Recordable), modelstest.Received)
			twice(before, change, err)
			continue
		}
		open := modelstest.Got(store.OpenArrival(t.Context()))(t)
		if open == nil || !lastToo && !refusedSince(t, store, open) {
			return
		}
		closeOpen(t, store, byHand[open.IdempotencyKey])
	}
	t.Fatal("the review never becomes empty")
}

// refusedSince reports whether an arrival was refused because the given one is open.
func refusedSince(t testing.TB, store *models.Store, open *models.WorkplacePresenceEvent) bool {
	t.Helper()
	lines := modelstest.Got(journal.Lines(t.Context(), store, journal.Filter{Outcomes: []models.RequestOutcome{models.RefusedArrivalOpen}}, models.MaxJournalLines))(t)
	return slices.ContainsFunc(lines, func(line models.JournalLine) bool {
		return modelstest.Instant(line.OccurredAtSent).After(open.OccurredAt.Time)
	})
}

func TestAnOutdatedReviewChangesNothing(t *testing.T) {
	store, path := modelstest.Open(t)
	modelstest.Send(t, store, models.Arrival, "2026-11-16T08:00:00Z", "a1")
	modelstest.Send(t, store, models.Arrival, "2026-11-17T08:00:00Z", "a2")
	modelstest.Send(t, store, models.Departure, "2026-11-17T17:00:00Z", "d2")
	part := reviewOf(t, store).Parts[0]
	before := recorded(t, store, path)
	end := modelstest.Instant("2026-11-16T17:00:00Z")
	for name, err := range map[string]error{
		"another slot":                 modelstest.Only(review.PartSlot(t.Context(), store, part.Slot.ID+1, part.Refused.ID, end, modelstest.Received)),
		"another event":                modelstest.Only(review.PartSlot(t.Context(), store, part.Slot.ID, part.Refused.ID+1, end, modelstest.Received)),
		"nothing to record":            modelstest.Only(review.Record(t.Context(), store, nil, modelstest.Received)),
		"an event that is not offered": modelstest.Only(review.Record(t.Context(), store, []int64{part.Refused.ID}, modelstest.Received)),
		"an end that is not offered":   modelstest.Only(review.TakeBetterEnd(t.Context(), store, part.Slot.ID, part.Refused.ID, modelstest.Received)),
	} {
		modelstest.WantError(t, err, models.ErrReviewChanged, name)
	}
	for at, want := range map[string]error{
		"2026-11-16T08:00:00Z": models.ErrDepartureNotLater,
		"2026-11-17T08:01:00Z": models.ErrEndAfterNext,
	} {
		modelstest.WantError(t, modelstest.Only(review.PartSlot(t.Context(), store, part.Slot.ID, part.Refused.ID, modelstest.Instant(at), modelstest.Received)), want, at)
	}
	modelstest.WantList(t, recorded(t, store, path), before)
	modelstest.Must(t, modelstest.Only(review.NewDoubts(store).Dismiss(t.Context(), []int64{part.Refused.ID}, 0, modelstest.Received)))
	modelstest.Want(t, inWords(reviewOf(t, store)), "")
}

func TestADepartureReceivedTwiceAddsNothingHoweverSmallTheLimit(t *testing.T) {
	store, _ := modelstest.Open(t)
	modelstest.Send(t, store, models.Arrival, "2026-11-16T08:00:00Z", "a1")
	modelstest.Send(t, store, models.Departure, "2026-11-16T17:00:00Z", "d1")
	modelstest.Send(t, store, models.Departure, "2026-11-16T17:10:00Z", "d1b")
	limits := modelstest.Rules
	limits.ForgottenAfter = 5 * time.Minute
	modelstest.Want(t, inWords(reviewOf(t, store.WithRules(limits))), "")
}

// doubtsOf returns what is in doubt on 20 November 2026.
func doubtsOf(t *testing.T, store *models.Store) []review.Doubt {
	t.Helper()
	return modelstest.Got(review.NewDoubts(store).Find(t.Context(), modelstest.Instant("2026-11-20T12:00:00Z")))(t)
}

func TestSlotsAreInDoubtFromTheirLimitOn(t *testing.T) {
	t.Parallel()
	at := func(clock string) string { // "+" is the next date
		clock, next := strings.CutPrefix(clock, "+")
		return map[bool]string{false: "2026-11-19T", true: "2026-11-20T"}[next] + clock + "+01:00"
	}
	for _, test := range []struct{ name, slots, want string }{
		{"10 minutes apart", "08:00:00-10:00:00 10:10:00-12:00:00", ""},
		{"a second less", "08:00:00-10:00:01 10:10:00-12:00:00", "cut_up 08:00:00 10:10:00"},
		{"slots that touch", "08:00:00-10:00:00 10:00:00-12:00:00", ""},
		{"slots that overlap within a minute", "08:00:00-10:00:40 10:00:20-12:00:00", ""},
		{"and in two", "08:00:00-10:01:00 10:00:59-12:00:00", "overlap 08:00:00 10:00:59"},
		{"one within another, and the next beside that", "08:00:00-12:00:00 09:00:00-10:00:00 11:00:00-13:00:00", "overlap 08:00:00 09:00:00 11:00:00"},
		{"each with the one before", "08:00:00-10:00:00 09:00:00-12:00:00 11:00:00-13:00:00", "overlap 08:00:00 09:00:00 11:00:00"},
		{"5 minutes apart over midnight", "20:00:00-23:58:00 +00:03:00-+02:00:00", ""},
		{"over midnight, a second less", "20:00:00-23:58:01 +00:03:00-+02:00:00", "cut_up 20:00:00 00:03:00"},
		{"slots that touch at midnight", "20:00:00-+00:00:00 +00:00:00-+02:00:00", ""},
		{"16 hours", "06:00:00-22:00:59", ""},
		{"a minute more", "06:00:59-22:01:00", "long 06:00:59"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			store, _ := modelstest.Open(t)
			for _, slot := range strings.Fields(test.slots) {
				start, end, _ := strings.Cut(slot, "-")
				modelstest.Record(t, store, models.Arrival, at(start), "in "+slot)
				modelstest.Record(t, store, models.Departure, at(end), "out "+slot)
			}
			var got []string
			for _, doubt := range doubtsOf(t, store) {
				said := string(doubt.Kind)
				for _, slot := range doubt.Slots {
					said += " " + slot.StartAt.In(modelstest.Rules.Zone).Format("15:04:05")
				}
				got = append(got, said)
			}
			modelstest.Want(t, strings.Join(got, ", "), test.want)
		})
	}
}

func TestADayAYearAgoOnWhichANightEndedIsNotMissed(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, arrival, departure, want string }{
		{"a day before the year", "2025-11-19T08:00:00+01:00", "2025-11-19T17:00:00+01:00", "2025-11-20"},
		{"a night", "2025-11-19T20:00:00+01:00", "2025-11-20T08:00:00+01:00", "2025-11-21"},
	} {
		store, _ := modelstest.Open(t)
		modelstest.Record(t, store, models.Arrival, test.arrival, "in")
		modelstest.Record(t, store, models.Departure, test.departure, "out")
		modelstest.Want(t, doubtsOf(t, store)[0].Dates[0].String(), test.want, test.name)
	}
}
