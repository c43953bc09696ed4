package frame

import (
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/labstack/echo/v4"
)

// maxOwnPath is more than any of our paths has, in bytes: a stranger chooses what the
// login form repeats.
const maxOwnPath = 1 << 10

// OwnPath returns the path and query that a browser sent if they are safe to redirect to, and
// otherwise "/".
func OwnPath(text string) string {
	if len(text) > maxOwnPath {
		return "/"
	}
	address, err := url.Parse(text)
	if err != nil || address.Scheme != "" || address.Opaque != "" || address.Host != "" || address.User != nil {
		return "/"
	}
	if !strings.HasPrefix(address.Path, "/") || path.Clean(address.Path) != address.Path || strings.ContainsRune(text+address.Path, '\\') {
		return "/"
	}
	if address.Path == "/login" || address.Path == "/logout" {
		return "/"
	}
	own := (&url.URL{Path: address.Path, RawQuery: address.RawQuery}).RequestURI() // encoded again
	if len(own) > maxOwnPath {
		return "/"
	}
	return own
}

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
