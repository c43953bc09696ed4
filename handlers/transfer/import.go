package transfer

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

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

const (
	// maxPacked is how large a file may be, packed, to be held by the page between the
	// preview and the press, in bytes. Ten thousand days take a tenth of it.
	maxPacked = 8 << 20
	// maxColumnsText is how long the names of columns may be, in bytes.
	maxColumnsText = 4 << 10
)

// sentFile is a file to be imported, as the browser has sent it.
type sentFile struct {
	packed  []byte // by gzip
	columns string // as typed
	preview string // fingerprint of the preview that was shown; empty for none
	// settings is the version in whose place those of the file are taken; empty for none.
	settings string
}

// importData shows what the import of a file would do or, if that was confirmed, does
// it. One at a time: a file takes memory.
func (p *Pages) importData(c echo.Context) error {
	if !p.importing.TryLock() {
		return errImporting
	}
	defer p.importing.Unlock()
	defer exchange.SaveMemory()()
	sent, err := readFile(c)
	if err != nil {
		return err
	}
	columns, err := exchange.ParseColumns(sent.columns)
	var file imports.File
	if err == nil {
		file, err = sent.read(columns)
	}
	if errors.Is(err, exchange.ErrFileTooLarge) {
		return errFileTooLarge
	}
	if err != nil {
		return p.fileRefused(c, sent, err)
	}
	if sent.preview != "" {
		return p.carryOut(c, sent, file)
	}
	return p.showImport(c, http.StatusOK, sent, file, "")
}

// carryOut imports what was shown, after a backup.
func (p *Pages) carryOut(c echo.Context, sent sentFile, file imports.File) error {
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
	if takes && preview.Count(models.EffectRefused) == 0 && preview.Fingerprint() == sent.preview {
		if err := p.BackUp(ctx); err != nil {
			return fmt.Errorf("backup before an import: %w", err)
		}
		done, err = imports.Perform(ctx, p.Store, file, sent.preview, civil.NewInstant(p.Now()))
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
	if sent.settings == "" {
		p.Flash(c, frame.Flash{Text: imported + "."}.Of(done))
		return p.SeeOther(c, "/data")
	}
	return p.carryOutSettings(c, sent, file, imported, done)
}

// takesSettings reports whether the settings of the file can still be taken as they were shown,
// if they are to be.
func (p *Pages) takesSettings(ctx context.Context, sent sentFile, file imports.File) (bool, error) {
	if sent.settings == "" {
		return true, nil
	}
	if file.Settings == nil {
		return false, nil
	}
	previewed, err := p.Settings.Preview(ctx, *file.Settings)
	return previewed != nil && len(previewed.Refusal) == 0 && previewed.Version == sent.settings, err
}

// carryOutSettings takes the settings of a file, after its days, which somebody can take back.
func (p *Pages) carryOutSettings(c echo.Context, sent sentFile, file imports.File, imported string, done models.Change) error {
	set, taken, err := p.Settings.TakeOver(c.Request().Context(), *file.Settings, sent.settings)
	switch {
	case err != nil:
		return err
	case !taken:
		p.Flash(c, frame.Flash{Text: imported + ", sans les réglages, qui viennent de changer ici."}.Of(done))
	case done.ID != 0:
		p.Flash(c, frame.Flash{Text: imported + ", avec les réglages. Annuler ne rend que les journées\u00a0: les réglages d’avant sont dans leur historique."}.Of(done))
	default:
		p.Flash(c, frame.Flash{Text: "Réglages repris.", TakeBack: frame.SettingsPath}.OfStamp(set))
	}
	return p.SeeOther(c, "/data")
}

// showImport shows what an import would do, or why it is refused.
func (p *Pages) showImport(c echo.Context, status int, sent sentFile, file imports.File, alert string) error {
	preview, err := imports.PreviewOf(c.Request().Context(), p.Store, file)
	if err != nil {
		return err
	}
	page := views.Data{Table: views.TableForm{DecimalComma: true}, Columns: sent.columns, Alert: alert}
	if preview.Count(models.EffectRefused) > 0 {
		page.Alert = forms.FileNotTaken
		page.Rows, page.Refused = refusedRows(preview)
		return p.dataPage(c, http.StatusUnprocessableEntity, page, exchange.Slots)
	}
	page.Preview = &views.ImportPreview{Preview: preview, Plan: file.PlanToWrite(p.Rules.Plan)}
	if file.Settings != nil {
		if page.Preview.Settings, err = p.Settings.Preview(c.Request().Context(), *file.Settings); err != nil {
			return err
		}
	}
	if preview.Writes()+page.Preview.Plan.Len() > 0 || page.Preview.Settings.Taken() {
		page.Content = base64.RawURLEncoding.EncodeToString(sent.packed)
	}
	return p.dataPage(c, status, page, exchange.Slots)
}

// fileRefused shows why a file cannot be read.
func (p *Pages) fileRefused(c echo.Context, sent sentFile, err error) error {
	page := views.Data{Table: views.TableForm{DecimalComma: true}, Columns: sent.columns}
	page.Alert, page.Rows = forms.FileRefused(err, importMessage)
	return p.dataPage(c, http.StatusUnprocessableEntity, page, exchange.Slots)
}

// refusedRows returns the rows that are listed of those that are refused, and how many there are.
func refusedRows(preview imports.Preview) (rows []views.ImportRow, count int) {
	for _, day := range preview {
		for _, refused := range day.Errs {
			if count++; count <= views.MostImported {
				rows = append(rows, views.ImportRow{Row: refused.Row, Text: french.FullDate(day.Date) + french.NBSP + ": " + importMessage(refused.Err)})
			}
		}
	}
	return rows, count
}

// readFile reads the form of a file, or that of a preview which was shown. It returns
// [forms.ErrTooLarge], [forms.ErrUnreadable] or errFileTooLarge.
func readFile(c echo.Context) (sentFile, error) {
	if err := frame.Patient(c); err != nil {
		return sentFile{}, err
	}
	mediaType, _, _ := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType))
	if mediaType == echo.MIMEMultipartForm {
		return readUpload(c)
	}
	values, err := forms.ReadUpTo(c, int64(base64.RawURLEncoding.EncodedLen(maxPacked))+forms.MaxSize, forms.MaxFields)
	if err != nil {
		return sentFile{}, err
	}
	packed, err := base64.RawURLEncoding.DecodeString(values.Get("content"))
	if err != nil {
		return sentFile{}, fmt.Errorf("%w: %w", forms.ErrUnreadable, err)
	}
	sent := sentFile{packed, values.Get("columns"), values.Get("plan"), values.Get("settings")}
	return sent, sent.check()
}

// readUpload reads the parts of a form, none of which is kept on the disk. A file is
// packed while it comes.
func readUpload(c echo.Context) (sent sentFile, err error) {
	err = forms.EachPart(c, exchange.MaxFileSize+forms.MaxSize, func(name string, part io.Reader) (err error) {
		switch name {
		case "file":
			sent.packed, err = pack(part)
		case "columns":
			var text []byte
			text, err = io.ReadAll(io.LimitReader(part, maxColumnsText))
			sent.columns = strings.TrimSpace(string(text))
		}
		return err
	})
	if errors.Is(err, forms.ErrTooLarge) || errors.Is(err, errFileTooLarge) {
		return sent, errFileTooLarge
	}
	return sent, err
}

// pack packs a file, so that little memory holds it while it is read, planned and
// shown: nothing of it is kept here between the preview and the press. It returns
// errFileTooLarge.
func pack(file io.Reader) ([]byte, error) {
	var packed limitedBuffer
	writer := gzip.NewWriter(&packed)
	if _, err := io.Copy(writer, file); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	return packed.held.Bytes(), nil
}

// limitedBuffer is a buffer of at most [maxPacked] bytes.
type limitedBuffer struct{ held bytes.Buffer }

// Write returns errFileTooLarge if there is no more room.
func (b *limitedBuffer) Write(content []byte) (int, error) {
	if b.held.Len()+len(content) > maxPacked {
		return 0, errFileTooLarge
	}
	return b.held.Write(content)
}

// check reports whether the field of a form is what pack has returned, and unpacks to
// no more than a file may have. It returns [forms.ErrUnreadable] or
// errFileTooLarge.
func (f sentFile) check() error {
	reader, err := gzip.NewReader(bytes.NewReader(f.packed))
	if err != nil {
		return fmt.Errorf("%w: %w", forms.ErrUnreadable, err)
	}
	size, err := io.Copy(io.Discard, io.LimitReader(reader, exchange.MaxFileSize+1))
	if err != nil {
		return fmt.Errorf("%w: %w", forms.ErrUnreadable, err)
	}
	if size > exchange.MaxFileSize {
		return errFileTooLarge
	}
	return nil
}

// read reads the file, unpacking it meanwhile.
func (f sentFile) read(columns exchange.Columns) (imports.File, error) {
	if f.packed == nil {
		return imports.File{}, exchange.ErrEmptyFile
	}
	reader, err := gzip.NewReader(bytes.NewReader(f.packed))
	if err != nil {
		return imports.File{}, err
	}
	return exchange.Read(reader, columns)
}
