package transfer

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/views"
)

func (p *Pages) data(c echo.Context) error {
	return p.dataPage(c, http.StatusOK, views.Data{Table: firstTable})
}

// tables are those to choose from.
var tables = []views.Option{{Value: string(exchange.Slots), Label: "Les créneaux"}, {Value: string(exchange.Days), Label: "Les journées"}, {Value: string(exchange.Months), Label: "Les mois"}}

// firstTable is what is offered at first.
var firstTable = views.TableForm{Of: string(exchange.Slots), DecimalComma: true}

// tableAsked is what a request asks for.
func tableAsked(c echo.Context) views.TableForm {
	return views.TableForm{Of: c.QueryParam("of"), From: c.QueryParam("from"), To: c.QueryParam("to"), DecimalComma: c.QueryParam("decimal_comma") == "1"}
}

// mostUnread is how many days that cannot be read are named.
const mostUnread = 20

func (p *Pages) dataPage(c echo.Context, status int, page views.Data) error {
	page.Frame, page.Tables = p.Frame(c, "Exporter et importer"), tables
	firstYear, _, err := p.Store.RecordedYears(c.Request().Context())
	if err != nil {
		return err
	}
	page.Empty = firstYear == 0
	if page.Settings, err = p.Settings.Any(c.Request().Context()); err != nil {
		return err
	}
	return frame.Render(c, status, views.DataPage(page))
}

func (p *Pages) export(c echo.Context) error {
	asked := tableAsked(c)
	export := exchange.Export{Table: exchange.Table(asked.Of), DecimalComma: asked.DecimalComma, Settings: c.QueryParam("settings") == "1"}
	if export.Table == "" {
		return p.sendExport(c, export, "application/json", "json")
	}
	if !export.Table.Valid() {
		return echo.ErrNotFound
	}
	if asked.Message = readDates(c, &export); asked.Message != "" {
		return p.dataPage(c, http.StatusUnprocessableEntity, views.Data{Table: asked})
	}
	return p.sendExport(c, export, "text/csv; charset=utf-8", "csv")
}

// readDates reads the limits of a table, and returns what is wrong with them.
func readDates(c echo.Context, export *exchange.Export) (message string) {
	for name, date := range map[string]*civil.Date{"from": &export.From, "to": &export.To} {
		text := c.QueryParam(name)
		if text == "" {
			continue
		}
		read, err := civil.ParseDate(text)
		if err != nil {
			return "Écrivez une date, par exemple 2026-12-21."
		}
		*date = read
	}
	none := civil.Date{}
	if export.From != none && export.To != none && export.From.DaysUntil(export.To) < 0 {
		return forms.MessageFor(models.ErrRangeBackward)
	}
	return ""
}

// sendExport sends an export. If it could not be imported again, a page says so first,
// because a downloaded file cannot. That is known only once it has been written; it is
// written twice rather than held in memory.
func (p *Pages) sendExport(c echo.Context, export exchange.Export, mediaType, extension string) error {
	if err := frame.Patient(c); err != nil {
		return err
	}
	if c.QueryParam("anyway") == "" {
		missing, err := export.WriteTo(c.Request().Context(), io.Discard, p.Store)
		if err != nil {
			return err
		}
		if missing != nil {
			return p.askBefore(c, missing)
		}
	}
	name := "worklog"
	if export.Table != "" {
		name += "-" + string(export.Table)
	}
	header := c.Response().Header()
	header.Set(echo.HeaderContentType, mediaType)
	header.Set(echo.HeaderContentDisposition, fmt.Sprintf(`attachment; filename="%s-%s.%s"`, name, p.Today(), extension))
	if c.Request().Method == http.MethodHead {
		return c.NoContent(http.StatusOK)
	}
	_, err := export.WriteTo(c.Request().Context(), c.Response(), p.Store)
	if err != nil && c.Response().Committed {
		p.Log.Error("export cut off", "request_id", frame.RequestID(c), "error", err)
		panic(http.ErrAbortHandler) // or the part would pass for the whole
	}
	if err != nil {
		header.Del(echo.HeaderContentDisposition)
	}
	return err
}

// askBefore shows what an export lacks, or why it could not be imported again, with a link
// to download it anyway.
func (p *Pages) askBefore(c echo.Context, missing error) error {
	query := c.QueryParams()
	query.Set("anyway", "1")
	page := views.Data{
		Table:   tableAsked(c),
		Caution: "Cet export est complet, mais worklog ne pourrait pas le reprendre\u00a0: " + importMessage(missing) + " Une sauvegarde, elle, se restaure.",
		Anyway:  "/data/export?" + query.Encode(),
	}
	if leftOut := new(exchange.LeftOutError); errors.As(missing, &leftOut) {
		page.Caution = "Il manque à cet export ce qui ne peut pas être lu\u00a0; une sauvegarde, elle, a tout. Journées laissées de côté\u00a0:"
		page.Unread = leftOut.Days[:min(len(leftOut.Days), mostUnread)]
	}
	return p.dataPage(c, http.StatusUnprocessableEntity, page)
}
