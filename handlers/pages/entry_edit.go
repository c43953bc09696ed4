package pages

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/views"
)

func (p *Pages) edit(c echo.Context) error {
	day, err := p.day(c)
	if err != nil {
		return err
	}
	form := formOf(day).first(day, slotsAskedFor(c))
	return frame.Show(c, views.DayPage(p.dayView(c, day, form)))
}

func (p *Pages) save(c echo.Context) error {
	values, day, err := p.formAndDay(c)
	if err != nil {
		return err
	}
	if done, err := p.prepared(c, day, values); done {
		return err
	}
	form := readDayForm(values, day)
	version, err := forms.ReadVersion(values)
	if err != nil {
		return p.renderWithStored(c, http.StatusUnprocessableEntity, day, form, "Rien n’est enregistré\u00a0: le formulaire ne disait pas de quelle version de la journée il partait. Voici les deux.")
	}
	if !version.Is(day.Version, day.UpdatedAt) {
		return p.conflict(c, day, form)
	}
	return p.put(c, day, form, func(ctx context.Context, change models.EntryChange) (models.Change, error) {
		return days.Edit(ctx, p.Store, day.ID, version, change, civil.NewInstant(p.Now()))
	})
}

func (p *Pages) put(c echo.Context, day *models.Day, form dayForm, write func(context.Context, models.EntryChange) (models.Change, error)) error {
	if form = form.on(day); form.isWrong() {
		return p.showDayDraft(c, day, p.checked(day, form), around{status: http.StatusUnprocessableEntity})
	}
	done, err := write(c.Request().Context(), form.change())
	if errors.Is(err, models.ErrEntryChanged) || errors.Is(err, models.ErrDateTaken) {
		if day.ID == 0 {
			day, err = p.Store.DayOn(c.Request().Context(), day.Date)
		} else {
			day, err = p.Store.Day(c.Request().Context(), day.ID)
		}
		if err != nil {
			return err
		}
		return p.conflict(c, day, form)
	}
	if refusal := models.EntryErrorsOf(err); refusal != nil {
		return p.showDayDraft(c, day, form.refused(refusal), around{status: http.StatusUnprocessableEntity})
	}
	if errors.Is(err, models.ErrEntryNotFound) { // deleted since it was read above
		return err
	}
	if err != nil {
		return p.showDayDraft(c, day, form, p.notStored(c, "day not saved", err))
	}
	said := saved(day.Zone, form.change())
	said.Text += p.countersMoved(c, []models.DayTotal{{Date: day.Date, DayType: day.DayType, HalfDay: day.HalfDay}})
	p.Flash(c, said.Of(done))
	return p.SeeOther(c, views.EntryPath(cmp.Or(done.EntryID, day.ID)))
}

// saved returns the flash after saving, such as "Enregistré. 8 h 28."
func saved(zone *time.Location, change models.EntryChange) frame.Flash {
	if len(change.Slots) == 0 {
		return frame.Flash{Text: "Enregistré."}
	}
	return withMinutes("Enregistré.", models.Day{Slots: change.Slots, Zone: zone}.WorkedMinutes())
}

// checked returns a form with all that is wrong with it: what cannot be read, and what would be refused.
func (p *Pages) checked(day *models.Day, form dayForm) dayForm {
	form = form.on(day)
	return form.refused(models.EntryErrorsOf(p.Rules.Check(day, form.change())))
}

// conflict responds to a form that is based on an older version of the day. One that holds what
// is stored has been saved already: it was sent twice, or its answer was lost.
func (p *Pages) conflict(c echo.Context, day *models.Day, form dayForm) error {
	if form = form.on(day); form.holds(day) {
		p.Flash(c, saved(day.Zone, form.change()))
		return p.SeeOther(c, views.EntryPath(day.ID))
	}
	return p.renderWithStored(c, http.StatusConflict, day, form, "Cette journée a changé pendant que vous l’écriviez\u00a0: voici les deux.")
}

// renderWithStored shows the form next to the stored day. The form gets the current
// version, so that saving it again overwrites the day deliberately.
func (p *Pages) renderWithStored(c echo.Context, status int, day *models.Day, form dayForm, alert string) error {
	form.Version = day.Stamp()
	return p.showDayDraft(c, day, form, around{status: status, alert: alert, stored: p.storedView(day, form)})
}

// notStored returns what is around a form that could not be stored: why it is refused or, after the
// database failed, that it does not answer. It logs that, and which rule would be broken.
func (p *Pages) notStored(c echo.Context, message string, cause error) around {
	const stillThere = " Ce que vous écriviez est encore là."
	refusal := p.PageOf(cause)
	if refusal.Status >= http.StatusInternalServerError {
		refusal.Text = forms.NotStored
	}
	if refusal.Status >= http.StatusInternalServerError || errors.Is(cause, models.ErrUnsound) {
		p.Log.Error(message, "request_id", frame.RequestID(c), "error", cause)
	}
	return around{status: refusal.Status, alert: refusal.Text + stillThere}
}
