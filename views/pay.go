package views

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// Pay is the page of what the payslip of a month should explain.
type Pay struct {
	Head
	Pay   report.Pay
	Rules report.PayRules
	Over  bool // the month that is paid
}

var payNames = map[report.PayKind]string{
	report.PayNight:           "Heures de nuit",
	report.PaySunday:          "Heures du dimanche",
	report.PayHoliday:         "Heures de jours fériés",
	report.PayOvertime25:      "Heures supplémentaires à 25\u00a0%",
	report.PayOvertime50:      "Heures supplémentaires à 50\u00a0%",
	report.PayComplementary10: "Heures complémentaires à 10\u00a0%",
	report.PayComplementary25: "Heures complémentaires à 25\u00a0%",
	report.PayCallOut:         "Interventions d’astreinte",
	report.PayTelework:        "Télétravail",
	report.PayMeal:            "Repas",
}

// PayName is what a kind of pay is called.
func PayName(kind report.PayKind) string { return payNames[kind] }

func (p Pay) articles(line report.PayLine) (links []Link) {
	add := func(article report.Article) {
		if link := articleLink(article); !slices.Contains(links, link) {
			links = append(links, link)
		}
	}
	switch line.Kind {
	case report.PayOvertime25, report.PayOvertime50:
		add(report.OvertimePay)
	case report.PayComplementary10, report.PayComplementary25:
		add(report.ComplementaryPay)
		if line.Kind == report.PayComplementary25 {
			add(report.PartTimeMore)
		}
	}
	if p.onFirstOfMay(line) {
		add(report.FirstOfMay)
	}
	if p.tooLongForPartTime(line) {
		add(report.PartTimeMax)
	}
	for _, part := range line.Parts {
		if part.Rate != nil && part.Rate.Text != "" {
			add(part.Rate.Text)
		}
	}
	return links
}

// payFigure writes minutes, or half days.
func payFigure(kind report.PayKind, count int64) string {
	switch {
	case kind == report.PayMeal:
		return strconv.FormatInt(count/2, 10) + "\u00a0repas"
	case kind.ByDay():
		return french.CountedDays(report.Days(count) * report.HalfDay)
	}
	return french.Duration(count)
}

// weekParts says how the overtime of a week comes about, or what is complementary in it.
func weekParts(kind report.PayKind, week report.PayWeek) string {
	parts := counted(week.Base, week.Leave, week.Solidarity)
	if kind == report.PayComplementary10 || kind == report.PayComplementary25 {
		parts += ", " + french.ShortDuration(week.Threshold) + " prévues"
	}
	return parts + "."
}

// counted writes "36 h 00 comptées, dont 7 h 00 de congé, sans 7 h 00 de journée de solidarité".
func counted(minutes, leave, solidarity int64) string {
	text := french.Duration(minutes) + " comptées"
	if leave > 0 {
		text += ", dont " + french.Duration(leave) + " de congé"
	}
	if solidarity > 0 {
		text += ", sans " + french.Duration(solidarity) + " de journée de solidarité"
	}
	return text
}

func dayPart(kind report.PayKind, day report.PayDay) (text string) {
	switch {
	case !kind.ByDay():
		text = french.Duration(day.Count)
	case day.Count == 1:
		text = "une demi-journée"
	}
	if day.Day.Date != day.Date {
		text += ", journée du " + french.ShortDayOfMonth(day.Day.Date)
	}
	return text
}

func (p Pay) sentence(line report.PayLine) string {
	text := p.kindSentence(line)
	ofHospital := slices.ContainsFunc(line.Parts, func(part report.PayPart) bool { return part.Rate != nil && !part.Rate.Own() })
	calledOut := slices.ContainsFunc(line.Days, func(day report.PayDay) bool { return day.Day.DayType == models.OnCall })
	if ofHospital && calledOut {
		text += " Les interventions d’astreinte y sont comptées\u00a0: votre établissement peut les indemniser autrement."
	}
	if ofHospital && line.Kind == report.PayNight {
		text += " Le texte ne paie que celles de la durée hebdomadaire du travail\u00a0: les nuits en heures supplémentaires n’en sont pas distinguées ici."
	}
	if p.tooLongForPartTime(line) {
		text += " À temps partiel, la semaine ne doit pas atteindre 35\u00a0h\u00a0: à vérifier avec votre employeur."
	}
	if p.onFirstOfMay(line) {
		text += " Celles du 1er mai se paient double."
	}
	if beyond := p.beyondThird(line); beyond > 0 {
		text += " " + french.Duration(beyond) + " dépassent ce tiers, au-delà duquel la loi ne prévoit plus de taux."
	}
	return text
}

// onFirstOfMay reports whether the line has hours that are paid twice.
func (p Pay) onFirstOfMay(line report.PayLine) bool {
	return line.Kind == report.PayHoliday && !p.Rules.Hospital && slices.ContainsFunc(line.Days, func(day report.PayDay) bool { return day.Date.Month == time.May && day.Date.Day == 1 })
}

// tooLongForPartTime reports whether the line has a week of part time that reaches the legal one:
// as overtime or, where there is none, as complementary hours.
func (p Pay) tooLongForPartTime(line report.PayLine) bool {
	return slices.ContainsFunc(line.Weeks, func(week report.PayWeek) bool {
		switch line.Kind {
		case report.PayOvertime25:
			return p.Hours.IsPartTime(week.Monday)
		case report.PayComplementary10:
			return week.Base >= report.LegalWeek && week.Base <= p.Hours.AsOf(week.Monday).Limits.Overtime
		}
		return false
	})
}

// beyondThird returns the minutes of the line for which the law names no rate, for it knows
// complementary hours up to a third of those agreed (L3123-29).
func (p Pay) beyondThird(line report.PayLine) (minutes int64) {
	if line.Kind != report.PayComplementary25 {
		return 0
	}
	for _, week := range line.Weeks {
		minutes += max(0, week.Count-(week.Threshold/3-week.Threshold/10))
	}
	return minutes
}

func (p Pay) kindSentence(line report.PayLine) string {
	switch line.Kind {
	case report.PayNight:
		night := p.Rules.Night(p.Hours, p.Pay.Of)
		return "De " + night.Start.String() + " à " + night.End.String() + "."
	case report.PaySunday:
		return "De minuit à minuit, sauf les dimanches fériés."
	case report.PayHoliday:
		return "De minuit à minuit. Un dimanche férié ne compte qu’ici."
	case report.PayOvertime25:
		return "Les huit premières heures au-delà de " + french.ShortDuration(line.Weeks[len(line.Weeks)-1].Threshold) + " par semaine. " + leaveCounts
	case report.PayOvertime50:
		return "Au-delà des huit premières heures supplémentaires de la semaine."
	case report.PayComplementary10:
		return "Travaillées au-delà des heures prévues de la semaine, jusqu’à un dixième de celles-ci."
	case report.PayComplementary25:
		return "Au-delà du dixième des heures prévues de la semaine, ce que seul un accord permet, et jusqu’à leur tiers."
	case report.PayCallOut:
		return "Les créneaux des journées d’astreinte."
	case report.PayTelework:
		return "Une demi-journée compte pour la moitié."
	}
	return "Un par journée de travail, de formation ou de garde avec un créneau. Un repas que l’employeur fournit n’est pas connu d’ici."
}

// payRates writes what is paid for an hour or a day, and who says so. Where that changes
// within the month, each rate has its part.
func payRates(line report.PayLine, paid civil.Date) string {
	var texts []string
	for _, part := range line.Parts {
		text := "sans taux"
		if part.Rate != nil {
			text = payRate(line.Kind, *part.Rate, paid)
		}
		if part.Paid < part.Count {
			text += ", " + french.Duration(part.Paid) + " payées\u00a0: au plus une journée par date"
		}
		if len(line.Parts) > 1 {
			text = payFigure(line.Kind, part.Count) + "\u00a0: " + text
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "\u00a0; ")
}

// payRate writes "2,50 € par heure, votre réglage" or what a text says in a month.
func payRate(kind report.PayKind, rate report.Rate, month civil.Date) string {
	const hour = 60
	switch {
	case kind.ByDay():
		return payEuros(rate.Thousandths) + " par " + map[bool]string{false: "jour", true: "repas"}[kind == report.PayMeal] + ", votre réglage"
	case rate.Own():
		return payEuros(rate.Thousandths) + " par heure, votre réglage"
	}
	base := payEuros(rate.Thousandths)
	each := base + " pour " + french.ShortDuration(rate.For)
	if rate.Percent != 100 {
		each = french.Thousandths(rate.Percent*1000) + "\u00a0% de " + base + " (votre réglage) ÷ " + french.ShortDuration(rate.For)
	}
	about := ""
	if !rate.Exact(hour) {
		about = "environ "
	}
	text := each + ", soit " + about + french.Cents(rate.Cents(hour)) + " par heure, " + rate.Source
	if rate.Year > 0 && rate.Year != month.Year {
		text += ", chiffres de\u00a0" + strconv.Itoa(rate.Year) + ", provisoire"
	}
	return text
}

// payEuros writes "28 000 €", "2,50 €" or "2,505 €".
func payEuros(thousandths int64) string {
	switch {
	case thousandths%1000 == 0:
		return french.Euros(thousandths / 1000)
	case thousandths%10 == 0:
		return french.Cents(thousandths / 10)
	}
	return french.Thousandths(thousandths) + "\u00a0€"
}

func (p Pay) notes() (notes []Remark) {
	notes = append(notes, Remark{Text: "Une heure compte dans le mois de la date à laquelle elle est faite\u00a0: une nuit est coupée à minuit."})
	notes = append(notes, p.weekNote())
	if slices.ContainsFunc(p.Pay.Lines, func(line report.PayLine) bool { return len(line.Weeks) > 0 }) {
		notes = append(notes, Remark{Text: "Le bulletin doit montrer les heures supplémentaires et complémentaires à part, avec leur taux (Code du travail, R3243-1)."})
	}
	if !p.Over {
		notes = append(notes, Remark{Text: "Le mois " + french.OfMonth(p.Pay.Of) + " n’est pas fini\u00a0: ce qui est déjà saisi pour les jours à venir compte."})
	}
	if base, _ := report.InForce(p.Rules.Bases, p.Pay.Of.LastOfMonth()); p.Rules.Hospital && base == 0 {
		notes = append(notes, Remark{Text: "Le supplément de nuit se calcule sur le traitement et l’indemnité de résidence d’une année.", Lead: Link{Path: SettingsAt("pay"), Label: "Les régler"}})
	}
	if slices.ContainsFunc(p.Pay.Lines, func(line report.PayLine) bool { return line.Cents == nil }) {
		notes = append(notes, Remark{Text: "Une ligne sans taux n’a pas de montant.", Lead: Link{Path: settingsNew("pay", "rates"), Label: "Régler un taux"}})
	}
	return notes
}

func (p Pay) weekNote() Remark {
	limits := p.Hours.AsOf(p.Pay.Of.LastOfMonth()).Limits
	switch {
	case limits != nil && limits.Profile == report.ForfaitJours:
		return Remark{Text: "Au forfait en jours, il n’y a ni heures supplémentaires ni heures complémentaires."}
	case p.Rules.Hospital && !limits.PaysOvertime(), limits != nil && limits.Profile == report.Hospital:
		return Remark{Text: "Les heures supplémentaires de la fonction publique hospitalière ne sont pas calculées ici\u00a0: leurs taux sont d’autres textes."}
	case limits == nil:
		return Remark{Text: "Les heures supplémentaires et complémentaires ne sont comptées qu’avec un profil de règles.", Lead: Link{Path: SettingsAt("rules"), Label: "Le choisir"}}
	case limits.Overtime == 0:
		return Remark{Text: "Les heures supplémentaires ne sont pas comptées\u00a0: vos règles n’ont pas de seuil par semaine.", Lead: Link{Path: SettingsAt("rules"), Label: "Le régler"}}
	}
	return Remark{Text: "Les heures supplémentaires et complémentaires comptent dans le mois où leur semaine finit, une fois qu’elle est terminée."}
}

// leaveCounts says that leave counts towards overtime, and since when that is held.
const leaveCounts = "Dans une semaine travaillée en partie, les congés comptent comme du travail (Cour de cassation, 10\u00a0septembre 2025, n°\u00a023-14.455)."

// overtimeText writes "12 h 30 à 25 %, 2 h 00 à 50 %" or, where other rates hold, "14 h 30".
func overtimeText(limits *report.Limits, rates report.OvertimeRates) string {
	if !limits.PaysOvertime() {
		return french.Duration(rates.Total())
	}
	text := french.Duration(rates.At25) + " à 25\u00a0%"
	if rates.At50 > 0 {
		text += ", " + french.Duration(rates.At50) + " à 50\u00a0%"
	}
	return text
}
