package pages

import (
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// lastDays is how many days before today are shown.
const lastDays = 3

// nextWithin is within how many days the next shift is looked for.
const nextWithin = 31

// today shows how things stand now, with the button for the next event over the full width.
func (p *Pages) today(c echo.Context) error {
	today := p.Today()
	status, err := p.Status(c)
	if err != nil {
		return err
	}
	calendar, days, err := p.calendar(c, today.AddDays(-lastDays), today, status.Present)
	if err != nil {
		return err
	}
	standing, err := p.Standing(c)
	if err != nil {
		return err
	}
	page := views.Today{
		Frame:    p.AskingFrame(c, "Aujourd’hui"),
		Week:     p.Week(french.Capital(french.WeekNumber(today)), status, standing),
		Calendar: calendar,
	}
	page.Next = p.Hours.NextShift(civil.NewInstant(p.Now()), nextWithin)
	// they stand on the page itself
	page.State, page.Frame.Presence = p.stateNow(c, page.Frame.Presence, days), nil
	page.Press, page.Frame.Hand = page.Frame.Hand, nil
	page.Without = p.Without(c, today.Monday(), today, true)
	page.Running = p.UnderWay(status.Present)
	if _, page.Silent, err = p.heard(c); err != nil {
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
	return frame.Show(c, views.TodayPage(page))
}

// neighbours are the days around a date, as far as they are in the calendar; nil if they cannot be read.
func (p *Pages) neighbours(c echo.Context, date civil.Date) *views.Calendar {
	const around = 2
	first, last := civil.Later(date.AddDays(-around), civil.FirstDate), civil.Earlier(date.AddDays(around), civil.LastDate)
	open, err := p.OpenArrival(c)
	p.LogOmitted(c, "arrival under way", err)
	calendar, _, err := p.calendar(c, first, last, open)
	if p.LogOmitted(c, "days around", err) {
		return nil
	}
	return &calendar
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

// receivedHow says whether the automation sent an event, or a person made it.
var receivedHow = map[bool]string{false: "reçu", true: "saisi à la main"}

// heard says when the last event came, empty before the first, and whether one is
// missed today.
func (p *Pages) heard(c echo.Context) (last string, silent bool, err error) {
	event, err := p.LastEvent(c)
	if err != nil {
		return "", false, err
	}
	if event != nil {
		last = "Dernier événement " + receivedHow[bool(event.ByHand)] + "\u00a0: " + strings.ToLower(french.Events[event.Event]) + ", " + p.FullMoment(event.OccurredAt) + "."
	}
	if p.Rules.SilentAfter == nil {
		return last, false, nil
	}
	status, err := p.Status(c)
	return last, status.Silent != nil && *status.Silent, err
}
