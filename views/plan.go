package views

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/planning"
	"worklog/models/report"
	"worklog/models/review"
	"worklog/views/french"
)

// PlanPath is the path of what is planned.
const PlanPath = "/plan"

// PlanMonthPath returns the path of the plan of a date's month.
func PlanMonthPath(date civil.Date) string {
	return PlanPath + "?month=" + date.String()[:len("2026-11")]
}

func planDatePath(date civil.Date) string { return PlanPath + "?date=" + date.String() }

// planCyclePath returns the path of the form of a cycle, or of a new one for "new".
func planCyclePath(from string) string { return PlanPath + "?cycle=" + from }

// OtherTypes offers the planned type for days that have the default one, as an arrival made them.
type OtherTypes struct {
	ID    string // of the doubts
	All   int    // how many days are corrected at once
	Shown []review.Doubt
	Back  string
}

// text says of which days: "lundi 16 novembre 2026 : Garde au planning".
func (o OtherTypes) text() string {
	if len(o.Shown) == 1 {
		return otherTypeLine(o.Shown[0])
	}
	text := french.Counted(o.All, "journée") + " ont un autre type au planning"
	if len(o.Shown) < o.All {
		text += ", dont " + strconv.Itoa(len(o.Shown)) + " ici"
	}
	return text
}

func otherTypeLine(d review.Doubt) string {
	return french.FullDate(d.Dates[0]) + "\u00a0: " + french.DayTypes[d.Type] + " au planning, " + french.DayTypes[d.Day.DayType] + " enregistré"
}

// Plan is the page of what is planned in a month, with the form of a date or of a cycle.
type Plan struct {
	Head
	Calendar
	Alert string
	Date  *PlanDate  // nil for none
	Cycle *PlanCycle // nil for none
	// LastChange is when the plan was changed last, and TakeBack undoes that; empty and nil if it never was.
	LastChange string
	TakeBack   *Undo
	File       PlanFile
}

// PlanFile is the form of a file that plans, with what the one that was sent would plan.
type PlanFile struct {
	Columns string
	Alert   string
	Rows    []ImportRow // left out, or why the file is refused
	planning.File
	Content, Fingerprint string // of the file; empty for none
}

func (f PlanFile) summary() string {
	return "À reprendre, du " + french.InYear(f.Dates[0].Date) + " au " + french.InYear(f.Dates[len(f.Dates)-1].Date) + "\u00a0: " + french.Counted(f.Shifts(), "poste") + ", les autres jours en repos."
}

// PlanRow is a planned shift as it is typed.
type PlanRow struct {
	Start, End string
	Type       models.DayType
	At         int          // its place in the form
	On         map[int]bool // of a cycle, the days on which it is, counted from the first Monday
	Message    string
}

// PlanDate is the form of a date.
type PlanDate struct {
	Date    civil.Date
	Rows    []PlanRow
	Rest    bool
	Cycle   bool // one says something of the date
	Message string
}

// PlanCycle is the form of a cycle.
type PlanCycle struct {
	Was, From, Until               string // Was is empty for a new one
	Weeks                          int
	Rows                           []PlanRow
	Message, WrongFrom, WrongUntil string
}

// spare returns rows, with one more that is empty.
func spare(rows []PlanRow) []PlanRow { return append(slices.Clip(rows), PlanRow{Type: models.Work}) }

// patternDay is the value of the field of a day on which a row of a cycle is.
func patternDay(row, day int) string { return fmt.Sprintf("%d-%d", row, day) }

// ReadPatternDay reads such a value; it reports false for another text.
func ReadPatternDay(text string) (row, day int, ok bool) {
	_, err := fmt.Sscanf(text, "%d-%d", &row, &day)
	return row, day, err == nil && text == patternDay(row, day)
}

func cycleText(cycle models.Cycle) string {
	text := french.Counted(len(cycle.Weeks), "semaine") + ", à partir du " + french.DateInYear(cycle.From)
	if cycle.Until != nil {
		text += ", jusqu’au " + french.DateInYear(*cycle.Until)
	}
	return text
}

// shiftText writes the times of a shift: "19:45–07:15".
func shiftText(shift report.LocalShift) string {
	return shift.Start.Format("15:04") + "–" + shift.End.Format("15:04")
}

// shiftTexts writes shifts, with their types or without, or a rest.
func shiftTexts(shifts []report.LocalShift, types bool) string {
	if len(shifts) == 0 {
		return "repos"
	}
	var texts []string
	for _, shift := range shifts {
		text := shiftText(shift)
		if types {
			text += ", " + french.DayTypes[shift.Type]
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, " · ")
}

// against says what was planned for a day and how what was worked differs: "prévu 19:45–07:15 · +12 min".
// It says nothing of a day that is as planned, absent, to come or not over.
func (c Calendar) against(date civil.Date, day models.Day) string {
	shifts, planned := c.Rules.PlannedOn(date)
	if !planned || day.Ignored || date.Compare(c.Today) >= 0 || c.Rules.Effect(day.DayType).Absence {
		return ""
	}
	beyond := c.Against[date]
	if beyond == 0 {
		return ""
	}
	sign := "+"
	if beyond < 0 {
		sign, beyond = "−", -beyond
	}
	return "prévu " + shiftTexts(shifts, false) + " · " + sign + french.Duration(beyond)
}
