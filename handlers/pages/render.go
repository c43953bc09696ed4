package pages

import (
	"bytes"
	"context"
	"io"

	"github.com/labstack/echo/v4"
)

// page is a component of the views.
type page interface {
	Render(ctx context.Context, w io.Writer) error
}

// render answers with a page. It is written to a buffer first: a page that
// fails is not sent by halves.
func render(c echo.Context, status int, page page) error {
	var buffer bytes.Buffer
	if err := page.Render(c.Request().Context(), &buffer); err != nil {
		return err
	}
	return c.HTMLBlob(status, buffer.Bytes())
}
