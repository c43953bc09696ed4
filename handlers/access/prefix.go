package access

import (
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

// Below sets the prefix of each request: that of the frame of Home Assistant, or else the path of the public
// address. It takes it off the request's path, so that it does not matter whether the reverse proxy has done so.
func (config Config) Below() echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			prefix, framed := config.framed(c.Request())
			if !framed && config.PublicURL != nil {
				prefix = Prefix(config.PublicURL.Path)
			}
			c.Set(prefixKey, prefix)
			c.Set(framedKey, framed)
			address := c.Request().URL
			address.RawPath = "" // so that encoding makes no difference
			address.Path = prefix.Off(address.Path)
			return next(c)
		}
	}
}
