package feeds_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app/apptest"
)

func TestTheCalendarHasTheDaysAndTheirSlots(t *testing.T) {
	p := apptest.Start(t)
	secret := p.RenewFeeds()
	p.Day("2026-03-28T22:00:00+01:00", "2026-03-29T06:00:00+02:00", "night")
	p.Submit("/entries/new?date=2026-11-20", url.Values{"day_type": {"TT"}, "slot_start": {"8:30", "13:30"}, "slot_end": {"12:30", "17:30"}, "note": {"private; indeed"}}).Want(t, 303)
	p.Arrive("2026-11-19T08:00:00+01:00", "under way").Want(t, 201)
	got := p.Get("/feeds/" + secret + "/calendar.ics")
	got.WantHeader(t, "Content-Type", "text/calendar; charset=utf-8")
	got.WantHeader(t, "Cache-Control", "private, no-cache")
	content, _ := p.Calendar(secret)
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
	p := apptest.RecordedDay(t)
	secret := p.RenewFeeds()
	_, tag := p.Calendar(secret)
	p.Clock.Advance(time.Hour)
	for sent, status := range map[string]int{tag: 304, `"other", ` + tag: 304, "W/" + tag: 304, "*": 304, `"other"`: 200, "": 200} {
		got := p.Ask("/feeds/"+secret+"/calendar.ics", func(r *http.Request) { r.Header.Set("If-None-Match", sent) })
		if got.Status != status || got.Header.Get("ETag") != tag || status == 304 && got.Body != "" {
			t.Errorf("%s: got %d %v", sent, got.Status, got.Header)
		}
	}
	head := p.Ask("/feeds/"+secret+"/calendar.ics", apptest.Method(http.MethodHead))
	if head.Status != 200 || head.Body != "" || head.Header.Get("ETag") != tag || head.Header.Get("Content-Length") == "" {
		t.Errorf("HEAD: got %d %v", head.Status, head.Header)
	}
	values := p.Form(apptest.EditDay)
	values.Set("day_type", "GARDE")
	p.WantSaved(apptest.EditDay, values, apptest.EditDay)
	if content, changed := p.Calendar(secret); changed == tag || !strings.Contains(content, "SUMMARY:Garde") {
		t.Errorf("got %s\n%s", changed, content)
	}
}

func TestTheCalendarHoldsAYearBeforeAndAYearAfterToday(t *testing.T) {
	p := apptest.Start(t)
	secret := p.RenewFeeds()
	for date, within := range map[string]bool{"2025-11-18": false, "2025-11-19": true, "2027-11-21": true, "2027-11-22": false} {
		p.Submit("/entries/new?date="+date, url.Values{"day_type": {"CONGE"}}).Want(t, 303)
		content, _ := p.Calendar(secret)
		if got := strings.Contains(content, fmt.Sprintf("DTSTART;VALUE=DATE:%s\r\n", strings.ReplaceAll(date, "-", ""))); got != within {
			t.Errorf("%s: got %t", date, got)
		}
	}
}
