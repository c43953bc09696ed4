package pages

import (
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/history"
	"worklog/views"
)

// mostCorrections is how many changes the annex of a month lists.
const mostCorrections = 1000

// Corrections returns the changes that persons have made to days from one date to another, inclusive,
// the latest first. The records are what is stored of these days.
func (p *Pages) Corrections(c echo.Context, from, to civil.Date, records []models.DayRecord) ([]views.Correction, error) {
	past, err := history.Between(c.Request().Context(), p.Store, from, to, civil.NewInstant(p.Now()), mostCorrections)
	if err != nil {
		return nil, err
	}
	after := map[civil.Date]*models.Day{} // each change, the latest first
	for i := range records {
		day := records[i].Day
		day.Slots = day.All()
		after[day.Date] = &day
	}
	corrections := make([]views.Correction, len(past))
	for i, row := range past {
		is := after[row.Date]
		if row.Version == 0 {
			is = nil
		}
		who := actionWords[row.Action]
		if is != nil && is.Version != row.Version {
			who += ", puis automatiquement"
		}
		corrections[i] = views.Correction{PastDay: row, After: is, Who: who, Changed: p.changed(row, is)}
		after[row.Date] = row.Was
	}
	return corrections, nil
}

func (p *Pages) changed(past history.PastDay, after *models.Day) []string {
	switch {
	case past.Unread:
		return []string{"un état qui ne peut pas être lu"}
	case past.Was == nil || after == nil:
		return []string{p.factsOr(past.Was, "rien") + " → " + p.factsOr(after, "rien")}
	}
	return p.differences(past.Was, after)
}

// factsOr writes what a state says but for its note, or what says that there is none.
func (p *Pages) factsOr(day *models.Day, none string) string {
	if day == nil {
		return none
	}
	return strings.Join(p.facts(day), ", ")
}
