package views

import (
	"fmt"

	"worklog/models"
	"worklog/models/days"
	"worklog/models/imports"
	"worklog/models/report"
	"worklog/views/french"
)

// RangePreview is what filling several days will do, as it is shown before.
type RangePreview struct {
	Days        []days.RangeDay
	Change      models.EntryChange
	Fingerprint string // of what is shown: nothing else will be done
	Counters    []report.CounterChange
}

func (p RangePreview) writes() (written int) {
	for _, day := range p.Days {
		if day.Writes() {
			written++
		}
	}
	return written
}

// summary says how many days will be of what: "5 jours de Congé seront enregistrés",
// and how many are left as they are.
func (p RangePreview) summary() string {
	written := p.writes()
	if written == 0 {
		return "Aucun jour ne change."
	}
	text := french.Counted(written, "jour") + french.Verb(written, " sera enregistré", " seront enregistrés") +
		"\u00a0(" + french.TypeOfDay(p.Change.DayType, p.Change.HalfDay) + ")"
	if kept := len(p.Days) - written; kept > 0 {
		text += ", " + french.Counted(kept, "autre") + french.Verb(kept, " ne change pas", " ne changent pas")
	}
	return text + "."
}

// outcome describes the effect on a day: "modifiée, Maladie devient Congé".
func (p RangePreview) outcome(day days.RangeDay) string {
	text := french.Effects[day.Effect]
	was, is := french.TypeOfDay(day.Was, day.WasHalf), french.TypeOfDay(p.Change.DayType, day.HalfDay)
	if day.Effect == models.EffectChanged && was != is {
		text += ", " + was + " devient " + is
	}
	return text
}

// ImportPreview is what an import will do, as it is shown before.
type ImportPreview struct {
	imports.Preview
	Plan     models.PlanRows    // that the file plans otherwise
	Settings *PreviewedSettings // of the file; nil if it has none, or those in force
}

// MostImported is how many days or rows of a file the page lists.
const MostImported = 200

func (p ImportPreview) summary() string {
	if p.Writes() == 0 && (p.Settings != nil || p.Plan.Len() > 0) {
		return "Aucune journée à reprendre\u00a0: elles sont déjà ainsi."
	}
	if p.Writes() == 0 {
		return "Rien à reprendre\u00a0: tout est déjà ainsi."
	}
	added := french.CountedDone(p.Count(models.EffectNew), "journée", "nouvelle")
	summary := fmt.Sprintf("À reprendre\u00a0: %s, %s, %d sans changement.",
		added, french.Counted(p.Count(models.EffectChanged), "modifiée"), p.Count(models.EffectSame))
	if p.NewIDs() > 0 {
		summary += " Les numéros internes déjà utilisés ici, ou trop grands, sont remplacés\u00a0: cela ne change rien à vos journées."
	}
	return summary
}

// rows are the days that will be written, as far as they are listed.
func (p ImportPreview) rows() (rows []ImportRow) {
	for _, day := range p.Preview {
		if !day.Writes() || len(rows) == MostImported {
			continue
		}
		text := french.FullDate(day.Date) + ", " + french.Effects[day.Effect]
		if day.Slots > 0 {
			text += ", " + french.Counted(day.Slots, "créneau")
		}
		rows = append(rows, ImportRow{day.Row, text})
	}
	return rows
}

// ImportRow is a row of a file, and what becomes of its day or why it is refused.
type ImportRow struct {
	Row  int
	Text string
}

// PreviewedSettings is what it would do to take the settings of a file.
type PreviewedSettings struct {
	Version     string   // of those in force; "0" for none
	Refusal     []string // why they cannot be taken; empty if they can
	Differences []string
	Changes     []SettingsChange // of figures of the past
}

// Taken reports whether they can be taken.
func (p *PreviewedSettings) Taken() bool { return p != nil && len(p.Refusal) == 0 }

// Range is the page of several days at once.
type Range struct {
	Frame
	EntryFields
	Alert  string
	Notice string // what has been prepared in the form
	RangeFields
	Preview *RangePreview // nil unless the form is complete
	LeftOut string        // the days of the range that are not in it
}

// RangeFields are the fields that the form of a day does not have.
type RangeFields struct {
	From, To     string
	Weekdays     []string // "1" for Monday to "7"
	SkipHolidays bool
}
