package report_test

import (
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// published has the barème as it is printed: for each class the rate of the first
// bracket, rate and constant of the second, and the rate of the third.
var published = map[[2]int]map[report.Vehicle][4]int64{
	{2019, 2020}: {
		car(3): {456, 273, 915, 318}, car(4): {523, 294, 1147, 352}, car(5): {548, 308, 1200, 368}, car(6): {574, 323, 1256, 386}, car(7): {601, 340, 1301, 405},
		moto(1): {341, 85, 768, 213}, moto(2): {341, 85, 768, 213}, moto(3): {404, 71, 999, 237}, moto(5): {404, 71, 999, 237}, moto(6): {523, 68, 1365, 295}, scooter: {272, 64, 416, 147},
	},
	{2021, 2021}: {
		car(3): {502, 300, 1007, 350}, car(4): {575, 323, 1262, 387}, car(5): {603, 339, 1320, 405}, car(6): {631, 355, 1382, 425}, car(7): {661, 374, 1435, 446},
		moto(1): {375, 94, 845, 234}, moto(2): {375, 94, 845, 234}, moto(3): {444, 78, 1099, 261}, moto(5): {444, 78, 1099, 261}, moto(6): {575, 75, 1502, 325}, scooter: {299, 70, 458, 162},
	},
	{2022, 2025}: {
		car(3): {529, 316, 1065, 370}, car(4): {606, 340, 1330, 407}, car(5): {636, 357, 1395, 427}, car(6): {665, 374, 1457, 447}, car(7): {697, 394, 1515, 470},
		moto(1): {395, 99, 891, 248}, moto(2): {395, 99, 891, 248}, moto(3): {468, 82, 1158, 275}, moto(5): {468, 82, 1158, 275}, moto(6): {606, 79, 1583, 343}, scooter: {315, 79, 711, 198},
	},
}

func TestEveryRowOfTheBaremeIsAsPublished(t *testing.T) {
	for years, rows := range published {
		for year := years[0]; year <= years[1]; year++ {
			for vehicle, row := range rows {
				edge := edges(vehicle.Category)
				for _, test := range []struct{ kilometres, rate, constant int64 }{
					{1000, row[0], 0}, {edge[0], row[0], 0}, {edge[1], row[1], row[2]}, {edge[1] + 1000, row[3], 0},
				} {
					want := test.kilometres*test.rate/10 + test.constant*100 // cents: the distances are whole thousands
					modelstest.Want(t, amount(year, vehicle, test.kilometres), want, year, vehicle, test.kilometres)
				}
			}
		}
	}
}

func TestADayWhoseHoursEncloseNoonGivesATitreRestaurant(t *testing.T) {
	seconds := entry("2026-11-20", "WORK")
	seconds.Slots = []models.TimeSlot{{StartAt: civil.NewInstant(at("2026-11-20 12:00").Add(59 * time.Second)), EndAt: at("2026-11-20 13:00")}}
	for _, test := range []struct {
		name     string
		telework bool
		day      models.Day
		want     bool
	}{
		{"from 11:59 to 13:00", false, entry("2026-11-20", "WORK", "11:59-13:00"), true},
		{"from 12:00 to 13:00", false, entry("2026-11-20", "WORK", "12:00-13:00"), true},
		{"from within the minute of 12:00", false, seconds, true},
		{"from 12:01 to 13:00", false, entry("2026-11-20", "WORK", "12:01-13:00"), false},
		{"from 12:00 to 12:59", false, entry("2026-11-20", "WORK", "12:00-12:59"), false},
		{"a morning", false, entry("2026-11-20", "WORK", "08:00-12:59"), false},
		{"a night", false, entry("2026-11-20", "GARDE", "20:00+08:00"), false},
		{"one that ends before", false, entry("2026-11-20", "GARDE", "12:30+12:59"), false},
		{"an evening and the next noon in two slots", false, entry("2026-11-20", "GARDE", "18:00-23:00", "23:30+13:00"), true},
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
