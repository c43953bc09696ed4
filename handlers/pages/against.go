package pages

import (
	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
)

// against says how the dates from one to another stand against their targets, and the
// balance at their end. The totals are those of the dates, in order.
func (p *Pages) against(c echo.Context, totals []models.DayTotal, from, to civil.Date) ([]string, error) {
	said := views.Against(p.Hours, totals, from, to, p.Today())
	at, has := views.BalanceDate(p.Hours, from, to, p.Today())
	if !has {
		return said, nil
	}
	balance, err := p.Reader.BalanceAt(c.Request().Context(), at)
	return append(said, views.BalanceAt(at, balance)), err
}
