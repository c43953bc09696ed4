package handlers_test

import (
	"cmp"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

const (
	urlEncoded = "application/x-www-form-urlencoded"
	mebibyte   = 1 << 20
)

// formDoor is a POST route that reads a form: how much of it, and what it answers.
type formDoor struct {
	size     int      // of the body in bytes; 256 KiB if it is 0
	fields   int      // 500 if it is 0
	empty    int      // status of a form without fields
	outsized int      // status of a form that is too large; 413 if it is 0
	crowded  []string // forms within these limits that are refused as too large
	full     []string // the most costly forms that are not
	most     uint64   // bytes allocated for any of these; 12 MiB if it is 0
	uploads  bool     // parts are read
	typical  bool     // it stands for all whose limits are those above
}

// storedDay are the limits of the form of a day with two slots.
var storedDay = formDoor{size: 256<<10 + 2*128, fields: 2500 + 2*5, empty: 422,
	crowded: []string{strings.Repeat("slot_start=x&", 503), strings.Repeat("slot_end=x&", 503)}, full: []string{"version=4&" + strings.Repeat("slot_start=x&", 502)}}

// formDoors are the POST routes of the pages.
var formDoors = map[string]formDoor{
	"/counters":            {fields: 4000, empty: 422},
	"/data/import":         {size: base64.RawURLEncoding.EncodedLen(8*mebibyte) + 256<<10, empty: 400, most: 48 * mebibyte, uploads: true},
	"/entries/:id/delete":  {size: storedDay.size, fields: storedDay.fields, empty: 422},
	"/entries/:id/edit":    storedDay,
	"/entries/:id/merge":   storedDay,
	"/entries/bring-back":  {empty: 422},
	"/entries/new":         {fields: 2500, empty: 409, crowded: []string{strings.Repeat("slot_start=x&", 501)}, full: []string{strings.Repeat("slot_end=x&", 500)}},
	"/entries/range":       {empty: 422},
	"/entries/take-back":   {empty: 404},
	"/feeds":               {empty: 400, typical: true},
	"/help/token":          {empty: 404, outsized: 404},
	"/help/trial":          {empty: 422},
	"/months/:month/sheet": {empty: 409},
	"/login":               {size: 8<<10 + 3*128<<10, empty: 422},
	"/logout":              {empty: 303},
	"/plan":                {empty: 404, uploads: true},
	"/presence/close":      {empty: 409},
	"/presence/discard":    {empty: 409},
	"/presence/hand":       {empty: 404},
	"/review/dismiss":      {empty: 409},
	"/review/end":          {empty: 409},
	"/review/fill":         {empty: 409},
	"/review/ignore":       {empty: 409},
	"/review/merge":        {empty: 409},
	"/review/part":         {empty: 409},
	"/review/record":       {empty: 409},
	"/review/right":        {empty: 409},
	"/review/shorten":      {empty: 409},
	"/review/type":         {empty: 409},
	"/sessions":            {empty: 303},
	"/settings/password":   {empty: 404},
	"/settings":            {fields: 4000, empty: 422, most: 24 * mebibyte, full: []string{targets(3996, "row"), targets(3996, "from")}},
	"/settings/start":      {fields: 4000, empty: 422},
	"/years/:year/costs":   {empty: 422},
}

// machineDoors are the POST routes of the automations, which read 4 KiB: how a request is let in,
// and what is answered to what is no event.
var machineDoors = map[string]struct {
	authorization string
	refused       []int
}{
	"/api/v1/workplace-presence": {"Bearer " + apptest.Token, []int{400, 413, 415, 422}},
	"/hooks/owntracks":           {"Basic " + base64.StdEncoding.EncodeToString([]byte("camille:"+apptest.Token)), []int{200}}, // which would be sent again for ever
}

// targets is a form of the week with that many rows, of each of which it has one field.
func targets(rows int, field string) string {
	var form strings.Builder
	form.WriteString("section=targets&version=0&do=edit")
	for i := range rows {
		fmt.Fprintf(&form, "&targets.%d.%s=x", i, field)
	}
	return form.String()
}

// hostile is a request that is sent to a door, and the statuses that it may answer; none for
// any that is no fault of the server.
type hostile struct {
	name, kind, coding, body string
	want                     []int
}

func (d formDoor) readsItsOwnWay() bool { return d.size > 0 || d.fields > 0 || d.uploads || d.typical }

// corpus is what is sent to a door of forms: only the edges, if another stands for it.
func (d formDoor) corpus() []hostile {
	size, fields, outsized := cmp.Or(d.size, 256<<10), cmp.Or(d.fields, 500), []int{cmp.Or(d.outsized, 413)}
	empty := []int{d.empty}
	parts := empty
	if d.uploads {
		parts = []int{400, 422}
	}
	all := []hostile{
		{"no field", urlEncoded, "", "", empty},
		{"as many bytes as may be", urlEncoded, "", "x=" + strings.Repeat("x", size-2), empty},
		{"a byte more", urlEncoded, "", "x=" + strings.Repeat("x", size-1), outsized},
		{"as many fields as may be", urlEncoded, "", strings.Repeat("&", fields-1), empty},
		{"a field more", urlEncoded, "", strings.Repeat("&", fields), outsized},
		{"10,000 parts", "multipart/form-data; boundary=x", "", strings.Repeat("--x\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\nx\r\n", 10_000) + "--x--\r\n", parts},
	}
	if !d.readsItsOwnWay() {
		return all
	}
	all = append(all, []hostile{
		{"a mebibyte more", urlEncoded, "", "x=" + strings.Repeat("x", size-2+mebibyte), outsized},
		{"nothing but fields", urlEncoded, "", strings.Repeat("&", size), outsized},
		{"a gzip bomb of text", urlEncoded, "gzip", bombOfText(), outsized},
		{"a gzip bomb of fields", urlEncoded, "gzip", bombOfFields(), outsized},
		{"text", "text/plain", "", strings.Repeat("x", size+mebibyte), empty},
		{"deep JSON", "application/json", "", strings.Repeat(`[{"x":`, size/6), empty},
		{"a deep name", urlEncoded, "", strings.Repeat("[x", size/2-1) + "=", empty},
		{"a part of 100,000 headers", "multipart/form-data; boundary=x", "", "--x\r\n" + strings.Repeat("X: x\r\n", 100_000) + "\r\nx\r\n--x--\r\n", parts},
	}...)
	for _, form := range d.crowded {
		all = append(all, hostile{"too many rows", urlEncoded, "", form, []int{413}},
			hostile{"too many rows of another database", urlEncoded, "", form + "&database=x", []int{413}})
	}
	for _, form := range d.full {
		all = append(all, hostile{"as many rows as may be", urlEncoded, "", form, nil})
	}
	return all
}

// More than any door unpacks.
var (
	bombOfText   = sync.OnceValue(func() string { return string(modelstest.Gzipped("x=" + strings.Repeat("x", 16*mebibyte))) })
	bombOfFields = sync.OnceValue(func() string { return string(modelstest.Gzipped(strings.Repeat("&", 16*mebibyte))) })
)

// send sends the request, and checks the status of the answer and how many bytes were allocated
// for both, by the client too.
func (h hostile) send(v *apptest.Visitor, path string, most uint64, changes ...func(*http.Request)) {
	t := v.P.T
	t.Helper()
	request := v.P.FormRequest(path, nil)
	request.Body, request.ContentLength = io.NopCloser(strings.NewReader(h.body)), int64(len(h.body))
	request.Header.Set("Content-Type", h.kind)
	if h.coding != "" {
		request.Header.Set("Content-Encoding", h.coding)
	}
	for _, change := range changes {
		change(request)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got := v.Send(request)
	runtime.ReadMemStats(&after)
	modelstest.Want(t, got.Status < 500 && (h.want == nil || slices.Contains(h.want, got.Status)), true, path, h.name, got.Status, h.want)
	if kind := got.Header.Get("Content-Type"); got.Status == 413 && strings.HasPrefix(kind, "text/html") && path != "/login" && !strings.Contains(got.Body, "Formulaire trop volumineux") {
		t.Errorf("%s, %s: got no words: %.500s", path, h.name, got.Body)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > most {
		t.Errorf("%s, %s: got %d KiB allocated, want at most %d", path, h.name, allocated>>10, most>>10)
	}
}

// openDoors runs a program whose every POST route can be sent to.
func openDoors(t *testing.T) *apptest.Program {
	t.Helper()
	modelstest.SkipWithRaceDetector(t)
	return apptest.RecordedDay(t, apptest.WithPassword, func(c *app.Config) { c.API.OwnTracksRegions = []string{"Bureau"} })
}

// pathOf is a path of a route.
func pathOf(route string) string {
	if route == "/entries/new" {
		route += "?date=2026-11-20"
	}
	return strings.NewReplacer(":id", "1", ":year", "2026", ":month", "2026-10").Replace(route)
}

func TestEveryPOSTRouteIsInTheHostileCorpus(t *testing.T) {
	p := openDoors(t)
	var routes []string
	for _, route := range p.Routes.Routes() {
		if route.Method == http.MethodPost {
			routes = append(routes, route.Path)
		}
	}
	slices.Sort(routes)
	known := slices.Sorted(maps.Keys(formDoors))
	known = append(known, slices.Collect(maps.Keys(machineDoors))...)
	slices.Sort(known)
	modelstest.Want(t, strings.Join(routes, "\n"), strings.Join(known, "\n"))
}

// The tests of the corpus have the machine to themselves, for they count what is allocated.

func TestAFormIsBoundedBeforeItIsRead(t *testing.T) {
	modelstest.Alone(t)
	p := openDoors(t)
	for route, door := range formDoors {
		for _, sent := range door.corpus() {
			p.Clock.Advance(15 * time.Minute) // attempts are forgotten
			sent.send(p.SignIn(), pathOf(route), cmp.Or(door.most, 12*mebibyte))
		}
	}
}

func TestWhatAStrangerPostsIsBoundedBeforeItIsRead(t *testing.T) {
	modelstest.Alone(t)
	p := openDoors(t)
	for route, door := range formDoors {
		if !door.readsItsOwnWay() {
			continue
		}
		for _, sent := range door.corpus() {
			if route != "/login" {
				sent.want = []int{303, 403, 404} // to the login, which carries it at most; JSON is no browser's
			}
			p.Clock.Advance(15 * time.Minute)
			sent.send(p.Visitor(""), pathOf(route), 4*mebibyte)
		}
	}
}

func TestWhatAnAutomationPostsIsBoundedBeforeItIsRead(t *testing.T) {
	modelstest.Alone(t)
	p := openDoors(t)
	for path, door := range machineDoors {
		for _, sent := range []hostile{
			{"a byte more than may be", "application/json", "", `"` + strings.Repeat("x", 4095), nil},
			{"a mebibyte", "application/json", "", strings.Repeat(" ", mebibyte), nil},
			{"a gzip bomb", "application/json", "gzip", bombOfText(), nil},
			{"text", "text/plain", "", strings.Repeat("x", mebibyte), nil},
			{"fields", urlEncoded, "", strings.Repeat("&", mebibyte), nil},
			{"parts", "multipart/form-data; boundary=x", "", strings.Repeat("--x\r\n\r\n\r\n", 100_000), nil},
			{"deep arrays", "application/json", "", strings.Repeat("[", 4096), nil},
			{"deep objects", "application/json", "", strings.Repeat(`{"x":`, 800), nil},
			{"many names", "application/json", "", `{"x":1` + strings.Repeat(`,"x":1`, 600) + "}", nil},
		} {
			sent.want = door.refused
			sent.send(p.Visitor(""), path, mebibyte, func(r *http.Request) { r.Header.Set("Authorization", door.authorization) })
			sent.want = []int{401}
			sent.send(p.Visitor(""), path, mebibyte)
		}
	}
}

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
