package apptest

import (
	"encoding/json"
	"net/url"
	"regexp"
	"strings"
)

// Calendar reads the feed and unfolds its lines.
func (p *Program) Calendar(secret string) (content, tag string) {
	p.T.Helper()
	got := p.Get("/feeds/"+secret+"/calendar.ics").Want(p.T, 200, "BEGIN:VCALENDAR\r\n")
	return strings.ReplaceAll(got.Body, "\r\n ", ""), got.Header.Get("ETag")
}

// AddressShown finds the feeds' addresses on the page that shows them.
var AddressShown = regexp.MustCompile(`>(http[^<]+)(/feeds/([0-9a-f]{64})/(?:presence\.json|calendar\.ics|days\.json))<`)

// RenewFeeds presses the button and returns the secret of presence.json and calendar.ics.
func (p *Program) RenewFeeds() (secret string) {
	p.T.Helper()
	return p.renewFeeds("state", "presence.json")
}

// RenewDays presses the button and returns the secret of days.json.
func (p *Program) RenewDays() (secret string) {
	p.T.Helper()
	return p.renewFeeds("days", "days.json")
}

func (p *Program) renewFeeds(of, name string) (secret string) {
	p.T.Helper()
	page := p.Submit("/feeds", url.Values{"of": {of}, "do": {"renew"}}).Want(p.T, 200)
	for _, found := range AddressShown.FindAllStringSubmatch(page.Body, -1) {
		if strings.HasSuffix(found[2], name) {
			return found[3]
		}
	}
	p.T.Fatalf("no address in %s", page.Body)
	return ""
}

// Presence reads the feed.
func (p *Program) Presence(secret string) map[string]any {
	p.T.Helper()
	got := p.Get("/feeds/"+secret+"/presence.json").Want(p.T, 200)
	got.WantHeader(p.T, "Content-Type", "application/json")
	got.WantHeader(p.T, "Cache-Control", "no-store")
	var fields map[string]any
	if err := json.Unmarshal([]byte(got.Body), &fields); err != nil {
		p.T.Fatal(got.Body, err)
	}
	return fields
}
