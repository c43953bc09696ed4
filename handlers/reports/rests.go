package reports

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
)

// rests shows what stands out in a year by the rules about rest and working time.
func (p Pages) rests(c echo.Context, first, last civil.Date) error {
	page := views.Rests{Head: p.Head(c, "Repos et durées "+strconv.Itoa(first.Year), first, last)}
	if p.Hours.HasLimits() {
		now := civil.NewInstant(p.Now())
		record, err := p.Reader.Read(c.Request().Context(), first, last, now)
		if err != nil {
			return err
		}
		page.Rests = p.Hours.Rests(record, first.Year, now)
		if present := record.Present; present != nil && present.StartAt.In(page.Zone).Year() <= first.Year && present.EndAt.In(page.Zone).Year() >= first.Year {
			page.Present = present
		}
	}
	return frame.Show(c, views.RestsPage(page))
}
