package views

import (
	"cmp"
	"slices"
	"strconv"

	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// Heights in pixels: of what is drawn, of the space above it, and of the names of the
// months below.
const (
	plotHeight  = 160
	aboveHeight = 10
	belowHeight = 26
)

// picture is a picture of a year by week: bars, and lines across them. Where something is across is in
// percent of its width, so that text is as large on every screen; heights are in pixels.
type picture struct {
	ID, Title, Description string
	scale
	firsts []civil.Date // of the months
	weeks  []report.Span
	bars   []bar
	lines  [][]point
	class  string // of the lines
}

// bar is some minutes, drawn on a part of the width.
type bar struct {
	from, width, of int
	minutes         int64
	title           string
}

// point is a figure in minutes, once so many weeks are over.
type point struct {
	weeks   int
	minutes int64
}

// pictures draws a year: by weeks, which follow one another, the hours worked against the targets
// and, if there is one, the balance; by months the hours of night.
func pictures(firsts []civil.Date, of hourSpans) (drawn []picture) {
	for _, picture := range []picture{workedPicture(of.weeks), balancePicture(of.weeks), nightPicture(of)} {
		if len(picture.bars)+len(picture.lines) > 0 {
			picture.firsts, picture.weeks, picture.scale = firsts, of.weeks, picture.fittedScale()
			drawn = append(drawn, picture)
		}
	}
	return drawn
}

// workedPicture is a bar for each week, and a line across it at its target.
func workedPicture(weeks []report.Span) picture {
	drawn := picture{ID: "worked", Title: "Heures travaillées par semaine", class: "due"}
	for i, week := range weeks {
		if week.Hours.Worked > 0 {
			drawn.bars = append(drawn.bars, bar{from: 20*i + 3, width: 14, of: 20 * len(weeks), minutes: week.Hours.Worked, title: barTitle(week)})
		}
		if week.Target != nil && *week.Target > 0 {
			drawn.Title = "Heures travaillées et prévues par semaine"
			drawn.lines = append(drawn.lines, []point{{i, *week.Target}, {i + 1, *week.Target}})
		}
	}
	longest := slices.MaxFunc(weeks, func(a, b report.Span) int { return cmp.Compare(a.Hours.Worked, b.Hours.Worked) })
	if longest.Hours.Worked > 0 {
		drawn.Description = "Au plus " + french.Duration(longest.Hours.Worked) + ", la " + french.WeekNumber(longest.From) + " (" + french.WeekDates(longest.From) + "). "
	}
	drawn.Description += "«\u00a0Les semaines en chiffres\u00a0» les donne toutes."
	return drawn
}

func barTitle(week report.Span) string {
	text := french.Week(week.From) + "\u00a0: " + french.Duration(week.Hours.Worked)
	if week.Target != nil && *week.Target > 0 {
		text += " (prévues\u00a0: " + french.Duration(*week.Target) + ")"
	}
	return text
}

// balancePicture is a line from the end of each week to that of the next.
func balancePicture(weeks []report.Span) picture {
	drawn := picture{ID: "balance", Title: "Solde à la fin de chaque semaine", class: "balance"}
	var line []point
	for i, week := range weeks {
		if week.Balance != nil {
			line = append(line, point{i + 1, *week.Balance})
		}
	}
	if len(line) > 0 {
		words := func(at point) string {
			return french.Signed(at.minutes) + ", la " + french.WeekNumber(weeks[at.weeks-1].From)
		}
		drawn.Description = "De " + words(line[0]) + ", à " + words(line[len(line)-1]) + "."
		drawn.lines = [][]point{line}
	}
	return drawn
}

// nightPicture is a bar for each month, below its part of the year.
func nightPicture(of hourSpans) picture {
	drawn := picture{ID: "night", Title: "Heures de nuit par mois"}
	var most int64
	for _, month := range of.months {
		if night := month.Hours.Night; night > 0 {
			name, start := french.MonthName(month.From), of.weeks[0].From.DaysUntil(month.From)
			drawn.bars = append(drawn.bars, bar{
				from: start + 3, width: month.From.DaysUntil(month.To) - 5, of: 7 * len(of.weeks), minutes: night,
				title: name + "\u00a0: " + french.Duration(night),
			})
			if night > most {
				most, drawn.Description = night, "Au plus "+french.Duration(night)+", en\u00a0"+name+"."
			}
		}
	}
	return drawn
}

// scale is the range of values of a picture, in minutes.
type scale struct{ bottom, top, step int64 }

// maxSteps is the maximum number of lines of the grid, apart from that of the bottom.
const maxSteps = 5

// newScale returns the scale with the fewest round hours that includes low, at most zero, and high, at least zero.
func newScale(low, high int64) scale {
	for ten := int64(1); ; ten *= 10 {
		for _, digit := range []int64{1, 2, 5} {
			step := 60 * digit * ten
			below, above := (step-1-low)/step, (high+step-1)/step
			if below+above <= maxSteps {
				return scale{-below * step, max(above*step, step-below*step), step}
			}
		}
	}
}

// tenths returns how far below the top of the picture a value is, in tenths of a pixel.
func (s scale) tenths(minutes int64) int64 {
	return 10*aboveHeight + (s.top-minutes)*10*plotHeight/(s.top-s.bottom)
}

func (s scale) y(minutes int64) string { return pixels(s.tenths(minutes)) }

func (p picture) fittedScale() scale {
	var low, high int64
	for _, bar := range p.bars {
		high = max(high, bar.minutes)
	}
	for _, at := range slices.Concat(p.lines...) {
		low, high = min(low, at.minutes), max(high, at.minutes)
	}
	return newScale(low, high)
}

func gridText(minutes int64) string {
	text := french.Thousandths(max(minutes, -minutes)*1000/60) + "\u00a0h"
	if minutes < 0 {
		return "−" + text
	}
	return text
}

// pixels writes tenths of a pixel, such as "12.3".
func pixels(tenths int64) string {
	return strconv.FormatInt(tenths/10, 10) + "." + strconv.FormatInt(tenths%10, 10)
}
