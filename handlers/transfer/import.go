package transfer

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/imports"
	"worklog/views"
	"worklog/views/french"
)

// maxPacked is how large a file may be, packed, to be held by the page between the
// preview and the press, in bytes. Ten thousand days take a tenth of it.
const maxPacked = 8 << 20

// importData shows what the import of a file would do or, if that was confirmed, does
// it. One at a time: a file takes memory.
func (p *Pages) importData(c echo.Context) error {
	if !p.Importing.TryLock() {
		return errImporting
	}
	defer p.Importing.Unlock()
	defer exchange.SaveMemory()()
	if err := frame.Patient(c); err != nil {
		return err
	}
	sent, err := forms.ReadUpload(c, exchange.MaxFileSize, maxPacked)
	if errors.Is(err, forms.ErrFileTooLarge) {
		return errFileTooLarge
	}
	if err != nil {
		return err
	}
	file, err := read(sent)
	if errors.Is(err, exchange.ErrFileTooLarge) {
		return errFileTooLarge
	}
	if err != nil {
		page := views.Data{Table: firstTable, Columns: sent.Get("columns")}
		page.Alert, page.Rows = forms.FileRefused(err, importMessage)
		return p.dataPage(c, http.StatusUnprocessableEntity, page)
	}
	if sent.Get("plan") != "" { // the fingerprint of the preview that was shown
		return p.carryOut(c, sent, file)
	}
	return p.showImport(c, http.StatusOK, sent, file, "")
}

// read reads a file, unpacking it meanwhile.
func read(sent forms.Upload) (imports.File, error) {
	columns, err := exchange.ParseColumns(sent.Get("columns"), exchange.Readable)
	if err != nil {
		return imports.File{}, err
	}
	content, err := sent.Open()
	if err != nil {
		return imports.File{}, err
	}
	return exchange.Read(content, columns)
}

// carryOut imports what was shown, after a backup.
func (p *Pages) carryOut(c echo.Context, sent forms.Upload, file imports.File) error {
	ctx := c.Request().Context()
	preview, err := imports.PreviewOf(ctx, p.Store, file)
	if err != nil {
		return err
	}
	takes, err := p.takesSettings(ctx, sent, file)
	if err != nil {
		return err
	}
	var done models.Change
	if takes && preview.Count(models.EffectRefused) == 0 && preview.Fingerprint() == sent.Get("plan") {
		if err := p.BackUp(ctx); err != nil {
			return fmt.Errorf("backup before an import: %w", err)
		}
		done, err = imports.Perform(ctx, p.Store, file, sent.Get("plan"), civil.NewInstant(p.Now()))
	} else {
		err = models.ErrEntryChanged
	}
	if errors.Is(err, models.ErrEntryChanged) || errors.Is(err, imports.ErrRefused) {
		return p.showImport(c, http.StatusConflict, sent, file, forms.PreviewChanged)
	}
	if err != nil {
		return err
	}
	imported := french.CountedDone(preview.Writes(), "journée", "reprise")
	if done.ID != 0 && file.Plan != nil {
		imported += ", planning repris"
	}
	if sent.Get("settings") == "" {
		p.Flash(c, frame.Flash{Text: imported + "."}.Of(done))
		return p.SeeOther(c, "/data")
	}
	return p.carryOutSettings(c, sent, file, imported, done)
}

// takesSettings reports whether the settings of the file can still be taken as they were shown, in place
// of the version that the form names, if they are to be.
func (p *Pages) takesSettings(ctx context.Context, sent forms.Upload, file imports.File) (bool, error) {
	if sent.Get("settings") == "" {
		return true, nil
	}
	if file.Settings == nil {
		return false, nil
	}
	previewed, err := p.Settings.Preview(ctx, *file.Settings)
	return previewed != nil && len(previewed.Refusal) == 0 && previewed.Version == sent.Get("settings"), err
}

// carryOutSettings takes the settings of a file, after its days, which somebody can take back.
func (p *Pages) carryOutSettings(c echo.Context, sent forms.Upload, file imports.File, imported string, done models.Change) error {
	set, taken, err := p.Settings.TakeOver(c.Request().Context(), *file.Settings, sent.Get("settings"))
	switch {
	case err != nil:
		return err
	case !taken:
		p.Flash(c, frame.Flash{Text: imported + ", sans les réglages, qui viennent de changer ici."}.Of(done))
	case done.ID != 0:
		p.Flash(c, frame.Flash{Text: imported + ", avec les réglages. Annuler ne rend que les journées\u00a0: les réglages d’avant sont dans leur historique."}.Of(done))
	default:
		p.Flash(c, frame.Flash{Text: "Réglages repris.", Undo: views.Undo{Action: frame.SettingsPath, Change: set, Label: "Annuler"}})
	}
	return p.SeeOther(c, "/data")
}

func (p *Pages) showImport(c echo.Context, status int, sent forms.Upload, file imports.File, alert string) error {
	preview, err := imports.PreviewOf(c.Request().Context(), p.Store, file)
	if err != nil {
		return err
	}
	page := views.Data{Table: firstTable, Columns: sent.Get("columns"), Alert: alert}
	if preview.Count(models.EffectRefused) > 0 {
		page.Alert = forms.FileNotTaken
		page.Rows, page.Refused = refusedRows(preview)
		return p.dataPage(c, http.StatusUnprocessableEntity, page)
	}
	page.Preview = &views.ImportPreview{Preview: preview, Plan: p.Rules.Plan.Differing(file.Plan)}
	if file.Settings != nil {
		if page.Preview.Settings, err = p.Settings.Preview(c.Request().Context(), *file.Settings); err != nil {
			return err
		}
	}
	if preview.Writes()+page.Preview.Plan.Len() > 0 || page.Preview.Settings.Taken() {
		page.Content = sent.Content()
	}
	return p.dataPage(c, status, page)
}

// refusedRows returns the rows that are listed of those that are refused, and how many there are.
func refusedRows(preview imports.Preview) (rows []views.ImportRow, count int) {
	for _, day := range preview {
		for _, refused := range day.Errs {
			if count++; count <= views.MostImported {
				rows = append(rows, views.ImportRow{Row: refused.Row, Text: french.FullDate(day.Date) + "\u00a0: " + importMessage(refused.Err)})
			}
		}
	}
	return rows, count
}
