package reports

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
	"worklog/views/french"
)

// ShowCounters shows what is left today.
func (p Pages) ShowCounters(c echo.Context, status int, adjust views.Adjustments) error {
	lines, err := p.CounterLines(c, true)
	if err != nil {
		return err
	}
	for i, line := range lines {
		if line.Section != "" {
			lines[i].Adjust = adjust.Of(line.Section, line.ThingID)
		}
	}
	page := views.CountersNow{Frame: p.Frame(c, "Compteurs"), Person: p.Person.Line(), Alert: adjust.Alert, Details: adjust.Details, Lines: lines}
	first, last := civil.DatesOfYear(page.Today.Year)
	if page.Hours, err = p.readHours(c, first, last); err != nil {
		return err
	}
	lastYear, _ := civil.DatesOfYear(page.Today.Year - 1)
	page.Without = p.Without(c, lastYear, page.Today, true)
	return frame.Render(c, status, views.CountersNowPage(page))
}

// CounterLines are what is left today: of the counters and, if that is asked for, of what is beside
// them, and the travel costs of last year.
func (p Pages) CounterLines(c echo.Context, withHours bool) (lines []views.CounterLine, err error) {
	ctx, today := c.Request().Context(), p.Today()
	counts, err := p.Reader.CountsNow(ctx, civil.NewInstant(p.Now()))
	if err != nil {
		return nil, err
	}
	for i, count := range counts {
		lines = append(lines, views.LineOfCounter(i, p.Hours.Counters[i], count, today))
		for _, right := range count.Rights {
			if withHours {
				lines = append(lines, views.LineOfRight(i, count, right, today))
			}
		}
	}
	if withHours {
		of, err := p.hourLines(c)
		if err != nil {
			return nil, err
		}
		lines = append(lines, of...)
	}
	read := func() (*views.CounterLine, error) {
		costs, err := p.Config.Costs.ReadCosts(ctx, p.Store, today.Year-1, today)
		return views.CostsLine(costs), err
	}
	costs, err := p.lastCosts.Get(ctx, p.Store, today, read, updateOf(today.Year-1, read))
	if err != nil || costs == nil {
		return lines, err
	}
	return append(lines, *costs), nil
}

// hourLines are those of the contingent and of the balance.
func (p Pages) hourLines(c echo.Context) (lines []views.CounterLine, err error) {
	today := p.Today()
	used, err := p.contingent(c, today.Year)
	if err != nil {
		return nil, err
	}
	if used != nil {
		lines = append(lines, views.LineOfContingent(*used, today.Year))
	}
	if p.Hours.Balance == nil || p.Hours.Balance.From.DaysUntil(today) < 0 {
		return lines, nil
	}
	standing, err := p.Reader.Now(c.Request().Context(), civil.NewInstant(p.Now()))
	if err != nil {
		return nil, err
	}
	return append(lines, views.CounterLine{
		Path: views.HoursPath(today.Year), Label: "Solde", Figure: french.Signed(*standing.Balance),
		Note: "au\u00a0" + french.DayOfMonth(today.AddDays(-1)), Section: "balance",
	}), nil
}

// contingent returns the overtime of a year, or nil if there is none.
func (p Pages) contingent(c echo.Context, year int) (*report.OvertimeYear, error) {
	first, last := civil.DatesOfYear(year)
	if !p.Hours.CountsContingent(first, last) {
		return nil, nil
	}
	now := civil.NewInstant(p.Now())
	record, err := p.Reader.Read(c.Request().Context(), first, last, now)
	if err != nil {
		return nil, err
	}
	return p.Hours.Contingent(record, year, now), nil
}

func (p Pages) countersOf(c echo.Context, first, last civil.Date) error {
	counters, err := p.Reader.ReadCounters(c.Request().Context(), first.Year, civil.NewInstant(p.Now()))
	if err != nil {
		return err
	}
	used, err := p.contingent(c, first.Year)
	if err != nil {
		return err
	}
	page := views.Counters{
		Head:     p.Head(c, "Congés et compteurs "+strconv.Itoa(first.Year), first, last),
		Counters: counters, Overtime: used,
	}
	page.Back, page.Tabs = views.Link{Path: frame.CountersPath, Label: "Compteurs"}, nil
	return frame.Show(c, views.CountersPage(page))
}
