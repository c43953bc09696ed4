package report_test

import (
	"database/sql"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/history"
	"worklog/models/imports"
	"worklog/models/modelstest"
	"worklog/models/presence"
	"worklog/models/report"
	"worklog/models/review"
)

// teleworking has arrivals create a day that counts its target, unless it is ignored.
func teleworking() models.Rules {
	rules := modelstest.Rules
	rules.Defaults.DayType = models.Telework
	return rules
}

// keepingRules need days of long ago: for a balance, and for a counter that carries over.
func keepingRules() report.Rules {
	return hourRules(func(r *report.Rules) {
		r.Balance.From, r.Balance.CreditWithoutSlots = dateOf("2025-11-15"), true
		r.Counters = []report.Counter{conges(ouvrables, carries(report.CarryAll, nil)), conges()}
	})
}

// written is a record of which figures, doubts and the review are kept in memory while others
// write to it.
type written struct {
	check  *rapid.T
	reader *report.Reader
	doubts *review.Doubts
	rules  report.Rules
	stores [2]*models.Store // the reader's own, and that of another program
	shell  *sql.DB
	now    time.Time
	last   models.Change
}

func newWritten(t *testing.T, check *rapid.T) *written {
	path := filepath.Join(t.TempDir(), "worklog.db")
	modelstest.Create(t, path)
	w := &written{check: check, rules: keepingRules(), now: at("2026-02-20 08:00").Time}
	for i := range w.stores {
		store := modelstest.Got(models.Open(t.Context(), path, teleworking()))(check)
		w.stores[i] = store
	}
	shell := modelstest.Got(sql.Open("sqlite3", path))(check)
	w.shell = shell
	check.Cleanup(func() { shell.Close(); w.stores[0].Close(); w.stores[1].Close(); os.Remove(path) })
	w.reader, w.doubts = report.NewReader(w.rules, w.stores[0]), review.NewDoubts(w.stores[0])
	return w
}

// store is either of the two programs'.
func (w *written) store() *models.Store {
	return w.stores[rapid.IntRange(0, 1).Draw(w.check, "program")]
}

// date is one of few, so that days are met again.
func (w *written) date() civil.Date {
	dates := []civil.Date{dateOf("2025-10-31"), dateOf("2025-12-05"), dateOf("2025-12-31"), dateOf("2026-02-19"), civil.DateOf(w.now.In(paris))}
	return dates[rapid.IntRange(0, len(dates)-1).Draw(w.check, "date")]
}

// done notes the change of an operation, which may also have been refused.
func (w *written) done(change models.Change, err error) {
	if err == nil && change.ID != 0 {
		w.last = change
	}
}

func (w *written) change(date civil.Date) models.EntryChange {
	change := models.EntryChange{
		DayType: rapid.SampledFrom(models.DayTypes).Draw(w.check, "type"),
		Note:    rapid.SampledFrom([]string{"", "note"}).Draw(w.check, "note"),
	}
	if change.DayType == models.Work {
		change.HalfDay = rapid.SampledFrom([]models.HalfDay{"", "RTT", "CONGE"}).Draw(w.check, "half")
	}
	if rapid.Bool().Draw(w.check, "slot") {
		start := at(date.String() + " 08:00")
		end := civil.NewInstant(start.Add(time.Duration(rapid.IntRange(1, 600).Draw(w.check, "minutes")) * time.Minute))
		change.Slots = []models.TimeSlot{{StartAt: start, EndAt: end}}
	}
	return change
}

func (w *written) instant() civil.Instant { return civil.NewInstant(w.now) }

func (w *written) create(t *rapid.T) {
	date := w.date()
	w.done(days.Create(t.Context(), w.store(), date, w.change(date), w.instant()))
}

// anyDay returns one of the days, or nil.
func (w *written) anyDay() *models.Day {
	days, err := w.stores[0].Days(w.check.Context(), dateOf("1970-01-01"), dateOf("9999-12-31"))
	if err != nil || len(days) == 0 {
		return nil
	}
	return &days[rapid.IntRange(0, len(days)-1).Draw(w.check, "day")]
}

func (w *written) edit(t *rapid.T) {
	if day := w.anyDay(); day != nil {
		w.done(days.Edit(t.Context(), w.store(), day.ID, models.Stamp{Number: day.Version}, w.change(day.Date), w.instant()))
	}
}

func (w *written) remove(t *rapid.T) {
	if day := w.anyDay(); day != nil {
		w.done(days.Delete(t.Context(), w.store(), day.ID, models.Stamp{Number: day.Version}, w.instant()))
	}
}

func (w *written) fill(t *rapid.T) {
	date, change := w.date(), models.EntryChange{DayType: models.Leave}
	store := w.store()
	plan, err := days.PreviewRange(t.Context(), store, []civil.Date{date, date.AddDays(1), date.AddDays(31)}, change)
	if err == nil {
		w.done(days.FillRange(t.Context(), store, plan, change, w.instant()))
	}
}

func (w *written) importDays(t *rapid.T) {
	date := w.date()
	day := imports.TypedDay{Date: date, Slots: []imports.TypedSlot{{Row: 1, Start: imports.TypedTime{WallTime: civil.WallTime{Hour: 19}}, End: imports.TypedTime{WallTime: civil.WallTime{Hour: 20}}}}}
	file := imports.File{Days: []imports.Day{{Row: 1, Typed: &day}}}
	store := w.store()
	plan, err := imports.PreviewOf(t.Context(), store, file)
	if err == nil {
		w.done(imports.Perform(t.Context(), store, file, plan.Fingerprint(), w.instant()))
	}
}

func (w *written) signal(t *rapid.T) {
	w.now = w.now.Add(time.Duration(rapid.IntRange(1, 1000).Draw(t, "minutes later")) * time.Minute)
	event := rapid.SampledFrom([]models.EventType{models.Arrival, models.Departure}).Draw(t, "event")
	_, _ = presence.Record(t.Context(), w.store(), models.Signal{Event: event, OccurredAt: w.instant(), IdempotencyKey: fmt.Sprint(w.now.Unix())}, w.instant())
}

func (w *written) discard(t *rapid.T) {
	if open, err := w.stores[0].OpenArrival(t.Context()); err == nil && open != nil {
		w.done(presence.Discard(t.Context(), w.store(), open.ID, w.instant()))
	}
}

func (w *written) takeBack(t *rapid.T) {
	_, _ = history.TakeBack(t.Context(), w.store(), models.Stamp{Number: w.last.ID}, w.instant())
}

// write is what a person does in the sqlite3 shell.
func (w *written) write(t *rapid.T) {
	date, other := w.date(), w.date()
	_, _ = w.shell.Exec(rapid.SampledFrom([]string{
		"UPDATE OR IGNORE work_entries SET date = :other WHERE date = :date",
		"UPDATE work_entries SET day_type = 'RTT', half_day = NULL WHERE date >= :date",
		"UPDATE work_entries SET half_day = 'CONGE' WHERE date >= :date AND day_type = 'WORK'",
		"UPDATE work_entries SET timezone = 'Asia/Kolkata' WHERE date >= :date",
		"UPDATE work_entries SET note = '' WHERE date >= :date",
		"UPDATE work_entries SET id = id + 1000 WHERE date = :date",
		"DELETE FROM work_entries WHERE date = :date",
		"INSERT OR IGNORE INTO work_entries (date, timezone, day_type, created_at, updated_at) VALUES (:date, 'Europe/Paris', 'CONGE', :instant, :instant)",
		"INSERT INTO time_slots (work_entry_id, start_at, end_at) SELECT id, date || 'T20:00:00.000000000Z', date || 'T21:00:00.000000000Z' FROM work_entries WHERE date = :date",
		"UPDATE time_slots SET end_at = substr(start_at, 1, 10) || 'T23:00:00.000000000Z' WHERE start_at >= :date",
		"UPDATE time_slots SET work_entry_id = (SELECT id FROM work_entries ORDER BY date = :date DESC LIMIT 1)",
		"DELETE FROM time_slots WHERE start_at >= :date",
		"UPDATE workplace_presence_events SET closure = 'discarded' WHERE closure IS NOT NULL",
		"UPDATE workplace_presence_events SET work_entry_id = (SELECT id FROM work_entries ORDER BY date = :date DESC LIMIT 1) WHERE closure = 'discarded'",
		"DELETE FROM workplace_presence_events WHERE closure = 'discarded' OR event = 'arrival' AND closure IS NULL",
		// which deletes rows without their triggers
		"INSERT OR REPLACE INTO work_entries (id, date, timezone, day_type, created_at, updated_at) SELECT id, :other, 'Europe/Paris', 'CONGE', :instant, :instant FROM work_entries WHERE date = :date",
		"UPDATE OR REPLACE time_slots SET id = 1 WHERE start_at >= :date",
		"INSERT OR REPLACE INTO refused_events (event, occurred_at, occurred_at_sent, idempotency_key, received_at, reason) VALUES ('arrival', :date || 'T09:00:00.000000000Z', '', :other, :instant, 'arrival_open')",
		"INSERT OR REPLACE INTO refused_events (event, occurred_at, occurred_at_sent, idempotency_key, received_at, reason) VALUES ('departure', :date || 'T18:00:00.000000000Z', '', :other, :instant, 'no_open_arrival')",
		"DELETE FROM refused_events WHERE occurred_at >= :date",
		"INSERT OR REPLACE INTO accepted_doubts (date, doubt, subject, accepted_at) VALUES (:date, 'missing', '', :instant)",
		"DELETE FROM accepted_doubts",
		"INSERT INTO workplace_presence_events (work_entry_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, closure, closed_at)" +
			" SELECT id, 'arrival', :instant, :instant, random(), :instant, 'discarded', :instant FROM work_entries WHERE date = :date",
	}).Draw(t, "statement"), sql.Named("date", date.String()), sql.Named("other", other.String()), sql.Named("instant", w.instant().String()))
}

// wantFound compares the doubts and the review with those that are found anew.
func (w *written) wantFound(t *rapid.T) {
	kept, err := w.doubts.Find(t.Context(), w.instant())
	anew, err2 := review.NewDoubts(w.stores[1]).Find(t.Context(), w.instant())
	if got, want := asJSON(kept), asJSON(anew); got != want || err != nil || err2 != nil {
		t.Fatalf("doubts: got %s, %v, want %s, %v", got, err, want, err2)
	}
	found, err := review.NewReviews(w.stores[0]).Find(t.Context())
	played, err2 := review.NewReviews(w.stores[1].WithRules(teleworking())).Find(t.Context())
	if got, want := asJSON(found), asJSON(played); got != want || err != nil || err2 != nil {
		t.Fatalf("review: got %s, %v, want %s, %v", got, err, want, err2)
	}
}

// wantAsRead compares what is kept with what is read anew.
func (w *written) wantAsRead(t *rapid.T) {
	w.wantFound(t)
	now := w.instant()
	today := civil.DateOf(w.now.In(paris))
	kept, err := w.reader.Now(t.Context(), now)
	read, err2 := report.NewReader(w.rules, w.stores[1]).Now(t.Context(), now)
	if got, want := asJSON(kept), asJSON(read); got != want || err != nil || err2 != nil {
		t.Fatalf("got %s, %v, want %s, %v", got, err, want, err2)
	}
	from := w.date()
	to := from.AddDays(rapid.IntRange(0, 400).Draw(t, "days"))
	record, err := w.reader.Read(t.Context(), from, to, now)
	anew, err2 := report.NewReader(w.rules, w.stores[1]).Read(t.Context(), from, to, now)
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if got, want := asJSON(w.rules.Figures(record, from, to, now)), asJSON(w.rules.Figures(anew, from, to, now)); got != want {
		t.Fatalf("%s to %s on %s: got\n%s\nwant\n%s", from, to, today, got, want)
	}
	totals := modelstest.Got(w.stores[1].DayTotals(t.Context(), dateOf("1970-01-01"), dateOf("9999-12-31")))(t)
	balance, err := w.reader.BalanceAt(t.Context(), to)
	if want := balanceOf(w.rules, totals, to); err != nil || balance != want {
		t.Fatalf("the balance at %s: got %d, %v, want %d", to, balance, err, want)
	}
}

func asJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func TestWhateverIsWrittenNothingKeptIsOlderThanWhatIsStored(t *testing.T) {
	checks := flag.Lookup("rapid.checks").Value
	defer checks.Set(checks.String())
	if err := checks.Set("10"); err != nil { // each check makes a database and writes to it some thirty times
		t.Fatal(err)
	}
	rapid.Check(t, func(check *rapid.T) {
		w := newWritten(t, check)
		check.Repeat(map[string]func(*rapid.T){
			"": w.wantAsRead, "create": w.create, "edit": w.edit, "remove": w.remove, "fill": w.fill, "import": w.importDays,
			"signal": w.signal, "signal again": w.signal, "discard": w.discard, "discard again": w.discard, "take back": w.takeBack, "write": w.write, "write more": w.write,
		})
	})
}

func TestAReaderReturnsTheDaysAndTotalsThatAreAskedForWhateverItHasReadBefore(t *testing.T) {
	store, _ := modelstest.Open(t)
	now := at("2026-11-20 12:00")
	for date := dateOf("2024-12-02"); date.Year < 2027; date = date.AddDays(10) {
		change := models.EntryChange{DayType: models.Work, Slots: entry(date.String(), "WORK", "08:00-12:00").Slots}
		modelstest.Must(t, modelstest.Only(days.Create(t.Context(), store, date, change, now)))
	}
	keeping, plain := report.NewReader(keepingRules(), store), report.NewReader(hourRules(), store)
	for range 2 {
		for _, dates := range [][2]string{
			{"2026-01-01", "2026-12-31"}, {"2025-01-01", "2025-12-31"}, {"2025-12-29", "2027-01-03"}, {"2026-02-01", "2026-07-31"},
			{"2025-10-05", "2027-01-21"}, {"2024-01-01", "2026-12-31"}, {"2026-03-01", "2026-03-31"}, {"2026-12-31", "2026-01-01"},
		} {
			from, to := dateOf(dates[0]), dateOf(dates[1])
			days := modelstest.Got(store.SlotDays(t.Context(), from, to))(t)
			for _, reader := range []*report.Reader{keeping, plain} {
				got, err := reader.SlotDays(t.Context(), from, to)
				if fmt.Sprint(got) != fmt.Sprint(days) || err != nil {
					t.Errorf("%s: got %v, %v, want %v", dates, got, err, days)
				}
				totals, err := reader.DayTotals(t.Context(), from, to)
				if fmt.Sprint(totals) != fmt.Sprint(models.Totals(days)) || err != nil {
					t.Errorf("%s: got %v, %v, want %v", dates, totals, err, models.Totals(days))
				}
			}
		}
	}
}

func TestWhatIsKeptFollowsSeveralDaysThatChangedAtOnce(t *testing.T) {
	store, _ := modelstest.Open(t)
	rules, now := keepingRules(), at("2026-11-20 12:00")
	reader := report.NewReader(rules, store)
	created := func(date, half string) {
		change := models.EntryChange{DayType: models.Work, HalfDay: models.HalfDay(half), Slots: entry(date, "WORK", "08:00-12:00").Slots}
		modelstest.Must(t, modelstest.Only(days.Create(t.Context(), store, dateOf(date), change, now)))
	}
	want := func() {
		t.Helper()
		anew := report.NewReader(rules, store)
		for _, read := range []func(*report.Reader) (any, error){
			func(r *report.Reader) (any, error) { return r.BalanceAt(t.Context(), dateOf("2026-02-28")) },
			func(r *report.Reader) (any, error) { return r.BalanceAt(t.Context(), dateOf("2026-11-19")) },
			func(r *report.Reader) (any, error) { return r.CountsNow(t.Context(), now) },
		} {
			got, err := read(reader)
			want, err2 := read(anew)
			if err != nil || err2 != nil || asJSON(got) != asJSON(want) {
				t.Errorf("got %s, %v, want %s, %v", asJSON(got), err, asJSON(want), err2)
			}
		}
	}
	created("2026-09-01", "")
	want()
	created("2026-10-05", "")
	created("2026-01-05", "CONGE") // before the months that are known
	want()
	edited := func(date string, change models.EntryChange) {
		day := modelstest.Got(store.DayOn(t.Context(), dateOf(date)))(t)
		modelstest.Must(t, modelstest.Only(days.Edit(t.Context(), store, day.ID, models.Stamp{Number: day.Version}, change, now)))
	}
	edited("2026-09-01", models.EntryChange{DayType: models.Work, HalfDay: "CONGE", Slots: entry("2026-09-01", "WORK", "08:00-12:00").Slots})
	want()
	edited("2026-10-05", models.EntryChange{DayType: models.Leave})
	want()
	day := modelstest.Got(store.DayOn(t.Context(), dateOf("2026-09-01")))(t)
	modelstest.Must(t, modelstest.Only(days.Delete(t.Context(), store, day.ID, models.Stamp{Number: day.Version}, now)))
	created("2026-09-01", "CONGE") // with another id
	want()
}

func TestManyCanReadWhileDaysChange(t *testing.T) {
	store, path := modelstest.Open(t)
	db := modelstest.SQL(t, path)
	modelstest.Must(t, modelstest.Only(db.Exec("PRAGMA busy_timeout = 5000")))
	rules := keepingRules()
	reader := report.NewReader(rules, store)
	now := at("2026-11-20 12:00")
	read := func() {
		record, err := reader.Read(t.Context(), dateOf("2026-01-01"), dateOf("2026-12-31"), now)
		if err != nil {
			t.Error(err)
			return
		}
		rules.Figures(record, dateOf("2026-01-01"), dateOf("2026-12-31"), now)
		modelstest.Must(t, modelstest.Only(reader.Now(t.Context(), now)))
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 20 {
				read()
			}
		})
	}
	for date := dateOf("2026-03-01"); date.Month < 6; date = date.AddDays(9) {
		change := models.EntryChange{DayType: models.Work, Slots: entry(date.String(), "WORK", "08:00-12:00").Slots}
		modelstest.Must(t, modelstest.Only(days.Create(t.Context(), store, date, change, now)))
	}
	group.Wait()
	got, err := reader.Now(t.Context(), now)
	want, err2 := report.NewReader(rules, store).Now(t.Context(), now)
	if err != nil || err2 != nil || asJSON(got) != asJSON(want) {
		t.Errorf("got %s, %v, want %s, %v", asJSON(got), err, asJSON(want), err2)
	}
}
