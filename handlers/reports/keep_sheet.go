package reports

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/report"
	"worklog/views"
)

var errSheetChanged = errors.New("the sheet has changed since its page was made")

// PageErrors are the pages of a digest that is not kept.
var PageErrors = []frame.PageError{
	{Err: models.ErrMonthNotOver, Status: http.StatusUnprocessableEntity, Heading: "Mois non terminé",
		Text: "Rien n’est gardé\u00a0: l’empreinte d’un relevé se garde une fois son mois terminé."},
	{Err: errSheetChanged, Status: http.StatusConflict, Heading: "Relevé changé entre-temps",
		Text: "Rien n’est gardé\u00a0: le relevé a changé depuis que cette page a été affichée. Ouvrez-le de nouveau."},
}

// keepSheet keeps the digest that the page of a sheet shows.
func (p Pages) keepSheet(c echo.Context, first, last civil.Date) error {
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	records, err := p.Store.Records(c.Request().Context(), first, last)
	if err != nil {
		return err
	}
	printed := p.Hours.Printed(first, report.SheetFormat, p.hidesIllness(c))
	sheet := report.SheetToKeep(first, records, printed, civil.NewInstant(p.Now()))
	if values.Get("digest") != sheet.Digest {
		return errSheetChanged
	}
	if err := p.Store.KeepSheet(c.Request().Context(), sheet); err != nil {
		return err
	}
	if !frame.ByScript(c.Request()) {
		p.Flash(c, frame.Flash{Text: "L’empreinte est gardée.", Focus: views.FocusFlash})
	}
	return p.SeeOther(c, p.sheetLink(first, p.hidesIllness(c), isAnnexed(c)).Path)
}

// hidesIllness reports whether the sheet that is asked for shows no illness.
func (p Pages) hidesIllness(c echo.Context) bool {
	return p.Config.HideIllness || c.QueryParam("illness") == hidden
}
