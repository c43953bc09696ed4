package reports

import (
	"context"
	"io"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/review"
	"worklog/views"
	"worklog/views/french"
)

func (p Pages) hours(c echo.Context, first, last civil.Date) error {
	page, err := p.readHours(c, first, last)
	if err != nil {
		return err
	}
	of := hoursOf(first, last)
	page.Head, page.Path = p.Head(c, of.Label, first, last), of.Path
	page.Without = p.Without(c, first, last, true)
	if first.Month == last.Month {
		page.Heading = french.MonthName(first)
		return frame.Show(c, views.MonthHoursPage(page))
	}
	if !p.Hours.Plan.Empty() {
		from, to := report.DoneNeed(first, last)
		days, err := p.Reader.SlotDays(c.Request().Context(), from, to)
		if err != nil {
			return err
		}
		page.Done = new(p.Hours.ByPlan().Done(days, first, last))
	}
	return frame.Show(c, views.YearHoursPage(page))
}

// hoursOf leads to the hours of a year or of a month.
func hoursOf(first, last civil.Date) views.Link {
	if first.Month == last.Month {
		return views.Link{Path: views.MonthHoursPath(first), Label: "Heures " + french.OfMonth(first)}
	}
	return views.Link{Path: views.HoursPath(first.Year), Label: "Heures de\u00a0" + strconv.Itoa(first.Year)}
}

// hoursOfKind shows the days of a year or of a month with hours of a kind.
func (p Pages) hoursOfKind(c echo.Context, first, last civil.Date) error {
	at := slices.IndexFunc(views.HourKinds, func(kind *views.HourColumn) bool { return kind.Name == c.Param("kind") })
	if at < 0 {
		return echo.ErrNotFound
	}
	page, err := p.readHours(c, first, last)
	if err != nil {
		return err
	}
	kind, when := views.HourKinds[at], strconv.Itoa(first.Year)
	if first.Month == last.Month {
		when = french.MonthName(first)
	}
	heading := kind.Heading + ", " + when
	page.Head = views.Head{Frame: p.Frame(c, heading), Heading: heading, Person: p.Person.Line(), Back: hoursOf(first, last)}
	page.Without = p.Without(c, first, last, false)
	return frame.Show(c, views.KindHoursPage(page, kind))
}

// hoursTable offers the days behind the hours of a year or of a month as CSV, for spreadsheets in
// French.
func (p Pages) hoursTable(c echo.Context, first, last civil.Date) error {
	hours, err := p.readHours(c, first, last)
	if err != nil {
		return err
	}
	record := report.Record{Days: hours.Days, Totals: models.Totals(hours.Days)}
	if record.ToVerify, err = review.ToVerify(c.Request().Context(), p.Store, first, last, hours.Now); err != nil {
		return err
	}
	return sendTable(c, "heures-"+c.Param("year")+c.Param("month"), func(to io.Writer) error {
		return report.WriteDayRows(to, hours.Rules.DayRows(record, first, last, hours.Now), true)
	})
}

// readHours reads the days of the weeks in which a range lies. The rules that it returns
// have the balance before them.
func (p Pages) readHours(c echo.Context, first, last civil.Date) (views.Hours, error) {
	ctx := c.Request().Context()
	monday, sunday := views.Weeks(first, last)
	balance, err := p.balanceBefore(ctx, monday)
	if err != nil {
		return views.Hours{}, err
	}
	days, err := p.Reader.SlotDays(ctx, p.Hours.HoursNeed(monday), sunday)
	return views.Hours{Rules: p.Hours.Carried(monday, balance), Now: civil.NewInstant(p.Now()), First: first, Last: last, Days: days}, err
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
