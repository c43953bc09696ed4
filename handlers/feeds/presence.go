package feeds

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
)

// state is presence.json. What is not known is null.
type state struct {
	Present            bool    `json:"present"`
	Since              *string `json:"since"`
	Forgotten          bool    `json:"forgotten"`
	DayType            *string `json:"day_type"`
	TodayMinutes       int64   `json:"today_minutes"`
	WeekMinutes        int64   `json:"week_minutes"`
	TargetTodayMinutes *int64  `json:"target_today_minutes"`
	TargetWeekMinutes  *int64  `json:"target_week_minutes"`
	BalanceMinutes     *int64  `json:"balance_minutes"`
	LastEvent          *string `json:"last_event"`
	LastEventAt        *string `json:"last_event_at"`
	Silent             *bool   `json:"silent"`
	ToVerify           int     `json:"to_verify"`
}

// absence stands in the feeds for the code of a day of illness that is hidden.
const absence = "ABSENCE"

func (f *Feeds) presence(c echo.Context) error {
	ctx := c.Request().Context()
	status, err := f.Status(c)
	if err != nil {
		return err
	}
	answer := state{
		Present:      status.Present != nil,
		Forgotten:    status.Forgotten,
		TodayMinutes: status.TodayMinutes,
		WeekMinutes:  status.WeekMinutes,
		Silent:       status.Silent,
	}
	if status.Present != nil {
		answer.Since = local(status.Present.OccurredAt, f.Store.Rules().Zone)
	}
	if status.Today != nil && !status.Today.Ignored {
		answer.DayType = f.code(status.Today.DayType)
	}
	if last := status.LastEvent; last != nil {
		answer.LastEvent, answer.LastEventAt = (*string)(&last.Event), local(last.OccurredAt, f.Store.Rules().Zone)
	}
	if answer.ToVerify, err = f.ToVerify(c); err != nil {
		return err
	}
	now, err := f.Hours.Now(ctx, f.now())
	if err != nil {
		return err
	}
	answer.TargetTodayMinutes, answer.TargetWeekMinutes, answer.BalanceMinutes = now.TargetToday, now.TargetWeek, now.Balance
	if now.TargetToday != nil && *now.TargetToday < 0 { // as an absence on the weekend of a roster has it
		answer.TargetTodayMinutes = new(int64)
	}
	return c.JSON(http.StatusOK, answer)
}

// local writes an instant with the offset that a zone has then; nil if it cannot be read.
func local(instant civil.Instant, zone *time.Location) *string {
	if !instant.Readable() {
		return nil
	}
	text := instant.In(zone).Format(time.RFC3339)
	return &text
}

func (f *Feeds) code(dayType models.DayType) *string {
	code := string(dayType)
	if f.hides(dayType) {
		code = absence
	}
	return &code
}

func (f *Feeds) hides(dayType models.DayType) bool {
	return f.HideIllness && dayType == models.SickLeave
}
