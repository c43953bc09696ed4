// Package forms reads what people type: the fields of a form, times, and the rows of
// slots, with a message beside each field that is wrong.
package forms

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/models/civil"
)

// Errors of a form that cannot be read.
var (
	ErrTooLarge   = errors.New("form is too large")
	ErrUnreadable = errors.New("form cannot be read")
	ErrNoVersion  = errors.New("form has no version")
)

// Limits of the body of a form. Many small fields take many times their size once they are
// parsed.
const (
	MaxSize   = 256 << 10 // bytes
	MaxFields = 500

	maxDayFields = 2500
)

// How much the limits grow with each stored slot, so that a day can be saved however many the
// automation has recorded.
const (
	maxRowSize = 128 // bytes
	rowFields  = 5
)

// Read returns the fields of a form's body. It returns [ErrTooLarge], [ErrUnreadable], or an
// error of [Admit].
func Read(c echo.Context) (url.Values, error) { return ReadUpTo(c, MaxSize, MaxFields) }

// ReadDay is Read for the form of a day with that many stored slots.
func ReadDay(c echo.Context, slots int) (url.Values, error) {
	fields := maxDayFields + slots*rowFields
	values, err := ReadUpTo(c, MaxSize+int64(slots)*maxRowSize, fields)
	if max(len(values["slot_start"]), len(values["slot_end"])) > fields/rowFields { // each is shown again with all its fields
		return nil, ErrTooLarge
	}
	return values, err
}

// ReadUpTo is Read for a body of at most size bytes and that many fields.
func ReadUpTo(c echo.Context, size int64, fields int) (url.Values, error) {
	values, err := ReadFew(c, size, fields)
	if err == nil {
		err = Admit(c, c.Request().URL.RequestURI(), values)
	}
	return values, err
}

// ReadFew is ReadUpTo without [Admit].
func ReadFew(c echo.Context, size int64, fields int) (url.Values, error) {
	mediaType, _, _ := mime.ParseMediaType(c.Request().Header.Get(echo.HeaderContentType))
	if mediaType != echo.MIMEApplicationForm {
		return url.Values{}, nil
	}
	reader, err := Body(c, size)
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(reader)
	var tooLarge *http.MaxBytesError
	if errors.As(err, &tooLarge) {
		return nil, ErrTooLarge
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if bytes.Count(body, []byte("&")) >= fields {
		return nil, ErrTooLarge
	}
	return parseFields(string(body))
}

// Body returns the body of a request, unpacked if it is compressed. Reading more than
// size bytes of it, packed or unpacked, returns an [http.MaxBytesError]. It returns
// [ErrUnreadable] for a coding other than gzip.
func Body(c echo.Context, size int64) (io.ReadCloser, error) {
	writer, request := c.Response().Writer, c.Request()
	body := http.MaxBytesReader(writer, request.Body, size)
	switch coding := strings.ToLower(strings.Join(request.Header.Values(echo.HeaderContentEncoding), ",")); coding {
	case "", "identity":
		return body, nil
	case "gzip", "x-gzip":
		unpacked, err := gzip.NewReader(body)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		return http.MaxBytesReader(writer, unpacked, size), nil
	default:
		return nil, fmt.Errorf("%w: its coding is %q", ErrUnreadable, coding)
	}
}

// fieldsAtOnce is how many fields are parsed at once: [url.ParseQuery] rejects more
// than 10,000 fields, the number for 2,000 slots.
const fieldsAtOnce = 1000

// parseFields parses the fields of a form. It can return [ErrUnreadable].
func parseFields(body string) (url.Values, error) {
	all := url.Values{}
	for fields := range slices.Chunk(strings.Split(body, "&"), fieldsAtOnce) {
		values, err := url.ParseQuery(strings.Join(fields, "&"))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
		for name, texts := range values {
			all[name] = append(all[name], texts...)
		}
	}
	return all, nil
}

// ReadVersion returns the version on which a form is based, or [ErrNoVersion].
func ReadVersion(values url.Values) (models.Stamp, error) {
	version, err := ReadStamp(values, "version")
	if err != nil {
		err = ErrNoVersion
	}
	return version, err
}

// ReadStamp returns the stamp of the fields of that name, as pages write them. The moment
// may be missing, as on pages of 1.0.0.
func ReadStamp(values url.Values, name string) (stamp models.Stamp, err error) {
	if stamp.Number, err = strconv.ParseInt(values.Get(name), 10, 64); err == nil && values.Get(name+"_at") != "" {
		stamp.At, err = civil.ParseInstant(values.Get(name + "_at"))
	}
	return stamp, err
}
