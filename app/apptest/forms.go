package apptest

import (
	"bytes"
	"html"
	"io"
	"iter"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"worklog/app"
	tables "worklog/models/exchange"
	"worklog/models/modelstest"
)

// Submit sends a form as a browser without script does.
func (p *Program) Submit(path string, values url.Values) Answer {
	p.T.Helper()
	return p.Send(p.FormRequest(path, values))
}

// FormRequest is a form as a browser without script sends it.
func (p *Program) FormRequest(path string, values url.Values) *http.Request {
	p.T.Helper()
	request := modelstest.Got(http.NewRequest(http.MethodPost, p.URL+path, strings.NewReader(values.Encode())))(p.T)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Origin", p.URL)
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	return request
}

// Fields reads a page's form as a browser without script would send it back.
func (a Answer) Fields() url.Values {
	page := without(without(a.Body, "<template>", "</template>"), `<form class="hand" `, "</form>") // which stands on every page
	values := url.Values{}
	for tag := range between(page, "<input", ">") {
		field := attributes(tag)
		if (field["type"] == "radio" || field["type"] == "checkbox") && !strings.Contains(tag, " checked") {
			continue
		}
		values.Add(field["name"], field["value"])
	}
	for element := range between(page, "<select", "</select>") {
		tag, options, _ := strings.Cut(element, ">")
		before, _, chosen := strings.Cut(options, `" selected`)
		if options := strings.Split(before, `<option value="`); chosen {
			values.Add(attributes(tag)["name"], html.UnescapeString(options[len(options)-1]))
		}
	}
	for element := range between(page, "<textarea", "</textarea>") {
		tag, text, _ := strings.Cut(element, ">")
		values.Set(attributes(tag)["name"], strings.TrimPrefix(html.UnescapeString(text), "\n")) // as browsers do
	}
	return values
}

// SettingsForm returns the form of a part of /settings, or of a thing of it, as a browser without
// script would send it.
func (a Answer) SettingsForm(t testing.TB, section, id string) url.Values {
	t.Helper()
	for text := range between(a.Body, "<form ", "</form>") {
		if !strings.Contains(text, `name="section" value="`+section+`"`) {
			continue
		}
		if id != "" && !strings.Contains(text, `name="id" value="`+html.EscapeString(id)+`"`) || id == "" && strings.Contains(text, `name="id"`) {
			continue
		}
		values := Answer{Body: text}.Fields()
		for tag := range between(text, "<input ", ">") {
			if box := attributes(tag); box["type"] == "checkbox" && !strings.Contains(tag, " checked") {
				values[box["name"]] = slices.DeleteFunc(values[box["name"]], func(value string) bool { return value == box["value"] })
			}
		}
		return values
	}
	t.Fatalf("no form of %s %s in %s", section, id, a.Words())
	return nil
}

// between returns each text of a page between two others. Regular expressions would take
// longer than the program takes to make the page.
func between(page, start, end string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			_, rest, found := strings.Cut(page, start)
			text, after, ended := strings.Cut(rest, end)
			if !found || !ended || !yield(text) {
				return
			}
			page = after
		}
	}
}

// without returns a page without what stands between two texts.
func without(page, start, end string) string {
	for text := range between(page, start, end) {
		page = strings.Replace(page, start+text+end, "", 1)
	}
	return page
}

// attributes returns the attributes of a tag that have a value.
func attributes(tag string) map[string]string {
	values := map[string]string{}
	for {
		before, rest, found := strings.Cut(tag, `="`)
		if !found {
			return values
		}
		value, after, _ := strings.Cut(rest, `"`)
		values[before[strings.LastIndexAny(before, " \t\n")+1:]] = html.UnescapeString(value)
		tag = after
	}
}

// Form opens a page and returns its form.
func (p *Program) Form(path string) url.Values {
	p.T.Helper()
	return p.Get(path).Want(p.T, 200).Fields()
}

// SetSlot writes into a row of the form; the day it ends on is the third.
func SetSlot(values url.Values, row int, start, end string, endDay int) {
	values["slot_start"][row], values["slot_end"][row] = start, end
	values["slot_end_day"][row] = strconv.Itoa(endDay)
}

// WantSaved submits a form that must be accepted and redirect to the day.
func (p *Program) WantSaved(path string, values url.Values, day string) {
	p.T.Helper()
	p.Submit(path, values).WantLocation(p.T, day)
}

// WantRefused submits a form that must be refused with a message, keep what
// was typed and store nothing.
func (p *Program) WantRefused(path string, values url.Values, message string) {
	p.T.Helper()
	p.Unchanged(func() {
		p.T.Helper()
		got := p.Submit(path, values).Want(p.T, 422)
		if !strings.Contains(got.HTML(), message) {
			p.T.Errorf("got no %q: %s", message, AlertOf(got))
		}
		typed := got.Fields()
		for _, name := range []string{"slot_start", "slot_end", "slot_end_day", "note"} {
			kept := strings.Join(typed[name], "|")
			for _, value := range values[name] {
				if value != "" && !strings.Contains(kept, strings.TrimSpace(value)) {
					p.T.Errorf("%s %q is lost: %s", name, value, kept)
				}
			}
		}
	})
}

var messages = regexp.MustCompile(`(?s)class="(?:alert|field-error)"[^>]*>([^<]+)<`)

// AlertOf returns the messages of a page.
func AlertOf(a Answer) string {
	var found []string
	for _, match := range messages.FindAllStringSubmatch(a.Body, -1) {
		found = append(found, match[1])
	}
	return strings.Join(found, " / ")
}

// Upload sends a file as a browser without script does.
func (p *Program) Upload(content, columns string) Answer {
	p.T.Helper()
	return p.SendParts("/data/import", &content, url.Values{"columns": {columns}})
}

// SendParts sends a form in parts, one of which is a file unless it is nil.
func (p *Program) SendParts(path string, content *string, fields url.Values) Answer {
	p.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	if content != nil {
		part := modelstest.Got(form.CreateFormFile("file", "days.txt"))(p.T)
		modelstest.Must(p.T, modelstest.Only(io.WriteString(part, *content)))
	}
	for name, values := range fields {
		for _, value := range values {
			modelstest.Must(p.T, form.WriteField(name, value))
		}
	}
	modelstest.Must(p.T, form.Close())
	request := p.FormRequest(path, nil)
	request.Body, request.ContentLength = io.NopCloser(&body), int64(body.Len())
	request.Header.Set("Content-Type", form.FormDataContentType())
	return p.Send(request)
}

// NewDay is the form of a day that is not recorded.
const NewDay = "/entries/new?date=2026-11-21"

var handForm = regexp.MustCompile(`(?s)<form class="hand" method="post" action="([^"]*)".*?name="event" value="([^"]*)".*?name="key" value="([^"]*)".*?<button type="submit">([^<]*)</button>`)

// Button is the button in the frame of a page, with the fields that it sends.
func (a Answer) Button(t *testing.T) (label string, press url.Values) {
	t.Helper()
	found := handForm.FindStringSubmatch(a.Body)
	if found == nil {
		t.Fatalf("no button on the page: %.300s", a.Body)
	}
	return found[4], Answer{Body: strings.Replace(found[0], `class="hand" `, "", 1) + `<input type="text" name="at">`}.Fields()
}

// Press presses the button of the frame, with a time typed or none.
func (p *Program) Press(at string) Answer {
	p.T.Helper()
	_, press := p.Get("/months/2026-11").Button(p.T.(*testing.T))
	press.Set("at", at)
	return p.Submit("/presence/hand", press)
}

// After follows a form's redirection with its cookie, as a browser does, and returns
// the page.
func (p *Program) After(saved Answer) Answer {
	p.T.Helper()
	saved.Want(p.T, 303)
	cookie, _, _ := strings.Cut(saved.Header.Get("Set-Cookie"), ";")
	return p.Ask(saved.Header.Get("Location"), func(r *http.Request) { r.Header.Set("Cookie", cookie) })
}

// PressUndo presses the button that the page shows beside what was done.
func (p *Program) PressUndo(page Answer, label string) Answer {
	p.T.Helper()
	_, done, _ := strings.Cut(page.Body, `<div class="done">`)
	_, form, found := strings.Cut(done, `<form method="post" action="`)
	if !found {
		p.T.Fatalf("no button on %.2000s", page.Body)
	}
	action, form, _ := strings.Cut(form, `"`)
	form, _, _ = strings.Cut(form, "</form>")
	if !strings.Contains(form, ">"+label+"</button>") {
		p.T.Errorf("got button %s, want %s", form, label)
	}
	return p.Submit(html.UnescapeString(action), Answer{Body: "<form" + form + "</form>"}.Fields())
}

// Exported is the JSON of `worklog export`.
func (p *Program) Exported() string {
	p.T.Helper()
	var written bytes.Buffer
	modelstest.Must(p.T, modelstest.Only(app.Export(p.T.Context(), p.Config, tables.Export{}, &written)))
	return written.String()
}

// TakeIn imports a document as a person does on the page, and returns what the page said
// before and the answer after.
func (p *Program) TakeIn(document string) (shown, done Answer) {
	p.T.Helper()
	shown = p.Upload(document, "")
	return shown, p.Submit("/data/import", shown.Fields())
}

// Edit saves the form of the recorded day with some fields changed.
func (p *Program) Edit(change func(url.Values)) {
	p.T.Helper()
	values := p.Form(EditDay)
	change(values)
	p.Submit(EditDay, values).Want(p.T, 303)
}

// AddRow adds a row to a form.
func AddRow(values url.Values, start, end, endDay string) {
	values.Add("slot_start", start)
	values.Add("slot_end", end)
	values.Add("slot_end_day", endDay)
}

// HandKey is new on every page.
var HandKey = regexp.MustCompile(`name="key" value="[^"]*"`)

// TwoWeeks is the form of a range: the last weeks of 2026 on leave.
func TwoWeeks() url.Values {
	return url.Values{"key": {"weeks"}, "from": {"2026-12-21"}, "to": {"2027-01-03"}, "day_type": {"CONGE"}, "weekday": {"1", "2", "3", "4", "5"},
		"skip_holidays": {"1"}, "note": {"Noël"}, "journey_profile_id": {""}, "motor_vehicle_id": {""}}
}

// PreviewOf returns the fingerprint that the preview of a range names.
func PreviewOf(t *testing.T, preview Answer) string {
	t.Helper()
	plan := preview.Fields().Get("plan")
	if plan == "" {
		t.Fatal("the preview names no plan")
	}
	return plan
}
