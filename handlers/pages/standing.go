package pages

import (
	"context"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/models"
	"worklog/views"
)

// standingNow says on every page how the hours stand; empty if nothing of it is
// configured.
func (p *Pages) standingNow(c echo.Context) views.Standing {
	if len(p.hours.Targets) == 0 && p.hours.Balance == nil {
		return nil
	}
	parts, err := p.readStanding(c.Request().Context(), models.NewInstant(p.now()))
	if err != nil {
		p.logOmitted(c, "hours", err)
	}
	return parts
}

func (p *Pages) readStanding(ctx context.Context, now models.Instant) (views.Standing, error) {
	status, err := p.store.Status(ctx, models.StatusRules{Zone: p.zone, ForgottenAfter: p.forgottenAfter}, now)
	if err != nil {
		return nil, err
	}
	standing, err := p.reader.Now(ctx, now)
	if err != nil {
		return nil, err
	}
	return figures.Standing(p.hours, status, standing, now), nil
}

// against says how the dates from one to another stand against their targets, and the
// balance at their end. The totals are those of the dates, in order.
func (p *Pages) against(c echo.Context, totals []models.DayTotal, from, to models.Date) ([]string, error) {
	said := figures.Against(p.hours, totals, from, to, p.today())
	at, has := figures.BalanceDate(p.hours, from, to, p.today())
	if !has {
		return said, nil
	}
	balance, err := p.reader.BalanceAt(c.Request().Context(), at)
	return append(said, figures.BalanceAt(at, balance)), err
}
