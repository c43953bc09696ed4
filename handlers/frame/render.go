package frame

import (
	"bytes"
	"context"
	"io"
	"mime"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/forms"
	"worklog/views"
)

// page is a component of the views.
type page interface {
	Render(ctx context.Context, w io.Writer) error
}

// buffers are kept between requests, for a page outgrows a new one many times.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Render sends a page. It renders to a buffer first, so that a page that fails is not
// sent partially. The script, which cannot show a refusal as its page does, is sent the
// status alone, and asks for the page.
func Render(c echo.Context, status int, page page) error {
	if status >= http.StatusBadRequest && ByScript(c.Request()) {
		return RefuseScript(c, status, "Rien n’est enregistré.")
	}
	buffer := buffers.Get().(*bytes.Buffer)
	defer buffers.Put(buffer)
	buffer.Reset()
	request := views.Request{Address: access.PrefixOf(c).To, Database: forms.DatabaseOf(c)}
	if err := page.Render(views.WithRequest(c.Request().Context(), request), buffer); err != nil {
		return err
	}
	return c.HTMLBlob(status, buffer.Bytes())
}

// Show sends a page that was asked for.
func Show(c echo.Context, page page) error { return Render(c, http.StatusOK, page) }

// ByScript reports whether our script sends a form, which stays on its page until it knows
// that the form has arrived. It is told where to go, or why not, in JSON.
func ByScript(r *http.Request) bool {
	if r.Method != http.MethodPost {
		return false
	}
	for accepted := range strings.SplitSeq(strings.Join(r.Header.Values(echo.HeaderAccept), ","), ",") {
		if kind, _, err := mime.ParseMediaType(accepted); err == nil && kind == echo.MIMEApplicationJSON {
			return true
		}
	}
	return false
}

// RefuseScript tells the script why a form is refused. A person is shown the page of it.
func RefuseScript(c echo.Context, status int, why string) error {
	return c.JSON(status, map[string]string{"error": why})
}

// RenderRefusal sends the page of a refusal, or the reason alone to the script.
func RenderRefusal(c echo.Context, status int, why string, page page) error {
	if ByScript(c.Request()) {
		return RefuseScript(c, status, why)
	}
	return Render(c, status, page)
}
