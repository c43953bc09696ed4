package pages

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
)

// typedBefore is said above what was typed when the session had ended.
const typedBefore = "Voici ce que vous écriviez quand la session a pris fin" + nbsp + ": rien n’en est encore enregistré."

// showTypedBefore shows what was typed in the form of a day when the session had ended, beside
// what is stored if a new day's date is taken by now.
func (p *Pages) showTypedBefore(c echo.Context, d frame.Draft) error {
	day, err := p.dayAt(c, d.Path)
	if err != nil {
		return err
	}
	form := readDayForm(d.Values)
	if day.ID == 0 {
		form.Version = ""
		if taken, err := p.Store.DayOn(c.Request().Context(), day.Date); err == nil {
			return p.conflict(c, taken, form)
		}
	}
	return p.showDayDraft(c, day, form, around{status: http.StatusOK, notice: typedBefore})
}

// showDeletionBefore shows the page of a deletion that was confirmed when the session had
// ended.
func (p *Pages) showDeletionBefore(c echo.Context, d frame.Draft) error {
	id, err := strconv.ParseInt(strings.Split(d.Path, "/")[2], 10, 64)
	if err != nil {
		return echo.ErrNotFound
	}
	day, err := p.Store.Day(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return p.deletion(c, http.StatusOK, day, frame.SessionEnded+"rien n’est encore supprimé.")
}
