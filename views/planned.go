package views

import (
	"slices"
	"strconv"

	"worklog/models"
	"worklog/models/report"
	"worklog/views/french"
)

// Planned is the page of what was due and done in a year.
type Planned struct {
	Head
	report.Done
	Counted bool // hours were to be worked in the year
}

// asked are days beyond what was due that have, or lack, who asked for them or why.
type asked struct {
	heading string
	isNoted bool
	days    []report.DoneDay
	minutes int64
}

func (a asked) columns() []string {
	columns := []string{"Jour", "Au-delà", "Fait", "Prévu"}
	if a.isNoted {
		columns = append(columns, "Demandé par", "Motif")
	}
	return columns
}

// groups are the days beyond what was due, those without a request first.
func (p Planned) groups() (groups []asked) {
	for _, of := range []asked{{heading: "Sans demande notée"}, {heading: "Demande notée", isNoted: true}} {
		for _, day := range p.Days {
			if day.Beyond > 0 && of.isNoted == (day.Request != models.Request{}) {
				of.days, of.minutes = append(of.days, day), of.minutes+day.Beyond
			}
		}
		if len(of.days) > 0 {
			groups = append(groups, of)
		}
	}
	return groups
}

func (p Planned) hasPlan() bool {
	return slices.ContainsFunc(p.Days, func(day report.DoneDay) bool { return day.Planned })
}

// beyondText says how long one worked beyond, and when: "0 h 25, avant 0 h 10, après 0 h 15".
func beyondText(day report.DoneDay) string {
	text := french.Duration(day.Beyond)
	switch {
	case day.Rest:
		return text + ", un jour de repos"
	case day.Before > 0 && day.After > 0:
		return text + ", avant " + french.Duration(day.Before) + ", après " + french.Duration(day.After)
	case day.Before > 0:
		return text + " avant"
	case day.After > 0:
		return text + " après"
	}
	return text
}

// plannedText says what was planned or, without a plan, how long was due.
func plannedText(day report.DoneDay) string {
	if day.Planned {
		return shiftTexts(day.Shifts, false)
	}
	return french.Duration(day.Due)
}

func (p Planned) nothing() Nothing {
	year := strconv.Itoa(p.From.Year)
	if !p.Counted && !p.hasPlan() {
		return Nothing{
			Text:  "Aucune heure n’est prévue en\u00a0" + year + "\u00a0: cette page montrera les journées qui dépassent ce qui était prévu.",
			Leads: []Link{{Path: SettingsAt("targets"), Label: "Régler «\u00a0Ma semaine\u00a0»"}},
		}
	}
	return Nothing{Text: "Aucune journée de\u00a0" + year + " ne dépasse ce qui était prévu."}
}
