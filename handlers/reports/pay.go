package reports

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

func (p Pages) payOf(c echo.Context, first, last civil.Date) error {
	now := civil.NewInstant(p.Now())
	pay, err := p.Config.Pay.ReadPay(c.Request().Context(), p.Store, p.Hours, first, now)
	if err != nil {
		return err
	}
	page := views.Pay{
		Head: p.Head(c, "Paie "+french.OfMonth(first), first, last),
		Pay:  pay, Rules: p.Config.Pay, Over: pay.Of.LastOfMonth().Compare(p.Today()) < 0,
	}
	page.Without = p.Without(c, pay.Of, pay.Of.LastOfMonth(), false)
	page.Back = frame.MonthLink(pay.Of, views.MonthHoursPath)
	page.Back.Label = "Heures " + french.OfMonth(pay.Of)
	return frame.Show(c, views.PayPage(page))
}
