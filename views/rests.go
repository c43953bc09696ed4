package views

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// Rests is the page of what stands out in a year by the rules about rest and working time.
type Rests struct {
	Head
	Rests   []report.Rests   // none if no rules are chosen
	Present *models.TimeSlot // the presence under way, if some of it lies in the year
}

// ruleNames are the headings of the rules, and the words of the law where the headings are plainer.
var ruleNames = map[report.Rule]struct{ name, term string }{
	report.DailyRest:   {"Repos entre deux journées", "repos quotidien"},
	report.Amplitude:   {"Amplitude", ""},
	report.Split:       {"Journée en deux fois", ""},
	report.WeeklyRest:  {"Repos de la semaine", "repos hebdomadaire"},
	report.SevenDays:   {"Jours de la semaine", ""},
	report.RestDays:    {"Jours de repos", ""},
	report.RestSunday:  {"Repos du dimanche", ""},
	report.Break:       {"Pause", ""},
	report.DayMax:      {"Longueur des journées", "durée quotidienne"},
	report.WeekMax:     {"Longueur des semaines", "durée hebdomadaire"},
	report.TwelveWeeks: {"Moyenne de douze semaines", ""},
	report.Overtime:    {"Heures supplémentaires", ""},
	report.Contingent:  {"Contingent annuel", ""},
	report.DaysPerYear: {"Jours de l’année", ""},
}

// RuleName is the heading of a rule.
func RuleName(rule report.Rule) string { return ruleNames[rule].name }

var profileWords = map[report.Profile]string{
	report.Private:      "Vos heures comparées aux règles du secteur privé.",
	report.Hospital:     "Vos heures comparées aux règles de la fonction publique hospitalière, dont les médecins ne relèvent pas.",
	report.ForfaitJours: "Vos journées comparées aux règles du forfait en jours.",
}

// quiet are the rules by which nothing stands out. A rest may be short within a day that lasts too
// long.
func quiet(rests report.Rests) []report.RuleFindings {
	return slices.DeleteFunc(slices.Clone(rests.Rules), func(of report.RuleFindings) bool {
		return len(of.Findings) > 0 || of.Rule == report.DailyRest && rests.Found(report.Amplitude)
	})
}

// restsDates says of which dates it is, if that is not the whole year.
func restsDates(rests report.Rests) string {
	if january, december := civil.DatesOfYear(rests.To.Year); rests.From == january && rests.To == december {
		return ""
	}
	return french.Capital(dateSpan(rests.From, rests.To)) + "."
}

// evenings are what one late evening is found by, so that it is one row.
type evenings struct {
	late     map[time.Time]*report.Finding // shifts that last too long, by the instant at which they end and too short a rest begins
	overlong map[time.Time]bool            // the instants at which shifts begin that last too long
}

func eveningsOf(rests report.Rests) evenings {
	e, begins := evenings{map[time.Time]*report.Finding{}, map[time.Time]bool{}}, map[time.Time]bool{}
	for _, of := range rests.Rules { // rests stand before shifts
		for i, finding := range of.Findings {
			switch of.Rule {
			case report.DailyRest:
				begins[finding.From] = true
			case report.Amplitude:
				e.overlong[finding.From] = true
				if begins[finding.To] && !isHandover(&rests.Limits, finding.Finding) {
					e.late[finding.To] = &of.Findings[i].Finding
				}
			}
		}
	}
	return e
}

// without returns the findings of a rule without those that another rule says.
func (e evenings) without(rests report.Rests, of report.RuleFindings) report.RuleFindings {
	of.Findings = slices.DeleteFunc(slices.Clone(of.Findings), func(finding report.FindingDays) bool {
		switch finding.Rule {
		case report.Amplitude:
			return e.late[finding.To] != nil
		case report.DayMax:
			return e.overlong[finding.From] && isHandover(&rests.Limits, finding.Finding)
		}
		return false
	})
	return of
}

// isHandover reports whether a finding is of at most half an hour beyond a shift of 12 hours, as when
// one hands over to the next.
func isHandover(limits *report.Limits, finding report.Finding) bool {
	switch finding.Rule {
	case report.DailyRest, report.Amplitude, report.DayMax:
		return limits.TwelveHours && excess(finding) <= 30
	}
	return false
}

// byHandover returns the findings that are rows of their own, and the handovers, which are one.
func byHandover(limits *report.Limits, findings []report.FindingDays) (own, handovers []report.FindingDays) {
	for _, finding := range findings {
		if isHandover(limits, finding.Finding) {
			handovers = append(handovers, finding)
		} else {
			own = append(own, finding)
		}
	}
	return own, handovers
}

// handedOver says how often one handed over late, and for how long in all.
func handedOver(findings []report.FindingDays) (when, figure string) {
	var sum int64
	for _, finding := range findings {
		sum += excess(finding.Finding)
	}
	return "Relèves de 30\u00a0min au plus\u00a0: " + strconv.Itoa(len(findings)) + "\u00a0fois", french.Duration(sum) + " en tout"
}

// excess is by how much a figure is beyond its limit, on either side.
func excess(finding report.Finding) int64 {
	beyond := finding.Minutes - finding.Limit + int64(finding.Days-finding.LimitDays)
	return max(beyond, -beyond)
}

// nightRemark says how much was worked at night in twelve months, beside what makes a night worker by
// the Code du travail, and by which article.
func nightRemark(rests report.Rests) (remark Remark, article report.Article) {
	night := rests.Night
	text := "Travail de nuit\u00a0: au plus " + french.Duration(night.Minutes) + " en douze mois, " + dateSpan(night.From, night.To) + ". "
	hours := "Les 270\u00a0h qui font un travailleur de nuit à défaut d’accord "
	article, unexamined := report.NightWorkers, !rests.Limits.NightWorker
	switch {
	case night.Reached():
		text += hours + "sont atteintes."
	case night.Weeks > 0:
		text += "Deux fois 3\u00a0h de nuit ou plus dans " + french.Counted(night.Weeks, "semaine") + " de\u00a0" + strconv.Itoa(rests.To.Year) +
			"\u00a0: si c’est votre horaire habituel, vous êtes travailleur de nuit."
		article = report.NightHabits
	default:
		text += hours + "ne sont pas atteintes."
		unexamined = false
	}
	if !unexamined {
		return Remark{Text: text}, article
	}
	return Remark{Text: text + " Ses durées maximales ne sont pas examinées.", Lead: Link{Path: SettingsAt("rules"), Label: "Régler les règles"}}, article
}

// ruleText says a rule with the threshold in force.
func ruleText(rule report.Rule, limits report.Limits) string {
	hours := french.ShortDuration
	switch rule {
	case report.DailyRest:
		return "Entre deux journées de travail, au moins " + hours(limits.DailyRest) + " de repos sans interruption."
	case report.Amplitude:
		return "Du début à la fin d’une journée de travail, coupures comprises, au plus " + hours(limits.LongestShift()) + "\u00a0: " + hours(limits.DailyRest) + " de repos doivent tenir dans 24\u00a0h."
	case report.WeeklyRest:
		return "Chaque semaine, au moins " + hours(limits.WeeklyRest) + " de repos sans interruption. Un repos compte pour la semaine où il tient au moins 24\u00a0h, du lundi 0\u00a0h au dimanche 24\u00a0h\u00a0: ainsi est-il compté ici."
	case report.Split:
		return "Coupée de 2\u00a0h ou plus, une journée dure au plus 10\u00a0h\u00a030 du début à la fin, en deux parties d’au moins 3\u00a0h."
	case report.SevenDays:
		return "Au plus 6\u00a0jours de travail par semaine, du lundi au dimanche."
	case report.RestDays:
		return "Sur deux semaines, au moins " + french.Counted(limits.RestDays, "jour") + " sans travail."
	case report.RestSunday:
		return "Sur deux semaines, au moins " + french.Counted(limits.RestSunday, "jour") + " de suite sans travail, dont un dimanche."
	case report.Break:
		after := "dès "
		if limits.Profile == report.Hospital {
			after = "au-delà de "
		}
		return "Une pause d’au moins " + hours(limits.Break) + " " + after + hours(limits.BreakAfter) + " de travail. Une pause qui n’est pas enregistrée ne se voit pas."
	case report.DayMax:
		text := "Au plus " + hours(limits.DayMax) + " de travail par jour, de minuit à minuit"
		if limits.Profile == report.Hospital {
			text = "Au plus " + hours(limits.DayMax) + " de travail entre deux repos"
		}
		if limits.DayMaxNight > 0 {
			text += "\u00a0; " + hours(limits.DayMaxNight) + " entre deux repos quand la moitié au moins est de nuit"
		}
		return text + "."
	case report.WeekMax:
		if limits.Profile == report.Hospital {
			text := "Au plus " + hours(limits.WeekMax) + " de travail sur sept jours de suite"
			if limits.CivilWeekMax > 0 {
				text += ", et " + hours(limits.CivilWeekMax) + " du lundi au dimanche, hors heures supplémentaires\u00a0: elles ne sont pas distinguées ici"
			}
			return text + "."
		}
		return "Au plus " + hours(limits.WeekMax) + " de travail par semaine, du lundi au dimanche."
	case report.TwelveWeeks:
		return "Sur douze semaines de suite, au plus " + hours(limits.TwelveWeeks) + " par semaine en moyenne."
	case report.Overtime:
		text := "Au-delà de " + hours(limits.Overtime) + " par semaine, les heures sont supplémentaires"
		if limits.PaysOvertime() {
			text += "\u00a0: les huit premières sont majorées de 25\u00a0%, les suivantes de 50\u00a0%"
		}
		return text + "."
	case report.Contingent:
		return "Au-delà de " + hours(limits.Contingent) + " supplémentaires par an, une heure donne droit à un repos de la moitié de sa durée, ou de toute sa durée à plus de 20\u00a0salariés, sauf accord."
	}
	return "Au plus " + french.Counted(limits.DaysPerYear, "jour") + " de travail par an."
}

func ruleArticles(rule report.Rule, limits report.Limits) (links []Link) {
	if article := limits.Article(rule); article != "" {
		links = append(links, articleLink(article))
	}
	if rule == report.Contingent {
		links = append(links, articleLink(report.OvertimeRest), articleLink(report.OvertimeRestRate))
	}
	if rule == report.Overtime && limits.PaysOvertime() {
		links = append(links, articleLink(report.OvertimePay))
	}
	if limits.NightWorker && rule == report.DayMax {
		links = append(links, articleLink(report.NightDayMax))
	}
	return links
}

// ruleNote says how a rule is counted; empty if there is nothing to say.
func ruleNote(rule report.Rule, limits report.Limits) string {
	switch rule {
	case report.Overtime:
		return "Une semaine est de l’année de son lundi. " + leaveCounts + " Les RTT, les jours fériés et la maladie ne comptent pas."
	case report.DailyRest, report.Amplitude:
		return "Une coupure plus courte est dans la journée de travail. Elle en sépare deux si elle est d’au moins 6\u00a0h et que, sinon, la journée durerait plus de " + french.ShortDuration(limits.LongestShift()) + "."
	case report.RestDays, report.RestSunday, report.TwelveWeeks:
		return "Des périodes qui se chevauchent peuvent ressortir ensemble."
	}
	return ""
}

// worst writes the first of the figures that are farthest from their limit, of overtime all of it.
func worst(rests report.Rests, of report.RuleFindings) string {
	if of.Rule == report.Overtime {
		return overtimeText(&rests.Limits, rests.Overtime)
	}
	text := figureText(&rests.Limits, slices.MaxFunc(of.Findings, func(a, b report.FindingDays) int {
		return cmp.Compare(excess(a.Finding), excess(b.Finding))
	}).Finding)
	if len(of.Findings) > 1 {
		return "au pire " + text
	}
	return text
}

func findingWhen(finding report.Finding) string {
	week, span := french.Capital(french.WeekNumber(finding.Date))+", ", dateSpan(finding.First, finding.Last)
	switch finding.Rule {
	case report.DailyRest, report.Amplitude, report.Split, report.Break:
		return momentSpan(finding)
	case report.DayMax:
		if finding.OfShift {
			return momentSpan(finding)
		}
		return french.Weekdays[finding.Date.Weekday()] + " " + french.DayOfMonth(finding.Date)
	case report.Contingent:
		return "Dépassé " + french.WeekNumber(finding.Date) + ", " + span
	case report.DaysPerYear:
		return "Dépassé le " + french.DayOfMonth(finding.Date)
	case report.WeeklyRest:
		return week + momentSpan(finding)
	case report.WeekMax, report.Overtime, report.SevenDays:
		if finding.First == finding.Date {
			return week + span
		}
	}
	return french.Capital(span)
}

// momentSpan writes the two ends of a rest or of a shift: "2 juin 18:50 → 3 juin 06:40".
func momentSpan(finding report.Finding) string {
	moment := func(at time.Time) string {
		return french.DayOfMonth(civil.DateOf(at)) + french.NBSP + at.Format("15:04")
	}
	to := moment(finding.To)
	if civil.DateOf(finding.From) == civil.DateOf(finding.To) {
		to = finding.To.Format("15:04")
	}
	return moment(finding.From) + "\u00a0→ " + to
}

// dateSpan writes "du 2 au 8 novembre" or "du 26 octobre au 1er novembre".
func dateSpan(first, last civil.Date) string {
	from := french.DayOfMonth(first)
	switch {
	case first == last:
		return "le " + from
	case first.Year != last.Year:
		from += " " + strconv.Itoa(first.Year)
	case first.Month == last.Month:
		from, _, _ = strings.Cut(from, french.NBSP)
	}
	return "du " + from + " au " + french.DayOfMonth(last)
}

// figureText writes the figure that is beyond the threshold, and the threshold.
func figureText(limits *report.Limits, finding report.Finding) string {
	length, limit := french.Duration(finding.Minutes), french.ShortDuration(finding.Limit)
	asked := french.Hundredths(finding.LimitDays) + " demandé" + french.PluralOf(finding.LimitDays)
	switch finding.Rule {
	case report.WeeklyRest, report.DailyRest:
		atMonday := civil.DateOf(finding.From.Add(-1)) != civil.DateOf(finding.From) && finding.From.Weekday() == time.Monday || finding.To.Weekday() == time.Monday && finding.To.Hour()+finding.To.Minute() == 0
		if finding.Rule == report.WeeklyRest && atMonday {
			length += " dans la semaine"
		}
		return length + " de repos, " + timeAsked(finding.Limit)
	case report.Split, report.Amplitude:
		if finding.Rule == report.Split && finding.Minutes <= finding.Limit {
			return "une partie de moins de 3\u00a0h"
		}
		return length + " du début à la fin, " + limit + " au plus"
	case report.RestDays:
		return french.CountedDays(finding.Days) + " sans travail, " + asked
	case report.RestSunday:
		if finding.Days == 0 {
			return "aucun dimanche sans travail, " + french.CountedDays(finding.LimitDays) + " de suite à avoir"
		}
		return french.CountedDays(finding.Days) + " de suite avec un dimanche, " + asked
	case report.Break:
		return length + " sans pause, " + limit + " au plus"
	case report.TwelveWeeks:
		return length + " par semaine, " + limit + " au plus"
	case report.Contingent:
		beyond := finding.Minutes - finding.Limit
		return length + " supplémentaires, dont " + french.Duration(beyond) + " au-delà de " + limit + "\u00a0: " + restDue(beyond)
	case report.Overtime:
		return overtimeText(limits, report.OvertimeAbove(finding.Minutes, finding.Limit))
	case report.SevenDays:
		return french.CountedDays(finding.Days) + " de travail, " + french.Hundredths(finding.LimitDays) + " au plus"
	case report.DaysPerYear:
		return french.CountedDays(finding.Days) + ", " + french.Hundredths(finding.LimitDays) + " au plus"
	}
	text := length + " de travail, " + limit + " au plus"
	if finding.Rule == report.WeekMax && finding.Limit == limits.CivilWeekMax {
		text += " hors heures supplémentaires"
	}
	return text
}

// timeAsked writes "11 h demandées", "1 h demandée" or "30 min demandées".
func timeAsked(minutes int64) string {
	text := french.ShortDuration(minutes) + " demandée"
	if minutes >= 2*60 || minutes > 1 && minutes < 60 {
		text += "s"
	}
	return text
}

// findingParts says how the figure comes about, and where it differs from that of the days.
func findingParts(limits *report.Limits, finding report.FindingDays, late map[time.Time]*report.Finding) string {
	var parts []string
	if evening := late[finding.From]; evening != nil && finding.Rule == report.DailyRest {
		parts = append(parts, "Après une journée de travail de "+figureText(limits, *evening)+".")
	}
	if finding.Rule == report.Overtime {
		parts = append(parts, counted(finding.Minutes, finding.Leave, finding.Solidarity)+".")
	}
	switch finding.Rule {
	case report.DayMax, report.WeekMax, report.Overtime:
		if finding.Recorded != finding.Worked && !finding.OfShift {
			where := "le lundi à 0\u00a0h"
			if finding.First == finding.Last || finding.First.DaysSinceMonday() > 0 {
				where = "à minuit"
			}
			parts = append(parts, fmt.Sprintf("%s dans vos journées\u00a0; ici, une nuit est coupée %s.", french.Duration(finding.Recorded), where))
		}
	}
	return strings.Join(parts, " ")
}

// articleLink leads to an article where it is published.
func articleLink(article report.Article) Link {
	label := "Code du travail, article\u00a0" + string(article)
	if decree, number, ok := article.Decree(); ok {
		label = "Décret\u00a0" + decree
		if number != "" {
			label += ", article\u00a0" + number
		}
	}
	return Link{Path: article.URL(), Label: label}
}
