package connect

import (
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/journal"
	"worklog/views"
)

// Refusals returns the arrivals and departures of days from one date to another, inclusive, that were
// refused, in the order in which they were received, each once.
func (p Pages) Refusals(c echo.Context, from, to civil.Date) ([]views.JournalLine, error) {
	lines, err := journal.Refused(c.Request().Context(), p.Store, from, to, refusals)
	if err != nil {
		return nil, err
	}
	times := map[[3]string]int{}
	lines = slices.DeleteFunc(lines, func(line models.JournalLine) bool {
		times[line.Sent()]++
		return times[line.Sent()] > 1 || !models.EventType(line.Event).Valid()
	})
	told, err := p.journalLines(c, lines)
	for i, line := range told {
		if sent := times[line.Sent()]; sent > 1 {
			told[i].Since = "Reçu " + strconv.Itoa(sent) + "\u00a0fois. " + line.Since
		}
	}
	return told, err
}
