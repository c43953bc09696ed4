package figures

import (
	"slices"
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// payNames are the headings of the kinds of pay.
var payNames = map[report.PayKind]string{
	report.PayNight:           "Heures de nuit",
	report.PaySunday:          "Heures du dimanche",
	report.PayHoliday:         "Heures de jours fériés",
	report.PayOvertime25:      "Heures supplémentaires à 25" + french.NBSP + "%",
	report.PayOvertime50:      "Heures supplémentaires à 50" + french.NBSP + "%",
	report.PayComplementary10: "Heures complémentaires à 10" + french.NBSP + "%",
	report.PayComplementary25: "Heures complémentaires à 25" + french.NBSP + "%",
	report.PayCallOut:         "Interventions d’astreinte",
	report.PayTelework:        "Télétravail",
	report.PayMeal:            "Repas",
}

// PayPage writes the pay of a month.
type PayPage struct {
	Pay   report.Pay
	Rules report.PayRules
	Hours report.Rules
	// Over tells that the month that is paid is over.
	Over bool
	// Day returns where a day leads to.
	Day func(models.Day) string
}

// View returns the page, without its frame and its links.
func (p PayPage) View() (page views.Pay) {
	page.Lead = "Ce que le bulletin de paie " + french.OfMonth(p.Pay.Month) + " doit montrer. C’est une information, pas un conseil" + french.NBSP + ": un accord ou un contrat peut prévoir autre chose."
	if p.Rules.Delay > 0 {
		page.Delay = "Tout est payé " + strconv.Itoa(p.Rules.Delay) + french.NBSP + "mois plus tard, télétravail et repas compris" + french.NBSP + ": ce bulletin paie le mois " + french.OfMonth(p.Pay.Of) + "."
	}
	if len(p.Pay.Lines) == 0 {
		page.Empty = "Rien à montrer" + french.NBSP + ": les heures de nuit, du dimanche et de jour férié, les heures supplémentaires ou complémentaires, les interventions d’astreinte, le télétravail et les repas apparaîtront ici avec leurs journées."
	}
	for _, line := range p.Pay.Lines {
		page.Lines = append(page.Lines, p.line(line))
	}
	if p.Pay.Total != nil {
		page.Total = french.Cents(*p.Pay.Total)
	}
	page.Notes = p.notes()
	return page
}

func (p PayPage) line(line report.PayLine) views.PayLine {
	view := views.PayLine{Name: payNames[line.Kind], Figure: payFigure(line.Kind, line.Count), Sentence: p.sentence(line)}
	switch line.Kind {
	case report.PayOvertime25, report.PayOvertime50:
		view.Articles = append(view.Articles, views.ArticleLink(report.OvertimePay))
	case report.PayComplementary10, report.PayComplementary25:
		view.Articles = append(view.Articles, views.ArticleLink(report.ComplementaryPay))
		if line.Kind == report.PayComplementary25 {
			view.Articles = append(view.Articles, views.ArticleLink(report.PartTimeMore))
		}
	case report.PayHoliday:
		if strings.Contains(view.Sentence, "1er mai") {
			view.Articles = append(view.Articles, views.ArticleLink(report.FirstOfMay))
		}
	}
	if p.tooLongForPartTime(line) {
		view.Articles = append(view.Articles, views.ArticleLink(report.PartTimeMax))
	}
	if line.Cents != nil {
		view.Amount = french.Cents(*line.Cents)
		view.Rates = payRates(line, p.Pay.Of)
	}
	for _, part := range line.Parts {
		if part.Rate != nil && part.Rate.Text != "" {
			if link := views.ArticleLink(part.Rate.Text); !slices.Contains(view.Articles, link) {
				view.Articles = append(view.Articles, link)
			}
		}
	}
	if len(line.Weeks) == 0 {
		view.Days = p.days(line.Kind, line.Days)
	}
	for _, week := range line.Weeks {
		view.Weeks = append(view.Weeks, p.week(line.Kind, week))
	}
	return view
}

// payFigure writes minutes, or half days.
func payFigure(kind report.PayKind, count int64) string {
	switch {
	case kind == report.PayMeal:
		return strconv.FormatInt(count/2, 10) + french.NBSP + "repas"
	case kind.ByDay():
		return french.CountedDays(report.Days(count) * report.HalfDay)
	}
	return french.Duration(count)
}

// week writes the overtime of a week, or what is complementary in it.
func (p PayPage) week(kind report.PayKind, week report.PayWeek) views.Standout {
	parts := french.Duration(week.Base) + " comptées"
	if week.Leave > 0 {
		parts += ", dont " + french.Duration(week.Leave) + " de congé"
	}
	if kind == report.PayComplementary10 || kind == report.PayComplementary25 {
		parts += ", " + french.ShortDuration(week.Threshold) + " prévues"
	}
	return views.Standout{Label: french.Week(week.Monday), Figure: french.Duration(week.Count), Parts: parts + ".", Days: p.days(kind, week.Days)}
}

// days lead to the days behind a figure.
func (p PayPage) days(kind report.PayKind, days []report.PayDay) (links []views.RestDay) {
	for _, day := range days {
		link := views.RestDay{Link: views.Link{Path: p.Day(*day.Day), Label: restDate(day.Date)}}
		switch {
		case !kind.ByDay():
			link.Length = french.Duration(day.Count)
		case day.Count == 1:
			link.Length = "une demi-journée"
		}
		if day.Day.Date != day.Date {
			link.Length += ", journée du " + french.ShortDayOfMonth(day.Day.Date)
		}
		links = append(links, link)
	}
	return links
}
