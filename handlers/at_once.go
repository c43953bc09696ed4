package handlers

import (
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/feeds"
	"worklog/handlers/frame"
	"worklog/handlers/plan"
	"worklog/handlers/transfer"
)

// Limits of the answers that can be large. Each stays in memory until its reader has read
// it, or until the server gives up writing.
const (
	maxPagesAtOnce = 16
	maxFeedsAtOnce = 8
	maxFilesAtOnce = 4 // each of which may take minutes
	maxTurnWait    = 5 * time.Second
)

// inTurn works on so many requests of a kind at once. The others wait for their turn, and
// are refused with [frame.ErrBusy] if it does not come. Strangers do not wait: what they
// are answered is small, and they would keep others from the pages.
func inTurn() echo.MiddlewareFunc {
	pages, read, files := make(chan struct{}, maxPagesAtOnce), make(chan struct{}, maxFeedsAtOnce), make(chan struct{}, maxFilesAtOnce)
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			turns := pages
			switch {
			case feeds.Owns(c.Request()):
				turns = read
			case !access.Admitted(c):
				return next(c)
			case transfer.Owns(c.Request()), plan.TakesFile(c.Request()):
				turns = files
			}
			late := time.NewTimer(maxTurnWait)
			defer late.Stop()
			select {
			case turns <- struct{}{}:
			case <-late.C:
				return frame.ErrBusy
			case <-c.Request().Context().Done():
				return c.Request().Context().Err()
			}
			defer func() { <-turns }()
			return next(c)
		}
	}
}
