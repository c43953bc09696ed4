package report_test

import (
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

func TestADayWhoseHoursEncloseNoonGivesATitreRestaurant(t *testing.T) {
	t.Parallel()
	seconds := entry("2026-11-20", "WORK")
	seconds.Slots = []models.TimeSlot{{StartAt: civil.NewInstant(at("2026-11-20 12:00").Add(59 * time.Second)), EndAt: at("2026-11-20 13:00")}}
	for _, test := range []struct {
		name     string
		telework bool
		day      models.Day
		want     bool
	}{
		{"a day with a break", false, entry("2026-11-20", "WORK", "08:00-12:00", "14:00-18:00"), true},
		{"from 11:59 to 13:00", false, entry("2026-11-20", "WORK", "11:59-13:00"), true},
		{"from 12:00 to 13:00", false, entry("2026-11-20", "WORK", "12:00-13:00"), true},
		{"from within the minute of 12:00", false, seconds, true},
		{"from 12:01 to 13:00", false, entry("2026-11-20", "WORK", "12:01-13:00"), false},
		{"from 12:00 to 12:59", false, entry("2026-11-20", "WORK", "12:00-12:59"), false},
		{"a morning", false, entry("2026-11-20", "WORK", "08:00-12:59"), false},
		{"half a day of leave after a long morning", false, entry("2026-11-20", "WORK/CONGE", "08:00-13:00"), true},
		{"a night", false, entry("2026-11-20", "GARDE", "20:00+08:00"), false},
		{"a garde of 24 hours", false, entry("2026-11-20", "GARDE", "08:00+08:00"), true},
		{"a garde that lasts over the noon after it", false, entry("2026-11-20", "GARDE", "13:00+13:00"), true},
		{"one that ends before", false, entry("2026-11-20", "GARDE", "12:30+12:59"), false},
		{"an evening and the next noon in two slots", false, entry("2026-11-20", "GARDE", "18:00-23:00", "23:30+13:00"), true},
		{"slots that overlap, the longest first", false, entry("2026-11-20", "WORK", "09:00-15:00", "10:00-11:00"), true},
		{"a training", false, entry("2026-11-20", "FORMATION", "09:00-17:00"), true},
		{"a day without a slot", false, entry("2026-11-20", "WORK"), false},
		{"telework", false, entry("2026-11-20", "TT", "08:00-17:00"), false},
		{"telework that gives one", true, entry("2026-11-20", "TT", "08:00-17:00"), true},
		{"telework without a slot", true, entry("2026-11-20", "TT"), false},
		{"a call-out on leave", true, entry("2026-11-20", "CONGE", "08:00-17:00"), false},
		{"a call-out", true, entry("2026-11-20", "ASTREINTE", "08:00-17:00"), false},
		{"the night in which the clock goes back, until noon", false, entry("2026-10-24", "GARDE", "20:00+13:00"), true},
	} {
		rules := report.CostRules{Law: report.Published(), TeleworkVouchers: test.telework}
		got := rules.Costs(2026, []models.Day{test.day}, afterAll)
		if (len(got.Vouchers) == 1) != test.want {
			t.Errorf("%s: got %d", test.name, len(got.Vouchers))
		}
		if got := rules.Costs(2026, []models.Day{test.day}, dateOf("2026-01-01")); got.Vouchers != nil {
			t.Errorf("%s: counts before it was worked", test.name)
		}
	}
}
