package frame

import (
	"bytes"
	"context"
	"io"
	"sync"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/views"
)

// page is a component of the views.
type page interface {
	Render(ctx context.Context, w io.Writer) error
}

// buffers are kept between requests, for a page outgrows a new one many times.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Render sends a page. It renders to a buffer first, so that a page that fails is not
// sent partially.
func Render(c echo.Context, status int, page page) error {
	buffer := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buffer)
	buffer.Reset()
	if err := page.Render(views.WithAddresses(c.Request().Context(), access.PrefixOf(c).To), buffer); err != nil {
		return err
	}
	return c.HTMLBlob(status, buffer.Bytes())
}
