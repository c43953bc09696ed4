package app_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"worklog/app"
	"worklog/models"
)

// submit sends a form as a browser without script does.
func (p *program) submit(path string, values url.Values) answer {
	p.t.Helper()
	return p.send(p.formRequest(path, values))
}

func (p *program) formRequest(path string, values url.Values) *http.Request {
	p.t.Helper()
	request, err := http.NewRequest(http.MethodPost, p.url+path, strings.NewReader(values.Encode()))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", p.url)
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	return request
}

var (
	inputTag    = regexp.MustCompile(`<input[^>]*>`)
	attribute   = regexp.MustCompile(`([a-z_-]+)="([^"]*)"`)
	selectTag   = regexp.MustCompile(`(?s)<select[^>]*name="([^"]+)".*?</select>`)
	chosenTag   = regexp.MustCompile(`<option value="([^"]*)" selected`)
	textareaTag = regexp.MustCompile(`(?s)<textarea[^>]*name="([^"]+)"[^>]*>(.*?)</textarea>`)
	handTag     = regexp.MustCompile(`(?s)<form class="hand" .*?</form>`) // it stands on every page
	templateTag = regexp.MustCompile(`(?s)<template>.*?</template>`)
)

// fields reads a page's form as a browser without script would send it back.
func (a answer) fields() url.Values {
	page := handTag.ReplaceAllString(templateTag.ReplaceAllString(a.body, ""), "")
	values := url.Values{}
	for _, tag := range inputTag.FindAllString(page, -1) {
		attributes := map[string]string{}
		for _, found := range attribute.FindAllStringSubmatch(tag, -1) {
			attributes[found[1]] = html.UnescapeString(found[2])
		}
		if attributes["type"] == "radio" && !strings.Contains(tag, " checked") {
			continue
		}
		values.Add(attributes["name"], attributes["value"])
	}
	for _, found := range selectTag.FindAllStringSubmatch(page, -1) {
		if chosen := chosenTag.FindStringSubmatch(found[0]); chosen != nil {
			values.Add(found[1], html.UnescapeString(chosen[1]))
		}
	}
	for _, found := range textareaTag.FindAllStringSubmatch(page, -1) {
		values.Set(found[1], strings.TrimPrefix(html.UnescapeString(found[2]), "\n")) // as browsers do
	}
	return values
}

// form opens a page and returns its form.
func (p *program) form(path string) url.Values {
	p.t.Helper()
	got := p.get(path)
	got.want(p.t, 200)
	return got.fields()
}

// setSlot writes into a row of the form; the day it ends on is the third.
func setSlot(values url.Values, row int, start, end string, endDay int) {
	values["slot_start"][row], values["slot_end"][row] = start, end
	values["slot_end_day"][row] = strconv.Itoa(endDay)
}

// wantSaved submits a form that must be accepted and redirect to the day.
func (p *program) wantSaved(path string, values url.Values, day string) {
	p.t.Helper()
	got := p.submit(path, values)
	if got.status != 303 || got.header.Get("Location") != day {
		p.t.Fatalf("got %d to %q, want 303 to %s: %s", got.status, got.header.Get("Location"), day, alertOf(got))
	}
}

// wantRefused submits a form that must be refused with a message, keep what
// was typed and store nothing.
func (p *program) wantRefused(path string, values url.Values, message string) {
	p.t.Helper()
	p.unchanged(func() {
		p.t.Helper()
		got := p.submit(path, values)
		got.want(p.t, 422)
		if !strings.Contains(html.UnescapeString(got.body), message) {
			p.t.Errorf("got no %q: %s", message, alertOf(got))
		}
		typed := got.fields()
		for _, name := range []string{"slot_start", "slot_end", "slot_end_day", "note"} {
			kept := strings.Join(typed[name], "|")
			for _, value := range values[name] {
				if value != "" && !strings.Contains(kept, strings.TrimSpace(value)) {
					p.t.Errorf("%s %q is lost: %s", name, value, kept)
				}
			}
		}
	})
}

var messages = regexp.MustCompile(`(?s)class="(?:alert|field-error)"[^>]*>([^<]+)<`)

func alertOf(a answer) string {
	var found []string
	for _, match := range messages.FindAllStringSubmatch(a.body, -1) {
		found = append(found, match[1])
	}
	return strings.Join(found, " / ")
}

// recordedDay is 20 November with a slot to the nanosecond.
func recordedDay(t *testing.T, changes ...func(*app.Config)) *program {
	t.Helper()
	p := start(t, append(changes, noLimit)...)
	p.day("2026-11-20T08:03:27.123456789+01:00", "2026-11-20T12:10:45.5+01:00", "morning")
	p.day("2026-11-20T13:00:01+01:00", "2026-11-20T17:21:59+01:00", "afternoon")
	return p
}

const editDay = "/entries/1/edit"

func TestAFormSavedAsItWasShownChangesNothing(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.unchanged(func() { p.wantSaved(editDay, p.form(editDay), editDay) })
}

func TestANoteComesBackAsItWasWritten(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	for _, note := range []string{"\nune ligne vide d’abord", "\n\n deux", "fin\n", " espaces ", "<b>&amp;</textarea>", "ligne\nligne", "😀"} {
		values := p.form(editDay)
		values.Set("note", strings.ReplaceAll(note, "\n", "\r\n"))
		p.wantSaved(editDay, values, editDay)
		if got := p.stored("SELECT note FROM work_entries")[0]; got != note {
			t.Errorf("got %q, want %q", got, note)
		}
		p.unchanged(func() { p.wantSaved(editDay, p.form(editDay), editDay) })
	}
	values := p.form(editDay)
	values.Set("note", "a\rb")
	p.wantSaved(editDay, values, editDay)
	p.wantStored("SELECT note FROM work_entries", "a\nb")
	p.get("/months/2026-11").want(t, 200, `<span class="note">a</span>`)
}

func TestASlotMayStartInTheMinuteInWhichARecordedOneEnds(t *testing.T) {
	t.Parallel()
	p := recordedDay(t) // its first slot ends at 12:10:45, its second starts at 13:00:01
	values := p.form(editDay)
	setSlot(values, 2, "12:10", "13:00", 0)
	values["slot_start"][0] = "08:00" // and the recorded one, changed, keeps its seconds
	p.wantSaved(editDay, values, editDay)
	p.wantStored("SELECT start_at, end_at FROM time_slots ORDER BY start_at",
		"2026-11-20T07:00:00.000000000Z | 2026-11-20T11:10:45.500000000Z",
		"2026-11-20T11:10:00.000000000Z | 2026-11-20T12:00:00.000000000Z",
		"2026-11-20T12:00:01.000000000Z | 2026-11-20T16:21:59.000000000Z")
}

func TestTheDayOnWhichASlotEndsCanBeChangedAlone(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	values := p.form(editDay)
	values["slot_end_day"][1] = "1"
	p.wantSaved(editDay, values, editDay)
	p.wantStored("SELECT end_at FROM time_slots ORDER BY end_at", "2026-11-20T11:10:45.500000000Z", "2026-11-21T16:21:00.000000000Z")
}

func TestOneSlotCannotBeSentAsTwo(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	values := p.form(editDay)
	values["slot_id"][2] = values["slot_id"][0]
	setSlot(values, 2, values["slot_start"][0], values["slot_end"][0], 0)
	p.wantRefused(editDay, values, "Ce créneau en chevauche un autre.")
}

func TestANoteOfTheGreatestLengthIsTaken(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	values := p.form(editDay)
	values.Set("note", strings.Repeat("😀", 10_000))
	p.wantSaved(editDay, values, editDay)
	if got := strings.Count(p.get("/months/2026-11").body, "😀"); got < 10_000 || got > 10_200 {
		t.Errorf("got %d letters of the note on the month, want it once for paper, and its beginning in the day", got)
	}
}

func TestAStartThatIsChangedKeepsItsDateWhereTheZoneWasAnother(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"GARDE"}}).want(t, 303)
	inZone(t, "America/New_York")(&p.config)
	p.restart()
	p.day("2026-11-20T22:00:00-05:00", "2026-11-20T23:00:00-05:00", "k") // on the 21st in Paris
	values := p.form(editDay)
	if got := values["slot_start"][0] + " " + values["slot_end"][0] + " " + values["slot_end_day"][0]; got != "04:00 05:00 1" {
		t.Fatalf("got %s", got)
	}
	values["slot_start"][0] = "04:30"
	p.wantSaved(editDay, values, editDay)
	p.wantStored("SELECT start_at, end_at FROM time_slots", "2026-11-21T03:30:00.000000000Z | 2026-11-21T04:00:00.000000000Z")
}

func TestTypeJourneyVehicleAndNoteAreSavedAndTheSlotsStayWithTheirEvents(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	values := p.form(editDay)
	values.Set("day_type", "FORMATION")
	values.Set("journey_profile_id", "annexe")
	values.Set("motor_vehicle_id", "")
	values.Set("note", "Première ligne\r\n<seconde> & dernière")
	p.wantSaved(editDay, values, editDay)
	p.wantStored("SELECT day_type, journey_profile_id, motor_vehicle_id, note, version FROM work_entries",
		"FORMATION | annexe |  | Première ligne\n<seconde> & dernière | 5")
	p.wantStored("SELECT id, start_at FROM time_slots ORDER BY id", "1 | 2026-11-20T07:03:27.123456789Z", "2 | 2026-11-20T12:00:01.000000000Z")
	p.wantStored("SELECT time_slot_id FROM workplace_presence_events ORDER BY id", "1", "1", "2", "2")
	if got := p.form(editDay).Get("note"); got != "Première ligne\n<seconde> & dernière" {
		t.Errorf("got note %q", got)
	}
}

func TestAnEndLeftAsItWasShownKeepsItsNanoseconds(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	values := p.form(editDay)
	values["slot_end"][0] = "12:30"
	p.wantSaved(editDay, values, editDay)
	p.wantStored("SELECT start_at, end_at FROM time_slots ORDER BY start_at",
		"2026-11-20T07:03:27.123456789Z | 2026-11-20T11:30:00.000000000Z",
		"2026-11-20T12:00:01.000000000Z | 2026-11-20T16:21:59.000000000Z")
	p.wantStored("SELECT time_slot_id FROM workplace_presence_events", "NULL", "NULL", "NULL", "NULL")
	p.wantStored("SELECT count(*) FROM workplace_presence_events WHERE work_entry_id = 1", "4")
	p.leave("2026-11-20T17:21:59+01:00", "afternoon-out").want(t, 200, `"replayed"`, `"time_slot_id":2`)
}

func TestAddingOrRemovingARowFreesEveryEventOfTheDay(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(url.Values){
		"added":   func(v url.Values) { setSlot(v, 2, "20", "21h30", 0) },
		"removed": func(v url.Values) { setSlot(v, 0, "", "", 0) },
	} {
		t.Run(name, func(t *testing.T) {
			p := recordedDay(t)
			values := p.form(editDay)
			change(values)
			p.wantSaved(editDay, values, editDay)
			p.wantStored("SELECT DISTINCT time_slot_id FROM workplace_presence_events", "NULL")
			p.arrive("2026-11-21T08:00:00+01:00", "tomorrow").want(t, 201) // nothing was reopened
		})
	}
}

func TestTimesAreUnderstoodAsPeopleTypeThem(t *testing.T) {
	t.Parallel()
	p := start(t)
	for i, typed := range []string{"8", "08", "8h", "8H30", "8h30", "08:30", "8:30", "830", "0830", "8.30", " 8 h 30 ", "8\u00a0h\u00a030", "0", "23:59"} {
		want := []string{"08:00", "08:00", "08:00", "08:30", "08:30", "08:30", "08:30", "08:30", "08:30", "08:30", "08:30", "08:30", "00:00", "23:59"}[i]
		path := "/entries/new?date=2026-12-" + strconv.Itoa(10+i)
		values := p.form(path)
		setSlot(values, 0, typed, "12", 1)
		got := p.submit(path, values)
		got.want(t, 303)
		if shown := p.form(got.header.Get("Location"))["slot_start"][0]; shown != want {
			t.Errorf("%q: got %s, want %s", typed, shown, want)
		}
	}
}

func TestWhatCannotBeIsRefusedBesideItsField(t *testing.T) {
	t.Parallel()
	const unreadable = "Écrivez une heure, par exemple 08:30 ou 8h30."
	slot := func(start, end string, endDay ...string) url.Values {
		return url.Values{"slot_start": {start}, "slot_end": {end}, "slot_end_day": append(endDay, "0")[:1]}
	}
	for _, test := range []struct {
		name, date string
		values     url.Values
		message    string
	}{
		{"an invalid time", "2026-11-21", slot("midi", "17"), unreadable},
		{"hour 24", "2026-11-21", slot("8", "24:00"), unreadable},
		{"minute 60", "2026-11-21", slot("8:60", "17"), unreadable},
		{"one digit of minutes", "2026-11-21", slot("8:5", "17"), unreadable},
		{"a negative time", "2026-11-21", slot("-8", "17"), unreadable},
		{"five digits", "2026-11-21", slot("08300", "17"), unreadable},
		{"digits of another script", "2026-11-21", slot("٨", "17"), unreadable},
		{"no start", "2026-11-21", slot("", "17"), "Indiquez le début."},
		{"no end", "2026-11-21", slot("8", ""), "Indiquez la fin."},
		{"an end before its start", "2026-11-21", slot("17", "8"), "Ce créneau finit avant de commencer."},
		{"an end at its start", "2026-11-21", slot("8", "8"), "Ce créneau finit avant de commencer."},
		{"an end at its start without a day", "2026-11-21", slot("8", "8", ""), "C’est aussi l’heure du début\u00a0: choisissez le jour où finit ce créneau."},
		{"an end without a start or a day", "2026-11-21", slot("", "8", ""), "Indiquez le début."},
		{"a night past the calendar", "9999-12-31", slot("20", "8", ""), "Choisissez le jour où finit ce créneau."},
		{"a night that ends when spring skips", "2026-03-28", slot("22", "2:30", ""), "Cette heure n’existe pas"},
		{"more than 7 days", "2026-11-21", slot("8", "8:01", "7"), "Ce créneau dure plus de 7\u00a0jours."},
		{"an invalid day", "2026-11-21", slot("8", "9", "demain"), "Choisissez le jour où finit ce créneau."},
		{"a day before", "2026-11-21", slot("8", "9", "-1"), "Ce créneau finit avant de commencer."},
		{"a day beyond all", "2026-11-21", slot("8", "9", "99999999999999999999"), "Choisissez le jour où finit ce créneau."},
		{"a day past the calendar", "9999-12-31", slot("8", "9", "1"), "Choisissez le jour où finit ce créneau."},
		{"a start that spring skips", "2026-03-29", slot("2:30", "8"), "Cette heure n’existe pas"},
		{"an end that spring skips", "2026-03-28", slot("22", "2:30", "1"), "Cette heure n’existe pas"},
		{"two slots that overlap", "2026-11-21", url.Values{"slot_start": {"8", "11"}, "slot_end": {"12", "13"}, "slot_end_day": {"0", "0"}}, "Ce créneau en chevauche un autre."},
		{"a night over the morning", "2026-11-21", url.Values{"slot_start": {"20", "22"}, "slot_end": {"6", "23"}, "slot_end_day": {"1", "0"}}, "Ce créneau en chevauche un autre."},
		{"an unknown type", "2026-11-21", url.Values{"day_type": {"VACANCES"}}, "Choisissez un type de journée."},
		{"no type", "2026-11-21", url.Values{"day_type": {""}}, "Choisissez un type de journée."},
		{"an unknown journey", "2026-11-21", url.Values{"journey_profile_id": {"Bureau"}}, "Ce trajet n’existe pas"},
		{"an unknown vehicle", "2026-11-21", url.Values{"motor_vehicle_id": {"tank"}}, "Ce véhicule n’existe pas"},
		{"a vehicle without a motor", "2026-11-21", url.Values{"motor_vehicle_id": {"velo"}}, "Ce véhicule n’existe pas"},
		{"a note beyond its length", "2026-11-21", url.Values{"note": {strings.Repeat("é", 10_001)}}, "Cette note est trop longue"},
		{"a note that is not UTF-8", "2026-11-21", url.Values{"note": {"\xff"}}, "Cette note contient des caractères illisibles."},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := start(t)
			if test.values.Get("note") == "\xff" {
				p.unchanged(func() {
					p.submit("/entries/new?date="+test.date, url.Values{"day_type": {"WORK"}, "note": {"\xff"}}).want(t, 422, "illisibles")
				})
				return
			}
			values := url.Values{"day_type": {"WORK"}, "note": {"à garder"}}
			for name, value := range test.values {
				values[name] = value
			}
			p.wantRefused("/entries/new?date="+test.date, values, test.message)

			// the same on a day that exists
			p.submit("/entries/new?date="+test.date, url.Values{"day_type": {"RTT"}}).want(t, 303)
			values.Set("version", "1")
			p.wantRefused(editDay, values, test.message)
		})
	}
}

func TestAMessageIsTiedToItsField(t *testing.T) {
	t.Parallel()
	p := start(t)
	got := p.submit("/entries/new?date=2026-11-21", url.Values{"day_type": {"WORK"}, "slot_start": {"8", "9"}, "slot_end": {"8:30", "x"}, "slot_end_day": {"0", "0"}})
	got.want(t, 422, `aria-invalid="true" aria-describedby="slot_end-2-error"`, `<small class="field-error" id="slot_end-2-error">`, `role="alert"`)
}

func TestAnEndIsNotBlamedForAStartThatIsMissing(t *testing.T) {
	t.Parallel()
	got := start(t).submit("/entries/new?date=2026-11-21", url.Values{"day_type": {"WORK"}, "slot_start": {""}, "slot_end": {"0"}, "slot_end_day": {""}})
	got.want(t, 422, "Indiquez le début.")
	if said := alertOf(got); strings.Contains(said, "Choisissez") {
		t.Errorf("got %s", said)
	}
}

func TestASlotMayStartAsAnotherEndsAndANightMayFollow(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.wantSaved("/entries/new?date=2026-11-21", url.Values{"day_type": {"GARDE"},
		"slot_start": {"20", "8", "12"}, "slot_end": {"8:30", "12", "14"}, "slot_end_day": {"1", "0", "0"}}, editDay)
	got := p.get(editDay)
	got.want(t, 200, "18\u00a0h\u00a030")
	if slots := strings.Join(got.fields()["slot_start"], " "); slots != "08:00 12:00 20:00 " {
		t.Errorf("got starts %q, want them in order with a blank row", slots)
	}
	p.get("/months/2026-11").want(t, 200, "20:00–08:30 (lendemain)", "18\u00a0h\u00a030")
}

func TestANightWithoutADayEndsOnTheNextMorning(t *testing.T) {
	t.Parallel()
	for date, want := range map[string]string{
		"2026-03-28": "2026-03-28T19:00:00.000000000Z | 2026-03-29T06:00:00.000000000Z",
		"2026-10-24": "2026-10-24T18:00:00.000000000Z | 2026-10-25T07:00:00.000000000Z",
		"2026-11-20": "2026-11-20T19:00:00.000000000Z | 2026-11-21T07:00:00.000000000Z",
	} {
		p := start(t)
		path := "/entries/new?date=" + date
		values := p.form(path)
		if day := strings.Join(values["slot_end_day"], " "); day != "" {
			t.Fatalf("a new row ends on day %q", day)
		}
		values["slot_start"][0], values["slot_end"][0] = "20", "8"
		p.wantSaved(path, values, editDay)
		p.wantStored("SELECT start_at, end_at FROM time_slots", want)
		if day := strings.Join(p.form(editDay)["slot_end_day"], " "); day != "1 " {
			t.Errorf("%s: got days %q, want that of the night and a blank one", date, day)
		}
	}
}

func TestADayThatIsNotChosenStaysSoWhereTheFormIsRefused(t *testing.T) {
	t.Parallel()
	p := start(t)
	path := "/entries/new?date=2026-11-21"
	values := url.Values{"day_type": {"GARDE"}, "slot_start": {"20", "9"}, "slot_end": {"8", "midi"}, "slot_end_day": {"", ""}}
	got := p.submit(path, values)
	got.want(t, 422, ">12\u00a0h\u00a000</output>")
	if days := strings.Join(got.fields()["slot_end_day"], ""); days != "" {
		t.Errorf("got days %q", days)
	}
}

func TestADayThatIsStatedStaysWhatItSays(t *testing.T) {
	t.Parallel()
	p := start(t)
	path := "/entries/new?date=2026-11-21"
	night := func(day string) url.Values {
		return url.Values{"day_type": {"GARDE"}, "slot_start": {"20"}, "slot_end": {"8"}, "slot_end_day": {day}}
	}
	p.wantRefused(path, night("0"), "Ce créneau finit avant de commencer.")
	p.wantSaved(path, night("2"), editDay)
	p.wantStored("SELECT end_at FROM time_slots", "2026-11-23T07:00:00.000000000Z")

	values := p.form(editDay)
	values["slot_end_day"][0] = "" // so that the times decide again
	p.wantSaved(editDay, values, editDay)
	p.wantStored("SELECT end_at FROM time_slots", "2026-11-22T07:00:00.000000000Z")
}

func TestASlotOverAClockChangeLastsWhatTheWorldSays(t *testing.T) {
	t.Parallel()
	for date, want := range map[string]string{"2026-03-28": "7\u00a0h\u00a000", "2026-10-24": "9\u00a0h\u00a000", "2026-11-20": "8\u00a0h\u00a000"} {
		p := start(t)
		p.wantSaved("/entries/new?date="+date, url.Values{"day_type": {"GARDE"}, "slot_start": {"22"}, "slot_end": {"6"}, "slot_end_day": {"1"}}, editDay)
		p.get(editDay).want(t, 200, `<output data-total>`+want)
		p.get("/months/"+date[:7]).want(t, 200, want)
	}
}

func TestATimeThatAutumnRepeatsIsTheFirstOrTheSecondIfOnlySoTheEndIsLater(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ start, end, want string }{
		{"01:30", "02:30", "2026-10-24T23:30:00.000000000Z | 2026-10-25T00:30:00.000000000Z"},
		{"02:30", "02:15", "2026-10-25T00:30:00.000000000Z | 2026-10-25T01:15:00.000000000Z"},
		{"02:30", "02:30", "2026-10-25T00:30:00.000000000Z | 2026-10-25T01:30:00.000000000Z"},
		{"02:30", "03:00", "2026-10-25T00:30:00.000000000Z | 2026-10-25T02:00:00.000000000Z"},
	} {
		p := start(t)
		p.wantSaved("/entries/new?date=2026-10-25", url.Values{"day_type": {"GARDE"}, "slot_start": {test.start}, "slot_end": {test.end}, "slot_end_day": {"0"}}, editDay)
		p.wantStored("SELECT start_at, end_at FROM time_slots", test.want)
	}
	// a recorded second 02:30 that is left as it was shown stays the second
	p := start(t)
	p.day("2026-10-25T02:30:00+01:00", "2026-10-25T02:50:00+01:00", "k")
	values := p.form(editDay)
	values["slot_end"][0] = "02:45"
	p.wantSaved(editDay, values, editDay)
	p.wantStored("SELECT start_at, end_at FROM time_slots", "2026-10-25T01:30:00.000000000Z | 2026-10-25T01:45:00.000000000Z")
}

func TestWhatTheAutomationRecordedIsTakenAsItCame(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.day("2026-11-20T08:00:00+01:00", "2026-11-20T12:00:00+01:00", "first")
	p.day("2026-11-20T11:00:00+01:00", "2026-12-05T13:00:00+01:00", "overlapping and 15 days long")
	values := p.form(editDay)
	if got := strings.Join(values["slot_end_day"], " "); got != "0 15 " {
		t.Fatalf("got end days %s", got)
	}
	values.Set("note", "x")
	p.wantSaved(editDay, values, editDay)
	values = p.form(editDay)
	values["slot_end"][0] = "11:30" // a changed row is checked
	p.wantRefused(editDay, values, "Ce créneau en chevauche un autre.")
}

func TestADayIsShownInTheZoneItWasRecordedIn(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.day("2026-11-20T08:00:00+01:00", "2026-11-20T12:00:00+01:00", "k")
	inZone(t, "America/New_York")(&p.config)
	p.restart()
	values := p.form(editDay)
	if got := values["slot_start"][0] + " " + values["slot_end"][0]; got != "08:00 12:00" {
		t.Errorf("got %s", got)
	}
	values["slot_end"][0] = "13:00"
	p.wantSaved(editDay, values, editDay)
	p.wantStored("SELECT end_at FROM time_slots", "2026-11-20T12:00:00.000000000Z")
}

func TestAnIdThatTheConfigurationNoLongerHasStaysSelectable(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.config.Journeys = []app.Journey{{ID: "other", Label: "Autre"}}
	p.config.Vehicles = nil
	p.config.Rules.Defaults = models.EntryDefaults{DayType: models.Work}
	p.restart()
	got := p.get(editDay)
	got.want(t, 200, `<option value="bureau" selected>bureau (inconnu)</option>`, `<option value="clio" selected>clio (inconnu)</option>`)
	values := got.fields()
	values.Set("note", "x")
	p.wantSaved(editDay, values, editDay)
	p.wantStored("SELECT journey_profile_id, motor_vehicle_id FROM work_entries", "bureau | clio")
	if other := p.get("/entries/new?date=2026-11-25"); strings.Contains(other.body, "inconnu") {
		t.Error("a new day offers an unknown id")
	}
}

func TestRowsThatComeUnevenlyAreRead(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.wantSaved("/entries/new?date=2026-11-21", url.Values{"day_type": {"WORK"}, "slot_start": {"8", "", "13"}, "slot_end": {"12", "", "17"}}, editDay)
	p.wantStored("SELECT count(*) FROM time_slots", "2")
	p.wantRefused("/entries/new?date=2026-11-22", url.Values{"day_type": {"WORK"}, "slot_start": {"8", "13"}, "slot_end": {"12"}}, "Indiquez la fin.")
}

func TestASlotOfAnotherDayCannotBeTakenOver(t *testing.T) {
	t.Parallel()
	p := recordedDay(t)
	p.wantSaved("/entries/new?date=2026-11-21", url.Values{"day_type": {"WORK"}, "slot_id": {"1"}, "slot_start": {"8"}, "slot_end": {"9"}, "slot_end_day": {"0"}}, "/entries/2/edit")
	p.wantStored("SELECT work_entry_id FROM time_slots ORDER BY id", "1", "1", "2")
	p.wantStored("SELECT time_slot_id FROM workplace_presence_events", "1", "1", "2", "2")
}

func TestADayWithASlotThatEndsAfterTheYear9999CanBeSaved(t *testing.T) {
	t.Parallel()
	p := start(t)
	p.day("9999-12-31T20:00:00+01:00", "9999-12-31T23:00:00+01:00", "last")
	if _, err := p.db.Exec("UPDATE time_slots SET end_at = '9999-12-31T24:30:00.000000000Z'"); err != nil { // as the automation can end it in another zone
		t.Fatal(err)
	}
	values := p.form(editDay)
	values.Set("note", "réveillon")
	p.submit(editDay, values).want(t, 303)
	p.wantStored("SELECT note, end_at FROM work_entries JOIN time_slots", "réveillon | 9999-12-31T24:30:00.000000000Z")
	values = p.form(editDay)
	values["slot_end"][0] = "2:30"
	p.wantRefused(editDay, values, "Choisissez le jour où finit ce créneau.")
}
