package views

import (
	"worklog/models/report"
	"worklog/views/french"
)

// ContingentID is the id of the contingent on the page of the counters of a year.
const ContingentID = "contingent"

// contingentLabel names the overtime that counts in the contingent.
const contingentLabel = "Contingent d’heures supplémentaires"

// LineOfContingent is the overtime of a year.
func LineOfContingent(used report.OvertimeYear) CounterLine {
	return CounterLine{Label: contingentLabel, Figure: french.Duration(used.Minutes), Note: contingentNote(used) + " · " + articleLink("D3121-24").Label}
}

// contingentNote says of which weeks it is, and what rest is due.
func contingentNote(used report.OvertimeYear) string {
	text := "sur " + french.ShortDuration(used.Limits.Contingent) + ", semaines du " + french.InYear(used.From) + " au " + french.InYear(used.To)
	if beyond := used.Beyond(); beyond > 0 {
		text += "\u00a0; " + french.Duration(beyond) + " au-delà\u00a0: " + restDue(beyond)
	}
	return text
}

// restDue says what rest is due for minutes beyond the contingent.
func restDue(beyond int64) string {
	return french.Duration(beyond-beyond/2) + " de repos sont dus à 20\u00a0salariés au plus, " + french.Duration(beyond) + " à plus de 20"
}
