package figures

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"worklog/models"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// restNames are the headings of the rules.
var restNames = map[report.Rule]string{
	report.DailyRest:   "Repos entre deux journées",
	report.Amplitude:   "Amplitude",
	report.WeeklyRest:  "Repos de la semaine",
	report.RestDays:    "Jours de repos",
	report.RestSunday:  "Repos du dimanche",
	report.Break:       "Pause",
	report.DayMax:      "Longueur des journées",
	report.WeekMax:     "Longueur des semaines",
	report.TwelveWeeks: "Moyenne de douze semaines",
	report.Overtime:    "Heures supplémentaires",
	report.Contingent:  "Contingent annuel",
	report.DaysPerYear: "Jours de l’année",
}

// RuleName is what a rule is called.
func RuleName(rule report.Rule) string { return restNames[rule] }

// restTerms are the words of the law for the rules whose headings are plainer.
var restTerms = map[report.Rule]string{
	report.DailyRest:  "repos quotidien",
	report.WeeklyRest: "repos hebdomadaire",
	report.DayMax:     "durée quotidienne",
	report.WeekMax:    "durée hebdomadaire",
}

// restProfiles say which rules are compared with.
var restProfiles = map[report.Profile]string{
	report.Private:      "Vos heures comparées aux règles du secteur privé.",
	report.Hospital:     "Vos heures comparées aux règles de la fonction publique hospitalière.",
	report.ForfaitJours: "Vos journées comparées aux règles du forfait en jours.",
}

// Rests writes what stands out in a year. The function returns where a day leads to.
func Rests(rests report.Rests, day func(models.Day) string) (page views.Rests) {
	page.Profile = restProfiles[rests.Limits.Profile]
	for _, of := range rests.Rules {
		rule := views.RestRule{
			Name:     restNames[of.Rule],
			Term:     restTerms[of.Rule],
			Sentence: restSentence(of.Rule, rests.Limits),
			Articles: restArticles(rests.Limits, of.Rule),
			Changed:  of.Changed,
		}
		if len(of.Findings) == 0 && of.Rule == report.DailyRest && rests.Found(report.Amplitude) {
			continue // a rest may be short within a day that lasts too long
		}
		if len(of.Findings) == 0 {
			page.Quiet = append(page.Quiet, rule)
			continue
		}
		rule.Count = strconv.Itoa(len(of.Findings)) + french.NBSP + "fois"
		rule.Worst = restFigure(&rests.Limits, worstOf(of.Findings))
		if len(of.Findings) > 1 {
			rule.Worst = "au pire " + rule.Worst
		}
		switch of.Rule {
		case report.Overtime:
			rule.Worst = views.OvertimeText(&rests.Limits, rests.Overtime)
			rule.Note = "Une semaine est de l’année de son lundi. " + views.LeaveCounts + " Les RTT, les jours fériés et la maladie ne comptent pas."
		case report.DailyRest, report.Amplitude:
			rule.Note = "Une coupure plus courte est dans la journée de travail. Elle en sépare deux si elle est d’au moins 6" + french.NBSP + "h et que, sinon, la journée durerait plus de " + french.ShortDuration(rests.Limits.LongestShift()) + "."
		case report.RestDays, report.RestSunday, report.TwelveWeeks:
			rule.Note = "Des périodes qui se chevauchent peuvent ressortir ensemble."
		}
		for _, finding := range of.Listed() {
			rule.Standouts = append(rule.Standouts, standout(&rests.Limits, finding, day))
		}
		if more := len(of.Findings) - len(rule.Standouts); more > 0 {
			rule.More = french.Others(more)
		}
		page.Rules = append(page.Rules, rule)
	}
	return page
}

// OpenRest says that a presence under way counts, if some of it lies in a year; present is
// nil if there is none.
func OpenRest(present *models.TimeSlot, year int, zone *time.Location) string {
	if present == nil || present.StartAt.In(zone).Year() > year || present.EndAt.In(zone).Year() < year {
		return ""
	}
	return "L’arrivée du " + french.Moment(present.StartAt, zone) + " n’a pas de départ" + french.NBSP + ": elle compte jusqu’à maintenant."
}

// restSentence says the rule with the threshold in force.
func restSentence(rule report.Rule, limits report.Limits) string {
	hours := french.ShortDuration
	switch rule {
	case report.DailyRest:
		return "Entre deux journées de travail, au moins " + hours(limits.DailyRest) + " de repos sans interruption."
	case report.Amplitude:
		return "Du début à la fin d’une journée de travail, coupures comprises, au plus " + hours(limits.LongestShift()) + french.NBSP + ": " + hours(limits.DailyRest) + " de repos doivent tenir dans 24" + french.NBSP + "h."
	case report.WeeklyRest:
		return "Chaque semaine, au moins " + hours(limits.WeeklyRest) + " de repos sans interruption. Un repos compte pour la semaine où il tient au moins 24" + french.NBSP + "h, du lundi 0" + french.NBSP + "h au dimanche 24" + french.NBSP + "h" + french.NBSP + ": ainsi est-il compté ici."
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
			text += french.NBSP + "; " + hours(limits.DayMaxNight) + " entre deux repos quand la moitié au moins est de nuit"
		}
		return text + "."
	case report.WeekMax:
		if limits.Profile == report.Hospital {
			return "Au plus " + hours(limits.WeekMax) + " de travail sur sept jours de suite."
		}
		return "Au plus " + hours(limits.WeekMax) + " de travail par semaine, du lundi au dimanche."
	case report.TwelveWeeks:
		return "Sur douze semaines de suite, au plus " + hours(limits.TwelveWeeks) + " par semaine en moyenne."
	case report.Overtime:
		text := "Au-delà de " + hours(limits.Overtime) + " par semaine, les heures sont supplémentaires"
		if limits.PaysOvertime() {
			text += french.NBSP + ": les huit premières sont majorées de 25" + french.NBSP + "%, les suivantes de 50" + french.NBSP + "%"
		}
		return text + "."
	case report.Contingent:
		return "Au plus " + hours(limits.Contingent) + " supplémentaires par an."
	}
	return "Au plus " + french.Counted(limits.DaysPerYear, "jour") + " de travail par an."
}

// restArticles lead to the texts that ask for a rule.
func restArticles(limits report.Limits, rule report.Rule) (links []views.Link) {
	if article := limits.Article(rule); article != "" {
		links = append(links, views.ArticleLink(article))
	}
	if rule == report.Overtime && limits.PaysOvertime() {
		links = append(links, views.ArticleLink(report.OvertimePay))
	}
	if limits.NightWorker && rule == report.DayMax {
		links = append(links, views.ArticleLink(report.NightDayMax))
	}
	return links
}

// worstOf returns the first of the findings that are farthest from their limit.
func worstOf(findings []report.FindingDays) report.Finding {
	return slices.MaxFunc(findings, func(a, b report.FindingDays) int {
		return cmp.Compare(restExcess(a.Finding), restExcess(b.Finding))
	}).Finding
}

// restExcess returns by how much a figure is beyond its limit, one way or the other.
func restExcess(finding report.Finding) int64 {
	excess := finding.Minutes - finding.Limit + int64(finding.Days-finding.LimitDays)
	return max(excess, -excess)
}

// NightWork says how much was worked at night in twelve months, beside what makes a night
// worker by the Code du travail; it is empty if nothing was.
func NightWork(rests report.Rests) views.RestNight {
	night := rests.Night
	if night.Minutes == 0 || rests.Limits.Profile != report.Private {
		return views.RestNight{}
	}
	lead := views.Link{}
	text := "Travail de nuit" + french.NBSP + ": au plus " + french.Duration(night.Minutes) + " en douze mois, " + restSpan(night.From, night.To) + ". "
	switch {
	case !night.Reached():
		text += "Les 270" + french.NBSP + "h qui font un travailleur de nuit à défaut d’accord ne sont pas atteintes."
	case rests.Limits.NightWorker:
		text += "Les 270" + french.NBSP + "h qui font un travailleur de nuit à défaut d’accord sont atteintes."
	default:
		text += "Les 270" + french.NBSP + "h qui font un travailleur de nuit à défaut d’accord sont atteintes" + french.NBSP + ": ses durées maximales ne sont pas examinées."
		lead = views.Link{Path: views.SettingsAt("rules"), Label: "Régler les règles"}
	}
	return views.RestNight{Remark: views.Remark{Text: text, Lead: lead}, Article: views.ArticleLink(report.NightWorkers)}
}
