package views

import (
	"slices"
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// Hours is a page of hours: of a year, of a month, or of the days with hours of a kind.
type Hours struct {
	Head
	// Rules have a balance that begins on the first Monday of what is shown, or later
	// ([report.Rules.Carried]).
	Rules       report.Rules
	Now         civil.Instant
	First, Last civil.Date
	Days        []models.Day // of the weeks in which these lie ([Weeks]), in order, from [report.Rules.HoursNeed] on
	Path        string       // of the page; that of a kind is below it
	Done        *report.Done // of a year, beside what was planned; nil without a plan
}

// hourSpans are what a page of hours shows: the last of the rows is the total.
type hourSpans struct {
	columns              []*HourColumn
	dates, weeks, months []report.Span
	total                report.Span
}

func (h Hours) spans() (of hourSpans) {
	monday, sunday := Weeks(h.First, h.Last)
	of.dates = h.Rules.Spans(h.Days, datesFrom(monday, sunday), sunday, h.Now)
	for ; monday.DaysUntil(sunday) > 0; monday = monday.AddDays(7) {
		of.weeks = append(of.weeks, report.Join(of.dates, monday, monday.AddDays(6)))
	}
	for _, first := range h.firsts() {
		of.months = append(of.months, report.Join(of.dates, first, first.LastOfMonth()))
	}
	of.total = report.Join(of.months, h.First, h.Last)
	rows := of.months
	if len(rows) == 1 {
		rows = of.weeks
	}
	of.columns = h.columns(append(slices.Clone(rows), of.total))
	return of
}

// firsts returns the first dates of the months that are shown.
func (h Hours) firsts() (firsts []civil.Date) {
	for date := h.First; date.DaysUntil(h.Last) >= 0; date = date.LastOfMonth().AddDays(1) {
		firsts = append(firsts, date)
	}
	return firsts
}

// HourColumn is figures of the same kind.
type HourColumn struct {
	head  string // of the column
	long  string // names the figure where it stands apart
	value func(report.Span) string

	// Those below are of a kind of hours, whose days have a page.
	Name    string // in its path
	Heading string
	nothing Nothing // where its hours come from
	minutes func(report.Hours) int64
}

var (
	worked = &HourColumn{head: "Travaillées", long: "Travaillées", value: func(s report.Span) string { return length(s.Hours.Worked) }}
	target = &HourColumn{head: "Prévues", long: "Prévues", value: func(s report.Span) string {
		if s.Target == nil {
			return ""
		}
		if *s.Target < 0 {
			return TargetText(*s.Target)
		}
		return length(*s.Target)
	}}
	difference = &HourColumn{head: "Écart", long: "Écart", value: func(s report.Span) string {
		if s.Difference == nil || *s.Target == 0 && s.Hours.Worked == 0 {
			return ""
		}
		return french.Signed(*s.Difference)
	}}
	adjusted = &HourColumn{head: "Ajusté", long: "Ajustements du solde", value: func(s report.Span) string {
		if s.Adjusted == 0 {
			return ""
		}
		return french.Signed(s.Adjusted)
	}}
	balance = &HourColumn{head: "Solde", long: "Solde", value: func(s report.Span) string {
		if s.Balance == nil {
			return ""
		}
		return french.Signed(*s.Balance)
	}}
	daysWorked = &HourColumn{head: "Jours", long: "Jours travaillés", value: func(s report.Span) string {
		if s.DaysWorked == 0 {
			return ""
		}
		return french.Hundredths(s.DaysWorked)
	}}
)

// newKind returns the kind of the hours that a function picks.
func newKind(name, head, long, heading string, nothing Nothing, minutes func(report.Hours) int64) *HourColumn {
	value := func(s report.Span) string { return length(minutes(s.Hours)) }
	return &HourColumn{head, long, value, name, heading, nothing, minutes}
}

// HourKinds lists the kinds of hours, in the order of their columns.
var HourKinds = []*HourColumn{night, sunday, holiday, calledOut}

var (
	night = newKind("night", "Nuit", "De nuit", "Heures de nuit",
		Nothing{Text: "Aucune heure de nuit n’est enregistrée.", Leads: []Link{{Path: SettingsAt("hours"), Label: "Régler les heures de nuit"}}},
		func(h report.Hours) int64 { return h.Night })
	sunday = newKind("sunday", "Dimanche", "Du dimanche", "Heures du dimanche",
		Nothing{Text: "Aucun créneau n’est enregistré un dimanche."},
		func(h report.Hours) int64 { return h.Sunday })
	holiday = newKind("holiday", "Férié", "De jour férié", "Heures de jours fériés",
		Nothing{Text: "Aucun créneau n’est enregistré un jour férié.", Leads: []Link{{Path: SettingsAt("calendar"), Label: "Régler ceux d’Alsace-Moselle"}}},
		func(h report.Hours) int64 { return h.Holiday })
	calledOut = newKind("call-outs", "Interventions", "Interventions", "Interventions",
		Nothing{Text: "Aucun créneau n’est enregistré un jour d’astreinte."},
		func(h report.Hours) int64 { return h.CalledOut })
)

func (h Hours) of(kind *HourColumn, from, to civil.Date) int64 {
	return kind.minutes(h.Rules.Hours(h.Days, from, to))
}

func (h Hours) daysOf(kind *HourColumn, from, to civil.Date) []models.Day {
	return slices.DeleteFunc(slices.Clone(models.Between(h.Days, from, to)), func(day models.Day) bool { return h.of(kind, day.Date, day.Date) == 0 })
}

// length writes a length of time; empty for 0 minutes.
func length(minutes int64) string {
	if minutes == 0 {
		return ""
	}
	return french.Duration(minutes)
}

// columns returns the columns in which one of the spans has a figure, the first in any case.
func (h Hours) columns(spans []report.Span) []*HourColumn {
	all := append([]*HourColumn{worked}, HourKinds...)
	if h.Rules.DaysToWork(spans[len(spans)-1].To) > 0 {
		all = append(all, daysWorked)
	}
	all = append(all, target, difference, adjusted, balance)
	filled := all[:1:1]
	for _, column := range all[1:] {
		if slices.ContainsFunc(spans, func(span report.Span) bool { return column.value(span) != "" }) {
			filled = append(filled, column)
		}
	}
	return filled
}

// weekColumns are those of the table that says what the pictures show.
func (h Hours) weekColumns(weeks []report.Span) []*HourColumn {
	return slices.DeleteFunc(h.columns(weeks), func(c *HourColumn) bool { return c == daysWorked || c.Name != "" })
}

func isFilled(columns []*HourColumn, span report.Span) bool {
	return slices.ContainsFunc(columns, func(column *HourColumn) bool { return column.value(span) != "" })
}

// noHours says of a month or a year without hours where they come from.
func noHours(when string, rules report.Rules) Nothing {
	nothing := Nothing{Text: "Aucune journée n’est enregistrée en\u00a0" + when + ". Les heures viendront des créneaux de vos journées."}
	if len(rules.Targets) == 0 {
		nothing.Leads = []Link{{Path: settingsNew("targets", "targets"), Label: "Régler ma semaine"}}
	}
	return nothing
}

// isEmpty reports whether there is neither a day nor anything that was to be worked.
func isEmpty(total report.Span) bool {
	return len(total.Hours.ByType) == 0 && (total.Target == nil || *total.Target == 0)
}

// total writes the figure of a column for the whole page; empty if it is not shown.
func (h Hours) total(column *HourColumn, total report.Span) string {
	switch column {
	case worked:
		return french.Duration(total.Hours.Worked)
	case daysWorked:
		if first, last := h.Rules.YearOf(total.To); first != total.From || last != total.To {
			return french.Hundredths(total.DaysWorked) // those agreed are of other dates
		}
		return french.Hundredths(total.DaysWorked) + " sur\u00a0" + strconv.Itoa(h.Rules.DaysToWork(total.To))
	}
	return column.value(total)
}

// dayOn returns the day of a date; nil if there is none.
func (h Hours) dayOn(date civil.Date) *models.Day {
	if found := models.Between(h.Days, date, date); len(found) > 0 {
		return &found[0]
	}
	return nil
}

// shown returns the dates of the month that have a day or a target, without their balance: that
// of the week is enough.
func (h Hours) shown(dates []report.Span) (shown []report.Span) {
	for _, span := range dates {
		if span.From.Month == h.First.Month && (h.dayOn(span.From) != nil || span.Target != nil && *span.Target > 0) {
			span.Balance = nil
			shown = append(shown, span)
		}
	}
	return shown
}

// halves reports whether one of the types of day has half days.
func halves(hours report.Hours) bool {
	return slices.ContainsFunc(models.HalfDays, func(half models.HalfDay) bool { return hours.ByType[half.DayType()].HalfDays > 0 })
}

func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func names(first string, columns []*HourColumn) []string {
	names := []string{first}
	for _, column := range columns {
		names = append(names, column.head)
	}
	return names
}

// notes says how the figures of the columns are counted, each thing once.
func (h Hours) notes(columns []*HourColumn, total report.Span) (notes []string) {
	has := func(of ...*HourColumn) bool {
		return slices.ContainsFunc(of, func(c *HourColumn) bool { return slices.Contains(columns, c) })
	}
	if has(night) {
		notes = append(notes, "Nuit\u00a0: de "+h.Rules.Night.Start.String()+" à "+h.Rules.Night.End.String()+".")
	}
	if has(calledOut) {
		notes = append(notes, "Interventions\u00a0: les créneaux d’une journée "+calledOutTypes()+".")
	}
	if has(night, sunday, holiday, calledOut) {
		notes = append(notes, "Une heure peut être de plusieurs sortes\u00a0: ces colonnes ne s’additionnent pas.")
	}
	if has(night, sunday, holiday) {
		notes = append(notes, "Une nuit compte en entier à la date où elle commence\u00a0; pour le dimanche et les jours fériés, chaque heure compte le jour où elle tombe.")
	}
	if has(daysWorked) {
		notes = append(notes, "Jours travaillés\u00a0: jusqu’à aujourd’hui, les demi-journées pour moitié.")
	}
	return append(notes, h.counted(has(target), has(balance), total)...)
}

// calledOutTypes names the types of day whose slots are call-outs.
func calledOutTypes() string {
	var names []string
	for _, dayType := range models.DayTypes {
		if report.Effects[dayType].CalledOut {
			names = append(names, french.DayTypes[dayType])
		}
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " ou " + names[last]
}

// counted says from when and until when targets and the balance count, if that is not the
// whole of what is shown.
func (h Hours) counted(targets, balance bool, total report.Span) (notes []string) {
	if !targets && !balance {
		return nil
	}
	within := func(date civil.Date) bool { return total.From.DaysUntil(date) > 0 && date.DaysUntil(total.To) >= 0 }
	what := "Les heures prévues et l’écart"
	if balance && targets {
		what = "Les heures prévues, l’écart et le solde"
	} else if balance {
		what = "Le solde"
	}
	ofHours := slices.IndexFunc(h.Rules.Targets, func(target report.Target) bool { return target.DaysPerYear == 0 })
	if targets && within(h.Rules.Targets[ofHours].From) {
		notes = append(notes, "Les heures prévues et l’écart commencent le "+french.DayOfMonth(h.Rules.Targets[ofHours].From)+".")
	}
	if balance && within(h.Rules.Balance.From) {
		notes = append(notes, "Le solde commence le "+french.DayOfMonth(h.Rules.Balance.From)+", à "+french.Signed(h.Rules.Balance.Start)+".")
	}
	for _, adjustment := range h.Rules.Balance.AdjustmentsIn(total.From, total.To) {
		text := balanceAdjustment(adjustment)
		if adjustment.Date.DaysUntil(civil.DateOf(h.Now.In(h.Rules.Zone))) <= 0 { // as the balance, which ends with yesterday
			text += " Pas encore compté."
		}
		notes = append(notes, text)
	}
	if today := civil.DateOf(h.Now.In(h.Rules.Zone)); total.From.DaysUntil(today) >= 0 && today.DaysUntil(total.To) >= 0 {
		verb := "s’arrêtent"
		if !targets {
			verb = "s’arrête"
		}
		notes = append(notes, what+" "+verb+" à hier, le "+french.DayOfMonth(today.AddDays(-1))+".")
	}
	return notes
}

// balanceAdjustment writes "Solde ajusté le 30 juin 2026 : −10 h 00, payées."
func balanceAdjustment(adjustment report.BalanceAdjustment) string {
	text := "Solde ajusté le " + french.InYear(adjustment.Date) + "\u00a0: " + french.Signed(adjustment.Minutes)
	if adjustment.Note != "" {
		text += ", " + adjustment.Note
	}
	return text + "."
}

func dueText(effect report.Effect) string {
	switch {
	case effect.Absence:
		return "aucune"
	case effect.Credited:
		return "celles du jour, tenues pour faites sans créneau"
	default:
		return "celles du jour"
	}
}

func slotsText(effect report.Effect, ofHours bool) string {
	text := "comptés"
	if effect.Absence && ofHours {
		text = "en plus"
	}
	if effect.CalledOut {
		text += ", comme interventions"
	}
	return text
}
