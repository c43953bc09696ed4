package views

import (
	"worklog/models/planning"
	"worklog/views/french"
)

// PlanFile is the form of a file that plans, with what the one that was sent would plan.
type PlanFile struct {
	Columns string
	Alert   string
	Rows    []ImportRow // left out, or why the file is refused
	planning.File
	Content, Fingerprint string // of the file; empty for none
}

// summary says what the file would plan.
func (f PlanFile) summary() string {
	return "À reprendre, " + "du " + french.InYear(f.Dates[0].Date) + " au " + french.InYear(f.Dates[len(f.Dates)-1].Date) + "\u00a0: " + french.Counted(f.Shifts(), "poste") + ", les autres jours en repos."
}
