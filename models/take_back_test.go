package models_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/history"
	"worklog/models/modelstest"
	"worklog/models/planning"
	"worklog/models/presence"
	"worklog/models/review"
)

// act is something that a person does.
type act func(t testing.TB, s *models.Store) (models.Change, error)

func slotOf(from, to string) models.TimeSlot {
	return models.TimeSlot{StartAt: modelstest.Instant(from), EndAt: modelstest.Instant(to)}
}

// night is a planned shift of 20 November, and fourNights a week of such nights from Monday on.
var (
	night      = models.PlannedShifts{{StartAt: modelstest.Instant("2026-11-20T18:45:00Z"), EndAt: modelstest.Instant("2026-11-21T06:15:00Z"), Type: models.Duty}}
	ofNight    = []models.CycleShift{{Start: civil.WallTime{Hour: 19, Minute: 45}, End: civil.WallTime{Hour: 7, Minute: 15}, Type: models.Duty}}
	fourNights = models.CycleWeeks{{ofNight, ofNight, ofNight, ofNight}}
)

// The acts of the tests below, on entry 1 where they do not say.
var (
	edits = func(slots ...models.TimeSlot) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			return days.Edit(t.Context(), s, 1, modelstest.Version(t, s, 1), models.EntryChange{DayType: models.Duty, Note: "corrigé", Request: &models.Request{By: "Mme Roux", Reason: "relève"}, Slots: slots}, modelstest.Received)
		}
	}
	deletes act = func(t testing.TB, s *models.Store) (models.Change, error) {
		return days.Delete(t.Context(), s, 1, modelstest.Version(t, s, 1), modelstest.Received)
	}
	creates = func(date civil.Date) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			return days.Create(t.Context(), s, date, models.EntryChange{DayType: models.Leave, Slots: []models.TimeSlot{slotOf("2026-11-18T08:00:00Z", "2026-11-18T12:00:00Z")}}, modelstest.Received)
		}
	}
	fills act = func(t testing.TB, s *models.Store) (models.Change, error) {
		leave := models.EntryChange{DayType: models.Leave, Note: "vacances"}
		plan, err := days.PreviewRange(t.Context(), s, []civil.Date{modelstest.Date(16), modelstest.Date(17), modelstest.Date(18), modelstest.Date(19)}, leave)
		if err != nil {
			return models.Change{}, err
		}
		return days.FillRange(t.Context(), s, plan, leave, modelstest.Received)
	}
	closes = func(at string) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			return presence.Close(t.Context(), s, openArrival(t, s), modelstest.Instant(at), modelstest.Instant("2027-01-01T00:00:00Z"))
		}
	}
	discards act = func(t testing.TB, s *models.Store) (models.Change, error) {
		return presence.Discard(t.Context(), s, openArrival(t, s), modelstest.Received)
	}
	recordsRefused act = func(t testing.TB, s *models.Store) (models.Change, error) {
		return review.Record(t.Context(), s, idsOf(reviewOf(t, s).Recordable), modelstest.Received)
	}
	parts act = func(t testing.TB, s *models.Store) (models.Change, error) {
		part := reviewOf(t, s).Parts[0]
		return review.PartSlot(t.Context(), s, part.Slot.ID, part.Refused.ID, modelstest.Instant("2026-11-16T17:00:00Z"), modelstest.Received)
	}
	takesEnd act = func(t testing.TB, s *models.Store) (models.Change, error) {
		return review.TakeBetterEnd(t.Context(), s, 1, 1, modelstest.Received)
	}
	dismisses act = func(t testing.TB, s *models.Store) (models.Change, error) {
		return review.NewDoubts(s).Dismiss(t.Context(), idsOf(reviewOf(t, s).Recordable), 0, modelstest.Received)
	}
	plans = func(shifts models.PlannedShifts) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			return planning.SetDate(t.Context(), s, modelstest.Date(20), shifts, modelstest.Received)
		}
	}
	repeats = func(was, from civil.Date, weeks models.CycleWeeks) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			return planning.SetCycle(t.Context(), s, was, models.Cycle{From: from, Weeks: weeks}, modelstest.Received)
		}
	}
	takesBack = func(change int64) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			return history.TakeBack(t.Context(), s, models.Stamp{Number: change}, modelstest.Received)
		}
	}
	bringsBack = func(state int64) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			return history.BringBack(t.Context(), s, models.Stamp{Number: state}, modelstest.Version(t, s, 1), modelstest.Received)
		}
	}
	sends = func(event models.EventType, at, key string) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			modelstest.Send(t, s, event, at, key)
			return models.Change{}, nil
		}
	}
	arrives = func(at, key string) act { return sends(models.Arrival, at, key) }
	leaves  = func(at, key string) act { return sends(models.Departure, at, key) }
	presses = func(event models.EventType, at string) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			receipt, err := presence.RecordByHand(t.Context(), s, presence.Press{Event: event, Key: at}, modelstest.Instant(at))
			return receipt.Change, err
		}
	}
)

func openArrival(t testing.TB, s *models.Store) int64 {
	t.Helper()
	open, err := s.OpenArrival(t.Context())
	if err != nil || open == nil {
		t.Fatal(open, err)
	}
	return open.ID
}

func (a act) do(t testing.TB, s *models.Store) models.Change {
	t.Helper()
	return modelstest.Got(a(t, s))(t)
}

// after opens a store in which some acts were done.
func after(t testing.TB, acts []act) (store *models.Store, path string) {
	t.Helper()
	store, path = modelstest.Open(t)
	for _, act := range acts {
		act.do(t, store)
	}
	return store, path
}

const mon, tue, wed = "2026-11-16T", "2026-11-17T", "2026-11-18T"

// twice is a day of two slots by the automation, on Monday: entry 1.
var twice = []act{
	arrives(mon+"08:00:00.5Z", "a1"), leaves(mon+"12:00:00Z", "d1"), arrives(mon+"13:00:00Z", "a2"), leaves(mon+"17:00:00Z", "d2"),
}

var missed = []act{arrives(mon+"08:00:00Z", "a1"), arrives(tue+"08:00:00Z", "a2")}

func then(acts []act, more ...act) []act { return append(slices.Clone(acts), more...) }

func TestEveryChangeTakenBackIsAsIfItHadNotBeenAndCanBeMadeAgain(t *testing.T) {
	t.Parallel()
	modelstest.SkipWithRaceDetector(t)
	for _, test := range []struct {
		name   string
		before []act
		change act
	}{
		{"a day edited, whose slots and links come back", twice, edits(slotOf(mon+"09:00:00Z", mon+"10:00:00Z"))},
		{"a day edited while an arrival is open", then(twice, arrives(mon+"18:00:00Z", "a3")), edits()},
		{"an arrival closed beside a slot, whose links stay", twice[:3], closes(mon + "17:00:00Z")},
		{"a day deleted", twice, deletes},
		{"a day deleted while its arrival is open", missed[:1], deletes},
		{"a day deleted that was edited", then(twice, edits()), deletes},
		{"a range of new days and others", then(twice[:2], creates(modelstest.Date(18))), fills},
		{"refused events recorded, a pair", then(missed, closes(mon+"17:00:00Z"), leaves(tue+"17:00:00Z", "d2")), recordsRefused},
		{"refused events recorded, an arrival", then(missed, discards), recordsRefused},
		{"refused events recorded, a departure that came too early", []act{leaves(mon+"17:00:00Z", "d1"), arrives(mon+"08:00:00Z", "a1")}, recordsRefused},
		{"refused events recorded, which drops one that they cover", then(missed, arrives(tue+"08:02:00Z", "a2b"), closes(mon+"17:00:00Z"), leaves(tue+"17:00:00Z", "d2")), recordsRefused},
		{"refused events dismissed, two of one date", then(missed, closes(mon+"17:00:00Z"), leaves(tue+"17:00:00Z", "d2")), dismisses},
		{"a slot parted into a day that there was", then(missed, leaves(tue+"17:00:00Z", "d2"), creates(modelstest.Date(17))), parts},
		{"a slot parted within a day", []act{arrives(mon+"02:00:00Z", "a1"), arrives(mon+"20:00:00Z", "a2"), leaves(mon+"23:00:00Z", "d2")}, parts},
		{"shifts planned", nil, plans(night)},
		{"a planned rest in place of shifts", []act{plans(night)}, plans(models.PlannedShifts{})},
		{"a date planned by its cycle again", []act{plans(night)}, plans(nil)},
		{"a cycle", nil, repeats(civil.Date{}, modelstest.Date(16), fourNights)},
		{"a cycle that begins on another date", []act{repeats(civil.Date{}, modelstest.Date(16), fourNights)}, repeats(modelstest.Date(16), modelstest.Date(18), fourNights)},
		{"a cycle removed", []act{repeats(civil.Date{}, modelstest.Date(16), fourNights)}, repeats(modelstest.Date(16), modelstest.Date(16), nil)},
		{"a change taken back", then(twice, deletes), takesBack(1)},
		{"an earlier state brought back", then(twice, edits(), edits(slotOf(mon+"20:00:00Z", mon+"21:00:00Z"))), bringsBack(1)},
		{"an earlier state brought back of a deleted day", then(twice, edits(), deletes), bringsBack(1)},
	} {
		t.Run(test.name, func(t *testing.T) {
			store, path := after(t, test.before)
			first, highest := modelstest.Kept(t, path), modelstest.Version(t, store, 1).Number
			change := test.change.do(t, store)
			if change.ID == 0 || len(change.Dates) == 0 || len(slices.Compact(slices.Clone(change.Dates))) < len(change.Dates) {
				t.Fatalf("got %+v", change)
			}
			second := modelstest.Kept(t, path)
			if slices.Equal(first, second) {
				t.Fatal("the change has changed nothing")
			}
			for range 2 { // and again
				highest = max(highest, modelstest.Version(t, store, 1).Number)
				back := takesBack(change.ID).do(t, store)
				modelstest.WantKept(t, path, first)
				if is := modelstest.Version(t, store, 1).Number; change.EntryID == 1 && is != 0 && is <= highest {
					t.Errorf("got version %d after %d", is, highest)
				}
				highest = max(highest, modelstest.Version(t, store, 1).Number)
				change = takesBack(back.ID).do(t, store)
				modelstest.WantKept(t, path, second)
			}
		})
	}
}

func TestAChangeThatCannotBeTakenBackIsRefusedAndChangesNothing(t *testing.T) {
	t.Parallel()
	modelstest.SkipWithRaceDetector(t)
	late := func(change int64) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			return history.TakeBack(t.Context(), s.WithRules(models.Rules{}), models.Stamp{Number: change}, civil.NewInstant(modelstest.Received.Add(1)))
		}
	}
	stale := func(state, version int64) act {
		return func(t testing.TB, s *models.Store) (models.Change, error) {
			return history.BringBack(t.Context(), s, models.Stamp{Number: state}, models.Stamp{Number: version}, modelstest.Received)
		}
	}
	for _, test := range []struct {
		name   string
		before []act
		back   act
		want   error
	}{
		{"one that is none", nil, takesBack(1), models.ErrStateNotFound},
		{"a state that is the present, which is no error", then(twice, edits(), takesBack(1)), bringsBack(1), nil},
		{"a state that was none, as it is now", then(twice, deletes, takesBack(1), takesBack(2)), func(t testing.TB, s *models.Store) (models.Change, error) {
			return history.BringBack(t.Context(), s, models.Stamp{Number: 2}, models.Stamp{}, modelstest.Received)
		}, nil},
		{"one that is not kept any more", then(twice, deletes), late(1), models.ErrStateNotFound},
		{"a state that is not kept any more", then(twice, edits()), func(t testing.TB, s *models.Store) (models.Change, error) {
			return history.BringBack(t.Context(), s.WithRules(models.Rules{}), models.Stamp{Number: 1}, modelstest.Version(t, s, 1), civil.NewInstant(modelstest.Received.Add(1)))
		}, models.ErrStateNotFound},
		{"one of another moment, whose id a restored database has given again", then(twice, edits()), func(t testing.TB, s *models.Store) (models.Change, error) {
			return history.TakeBack(t.Context(), s, models.Stamp{Number: 1, At: civil.NewInstant(modelstest.Received.Add(time.Second))}, modelstest.Received)
		}, models.ErrStateNotFound},
		{"a state that the page showed of another moment", then(twice, edits()), func(t testing.TB, s *models.Store) (models.Change, error) {
			version := modelstest.Version(t, s, 1)
			version.At = civil.NewInstant(version.At.Add(time.Second))
			return history.BringBack(t.Context(), s, models.Stamp{Number: 1}, version, modelstest.Received)
		}, models.ErrEntryChanged},
		{"a state that is none", twice, bringsBack(7), models.ErrStateNotFound},
		{"a day that has been edited since", then(twice, edits(), edits(slotOf(mon+"09:00:00Z", mon+"10:00:00Z"))), takesBack(1), models.ErrEntryChanged},
		{"a day to which the automation has added", then(twice, edits(), arrives(mon+"19:00:00Z", "a3")), takesBack(1), models.ErrEntryChanged},
		{"a day that has been deleted since", then(twice, edits(), deletes), takesBack(1), models.ErrEntryChanged},
		{"a change that is taken back already", then(twice, edits(), takesBack(1)), takesBack(1), models.ErrEntryChanged},
		{"a deletion that is taken back already", then(twice, deletes, takesBack(1)), takesBack(1), models.ErrEntryChanged},
		{"a deleted day whose date has another", then(twice, deletes, creates(modelstest.Date(16))), takesBack(1), models.ErrDateTaken},
		{"a deleted day one of whose keys is used again", then(twice, deletes, arrives(wed+"08:00:00Z", "d2")), takesBack(1), models.ErrKeyTaken},
		{"a closing while another arrival is open", then(missed[:1], closes(mon+"17:00:00Z"), arrives(tue+"08:00:00Z", "a2")), takesBack(1), models.ErrArrivalOpen},
		{"a state before a closing while another arrival of the day is open", then(twice[:1], edits(slotOf(mon+"05:00:00Z", mon+"06:00:00Z")), closes(mon+"12:00:00Z"), arrives(mon+"13:00:00Z", "a2")), bringsBack(2), models.ErrArrivalOpen},
		{"a discard while another arrival is open", then(missed[:1], discards, arrives(tue+"08:00:00Z", "a2")), takesBack(1), models.ErrArrivalOpen},
		{"a deleted open arrival while another is open", then(missed[:1], deletes, arrives(tue+"08:00:00Z", "a2")), takesBack(1), models.ErrArrivalOpen},
		{"a range of which one day has changed", then(twice, fills, func(t testing.TB, s *models.Store) (models.Change, error) {
			return days.Delete(t.Context(), s, 2, models.Stamp{Number: 1}, modelstest.Received)
		}), takesBack(1), models.ErrEntryChanged},
		{"shifts planned that are others now", []act{plans(night), plans(nil)}, takesBack(1), models.ErrPlanChanged},
		{"a cycle that is another one now", []act{repeats(civil.Date{}, modelstest.Date(16), fourNights), repeats(modelstest.Date(16), modelstest.Date(18), fourNights)}, takesBack(1), models.ErrPlanChanged},
		{"a state that the page showed before another change", then(twice, edits(), edits(slotOf(mon+"09:00:00Z", mon+"10:00:00Z"))), stale(1, 5), models.ErrEntryChanged},
		{"a state of a day that was there when the page was made", then(twice, edits(), deletes), stale(1, 5), models.ErrEntryChanged},
		{"a state of a day that was not there when the page was made", then(twice, edits()), stale(1, 0), models.ErrEntryChanged},
		{"a state with a departure that another day has now", then(missed, leaves(tue+"17:00:00Z", "d2"), parts), bringsBack(1), models.ErrEventMoved},
	} {
		t.Run(test.name, func(t *testing.T) {
			store, path := after(t, test.before)
			was := modelstest.Kept(t, path)
			if change, err := test.back(t, store); !errors.Is(err, test.want) || change.ID != 0 || err == nil && len(change.Dates) == 0 {
				t.Errorf("got %+v, %v, want %v", change, err, test.want)
			}
			modelstest.WantKept(t, path, was)
		})
	}
}

func TestADayWhoseDateAnotherProgramHasChangedIsNotThatOfTheChange(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		do        act
		statement string
	}{
		"edited":            {edits(), "UPDATE work_entries SET date = '2026-11-27' WHERE id = 1"},
		"filled, exchanged": {fills, "UPDATE work_entries SET date = '2027' || substr(date, 5) WHERE id IN (2, 3); UPDATE work_entries SET date = iif(id = 2, '2026-11-18', '2026-11-17') WHERE id IN (2, 3)"},
		"created, no date":  {creates(modelstest.Date(18)), "PRAGMA ignore_check_constraints = ON; UPDATE work_entries SET date = 'x' WHERE id = 2; UPDATE day_states SET date = 'y'"},
	} {
		t.Run(name, func(t *testing.T) {
			store, path := after(t, twice)
			change := test.do.do(t, store)
			modelstest.Query(t, path, test.statement)
			was := modelstest.Kept(t, path)
			modelstest.WantError(t, modelstest.Only(history.TakeBack(t.Context(), store, models.Stamp{Number: change.ID}, modelstest.Received)), models.ErrEntryChanged)
			modelstest.WantList(t, modelstest.Kept(t, path), was)
		})
	}
}

func TestWhatTheAutomationSentSinceStaysWithoutASlot(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		do   []act
		want []string // events, slots and refused events
	}{
		{"an arrival and its departure", then(twice[:2], edits(), twice[2], twice[3], bringsBack(1)), []string{
			"a1 departure slot 1", "d1 - slot 1", "a2 departure -", "d2 - -", "slot 1"}},
		{"an arrival that is open", then(twice[:2], edits(), twice[2], bringsBack(1)), []string{
			"a1 departure slot 1", "d1 - slot 1", "a2 open -", "slot 1"}},
		{"the departure of an arrival that was open, which stays closed", then(twice[:1], edits(slotOf(mon+"05:00:00Z", mon+"06:00:00Z")), twice[1], bringsBack(1)), []string{
			"a1 departure -", "d1 - -"}},
		{"a departure that was taken for a better end, which stays without the slot", then(twice[:1], closes(mon+"11:00:00Z"), twice[1], takesEnd, edits(), bringsBack(2)), []string{
			"a1 departure -", "d1 - -", "slot 1"}},
		{"a closing by hand since is taken back", then(twice[:1], edits(slotOf(mon+"05:00:00Z", mon+"06:00:00Z")), closes(mon+"12:00:00Z"), bringsBack(1)), []string{
			"a1 open -"}},
		{"a day that was none stays for its events", []act{creates(modelstest.Date(16)), twice[0], twice[1], bringsBack(1)}, []string{
			"a1 departure -", "d1 - -"}},
		{"a pair that was recorded with another day's", then(missed, arrives(wed+"08:00:00Z", "a3"), closes(mon+"17:00:00Z"), leaves(tue+"17:00:00Z", "d2"), leaves(wed+"17:00:00Z", "d3"), recordsRefused,
			func(t testing.TB, s *models.Store) (models.Change, error) {
				return history.BringBack(t.Context(), s, models.Stamp{Number: 2}, modelstest.Version(t, s, 2), modelstest.Received)
			}), []string{"a1 manual slot 1", "a2 departure -", "d2 - -", "a3 departure slot 3", "d3 - slot 3", "slot 1", "slot 3"}},
		{"a pair that was recorded alone, which is refused again", then(missed, closes(mon+"17:00:00Z"), leaves(tue+"17:00:00Z", "d2"), recordsRefused,
			func(t testing.TB, s *models.Store) (models.Change, error) {
				return history.BringBack(t.Context(), s, models.Stamp{Number: 2}, modelstest.Version(t, s, 2), modelstest.Received)
			}), []string{"a1 manual slot 1", "slot 1", "refused a2", "refused d2"}},
		{"of two pairs that are refused again, one", then(missed, arrives(wed+"08:00:00Z", "a3"), closes(mon+"17:00:00Z"), leaves(tue+"17:00:00Z", "d2"), leaves(wed+"17:00:00Z", "d3"), recordsRefused, takesBack(2),
			func(t testing.TB, s *models.Store) (models.Change, error) {
				return history.BringBack(t.Context(), s, models.Stamp{Number: 4}, models.Stamp{}, modelstest.Received)
			}), []string{"a1 manual slot 1", "a2 departure slot 2", "d2 - slot 2", "slot 1", "slot 2", "refused a3", "refused d3"}},
		{"a day that was none goes without any", []act{creates(modelstest.Date(16)), edits(), bringsBack(1)}, nil},
		{"a person's arrival, and the day that it made", []act{presses(models.Arrival, mon+"08:00:00Z"), takesBack(1)}, nil},
		{"a person's arrival on a day that there was", then(twice[:2], presses(models.Arrival, mon+"13:00:00Z"), takesBack(1)), []string{
			"a1 departure slot 1", "d1 - slot 1", "slot 1"}},
		{"a person's departure, whose arrival of the automation is open again", then(twice[:1], presses(models.Departure, mon+"12:00:00Z"), takesBack(1)), []string{
			"a1 open -"}},
		{"both of a person's, by an earlier state", then(twice[:2], edits(), presses(models.Arrival, mon+"13:00:00Z"), presses(models.Departure, mon+"17:00:00Z"), bringsBack(1)), []string{
			"a1 departure slot 1", "d1 - slot 1", "slot 1"}},
		{"neither, when the automation has sent something since", then(twice[:2], edits(), presses(models.Arrival, mon+"13:00:00Z"), twice[3], bringsBack(1)), []string{
			"a1 departure slot 1", "d1 - slot 1", mon + "13:00:00Z departure -", "d2 - -", "slot 1"}},
		{"neither, when a person has pressed after what the automation has sent", then(twice[:2], edits(), twice[2], presses(models.Departure, mon+"17:00:00Z"), bringsBack(1)), []string{
			"a1 departure slot 1", "d1 - slot 1", "a2 departure -", mon + "17:00:00Z - -", "slot 1"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, path := after(t, test.do)
			got := modelstest.Column(t, modelstest.SQL(t, path), `
				SELECT idempotency_key || ' ' || CASE event WHEN 'arrival' THEN coalesce(closure, 'open') ELSE '-' END || ' ' || coalesce('slot ' || time_slot_id, '-') || ';'
				FROM workplace_presence_events UNION ALL SELECT 'slot ' || id || ';' FROM time_slots
				UNION ALL SELECT 'refused ' || idempotency_key || ';' FROM refused_events`)
			lines := strings.FieldsFunc(got, func(r rune) bool { return r == ';' })
			for i := range lines {
				lines[i] = strings.TrimSpace(lines[i])
			}
			modelstest.WantList(t, lines, test.want)
			modelstest.WantKept(t, path, modelstest.Kept(t, path))
		})
	}
}

func TestAChangeSaysByWhomItWasMade(t *testing.T) {
	t.Parallel()
	store, path := after(t, twice)
	for _, name := range []string{"", "camille", "an\xff od\x00d na\u200eme"} {
		ctx := t.Context()
		if name != "" {
			ctx = models.By(ctx, name)
		}
		change := modelstest.Got(days.Edit(ctx, store, 1, modelstest.Version(t, store, 1), models.EntryChange{DayType: models.Leave, Note: "n" + name[:min(1, len(name))]}, modelstest.Received))(t)
		modelstest.Must(t, modelstest.Only(history.TakeBack(ctx, store, models.Stamp{Number: change.ID}, modelstest.Received)))
	}
	modelstest.Want(t, modelstest.Column(t, modelstest.SQL(t, path), "SELECT made_by || ';' FROM changes ORDER BY id"), "; ; camille; camille; an\ufffd odd name; an\ufffd odd name;")
	modelstest.WantKept(t, path, modelstest.Kept(t, path))
}

func TestAReplayRepeatsTheFirstAnswerAfterADeletionIsTakenBack(t *testing.T) {
	t.Parallel()
	store, _ := after(t, then(missed, leaves(tue+"17:00:00Z", "d2"), parts))
	first := modelstest.Record(t, store, models.Departure, tue+"17:00:00Z", "d2")
	change := modelstest.Got(days.Delete(t.Context(), store, 2, modelstest.Version(t, store, 2), modelstest.Received))(t)
	takesBack(change.ID).do(t, store)
	again := modelstest.Record(t, store, models.Departure, tue+"17:00:00Z", "d2")
	if is, was := again.Event, first.Event; again.Outcome != models.OutcomeReplayed || is.ID != was.ID || is.FirstEntry() != was.FirstEntry() || *is.CreatedSlotID != *was.CreatedSlotID {
		t.Errorf("got %+v, want %+v", is, was)
	}
}

func TestARestoredDatabaseCanStillTakeBack(t *testing.T) {
	t.Parallel()
	store, path := after(t, twice)
	first := modelstest.Kept(t, path)
	change := deletes.do(t, store)
	folder := t.TempDir()
	modelstest.Must(t, modelstest.Only(store.Backup(t.Context(), folder+"/copy.db")))
	modelstest.Must(t, modelstest.Only(models.Format.Restore(t.Context(), folder+"/copy.db", folder+"/worklog.db", nil)))
	restored := modelstest.Got(models.Open(t.Context(), folder+"/worklog.db", modelstest.Rules))(t)
	defer restored.Close()
	takesBack(change.ID).do(t, restored)
	modelstest.WantKept(t, folder+"/worklog.db", first)
}

func TestWhatIsRecordedAfterAllTakesTheArrivalsThatItCovers(t *testing.T) {
	t.Parallel()
	for name, do := range map[string][]act{
		"a pair":                       then(missed, arrives(tue+"08:02:00Z", "a2b"), closes(mon+"17:00:00Z"), leaves(tue+"17:00:00Z", "d2"), recordsRefused),
		"the second half of a slot":    then(missed, arrives(tue+"08:02:00Z", "a2b"), leaves(tue+"17:00:00Z", "d2"), parts),
		"the first half of a slot":     {arrives(mon+"08:00:00Z", "a1"), arrives(mon+"08:10:00Z", "a1b"), arrives(tue+"08:00:00Z", "a2"), leaves(tue+"17:00:00Z", "d2"), parts},
		"the end of an open arrival's": {leaves(mon+"17:00:00Z", "d1"), arrives(mon+"08:00:00Z", "a1"), arrives(mon+"08:10:00Z", "a1b"), recordsRefused},
	} {
		_, path := after(t, do)
		modelstest.Want(t, modelstest.Column(t, modelstest.SQL(t, path), "SELECT count(*) FROM refused_events"), "0", name)
	}
}

func reviewOf(t testing.TB, store *models.Store) review.Review {
	t.Helper()
	return modelstest.Got(review.NewReviews(store).Find(t.Context()))(t)
}

func idsOf(events []models.RefusedEvent) (ids []int64) {
	for _, event := range events {
		ids = append(ids, event.ID)
	}
	return ids
}

func TestWhatADayWasIsSaidOfItsNewestChange(t *testing.T) {
	t.Parallel()
	store, _ := after(t, twice)
	first, second := edits().do(t, store), edits(slotOf(mon+"09:00:00Z", mon+"10:00:00Z")).do(t, store)
	day := modelstest.Got(store.Day(t.Context(), 1))(t)
	if was := modelstest.Got(store.Before(t.Context(), first, day))(t); was != nil {
		t.Errorf("got %+v before an earlier change", was)
	}
	modelstest.Want(t, modelstest.Got(store.Before(t.Context(), second, day))(t).Version, day.Version-1)
}
