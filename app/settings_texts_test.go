package app_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/exchange"
	"worklog/models/modelstest"
	"worklog/models/settings"
)

// hostile are texts that markup, a spreadsheet, a calendar or TOML could take for more than text.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `=1+1`, `@SUM(A1)`, `+1`, `-1+1`, `＝1+1`,
	`' " \`, `''' """`, `\r\nX: y`, `a, b; c: d`, `# = [x] # settings`, `{{.}}`, `é\u00e9 <!-- ]]>`, strings.Repeat(`é"<,`, 20),
}

// raw matches what of these texts a page may only show escaped.
var raw = regexp.MustCompile(`<script>alert|<img src=x|<!-- \]\]>|é"<,`)

// textFields are the fields of /settings that take any text, with what else their forms need.
// Those of a thing make an id of it.
func textFields(i int, text string) []struct {
	part  string
	typed []string
} {
	day := fmt.Sprintf("2026-10-%02d", i+1)
	return []struct {
		part  string
		typed []string
	}{
		{"vehicles", []string{"vehicles.label", text, "vehicles.type", "moteur", "vehicles.category", "voiture", "vehicles.power_cv", "5"}},
		{"journeys", []string{"journeys.label", text, "journeys.distance_km", "12"}},
		{"counters", []string{"counters.label", text, "counters.types", "RTT", "counters.allowance", "12",
			"counters.adjustments.0.date", day, "counters.adjustments.0.days", "1", "counters.adjustments.0.note", text}},
		{"balance", []string{"balance.from", "2026-09-01", fmt.Sprintf("balance.adjustments.%d.date", i), day,
			fmt.Sprintf("balance.adjustments.%d.hours", i), "1h", fmt.Sprintf("balance.adjustments.%d.note", i), text}},
		{"person", []string{"person.name", text, "person.employer", text}},
	}
}

// fillPart sends the form of a part, knowing what it changes.
func fillPart(p *apptest.Program, part string, typed []string) apptest.Answer {
	p.T.Helper()
	values := p.Get("/settings").SettingsForm(p.T, part, "")
	values.Set("confirm", "1")
	for i := 0; i < len(typed); i += 2 {
		values.Set(typed[i], typed[i+1])
	}
	return p.Submit("/settings", values)
}

func TestATextOfTheSettingsStaysATextWhereverItIsShown(t *testing.T) {
	modelstest.SkipWithRaceDetector(t)
	p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\""))
	for i, text := range hostile {
		parts := textFields(i, text)
		for _, of := range append(parts[:2:2], parts[2+i%3]) { // a day has a vehicle and a journey, a page any of the others
			if got := fillPart(p, of.part, of.typed); got.Status != 303 {
				t.Fatalf("%s %q: got %d: %s", of.part, text, got.Status, apptest.AlertOf(got))
			}
		}
	}
	wantSettingsPrinted(t, p)
	day := p.Get("/entries/new?date=2026-10-01").Body
	for i, vehicle := range optionsOf(day, "motor_vehicle_id") {
		journeys := optionsOf(day, "journey_profile_id")
		p.Work(fmt.Sprintf("2026-10-%02d", i+1), journeys[i], vehicle)
	}
	p.WantStored("SELECT count(DISTINCT motor_vehicle_id) FROM work_entries", fmt.Sprint(len(hostile)))
	secret := p.RenewFeeds()

	seen := map[string]bool{}
	from := []string{"/", "/months/2026-10", "/years/2026/costs", "/years/2026/costs.csv", "/years/2026/hours.csv", "/months/2026-10/hours.csv",
		"/counters", "/years/2026/counters", "/months/2026-10/sheet", "/data", "/settings", "/feeds/" + secret + "/calendar.ics", "/feeds/" + secret + "/presence.json"}
	for path, body := range (tenant{p.Visitor(""), p.URL, "", ""}).walk(from...) {
		shown := html.UnescapeString(body)
		for _, text := range hostile {
			seen[text] = seen[text] || strings.Contains(shown, text)
		}
		switch {
		case strings.Contains(path, ".csv"):
			wantHarmlessCells(t, path, body)
		case strings.Contains(path, ".ics"):
			wantCalendarLines(t, body)
		case strings.HasPrefix(body, "<!"):
			modelstest.Want(t, raw.FindString(body), "", path)
		}
	}
	for _, text := range hostile {
		modelstest.Want(t, seen[text], true, text)
	}
	for _, of := range exchange.Tables {
		var table bytes.Buffer
		modelstest.Must(t, modelstest.Only(app.Export(t.Context(), p.Config, exchange.Export{Table: of}, &table)))
		wantHarmlessCells(t, "export of "+string(of), table.String())
	}
	p.WantSound()
}

func optionsOf(page, name string) (values []string) {
	_, list, _ := strings.Cut(page, `name="`+name+`"`)
	list, _, _ = strings.Cut(list, "</select>")
	for _, option := range strings.Split(list, `<option value="`)[1:] {
		if value, _, _ := strings.Cut(option, `"`); value != "" {
			values = append(values, html.UnescapeString(value))
		}
	}
	return values
}

// wantHarmlessCells checks that a spreadsheet takes no cell that is not a number for a formula.
func wantHarmlessCells(t *testing.T, name, content string) {
	t.Helper()
	reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(content, "\ufeff")))
	head, _, _ := strings.Cut(content, "\n")
	if strings.Contains(head, ";") {
		reader.Comma = ';'
	}
	rows := modelstest.Got(reader.ReadAll())(t)
	for _, row := range rows {
		for _, cell := range row {
			if cell != "" && strings.ContainsAny(cell[:1], "=+-@\t\r") || strings.HasPrefix(cell, "＝") {
				t.Errorf("%s: a spreadsheet takes %q for a formula", name, cell)
			}
		}
	}
}

var calendarLine = regexp.MustCompile(`^[A-Z-]+[;:]`)

// wantCalendarLines checks that no text begins a line of a calendar, and that lines are folded.
func wantCalendarLines(t *testing.T, content string) {
	t.Helper()
	for line := range strings.SplitSeq(content, "\r\n") {
		modelstest.Want(t, len(line) > 75 || strings.ContainsAny(line, "\r\n"), false, line)
	}
	for line := range strings.SplitSeq(strings.ReplaceAll(content, "\r\n ", ""), "\r\n") {
		modelstest.Want(t, calendarLine.MatchString(line) && !strings.HasPrefix(line, "X: y"), true, line)
	}
}

// wantSettingsPrinted checks that `worklog settings` prints what is stored.
func wantSettingsPrinted(t *testing.T, p *apptest.Program) {
	t.Helper()
	stored := p.Stored("SELECT document FROM settings_versions ORDER BY id DESC LIMIT 1")[0]
	before, err := settings.Parse(stored)
	after, errPrinted := settings.Parse(printedSettings(t, p.Config))
	if differences := settings.Differences(before, after); err != nil || errPrinted != nil || len(differences) > 0 {
		t.Errorf("printed otherwise than stored: %v %v %v", differences, err, errPrinted)
	}
}

func TestALineEndOrAnInvisibleCharacterInATextOfTheSettingsIsRefused(t *testing.T) {
	p := apptest.Start(t, apptest.WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\""))
	for _, text := range []string{"x\r\nX: y", "x\ny", "x\ry", "x\x00y", "x\u202ey", "x\u2028y", "x\x1b[2Jy"} {
		for _, of := range textFields(0, text) {
			for i := range of.typed {
				if of.typed[i] != text {
					continue
				}
				typed := slices.Clone(of.typed)
				for j := range typed {
					if j != i && typed[j] == text {
						typed[j] = "x"
					}
				}
				modelstest.Want(t, fillPart(p, of.part, typed).Status, 422, typed[i-1], text)
			}
		}
	}
	p.WantStored("SELECT count(*) FROM settings_versions", "0")
	made := p.Submit("/settings", url.Values{"section": {"vehicles"}, "version": {"0"}, "id": {"x\r\nX: y"}, "vehicles.label": {"Clio"}}).Want(t, 303)
	made.WantHeader(t, "X", "")
	modelstest.WantNone(t, p.Stored("SELECT document FROM settings_versions")[0], "X: y")
}
