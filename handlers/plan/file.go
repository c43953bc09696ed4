package plan

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/planning"
	"worklog/views"
)

// postFile shows what a file would plan or, if that was confirmed, plans it.
func (p Pages) postFile(c echo.Context) error {
	sent, err := forms.ReadUpload(c, exchange.MaxPlanSize, exchange.MaxPlanSize)
	if err != nil {
		return err
	}
	now := civil.NewInstant(p.Now())
	shown := views.PlanFile{Columns: sent.Get("columns")}
	shown.File, err = p.read(sent, now)
	for _, left := range shown.File.LeftOut {
		shown.Rows = append(shown.Rows, views.ImportRow{Row: left.Line, Text: "«\u00a0" + left.Title + "\u00a0»\u00a0: " + fileMessage(left.Why)})
	}
	if err != nil {
		alert, refused := forms.FileRefused(err, fileMessage)
		shown.Alert, shown.Rows = alert, append(shown.Rows, refused...)
		return p.show(c, http.StatusUnprocessableEntity, p.Today(), views.Plan{File: shown})
	}
	status := http.StatusOK
	first := shown.File.Dates[0].Date
	planned, _ := json.Marshal(shown.File.Dates)                  // of dates and times that are read
	shown.Fingerprint = fmt.Sprintf("%x", sha256.Sum256(planned)) // so that only what was shown is carried out
	if sent.Has("content") {
		if sent.Get("plan") == shown.Fingerprint {
			done, err := planning.Import(c.Request().Context(), p.Store, shown.File, now)
			if err != nil {
				return err
			}
			return p.saved(c, first, done)
		}
		status, shown.Alert = http.StatusConflict, forms.PreviewChanged
	}
	shown.Content = sent.Content()
	return p.show(c, status, first, views.Plan{File: shown})
}

// read reads a file, unpacking it meanwhile.
func (p Pages) read(sent forms.Upload, now civil.Instant) (planning.File, error) {
	columns, err := exchange.ParseColumns(sent.Get("columns"), exchange.Plannable)
	if err != nil {
		return planning.File{}, err
	}
	content, err := sent.Open()
	if err != nil {
		return planning.File{}, err
	}
	return exchange.ReadPlan(content, columns, p.Words, p.Rules.Zone, p.Rules.DateOf(now))
}

var fileMessages = forms.Table[string]{
	{planning.ErrRepeats, "il se répète."},
	{planning.ErrWholeDay, "il dure toute la journée, et son mot n’est ni un repos ni un congé."},
	{planning.ErrLongShift, "il dure plus d’un jour."},
	{planning.ErrNoEvent, "Ce fichier n’a aucun poste, repos ni congé à reprendre."},
	{planning.ErrTooManyEvents, "Ce fichier a plus de 5\u00a0000 postes."},
	{models.ErrShiftsOverlap, "il en chevauche un autre."},
	{models.ErrSlotNotLater, "La fin n’est pas après le début."},
	{exchange.ErrPlanTooLarge, "Ce fichier dépasse 5\u00a0Mio."},
	{exchange.ErrNotText, "Ce fichier n’est pas du texte en UTF-8."},
	{exchange.ErrNotCalendar, "Ce n’est pas un calendrier, ou il n’a pas de fin."},
	{exchange.ErrNoColumn, "Ce tableau n’a pas toutes les colonnes\u00a0: date est nécessaire, ainsi que celles que vous nommez."},
	{exchange.ErrBadColumns, "Nommez les colonnes ainsi\u00a0: date=Jour,start=Début,end=Fin,type=Code."},
	{exchange.ErrNoDate, "Ce n’est pas une date."},
	{exchange.ErrNoTime, "Ce n’est pas une date ou une heure."},
}

func fileMessage(err error) string {
	return forms.FileMessage(err, slices.Concat(fileMessages, messages), "")
}
