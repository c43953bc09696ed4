package forms

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/models/exchange"
	"worklog/views"
	"worklog/views/french"
)

// maxParts is how many fields the form of a file may have.
const maxParts = 10

// EachPart calls a function with the name and the content of each part of a form with a file, none of
// which is kept on the disk. It returns [ErrTooLarge] for a body of more than size bytes, and
// [ErrUnreadable], which wraps the function's error.
func EachPart(c echo.Context, size int64, take func(name string, part io.Reader) error) (err error) {
	request := c.Request()
	if request.Body, err = Body(c, size); err != nil {
		return err
	}
	parts, err := request.MultipartReader()
	for range maxParts {
		if err != nil {
			break
		}
		part, next := parts.NextPart()
		if next == io.EOF {
			return nil
		}
		if err = next; err == nil {
			err = take(part.FormName(), part)
		}
	}
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return ErrTooLarge
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return nil
}

// fileMessages are the messages for errors that any file may have.
var fileMessages = Table[string]{
	{exchange.ErrEmptyFile, "Ce fichier est vide."},
	{exchange.ErrNotCSV, "Ce n’est pas du CSV" + french.NBSP + ": un guillemet manque ou est de trop."},
	{exchange.ErrColumnTwice, "Ce tableau a deux fois la même colonne."},
	{exchange.ErrHalfSlot, "Il manque le début ou la fin."},
	{exchange.ErrCellTooLong, "Cette cellule est trop longue."},
	{exchange.ErrTooManyCells, "Cette ligne a plus de 500" + french.NBSP + "cellules."},
	{exchange.ErrRowTooLong, "Cette ligne dépasse 1" + french.NBSP + "Mio."},
}

// FileMessage returns the message for an error of a file or of one of its rows: its own, or that of any
// file. It begins with the cell that is wrong, which is called so.
func FileMessage(err error, own Table[string], cellIs string) string {
	words, _ := own.For(err)
	ofAny, _ := fileMessages.For(err)
	words = cmp.Or(words, ofAny, MessageFor(err), "Cette ligne ne peut pas être reprise.")
	if cell := new(exchange.CellError); errors.As(err, &cell) {
		return "«" + french.NBSP + cell.Value + french.NBSP + "», " + cellIs + cell.Column + french.NBSP + ": " + words
	}
	return words
}

// FileRefused says why a file cannot be read: as a whole, or of which rows.
func FileRefused(err error, message func(error) string) (alert string, rows []views.ImportRow) {
	var refused exchange.RowErrors
	if !errors.As(err, &refused) {
		return "Rien n’est enregistré. " + message(err), nil
	}
	for _, row := range refused {
		rows = append(rows, views.ImportRow{Row: row.Row, Text: message(row.Err)})
	}
	return FileNotTaken, rows
}
