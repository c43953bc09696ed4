package handlers

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/views"
)

// home leads to the current month.
func (p *pages) home(c echo.Context) error {
	return p.seeOther(c, monthPath(p.today()))
}

// month shows the days of a month.
func (p *pages) month(c echo.Context) error {
	first, err := models.ParseDate(c.Param("month") + "-01")
	if err != nil {
		return echo.ErrNotFound
	}
	ctx := c.Request().Context()
	days, err := p.store.Days(ctx, first, lastOfMonth(first))
	if err != nil {
		return err
	}
	open, err := p.store.OpenArrival(ctx)
	if err != nil {
		return err
	}
	return render(c, http.StatusOK, views.MonthPage(p.monthView(first, days, open)))
}

func (p *pages) monthView(first models.Date, days []models.Day, open *models.WorkplacePresenceEvent) views.Month {
	page := views.Month{
		Frame:   p.frame(monthName(first)),
		Heading: monthName(first),
		Today:   views.Link{URL: p.links.To(monthPath(p.today())), Label: "Aujourd’hui"},
		New:     views.Link{URL: p.links.To("/entries/new"), Label: "+ Journée"},
		Earlier: p.monthLink(first.AddDays(-1), first.Year),
		Later:   p.monthLink(lastOfMonth(first).AddDays(1), first.Year),
	}
	var worked time.Duration
	counts := map[models.DayType]int{}
	for date := first; date.Month == first.Month; date = date.AddDays(1) {
		if len(days) == 0 || days[0].Date != date {
			page.Days = append(page.Days, p.monthDay(date))
			continue
		}
		day := days[0]
		days = days[1:]
		worked += day.Worked()
		counts[day.DayType]++
		page.Days = append(page.Days, p.filledMonthDay(day, open))
	}
	page.Total = duration(worked)
	for _, dayType := range models.DayTypes {
		if n := counts[dayType]; n > 0 {
			page.Counted = append(page.Counted, dayTypeLabels[dayType]+" "+counted(n, "jour"))
		}
	}
	return page
}

// monthLink leads to the month of a date, or nowhere outside the calendar. The
// year is said where it is not the one that is seen.
func (p *pages) monthLink(date models.Date, seenYear int) views.Link {
	if !date.InRange() {
		return views.Link{}
	}
	label := months[date.Month-1]
	if date.Year != seenYear {
		label = monthName(date)
	}
	return views.Link{URL: p.links.To(monthPath(date)), Label: label}
}

// monthDay is a date without an entry.
func (p *pages) monthDay(date models.Date) views.MonthDay {
	weekday := date.Weekday()
	return views.MonthDay{
		Date:    date.String(),
		Label:   shortDate(date),
		Full:    fullDate(date),
		URL:     p.links.To(newPath(date)),
		Empty:   true,
		Today:   date == p.today(),
		Weekend: weekday == time.Saturday || weekday == time.Sunday,
	}
}

func (p *pages) filledMonthDay(day models.Day, open *models.WorkplacePresenceEvent) views.MonthDay {
	view := p.monthDay(day.Date)
	view.URL = p.links.To(editPath(day.ID))
	view.Empty = false
	view.Type, view.Code = dayTypeLabels[day.DayType], string(day.DayType)
	view.Slots = slotTexts(day)
	view.Note = day.Note
	if len(day.Slots) > 0 {
		view.Length = duration(day.Worked())
	}
	if open != nil && open.WorkEntryID == day.ID {
		view.Open = "depuis " + clockTime(models.WallTimeOf(open.OccurredAt, day.Zone))
	}
	return view
}

// slotTexts writes the slots of a day as "21:00–07:00 (lendemain)".
func slotTexts(day models.Day) []string {
	var texts []string
	zone := day.Zone
	for _, slot := range day.Slots {
		text := clockTime(models.WallTimeOf(slot.StartAt, zone)) + "–" + clockTime(models.WallTimeOf(slot.EndAt, zone))
		if days := day.Date.DaysUntil(models.DateOf(slot.EndAt.In(zone))); days != 0 {
			text += " (" + endDay(days) + ")"
		}
		texts = append(texts, text)
	}
	return texts
}

func lastOfMonth(first models.Date) models.Date {
	return models.DateOf(time.Date(first.Year, first.Month+1, 0, 0, 0, 0, 0, time.UTC))
}
