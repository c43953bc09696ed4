package reports

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// rests shows what stands out in a year by the rules about rest and working time.
func (p Pages) rests(c echo.Context) error {
	first, last, err := frame.YearIn(c)
	if err != nil {
		return err
	}
	var page views.Rests
	if p.Hours.Limits != nil {
		now := civil.NewInstant(p.Now())
		record, err := p.Reader.Read(c.Request().Context(), first, last, now)
		if err != nil {
			return err
		}
		rests := p.Hours.Rests(record, first.Year, now)
		page = figures.Rests(rests, entryPath)
		page.Night = figures.NightWork(rests)
		for _, year := range rests.Night.Years {
			page.Night.Days = append(page.Night.Days, views.Link{Path: views.HoursPath(year) + "/night", Label: "Nuits de" + french.NBSP + strconv.Itoa(year)})
		}
		page.Open = figures.OpenRest(record.Present, first.Year, p.Rules.Zone)
	}
	year := strconv.Itoa(first.Year)
	page.Heading = "Repos et durées " + year
	page.Frame = p.Frame(c, page.Heading)
	page.Tabs = frame.YearTabs(c, first.Year)
	page.Earlier, page.Later = frame.YearLink(views.RestsPath, first.Year-1), frame.YearLink(views.RestsPath, first.Year+1)
	return frame.Render(c, http.StatusOK, views.RestsPage(page))
}
