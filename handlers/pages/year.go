package pages

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
)

func (p *Pages) year(c echo.Context, first, last civil.Date) error {
	days, err := p.Reader.DayTotals(c.Request().Context(), first.Monday(), last)
	if err != nil {
		return err
	}
	page := views.Year{
		Head:  p.Head(c, strconv.Itoa(first.Year), first, last),
		First: first, Holidays: p.Holidays.Of(first.Year), Days: models.Between(days, first, last), Totals: days,
		Deleted: p.deletedDays(c, first, last),
	}
	page.Without = p.Without(c, first, last, true)
	if page.Against, err = p.against(c, days, first, last); err != nil {
		return err
	}
	return frame.Show(c, views.YearPage(page))
}
