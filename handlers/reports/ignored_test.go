package reports_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestAnIgnoredArrivalCountsInNoFigure(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t, apptest.WithConfig(t, `
[presence_integration]
timezone = "Europe/Paris"
default_day_type = "TT"
[[targets]]
from = "2026-11-16"
week = "35h"
[balance]
from = "2026-11-20"
credit_without_slots = true
`))
	p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201)
	p.Submit("/presence/discard", url.Values{"arrival_id": {"1"}}).Want(t, 303)
	p.Clock.Advance(24 * time.Hour)
	if got := p.Presence(p.RenewFeeds())["balance_minutes"]; got != -420.0 {
		t.Errorf("balance_minutes: got %v, want -420: a day without an entry is missing", got)
	}
	var report strings.Builder
	request := app.HoursRequest{From: "2026-11-20", To: "2026-11-20", Format: app.JSON}
	modelstest.Must(t, app.ReportHours(t.Context(), p.Config, request, p.Clock.Now(), &report))
	if want := `"TT":{"days":0,`; !strings.Contains(report.String(), want) {
		t.Errorf("got %s, want %s", report.String(), want)
	}
}
