package reports

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// sheetsOf leads to the sheets of a year, and to what the payslips must show, until today.
func (p Pages) sheetsOf(c echo.Context) error {
	first, last, err := frame.YearIn(c)
	if err != nil {
		return err
	}
	heading := "Relevés " + strconv.Itoa(first.Year)
	page := views.Sheets{
		Frame:   p.Frame(c, heading),
		Heading: heading,
		Tabs:    frame.YearTabs(c, first.Year),
		Earlier: frame.YearLink(views.SheetsPath, first.Year-1),
		Later:   frame.YearLink(views.SheetsPath, first.Year+1),
	}
	days, err := p.Reader.DayTotals(c.Request().Context(), first, last)
	if err != nil {
		return err
	}
	if len(days) == 0 && first.Compare(p.Today()) <= 0 {
		page.Nothing = &views.Nothing{Text: "Rien n’est saisi en" + french.NBSP + strconv.Itoa(first.Year) + french.NBSP + ": ces relevés sont vides.",
			Leads: []views.Link{{Path: views.NewRangePath(first), Label: "Saisir plusieurs jours"}}}
	}
	for month := time.January; month <= time.December; month++ {
		first := civil.Date{Year: first.Year, Month: month, Day: 1}
		if first.Compare(p.Today()) > 0 {
			break
		}
		page.Months = append(page.Months, views.SheetsMonth{
			Name:  french.Months[month-1],
			Links: []views.Link{{Path: views.SheetPath(first), Label: "Relevé"}, {Path: views.PayPath(first), Label: "Paie"}},
		})
	}
	return frame.Render(c, http.StatusOK, views.SheetsPage(page))
}
