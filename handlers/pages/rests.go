package pages

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/models"
	"worklog/views"
)

// rests shows what stands out in a year by the rules about rest and working time.
func (p *Pages) rests(c echo.Context) error {
	first, last, err := yearIn(c)
	if err != nil {
		return err
	}
	var page views.Rests
	if p.hours.Limits != nil {
		now := models.NewInstant(p.now())
		record, err := p.reader.Read(c.Request().Context(), first, last, now)
		if err != nil {
			return err
		}
		page = figures.Rests(p.hours.Rests(record, first.Year, now), p.entryURL)
		page.Open = figures.OpenRest(record.Present, first.Year, p.zone)
	}
	year := strconv.Itoa(first.Year)
	page.Heading = "Repos et durées " + year
	page.Frame = p.frame(c, page.Heading)
	page.Year = views.Link{URL: p.links.To(yearPath(first.Year)), Label: "Année " + year}
	page.Earlier, page.Later = p.yearLink(restsPath, first.Year-1), p.yearLink(restsPath, first.Year+1)
	return render(c, http.StatusOK, views.RestsPage(page))
}

func restsPath(year int) string { return yearPath(year) + "/rests" }
