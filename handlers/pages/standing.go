package pages

import (
	"context"

	"github.com/labstack/echo/v4"

	"worklog/handlers/figures"
	"worklog/models"
	"worklog/models/report"
	"worklog/views"
)

// standing is how the hours stand now.
type standing struct {
	status models.Status
	report.Standing
}

// standing returns how the hours stand now. It is read once for a request.
func (p *Pages) standing(c echo.Context) (standing, error) {
	return oncePerRequest(c, "standing", func(ctx context.Context) (now standing, err error) {
		instant := models.NewInstant(p.now())
		rules := models.StatusRules{Zone: p.zone, ForgottenAfter: p.forgottenAfter}
		if now.status, err = p.store.Status(ctx, rules, instant); err != nil {
			return now, err
		}
		now.Standing, err = p.reader.Now(ctx, instant)
		return now, err
	})
}

// balanceAt returns the balance at the end of a date up to yesterday, which is configured.
func (p *Pages) balanceAt(c echo.Context, date models.Date) (int64, error) {
	if date == p.today().AddDays(-1) {
		now, err := p.standing(c)
		if err != nil {
			return 0, err
		}
		return *now.Balance, nil
	}
	return p.reader.BalanceAt(c.Request().Context(), date)
}

// standingNow says on every page how the hours stand; empty if nothing of it is
// configured.
func (p *Pages) standingNow(c echo.Context) views.Standing {
	if len(p.hours.Targets) == 0 && p.hours.Balance == nil {
		return nil
	}
	now, err := p.standing(c)
	if err != nil {
		p.logOmitted(c, "hours", err)
		return nil
	}
	return figures.Standing(p.hours, now.status, now.Standing, models.NewInstant(p.now()))
}

// against says how the dates from one to another stand against their targets, and the
// balance at their end. The totals are those of the dates, in order.
func (p *Pages) against(c echo.Context, totals []models.DayTotal, from, to models.Date) ([]string, error) {
	said := figures.Against(p.hours, totals, from, to, p.today())
	at, has := figures.BalanceDate(p.hours, from, to, p.today())
	if !has {
		return said, nil
	}
	balance, err := p.balanceAt(c, at)
	return append(said, figures.BalanceAt(at, balance)), err
}
