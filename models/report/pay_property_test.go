package report_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

// slip is what a payslip must show, counted minute by minute. Every rate is 1.001 € for an hour
// or a day, and doubles on a date.
type slip struct {
	month, doubles civil.Date
	lines          map[report.PayKind]*slipLine
}

type slipLine struct {
	count, weighted int64 // minutes or half days; those at the double rate twice
	dates           map[civil.Date]bool
}

// add adds so much that is paid as on a date, with the dates behind it.
func (s slip) add(kind report.PayKind, count int64, on civil.Date, behind ...civil.Date) {
	if on.Year != s.month.Year || on.Month != s.month.Month || count == 0 {
		return
	}
	line := s.lines[kind]
	if line == nil {
		line = &slipLine{dates: map[civil.Date]bool{}}
		s.lines[kind] = line
	}
	line.count += count
	line.weighted += count
	if on.Compare(s.doubles) >= 0 {
		line.weighted += count
	}
	for _, date := range append(behind, on)[:max(1, len(behind))] {
		line.dates[date] = true
	}
}

// weekWork are the minutes worked in a week and those of its leave, with their dates.
type weekWork struct {
	worked, leave         int64
	workDates, leaveDates map[civil.Date]bool
}

// slotOf is a slot and the type of its day.
type slotOf struct {
	start, end civil.Instant
	dayType    models.DayType
}

// slipOf returns the payslip of days, with their weeks.
func slipOf(rules report.Rules, days []models.Day, month, doubles civil.Date) (slip, map[civil.Date]*weekWork) {
	of, weeks := slip{month, doubles, map[report.PayKind]*slipLine{}}, map[civil.Date]*weekWork{}
	weekOf := func(date civil.Date) *weekWork {
		if weeks[date.Monday()] == nil {
			weeks[date.Monday()] = &weekWork{workDates: map[civil.Date]bool{}, leaveDates: map[civil.Date]bool{}}
		}
		return weeks[date.Monday()]
	}
	var slots []slotOf
	for _, day := range days {
		for _, slot := range day.Slots {
			slots = append(slots, slotOf{slot.StartAt.StartOfMinute(paris), slot.EndAt.StartOfMinute(paris), day.DayType})
		}
		switch day.DayType {
		case models.Telework:
			of.add(report.PayTelework, map[bool]int64{true: 2, false: 1}[day.HalfDay == ""], day.Date)
		case models.Work, models.Training, models.Duty:
			if len(day.Slots) > 0 {
				of.add(report.PayMeal, 2, day.Date)
			}
		}
		leave := rules.Targets[0].Minutes[time.Friday] // a fifth on each date
		if day.DayType != models.Leave {
			leave /= 2
		}
		leave = min(leave, 5*rules.Targets[0].Minutes[time.Friday]-weekOf(day.Date).leave)
		if !holidays2026[day.Date] && leave > 0 && (day.DayType == models.Leave || day.HalfDay == models.HalfDay(models.Leave)) {
			weekOf(day.Date).leave += leave
			weekOf(day.Date).leaveDates[day.Date] = true
		}
	}
	slices.SortStableFunc(slots, func(a, b slotOf) int { return a.start.Compare(b.start.Time) })
	seen := map[int64]bool{} // minutes of the slots that started before
	for _, slot := range slots {
		for minute := slot.start; minute.Before(slot.end.Time); minute = civil.NewInstant(minute.Add(time.Minute)) {
			if seen[minute.Unix()] {
				continue
			}
			seen[minute.Unix()] = true
			local := minute.In(paris)
			date := civil.DateOf(local)
			weekOf(date).worked++
			weekOf(date).workDates[date] = true
			if local.Hour() >= 21 || local.Hour() < 6 {
				of.add(report.PayNight, 1, date)
			}
			if holidays2026[date] {
				of.add(report.PayHoliday, 1, date)
			} else if local.Weekday() == time.Sunday {
				of.add(report.PaySunday, 1, date)
			}
			if slot.dayType == models.OnCall {
				of.add(report.PayCallOut, 1, date)
			}
		}
	}
	return of, weeks
}

// addWeeks adds what is beyond the agreed hours of the weeks that are over, minute by minute.
func (s slip) addWeeks(weeks map[civil.Date]*weekWork, contract int64, today civil.Date) {
	for monday, week := range weeks {
		sunday := monday.AddDays(6)
		if sunday.Compare(today) >= 0 {
			continue
		}
		worked := slices.Collect(maps.Keys(week.workDates))
		all := slices.Concat(worked, slices.Collect(maps.Keys(week.leaveDates)))
		ordinary := week.worked
		for minute := int64(35*60 + 1); week.worked > 0 && minute <= week.worked+week.leave; minute++ {
			ordinary--
			if minute > 43*60 {
				s.add(report.PayOvertime50, 1, sunday, all...)
			} else {
				s.add(report.PayOvertime25, 1, sunday, all...)
			}
		}
		for minute := contract + 1; contract < 35*60 && minute <= ordinary; minute++ {
			if minute-contract > contract/10 {
				s.add(report.PayComplementary25, 1, sunday, worked...)
			} else {
				s.add(report.PayComplementary10, 1, sunday, worked...)
			}
		}
	}
}

func TestThePayIsThatOfEachMinute(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		days := anyDays(t)
		contract := rapid.SampledFrom([]int64{35, 28, 24, 39}).Draw(t, "contract")
		hours := hourRules(partTime(contract))
		hours.Targets[0].From = dateOf("2025-01-01")
		month := civil.Date{Year: 2026, Month: rapid.SampledFrom([]time.Month{1, 2, 3, 4, 10, 11, 12}).Draw(t, "month"), Day: 1}
		today := month.AddDays(rapid.IntRange(0, 45).Draw(t, "today"))
		doubles := month.AddDays(rapid.IntRange(0, 31).Draw(t, "doubles"))
		var rules report.PayRules
		for _, kind := range report.PayKinds {
			rules.Rates = append(rules.Rates, report.PayRate{Kind: kind, From: dateOf("2026-01-01"), Thousandths: 1_001})
		}
		for _, kind := range report.PayKinds {
			rules.Rates = append(rules.Rates, report.PayRate{Kind: kind, From: doubles, Thousandths: 2_002})
		}
		pay := rules.Pay(hours, days, month, at(today.String()+" 12:00"))
		want, weeks := slipOf(hours, days, month, doubles)
		want.addWeeks(weeks, contract*60, today)
		var total int64
		for _, line := range pay.Lines {
			of := want.lines[line.Kind]
			if of == nil {
				t.Fatalf("%s: got %d, want none", line.Kind, line.Count)
			}
			each := int64(60)
			if line.Kind.ByDay() {
				each = 2
			}
			cents := (2*of.weighted*1_001 + each*10) / (2 * each * 10)
			total += cents
			dates := slices.SortedFunc(maps.Keys(of.dates), civil.Date.Compare)
			if line.Count != of.count || *line.Cents != cents || !slices.Equal(line.Dates(), dates) {
				t.Fatalf("%s: got %d, %d cents, %v\nwant %d, %d cents, %v", line.Kind, line.Count, *line.Cents, line.Dates(), of.count, cents, dates)
			}
			var sum int64
			for _, week := range line.Weeks {
				sum += week.Count
			}
			if len(line.Weeks) == 0 {
				for _, day := range line.Days {
					sum += day.Count
				}
			}
			if sum != line.Count {
				t.Fatalf("%s: the days behind it sum to %d, want %d", line.Kind, sum, line.Count)
			}
		}
		if len(pay.Lines) != len(want.lines) || len(pay.Lines) > 0 && *pay.Total != total {
			t.Fatalf("got %s\nwant %d lines, %d cents", payText(pay), len(want.lines), total)
		}
	})
}
