package reports

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
)

// yearHead returns the beginning of a page of a year, which stands at a path.
func (p Pages) yearHead(c echo.Context, heading string, year int, path func(year int) string) views.Head {
	return views.Head{
		Frame: p.Frame(c, heading), Heading: heading, Person: p.Person.Line(), Tabs: frame.YearTabs(c, year),
		Others: "Autres années", Earlier: frame.YearLink(path, year-1), Later: frame.YearLink(path, year+1),
	}
}

// monthHead returns the beginning of a page of a month, which stands at a path.
func (p Pages) monthHead(c echo.Context, heading string, first civil.Date, path func(civil.Date) string) views.Head {
	return views.Head{
		Frame: p.Frame(c, heading), Heading: heading, Person: p.Person.Line(),
		Others: "Autres mois", Earlier: monthLink(first.AddDays(-1), path), Later: monthLink(first.LastOfMonth().AddDays(1), path),
	}
}

// monthLink returns a link to the page of a date's month at a path, or an empty one outside the
// supported years.
func monthLink(date civil.Date, path func(civil.Date) string) views.Link {
	link := frame.MonthLink(date, 0)
	if link.Path != "" {
		link.Path = path(date)
	}
	return link
}
