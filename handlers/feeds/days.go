package feeds

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/models/review"
)

// maxDays is how many days a range of days.json has at most.
const maxDays = 400

// ErrRange is returned for a range of days.json that is unreadable, reversed or too long.
var ErrRange = errors.New("invalid range of dates")

// dayList is days.json. What is not known is null.
type dayList struct {
	From civil.Date  `json:"from"`
	To   civil.Date  `json:"to"`
	Days []*dayState `json:"days"`
}

// dayState is a date that has an entry, a doubt or a plan.
type dayState struct {
	Date          civil.Date          `json:"date"`
	Type          *string             `json:"type"` // null without an entry, and for one that only has an ignored arrival
	HalfDay       *string             `json:"half_day"`
	Slots         []slotState         `json:"slots"`
	WorkedMinutes int64               `json:"worked_minutes"`
	TargetMinutes *int64              `json:"target_minutes"`
	Planned       []report.LocalShift `json:"planned"`
	ToVerify      []string            `json:"to_verify"`
}

type slotState struct {
	Start       *string       `json:"start"`
	End         *string       `json:"end"`
	Origin      models.Origin `json:"origin"`
	LateMinutes int64         `json:"late_minutes"`
}

// days answers with the dates of a range that have an entry, a doubt or a plan.
func (f *Feeds) days(c echo.Context) error {
	ctx := c.Request().Context()
	answer := dayList{Days: []*dayState{}}
	var err error
	if answer.From, answer.To, err = rangeOf(c); err != nil {
		return err
	}
	listed, err := f.listed(ctx, answer.From, answer.To)
	if err != nil {
		return err
	}
	err = f.Hours.EachDate(ctx, answer.From, answer.To, func(date civil.Date, target *int64, total *models.DayTotal) {
		day := listed[date]
		if day == nil {
			return
		}
		day.TargetMinutes = target
		if total != nil {
			day.WorkedMinutes = total.Minutes
		}
		answer.Days = append(answer.Days, day)
	})
	if err != nil {
		return err
	}
	content, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	return whole(c, DaysName, echo.MIMEApplicationJSON, append(content, '\n'))
}

// rangeOf returns the range that a request asks for, or [ErrRange].
func rangeOf(c echo.Context) (from, to civil.Date, err error) {
	from, fromErr := civil.ParseDate(c.QueryParam("from"))
	to, toErr := civil.ParseDate(c.QueryParam("to"))
	if err := errors.Join(fromErr, toErr); err != nil {
		return from, to, fmt.Errorf("%w: %w", ErrRange, err)
	}
	if length := from.DaysUntil(to) + 1; length < 1 || length > maxDays {
		return from, to, fmt.Errorf("%w: %d days", ErrRange, length)
	}
	return from, to, nil
}

// listed returns the dates from one to another, inclusive, that have an entry, a doubt or a plan, without
// their figures.
func (f *Feeds) listed(ctx context.Context, from, to civil.Date) (map[civil.Date]*dayState, error) {
	days := map[civil.Date]*dayState{}
	on := func(date civil.Date) *dayState {
		if days[date] == nil {
			days[date] = &dayState{Date: date, Slots: []slotState{}, Planned: []report.LocalShift{}, ToVerify: []string{}}
		}
		return days[date]
	}
	_, err := f.Store.EachDay(ctx, from, to, func(record models.DayRecord) error { // those left out are in doubt
		f.describe(on(record.Date), record)
		return nil
	})
	if err != nil {
		return nil, err
	}
	for date := from; date.DaysUntil(to) >= 0; date = date.AddDays(1) { // as many as a range may have
		if shifts, planned := f.Hours.PlannedOn(date); planned {
			on(date).Planned = shifts
		}
	}
	doubts, err := review.ToVerify(ctx, f.Store, from, to, f.now())
	for _, doubt := range doubts {
		day := on(doubt.Date)
		day.ToVerify = append(day.ToVerify, doubt.Why)
	}
	return days, err
}

func (f *Feeds) describe(state *dayState, record models.DayRecord) {
	if !record.Ignored {
		state.Type = f.code(record.DayType)
	}
	if record.HalfDay != "" {
		state.HalfDay = f.code(record.HalfDay.DayType())
	}
	for i, origin := range record.Origins(record.Slots) {
		slot := record.Slots[i]
		state.Slots = append(state.Slots, slotState{local(slot.StartAt, record.Zone), local(slot.EndAt, record.Zone), origin.Origin, origin.LateMinutes})
	}
}
