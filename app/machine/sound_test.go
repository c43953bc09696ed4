package machine_test

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/app/apptest"
)

// TestWhateverIsPressedTheRecordStaysSound plays random presses of the pages and events of
// the automation: none fails, and after each the record is as `worklog check` wants it.
func TestWhateverIsPressedTheRecordStaysSound(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(check *rapid.T) {
		p := apptest.Start(shrinkable{t, check}, apptest.NoLimit)
		sent, steps := 0, 0
		answered := func(got apptest.Answer) {
			if got.Status >= 500 {
				check.Fatalf("got %d %.300s", got.Status, got.Body)
			}
		}
		any := func(t *rapid.T, query string) string {
			rows := p.Stored(query)
			if len(rows) == 0 || rows[0] == "NULL" {
				t.Skip("there is none")
			}
			return rapid.SampledFrom(rows).Draw(t, query)
		}
		signal := func(event string) func(*rapid.T) {
			return func(t *rapid.T) {
				sent++
				ago := time.Duration(rapid.IntRange(0, 90).Draw(t, "minutes ago")) * time.Minute
				answered(p.Post(fmt.Sprintf(`{"event":%q,"occurred_at":%q,"idempotency_key":"k%d"}`, event, p.Clock.Now().Add(-ago).Format(time.RFC3339), sent)))
			}
		}
		press := func(event string) func(*rapid.T) {
			return func(*rapid.T) {
				sent++
				answered(p.Submit("/presence/hand", url.Values{"event": {event}, "key": {"hand" + strconv.Itoa(sent)}, "at": {""}}))
			}
		}
		check.Repeat(map[string]func(*rapid.T){
			"": func(*rapid.T) {
				p.Clock.Advance(20 * time.Minute)
				if steps++; steps%4 == 0 { // which takes longer than the steps
					p.WantSound()
				}
			},
			"arrive": signal("arrival"), "leave": signal("departure"),
			"j'arrive": press("arrival"), "je pars": press("departure"),
			"take back": func(t *rapid.T) {
				change := any(t, "SELECT DISTINCT change_id FROM day_states ORDER BY 1 DESC LIMIT 6")
				answered(p.Submit("/entries/take-back", url.Values{"change": {change}}))
			},
			"bring back": func(t *rapid.T) {
				state := strings.Split(any(t, `SELECT id, ifnull((SELECT version FROM work_entries WHERE id = work_entry_id), 0) FROM day_states ORDER BY 1 DESC LIMIT 12`), " | ")
				answered(p.Submit("/entries/bring-back", url.Values{"state": {state[0]}, "version": {state[1]}}))
			},
			"edit": func(t *rapid.T) {
				path := "/entries/" + any(t, "SELECT id FROM work_entries") + "/edit"
				values := p.Form(path)
				if ends := values["slot_end"]; len(ends) > 0 && rapid.Bool().Draw(t, "slot") {
					ends[0] = rapid.SampledFrom([]string{"", "23:58", "23:59"}).Draw(t, "end")
				} else {
					values.Set("note", rapid.SampledFrom([]string{"a", "b"}).Draw(t, "note"))
				}
				answered(p.Submit(path, values))
			},
			"delete": func(t *rapid.T) {
				path := "/entries/" + any(t, "SELECT id FROM work_entries") + "/delete"
				answered(p.Submit(path, p.Form(path)))
			},
			"close": func(t *rapid.T) {
				arrival := any(t, "SELECT id FROM workplace_presence_events WHERE event = 'arrival'")
				answered(p.Submit("/presence/close", url.Values{"arrival_id": {arrival}, "end": {p.Clock.Now().In(p.Config.Rules.Zone).Format("15:04")}}))
			},
			"discard": func(t *rapid.T) {
				arrival := any(t, "SELECT id FROM workplace_presence_events WHERE event = 'arrival'")
				answered(p.Submit("/presence/discard", url.Values{"arrival_id": {arrival}}))
			},
			"review": func(t *rapid.T) {
				remedy := rapid.SampledFrom([]string{"record", "merge", "ignore", "right"}).Draw(t, "remedy")
				if form := p.Form("/review"); len(form) > 0 {
					answered(p.Submit("/review/"+remedy, form))
				}
			},
			"tomorrow": func(*rapid.T) { p.Clock.Advance(9 * time.Hour) },
		})
		p.WantSound()
	})
}
