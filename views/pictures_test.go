package views

import (
	"fmt"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/report"
)

// weeksOf are weeks from a Monday on with so many hours each.
func weeksOf(monday string, hours ...int64) (weeks []report.Span) {
	for i, of := range hours {
		from := dateOf(monday).AddDays(7 * i)
		weeks = append(weeks, report.Span{From: from, To: from.AddDays(6), Hours: report.Hours{Worked: 60 * of}})
	}
	return weeks
}

// firstsOf are the first dates of the months of a year.
func firstsOf(year int) []civil.Date { return Hours{}.year(year).firsts() }

func minutes(hours int64) *int64 {
	minutes := 60 * hours
	return &minutes
}

func gridOf(picture picture) string {
	var lines []string
	for value := picture.bottom; value <= picture.top; value += picture.step {
		lines = append(lines, plain(gridText(value))+" at "+picture.y(value))
	}
	return strings.Join(lines, ", ")
}

func TestBarsAreAsHighAsTheHours(t *testing.T) {
	weeks := weeksOf("2025-12-29", 40, 20, 0, 10)
	weeks[1].Target = minutes(35)
	weeks[2].Target = minutes(0)
	drawn := pictures(firstsOf(2026), hourSpans{weeks: weeks})
	if len(drawn) != 1 {
		t.Fatalf("got %d pictures", len(drawn))
	}
	picture := drawn[0]
	modelstest.Want(t, gridOf(picture), "0 h at 170.0, 10 h at 130.0, 20 h at 90.0, 30 h at 50.0, 40 h at 10.0")
	var heights []string
	for _, bar := range picture.bars {
		heights = append(heights, fmt.Sprintf("%s+%s: %s", percentage(bar.from, bar.of), percentage(bar.width, bar.of), picture.y(bar.minutes)))
	}
	modelstest.Want(t, strings.Join(heights, "; "), "3.750%+17.500%: 10.0; 28.750%+17.500%: 90.0; 78.750%+17.500%: 130.0")
	if got := written(t, hourPicture(picture)); !strings.Contains(got, `y="90.0" width="17.500%" height="80.0"`) || !strings.Contains(got, `<line x1="25.000%" y1="30.0" x2="50.000%" y2="30.0">`) {
		t.Errorf("got %s", got)
	}
	modelstest.Want(t, plain(picture.bars[1].title), "Semaine 2, du 5 au 11 janv. : 20 h 00 (prévues : 35 h 00)")
	modelstest.Want(t, plain(picture.Description), "Au plus 40 h 00, la semaine 1 (du 29 déc. au 4 janv.). « Les semaines en chiffres » les donne toutes.")
}

func TestTheScaleIsRoundAndHasEveryValue(t *testing.T) {
	for _, test := range []struct {
		hours int64
		grid  int
		top   string
	}{{1, 2, "1 h"}, {5, 6, "5 h"}, {6, 4, "6 h"}, {39, 5, "40 h"}, {51, 4, "60 h"}, {101, 4, "150 h"}, {70_000_000, 5, "80 000 000 h"}} {
		picture := pictures(firstsOf(2026), hourSpans{weeks: weeksOf("2025-12-29", test.hours)})[0]
		if got := gridOf(picture); strings.Count(got, " at ") != test.grid || !strings.HasSuffix(got, ", "+test.top+" at 10.0") {
			t.Errorf("%d h: got %s", test.hours, got)
		}
	}
}

func TestABalanceMayBeNegative(t *testing.T) {
	weeks := weeksOf("2025-12-29", 0, 0, 0, 0)
	weeks[1].Balance, weeks[2].Balance = minutes(-30), minutes(10)
	drawn := pictures(firstsOf(2026), hourSpans{weeks: weeks})
	if len(drawn) != 1 {
		t.Fatalf("got %d pictures", len(drawn))
	}
	picture := drawn[0]
	modelstest.Want(t, gridOf(picture), "−30 h at 170.0, −20 h at 130.0, −10 h at 90.0, 0 h at 50.0, 10 h at 10.0")
	got := written(t, hourPicture(picture))
	for _, want := range []string{`<line x1="50.000%" y1="170.0" x2="75.000%" y2="10.0">`, `<circle cx="75.000%" cy="10.0"`, `class="grid zero" x1="0" x2="100%" y1="50.0"`} {
		modelstest.Want(t, strings.Count(got, want), 1, want, got)
	}
	modelstest.Want(t, plain(picture.Description), "De −30 h 00, la semaine 2, à +10 h 00, la semaine 3.")
	only := weeksOf("2025-12-29", 0)
	only[0].Balance = minutes(-30)
	modelstest.Want(t, gridOf(pictures(firstsOf(2026), hourSpans{weeks: only})[0]), "−30 h at 170.0, −20 h at 116.6, −10 h at 63.3, 0 h at 10.0", "below zero only:")
	only[0].Balance = minutes(0)
	modelstest.Want(t, gridOf(pictures(firstsOf(2026), hourSpans{weeks: only})[0]), "0 h at 170.0, 1 h at 10.0", "nothing:")
}

func TestNothingIsDrawnOfNothing(t *testing.T) {
	weeks := weeksOf("2025-12-29", 0, 0)
	weeks[0].Target = minutes(0)
	modelstest.Want(t, len(pictures(firstsOf(2026), hourSpans{weeks: weeks})), 0)
}

// TestAYearIsDrawnInItsWeeks has a bar for every week in which a year lies, whole, in order
// and within the picture: 53 in most years, and 54 in some.
func TestAYearIsDrawnInItsWeeks(t *testing.T) {
	for year, want := range map[int]int{2026: 53, 2027: 53, 2012: 54, 2018: 53, 1970: 53, 9999: 53} {
		first, last := civil.Date{Year: year, Month: 1, Day: 1}, civil.Date{Year: year, Month: 12, Day: 31}
		var days []models.Day
		for date := first; date.DaysUntil(last) >= 0; date = date.AddDays(1) {
			days = append(days, day(date.String(), models.Work, 60))
		}
		picture := pictures(firstsOf(year), hoursOn("2026-11-20").year(year, days...).spans())[0]
		modelstest.Want(t, len(picture.bars) == want && len(picture.firsts) == 12, true, year, len(picture.bars), len(picture.firsts))
		at := 0.0
		for _, bar := range picture.bars {
			x := float64(bar.from) / float64(bar.of)
			modelstest.Want(t, x >= at, true, year, x, at)
			at = x + float64(bar.width)/float64(bar.of)
		}
		modelstest.Want(t, at <= 1, true, year, at)
	}
}

func TestNightsAreDrawnBelowTheirMonth(t *testing.T) {
	of := hoursOn("2026-11-20").year(2026).spans()
	of.months[1].Hours.Night, of.months[10].Hours.Night = 480, 990
	night := pictures(firstsOf(2026), of)[0]
	if got := night.bars[1].title + ". " + night.Description; len(night.bars) != 2 || plain(got) != "novembre 2026 : 16 h 30. Au plus 16 h 30, en novembre 2026." {
		t.Errorf("got %d bars, %s", len(night.bars), got)
	}
	for i, month := range []int{1, 10} {
		bar, monday := night.bars[i], of.weeks[0].From
		if from, to := monday.AddDays(bar.from), monday.AddDays(bar.from+bar.width); bar.of != 7*53 || int(from.Month) != month+1 || from.Month != to.Month {
			t.Errorf("month %d: a bar from %s to %s, of %d", month+1, from, to, bar.of)
		}
	}
}

func TestASingleDayIsASingleBar(t *testing.T) {
	page := hoursOn("2026-11-20", targets(week35), balanceFrom("2026-11-18", 0)).year(2026, day("2026-11-19", models.Work, 480))
	of := page.spans()
	drawn := pictures(page.firsts(), of)
	if len(drawn) != 2 {
		t.Fatalf("got %d pictures", len(drawn))
	}
	bars, balance := drawn[0], drawn[1]
	modelstest.Want(t, len(bars.bars) == 1 && len(bars.lines) == 47 && len(balance.lines) == 1 && len(balance.lines[0]) == 1, true, len(bars.bars), len(bars.lines), balance.lines)
	weeks := weekTable(page.weekColumns(of.weeks), of.weeks)
	modelstest.Want(t, text(t, weeks)[47], "Semaine 47, du 16 au 22 nov.|8 h 00|28 h 00|−20 h 00|−6 h 00")
	if got := written(t, weeks); !strings.Contains(got, `<tr class=""><th scope="row"><a href="/months/2026-01/hours#2025-12-29">`) {
		t.Errorf("got %s", got)
	}
}
