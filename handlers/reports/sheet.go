package reports

import (
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// hidden is the value of the field illness of a sheet that does not show it.
const hidden = "hidden"

func (p Pages) sheetOf(c echo.Context, first, last civil.Date) error {
	now := civil.NewInstant(p.Now())
	sheet, err := p.Reader.ReadSheet(c.Request().Context(), first, now)
	if err != nil {
		return err
	}
	open, err := p.OpenArrival(c)
	if err != nil {
		return err
	}
	unreadable, err := p.Reader.Unreadable(c.Request().Context())
	if err != nil {
		return err
	}
	page := views.Sheet{
		Sheet: sheet, Unreadable: unreadable, Rules: p.Hours, Holidays: p.Holidays.Of(first.Year), Open: open, Now: now,
		Name: p.Person.Name, Employer: p.Person.Employer, Version: p.Version,
		HideIllness: p.hidesIllness(c),
	}
	annexed := isAnnexed(c)
	page.Keep = p.sheetLink(first, page.HideIllness, annexed).Path
	if annexed {
		page.Annex = new(views.Annex)
		if page.Annex.Corrections, err = p.Others.Corrections(c, first, last, sheet.Records); err != nil {
			return err
		}
		if page.Annex.Refused, err = p.Others.Refusals(c, first, last); err != nil {
			return err
		}
	}
	page.Head = views.Head{
		Frame:   p.Frame(c, page.DocumentName()+", "+french.MonthName(first)),
		Back:    frame.MonthLink(first, views.MonthPath),
		Earlier: p.sheetLink(first.AddDays(-1), page.HideIllness, annexed), Later: p.sheetLink(last.AddDays(1), page.HideIllness, annexed),
	}
	page.Without = p.Without(c, civil.Earlier(first, sheet.YearFrom), last, true)
	page.WithAnnex = p.sheetLink(first, page.HideIllness, !annexed)
	page.WithAnnex.Label = map[bool]string{false: "Avec l’annexe", true: "Sans l’annexe"}[annexed]
	if !p.Config.HideIllness {
		page.Illness = p.sheetLink(first, !page.HideIllness, annexed)
		page.Illness.Label = map[bool]string{false: "Masquer la maladie", true: "Montrer la maladie"}[page.HideIllness]
	}
	return frame.Show(c, views.SheetPage(page))
}

func isAnnexed(c echo.Context) bool { return c.QueryParam("annex") == "1" }

// sheetLink returns a link to the sheet of a date's month, or an empty one outside the
// supported years.
func (p Pages) sheetLink(date civil.Date, hideIllness, annexed bool) views.Link {
	query := url.Values{}
	if hideIllness && !p.Config.HideIllness {
		query.Set("illness", hidden)
	}
	if annexed {
		query.Set("annex", "1")
	}
	return frame.MonthLink(date, func(date civil.Date) string {
		if len(query) == 0 {
			return views.SheetPath(date)
		}
		return views.SheetPath(date) + "?" + query.Encode()
	})
}

// sheetsOf leads to the sheets of a year, and to what the payslips must show, until today.
func (p Pages) sheetsOf(c echo.Context, first, last civil.Date) error {
	days, err := p.Reader.DayTotals(c.Request().Context(), first, last)
	if err != nil {
		return err
	}
	page := views.Sheets{Head: p.Head(c, "Relevés "+strconv.Itoa(first.Year), first, last), Year: first, Empty: len(days) == 0}
	for month := first; month.Compare(civil.Earlier(last, p.Today())) <= 0; month = month.LastOfMonth().AddDays(1) {
		page.Months = append(page.Months, month)
	}
	return frame.Show(c, views.SheetsPage(page))
}
