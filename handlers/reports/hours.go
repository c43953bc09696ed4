package reports

import (
	"bytes"
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// yearHours shows the hours of a year.
func (p Pages) yearHours(c echo.Context) error {
	first, last, err := frame.YearIn(c)
	if err != nil {
		return err
	}
	hours, days, err := p.readHours(c, first, last)
	if err != nil {
		return err
	}
	hours.Paths.Kind = func(kind string) string { return views.HoursPath(first.Year) + "/" + kind }
	title := "Heures de" + french.NBSP + strconv.Itoa(first.Year)
	page := hours.Year(first.Year, days)
	page.Frame, page.Heading, page.Person = p.Frame(c, title), title, p.Person.Line()
	page.Tabs = frame.YearTabs(c, first.Year)
	page.Earlier, page.Later = frame.YearLink(views.HoursPath, first.Year-1), frame.YearLink(views.HoursPath, first.Year+1)
	page.Export = hoursExport(views.HoursPath(first.Year))
	return frame.Render(c, http.StatusOK, views.YearHoursPage(page))
}

// monthHours shows the hours of a month.
func (p Pages) monthHours(c echo.Context) error {
	first, last, err := frame.MonthIn(c)
	if err != nil {
		return err
	}
	hours, days, err := p.readHours(c, first, last)
	if err != nil {
		return err
	}
	hours.Paths.Kind = func(kind string) string { return views.MonthHoursPath(first) + "/" + kind }
	page := hours.Month(first, days)
	page.Frame, page.Heading, page.Person = p.Frame(c, "Heures "+french.OfMonth(first)), french.MonthName(first), p.Person.Line()
	page.Tabs = frame.MonthTabs(c, first)
	page.Year = views.Link{Path: views.HoursPath(first.Year), Label: "Heures de" + french.NBSP + strconv.Itoa(first.Year)}
	page.Earlier, page.Later = monthHoursLink(first.AddDays(-1)), monthHoursLink(last.AddDays(1))
	page.Export = hoursExport(views.MonthHoursPath(first))
	return frame.Render(c, http.StatusOK, views.MonthHoursPage(page))
}

// yearHoursOfKind shows the days of a year with hours of a kind.
func (p Pages) yearHoursOfKind(c echo.Context) error {
	first, last, err := frame.YearIn(c)
	if err != nil {
		return err
	}
	year := strconv.Itoa(first.Year)
	return p.hoursOfKind(c, first, last, year, views.Link{Path: views.HoursPath(first.Year), Label: "Heures de" + french.NBSP + year})
}

// monthHoursOfKind shows the days of a month with hours of a kind.
func (p Pages) monthHoursOfKind(c echo.Context) error {
	first, last, err := frame.MonthIn(c)
	if err != nil {
		return err
	}
	return p.hoursOfKind(c, first, last, french.MonthName(first), views.Link{Path: views.MonthHoursPath(first), Label: "Heures " + french.OfMonth(first)})
}

func (p Pages) hoursOfKind(c echo.Context, first, last civil.Date, when string, back views.Link) error {
	hours, days, err := p.readHours(c, first, last)
	if err != nil {
		return err
	}
	page, ok := hours.Kind(c.Param("kind"), first, last, days)
	if !ok {
		return echo.ErrNotFound
	}
	page.Heading += ", " + when
	page.Frame, page.Person, page.Back = p.Frame(c, page.Heading), p.Person.Line(), back
	return frame.Render(c, http.StatusOK, views.KindHoursPage(page))
}

// yearHoursTable offers the days behind the hours of a year as CSV.
func (p Pages) yearHoursTable(c echo.Context) error {
	first, last, err := frame.YearIn(c)
	if err != nil {
		return err
	}
	return p.hoursTable(c, first, last, "heures-"+strconv.Itoa(first.Year))
}

// monthHoursTable offers the days behind the hours of a month as CSV.
func (p Pages) monthHoursTable(c echo.Context) error {
	first, last, err := frame.MonthIn(c)
	if err != nil {
		return err
	}
	return p.hoursTable(c, first, last, "heures-"+first.String()[:len("2026-11")])
}

// hoursTable offers days as CSV, for spreadsheets in French.
func (p Pages) hoursTable(c echo.Context, first, last civil.Date, name string) error {
	hours, days, err := p.readHours(c, first, last)
	if err != nil {
		return err
	}
	record := report.Record{Days: days, Totals: models.Totals(days)}
	var table bytes.Buffer
	if err := report.WriteDayRows(&table, hours.Rules.DayRows(record, first, last, hours.Now), true); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+name+`.csv"`)
	return c.Blob(http.StatusOK, "text/csv; charset=utf-8", table.Bytes())
}

// readHours reads the days of the weeks in which a range lies. The rules that it returns
// have the balance before them.
func (p Pages) readHours(c echo.Context, first, last civil.Date) (figures.HoursPage, []models.Day, error) {
	ctx := c.Request().Context()
	now := civil.NewInstant(p.Now())
	monday, sunday := figures.Weeks(first, last)
	balance, err := p.balanceBefore(ctx, monday)
	if err != nil {
		return figures.HoursPage{}, nil, err
	}
	days, err := p.Reader.SlotDays(ctx, monday, sunday)
	if err != nil {
		return figures.HoursPage{}, nil, err
	}
	return figures.HoursPage{Rules: p.Hours.Carried(monday, balance), Now: now, Paths: figures.Paths{
		Month: views.MonthHoursPath,
		Day:   entryPath,
		New:   views.NewEntryPath,
	}}, days, nil
}

// balanceBefore returns the balance at the beginning of a date or, if it is to come, of
// today, in minutes. It returns 0 if there is none.
func (p Pages) balanceBefore(ctx context.Context, date civil.Date) (int64, error) {
	if today := p.Today(); today.DaysUntil(date) > 0 {
		date = today
	}
	if p.Hours.Balance == nil || p.Hours.Balance.From.DaysUntil(date) <= 0 {
		return 0, nil
	}
	return p.Reader.BalanceAt(ctx, date.AddDays(-1))
}

// monthHoursLink returns a link to the hours of the month of a date, or an empty one
// outside the supported years.
func monthHoursLink(date civil.Date) views.Link {
	link := frame.MonthLink(date, 0)
	if link.Path != "" {
		link.Path = views.MonthHoursPath(date)
	}
	return link
}

func hoursExport(path string) views.Link {
	return views.Link{Path: path + ".csv", Label: "Télécharger la liste des journées (CSV)"}
}
