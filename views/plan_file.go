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

// Refuse says why a file is refused: as a whole, or of which rows.
func (f *PlanFile) Refuse(text string, rows []ImportRow) {
	f.Alert, f.Rows = "Rien n’est enregistré. "+text, rows
	if len(rows) > 0 {
		f.Alert = "Rien n’est enregistré\u00a0: ce fichier ne peut pas être repris."
	}
}

// summary says what the file would plan.
func (f PlanFile) summary() string {
	return "À reprendre, " + "du " + french.InYear(f.Dates[0].Date) + " au " + french.InYear(f.Dates[len(f.Dates)-1].Date) + "\u00a0: " + french.Counted(f.Shifts(), "poste") + ", les autres jours en repos."
}
