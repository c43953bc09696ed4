package views

import (
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	modelstest.Must(t, err)
	return zone
}

func TestASlotIsWrittenAsTheClockShowsIt(t *testing.T) {
	for _, test := range []struct {
		name, zone, date, start, end, want string
	}{
		{"a morning", "Europe/Paris", "2026-11-20", "2026-11-20T07:03:59Z", "2026-11-20T11:10:00Z", "08:03–12:10"},
		{"a night", "Europe/Paris", "2026-11-20", "2026-11-20T19:00:00Z", "2026-11-21T07:00:00Z", "20:00–08:00 (+1 j)"},
		{"three days", "Europe/Paris", "2026-11-20", "2026-11-20T19:00:00Z", "2026-11-23T07:00:00Z", "20:00–08:00 (+3 j)"},
		{"the night in which the clock goes back", "Europe/Paris", "2026-10-24", "2026-10-24T18:00:00Z", "2026-10-25T07:00:00Z", "20:00 (UTC+2)–08:00 (+1 j, UTC+1)"},
		{"the night in which it goes forward", "Europe/Paris", "2026-03-28", "2026-03-28T19:00:00Z", "2026-03-29T06:00:00Z", "20:00 (UTC+1)–08:00 (+1 j, UTC+2)"},
		{"the day after", "Europe/Paris", "2026-10-25", "2026-10-25T07:00:00Z", "2026-10-25T16:00:00Z", "08:00–17:00"},
		{"the first of two hours", "Europe/Paris", "2026-10-25", "2026-10-25T00:10:00Z", "2026-10-25T00:50:00Z", "02:10 (UTC+2)–02:50 (UTC+2)"},
		{"the second of two hours", "Europe/Paris", "2026-10-25", "2026-10-25T01:10:00Z", "2026-10-25T03:00:00Z", "02:10 (UTC+1)–04:00 (UTC+1)"},
		{"until the first of two hours", "Europe/Paris", "2026-10-24", "2026-10-24T18:00:00Z", "2026-10-25T00:30:00Z", "20:00 (UTC+2)–02:30 (+1 j, UTC+2)"},
		{"half hours west of Greenwich", "America/St_Johns", "2026-10-31", "2026-11-01T01:30:00Z", "2026-11-01T11:30:00Z", "23:00 (UTC−2:30)–08:00 (+1 j, UTC−3:30)"},
		{"Greenwich", "Europe/London", "2026-10-24", "2026-10-24T19:00:00Z", "2026-10-25T08:00:00Z", "20:00 (UTC+1)–08:00 (+1 j, UTC)"},
		{"seconds", "Africa/Monrovia", "1972-01-06", "1972-01-06T12:44:30Z", "1972-01-07T08:00:00Z", "12:00 (UTC−0:44:30)–08:00 (+1 j, UTC)"},
	} {
		day := models.Day{Zone: zone(t, test.zone)}
		var err error
		if day.Date, err = civil.ParseDate(test.date); err != nil {
			t.Fatal(err)
		}
		day.Timezone = test.zone
		var instants [2]civil.Instant
		for i, text := range []string{test.start, test.end} {
			at, err := time.Parse(time.RFC3339, text)
			modelstest.Must(t, err)
			instants[i] = civil.NewInstant(at)
		}
		day.Slots = []models.TimeSlot{{StartAt: instants[0], EndAt: instants[1]}}
		sheet := Sheet{
			Sheet: report.Sheet{Month: civil.Date{Year: day.Date.Year, Month: day.Date.Month, Day: 1}, Records: []models.DayRecord{{Day: day}}},
			Rules: report.Rules{Zone: time.UTC},
		}
		got := ""
		for _, week := range sheet.document().weeks() {
			for _, day := range week.Days {
				got += strings.Join(day.Slots, " ")
			}
		}
		got = strings.ReplaceAll(got, "\u00a0", " ")
		if want := test.want + " (" + test.zone + ")"; got != want { // the sheet is of another zone
			t.Errorf("%s: got %s, want %s", test.name, got, want)
		}
	}
}

func TestARosterRestsOnEveryFreeDateOfAWorkedWeek(t *testing.T) {
	worked := day("2026-11-04", models.Work, 600)
	hours := hoursOn("2026-11-20", targets(week35))
	sheet := Sheet{Rules: hours.Rules, Now: hours.Now, Holidays: map[civil.Date]string{dateOf("2026-11-06"): "Jour férié", dateOf("2026-11-11"): "Armistice"},
		Sheet: report.Sheet{Month: dateOf("2026-11-01"), Records: []models.DayRecord{{Day: worked}}, Weeks: hours.Rules.CivilWeeks([]models.Day{worked}, dateOf("2026-11-01"), dateOf("2026-11-30"), hours.Now)}}
	var got []string
	for _, week := range sheet.document().weeks()[1:3] {
		for _, date := range week.Days {
			got = append(got, date.Type)
		}
	}
	modelstest.Want(t, strings.Join(got, ","), "Repos,Repos,Travail,Repos,,Repos,Repos,,,,,,Repos,Repos", got)
	sheet.Rules.Targets = []report.Target{{From: dateOf("2026-01-01"), Minutes: [7]int64{1: 420, 2: 420, 3: 420, 4: 420, 5: 420}}}
	modelstest.Want(t, sheet.document().weeks()[1].Days[0].Type, "", "a date with hours to work is:")
}

func TestTheStripsOfAMonthAreDrawnOnceHoweverManySlotsCoverADate(t *testing.T) {
	from := civil.Date{Year: 2026, Month: time.November, Day: 2}
	to := from.AddDays(41)
	drawn := func(number int) (characters int) {
		day := models.Day{WorkEntry: models.WorkEntry{Date: from}, Zone: time.UTC}
		for i := range number {
			day.Slots = append(day.Slots, models.TimeSlot{
				StartAt: civil.NewInstant(time.Date(1970, 1, 1, 0, i, 0, 0, time.UTC)),
				EndAt:   civil.NewInstant(time.Date(9999, 12, 31, 0, 0, 0, 0, time.UTC)),
			})
		}
		strips := stripsOf([]models.Day{day}, from, to)
		if len(strips) != 42 {
			t.Fatalf("got %d strips", len(strips))
		}
		for _, strip := range strips {
			characters += len(strip)
		}
		return characters
	}
	if one, many := drawn(1), drawn(1000); one != many || one != 42*len("M0 3h1440") {
		t.Errorf("got %d characters for a slot, %d for a thousand", one, many)
	}
}

func TestAStripHasALineForWhatIsWorkedWithoutABreak(t *testing.T) {
	date := civil.Date{Year: 2026, Month: time.November, Day: 2}
	at := func(day, hour, minute int) civil.Instant {
		return civil.NewInstant(time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC))
	}
	for _, test := range []struct {
		name  string
		slots []models.TimeSlot
		want  [3]string // of the 2nd, 3rd and 4th
	}{
		{"two slots", []models.TimeSlot{{StartAt: at(2, 8, 0), EndAt: at(2, 9, 0)}, {StartAt: at(2, 10, 0), EndAt: at(2, 11, 0)}}, [3]string{"M480 3h60M600 3h60"}},
		{"slots that touch", []models.TimeSlot{{StartAt: at(2, 8, 0), EndAt: at(2, 9, 0)}, {StartAt: at(2, 9, 0), EndAt: at(2, 11, 0)}}, [3]string{"M480 3h180"}},
		{"slots that overlap", []models.TimeSlot{{StartAt: at(2, 8, 0), EndAt: at(2, 10, 0)}, {StartAt: at(2, 9, 0), EndAt: at(2, 9, 30)}}, [3]string{"M480 3h120"}},
		{"a night", []models.TimeSlot{{StartAt: at(2, 22, 0), EndAt: at(3, 6, 0)}}, [3]string{"M1320 3h120", "M0 3h360"}},
		{"until midnight", []models.TimeSlot{{StartAt: at(2, 22, 0), EndAt: at(3, 0, 0)}}, [3]string{"M1320 3h120"}},
		{"two days from before", []models.TimeSlot{{StartAt: at(1, 22, 0), EndAt: at(4, 6, 0)}}, [3]string{"M0 3h1440", "M0 3h1440", "M0 3h360"}},
		{"beyond", []models.TimeSlot{{StartAt: at(4, 22, 0), EndAt: at(9, 6, 0)}}, [3]string{"", "", "M1320 3h120"}},
		{"an end before the start", []models.TimeSlot{{StartAt: at(3, 22, 0), EndAt: at(2, 6, 0)}}, [3]string{}},
	} {
		strips := stripsOf([]models.Day{{WorkEntry: models.WorkEntry{Date: date}, Slots: test.slots, Zone: time.UTC}}, date, date.AddDays(2))
		modelstest.Want(t, [3]string{strips[date], strips[date.AddDays(1)], strips[date.AddDays(2)]}, test.want, test.name)
	}
}
