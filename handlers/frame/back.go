package frame

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"
)

// here returns the path of the page that is shown, to which its buttons lead back. It is
// empty for the answer to a form, which has no address of its own.
func here(c echo.Context) string {
	if c.Request().Method == http.MethodPost {
		return ""
	}
	return c.Request().URL.RequestURI()
}

// Back returns the path of the page from which a form was sent, or another one if the form
// does not say, or names none of ours.
func Back(values url.Values, otherwise string) string {
	if own := OwnPath(values.Get("back")); own != "/" {
		return own
	}
	return otherwise
}
