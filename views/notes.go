package views

import (
	"slices"
	"strings"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// notes says how the figures of the columns are counted, each thing once.
func (h Hours) notes(columns []column, total report.Span) (notes []string) {
	has := func(of ...column) bool {
		return slices.ContainsFunc(columns, func(c column) bool {
			return slices.ContainsFunc(of, func(other column) bool { return other.name == c.name })
		})
	}
	if has(night.column) {
		notes = append(notes, "Nuit"+french.NBSP+": de "+french.ClockTime(h.Rules.Night.Start)+" à "+french.ClockTime(h.Rules.Night.End)+".")
	}
	if has(calledOut.column) {
		notes = append(notes, "Interventions"+french.NBSP+": les créneaux d’une journée "+calledOutTypes()+".")
	}
	if has(night.column, sunday.column, holiday.column, calledOut.column) {
		notes = append(notes, "Une heure peut être de plusieurs sortes"+french.NBSP+": ces colonnes ne s’additionnent pas.")
	}
	if has(night.column, sunday.column, holiday.column) {
		notes = append(notes, "Une nuit compte en entier à la date où elle commence"+french.NBSP+"; pour le dimanche et les jours fériés, chaque heure compte le jour où elle tombe.")
	}
	if has(daysWorked) {
		notes = append(notes, "Jours travaillés"+french.NBSP+": jusqu’à aujourd’hui, les demi-journées pour moitié.")
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
	text := "Solde ajusté le " + french.InYear(adjustment.Date) + french.NBSP + ": " + french.Signed(adjustment.Minutes)
	if adjustment.Note != "" {
		text += ", " + adjustment.Note
	}
	return text + "."
}

// dueText says what a type of day does to the hours that are to be worked on it.
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

// slotsText says what slots on a type of day are.
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
