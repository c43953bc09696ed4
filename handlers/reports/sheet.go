package reports

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// hidden is the value of the field illness of a sheet that does not show it.
const hidden = "hidden"

// sheetOf shows a month as a document to sign.
func (p Pages) sheetOf(c echo.Context) error {
	first, last, err := frame.MonthIn(c)
	if err != nil {
		return err
	}
	now := civil.NewInstant(p.Now())
	sheet, err := p.Reader.ReadSheet(c.Request().Context(), first, now)
	if err != nil {
		return err
	}
	open, err := p.OpenArrival(c)
	if err != nil {
		return err
	}
	record := views.SheetRecord{
		Sheet: sheet, Rules: p.Hours, Holidays: p.Holidays.Of(first.Year), Open: open, Now: now,
		Name: p.Person.Name, Employer: p.Person.Employer, Version: p.Version,
		HideIllness: p.Config.HideIllness || c.QueryParam("illness") == hidden,
	}
	if record.HideIllness != p.Config.HideIllness {
		record.Illness = "--illness " + hidden + " "
	}
	document := views.SheetOf(record)
	page := views.Sheet{
		Frame:         p.Frame(c, document.Heading+", "+french.MonthName(first)),
		Back:          frame.MonthLink(first, 0),
		Earlier:       p.sheetLink(first.AddDays(-1), record.HideIllness),
		Later:         p.sheetLink(last.AddDays(1), record.HideIllness),
		File:          "releve-" + first.String()[:len("2026-11")] + ".html",
		SheetDocument: document,
	}
	if !p.Config.HideIllness {
		page.Illness = p.sheetLink(first, !record.HideIllness)
		page.Illness.Label = map[bool]string{false: "Masquer la maladie", true: "Montrer la maladie"}[record.HideIllness]
	}
	if len(sheet.Days) == 0 {
		page.Hints = append(page.Hints, views.Remark{Text: "Rien n’est saisi en " + french.MonthName(first) + french.NBSP + ": le relevé montrera les journées de ce mois."})
	}
	if p.Person.Name == "" || p.Person.Employer == "" {
		page.Hints = append(page.Hints, views.Remark{Text: "Le nom et l’employeur s’écrivent à la main, sauf s’ils sont réglés.", Lead: views.Link{Path: views.SettingsAt("person"), Label: "Les régler"}})
	}
	return frame.Render(c, http.StatusOK, views.SheetPage(page))
}

// sheetLink returns a link to the sheet of a date's month, or an empty one outside the
// supported years.
func (p Pages) sheetLink(date civil.Date, hideIllness bool) views.Link {
	link := frame.MonthLink(date, 0)
	if link.Path == "" {
		return link
	}
	link.Path = views.SheetPath(date)
	if hideIllness && !p.Config.HideIllness {
		link.Path += "?illness=" + hidden
	}
	return link
}
