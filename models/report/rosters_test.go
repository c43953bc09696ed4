package report_test

import (
	"fmt"
	"math/rand"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// rosterOf is a year of a roster, and what it makes by the words of the rules: minute by minute and
// date by date, by no function of the package.
type rosterOf struct {
	week, fifth int64 // minutes agreed
	solidarity  civil.Date
	days        []models.Day
	worked      map[civil.Date]int64 // minutes by the date on which they lie
}

// newRoster draws a year of shifts, absences and halves of days, on whichever weekdays.
func newRoster(random *rand.Rand) rosterOf {
	weeks := []int64{35 * 60, 32*60 + 30, 28 * 60, 21 * 60, 39 * 60}
	roster := rosterOf{week: weeks[random.Intn(len(weeks))], worked: map[civil.Date]int64{}}
	roster.fifth = roster.week / 5
	dates := []string{"2026-04-06", "2026-05-25", "2026-11-11", "2026-06-13", "2026-06-14", "2026-09-03"}
	roster.solidarity = dateOf(dates[random.Intn(len(dates))])
	for date := dateOf("2026-01-05"); date.Year == 2026; date = date.AddDays(1) {
		kinds := []string{"", "", "CONGE", "CONGE", "MALADE", "RTT", "WORK/CONGE", "WORK/RTT", "WORK", "WORK", "GARDE", "GARDE"}
		if date.Month == 8 { // weeks wholly on leave, and others
			kinds = []string{"CONGE", "CONGE", "CONGE", "CONGE", "CONGE", "CONGE", "", "WORK"}
		}
		var slots []string
		kind := kinds[random.Intn(len(kinds))]
		switch kind {
		case "":
			continue
		case "WORK":
			slots = []string{"06:45-12:00", fmt.Sprintf("12:30-%02d:%02d", 14+random.Intn(6), random.Intn(60))}
		case "WORK/CONGE", "WORK/RTT":
			slots = []string{fmt.Sprintf("08:00-%02d:%02d", 10+random.Intn(4), random.Intn(60))}
		case "GARDE":
			slots = []string{fmt.Sprintf("20:00+%02d:%02d", 4+random.Intn(2), random.Intn(60))}
		}
		roster.days = append(roster.days, entry(date.String(), kind, slots...))
	}
	for _, day := range roster.days {
		for _, slot := range day.Slots {
			for minute := slot.StartAt.Time; minute.Before(slot.EndAt.Time); minute = minute.Add(time.Minute) {
				roster.worked[civil.DateOf(minute.In(paris))]++
			}
		}
	}
	return roster
}

// quota are the minutes of the journée de solidarité: 7 hours, of part time in proportion.
func (r rosterOf) quota() int64 { return min(7*60, 7*60*r.week/(35*60)) }

// absent returns how many halves of a date are absence, and how many of these leave.
func (r rosterOf) absent(date civil.Date) (halves, leave int64) {
	for _, day := range r.days {
		if day.Date != date {
			continue
		}
		switch {
		case day.DayType == models.Leave:
			return 2, 2
		case day.DayType == models.SickLeave || day.DayType == models.RTT:
			return 2, 0
		case day.HalfDay == "CONGE":
			return 1, 1
		case day.HalfDay == "RTT":
			return 1, 0
		}
	}
	return 0, 0
}

// targets returns the targets of the seven dates from a Monday on.
func (r rosterOf) targets(monday civil.Date) (of [7]int64) {
	var sum int64
	for i := range of {
		date := monday.AddDays(i)
		halves, _ := r.absent(date)
		switch weekend := i >= 5; {
		case date == r.solidarity && weekend:
			of[i] = r.quota() - halves*r.quota()/2
		case holidays2026[date] && date != r.solidarity:
		case weekend:
			of[i] = -halves * r.fifth / 2
		default:
			of[i] = r.fifth - halves*r.fifth/2
		}
		if halves == 1 && r.fifth%2 == 1 { // half a minute of a target counts as one
			of[i] = map[bool]int64{true: -(r.fifth / 2), false: r.fifth - r.fifth/2}[i >= 5]
		}
		sum += of[i]
	}
	for i := 6; i >= 5 && sum < 0; i-- { // left out of the latest such date
		left := min(-sum, max(0, -of[i]))
		of[i], sum = of[i]+left, sum+left
	}
	return of
}

// weekOf returns what was worked in a week but for the journée de solidarité, with leave towards
// overtime and without it.
func (r rosterOf) weekOf(monday civil.Date) (base, without int64) {
	var worked, leave, own int64
	for i := range 7 {
		date := monday.AddDays(i)
		worked += r.worked[date]
		_, halves := r.absent(date)
		of := halves * r.fifth / 2
		switch {
		case holidays2026[date] && date != r.solidarity:
			of = 0
		case date == r.solidarity:
			if i >= 5 {
				of = halves * r.quota() / 2
			}
			own = min(r.quota(), r.worked[date])
			of -= min(of, r.quota()-own)
		}
		leave += of
	}
	if worked == 0 {
		leave = 0
	}
	return worked - own + min(leave, 5*r.fifth), worked - own
}

// TestRostersAreThoseOfASecondComputation compares the targets, the balance, the counter, overtime
// and the pay of a hundred rosters with those of [rosterOf].
func TestRostersAreThoseOfASecondComputation(t *testing.T) {
	t.Parallel()
	for seed := range int64(rounds(100)) {
		roster := newRoster(rand.New(rand.NewSource(seed)))
		rules := hourRules(private, func(r *report.Rules) {
			r.Targets = []report.Target{report.WeekTarget(dateOf("2026-01-05"), roster.week)}
			r.Balance.From, r.Solidarity = dateOf("2026-01-05"), []civil.Date{roster.solidarity}
		})
		first, last, now := dateOf("2026-01-05"), dateOf("2026-12-27"), at("2027-02-01 12:00")
		totals := totalsOf(roster.days)
		var balance, taken, holidayMinutes int64
		beyond := map[report.PayKind]int64{}
		for _, week := range rules.CivilWeeks(roster.days, first, last, now) {
			want := roster.targets(week.Monday)
			for i := range want {
				date := week.Monday.AddDays(i)
				if got := rules.TargetOf(totals, date, date); got != want[i] {
					t.Fatalf("%d, %s: got a target of %d, want %d", seed, date, got, want[i])
				}
				balance -= want[i]
				_, leave := roster.absent(date)
				if !holidays2026[date] || date == roster.solidarity {
					taken += leave
				}
			}
			base, without := roster.weekOf(week.Monday)
			if week.Base() != base || week.Overtime != max(0, base-35*60) {
				t.Fatalf("%d, week of %s: got a base of %d and %d of overtime, want %d", seed, week.Monday, week.Base(), week.Overtime, base)
			}
			over := max(0, base-35*60)
			beyond[report.PayOvertime25] += min(over, 8*60)
			beyond[report.PayOvertime50] += max(0, over-8*60)
			if roster.week < 35*60 {
				more := max(0, without-over-roster.week)
				beyond[report.PayComplementary10] += min(more, roster.week/10)
				beyond[report.PayComplementary25] += max(0, more-roster.week/10)
			}
		}
		for date, minutes := range roster.worked {
			if date == roster.solidarity {
				minutes = max(0, minutes-roster.quota())
			}
			if holidays2026[date] {
				holidayMinutes += minutes
			}
		}
		beyond[report.PayHoliday] = holidayMinutes
		for _, day := range models.Between(roster.days, first, last) {
			balance += day.WorkedMinutes()
		}
		modelstest.Want(t, balanceOf(rules, totals, last), balance, seed)
		year := conges(func(c *report.Counter) { c.PeriodStart = report.YearDay{Month: 1, Day: 1} })
		modelstest.Want(t, countOf(rules, year, models.Between(totals, first, last), last, last).Taken, report.Days(taken)*report.HalfDay, seed, taken)
		modelstest.Want(t, rules.Hours(roster.days).Holiday, holidayMinutes, seed)
		for month := dateOf("2026-01-01"); month.Year == 2026; month = month.LastOfMonth().AddDays(1) {
			for _, line := range paid().Pay(rules, roster.days, month, now).Lines {
				if _, counted := beyond[line.Kind]; counted {
					beyond[line.Kind] -= line.Count
				}
			}
		}
		for kind, left := range beyond {
			modelstest.Want(t, left, 0, seed, kind)
		}
	}
}
