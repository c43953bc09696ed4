package frame

import (
	"mime"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

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
	return c.JSON(status, struct {
		Error string `json:"error"`
	}{why})
}

// RenderRefusal sends the page of a refusal, or the reason alone to the script.
func RenderRefusal(c echo.Context, status int, why string, page page) error {
	if ByScript(c.Request()) {
		return RefuseScript(c, status, why)
	}
	return Render(c, status, page)
}
