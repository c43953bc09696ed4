package report_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
)

// anyDays draws days in 2026, in order, some of them around the changes of the clock, with
// slots that may be long, overlap and have seconds.
func anyDays(t *rapid.T) []models.Day {
	first := rapid.SampledFrom([]string{"2026-01-01", "2026-03-20", "2026-10-15", "2026-11-01"}).Draw(t, "first")
	var days []models.Day
	for i := range 30 {
		if !rapid.Bool().Draw(t, "recorded") {
			continue
		}
		day := entry(dateOf(first).AddDays(i).String(), string(rapid.SampledFrom(models.DayTypes).Draw(t, "type")))
		if day.DayType == models.Work || day.DayType == models.Telework {
			day.HalfDay = rapid.SampledFrom(append([]models.HalfDay{""}, models.HalfDays...)).Draw(t, "half")
		}
		midnight := at(day.Date.String() + " 00:00")
		for range rapid.IntRange(0, 3).Draw(t, "slots") {
			start := midnight.Add(time.Duration(rapid.IntRange(0, 24*3600).Draw(t, "start")) * time.Second)
			end := start.Add(time.Duration(rapid.IntRange(1, 40*3600).Draw(t, "length")) * time.Second)
			day.Slots = append(day.Slots, models.TimeSlot{StartAt: civil.NewInstant(start), EndAt: civil.NewInstant(end)})
		}
		days = append(days, day)
	}
	return days
}

func TestTheRowsBehindTheFiguresSumToThem(t *testing.T) {
	rules := hourRules()
	rapid.Check(t, func(t *rapid.T) {
		days := anyDays(t)
		from := dateOf("2026-01-01").AddDays(rapid.IntRange(0, 364).Draw(t, "from"))
		to := from.AddDays(rapid.IntRange(0, 60).Draw(t, "to"))
		now := civil.NewInstant(at("2026-01-01 12:00").AddDate(0, 0, rapid.IntRange(0, 400).Draw(t, "today")))
		record := report.Record{Totals: totalsOf(days), Days: days}
		figures, rows := rules.Figures(record, from, to, now), rules.DayRows(record, from, to, now)
		var worked, night, target int64
		balance := *rules.Figures(record, from, from.AddDays(-1), now).Balance
		for i, row := range rows {
			if i > 0 && rows[i-1].Date.DaysUntil(row.Date) <= 0 {
				t.Fatalf("%s comes after %s", row.Date, rows[i-1].Date)
			}
			worked, night = worked+row.Hours.Worked, night+row.Hours.Night
			if row.Target != nil {
				target, balance = target+*row.Target, *row.Balance
			}
		}
		if worked != figures.Hours.Worked || night != figures.Hours.Night || target != *figures.Target || balance != *figures.Balance {
			t.Fatalf("got %d worked, %d of the night, target %d, balance %d, want %+v, target %d, balance %d", worked, night, target, balance, figures.Hours, *figures.Target, *figures.Balance)
		}
	})
}
