package access

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
)

// Prefix is the path below which the browser of a request finds ours, such as "/worklog";
// empty for the root. Every address in an answer begins with that of its request.
type Prefix string

const prefixKey = "prefix"

// PrefixOf returns the prefix of a request.
func PrefixOf(c echo.Context) Prefix {
	prefix, _ := c.Get(prefixKey).(Prefix)
	return prefix
}

// To returns the address of one of our paths, such as "/months/2026-11".
func (p Prefix) To(path string) string { return string(p) + path }

// Off returns the path without the prefix, or the path itself if it is not below it.
func (p Prefix) Off(path string) string {
	if p == "" {
		return path
	}
	rest, found := strings.CutPrefix(path, string(p))
	if found && rest == "" {
		return "/"
	}
	if !found || rest[0] != '/' {
		return path
	}
	return rest
}

// Prefix returns the prefix of a request, and whether it is that of the frame of Home
// Assistant; outside of it, it is the path of the public address.
func (config Config) Prefix(request *http.Request) (prefix Prefix, framed bool) {
	if prefix, framed = config.framed(request); framed || config.PublicURL == nil {
		return prefix, framed
	}
	return Prefix(config.PublicURL.Path), false
}

// Below sets the prefix of each request, and takes it off the request's path, so that it
// does not matter whether the reverse proxy has done so.
func Below(prefixOf func(*http.Request) (prefix Prefix, framed bool)) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			prefix, framed := prefixOf(c.Request())
			c.Set(prefixKey, prefix)
			c.Set(framedKey, framed)
			address := c.Request().URL
			address.RawPath = "" // so that encoding makes no difference
			address.Path = prefix.Off(address.Path)
			return next(c)
		}
	}
}
