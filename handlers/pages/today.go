package pages

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// lastDays is how many days before today are shown.
const lastDays = 3

// today shows how things stand now, with the button for the next event over the full width.
func (p *Pages) today(c echo.Context) error {
	now, today := civil.NewInstant(p.Now()), p.Today()
	first := today.AddDays(-lastDays)
	days, err := p.Store.Days(c.Request().Context(), first.AddDays(-longestSlot), today)
	if err != nil {
		return err
	}
	status, err := p.Status(c)
	if err != nil {
		return err
	}
	standing, err := p.Standing(c)
	if err != nil {
		return err
	}
	page := views.Today{
		Frame:   p.AskingFrame(c, "Aujourd’hui"),
		Heading: french.FullDate(today),
		Week:    figures.Week(p.Hours, "Semaine"+nbsp+strconv.Itoa(today.ISOWeek()), status, standing, now),
		Days:    p.dayLines(c, days, today, first, status.Present),
		Review:  views.Link{Path: frame.ReviewPath},
	}
	// they stand on the page itself
	page.State, page.Frame.Presence = p.stateNow(c, page.Frame.Presence, days), nil
	page.Press, page.Frame.Hand = page.Frame.Hand, nil
	drawn := days
	if slot := p.UnderWay(status.Present); slot != nil {
		drawn = append(slices.Clip(days), models.Day{Slots: []models.TimeSlot{*slot}, Zone: p.Rules.Zone})
	}
	strips := stripsOf(drawn, today.AddDays(-1), today)
	page.Strips = []views.TodayStrip{{Label: "hier", Hours: strips[today.AddDays(-1)]}, {Label: "aujourd’hui", Hours: strips[today]}}
	for _, link := range page.Nav {
		if link.Path == frame.ReviewPath && link.Count > 0 {
			page.Review.Label = french.Counted(link.Count, "chose") + " à vérifier"
		}
	}
	if _, page.Silence, err = p.heard(c); err != nil {
		return err
	}
	firstYear := today.Year
	if len(days) == 0 {
		if firstYear, _, err = p.Store.RecordedYears(c.Request().Context()); err != nil {
			return err
		}
	}
	if firstYear == 0 {
		page.Welcome = p.Others.Welcome(c)
	}
	return frame.Render(c, http.StatusOK, views.TodayPage(page))
}

// dayLines are the days from the last one back to the first.
func (p *Pages) dayLines(c echo.Context, days []models.Day, last, first civil.Date, open *models.WorkplacePresenceEvent) (lines []views.MonthDay) {
	sheet := &monthSheet{
		pages: p, first: last, today: p.Today(), open: open, holidays: p.Holidays.Between(first, last),
		days: make(map[civil.Date]models.Day, len(days)), mostSlots: slotsAskedFor(c),
	}
	for _, day := range days {
		sheet.days[day.Date] = day
	}
	for date := last; date.Compare(first) >= 0; date = date.AddDays(-1) {
		lines = append(lines, sheet.day(date))
	}
	return lines
}

// neighbours are the days around a date in order of time, as far as they are in the calendar.
func (p *Pages) neighbours(c echo.Context, date civil.Date) []views.MonthDay {
	const around = 2
	first, last := civil.Later(date.AddDays(-around), civil.FirstDate), civil.Earlier(date.AddDays(around), civil.LastDate)
	days, err := p.Store.Days(c.Request().Context(), first, last)
	if err != nil {
		p.LogOmitted(c, "days around", err)
		return nil
	}
	open, err := p.OpenArrival(c)
	if err != nil {
		p.LogOmitted(c, "arrival under way", err)
	}
	lines := p.dayLines(c, days, last, first, open)
	slices.Reverse(lines)
	return slices.DeleteFunc(lines, func(line views.MonthDay) bool { return line.Date == date.String() })
}

// stateNow is the state of the frame, with how long the day was at which the last presence ended
// in place of how the hours stand.
func (p *Pages) stateNow(c echo.Context, state *views.Presence, days []models.Day) *views.Presence {
	if state == nil || state.Text == "" {
		return nil
	}
	state.Standing = nil
	left, err := p.LastLeaving(c)
	if state.Open || err != nil || left == nil {
		return state
	}
	at := slices.IndexFunc(days, func(day models.Day) bool { return day.ID == left.EntryID })
	if at >= 0 {
		state.Length = french.Duration(days[at].WorkedMinutes())
	}
	return state
}
