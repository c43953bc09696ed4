package views

import (
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

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
