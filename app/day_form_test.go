package app_test

import (
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"worklog/app"
)

const newDay = "/entries/new?date=2026-11-21"

// rowsOf joins the rows of a form: "8–12 (0) 13–17 ()".
func rowsOf(values url.Values) string {
	var rows []string
	for i := range values["slot_start"] {
		rows = append(rows, values["slot_start"][i]+"–"+values["slot_end"][i]+" ("+values["slot_end_day"][i]+")")
	}
	return strings.Join(rows, " ")
}

func TestAPauseMakesTwoRowsOfOneAndStoresNothing(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	p.day("2026-11-20T08:03:27.5+01:00", "2026-11-20T17:21:59.5+01:00", "k")
	values := p.form(editDay)
	values.Set("pause", "1")
	values.Set("note", "écrit avant la pause")
	var got answer
	p.unchanged(func() { got = p.submit(editDay, values) })
	got.want(t, 200, "écrit avant la pause", "autofocus")
	split := got.fields()
	if rows := rowsOf(split); rows != "08:03– () –17:21 (0) – ()" {
		t.Errorf("got %s", rows)
	}
	split["slot_end"][0], split["slot_start"][1] = "12", "13"
	p.wantSaved(editDay, split, editDay)
	p.wantStored("SELECT start_at, end_at FROM time_slots ORDER BY start_at",
		"2026-11-20T07:03:27.500000000Z | 2026-11-20T11:00:00.000000000Z", "2026-11-20T12:00:00.000000000Z | 2026-11-20T16:21:59.500000000Z")

	for _, row := range []string{"0", "9", "x", ""} {
		values = p.form(editDay)
		values.Set("pause", row)
		p.unchanged(func() {
			if rows := rowsOf(p.submit(editDay, values).fields()); rows != "08:03–12:00 (0) 13:00–17:21 (0) – ()" {
				t.Errorf("row %q: got %s", row, rows)
			}
		})
	}
	values = p.form(editDay)
	setSlot(values, 0, "", "", 0) // emptied
	values.Set("pause", "2")
	if rows := rowsOf(p.submit(editDay, values).fields()); rows != "13:00– () –17:21 (0) – ()" {
		t.Errorf("behind a row that is emptied: got %s", rows)
	}
}

func TestAPauseIsOfferedAsTheLastDayOfTheTypeHadIt(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	for date, values := range map[string]url.Values{
		"2025-11-01": {"day_type": {"FORMATION"}, "slot_start": {"8", "11"}, "slot_end": {"10", "12"}}, // more than a year ago
		"2026-11-03": {"day_type": {"WORK"}, "slot_start": {"8", "12:30"}, "slot_end": {"11", "17"}},
		"2026-11-04": {"day_type": {"WORK"}, "slot_start": {"8", "13:05"}, "slot_end": {"12:10", "17"}},
		"2026-11-05": {"day_type": {"WORK"}, "slot_start": {"8"}, "slot_end": {"17"}},
		"2026-11-06": {"day_type": {"TT"}, "slot_start": {"8", "14"}, "slot_end": {"12", "17"}},
		"2026-11-09": {"day_type": {"GARDE"}, "slot_start": {"20", "0"}, "slot_end": {"23", "1"}}, // not a pause of one day
		"2026-11-22": {"day_type": {"WORK"}, "slot_start": {"8", "10"}, "slot_end": {"9", "11"}},
	} {
		p.submit("/entries/new?date="+date, values).want(t, 303)
	}
	for row, test := range map[string]struct{ dayType, start, end, want string }{
		"of the same type":      {"WORK", "8", "17", "8–12:10 () 13:05–17 () – ()"},
		"of telework":           {"TT", "8", "17", "8–12:00 () 14:00–17 () – ()"},
		"of none":               {"FORMATION", "8", "17", "8– () –17 () – ()"},
		"that ends before it":   {"WORK", "8", "13:05", "8– () –13:05 () – ()"},
		"that starts after it":  {"WORK", "12:10", "17", "12:10– () –17 () – ()"},
		"that is a night":       {"WORK", "20", "8", "20– () –8 () – ()"},
		"that cannot be read":   {"WORK", "x", "17", "x– () –17 () – ()"},
		"that is not yet ended": {"WORK", "8", "", "8– () – () – ()"},
	} {
		values := url.Values{"day_type": {test.dayType}, "slot_start": {test.start}, "slot_end": {test.end}, "pause": {"1"}}
		p.unchanged(func() {
			if got := rowsOf(p.submit(newDay, values).fields()); got != test.want {
				t.Errorf("a row %s: got %s, want %s", row, got, test.want)
			}
		})
	}
}

func TestANewDayIsFilledAsTheLastOfItsType(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	for date, values := range map[string]url.Values{
		"2025-11-01": {"day_type": {"FORMATION"}, "slot_start": {"8"}, "slot_end": {"9"}}, // more than a year ago
		"2026-10-30": {"day_type": {"GARDE"}, "slot_start": {"20"}, "slot_end": {"8"}},
		"2026-11-10": {"day_type": {"WORK"}, "slot_start": {"7"}, "slot_end": {"8"}},
		"2026-11-11": {"day_type": {"WORK"}, "slot_start": {"8", "13"}, "slot_end": {"12", "17"}, "journey_profile_id": {"bureau"}, "note": {"privé"}},
		"2026-11-12": {"day_type": {"WORK"}}, // has nothing to fill a day with
		"2026-11-22": {"day_type": {"WORK"}, "slot_start": {"9"}, "slot_end": {"10"}},
	} {
		p.submit("/entries/new?date="+date, values).want(t, 303)
	}
	page := p.get(newDay)
	page.want(t, 200, "comme mercredi\u00a011 (Travail)", "comme vendredi 30\u00a0octobre (Garde)")
	if strings.Contains(page.body, "(Formation)") {
		t.Error("a day of more than a year ago is offered")
	}
	values := page.fields()
	values.Set("note", "de ce jour")
	values.Set("like", "2026-11-11")
	var got answer
	p.unchanged(func() { got = p.submit(newDay, values) })
	got.want(t, 200, "Rempli comme le mercredi 11\u00a0novembre 2026")
	filled := got.fields()
	if got := rowsOf(filled) + filled.Get("note") + filled.Get("journey_profile_id"); got != "08:00–12:00 (0) 13:00–17:00 (0) – ()de ce jourbureau" {
		t.Errorf("got %s", got)
	}
	p.submit(newDay, filled).want(t, 303)
	values.Set("like", "2026-10-30")
	if got := rowsOf(p.submit("/entries/new?date=2026-11-23", values).fields()); got != "20:00–08:00 (1) – ()" {
		t.Errorf("got %s of a night", got)
	}
}

func TestANewDayKeepsWhatWasTypedIfTheDayToFillItWithIsGone(t *testing.T) {
	t.Parallel()
	p := start(t)
	values := url.Values{"day_type": {"GARDE"}, "note": {"de ce jour"}, "slot_start": {"9"}, "slot_end": {"demain"}}
	for date, says := range map[string]string{
		"2026-11-29": "Il n’y a plus de journée le dimanche 29\u00a0novembre 2026\u00a0: rien n’a été repris",
		"x":          "Cette date ne peut pas être lue",
		"":           "Cette date ne peut pas être lue",
	} {
		values.Set("like", date)
		var got answer
		p.unchanged(func() { got = p.submit("/entries/new?date=2026-11-23", values) })
		got.want(t, 200, says)
		kept := got.fields()
		if got := kept.Get("day_type") + kept.Get("note") + kept.Get("slot_start") + kept.Get("slot_end"); got != "GARDEde ce jour9demain" {
			t.Errorf("%q: got %s", date, got)
		}
	}
}

func TestANewDayTakesTheUsualJourneyIfItsTypeTravels(t *testing.T) {
	t.Parallel()
	values := start(t).form(newDay)
	if got := values.Get("day_type") + values.Get("journey_profile_id") + values.Get("motor_vehicle_id"); got != "WORKbureauclio" {
		t.Errorf("got %s", got)
	}
	values = start(t, func(c *app.Config) { c.Rules.Defaults.DayType = "TT" }).form(newDay)
	if got := values.Get("day_type") + values.Get("journey_profile_id"); got != "TT" {
		t.Errorf("got %s of telework", got)
	}
	values = start(t, func(c *app.Config) { c.Rules.Integrated = false }).form(newDay)
	if got := values.Get("day_type") + values.Get("journey_profile_id"); got != "WORK" {
		t.Errorf("got %s without the integration", got)
	}
}

func TestTheDayIsDrawnToScale(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	for date, test := range map[string]struct {
		start, end string
		want       []string
	}{
		"2026-11-21": {"6", "18", []string{`x="25.000%" y="3" width="50.000%"`, `data-hours="48" display="none"`}},
		"2026-11-22": {"12", "24h", nil},
		"2026-11-23": {"20", "8", []string{`x="41.666%" y="3" width="25.000%"`, `data-hours="24" display="none"`}},
		"2026-03-29": {"0", "12", []string{`x="0.000%" y="3" width="50.000%"`}}, // 11 hours, as the clock shows them
	} {
		path := "/entries/new?date=" + date
		got := p.submit(path, url.Values{"day_type": {"GARDE"}, "slot_start": {test.start}, "slot_end": {test.end}})
		if test.want == nil {
			got.want(t, 422)
			continue
		}
		p.get(got.header.Get("Location")).want(t, 200, test.want...)
	}
}

func TestMergingIsOfferedWhereADayIsCutUp(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	p.submit(newDay, url.Values{"day_type": {"WORK"}, "slot_start": {"8", "12:10"}, "slot_end": {"12", "17"}}).want(t, 303)
	if strings.Contains(p.get(editDay).body, "Réunir") {
		t.Error("a pause of ten minutes is to be merged")
	}
	touching := p.form(editDay)
	touching["slot_start"][1] = "12"
	p.wantSaved(editDay, touching, editDay)
	if strings.Contains(p.get(editDay).body, "Réunir") {
		t.Error("slots that touch are to be merged")
	}
	values := p.form(editDay)
	values["slot_start"][1] = "12:09"
	p.wantSaved(editDay, values, editDay)
	p.get(editDay).want(t, 200, "Réunir", `name="merge" value="10"`)
	values = p.form(editDay)
	values.Set("merge", "5")
	values.Set("by", "enter")
	p.unchanged(func() { p.submit(editDay, values).want(t, 200, "Aucun créneau n’est séparé", `class="notice"`) })
	values.Set("merge", "10")
	p.wantSaved(editDay, values, editDay)
}

func TestTheConflictMarksWhatDiffers(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	values := p.form(editDay)
	values.Set("version", "1")
	values.Set("day_type", "TT")
	values["slot_end"][1] = "18"
	got := p.submit(editDay, values)
	got.want(t, 409, "Remplacer par ce que j’écrivais")
	for text, want := range map[string]bool{"Travail": true, "08:03–12:10": false, "13:00–17:21": true, "Renault Clio": false} {
		if marked := strings.Contains(html.UnescapeString(got.body), "<mark>"+text); marked != want {
			t.Errorf("%s: got marked %t, want %t", text, marked, want)
		}
	}
}

func TestAStartMonthAndADateAreChosenForWhatIsNew(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	p.get("/months/2026-11").want(t, 200, `href="/entries/new?date=2026-11-20"`, `href="/entries/range?from=2026-11-20"`)
	p.submit("/entries/new?date=2027-02-01", url.Values{"day_type": {"RTT"}}).want(t, 303)
	p.get("/months/2027-02").want(t, 200, `href="/entries/new?date=2027-02-02"`, `href="/entries/range?from=2027-02-02"`)
	p.get("/entries/range?from=2027-02-02").want(t, 200, `name="from" value="2027-02-02"`, `name="to" value="2027-02-02"`)
	p.get("/entries/range?from=x").want(t, 404)
	p.get(newDay).want(t, 200, `type="date" name="date" value="2026-11-21"`)
}

func TestThePreviewOfARangeSaysHowManyDaysAndWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	p.submit("/entries/new?date=2026-12-24", url.Values{"day_type": {"CONGE"}, "note": {"Noël"}}).want(t, 303)
	got := p.submit("/entries/range", twoWeeks())
	got.want(t, 200, "Actualiser l’aperçu", "7\u00a0jours seront enregistrés\u00a0(Congé), 1\u00a0autre ne change pas.",
		"Laissés de côté\u00a0: vendredi 25\u00a0décembre 2026 (Noël), vendredi 1er\u00a0janvier 2027 (Nouvel an), 4\u00a0jours de week-end.")
	values := twoWeeks()
	values["weekday"] = []string{"1"}
	values.Set("skip_holidays", "")
	p.submit("/entries/range", values).want(t, 200, "2\u00a0jours seront enregistrés", "4\u00a0jours de week-end, 8\u00a0jours d’autres jours de la semaine.")
}

func TestWhatWasTypedOutlivesTheSession(t *testing.T) {
	t.Parallel()
	p := recordedDay(t, withPassword)
	v := p.visitor("")
	v.try(password).want(t, 303)
	values := v.get(editDay).fields()
	values.Set("note", "écrit <longtemps>\r\nsur deux lignes")
	values.Set("half_day", "RTT")
	values["slot_start"][2], values["slot_end"][2] = "20", "8"
	v.cookies = nil
	for path, typed := range map[string]url.Values{editDay: values, "/entries/new?date=2026-11-12": {"day_type": {"GARDE"}, "slot_start": {"20"}, "slot_end": {"8"}, "slot_end_day": {""}, "note": {"a"}}, "/entries/range": twoWeeks()} {
		p.unchanged(func() {
			stranger := p.visitor("")
			login := stranger.submit(path, typed)
			login.want(t, 403, `name="password"`, "revient après la connexion")
			if strings.Contains(login.body, "Clio") || strings.Contains(login.body, "/months") {
				t.Error("the login form tells a stranger what is stored")
			}
			sent := login.fields()
			sent.Set("password", "wrong")
			sent = stranger.submit("/login", sent).fields()
			sent.Set("password", password)
			back := stranger.submit("/login", sent)
			back.want(t, 200, "rien n’en est encore enregistré", `action="`+path+`"`)
			if strings.Contains(back.body, password) {
				t.Error("the password comes back")
			}
			got := back.fields()
			for _, name := range []string{"note", "version", "day_type", "half_day", "from"} {
				want := strings.ReplaceAll(typed.Get(name), "\r\n", "\n")
				if got.Get(name) != want {
					t.Errorf("%s: got %s %q, want %q", path, name, got.Get(name), want)
				}
			}
			if rows := rowsOf(got); !strings.HasPrefix(rows, strings.TrimSuffix(rowsOf(typed), " – ()")) {
				t.Errorf("got %s, want %s", rows, rowsOf(typed))
			}
		})
	}
	p.unchanged(func() {
		large := url.Values{"slot_start": {strings.Repeat("8", 300_000)}}
		v.submit(editDay, large).want(t, 303)
		for _, path := range []string{"https://example.org/entries/1/edit", "//example.org/entries/new", "/entries/1/delete", "/logout"} {
			values.Set("typed", path)
			values.Set("password", password)
			other := p.visitor("").submit("/login", values)
			other.want(t, 303)
			other.wantHeader(t, "Location", "/")
		}
		foreign := p.formRequest(editDay, values)
		foreign.Header.Set("Sec-Fetch-Site", "cross-site")
		if got := p.send(foreign); got.status != 403 || strings.Contains(got.body, "longtemps") {
			t.Errorf("another site's form comes back: %d", got.status)
		}
	})
}

func TestWhatWasTypedOutlivesTheBandOfAForgottenDeparture(t *testing.T) {
	t.Parallel()
	p := thursday(t)
	other := "/entries/new?date=2026-11-13"
	values := p.form(other)
	values.Set("end", "7h") // before the arrival
	values.Set("note", "écrit avant de clore")
	values["slot_start"][0], values["slot_end"][0] = "8", "12"
	p.unchanged(func() {
		got := p.submit("/presence/close?typed="+url.QueryEscape(other), values)
		got.want(t, 422, "écrit avant de clore", `value="7h"`, "Ce départ n’est pas après l’arrivée")
	})
	values.Set("by", "enter")
	values.Set("end", "17:19") // Enter in a time that was changed, without script
	got := p.submit(other, values)
	got.want(t, 200, "Départ enregistré", "écrit avant de clore", `class="notice"`)
	if rows := rowsOf(got.fields()); rows != "8–12 () – ()" {
		t.Errorf("got %s", rows)
	}
	p.wantStored("SELECT count(*) FROM work_entries WHERE date = '2026-11-13'", "0")
	p.wantSaved(other, got.fields(), "/entries/4/edit")
}

func TestWhatWasTypedOutlivesTheBandOfADepartureThatCameMeanwhile(t *testing.T) {
	t.Parallel()
	p := thursday(t)
	other := "/entries/new?date=2026-11-13"
	typed := map[string]url.Values{}
	for _, path := range []string{other, "/entries/range", thursdayForm} {
		typed[path] = p.form(path)
		typed[path].Set("note", "écrit avant de clore")
		typed[path].Set("end", "17:19")
	}
	p.leave("2026-11-19T17:20:00+01:00", "late").want(t, 200)
	p.unchanged(func() {
		for path, values := range typed {
			for _, button := range []string{"close", "discard"} {
				got := p.submit("/presence/"+button+"?typed="+url.QueryEscape(path), values)
				got.want(t, 409, "écrit avant de clore", "Cette arrivée n’est plus ouverte")
			}
		}
		p.submit(thursdayForm, typed[thursdayForm]).want(t, 409, "a changé pendant que vous l’écriviez")
	})
	p.submit("/presence/close", typed[other]).want(t, 409, "Arrivée déjà close")
}

func TestWhatWasTypedInTheDayThatTheBandClosesGetsItsSlot(t *testing.T) {
	t.Parallel()
	p := thursday(t)
	values := p.form(thursdayForm)
	values.Set("note", "écrit avant de clore")
	values.Set("end", "17:20")
	close := "/presence/close?typed=" + url.QueryEscape(thursdayForm)
	got := p.submit(close, values)
	got.want(t, 200, "écrit avant de clore")
	typed := got.fields()
	if rows := rowsOf(typed); rows != "08:03–17:20 (0) – ()" {
		t.Errorf("got %s", rows)
	}
	p.wantSaved(thursdayForm, typed, thursdayForm)
	p.wantStored("SELECT count(*) FROM time_slots WHERE work_entry_id = 3", "1")

	p = thursday(t)
	values = p.form(thursdayForm)
	values.Set("half_day", "RTT")
	values.Set("end", "7h")
	p.submit(close, values).want(t, 422, `<option value="RTT" selected>`)
	p.submit(close, p.form(thursdayForm)).wantHeader(t, "Location", thursdayForm) // nothing was typed in the day
}

func TestInABrowserADayFollowsWhatIsTyped(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	b := p.browse(t, desk)

	// arrow keys lead from day to day until something is typed
	b.want(b.open("/entries/new?date=2026-11-12"), 200)
	b.want(b.leads(chromedp.KeyEvent(kb.ArrowRight)), 200)
	if got := b.at(); got != "/entries/new?date=2026-11-13" {
		t.Errorf("got %s", got)
	}

	// a night is drawn, and its journey is that of its type
	b.do(chromedp.KeyEvent("20"))
	b.click(`[name="slot_end"]`)
	b.do(chromedp.KeyEvent("8"))
	if got := run(b, chromedp.Evaluate[string](`[...document.querySelectorAll("[data-bars] rect")].map((r) => r.getAttribute("width")).join()`)); got != "25%" {
		t.Errorf("the strip shows %q", got)
	}
	b.do(chromedp.SetValue(chromedp.CSS(`[name="half_day"]`), "RTT"))
	b.click(`label[data-type="CONGE"]`)
	if usable := run(b, chromedp.Evaluate[bool](`document.querySelector("[name=half_day]").checkVisibility()`)); usable {
		t.Error("half a day of absence is offered beside leave")
	}
	if got := b.value(`[name="journey_profile_id"]`); got != "" {
		t.Errorf("got journey %q for leave", got)
	}
	b.click(`label[data-type="GARDE"]`)
	b.want(b.follow(".actions button"), 200)
	p.wantStored("SELECT day_type, journey_profile_id FROM work_entries WHERE date = '2026-11-13'", "GARDE | bureau")
	b.click(`label[data-type="TT"]`)
	b.do(chromedp.SetValue(chromedp.CSS(`[name="half_day"]`), "RTT"))
	b.want(b.follow(".actions button"), 200)
	p.wantStored("SELECT day_type, half_day FROM work_entries WHERE date = '2026-11-13'", "TT | RTT")
	if got := run(b, chromedp.Evaluate[string](`document.activeElement.className`)); got != "flash" {
		t.Errorf("got focus on %q once it is saved", got)
	}
}

func TestInABrowserADayFitsTheScreen(t *testing.T) {
	t.Parallel()
	p := start(t, noLimit)
	p.submit(newDay, url.Values{"day_type": {"GARDE"}, "slot_start": {"8", "10", "20:30"}, "slot_end": {"9", "12:30", "8"}}).want(t, 303)
	b := p.browse(t, desk)
	for _, s := range []screen{desk, phone, {width: 320, height: 640, script: true}} {
		b.show(s)
		b.want(b.open(editDay), 200)
		if got := run(b, chromedp.Evaluate[bool](`document.documentElement.scrollWidth <= innerWidth`)); !got {
			t.Errorf("%d px: the page is wider than the screen", s.width)
		}
		if got := run(b, chromedp.Evaluate[bool](`(() => {
			const seen = document.querySelector(".actions button").getBoundingClientRect();
			return scrollY === 0 && seen.bottom <= innerHeight && document.elementFromPoint(seen.x + 9, seen.y + 9)?.type === "submit";
		})()`)); !got {
			t.Errorf("%d px: the button that saves is out of reach", s.width)
		}
		if got := run(b, chromedp.Evaluate[bool](`[...document.querySelectorAll(".row")].every((row) => row.getBoundingClientRect().height < 70)`)); !got {
			t.Errorf("%d px: a slot takes more than a line", s.width)
		}
		if got := run(b, chromedp.Evaluate[string](`[...document.querySelectorAll(".row button")].filter((button) => button.checkVisibility()).flatMap((button) => {
			const { left, right, top, width, height } = button.getBoundingClientRect();
			const hit = [left + 1, right - 1].every((x) => button.contains(document.elementFromPoint(x, top + height / 2)));
			return width >= 44 && height >= 44 && hit ? [] : [button.ariaLabel + " " + width + " " + hit];
		}).join()`)); got != "" {
			t.Errorf("%d px: smaller than a finger: %s", s.width, got)
		}
		if got := run(b, chromedp.Evaluate[float64](`document.querySelector("[data-strip]").getBoundingClientRect().height`)); got != 40 {
			t.Errorf("%d px: got a strip %v px high", s.width, got)
		}
		b.picture(fmt.Sprint("slots-", s.width))
	}
}
