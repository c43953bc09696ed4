package reports

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
)

// sheetsOf leads to the sheets of a year, and to what the payslips must show, until today.
func (p Pages) sheetsOf(c echo.Context) error {
	first, last, err := frame.YearIn(c)
	if err != nil {
		return err
	}
	days, err := p.Reader.DayTotals(c.Request().Context(), first, last)
	if err != nil {
		return err
	}
	page := views.Sheets{Head: p.yearHead(c, "Relevés "+strconv.Itoa(first.Year), first.Year, views.SheetsPath), Year: first, Empty: len(days) == 0}
	for month := first; month.Compare(civil.Earlier(last, p.Today())) <= 0; month = month.LastOfMonth().AddDays(1) {
		page.Months = append(page.Months, month)
	}
	return frame.Render(c, http.StatusOK, views.SheetsPage(page))
}
