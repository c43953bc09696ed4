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

// render sends a page. It renders to a buffer first, so that a page that fails is not
// sent partially.
func render(c echo.Context, status int, page page) error {
	var buffer bytes.Buffer
	if err := page.Render(c.Request().Context(), &buffer); err != nil {
		return err
	}
	return c.HTMLBlob(status, buffer.Bytes())
}
