package plan

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/planning"
	"worklog/views"
)

// sentFile is a file as the browser has sent it: itself, or packed by the page that shows what it plans.
type sentFile struct {
	content []byte
	url.Values
}

// postFile shows what a file would plan or, if that was confirmed, plans it.
func (p Pages) postFile(c echo.Context) error {
	sent, err := readFile(c)
	if err != nil {
		return err
	}
	now := civil.NewInstant(p.Now())
	shown := views.PlanFile{Columns: sent.Get("columns")}
	columns, err := exchange.ParsePlanColumns(shown.Columns)
	if err == nil {
		shown.File, err = exchange.ReadPlan(bytes.NewReader(sent.content), columns, p.Words, p.Rules.Zone, p.Rules.DateOf(now))
	}
	if err != nil {
		shown.Alert, shown.Rows = forms.FileRefused(err, fileMessage)
		return p.showFile(c, http.StatusUnprocessableEntity, shown, p.Today())
	}
	status := http.StatusOK
	first := shown.File.Dates[0].Date
	shown.Fingerprint = fingerprint(shown.File)
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
	for _, left := range shown.File.LeftOut {
		shown.Rows = append(shown.Rows, views.ImportRow{Row: left.Line, Text: "«\u00a0" + left.Title + "\u00a0»\u00a0: " + fileMessage(left.Why)})
	}
	shown.Content, err = packed(sent.content)
	if err != nil {
		return err
	}
	return p.showFile(c, status, shown, first)
}

// showFile shows a file above the plan of the month in which it begins.
func (p Pages) showFile(c echo.Context, status int, shown views.PlanFile, month civil.Date) error {
	page := p.page(c, month)
	page.File = shown
	return frame.Render(c, status, views.PlanPage(page))
}

// readFile reads the form of a file, none of which is kept on the disk. It returns [forms.ErrTooLarge],
// [forms.ErrUnreadable] or an error of [forms.Admit].
func readFile(c echo.Context) (sent sentFile, err error) {
	most := int64(base64.RawURLEncoding.EncodedLen(exchange.MaxPlanSize)) + forms.MaxSize
	sent.Values = url.Values{}
	err = forms.EachPart(c, most, func(name string, part io.Reader) error {
		content, err := io.ReadAll(part)
		if name == "file" {
			sent.content = content
		} else {
			sent.Add(name, strings.TrimSpace(string(content)))
		}
		return err
	})
	if err != nil || !sent.Has("content") {
		return sent, err
	}
	if sent.content, err = unpacked(sent.Get("content")); err != nil {
		return sent, fmt.Errorf("%w: %w", forms.ErrUnreadable, err)
	}
	sent.Set("content", "") // its fingerprint stands for it
	return sent, forms.Admit(c, c.Request().URL.RequestURI(), sent.Values)
}

// packed writes a file as the field of a form.
func packed(content []byte) (string, error) {
	var text bytes.Buffer
	writer := gzip.NewWriter(&text)
	_, err := writer.Write(content)
	err = errors.Join(err, writer.Close())
	return base64.RawURLEncoding.EncodeToString(text.Bytes()), err
}

// unpacked reads what packed has written, and a byte more than a file may have.
func unpacked(text string) ([]byte, error) {
	reader, err := gzip.NewReader(base64.NewDecoder(base64.RawURLEncoding, strings.NewReader(text)))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(reader, exchange.MaxPlanSize+1))
}

// fingerprint identifies what a file plans, so that only what was shown is carried out.
func fingerprint(file planning.File) string {
	content, _ := json.Marshal(file.Dates) // of dates and times that are read
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// fileMessages are those of what is left out of a file, or refused.
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

// fileMessage returns the message for an error of a file.
func fileMessage(err error) string {
	return forms.FileMessage(err, slices.Concat(fileMessages, messages), "")
}
