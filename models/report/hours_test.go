package report_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

func TestHoursAreCutInRealTime(t *testing.T) {
	for _, test := range []struct {
		name                           string
		day                            models.Day
		worked, night, sunday, holiday int64
	}{
		{"a day has no hours of the night", entry("2026-11-20", "WORK", "08:00-12:00", "13:00-17:30"), 510, 0, 0, 0},
		{"the night begins at 21:00", entry("2026-11-20", "WORK", "20:00-22:00"), 120, 60, 0, 0},
		{"the night ends at 06:00", entry("2026-11-20", "WORK", "05:00-07:00"), 120, 60, 0, 0},
		{"an ordinary night on duty", entry("2026-11-18", "GARDE", "20:00+08:00"), 720, 540, 0, 0},
		{"on 25 October the night has a 25th hour", entry("2026-10-24", "GARDE", "20:00+08:00"), 780, 600, 540, 0},
		{"on 29 March an hour is missing", entry("2026-03-28", "GARDE", "20:00+08:00"), 660, 480, 420, 0},
		{"22:00 to 06:00 in March", entry("2026-03-28", "GARDE", "22:00+06:00"), 420, 420, 300, 0},
		{"22:00 to 06:00 in October", entry("2026-10-24", "GARDE", "22:00+06:00"), 540, 540, 420, 0},
		{"a Sunday until midnight", entry("2026-11-15", "GARDE", "20:00+08:00"), 720, 540, 240, 0},
		{"a Saturday night into Sunday", entry("2026-11-14", "GARDE", "20:00+08:00"), 720, 540, 480, 0},
		{"into a public holiday", entry("2026-11-10", "GARDE", "20:00+08:00"), 720, 540, 0, 480},
		{"a Sunday that is a public holiday is both", entry("2026-11-01", "GARDE", "08:00-12:00"), 240, 0, 240, 240},
		{"the repeated hour on one date", entry("2026-10-25", "GARDE", "00:00-12:00"), 780, 420, 780, 0},
		{"what goes on after 366 dates is of the last of them, and of no night", lasting("2025-01-01 00:00", "2026-02-05 00:00"), 400 * 1440, 366 * 540, 52 * 1440, 35 * 1440},
	} {
		hours := hoursOf(hourRules(), []models.Day{test.day})
		modelstest.Want(t, [4]int64{hours.Worked, hours.Night, hours.Sunday, hours.Holiday}, [4]int64{test.worked, test.night, test.sunday, test.holiday}, test.name)
	}
}

// lasting is a day with one slot.
func lasting(from, to string) models.Day {
	return models.Day{Zone: paris, Slots: []models.TimeSlot{{StartAt: at(from), EndAt: at(to)}}}
}

func TestTheNightIsWhereItIsSet(t *testing.T) {
	for _, test := range []struct {
		start, end        civil.WallTime
		overnight, oneDay int64
	}{
		{civil.WallTime{Hour: 21}, civil.WallTime{Hour: 6}, 540, 540},
		{civil.WallTime{Hour: 22, Minute: 30}, civil.WallTime{Hour: 5}, 390, 390},
		{civil.WallTime{Hour: 1}, civil.WallTime{Hour: 5}, 240, 240}, // it begins after midnight
		{civil.WallTime{}, civil.WallTime{Hour: 7}, 420, 420},
		{civil.WallTime{Hour: 21}, civil.WallTime{}, 180, 180},
	} {
		rules := hourRules(func(r *report.Rules) { r.Night = report.Night{Start: test.start, End: test.end} })
		overnight := hoursOf(rules, []models.Day{entry("2026-11-20", "GARDE", "20:00+08:00")}).Night
		oneDay := hoursOf(rules, []models.Day{entry("2026-11-20", "GARDE", "00:00-12:00", "12:00+00:00")}).Night
		modelstest.Want(t, overnight, test.overnight, test.start, test.end)
		modelstest.Want(t, oneDay, test.oneDay, test.start, test.end)
	}
}

// The edge at 02:30 does not exist on 29 March, and comes twice on 25 October.
func TestAnEdgeOfTheNightMayBeSkippedOrComeTwice(t *testing.T) {
	rules := hourRules(func(r *report.Rules) {
		r.Night = report.Night{Start: civil.WallTime{Hour: 21}, End: civil.WallTime{Hour: 2, Minute: 30}}
	})
	for _, test := range []struct {
		date string
		want int64
	}{{"2026-03-28", 300}, {"2026-10-24", 330}} {
		modelstest.Want(t, hoursOf(rules, []models.Day{entry(test.date, "GARDE", "20:00+08:00")}).Night, test.want, test.date)
	}
}

// hoursOf returns the hours of days, of a date if they have none.
func hoursOf(rules report.Rules, days []models.Day) report.Hours {
	for i := range days {
		if days[i].Date == (civil.Date{}) {
			days[i].Date = civil.FirstDate
		}
	}
	return rules.Hours(days, civil.FirstDate, civil.LastDate)
}

func TestHoursAreOfTheTypeOfTheirDay(t *testing.T) {
	hours := hoursOf(hourRules(), []models.Day{
		entry("2026-11-16", "WORK", "08:00-12:00"),
		entry("2026-11-17", "WORK/RTT", "08:00-11:00"),
		entry("2026-11-18", "CONGE", "10:00-12:00"),
		entry("2026-11-19", "ASTREINTE", "22:00-23:00"),
		entry("2026-11-20", "RTT"),
		entry("2026-11-21", "TT/CONGE"),
	})
	for dayType, want := range map[models.DayType]report.TypeHours{
		models.Work: {Days: 1, HalfDays: 1, Minutes: 420}, models.RTT: {Days: 1, HalfDays: 1}, models.Leave: {Days: 1, HalfDays: 1, Minutes: 120},
		models.OnCall: {Days: 1, Minutes: 60}, models.Telework: {HalfDays: 1}, models.SickLeave: {},
	} {
		modelstest.Want(t, hours.ByType[dayType], want, dayType)
	}
	if hours.Worked != 600 || hours.CalledOut != 180 || len(hours.ByType) != len(models.DayTypes) {
		t.Errorf("got %+v", hours)
	}
}

// The clock of St. John's was turned back at a minute past midnight, so that midnight came
// twice; that of Apia skipped a whole date.
func TestSlotsOfManyDaysAreCutAsTheirMinutes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		place := rapid.SampledFrom([]struct{ zone, from string }{
			{"Europe/Paris", "2026-03-25T00:00:00Z"}, {"Europe/Paris", "2026-10-20T00:00:00Z"},
			{"America/St_Johns", "1995-10-27T02:30:00Z"}, {"Pacific/Apia", "2011-12-27T00:00:00Z"},
		}).Draw(t, "place")
		zone := modelstest.Got(time.LoadLocation(place.zone))(t)
		first, _ := time.Parse(time.RFC3339, place.from)
		day := models.Day{Zone: zone}
		rules := hourRules()
		var night, sunday int64
		counted := map[time.Time]bool{}
		for range rapid.IntRange(1, 4).Draw(t, "slots") {
			start := first.Add(time.Duration(rapid.IntRange(0, 3*24*60).Draw(t, "start")) * time.Minute)
			end := start.Add(time.Duration(rapid.IntRange(0, 6*24*60).Draw(t, "length")) * time.Minute)
			day.Slots = append(day.Slots, models.TimeSlot{StartAt: civil.NewInstant(start), EndAt: civil.NewInstant(end)})
			for at := start; at.Before(end); at = at.Add(time.Minute) {
				if counted[at] {
					continue
				}
				counted[at] = true
				local := at.In(zone)
				if local.Hour() >= 21 || local.Hour() < 6 {
					night++
				}
				if local.Weekday() == time.Sunday {
					sunday++
				}
			}
		}
		hours := hoursOf(rules, []models.Day{day})
		if hours.Night != night || place.zone != "America/St_Johns" && hours.Sunday != sunday {
			t.Fatalf("%v: got %d of the night, %d on a Sunday, want %d, %d", day.Slots, hours.Night, hours.Sunday, night, sunday)
		}
	})
}

// Each piece of a slot is asked for its public holiday.
func TestADateThatManySlotsCoverIsCutOnce(t *testing.T) {
	asked := 0
	rules := hourRules(func(r *report.Rules) { r.IsHoliday = func(civil.Date) bool { asked++; return false } })
	cut := func(number int) int {
		day := entry("2026-11-20", "WORK")
		for i := range number {
			day.Slots = append(day.Slots, models.TimeSlot{StartAt: civil.NewInstant(at("1970-01-01 08:00").Add(time.Duration(i) * time.Minute)), EndAt: at("9999-12-30 08:00")})
		}
		asked = 0
		if hours := hoursOf(rules, []models.Day{day}); hours.Worked != day.WorkedMinutes() {
			t.Errorf("got %d minutes, want %d", hours.Worked, day.WorkedMinutes())
		}
		return asked
	}
	one, hundred := cut(1), cut(100)
	if one < 366 || one > 4*366 || hundred > one+100*4 {
		t.Errorf("got %d pieces of one slot, %d of a hundred", one, hundred)
	}
}

func TestWhatIsWorkedBetweenTwoMidnightsIsOfTheNight(t *testing.T) {
	zone := modelstest.Got(time.LoadLocation("America/St_Johns"))(t)
	start, _ := time.Parse(time.RFC3339, "1995-10-28T12:00:00-02:30")
	end, _ := time.Parse(time.RFC3339, "1995-10-28T23:07:00-03:30") // after 00:00 of the 29th, at 00:01, it was 23:01 again
	day := models.Day{Zone: zone, Slots: []models.TimeSlot{{StartAt: civil.NewInstant(start), EndAt: civil.NewInstant(end)}}}
	before := models.Day{Zone: zone, Slots: []models.TimeSlot{{StartAt: civil.NewInstant(start.AddDate(0, 0, -1)), EndAt: day.Slots[0].EndAt}}}
	modelstest.Want(t, hoursOf(hourRules(), []models.Day{day, before}).Night, int64(187+180+360+187))
}

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

func TestHoursAreCountedWhereATargetInHoursIsInForce(t *testing.T) {
	rules := report.Rules{Targets: []report.Target{
		report.WeekTarget(dateOf("2026-03-02"), 2100), report.DaysTarget(dateOf("2026-06-01"), 218), report.WeekTarget(dateOf("2026-09-07"), 2100),
	}}
	for dates, want := range map[[2]string]bool{
		{"2026-01-01", "2026-03-01"}: false, {"2026-01-01", "2026-03-02"}: true, {"2026-05-31", "2026-06-30"}: true,
		{"2026-06-01", "2026-09-06"}: false, {"2026-09-07", "2026-09-07"}: true, {"2027-01-01", "2027-12-31"}: true,
	} {
		modelstest.Want(t, rules.CountsHours(dateOf(dates[0]), dateOf(dates[1])), want, dates)
	}
	if (report.Rules{}).CountsHours(dateOf("2026-01-01"), dateOf("2026-12-31")) {
		t.Error("hours without targets")
	}
}
