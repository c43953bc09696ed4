package forms

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models/exchange"
	"worklog/views"
)

const (
	// maxParts is how many fields the form of a file may have.
	maxParts = 10
	// maxPartText is how long each of them may be, in bytes.
	maxPartText = 4 << 10
)

// ErrFileTooLarge is the error of a file that is too large to be held between the preview and the press.
var ErrFileTooLarge = fmt.Errorf("file: %w", ErrTooLarge)

// Upload is a form with a file. That is packed while it comes, so that little memory holds it while it is
// read and shown; the page that shows what it would do has it in a field, so that nothing is kept here until
// the press.
type Upload struct {
	url.Values
	packed []byte // by gzip; nil for no file
}

// IsUpload reports whether a request is a form with a file.
func IsUpload(r *http.Request) bool {
	kind, _, _ := mime.ParseMediaType(r.Header.Get(echo.HeaderContentType))
	return kind == echo.MIMEMultipartForm
}

// ReadUpload reads a form with a file of at most that many bytes, by itself and packed, none of which is kept
// on the disk, or that of the page which shows what the file would do. It returns [ErrFileTooLarge],
// [ErrTooLarge], [ErrUnreadable] or an error of [Admit].
func ReadUpload(c echo.Context, size, packed int) (u Upload, err error) {
	field := int64(base64.RawURLEncoding.EncodedLen(packed))
	if IsUpload(c.Request()) {
		u, err = readParts(c, max(int64(size), field)+MaxSize, field, packed)
	} else {
		u.Values, err = ReadFew(c, field+MaxSize, MaxFields)
	}
	if err != nil || IsUpload(c.Request()) && !u.Has("content") {
		return u, err
	}
	if err := Admit(c, c.Request().URL.RequestURI(), u.Values); err != nil {
		return u, err
	}
	if u.packed, err = base64.RawURLEncoding.DecodeString(u.Get("content")); err != nil {
		return u, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	u.Set("content", "") // it is large
	return u, u.check(size)
}

// ReadTyped returns the fields of a form of at most size bytes, without its file.
func ReadTyped(c echo.Context, size int64) (url.Values, error) {
	if !IsUpload(c.Request()) {
		return ReadFew(c, size, MaxFields)
	}
	u, err := readParts(c, size, maxPartText, 0)
	u.Del("content")
	return u.Values, err
}

func readParts(c echo.Context, size, field int64, packed int) (u Upload, err error) {
	u.Values = url.Values{}
	request := c.Request()
	if request.Body, err = Body(c, size); err != nil {
		return u, err
	}
	parts, err := request.MultipartReader()
	for range maxParts {
		if err != nil {
			break
		}
		part, next := parts.NextPart()
		if next == io.EOF {
			return u, nil
		}
		if err = next; err != nil {
			break
		}
		name, most := part.FormName(), int64(maxPartText)
		if name == "file" {
			if packed > 0 { // NextPart skips what is left unread
				u.packed, err = pack(part, packed)
			}
			continue
		}
		if name == "content" {
			if most = field; u.Has(name) { // one is as large as a file
				return u, ErrTooLarge
			}
		}
		var text []byte
		text, err = io.ReadAll(io.LimitReader(part, most))
		u.Add(name, strings.TrimSpace(string(text)))
	}
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return u, ErrFileTooLarge
	}
	if err != nil && !errors.Is(err, ErrFileTooLarge) {
		err = fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	return u, err
}

// pack packs a file to at most that many bytes, or returns [ErrFileTooLarge].
func pack(file io.Reader, most int) ([]byte, error) {
	packed := limitedBuffer{most: most}
	writer := gzip.NewWriter(&packed)
	if _, err := io.Copy(writer, file); err != nil {
		return nil, err
	}
	if err := writer.Close(); err != nil {
		return nil, err
	}
	return packed.held.Bytes(), nil
}

type limitedBuffer struct {
	held bytes.Buffer
	most int
}

// Write returns [ErrFileTooLarge] if there is no more room.
func (b *limitedBuffer) Write(content []byte) (int, error) {
	if b.held.Len()+len(content) > b.most {
		return 0, ErrFileTooLarge
	}
	return b.held.Write(content)
}

// check reports whether the field of a form is what [Upload.Content] has returned, of a file of at most that
// many bytes.
func (u Upload) check(size int) error {
	reader, err := u.Open()
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	unpacked, err := io.Copy(io.Discard, io.LimitReader(reader, int64(size)+1))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if unpacked > int64(size) {
		return ErrFileTooLarge
	}
	return nil
}

// Open returns what reads the file, or [exchange.ErrEmptyFile] if there is none.
func (u Upload) Open() (io.Reader, error) {
	if u.packed == nil {
		return nil, exchange.ErrEmptyFile
	}
	return gzip.NewReader(bytes.NewReader(u.packed))
}

// Content is the file as the field of a form.
func (u Upload) Content() string { return base64.RawURLEncoding.EncodeToString(u.packed) }

var fileMessages = Table[string]{
	{exchange.ErrEmptyFile, "Ce fichier est vide."},
	{exchange.ErrNotCSV, "Ce n’est pas du CSV\u00a0: un guillemet manque ou est de trop."},
	{exchange.ErrColumnTwice, "Ce tableau a deux fois la même colonne."},
	{exchange.ErrHalfSlot, "Il manque le début ou la fin."},
	{exchange.ErrCellTooLong, "Cette cellule est trop longue."},
	{exchange.ErrTooManyCells, "Cette ligne a plus de 500\u00a0cellules."},
	{exchange.ErrRowTooLong, "Cette ligne dépasse 1\u00a0Mio."},
}

// FileMessage returns the message for an error of a file or of one of its rows: its own, or that of any
// file. It begins with the cell that is wrong, which is called so.
func FileMessage(err error, own Table[string], cellIs string) string {
	words, _ := own.For(err)
	ofAny, _ := fileMessages.For(err)
	words = cmp.Or(words, ofAny, MessageFor(err), "Cette ligne ne peut pas être reprise.")
	if cell := new(exchange.CellError); errors.As(err, &cell) {
		return "«\u00a0" + cell.Value + "\u00a0», " + cellIs + cell.Column + "\u00a0: " + words
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
