package views

import (
	"fmt"
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

// picture is a picture of a year by week. Where something is across is in percent of
// its width, so that text is as large on every screen; heights are in pixels.
type picture struct {
	ID          string
	Title       string
	Description string
	Height      string
	Base        string // where what is below the grid stands
	Legend      []pictureMark
	Grid        []pictureGrid
	Months      []pictureMonth
	Bars        []pictureBar
	Lines       []pictureLine
	LineClass   string
	Dots        []pictureDot
}

// pictureMark explains what is drawn in a class.
type pictureMark struct {
	Class string
	Label string
}

// pictureGrid is a line across the picture, with its value beside it.
type pictureGrid struct {
	Y    string
	Text string
	Zero bool
}

// pictureMonth is where a month begins, in full and as short as can be.
type pictureMonth struct{ X, Name, Initial string }

// pictureBar is a week's hours.
type pictureBar struct{ X, Y, Width, Height, Title string }

// pictureLine is a line from one point to another.
type pictureLine struct{ X1, Y1, X2, Y2 string }

// pictureDot is a point.
type pictureDot struct{ X, Y string }

// pictures draws a year: by weeks, which follow one another, the hours worked against the targets
// and, if there is one, the balance; by months the hours of night.
func pictures(firsts []civil.Date, of hourSpans) (drawn []picture) {
	if picture, ok := workedPicture(firsts, of.weeks); ok {
		drawn = append(drawn, picture)
	}
	if picture, ok := balancePicture(firsts, of.weeks); ok {
		drawn = append(drawn, picture)
	}
	if picture, ok := nightPicture(firsts, of); ok {
		drawn = append(drawn, picture)
	}
	return drawn
}

// workedPicture is a bar for each week, and a line across it at its target.
func workedPicture(firsts []civil.Date, weeks []report.Span) (picture picture, drawn bool) {
	var most int64
	longest, targets := weeks[0], false
	for _, week := range weeks {
		most = max(most, week.Hours.Worked)
		if week.Target != nil {
			most, targets = max(most, *week.Target), targets || *week.Target > 0
		}
		if week.Hours.Worked > longest.Hours.Worked {
			longest = week
		}
	}
	if most == 0 {
		return picture, false
	}
	scale := newScale(0, most)
	picture = scale.picture("worked", firsts, weeks)
	picture.Title = "Heures travaillées par semaine"
	picture.Legend = []pictureMark{{Class: "worked", Label: "travaillées"}}
	if targets {
		picture.Title = "Heures travaillées et prévues par semaine"
		picture.Legend = append(picture.Legend, pictureMark{Class: "due", Label: "prévues"})
	}
	if longest.Hours.Worked > 0 {
		picture.Description = "Au plus " + french.Duration(longest.Hours.Worked) + ", la " + french.WeekNumber(longest.From) + " (" + french.WeekDates(longest.From) + "). "
	}
	picture.Description += "«\u00a0Les semaines en chiffres\u00a0» les donne toutes."
	picture.LineClass = "due"
	for i, week := range weeks {
		if week.Hours.Worked > 0 {
			y := scale.tenths(week.Hours.Worked)
			picture.Bars = append(picture.Bars, pictureBar{
				X: percentage(20*i+3, 20*len(weeks)), Width: percentage(14, 20*len(weeks)),
				Y: pixels(y), Height: pixels(scale.tenths(0) - y), Title: barTitle(week),
			})
		}
		if week.Target != nil && *week.Target > 0 {
			y := pixels(scale.tenths(*week.Target))
			picture.Lines = append(picture.Lines, pictureLine{X1: percentage(i, len(weeks)), X2: percentage(i+1, len(weeks)), Y1: y, Y2: y})
		}
	}
	return picture, true
}

// barTitle says what a bar shows.
func barTitle(week report.Span) string {
	text := french.Week(week.From) + "\u00a0: " + french.Duration(week.Hours.Worked)
	if week.Target != nil && *week.Target > 0 {
		text += " (prévues\u00a0: " + french.Duration(*week.Target) + ")"
	}
	return text
}

// balancePicture is a line from the end of each week to that of the next.
func balancePicture(firsts []civil.Date, weeks []report.Span) (picture picture, drawn bool) {
	var known []int
	var low, high int64
	for i, week := range weeks {
		if week.Balance != nil {
			known = append(known, i)
			low, high = min(low, *week.Balance), max(high, *week.Balance)
		}
	}
	if len(known) == 0 {
		return picture, false
	}
	scale := newScale(low, high)
	picture = scale.picture("balance", firsts, weeks)
	picture.Title = "Solde à la fin de chaque semaine"
	picture.LineClass = "balance"
	first, last := weeks[known[0]], weeks[known[len(known)-1]]
	picture.Description = fmt.Sprintf("De %s, la %s, à %s, la %s.", french.Signed(*first.Balance), french.WeekNumber(first.From), french.Signed(*last.Balance), french.WeekNumber(last.From))
	var x, y string
	for n, i := range known {
		toX, toY := percentage(i+1, len(weeks)), pixels(scale.tenths(*weeks[i].Balance))
		if n > 0 {
			picture.Lines = append(picture.Lines, pictureLine{X1: x, Y1: y, X2: toX, Y2: toY})
		}
		x, y = toX, toY
	}
	picture.Dots = []pictureDot{{X: x, Y: y}}
	return picture, true
}

// nightPicture is a bar for each month, below its part of the year.
func nightPicture(firsts []civil.Date, of hourSpans) (picture picture, drawn bool) {
	var most report.Span
	for _, month := range of.months {
		if month.Hours.Night > most.Hours.Night {
			most = month
		}
	}
	if most.Hours.Night == 0 {
		return picture, false
	}
	scale := newScale(0, most.Hours.Night)
	picture = scale.picture("night", firsts, of.weeks)
	picture.Title = "Heures de nuit par mois"
	picture.Description = "Au plus " + french.Duration(most.Hours.Night) + ", en\u00a0" + french.MonthName(most.From) + "."
	for _, month := range of.months {
		if night := month.Hours.Night; night > 0 {
			y, start, across := scale.tenths(night), of.weeks[0].From.DaysUntil(month.From), 7*len(of.weeks)
			picture.Bars = append(picture.Bars, pictureBar{
				X: percentage(start+3, across), Width: percentage(month.From.DaysUntil(month.To)-5, across),
				Y: pixels(y), Height: pixels(scale.tenths(0) - y), Title: french.MonthName(month.From) + "\u00a0: " + french.Duration(night),
			})
		}
	}
	return picture, true
}

// scale is the range of values of a picture, in minutes.
type scale struct{ bottom, top, step int64 }

// maxSteps is the maximum number of lines of the grid, apart from that of the bottom.
const maxSteps = 5

// newScale returns the scale with the fewest round hours that has both values and zero.
func newScale(low, high int64) scale {
	low, high = min(low, 0), max(high, 0)
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

// picture returns a picture with the grid of the scale, and with the months of a year.
func (s scale) picture(id string, firsts []civil.Date, weeks []report.Span) picture {
	picture := picture{ID: id, Height: strconv.Itoa(aboveHeight + plotHeight + belowHeight), Base: strconv.Itoa(aboveHeight + plotHeight)}
	for value := s.bottom; value <= s.top; value += s.step {
		line := pictureGrid{Y: pixels(s.tenths(value)), Text: french.Thousandths(abs(value)*1000/60) + "\u00a0h", Zero: value == 0}
		if value < 0 {
			line.Text = "−" + line.Text
		}
		picture.Grid = append(picture.Grid, line)
	}
	for _, first := range firsts {
		name := french.ShortMonths[first.Month-1]
		picture.Months = append(picture.Months, pictureMonth{
			X: percentage(weeks[0].From.DaysUntil(first), 7*len(weeks)), Name: name, Initial: french.Capital(name[:1]),
		})
	}
	return picture
}

// pixels writes tenths of a pixel, such as "12.3".
func pixels(tenths int64) string {
	return strconv.FormatInt(tenths/10, 10) + "." + strconv.FormatInt(tenths%10, 10)
}

func abs(n int64) int64 { return max(n, -n) }
