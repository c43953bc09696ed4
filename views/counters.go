package views

import (
	"slices"
	"strconv"
	"strings"

	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// Counters is the page of a year's leave and other counters.
type Counters struct {
	Head
	Counters []report.CounterYear
	Overtime *report.OvertimeYear // nil if there is none
}

// CountersNow is the page of what is left today.
type CountersNow struct {
	Frame
	Person  string // on paper
	Alert   string // of an adjustment
	Details []string
	Lines   []CounterLine
	Hours   Hours // of this year
}

// CounterLine is a figure of today with its name, which leads to the days behind it.
type CounterLine struct {
	Path   string
	Label  string
	Figure string
	Note   string
	// Section and ThingID are those of the settings that adjust it; empty for none.
	Section, ThingID string
	Adjust           *SettingsPart // with the form of an adjustment; nil for none
}

// Adjustments are what the settings say on the page of counters: the form beside each, and what is
// wrong with the one that was sent.
type Adjustments struct {
	Alert   string
	Details []string
	Of      func(section, id string) *SettingsPart
}

var noCounters = Nothing{
	Text:  "Aucun compteur n’est réglé. Un compteur de congés ou de RTT dit ce qu’il en reste.",
	Leads: []Link{{Path: SettingsAt("counters"), Label: "Régler un compteur"}},
}

// counterID is the id of what a counter shows in a period, on the page of its days. The counter
// is named by its place in the configuration, since its name may have any character.
func counterID(place int, count report.CounterPeriod) string {
	return "counter-" + strconv.Itoa(place+1) + "-" + count.PeriodStart.String()
}

// LineOfCounter is what is left of the counter at a place: today or, if days are planned, at the end of its
// period.
func LineOfCounter(place int, counter report.Counter, count report.CounterPeriod, today civil.Date) CounterLine {
	line := CounterLine{
		Path: yearCountersPath(today.Year) + "#" + counterID(place, count), Label: count.Label, Figure: CounterAmount(counter, count.Left),
		Section: "counters", ThingID: counter.Name,
	}
	if counter.Unit == report.InHours {
		line.Note = CounterAmount(counter, count.Adjusted) + "\u00a0depuis le " + french.ShortDayOfMonth(count.PeriodStart)
		if count.Carried != 0 {
			line.Note = CounterAmount(counter, count.Carried) + "\u00a0reportées · " + line.Note
		}
		return line
	}
	parts := []string{french.Hundredths(count.Accrued) + "\u00a0acquis"}
	if count.Carried != 0 {
		parts = append(parts, french.Hundredths(count.Carried)+"\u00a0reporté"+french.PluralOf(count.Carried))
	}
	if count.Adjusted != 0 {
		parts = append(parts, french.SignedHundredths(count.Adjusted)+"\u00a0ajusté"+french.PluralOf(count.Adjusted))
	}
	parts = append(parts, french.Hundredths(count.Taken)+"\u00a0pris", french.Hundredths(count.Planned)+"\u00a0prévu"+french.PluralOf(count.Planned))
	if count.Planned != 0 {
		parts = slices.Insert(parts, 0, french.Hundredths(count.Left)+"\u00a0aujourd’hui")
		line.Figure, line.Note = french.Days(count.LeftAtEnd), toBeEarned(counter)
	}
	line.Note = strings.Join(parts, " · ") + line.Note
	return line
}

// CounterAmount writes what a counter counts: "12,5 j" or "3 h 30".
func CounterAmount(of report.Counter, amount report.Days) string {
	if of.Unit == report.InHours {
		return french.HoursOf(int64(amount))
	}
	return french.Days(amount)
}

// contingentLabel names the overtime that counts in the contingent.
const contingentLabel = "Contingent d’heures supplémentaires"

// LineOfContingent is the overtime of a year.
func LineOfContingent(used report.OvertimeYear, year int) CounterLine {
	return CounterLine{Path: yearCountersPath(year) + "#contingent", Label: contingentLabel, Figure: french.Duration(used.Minutes), Note: contingentNote(used) + " · " + articleLink("D3121-24").Label}
}

// contingentNote says of which weeks it is, and what rest is due.
func contingentNote(used report.OvertimeYear) string {
	text := "sur " + french.ShortDuration(used.Limits.Contingent) + ", semaines du " + french.InYear(used.From) + " au " + french.InYear(used.To)
	if beyond := used.Beyond(); beyond > 0 {
		text += "\u00a0; " + french.Duration(beyond) + " au-delà\u00a0: " + restDue(beyond)
	}
	return text
}

func restDue(beyond int64) string {
	return french.Duration(beyond-beyond/2) + " de repos sont dus à 20\u00a0salariés au plus, " + french.Duration(beyond) + " à plus de 20"
}

// CostsLine is the travel costs of a year; nil if there are none.
func CostsLine(costs report.Costs) *CounterLine {
	if costs.IsEmpty() {
		return nil
	}
	line := &CounterLine{Path: CostsPath(costs.Year), Label: "Frais réels\u00a0" + strconv.Itoa(costs.Year), Note: "il manque une donnée"}
	if costs.TotalEuros != nil {
		line.Figure, line.Note = french.Euros(*costs.TotalEuros), ""
	}
	return line
}

func counterRule(counter report.Counter, rules report.Rules, today civil.Date) string {
	if counter.Unit == report.InHours {
		return "Des heures, par vos ajustements de la période." + carriedOver(counter)
	}
	var names []string
	for _, dayType := range counter.Types {
		names = append(names, french.DayTypes[dayType])
	}
	text := strings.Join(names, ", ") + ", en jours ouvrés\u00a0: "
	switch {
	case counter.Unit == report.Ouvrables:
		text = strings.Join(names, ", ") + ", en jours ouvrables\u00a0: du lundi au samedi, sauf les jours fériés, du premier jour d’absence à la veille du retour, jours non travaillés compris."
	case rules.OnAnyDay(today):
		text += "chaque jour d’absence saisi, sauf les jours fériés, comme pour un planning."
	case len(rules.Targets) > 0:
		text += "ceux qui ont des heures prévues, ou du lundi au vendredi s’il n’y en a pas, sauf les jours fériés."
	default:
		text += "du lundi au vendredi, sauf les jours fériés."
	}
	text += " Par période, " + allowances(counter) + " acquis "
	switch {
	case counter.Accrual != report.Monthly:
		text += "dès le début."
	case counter.RoundUp && counter.IsPaidLeave():
		text += "par douzièmes à la fin de chaque mois, arrondis au jour supérieur (Code du travail, L3141-7)."
	case counter.RoundUp:
		text += "par douzièmes à la fin de chaque mois, arrondis au jour supérieur."
	default:
		text += "par douzièmes à la fin de chaque mois."
	}
	return text + carriedOver(counter)
}

func carriedOver(counter report.Counter) string {
	switch counter.CarryOver {
	case 0:
		return " Ce qui reste à la fin n’est pas reporté."
	case report.CarryAll:
		return " Ce qui reste à la fin est reporté."
	}
	return " À la fin, " + french.Days(counter.CarryOver) + " au plus sont reportés."
}

// allowances writes "25 j" or "25 j, puis 27 j à partir du 1er juin 2027,".
func allowances(counter report.Counter) string {
	var text strings.Builder
	for _, since := range counter.Allowances {
		if since.From == (civil.Date{}) {
			text.WriteString(french.Days(since.Value))
		} else {
			text.WriteString(", puis " + french.Days(since.Value) + " à partir du " + french.InYear(since.From))
		}
	}
	if len(counter.Allowances) > 1 {
		text.WriteString(",")
	}
	return text.String()
}

func (c Counters) state(count report.CounterPeriod) string {
	switch {
	case count.PeriodEnd.DaysUntil(c.Today) > 0:
		return "terminée"
	case c.Today.DaysUntil(count.PeriodStart) > 0:
		return "à venir"
	}
	return "en cours, au " + french.InYear(c.Today)
}

func adjustments(counter report.Counter, count report.Count) (of []report.Adjustment) {
	for _, adjustment := range counter.Adjustments {
		if count.PeriodStart.DaysUntil(adjustment.Date) >= 0 && adjustment.Date.DaysUntil(count.PeriodEnd) >= 0 {
			of = append(of, adjustment)
		}
	}
	return of
}

// adjustmentText writes "1er juin 2026 : +2 j, fractionnement".
func (c Counters) adjustmentText(of report.Counter, adjustment report.Adjustment) string {
	text := french.InYear(adjustment.Date) + "\u00a0: " + signedAmount(of, adjustment.Days)
	if adjustment.Note != "" {
		text += ", " + adjustment.Note
	}
	if c.Today.DaysUntil(adjustment.Date) > 0 {
		text += " (à venir, pas encore compté)"
	}
	return text
}

// countedDays are the days of a counter that are planned, or not, by month.
func countedDays(days []report.CountedDay, planned bool) [][]report.CountedDay {
	of := slices.DeleteFunc(slices.Clone(days), func(day report.CountedDay) bool { return day.Planned != planned })
	return byMonth(of, func(day report.CountedDay) civil.Date { return day.Date })
}

func daysIn(counted []report.CountedDay) (sum report.Days) {
	for _, day := range counted {
		sum += day.Days
	}
	return sum
}

// signedAmount writes "+2 j", "−0,5 j" or "+3 h 30".
func signedAmount(of report.Counter, amount report.Days) string {
	if of.Unit == report.InHours {
		return french.Signed(int64(amount))
	}
	return french.SignedHundredths(amount) + "\u00a0j"
}

// counterWith says what is left of a counter and, if it is another figure, what would be with the days that are
// asked about: "Congés : il reste 7 j jusqu’au 31 mai ; 6 si vous posez celui-ci".
func counterWith(change report.CounterChange, asked string) string {
	text := change.Counter.Label + "\u00a0: il reste " + french.Days(change.Before) + " jusqu’au " + french.InYear(change.PeriodEnd) + toBeEarned(change.Counter)
	if change.Before != change.After {
		text += "\u00a0; " + french.Hundredths(change.After) + " " + asked
	}
	return text
}

// toBeEarned says of what is left at the end of a period that it has what is not earned yet.
func toBeEarned(counter report.Counter) string {
	if counter.Accrual != report.Monthly {
		return ""
	}
	return " (avec ce qui sera acquis)"
}

func rightLabel(right report.Right) string {
	switch {
	case right.Kind == report.EarnedIll:
		return "Congés acquis en arrêt maladie"
	case right.Kind == report.OutOfSeason && right.Article == report.LeaveInHospitals:
		return "Jours hors saison"
	}
	return "Jours de fractionnement"
}

// rightID is the id of what the days of a period earn, on the page of the counters of a year.
func rightID(place int, count report.CounterPeriod, right report.Right) string {
	return counterID(place, count) + "-" + string(right.Kind)
}

// LineOfRight is what the days of a period have earned until today.
func LineOfRight(place int, count report.CounterPeriod, right report.Right, today civil.Date) CounterLine {
	return CounterLine{
		Path: yearCountersPath(today.Year) + "#" + rightID(place, count, right), Label: rightLabel(right), Figure: "+" + french.Days(right.Earned),
		Note: rightNote(count, right, today) + " · " + articleLink(right.Article).Label,
	}
}

// rightNote says of how many days they are, and between which dates.
func rightNote(count report.CounterPeriod, right report.Right, today civil.Date) string {
	return rightDays(right) + ", du " + french.InYear(count.PeriodStart) + " au " + french.InYear(civil.Earlier(today, count.PeriodEnd))
}

func rightDays(right report.Right) string {
	days := french.CountedDays(right.Counting)
	switch right.Kind {
	case report.OutOfSeason:
		if all := daysIn(right.Days); all != right.Counting {
			return french.CountedDays(all) + " de novembre à avril, dont " + french.Hundredths(right.Counting) + " du congé principal"
		}
		return days + " de novembre à avril"
	case report.ThreeSpans:
		return days + " en périodes de cinq ou plus"
	}
	return days + " d’arrêt"
}

func rightRule(right report.Right) string {
	switch {
	case right.Kind == report.ThreeSpans:
		return "Trois périodes d’au moins cinq jours ouvrés donnent un jour."
	case right.Kind == report.EarnedIll:
		return "Deux jours ouvrables par mois d’arrêt au lieu de 2,5, 24 au plus par période\u00a0; quatre semaines, jusqu’à la veille du retour, font un mois, et le reste n’est pas compté." +
			" Un accident du travail ou une maladie professionnelle en donne 2,5. Ce qui n’a pu être pris se reporte quinze mois, une fois que l’employeur vous en a informé, sauf après un arrêt d’un an ou plus."
	case right.Article == report.LeaveInHospitals:
		return "De novembre à avril, trois à cinq jours ouvrés de congé en donnent un, six ou plus en donnent deux."
	}
	return "De novembre à avril, trois à cinq jours ouvrables du congé principal (24, sans la cinquième semaine) en donnent un, six ou plus en donnent deux, sauf accord ou si vous y avez renoncé."
}

func rightArticles(right report.Right) []Link {
	if right.Kind == report.EarnedIll {
		return []Link{articleLink(right.Article), articleLink(report.LeaveMonths), articleLink(report.LeaveKept)}
	}
	return []Link{articleLink(right.Article)}
}
