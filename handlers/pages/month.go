package pages

import (
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// home redirects a phone to today, and other devices to the current month.
func (p *Pages) home(c echo.Context) error {
	header := c.Request().Header
	if header.Get("Sec-CH-UA-Mobile") == "?1" || strings.Contains(header.Get("User-Agent"), "Mobile") {
		return p.SeeOther(c, frame.TodayPath)
	}
	return p.SeeOther(c, views.MonthPath(p.Today()))
}

// jump redirects to the requested month: "month=2026-11", or "month=11&year=2026".
func (p *Pages) jump(c echo.Context) error {
	month := c.QueryParam("month")
	if year := c.QueryParam("year"); year != "" {
		month = year + "-" + month
	}
	first, err := civil.ParseDate(month + "-01")
	if err != nil {
		return echo.ErrNotFound
	}
	return p.SeeOther(c, views.MonthPath(first))
}

// month shows a month in full weeks.
func (p *Pages) month(c echo.Context, first, last civil.Date) error {
	ctx := c.Request().Context()
	from, to := views.Weeks(first, last)
	open, err := p.OpenArrival(c)
	if err != nil {
		return err
	}
	calendar, days, err := p.calendar(c, from, to, open)
	if err != nil {
		return err
	}
	firstYear, lastYear, err := p.Store.RecordedYears(ctx)
	if err != nil {
		return err
	}
	page := views.Month{
		Head:     p.Head(c, french.MonthName(first), first, last),
		Calendar: calendar,
		Costs:    p.Costs, Recorded: [2]int{firstYear, lastYear}, Running: p.UnderWay(open),
	}
	page.Forgotten, page.OtherTypes = p.Forgotten(c), p.otherTypes(c, from, to)
	page.Month, page.Without = first, p.Without(c, from, to, true)
	if len(p.Hours.Targets) > 0 || p.Hours.Balance != nil {
		page.Totals = models.Totals(models.WithoutIgnored(days))
	}
	if page.Against, err = p.against(c, page.Totals, first, last); err != nil {
		return err
	}
	_, balanced := views.BalanceDate(p.Hours, first, last, page.Today)
	if page.Lines, err = p.Others.CounterLines(c, !balanced); err != nil {
		return err
	}
	if firstYear == 0 {
		page.Welcome, page.Frame.Hand = p.Others.Welcome(c), nil // which has the button
	}
	if views.MonthPath(page.Today) == views.MonthPath(first) {
		if page.LastEvent, page.Silent, err = p.heard(c); err != nil {
			return err
		}
	}
	return frame.Show(c, views.MonthPage(page))
}

// longestSlot is how many days before the first one shown a slot that continues into it
// may have begun. Only a slot that the automation recorded can be longer.
const longestSlot = 7

// calendar draws the days from one date to another, which is of the month shown. It returns with them those
// around that continue into them, or that another zone has on the date after.
func (p *Pages) calendar(c echo.Context, from, to civil.Date, open *models.WorkplacePresenceEvent) (views.Calendar, []models.Day, error) {
	days, err := p.Reader.Days(c.Request().Context(), from.AddDays(-longestSlot), p.Hours.AgainstNeed(to))
	if err != nil {
		return views.Calendar{}, nil, err
	}
	calendar := views.Calendar{
		From: from, To: to, Month: to, Today: p.Today(), Open: open, Holidays: p.Holidays.Between(from, to), Rules: p.Hours,
		Days: make(map[civil.Date]models.Day, len(days)), MostSlots: slotsAskedFor(c), Against: p.Hours.AgainstPlan(models.WithoutIgnored(days)),
	}
	for _, day := range days {
		calendar.Days[day.Date] = day
	}
	unreadable, err := p.Reader.Unreadable(c.Request().Context())
	p.LogOmitted(c, "unreadable days", err)
	for _, day := range unreadable {
		calendar.Days[day.Date] = models.Day{WorkEntry: models.WorkEntry{ID: day.ID}, Zone: p.Hours.Zone, Unreadable: true, Ignored: true}
	}
	return calendar, days, nil
}

// against says how the dates from one to another stand against their targets, and the
// balance at their end. The totals are those of the dates, in order, from a Monday on.
func (p *Pages) against(c echo.Context, totals []models.DayTotal, from, to civil.Date) ([]string, error) {
	said := views.Against(p.Hours, totals, from, to, p.Today())
	at, has := views.BalanceDate(p.Hours, from, to, p.Today())
	if !has {
		return said, nil
	}
	balance, err := p.Reader.BalanceAt(c.Request().Context(), at)
	return append(said, views.BalanceAt(at, balance)), err
}
