package app_test

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
)

// wantSound checks that `worklog check` finds nothing.
func (p *program) wantSound() {
	p.t.Helper()
	found, err := models.Check(p.t.Context(), p.config.Database)
	if err != nil || len(found.Findings) > 0 {
		p.t.Fatalf("check: %q, %v", found.Findings, err)
	}
}

// bringBack presses « Revenir à cet état » of a day's state.
func (p *program) bringBack(entry, state string) answer {
	p.t.Helper()
	shown := p.get("/entries/" + entry + "/history").fields()
	at := slices.Index(shown["state"], state)
	if at < 0 {
		p.t.Fatalf("state %s is not among %v", state, shown["state"])
	}
	return p.submit("/entries/bring-back", url.Values{"state": {state}, "version": {shown["version"][at]}})
}

func TestAnArrivalKeepsTheDepartureThatClosesItAndTheOtherStaysWithTheDay(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-20T08:00:00+01:00", "in").want(t, 201)
	p.clock.advance(4 * time.Hour)
	p.pressUndo(p.after(p.press("")), "Annuler").want(t, 303) // of « Je pars »
	p.leave("2026-11-20T12:30:00+01:00", "out").want(t, 200)
	p.bringBack("1", "2").want(t, 303) // with « Je pars »
	p.wantStored("SELECT event, by_hand, closure, time_slot_id IS NULL FROM workplace_presence_events ORDER BY occurred_at",
		"arrival | 0 | departure | 0", "departure | 1 | NULL | 0", "departure | 0 | NULL | 1")
	p.wantStored("SELECT start_at, end_at FROM time_slots", "2026-11-20T07:00:00.000000000Z | 2026-11-20T11:00:00.000000000Z")
	p.wantSound()

	other := start(t)
	_, done := other.takeIn(p.exported())
	done.want(t, 303)
	other.wantSound()
	if got, want := other.stored(whole), p.stored(whole); !slices.Equal(got, want) {
		t.Errorf("imported %q, want %q", got, want)
	}
	p.leave("2026-11-20T12:30:00+01:00", "out").want(t, 200, "replayed")
	p.arrive("2026-11-20T13:00:00+01:00", "in again").want(t, 201)
}

// spoil makes the database lose every departure that is written, as a program with a fault
// would.
func (p *program) spoil() {
	p.t.Helper()
	_, err := p.db.Exec(`CREATE TRIGGER spoil AFTER INSERT ON workplace_presence_events WHEN NEW.event = 'departure'
		BEGIN DELETE FROM workplace_presence_events WHERE id = NEW.id; END`)
	if err != nil {
		p.t.Fatal(err)
	}
}

func TestWhatCheckWouldRefuseIsNotWritten(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.arrive("2026-11-20T08:00:00+01:00", "in").want(t, 201)
	p.clock.advance(4 * time.Hour)
	p.spoil()
	p.unchangedDays(t, func() { p.press("").want(t, 409, "Journée incohérente", "Rien n’est changé") })
	p.unchangedDays(t, func() { p.leave("2026-11-20T12:00:00+01:00", "out").want(t, 500, "Erreur interne") })
	if log := p.log.String(); !strings.Contains(log, "work entry 1 (2026-11-20): has fewer departures than arrivals closed by a departure") {
		t.Errorf("the log does not say why: %s", log)
	}
	if _, err := p.db.Exec("DROP TRIGGER spoil"); err != nil {
		t.Fatal(err)
	}
	p.leave("2026-11-20T12:00:00+01:00", "out").want(t, 200)
}

func TestAStateThatIsNotWholeIsNotBroughtBack(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	values := p.form(editDay)
	values.Set("note", "x")
	p.submit(editDay, values).want(t, 303)
	if _, err := p.db.Exec(`UPDATE day_states SET state = json_remove(state, '$.events[3]', '$.events[1]')`); err != nil {
		t.Fatal(err)
	}
	if _, err := p.db.Exec("PRAGMA foreign_keys = ON; DELETE FROM workplace_presence_events WHERE event = 'departure'; UPDATE workplace_presence_events SET closure = 'manual'"); err != nil {
		t.Fatal(err)
	}
	p.wantSound()
	p.unchanged(func() { p.bringBack("1", "1").want(t, 409, "Journée incohérente") })
}

func TestWhatWasOddBeforeStopsNobody(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	if _, err := p.db.Exec("DELETE FROM workplace_presence_events WHERE id = 4"); err != nil {
		t.Fatal(err)
	}
	p.arrive("2026-11-20T18:00:00+01:00", "evening").want(t, 201)
	p.leave("2026-11-20T19:00:00+01:00", "night").want(t, 200)
	values := p.form(editDay)
	values.Set("note", "x")
	page := p.after(p.submit(editDay, values))
	p.pressUndo(page, "Annuler").want(t, 303)
	p.bringBack("1", "1").want(t, 303)
}

// TestWhateverIsPressedTheRecordStaysSound plays random presses of the pages and events of
// the automation: none fails, and after each the record is as `worklog check` wants it.
func TestWhateverIsPressedTheRecordStaysSound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(check *rapid.T) {
		p := start(shrinkable{t, check}, noLimit)
		sent, steps := 0, 0
		answered := func(got answer) {
			if got.status >= 500 {
				check.Fatalf("got %d %.300s", got.status, got.body)
			}
		}
		any := func(t *rapid.T, query string) string {
			rows := p.stored(query)
			if len(rows) == 0 || rows[0] == "NULL" {
				t.Skip("there is none")
			}
			return rapid.SampledFrom(rows).Draw(t, query)
		}
		signal := func(event string) func(*rapid.T) {
			return func(t *rapid.T) {
				sent++
				ago := time.Duration(rapid.IntRange(0, 90).Draw(t, "minutes ago")) * time.Minute
				answered(p.post(fmt.Sprintf(`{"event":%q,"occurred_at":%q,"idempotency_key":"k%d"}`, event, p.clock.tell().Add(-ago).Format(time.RFC3339), sent)))
			}
		}
		press := func(event string) func(*rapid.T) {
			return func(*rapid.T) {
				sent++
				answered(p.submit("/presence/hand", url.Values{"event": {event}, "key": {"hand" + strconv.Itoa(sent)}, "at": {""}}))
			}
		}
		check.Repeat(map[string]func(*rapid.T){
			"": func(*rapid.T) {
				p.clock.advance(20 * time.Minute)
				if steps++; steps%4 == 0 { // which takes longer than the steps
					p.wantSound()
				}
			},
			"arrive": signal("arrival"), "leave": signal("departure"),
			"j'arrive": press("arrival"), "je pars": press("departure"),
			"take back": func(t *rapid.T) {
				change := any(t, "SELECT DISTINCT change_id FROM day_states ORDER BY 1 DESC LIMIT 6")
				answered(p.submit("/entries/take-back", url.Values{"change": {change}}))
			},
			"bring back": func(t *rapid.T) {
				state := strings.Split(any(t, `SELECT id, ifnull((SELECT version FROM work_entries WHERE id = work_entry_id), 0) FROM day_states ORDER BY 1 DESC LIMIT 12`), " | ")
				answered(p.submit("/entries/bring-back", url.Values{"state": {state[0]}, "version": {state[1]}}))
			},
			"edit": func(t *rapid.T) {
				path := "/entries/" + any(t, "SELECT id FROM work_entries") + "/edit"
				values := p.form(path)
				if ends := values["slot_end"]; len(ends) > 0 && rapid.Bool().Draw(t, "slot") {
					ends[0] = rapid.SampledFrom([]string{"", "23:58", "23:59"}).Draw(t, "end")
				} else {
					values.Set("note", rapid.SampledFrom([]string{"a", "b"}).Draw(t, "note"))
				}
				answered(p.submit(path, values))
			},
			"delete": func(t *rapid.T) {
				path := "/entries/" + any(t, "SELECT id FROM work_entries") + "/delete"
				answered(p.submit(path, p.form(path)))
			},
			"close": func(t *rapid.T) {
				arrival := any(t, "SELECT id FROM workplace_presence_events WHERE event = 'arrival'")
				answered(p.submit("/presence/close", url.Values{"arrival_id": {arrival}, "end": {p.clock.tell().In(p.config.Rules.Zone).Format("15:04")}}))
			},
			"discard": func(t *rapid.T) {
				arrival := any(t, "SELECT id FROM workplace_presence_events WHERE event = 'arrival'")
				answered(p.submit("/presence/discard", url.Values{"arrival_id": {arrival}}))
			},
			"record": func(*rapid.T) {
				if form := p.form("/review"); len(form) > 0 {
					answered(p.submit("/review/record", form))
				}
			},
			"tomorrow": func(*rapid.T) { p.clock.advance(9 * time.Hour) },
		})
		p.wantSound()
	})
}
