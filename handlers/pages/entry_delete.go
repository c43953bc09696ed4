package pages

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/views"
	"worklog/views/french"
)

// confirmDelete asks for confirmation and lists what will be deleted.
func (p *Pages) confirmDelete(c echo.Context) error {
	day, err := models.EvenUnreadable(p.day(c))
	if err != nil {
		return err
	}
	return p.deletion(c, http.StatusOK, day, "")
}

// remove deletes a day and redirects to its month.
func (p *Pages) remove(c echo.Context) error {
	day, err := models.EvenUnreadable(p.day(c))
	values, day, err := p.formOfDay(c, day, err)
	if err != nil {
		return err
	}
	version, err := forms.ReadVersion(values)
	if err != nil {
		return err
	}
	done, err := days.Delete(c.Request().Context(), p.Store, day.ID, version, civil.NewInstant(p.Now()))
	if errors.Is(err, models.ErrEntryChanged) {
		if day, err = models.EvenUnreadable(p.day(c)); err != nil {
			return err
		}
		return p.deletion(c, http.StatusConflict, day, "Cette journée a changé depuis"+nbsp+": voyez ce qui sera supprimé.")
	}
	if err != nil {
		return err
	}
	p.Flash(c, saidDeleted.With(day.Date).Of(done))
	if !day.Date.InRange() { // no month has it
		return p.SeeOther(c, views.HistoryPath(day.ID))
	}
	return p.SeeOther(c, views.MonthPath(day.Date))
}

func (p *Pages) deletion(c echo.Context, status int, day *models.Day, alert string) error {
	events, err := p.Store.CountEvents(c.Request().Context(), day.ID)
	if err != nil {
		return err
	}
	dayType := french.TypeOfDay(day.DayType, day.HalfDay)
	if day.Unreadable {
		dayType = "illisible"
	}
	lost := []string{"la journée du " + french.FullDate(day.Date) + " (" + dayType + ")"}
	slots, all := day.Slots[:min(len(day.Slots), slotsAskedFor(c))], views.Link{}
	for _, slot := range slots {
		lost = append(lost, "le créneau "+french.SlotText(*day, slot))
	}
	if more := len(day.Slots) - len(slots); more > 0 {
		lost = append(lost, french.Others(more))
		all = views.Link{Path: views.DeletePath(day.ID) + views.AllSlots, Label: allSlotsOf(day)}
	}
	if events > 0 {
		lost = append(lost, french.Counted(int(events), "message")+" de la domotique")
	}
	if day.Note != "" {
		lost = append(lost, "la note")
	}
	return frame.Render(c, status, views.DeletionPage(views.Deletion{
		Frame:   p.Frame(c, "Supprimer"),
		Heading: "Supprimer le " + french.FullDate(day.Date) + nbsp + "?",
		Action:  views.DeletePath(day.ID),
		Version: views.StampOf(day.Stamp()),
		Back:    views.EntryPath(day.ID),
		Alert:   alert,
		Lost:    lost,
		All:     all,
		Kept:    "Vous pourrez annuler cette suppression pendant " + french.Counted(p.Rules.KeepDays, "jour") + ", ici ou depuis la page de l’année.",
	}))
}
