package models_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/modelstest"
	"worklog/models/presence"
	"worklog/models/review"
)

// shortStore is a store in which presences of less than ten minutes are doubted.
func shortStore(t testing.TB) (*models.Store, string) {
	store, path := modelstest.Open(t)
	rules := store.Rules()
	rules.ShortPresence = 10 * time.Minute
	return store.WithRules(rules), path
}

// present records a presence of the automation, such as "14 03:12 14 03:13", days of November 2026.
func present(t testing.TB, store *models.Store, text string) {
	t.Helper()
	at := func(text string) string {
		text = "2026-11-" + strings.Replace(text, " ", "T", 1)
		return text + ":00+01:00"[len(text)-len("2026-11-14T03:12"):]
	}
	from, to := text[:len(text)/2], text[len(text)/2+1:]
	modelstest.Must(t, modelstest.Send(t, store, models.Arrival, at(from), "in "+text))
	modelstest.Must(t, modelstest.Send(t, store, models.Departure, at(to), "out "+text))
}

// typed creates or changes a day by hand, with one more slot, such as "14 08:00 14 17:00".
func typed(t testing.TB, store *models.Store, text string) {
	t.Helper()
	slot := models.TimeSlot{StartAt: modelstest.Instant("2026-11-" + text[:2] + "T" + text[3:8] + ":00+01:00"), EndAt: modelstest.Instant("2026-11-" + text[9:11] + "T" + text[12:] + ":00+01:00")}
	date := civil.DateOf(slot.StartAt.In(modelstest.Rules.Zone))
	change := models.EntryChange{DayType: models.Work, Slots: []models.TimeSlot{slot}}
	day, err := store.DayOn(t.Context(), date)
	if err != nil {
		modelstest.Must(t, modelstest.Only(days.Create(t.Context(), store, date, change, modelstest.Received)))
		return
	}
	change.Slots = append(change.Slots, day.Slots...)
	modelstest.Must(t, modelstest.Only(days.Edit(t.Context(), store, day.ID, day.Stamp(), change, modelstest.Received)))
}

// counting returns the slots that count and, in brackets, those that are in doubt.
func counting(t testing.TB, store *models.Store) string {
	t.Helper()
	all := modelstest.Got(store.Days(t.Context(), civil.FirstDate, civil.LastDate))(t)
	var texts []string
	for _, day := range all {
		for _, slot := range day.All() {
			text := slot.StartAt.In(day.Zone).Format("02 15:04")
			for _, short := range day.Short {
				if short.Equal(slot) {
					text = "(" + text + ")"
				}
			}
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ", ")
}

func TestAVeryShortPresenceCountsNowhereUnlessAnotherIsNear(t *testing.T) {
	for name, test := range map[string]struct {
		recorded []string // in brackets: by hand
		want     string
	}{
		"alone":                                   {[]string{"14 03:12 14 03:13"}, "(14 03:12)"},
		"that ends in its minute":                 {[]string{"14 03:12:10 14 03:12:50"}, "(14 03:12)"},
		"of nine minutes, to the second":          {[]string{"14 03:12:00 14 03:21:59"}, "(14 03:12)"},
		"ten minutes on the clock are a presence": {[]string{"14 03:12:59 14 03:22:01"}, "14 03:12"},
		"an hour before another":                  {[]string{"14 06:51 14 07:00", "14 08:00 14 12:00"}, "14 06:51, 14 08:00"},
		"more than an hour before another":        {[]string{"14 06:50 14 06:59", "14 08:00 14 12:00"}, "(14 06:50), 14 08:00"},
		"an hour after another":                   {[]string{"14 08:00 14 12:00", "14 13:00 14 13:05"}, "14 08:00, 14 13:00"},
		"more than an hour after another":         {[]string{"14 08:00 14 12:00", "14 13:01 14 13:05"}, "14 08:00, (14 13:01)"},
		"beside one as short":                     {[]string{"14 03:12 14 03:13", "14 03:20 14 03:29"}, "(14 03:12), (14 03:20)"},
		"shortly after the night of the eve":      {[]string{"13 20:00 14 03:00", "14 03:12 14 03:13"}, "13 20:00, 14 03:12"},
		"shortly before the next day":             {[]string{"14 23:50 14 23:55", "15 00:40 15 06:00"}, "14 23:50, 15 00:40"},
		"shortly after a day by hand":             {[]string{"[14 08:00 14 12:00]", "14 12:30 14 12:35"}, "14 08:00, 14 12:30"},
		"within a long presence by hand":          {[]string{"[12 08:00 15 12:00]", "14 12:30 14 12:35"}, "12 08:00, 14 12:30"},
		"typed by hand":                           {[]string{"[14 03:12 14 03:13]"}, "14 03:12"},
		"on a day that was saved since":           {[]string{"14 03:12 14 03:13", "[14 08:00 14 12:00]"}, "(14 03:12), 14 08:00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			store, path := shortStore(t)
			for _, text := range test.recorded {
				if hand := strings.Trim(text, "[]"); hand != text {
					typed(t, store, hand)
				} else {
					present(t, store, text)
				}
			}
			modelstest.Want(t, counting(t, store), test.want)
			modelstest.Query(t, path, "INSERT INTO accepted_doubts SELECT date, 'short', start_at || '/' || end_at, '' FROM time_slots JOIN work_entries ON work_entries.id = work_entry_id")
			modelstest.WantNone(t, counting(t, store), "(")
		})
	}
}

func TestADayOfVeryShortPresencesIsNone(t *testing.T) {
	store, path := shortStore(t)
	present(t, store, "14 03:12 14 03:13")
	wants := func(name string, days, slots int) {
		t.Helper()
		of, err := store.SlotDays(t.Context(), modelstest.Date(1), modelstest.Date(30))
		totals, errTotals := store.DayTotals(t.Context(), modelstest.Date(1), modelstest.Date(30))
		one, errOne := store.DayOn(t.Context(), modelstest.Date(14))
		short, errShort := store.Read(t.Context()).ShortDays(modelstest.Date(14), modelstest.Date(14))
		for _, err := range []error{err, errTotals, errOne, errShort} {
			modelstest.Must(t, err)
		}
		if len(of) != days || len(totals) != days || len(one.Slots) != slots || one.WorkedMinutes() != 0 || len(short) != slots || one.Ignored != (days == 0) {
			t.Errorf("%s: got %+v, %+v, %+v, %+v", name, of, totals, one, short)
		}
	}
	wants("with nothing else", 0, 1)
	modelstest.Must(t, modelstest.Send(t, store, models.Arrival, "2026-11-14T09:00:00+01:00", "under way"))
	wants("with an arrival under way", 1, 1)
	modelstest.Query(t, path, "DELETE FROM workplace_presence_events WHERE idempotency_key = 'under way'; UPDATE work_entries SET note = 'astreinte'")
	wants("with a note", 1, 1)
	for name, content := range map[string]string{"with half a day off": "half_day = 'RTT'", "that somebody asked for": "requested_by = 'Mme Roux'", "with a reason": "reason = 'relève'"} {
		modelstest.Query(t, path, "UPDATE work_entries SET note = '', half_day = NULL, requested_by = '', reason = ''; UPDATE work_entries SET "+content)
		wants(name, 1, 1)
	}
	modelstest.Query(t, path, "UPDATE work_entries SET half_day = NULL, requested_by = '', reason = '', day_type = 'RTT', version = version + 1")
	wants("on a day off", 1, 1)
}

func TestADayStaysIgnoredWhateverTheDefaultTypeBecomes(t *testing.T) {
	discard := func(store *models.Store) error {
		open := modelstest.Got(store.OpenArrival(t.Context()))(t)
		return modelstest.Only(presence.Discard(t.Context(), store, open.ID, civil.NewInstant(modelstest.Received.Add(time.Minute))))
	}
	arrive := func(store *models.Store) error {
		return modelstest.Send(t, store, models.Arrival, "2026-11-14T09:00:00+01:00", "in")
	}
	short := func(store *models.Store) error { present(t, store, "14 03:12 14 03:13"); return nil }
	ignore := func(store *models.Store) error {
		doubts := review.NewDoubts(store)
		found := modelstest.Got(doubts.Find(t.Context(), modelstest.Received))(t)
		short := slices.IndexFunc(found, func(d review.Doubt) bool { return d.Kind == review.DoubtShort })
		return modelstest.Only(doubts.Ignore(t.Context(), found[short].ID(), modelstest.Received))
	}
	edit := func(change models.EntryChange) func(*models.Store) error {
		return func(store *models.Store) error {
			day := modelstest.Got(store.DayOn(t.Context(), modelstest.Date(14)))(t)
			change.Slots = day.Slots
			return modelstest.Only(days.Edit(t.Context(), store, day.ID, day.Stamp(), change, modelstest.Received))
		}
	}
	create := func(store *models.Store) error {
		return modelstest.Only(days.Create(t.Context(), store, modelstest.Date(14), models.EntryChange{DayType: models.Work}, modelstest.Received))
	}
	for name, test := range map[string]struct {
		steps   []func(*models.Store) error
		ignored bool
	}{
		"a discarded arrival":                    {[]func(*models.Store) error{arrive, discard}, true},
		"a presence in doubt":                    {[]func(*models.Store) error{short}, true},
		"an ignored presence":                    {[]func(*models.Store) error{short, ignore}, true},
		"both":                                   {[]func(*models.Store) error{short, ignore, arrive, discard}, true},
		"another type, then a discarded arrival": {[]func(*models.Store) error{arrive, edit(models.EntryChange{DayType: models.Telework}), discard}, false},
		"another type of an ignored day":         {[]func(*models.Store) error{short, ignore, edit(models.EntryChange{DayType: models.Telework})}, false},
		"a typed day":                            {[]func(*models.Store) error{create, arrive, discard}, false},
	} {
		store, _ := shortStore(t)
		for _, step := range test.steps {
			modelstest.Must(t, step(store))
		}
		rules := store.Rules()
		rules.Defaults.DayType = models.Duty
		store = store.WithRules(rules)
		one := modelstest.Got(store.DayOn(t.Context(), modelstest.Date(14)))(t)
		counted := modelstest.Got(store.SlotDays(t.Context(), modelstest.Date(14), modelstest.Date(14)))(t)
		records := modelstest.Got(store.Records(t.Context(), modelstest.Date(14), modelstest.Date(14)))(t)
		if one.Ignored != test.ignored || len(counted) == 0 != test.ignored || records[0].Ignored != test.ignored {
			t.Errorf("%s: got %+v, %+v, %+v", name, one, counted, records)
		}
	}
}

// TestWhatIsCachedFollowsTheSlotsOfOtherDays has presences that stand alone, or not, by the slots of
// another day.
func TestWhatIsCachedFollowsTheSlotsOfOtherDays(t *testing.T) {
	store, _ := shortStore(t)
	var cached models.Cached[int, []models.DayTotal]
	wants := func(after string, want int) {
		t.Helper()
		read := func(from, to civil.Date) ([]models.DayTotal, error) { return store.DayTotals(t.Context(), from, to) }
		totals, err := cached.Get(t.Context(), store, 1, func() ([]models.DayTotal, error) { return read(civil.FirstDate, civil.LastDate) },
			func(totals []models.DayTotal, dates []civil.Date) ([]models.DayTotal, error) {
				return models.Reread(totals, dates, read)
			})
		fresh, errFresh := read(civil.FirstDate, civil.LastDate)
		if err != nil || errFresh != nil || fmt.Sprint(totals) != fmt.Sprint(fresh) || len(totals) != want {
			t.Errorf("after %s: got %v, want %v, %d days", after, totals, fresh, want)
		}
	}
	present(t, store, "14 23:55 14 23:58")
	wants("a presence alone", 0)
	present(t, store, "15 00:30 15 06:00")
	wants("one of the next day, shortly after", 2)
	day := modelstest.Got(store.DayOn(t.Context(), modelstest.Date(15)))(t)
	modelstest.Must(t, modelstest.Only(days.Delete(t.Context(), store, day.ID, day.Stamp(), modelstest.Received)))
	wants("that is deleted", 0)
	typed(t, store, "10 08:00 14 23:00")
	wants("one of days before, by hand", 2)
	day = modelstest.Got(store.DayOn(t.Context(), modelstest.Date(10)))(t)
	day.Slots[0].EndAt = modelstest.Instant("2026-11-10T17:00:00+01:00")
	modelstest.Must(t, modelstest.Only(days.Edit(t.Context(), store, day.ID, day.Stamp(), models.EntryChange{DayType: models.Work, Slots: day.Slots}, modelstest.Received)))
	wants("that is shortened", 1)
}

// TestAnUpgradeAcceptsTheVeryShortPresencesOfBefore has those that the oldest schema has recorded.
func TestAnUpgradeAcceptsTheVeryShortPresencesOfBefore(t *testing.T) {
	path := copyOf(t, "dbfile/testdata/schema-12.db")
	modelstest.Query(t, path, `UPDATE time_slots SET end_at = substr(start_at, 1, 17) || '30.000000000Z' WHERE id IN (SELECT time_slot_id FROM workplace_presence_events);
		UPDATE workplace_presence_events SET occurred_at = (SELECT end_at FROM time_slots WHERE id = time_slot_id) WHERE event = 'departure' AND time_slot_id IS NOT NULL;
		UPDATE workplace_presence_events SET closure = 'discarded', closed_at = occurred_at WHERE event = 'arrival' AND closure IS NULL`)
	rules := modelstest.Rules
	rules.ShortPresence = models.MostShortPresence
	store := modelstest.Got(models.Open(t.Context(), path, rules))(t)
	defer store.Close()
	if got := counting(t, store); strings.Contains(got, "(") || len(modelstest.Lines(t, path, "SELECT subject FROM accepted_doubts WHERE doubt = 'short'")) == 0 {
		t.Errorf("got %s", got)
	}
	present(t, store, "29 03:12 29 03:13")
	if got := counting(t, store); !strings.HasSuffix(got, "(29 03:12)") {
		t.Errorf("got %s", got)
	}
}
