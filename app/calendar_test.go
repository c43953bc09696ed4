package app_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// calendar reads the feed and unfolds its lines.
func (p *program) calendar(secret string) (content, tag string) {
	p.t.Helper()
	got := p.get("/feeds/" + secret + "/calendar.ics")
	got.want(p.t, 200, "BEGIN:VCALENDAR\r\n")
	return strings.ReplaceAll(got.body, "\r\n ", ""), got.header.Get("ETag")
}

func TestTheCalendarHasTheDaysAndTheirSlots(t *testing.T) {
	p := start(t)
	secret := p.renewFeeds()
	p.day("2026-03-28T22:00:00+01:00", "2026-03-29T06:00:00+02:00", "night")
	p.submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"TT"}, "slot_start": {"8:30", "13:30"}, "slot_end": {"12:30", "17:30"}, "note": {"private; indeed"}}).want(t, 303)
	p.arrive("2026-11-19T08:00:00+01:00", "under way").want(t, 201)
	got := p.get("/feeds/" + secret + "/calendar.ics")
	got.wantHeader(t, "Content-Type", "text/calendar; charset=utf-8")
	got.wantHeader(t, "Cache-Control", "private, no-cache")
	content, _ := p.calendar(secret)
	for _, want := range []string{
		"UID:entry-1@worklog", "SUMMARY:Travail", "DTSTART;VALUE=DATE:20260328",
		"UID:slot-1@worklog", "DTSTART;TZID=Europe/Paris:20260328T220000", "DTEND;TZID=Europe/Paris:20260329T060000",
		"UID:entry-2@worklog", "SUMMARY:Télétravail", "DTSTART;VALUE=DATE:20261120",
		"UID:slot-2@worklog", "DTSTART;TZID=Europe/Paris:20261120T083000", "UID:slot-3@worklog",
		"DTSTAMP:20261120T070000Z", "TZID:Europe/Paris",
	} {
		if !strings.Contains(content, "\r\n"+want+"\r\n") {
			t.Errorf("got\n%s\nwant %s in it", content, want)
		}
	}
	if events := strings.Count(content, "BEGIN:VEVENT"); events != 6 || strings.Contains(content, "private") {
		t.Errorf("got %d events, want 3 days and 3 slots, without notes:\n%s", events, content)
	}
}

func TestTheCalendarIsSentAgainOnlyWhenItHasChanged(t *testing.T) {
	p := recordedDay(t)
	secret := p.renewFeeds()
	_, tag := p.calendar(secret)
	p.clock.advance(time.Hour)
	for sent, status := range map[string]int{tag: 304, `"other", ` + tag: 304, "W/" + tag: 304, "*": 304, `"other"`: 200, "": 200} {
		got := p.ask("/feeds/"+secret+"/calendar.ics", func(r *http.Request) { r.Header.Set("If-None-Match", sent) })
		if got.status != status || got.header.Get("ETag") != tag || status == 304 && got.body != "" {
			t.Errorf("%s: got %d %v", sent, got.status, got.header)
		}
	}
	head := p.ask("/feeds/"+secret+"/calendar.ics", method(http.MethodHead))
	if head.status != 200 || head.body != "" || head.header.Get("ETag") != tag || head.header.Get("Content-Length") == "" {
		t.Errorf("HEAD: got %d %v", head.status, head.header)
	}
	values := p.form(editDay)
	values.Set("day_type", "GARDE")
	p.wantSaved(editDay, values, editDay)
	if content, changed := p.calendar(secret); changed == tag || !strings.Contains(content, "SUMMARY:Garde") {
		t.Errorf("got %s\n%s", changed, content)
	}
}

func TestTheCalendarHoldsAYearBeforeAndAYearAfterToday(t *testing.T) {
	p := start(t)
	secret := p.renewFeeds()
	for date, within := range map[string]bool{"2025-11-18": false, "2025-11-19": true, "2027-11-21": true, "2027-11-22": false} {
		p.submit("/entries/new?date="+date, url.Values{"day_type": {"CONGE"}}).want(t, 303)
		content, _ := p.calendar(secret)
		if got := strings.Contains(content, fmt.Sprintf("DTSTART;VALUE=DATE:%s\r\n", strings.ReplaceAll(date, "-", ""))); got != within {
			t.Errorf("%s: got %t", date, got)
		}
	}
}
