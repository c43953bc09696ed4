package report_test

import (
	"testing"

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
	} {
		hours := hourRules().Hours([]models.Day{test.day})
		got := [4]int64{hours.Worked, hours.Night, hours.Sunday, hours.Holiday}
		modelstest.Want(t, got, [4]int64{test.worked, test.night, test.sunday, test.holiday}, test.name)
	}
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
		overnight := rules.Hours([]models.Day{entry("2026-11-20", "GARDE", "20:00+08:00")}).Night
		oneDay := rules.Hours([]models.Day{entry("2026-11-20", "GARDE", "00:00-12:00", "12:00+00:00")}).Night
		if overnight != test.overnight || oneDay != test.oneDay {
			t.Errorf("%v to %v: got %d overnight and %d on a whole day, want %d and %d", test.start, test.end, overnight, oneDay, test.overnight, test.oneDay)
		}
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
		modelstest.Want(t, rules.Hours([]models.Day{entry(test.date, "GARDE", "20:00+08:00")}).Night, test.want, test.date)
	}
}

func TestHoursAreOfTheTypeOfTheirDay(t *testing.T) {
	hours := hourRules().Hours([]models.Day{
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
