package views

import (
	"slices"
	"strconv"

	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views/french"
)

// shownKept is how many of the digests that were kept of a sheet are not folded away.
const shownKept = 2

// canBeKept reports whether the month is over and its digest not kept yet.
func (s *sheetPage) canBeKept() bool {
	return s.last.Compare(s.today) < 0 && !slices.ContainsFunc(s.Kept, func(kept report.KeptSheet) bool {
		return kept.Format == s.printed.Format && kept.Digest == s.digest
	})
}

// keptOn writes "2 décembre (a1b2…)", with the year if it is not that of the month.
func (s *sheetPage) keptOn(kept report.KeptSheet) string {
	date := civil.DateOf(kept.KeptAt.In(s.Rules.Zone))
	text := french.DayOfMonth(date)
	if date.Year != s.Month.Year {
		text = french.InYear(date)
	}
	text += " (" + french.Digest(kept.Digest)
	if kept.Format != report.SheetFormat {
		text += ", format\u00a0" + strconv.Itoa(kept.Format)
	}
	return text + ")"
}
