package reports

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// payOf shows what the payslip of a month should explain.
func (p Pages) payOf(c echo.Context) error {
	first, _, err := frame.MonthIn(c)
	if err != nil {
		return err
	}
	now := civil.NewInstant(p.Now())
	pay, err := p.Config.Pay.ReadPay(c.Request().Context(), p.Store, p.Hours, first, now)
	if err != nil {
		return err
	}
	page := views.Pay{
		Head: p.leavingOut(c, pay.Of, pay.Of.LastOfMonth(), false, p.monthHead(c, "Paie "+french.OfMonth(first), first, views.PayPath)),
		Pay:  pay, Rules: p.Config.Pay, Hours: p.Hours, Over: pay.Of.LastOfMonth().Compare(p.Today()) < 0,
	}
	page.Tabs = frame.MonthTabs(c, first)
	page.Back = monthLink(pay.Of, views.MonthHoursPath)
	page.Back.Label = "Heures " + french.OfMonth(pay.Of)
	return frame.Render(c, http.StatusOK, views.PayPage(page))
}
