package browser_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestInABrowserADayFollowsWhatIsTyped(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	b := browse(t, p, desk)

	// arrow keys lead from day to day until something is typed
	b.want(b.open("/entries/new?date=2026-11-12"), 200)
	b.want(b.leads(chromedp.KeyEvent(kb.ArrowRight)), 200)
	b.wantAt("/entries/new?date=2026-11-13")

	// a night is drawn, and its journey is that of its type
	b.do(chromedp.KeyEvent("20"))
	b.click(`[name="slot_end"]`)
	b.do(chromedp.KeyEvent("8"))
	modelstest.Want(t, run(b, chromedp.Evaluate[string](`[...document.querySelectorAll("[data-bars] rect")].map((r) => r.getAttribute("width")).join()`)), "25%")
	b.do(chromedp.SetValue(chromedp.CSS(`[name="half_day"]`), "RTT"))
	b.click(`label[data-type="CONGE"]`)
	modelstest.Want(t, run(b, chromedp.Evaluate[bool](`document.querySelector("[name=half_day]").checkVisibility()`)), false, "half a day of absence is offered beside leave")
	b.wantValue(`[name="journey_profile_id"]`, "")
	b.click(`label[data-type="GARDE"]`)
	b.want(b.follow(".actions button"), 200)
	p.WantStored("SELECT day_type, journey_profile_id FROM work_entries WHERE date = '2026-11-13'", "GARDE | bureau")
	modelstest.Want(t, run(b, chromedp.Evaluate[string](`document.activeElement.className`)), "flash")
}

// chosen returns the label of the day on which a row of the form ends.
func (b *tab) chosen(row int) string {
	b.t.Helper()
	return run(b, chromedp.Evaluate[string](fmt.Sprintf(`document.querySelectorAll("[name=slot_end_day]")[%d].selectedOptions[0].text`, row-1)))
}

// set changes a field and tells the page so, which is faster than typing.
func (b *tab) set(css, value string) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`{
		const field = document.querySelector(%q);
		field.value = %q;
		field.dispatchEvent(new Event("input", {bubbles: true}));
	}`, css, value)))
}

func TestInABrowserAndOnTheServerASlotIsAsLong(t *testing.T) {
	var b *tab
	for _, test := range []struct{ zone, date, start, end, endDay, want string }{
		{"Europe/Paris", "2026-03-28", "22", "6", "1", "7\u00a0h\u00a000"},
		{"Europe/Paris", "2026-10-25", "02:30", "02:15", "0", "45\u00a0min"},
		{"Europe/Paris", "2026-10-24", "8", "8", "7", "169\u00a0h\u00a000"},
		{"America/Santiago", "2026-09-06", "1", "8", "0", "7\u00a0h\u00a000"}, // where spring skips midnight
		{"America/Santiago", "2026-09-05", "20", "4", "1", "7\u00a0h\u00a000"},
		{"Australia/Lord_Howe", "2026-04-04", "22", "6", "1", "8\u00a0h\u00a030"},
		{"Europe/Paris", "2026-03-28", "20", "8", "", "11\u00a0h\u00a000"},
		{"Europe/Paris", "2026-10-24", "20", "8", "", "13\u00a0h\u00a000"},
		{"Europe/Paris", "2026-10-24", "20", "2:30", "", "6\u00a0h\u00a030"}, // the first of two
		{"Europe/Paris", "2026-10-25", "02:30", "02:15", "", "45\u00a0min"},  // the second
		{"Europe/Paris", "2026-03-29", "03:30", "02:30", "", "23\u00a0h\u00a000"},
	} {
		p := apptest.Start(t, apptest.InZone(t, test.zone))
		if b == nil {
			b = browse(t, p, desk)
		}
		b.turnTo(p)
		b.want(b.open("/entries/new?date="+test.date), 200)
		b.set(`[name="slot_start"]`, test.start)
		b.set(`[name="slot_end"]`, test.end)
		b.set(`[name="slot_end_day"]`, test.endDay)
		modelstest.Want(t, b.text("[data-total]"), test.want, test)
		b.dropTyped()
		p.Submit("/entries/new?date="+test.date, url.Values{"day_type": {"WORK"},
			"slot_start": {test.start}, "slot_end": {test.end}, "slot_end_day": {test.endDay}}).Want(t, 303)
		p.Get(apptest.EditDay).Want(t, 200, "<output data-total>"+test.want+"<")
	}
	p := apptest.Start(t)
	p.Day("2026-10-25T02:30:00+01:00", "2026-10-25T04:00:00+01:00", "k") // the second of two equal times stays the second
	b.turnTo(p)
	b.want(b.open(apptest.EditDay), 200)
	b.fill(`[name="slot_end"]`, "05:00")
	b.wantText(".row .length", "2\u00a0h\u00a030")
}

func TestInABrowserLengthsAndTheDayOfTheEndFollowWhatIsTyped(t *testing.T) {
	p := apptest.Start(t)
	b := browseTo(t, p, desk, "/entries/new?date=2026-10-24")
	lengths := func() string {
		return run(b, chromedp.Evaluate[string](`[...document.querySelectorAll(".row .length, [data-total]")].map((e) => e.textContent).join(" | ")`))
	}
	b.fill(`[name="slot_start"]`, "830")
	b.fill(`[name="slot_end"]`, "12:15")
	modelstest.Want(t, lengths(), "3\u00a0h\u00a045 | 3\u00a0h\u00a045")
	b.click("[data-add]")
	b.fill(`.row:nth-of-type(2) [name="slot_start"]`, "22h")
	b.fill(`.row:nth-of-type(2) [name="slot_end"]`, "6")
	b.set(`.row:nth-of-type(2) [name="slot_end_day"]`, "0")
	modelstest.Want(t, lengths(), "3\u00a0h\u00a045 |  | 3\u00a0h\u00a045")
	b.set(`.row:nth-of-type(2) [name="slot_end_day"]`, "")
	modelstest.Want(t, lengths(), "3\u00a0h\u00a045 | 9\u00a0h\u00a000 | 12\u00a0h\u00a045")
	b.click(".row:nth-of-type(1) [data-remove]")
	modelstest.Want(t, lengths(), "9\u00a0h\u00a000 | 9\u00a0h\u00a000")
	b.want(b.follow(`.actions button`), 200)
	b.wantText("[data-total]", "9\u00a0h\u00a000")
	p.WantStored("SELECT start_at, end_at FROM time_slots", "2026-10-24T20:00:00.000000000Z | 2026-10-25T05:00:00.000000000Z")

	b.want(b.open("/entries/new?date=2026-11-12"), 200)
	b.fill(`[name="slot_start"]`, "20")
	for _, test := range []struct{ end, want string }{
		{"8", "+1\u00a0j 12\u00a0h\u00a000"}, {"23", "selon l’heure 3\u00a0h\u00a000"}, {"2", "+1\u00a0j 6\u00a0h\u00a000"},
		{"20", "selon l’heure "}, {"19", "+1\u00a0j 23\u00a0h\u00a000"}, {"x", "selon l’heure "},
	} {
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[name=slot_end]").select()`), chromedp.KeyEvent(test.end))
		modelstest.Want(t, b.chosen(1)+" "+b.text(".row .length"), test.want, test.end)
	}
	b.click("[data-add]")
	b.fill(`.row:nth-of-type(2) [name="slot_start"]`, "midi")
	b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("[name=slot_end]").select()`), chromedp.KeyEvent("8"))
	b.want(b.follow(`.actions button`), 422)
	modelstest.Want(t, b.chosen(1), "+1\u00a0j")
}

func TestInABrowserTheTotalAndTheStripTakeInTheSlotsWithoutARow(t *testing.T) {
	p := apptest.Start(t, apptest.NoLimit)
	p.Day("2026-11-20T00:00:00+01:00", "2026-11-20T00:01:00+01:00", "k")
	if _, err := p.DB.Exec(`INSERT INTO time_slots (work_entry_id, start_at, end_at)
		WITH RECURSIVE n(minute) AS (SELECT 2 UNION ALL SELECT minute + 2 FROM n WHERE minute < 1198)
		SELECT 1, strftime('%FT%T.000000000Z', '2026-11-19T23:00:00', minute || ' minutes'), strftime('%FT%T.000000000Z', '2026-11-19T23:01:00', minute || ' minutes') FROM n`); err != nil {
		t.Fatal(err)
	}
	b := browseTo(t, p, desk, apptest.EditDay)
	bars := func() string {
		return run(b, chromedp.Evaluate[string](`(() => {
			const bars = [...document.querySelectorAll("[data-bars] rect")];
			return bars.length + ", the last at " + Math.max(...bars.map((bar) => parseFloat(bar.getAttribute("x")))).toFixed(1);
		})()`))
	}
	const drawn = "600, the last at 83.2" // at 19:58
	modelstest.Want(t, b.text("[data-total]")+"; "+bars(), "10\u00a0h\u00a000; "+drawn)
	// over slots with a row, then over some without one: their minutes count once
	for end, total := range map[string]string{"1:00": "10\u00a0h\u00a030", "17:00": "18\u00a0h\u00a030"} {
		b.set(`[name="slot_end"]`, end)
		modelstest.Want(t, b.text("[data-total]")+"; "+bars(), total+"; "+drawn, end)
	}
}
