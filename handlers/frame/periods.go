package frame

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// EntryIDIn returns the id of the stored day whose page or form has a path, as [views.EntryPath] writes it,
// or echo.ErrNotFound.
func EntryIDIn(path string) (int64, error) {
	below, _ := strings.CutPrefix(path, "/entries/")
	text, _, _ := strings.Cut(below, "/")
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(id, 10) != text {
		return 0, echo.ErrNotFound
	}
	return id, nil
}

// spanIn returns the first and the last date of the year or of the month in the path, or echo.ErrNotFound.
func spanIn(c echo.Context) (first, last civil.Date, err error) {
	month := c.Param("month")
	if month == "" {
		month = c.Param("year") + "-01"
	}
	if first, err = civil.ParseDate(month + "-01"); err != nil {
		return first, last, echo.ErrNotFound
	}
	if c.Param("month") == "" {
		first, last = civil.DatesOfYear(first.Year)
		return first, last, nil
	}
	return first, first.LastOfMonth(), nil
}

// Head returns the beginning of a page of a year or of a month, between the same page of the one before
// and of the one after. Its figures leave out what [Site.Without] counts without a balance.
func (s *Site) Head(c echo.Context, heading string, first, last civil.Date) views.Head {
	head := views.Head{
		Frame: s.Frame(c, heading), Heading: heading, Person: s.Person.Line(), Tabs: yearTabs(c, first.Year), Others: "Autres années",
		Earlier: MonthLink(first.AddDays(-1), samePage(c)), Later: MonthLink(last.AddDays(1), samePage(c)),
	}
	if first.Month == last.Month {
		head.Tabs, head.Others = MonthTabs(c, first), "Autres mois"
	} else {
		head.Earlier.Label, head.Later.Label = strconv.Itoa(first.Year-1), strconv.Itoa(first.Year+1)
	}
	head.Without = s.Without(c, first, last, false)
	return head
}

// samePage returns the path of the page of a request for the year or the month of a date.
func samePage(c echo.Context) func(civil.Date) string {
	return func(date civil.Date) string {
		return strings.NewReplacer(":year", strconv.Itoa(date.Year), ":month", date.String()[:len("2026-11")]).Replace(c.Path())
	}
}

// MonthLink returns a link to a page of the month of a date, or an empty one outside the supported years.
func MonthLink(date civil.Date, path func(civil.Date) string) views.Link {
	if !date.InRange() {
		return views.Link{}
	}
	return views.Link{Path: path(date), Label: french.MonthName(date)}
}
