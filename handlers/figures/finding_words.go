package figures

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// standout writes a finding.
func standout(limits *report.Limits, finding report.FindingDays, day func(models.Day) string) views.Standout {
	view := views.Standout{Label: restWhen(finding.Finding), Figure: restFigure(limits, finding.Finding), Parts: restParts(finding)}
	for _, of := range finding.Days {
		link := views.RestDay{Link: views.Link{Path: day(*of), Label: french.ShortDateOfMonth(of.Date)}}
		switch minutes := of.WorkedMinutes(); {
		case minutes > 0:
			link.Length = french.Duration(minutes)
		default:
			link.Length = french.DayTypes[of.DayType]
		}
		view.Days = append(view.Days, link)
	}
	return view
}

// restWhen says when it was.
func restWhen(finding report.Finding) string {
	week := "semaine" + french.NBSP + strconv.Itoa(finding.Date.ISOWeek()) + ", "
	switch finding.Rule {
	case report.DailyRest, report.Amplitude, report.Break:
		return restEnds(finding)
	case report.DayMax:
		if finding.OfShift {
			return restEnds(finding)
		}
		return french.Weekdays[finding.Date.Weekday()] + " " + french.DayOfMonth(finding.Date)
	case report.Contingent:
		return "Dépassé " + week + restSpan(finding.First, finding.Last)
	case report.DaysPerYear:
		return "Dépassé le " + french.DayOfMonth(finding.Date)
	case report.WeeklyRest:
		return strings.ToUpper(week[:1]) + week[1:] + restEnds(finding)
	case report.WeekMax, report.Overtime:
		if finding.First == finding.Date {
			return strings.ToUpper(week[:1]) + week[1:] + restSpan(finding.First, finding.Last)
		}
	}
	span := restSpan(finding.First, finding.Last)
	return strings.ToUpper(span[:1]) + span[1:]
}

// restEnds writes the two ends of a rest or of a shift: "2 juin 18:50 → 3 juin 06:40".
func restEnds(finding report.Finding) string {
	from, to := restMoment(finding.From), restMoment(finding.To)
	if civil.DateOf(finding.From) == civil.DateOf(finding.To) {
		to = finding.To.Format("15:04")
	}
	return from + french.NBSP + "→ " + to
}

// restMoment writes "2 juin 18:50".
func restMoment(moment time.Time) string {
	return french.DayOfMonth(civil.DateOf(moment)) + french.NBSP + moment.Format("15:04")
}

// restSpan writes "du 2 au 8 novembre" or "du 26 octobre au 1er novembre".
func restSpan(first, last civil.Date) string {
	from := french.DayOfMonth(first)
	switch {
	case first.Year != last.Year:
		from += " " + strconv.Itoa(first.Year)
	case first.Month == last.Month:
		from, _, _ = strings.Cut(from, french.NBSP)
	}
	return "du " + from + " au " + french.DayOfMonth(last)
}

// restFigure writes the figure that is beyond the threshold, and the threshold.
func restFigure(limits *report.Limits, finding report.Finding) string {
	length, limit := french.Duration(finding.Minutes), french.ShortDuration(finding.Limit)
	switch finding.Rule {
	case report.WeeklyRest:
		if civil.DateOf(finding.From.Add(-1)) != civil.DateOf(finding.From) && finding.From.Weekday() == time.Monday || finding.To.Weekday() == time.Monday && finding.To.Hour()+finding.To.Minute() == 0 {
			length += " dans la semaine"
		}
		return length + " de repos, " + askedTime(finding.Limit)
	case report.DailyRest:
		return length + " de repos, " + askedTime(finding.Limit)
	case report.Amplitude:
		return length + " du début à la fin, " + limit + " au plus"
	case report.RestDays:
		return french.CountedDays(finding.Days) + " sans travail, " + asked(finding.LimitDays)
	case report.RestSunday:
		if finding.Days == 0 {
			return "aucun dimanche sans travail, " + french.CountedDays(finding.LimitDays) + " de suite à avoir"
		}
		return french.CountedDays(finding.Days) + " de suite avec un dimanche, " + asked(finding.LimitDays)
	case report.Break:
		return length + " sans pause, " + limit + " au plus"
	case report.TwelveWeeks:
		return length + " par semaine, " + limit + " au plus"
	case report.Contingent:
		return length + " supplémentaires, " + limit + " au plus"
	case report.Overtime:
		return views.OvertimeText(limits, report.OvertimeAbove(finding.Minutes, finding.Limit))
	case report.DaysPerYear:
		return french.CountedDays(finding.Days) + ", " + french.Hundredths(finding.LimitDays) + " au plus"
	}
	return length + " de travail, " + limit + " au plus"
}

// asked writes "4 demandés" or "1 demandé".
func asked(days report.Days) string {
	return french.Hundredths(days) + " demandé" + french.PluralOf(days)
}

// askedTime writes "11 h demandées", "1 h demandée" or "30 min demandées".
func askedTime(minutes int64) string {
	text := french.ShortDuration(minutes) + " demandée"
	if minutes >= 2*60 || minutes > 1 && minutes < 60 {
		text += "s"
	}
	return text
}

// restParts says how the figure comes about, and where it differs from that of the days.
func restParts(finding report.FindingDays) string {
	var parts []string
	if finding.Rule == report.Overtime {
		text := french.Duration(finding.Minutes) + " comptées"
		if finding.Leave > 0 {
			text += ", dont " + french.Duration(finding.Leave) + " de congé"
		}
		parts = append(parts, text+".")
	}
	switch finding.Rule {
	case report.DayMax, report.WeekMax, report.Overtime:
		if finding.Recorded != finding.Worked && !finding.OfShift {
			where := "le lundi à 0" + french.NBSP + "h"
			if finding.First == finding.Last || finding.First.DaysSinceMonday() > 0 {
				where = "à minuit"
			}
			parts = append(parts, fmt.Sprintf("%s dans vos journées%s; ici, une nuit est coupée %s.", french.Duration(finding.Recorded), french.NBSP, where))
		}
	}
	return strings.Join(parts, " ")
}
