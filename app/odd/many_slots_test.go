package odd_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// filledRows returns how many rows of slots a form has, but for the empty one.
func filledRows(values url.Values) (number int) {
	for _, start := range values["slot_start"] {
		if start != "" {
			number++
		}
	}
	return number
}

func TestADaysPageShowsItsFirst500SlotsAndSavingItKeepsTheOthers(t *testing.T) {
	p := crowded(t, 1200) // of five seconds, one every ten, from midnight to 03:20
	page := p.Get(apptest.EditDay)
	page.WantHTML(t, 200, "… et 700 créneaux de plus : enregistrer n’y change rien.", "Afficher les 1\u202f200 créneaux", `href="/entries/1/edit?slots=all"`)
	whole := p.Get(apptest.EditDay + "?slots=all")
	modelstest.Want(t, filledRows(page.Fields()), 500)
	modelstest.Want(t, filledRows(whole.Fields()), 1200)
	total := func(page apptest.Answer) string {
		_, after, _ := strings.Cut(page.Body, "data-total>")
		return after[:20]
	}
	modelstest.Want(t, total(page), total(whole), "a total of")
	p.Unchanged(func() { p.WantSaved(apptest.EditDay, page.Fields(), apptest.EditDay) })

	values := page.Fields()
	values.Set("note", "x")
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	p.WantStored("SELECT count(*), min(s.id), max(s.id), note FROM time_slots s, work_entries", "1200 | 1 | 1200 | x")

	values = p.Form(apptest.EditDay)
	values["slot_start"][0], values["slot_end"][0] = "", ""
	apptest.AddRow(values, "12:00", "13:00", "0")
	p.WantRefused(apptest.EditDay, values, "Une journée a 100 créneaux au plus")
	refused := p.Submit(apptest.EditDay, values).Fields()
	modelstest.Want(t, filledRows(refused), 500, "when refused:") // 499 and what was typed
	values["slot_start"][len(values["slot_start"])-1], values["slot_end"][len(values["slot_end"])-1] = "", ""
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	p.WantStored("SELECT count(*), min(start_at), max(start_at) FROM time_slots", "1199 | 2026-11-19T23:00:10.000000000Z | 2026-11-20T02:19:50.000000000Z")
}

func TestOverADayThatChangedTheFirst500SlotsAreSavedWithThoseThatFollowNow(t *testing.T) {
	p := crowded(t, 600)
	values := p.Form(apptest.EditDay)
	values["slot_start"][1], values["slot_end"][1] = "", ""
	p.Day("2026-11-20T20:00:00+01:00", "2026-11-20T21:00:00+01:00", "meanwhile")
	other := p.Form(apptest.EditDay + "?slots=all")
	other["slot_start"][599], other["slot_end"][599] = "", "" // which gives all slots new ids
	p.WantSaved(apptest.EditDay, other, apptest.EditDay)
	conflict := p.Submit(apptest.EditDay, values).WantHTML(t, 409, "… et 100 autres", "… et 100 créneaux de plus")
	p.WantSaved(apptest.EditDay, conflict.Fields(), apptest.EditDay)
	p.WantStored("SELECT count(*), min(start_at), max(start_at) FROM time_slots", "599 | 2026-11-19T23:00:00.000000000Z | 2026-11-20T19:00:00.000000000Z")
}

func TestAFormThatDoesNotSayWhatItLeavesOutLosesNothing(t *testing.T) {
	p := crowded(t, 600)
	for _, place := range []string{"x", "2026-11-20", "9999", "2026-11-20T00:00:00Z"} {
		values := p.Form(apptest.EditDay)
		values.Set("slots_after", place)
		p.Unchanged(func() { p.Submit(apptest.EditDay, values).Want(t, 422) })
	}
}

// Whoever sends the fields of the form, and not what the page has hidden in it, has seen the first
// 500 slots.
func TestSlotsThatAreNotShownAreKeptByAFormThatSaysNothingOfThem(t *testing.T) {
	p := crowded(t, 600)
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE workplace_presence_events SET time_slot_id = 600")))
	all := func() string {
		return strings.Join(p.Stored("SELECT start_at, end_at FROM time_slots ORDER BY start_at"), "\n")
	}
	stored := all()
	silent := func(path string) url.Values {
		values := p.Form(path)
		values.Del("slots_after")
		return values
	}
	p.Unchanged(func() { p.WantSaved(apptest.EditDay, silent(apptest.EditDay), apptest.EditDay) })
	values := silent(apptest.EditDay)
	values.Set("note", "x")
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	modelstest.Want(t, all(), stored, strings.Count(all(), "\n")+1)
	p.WantStored("SELECT min(id), max(id) FROM time_slots", "1 | 600")
	p.WantStored("SELECT DISTINCT time_slot_id FROM workplace_presence_events", "600")

	values = silent(apptest.EditDay)
	values.Set("pause", "1")
	modelstest.Want(t, p.Submit(apptest.EditDay, values).Fields().Get("slots_after") != "", true, "the form with a pause says that it shows fewer slots")
	values = silent(apptest.EditDay)
	values["slot_start"][1], values["slot_end"][1] = "", ""
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	_, before, _ := strings.Cut(stored, "\n")
	_, before, _ = strings.Cut(before, "\n")
	_, after, _ := strings.Cut(all(), "\n")
	modelstest.Want(t, after == before, true, strings.Count(after, "\n")+2)

	values = silent(apptest.EditDay + "?slots=all") // a row of which is beyond the first 500
	values["slot_start"][550], values["slot_end"][550] = "", ""
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	p.WantStored("SELECT count(*) FROM time_slots", "598")
	values = p.Form(apptest.EditDay + "?slots=all")
	for row := 500; row < 598; row++ {
		values["slot_start"][row], values["slot_end"][row] = "", ""
	}
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	p.WantStored("SELECT count(*) FROM time_slots", "500")
}

func TestSlotsThatAreNotShownAreMergedToo(t *testing.T) {
	p := crowded(t, 600)
	values := p.Form(apptest.EditDay)
	values.Set("merge", "10")
	merged := p.Submit(strings.Replace(apptest.EditDay, "edit", "merge", 1), values).WantHTML(t, 200, "il y en a 599 de moins")
	p.WantSaved(apptest.EditDay, merged.Fields(), apptest.EditDay)
	p.WantStored("SELECT start_at, end_at FROM time_slots", "2026-11-19T23:00:00.000000000Z | 2026-11-20T00:39:55.000000000Z")
}

// A day of 600 slots is being edited when its arrival, of twenty hours ago, is closed.
func TestAFormOfTheFirst500SlotsIsCarriedAlongWhenADepartureIsClosed(t *testing.T) {
	for field, value := range map[string]string{"": "", "note": "x", "slots_after": "garbage"} {
		t.Run(field, func(t *testing.T) {
			p := crowded(t, 600)
			p.Arrive("2026-11-20T07:30:00+01:00", "open").Want(t, 201)
			p.Clock.Advance(20 * time.Hour)
			values := p.Form(apptest.EditDay)
			values.Set("end", "12:00")
			values.Set(field, value)
			page := p.Submit("/presence/close?typed="+url.QueryEscape(apptest.EditDay), values)
			if field == "" { // an untouched form is not taken for typed
				page.Want(t, 303)
				return
			}
			page.Want(t, 200, "Voici ce que vous écriviez")
			if rows := filledRows(page.Fields()); field == "slots_after" && rows != 500 {
				t.Errorf("got %d rows, want what was typed", rows)
			} else if field == "note" {
				p.WantSaved(apptest.EditDay, page.Fields(), apptest.EditDay)
				p.WantStored("SELECT note FROM work_entries", "x")
			}
			p.WantStored("SELECT count(*) FROM time_slots", "601")
		})
	}
}

func TestEveryPageListsTheFirst500SlotsAndLeadsToAll(t *testing.T) {
	p := crowded(t, 600)
	modelstest.Must(t, modelstest.Only(p.DB.Exec(`INSERT INTO workplace_presence_events (work_entry_id, event, occurred_at, occurred_at_sent, idempotency_key, received_at, closure, closed_at)
		SELECT 1, 'arrival', start_at, start_at, id, start_at, 'discarded', end_at FROM time_slots`)))
	for _, test := range []struct{ path, row, more, link string }{
		{"/months/2026-11", "<span>0", "… et 99 autres", "Afficher tous les créneaux"},
		{"/entries/1/delete", "<li>le créneau ", "… et 100 autres", "Afficher les 600 créneaux"},
		{"/entries/1/edit", "<strong>Arrivée", "", "Afficher les 602 messages"},
	} {
		page, all := p.Get(test.path), p.Get(test.path+"?slots=all")
		page.WantHTML(t, 200, test.more, test.link, `href="`+test.path+`?slots=all"`)
		some, every := strings.Count(page.HTML(), test.row), strings.Count(all.HTML(), test.row)
		modelstest.Want(t, some <= 500 && some >= 300 && every > some && !strings.Contains(all.HTML(), test.link), true, test.path, some, every)
	}
}

// everyPage are the pages and feeds on which a day of November 2026 or of January 1970 can
// stand.
func everyPage(p *apptest.Program) []string {
	secret, days := p.RenewFeeds(), p.RenewDays()
	pages := []string{"/review", "/journal", "/data", "/feeds/" + secret + "/presence.json", "/feeds/" + secret + "/calendar.ics", "/feeds/" + days + "/days.json?from=2026-01-01&to=2026-12-31", "/entries/1/edit", "/entries/1/history", "/entries/1/delete", "/entries/new?date=2026-11-24"}
	for _, month := range []string{"1970-01", "2026-11", "9999-12"} {
		for _, page := range []string{"", "/hours", "/sheet"} {
			pages = append(pages, "/months/"+month+page)
		}
		for _, page := range []string{"", "/hours", "/rests", "/costs", "/counters"} {
			pages = append(pages, "/years/"+month[:4]+page)
		}
	}
	return pages
}

func TestEveryPageAnswersWithSlotsFrom1970To9999(t *testing.T) {
	since1970 := apptest.LoadConfig(t, strings.ReplaceAll(everyFigure, "2026-11-01", "1970-01-01"))
	p := apptest.Start(t, apptest.NoLimit, func(c *app.Config) { c.Frame.Hours = since1970.Frame.Hours })
	p.Day("1970-01-01T00:05:00+00:00", "9999-12-30T23:05:00+00:00", "era")
	p.Day("2026-11-20T08:00:00+01:00", "2026-11-20T12:00:00+01:00", "today")
	modelstest.Must(t, modelstest.Only(p.DB.Exec(`INSERT INTO time_slots (work_entry_id, start_at, end_at)
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
		SELECT w.id, printf('%sT01:%02d:%02d.000000000Z', w.date, i % 60, i / 60), '9999-12-30T23:05:00.000000000Z' FROM n, work_entries w`)))
	p.Arrive("1970-01-02T08:00:00+01:00", "open").Want(t, 201)
	for _, page := range everyPage(p) { // the server answers within 15 s, or not at all
		modelstest.Want(t, p.Get(page).Status, 200, page)
	}
}
