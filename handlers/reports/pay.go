package reports

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// payOf shows what the payslip of a month must show.
func (p Pages) payOf(c echo.Context) error {
	first, last, err := frame.MonthIn(c)
	if err != nil {
		return err
	}
	now := civil.NewInstant(p.Now())
	pay, err := p.Config.Pay.ReadPay(c.Request().Context(), p.Store, p.Hours, first, now)
	if err != nil {
		return err
	}
	page := figures.PayPage{Pay: pay, Rules: p.Config.Pay, Hours: p.Hours, Over: pay.Of.LastOfMonth().Compare(p.Today()) < 0, Day: entryPath}.View()
	page.Heading = "Paie " + french.OfMonth(first)
	page.Frame, page.Person = p.Frame(c, page.Heading), p.Person.Line()
	page.Month = views.Link{Path: views.MonthPath(first), Label: "Mois " + french.OfMonth(first)}
	page.Hours = monthHoursLink(pay.Of)
	page.Hours.Label = "Heures " + french.OfMonth(pay.Of)
	page.Earlier, page.Later = payLink(first.AddDays(-1)), payLink(last.AddDays(1))
	page.Set = views.Link{Path: views.SettingsAt("pay"), Label: "Régler la paie"}
	return frame.Render(c, http.StatusOK, views.PayPage(page))
}

// payLink returns a link to the pay of the month of a date, or an empty one outside the
// supported years.
func payLink(date civil.Date) views.Link {
	link := frame.MonthLink(date, 0)
	if link.Path != "" {
		link.Path = views.PayPath(date)
	}
	return link
}
