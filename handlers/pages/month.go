package pages

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/views"
)

// home redirects to the current month.
func (p *Pages) home(c echo.Context) error {
	return p.seeOther(c, monthPath(p.today()))
}

// jump redirects to the requested month.
func (p *Pages) jump(c echo.Context) error {
	first, err := models.ParseDate(c.QueryParam("month") + "-01")
	if err != nil {
		return echo.ErrNotFound
	}
	return p.seeOther(c, monthPath(first))
}

// month shows a month in full weeks.
func (p *Pages) month(c echo.Context) error {
	first, err := models.ParseDate(c.Param("month") + "-01")
	if err != nil {
		return echo.ErrNotFound
	}
	ctx := c.Request().Context()
	from, to := weeksOf(first)
	days, err := p.store.Days(ctx, from, to)
	if err != nil {
		return err
	}
	open, err := p.openArrival(c)
	if err != nil {
		return err
	}
	sheet := &monthSheet{pages: p, first: first, open: open, today: p.today(), holidays: p.holidays.Between(from, to), days: map[models.Date]models.Day{}}
	for _, day := range days {
		sheet.days[day.Date] = day
	}
	page := sheet.view(p.frame(c, french.MonthName(first)))
	if page.Welcome, err = p.welcome(c); err != nil {
		return err
	}
	if sheet.today.Year == first.Year && sheet.today.Month == first.Month {
		if page.LastEvent, page.Silence, err = p.heard(c); err != nil {
			return err
		}
	}
	return render(c, http.StatusOK, views.MonthPage(page))
}

// weeksOf returns the Monday on or before the first of a month and the Sunday on
// or after its last day.
func weeksOf(first models.Date) (from, to models.Date) {
	last := lastOfMonth(first)
	from = first.AddDays(-daysSinceMonday(first))
	return from, last.AddDays(6 - daysSinceMonday(last))
}

func daysSinceMonday(date models.Date) int { return (int(date.Weekday()) + 6) % 7 }

func lastOfMonth(first models.Date) models.Date {
	return models.DateOf(time.Date(first.Year, first.Month+1, 0, 0, 0, 0, 0, time.UTC))
}

// monthSheet is the data of a month's page.
type monthSheet struct {
	pages    *Pages
	first    models.Date
	today    models.Date
	open     *models.WorkplacePresenceEvent // or nil
	holidays map[models.Date]string
	days     map[models.Date]models.Day
}

func (s *monthSheet) view(frame views.Frame) views.Month {
	p := s.pages
	page := views.Month{
		Frame:    frame,
		Heading:  french.MonthName(s.first),
		Today:    views.Link{URL: p.links.To(monthPath(s.today)), Label: "Aujourd’hui"},
		New:      views.Link{URL: p.links.To("/entries/new"), Label: "+ Journée"},
		Range:    views.Link{URL: p.links.To("/entries/range"), Label: "+ Plusieurs jours"},
		Earlier:  p.monthLink(s.first.AddDays(-1), s.first.Year),
		Later:    p.monthLink(lastOfMonth(s.first).AddDays(1), s.first.Year),
		Jump:     views.Link{URL: p.links.To("/months"), Label: monthPath(s.first)[len("/months/"):]},
		Weekdays: []string{"lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."},
	}
	from, to := weeksOf(s.first)
	for monday := from; monday.DaysUntil(to) >= 0; monday = monday.AddDays(7) {
		page.Weeks = append(page.Weeks, s.week(monday))
	}
	var inMonth []models.Day
	for date, day := range s.days {
		if date.Month == s.first.Month && !day.IsIgnored(p.defaultType()) {
			inMonth = append(inMonth, day)
		}
	}
	sum := summarize(inMonth)
	page.Total, page.Counted = sum.Total, sum.Counted
	return page
}

func (s *monthSheet) week(monday models.Date) views.Week {
	number := monday.ISOWeek()
	week := views.Week{Number: strconv.Itoa(number), Label: "Semaine " + strconv.Itoa(number)}
	var filled []models.Day
	for i := range 7 {
		date := monday.AddDays(i)
		week.Days = append(week.Days, s.day(date))
		if day, found := s.days[date]; found && !day.IsIgnored(s.pages.defaultType()) {
			filled = append(filled, day)
		}
	}
	if sum := summarize(filled); len(filled) > 0 {
		week.Total, week.Counts = sum.Total, sum.Counted
	}
	return week
}

func (s *monthSheet) day(date models.Date) views.MonthDay {
	view := views.MonthDay{
		Date:    date.String(),
		Number:  strconv.Itoa(date.Day),
		Label:   french.ShortDate(date),
		Full:    french.FullDate(date),
		Other:   date.Month != s.first.Month,
		Today:   date == s.today,
		Weekend: date.Weekday() == time.Saturday || date.Weekday() == time.Sunday,
		Holiday: s.holidays[date],
		Empty:   true,
	}
	if date.InRange() {
		view.URL = s.pages.links.To(newPath(date))
	}
	day, filled := s.days[date]
	if !filled {
		return view
	}
	view.Empty = false
	view.URL = s.pages.links.To(editPath(day.ID))
	view.Type, view.Code = french.DayTypes[day.DayType], string(day.DayType)
	if day.IsIgnored(s.pages.defaultType()) {
		view.Type, view.Code = "Arrivée ignorée", ""
	}
	view.Slots = slotTexts(day)
	view.Note = french.Excerpt(day.Note)
	if len(day.Slots) > 0 {
		view.Length = french.Duration(day.WorkedMinutes())
		view.ByHand = !day.Recorded
		view.Recorded = day.Recorded
	}
	if s.open != nil && s.open.WorkEntryID == day.ID {
		view.Open = "depuis " + french.ClockTime(models.WallTimeOf(s.open.OccurredAt, day.Zone))
	}
	return view
}

// monthLink returns a link to the month of a date, or an empty one outside the
// supported years. The label contains the year if it differs from shownYear.
func (p *Pages) monthLink(date models.Date, shownYear int) views.Link {
	if !date.InRange() {
		return views.Link{}
	}
	label := french.Months[date.Month-1]
	if date.Year != shownYear {
		label = french.MonthName(date)
	}
	return views.Link{URL: p.links.To(monthPath(date)), Label: label}
}

// slotTexts formats the slots of a day, such as "21:00–07:00 (lendemain)".
func slotTexts(day models.Day) []string {
	var texts []string
	for _, slot := range day.Slots {
		texts = append(texts, slotText(day, slot))
	}
	return texts
}

func slotText(day models.Day, slot models.TimeSlot) string {
	text := french.ClockTime(models.WallTimeOf(slot.StartAt, day.Zone)) + "–" + french.ClockTime(models.WallTimeOf(slot.EndAt, day.Zone))
	if days := day.Date.DaysUntil(models.DateOf(slot.EndAt.In(day.Zone))); days != 0 {
		text += " (" + french.EndDay(days) + ")"
	}
	return text
}
