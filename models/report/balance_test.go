package report_test

import (
	"fmt"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

func rttConsumes(r *report.Rules)        { r.Balance.RTTConsumes = true }
func creditWithoutSlots(r *report.Rules) { r.Balance.CreditWithoutSlots = true }

// targets sets the targets.
func targets(all ...report.Target) func(*report.Rules) {
	return func(r *report.Rules) { r.Targets = all }
}

func TestATypeOfDayDoesToTheBalanceWhatTheTableSays(t *testing.T) {
	friday := "2026-11-20"
	for _, test := range []struct {
		name    string
		day     models.Day
		change  func(*report.Rules)
		target  int64
		balance int64
	}{
		{"work", entry(friday, "WORK", "08:00-16:00"), nil, 420, 60},
		{"work without slots is missing", entry(friday, "WORK"), nil, 420, -420},
		{"a garde", entry(friday, "GARDE", "20:00+08:00"), nil, 420, 300},
		{"an astreinte without a call-out", entry(friday, "ASTREINTE"), nil, 420, -420},
		{"an astreinte with one", entry(friday, "ASTREINTE", "22:00-23:00"), nil, 420, -360},
		{"télétravail", entry(friday, "TT", "08:00-15:00"), nil, 420, 0},
		{"télétravail without slots is missing", entry(friday, "TT"), nil, 420, -420},
		{"unless it is credited", entry(friday, "TT"), creditWithoutSlots, 0, 0},
		{"a training without slots too", entry(friday, "FORMATION"), creditWithoutSlots, 0, 0},
		{"with slots they count", entry(friday, "FORMATION", "08:00-12:00"), creditWithoutSlots, 420, -180},
		{"work is never credited", entry(friday, "WORK"), creditWithoutSlots, 420, -420},
		{"leave", entry(friday, "CONGE"), nil, 0, 0},
		{"2 h of call-out on a day of leave are 2 h more", entry(friday, "CONGE", "10:00-12:00"), nil, 0, 120},
		{"illness", entry(friday, "MALADE"), nil, 0, 0},
		{"a day typed as a holiday", entry(friday, "FERIE"), nil, 0, 0},
		{"RTT", entry(friday, "RTT"), nil, 0, 0},
		{"RTT that consumes hours", entry(friday, "RTT"), rttConsumes, 420, -420},
		{"leave consumes none", entry(friday, "CONGE"), rttConsumes, 0, 0},
		{"half a day of leave", entry(friday, "WORK/CONGE", "08:00-12:00"), nil, 210, 30},
		{"half a day of illness beside télétravail", entry(friday, "TT/MALADE", "08:00-11:30"), nil, 210, 0},
		{"half a day of RTT", entry(friday, "WORK/RTT", "08:00-11:30"), nil, 210, 0},
		{"half a day of RTT that consumes hours", entry(friday, "WORK/RTT", "08:00-11:30"), rttConsumes, 420, -210},
		{"half a free day keeps the target", entry(friday, "WORK/REPOS", "08:00-12:00"), nil, 420, -180},
		{"half a minute of a target counts as one", entry(friday, "WORK/RTT"), targets(report.Target{From: dateOf("2026-01-01"), Minutes: [7]int64{5: 421}}), 211, -211},
		{"a Sunday has no target", entry("2026-11-22", "WORK", "08:00-09:00"), nil, 0, 60},
		{"a public holiday has none whatever the type", entry("2026-11-11", "WORK", "08:00-09:00"), nil, 0, 60},
		{"nor has RTT that consumes hours on it", entry("2026-11-11", "RTT"), rttConsumes, 0, 0},
		{"before the first target there is none", entry(friday, "WORK", "08:00-09:00"), targets(sevenHours("2026-11-21")), 0, 60},
		{"a fifth of a week on whichever day", entry(friday, "CONGE"), targets(report.WeekTarget(dateOf("2026-01-01"), 2100)), 0, 0},
		{"a week of 35 h is 7 h from Monday to Friday", entry(friday, "WORK"), targets(report.WeekTarget(dateOf("2026-01-01"), 2100)), 420, -420},
		{"and nothing on Sunday", entry("2026-11-22", "GARDE", "08:00-20:00"), targets(report.WeekTarget(dateOf("2026-01-01"), 2100)), 0, 720},
		{"days of a year have no hours", entry(friday, "WORK"), targets(report.DaysTarget(dateOf("2026-01-01"), 218)), 0, 0},
	} {
		rules := hourRules()
		if test.change != nil {
			test.change(&rules)
		}
		rules.Balance.From, rules.Balance.Start = test.day.Date, -35
		total := test.day.Total()
		modelstest.Want(t, rules.TargetOf([]models.DayTotal{total}, test.day.Date, test.day.Date), test.target, test.name)
		modelstest.Want(t, balanceOf(rules, []models.DayTotal{total}, test.day.Date)+35, test.balance, test.name)
	}
}

func TestTheTargetsOfDatesAreAddedOverTheEndOfFebruary(t *testing.T) {
	modelstest.Want(t, hourRules().TargetOf(totalsOf(leave("2026-03-01", "2026-03-02")), dateOf("2026-02-27"), dateOf("2026-03-02")), 420)
}

// roster is a week of 35 hours on whichever days one works.
func roster(r *report.Rules) {
	r.Targets = []report.Target{report.WeekTarget(dateOf("2026-01-01"), 2100)}
}

func TestAnAbsenceOfARosterIsAFifthWhateverItsWeekday(t *testing.T) {
	for _, test := range []struct {
		name   string
		days   []models.Day
		change func(*report.Rules)
		want   string // minutes of each date of the week from 1 June on, and of the next
	}{
		{"leave on a Saturday", entries("2026-06-06", "CONGE"), nil, "[420 420 420 420 420 -420 0] [420 420 420 420 420 0 0]"},
		{"illness from Saturday to Wednesday", entries("2026-06-06", "MALADE", "MALADE", "MALADE", "MALADE", "MALADE"), nil, "[420 420 420 420 420 -420 -420] [0 0 0 420 420 0 0]"},
		{"seven dates of leave", entries("2026-06-01", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE"), nil, "[0 0 0 0 0 0 0] [420 420 420 420 420 0 0]"},
		{"seven dates after a week without any", entries("2026-06-08", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE"), nil, "[420 420 420 420 420 0 0] [0 0 0 0 0 0 0]"},
		{"six of them and a night", append(entries("2026-06-02", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE"), entry("2026-06-08", "GARDE", "20:00+06:00")), nil, "[420 0 0 0 0 -420 0] [420 420 420 420 420 0 0]"},
		{"half a day of RTT on a Sunday", []models.Day{entry("2026-06-07", "WORK/RTT", "08:00-12:00")}, nil, "[420 420 420 420 420 0 -210] [420 420 420 420 420 0 0]"},
		{"a week that five does not divide", entries("2026-06-02", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE"), func(r *report.Rules) {
			r.Targets = []report.Target{report.WeekTarget(dateOf("2026-01-01"), 2102)}
		}, "[421 0 0 0 0 -420 0] [421 421 420 420 420 0 0]"},
		{"a Saturday that is a public holiday", entries("2026-06-06", "CONGE"), func(r *report.Rules) {
			r.IsHoliday = func(date civil.Date) bool { return date == dateOf("2026-06-06") }
		}, "[420 420 420 420 420 0 0] [420 420 420 420 420 0 0]"},
	} {
		rules := hourRules(roster)
		if test.change != nil {
			test.change(&rules)
		}
		var dates [2][7]int64
		var sum int64
		for i := range 14 {
			date := dateOf("2026-06-01").AddDays(i)
			dates[i/7][i%7] = rules.TargetOf(totalsOf(test.days), date, date)
			sum += dates[i/7][i%7]
		}
		modelstest.Want(t, fmt.Sprint(dates[0], dates[1]), test.want, test.name)
		modelstest.Want(t, rules.TargetOf(totalsOf(test.days), dateOf("2026-06-01"), dateOf("2026-06-14")), sum, test.name)
	}
}

func TestTheBalanceIsAdjusted(t *testing.T) {
	adjusted := func(r *report.Rules) {
		r.Balance.From, r.Balance.Start = dateOf("2026-11-02"), 60
		r.Balance.Adjustments = []report.BalanceAdjustment{
			{Date: dateOf("2026-11-01"), Minutes: 7, Note: "before it begins"}, {Date: dateOf("2026-11-02"), Minutes: -10}, {Date: dateOf("2026-11-07"), Minutes: 100},
			{Date: dateOf("2026-11-07"), Minutes: 1}, {Date: dateOf("2026-11-25"), Minutes: 1000, Note: "to come"},
		}
	}
	days := week("2026-11-02", "08:00-15:00", "08:00-15:00", "08:00-15:00", "08:00-15:00", "08:00-15:00") // 7 h are due each day
	for _, test := range []struct {
		from, to, now     string
		balance, adjusted int64
	}{
		{"2026-11-01", "2026-11-01", "2026-11-20 12:00", 60, 0},
		{"2026-11-02", "2026-11-02", "2026-11-20 12:00", 50, -10},
		{"2026-11-03", "2026-11-06", "2026-11-20 12:00", 50, 0},
		{"2026-11-03", "2026-11-08", "2026-11-20 12:00", 151, 101},
		{"2026-11-09", "2026-11-10", "2026-11-20 12:00", 151 - 840, 0},
		{"2026-11-02", "2026-11-30", "2026-11-08 12:00", 1151, 1091}, // what is to come is agreed
		{"2026-11-20", "2026-11-24", "2026-11-08 12:00", 151, 0},
	} {
		rules := hourRules(adjusted)
		record := report.Record{Totals: totalsOf(days), Days: days}
		figures := rules.Figures(record, dateOf(test.from), dateOf(test.to), at(test.now))
		modelstest.Want(t, *figures.Balance, test.balance, test.from, test.to)
		modelstest.Want(t, *figures.Adjusted, test.adjusted, test.from, test.to)
	}
	rules, now := hourRules(adjusted), at("2026-11-20 12:00")
	spans := rules.Spans(days, []civil.Date{dateOf("2026-11-02"), dateOf("2026-11-07"), dateOf("2026-11-08")}, dateOf("2026-11-08"), now)
	modelstest.Want(t, fmt.Sprint(*spans[0].Balance, *spans[1].Balance, *spans[2].Balance, spans[0].Adjusted, spans[1].Adjusted, spans[2].Adjusted), "50 151 151 -10 101 0")
	rows := rules.DayRows(report.Record{Totals: totalsOf(days), Days: days}, dateOf("2026-11-07"), dateOf("2026-11-08"), now)
	if len(rows) != 1 || rows[0].Date != dateOf("2026-11-07") || *rows[0].Balance != 151 {
		t.Errorf("got %+v", rows)
	}
}
