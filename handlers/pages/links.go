package pages

import (
	"strings"

	"github.com/labstack/echo/v4"
)

// links is the only type that knows the path prefix of the public URL. Every link,
// redirect and asset URL comes from it.
type links struct {
	prefix string // such as "/worklog"; empty for the root
}

// To returns the URL of one of our paths, such as "/months/2026-11".
func (l links) To(path string) string { return l.prefix + path }

// StripPrefix removes the prefix from a request's path, so that it does not matter
// whether the reverse proxy has stripped it.
func (p *Pages) StripPrefix(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		address := c.Request().URL
		address.RawPath = "" // so that encoding makes no difference
		address.Path = withoutPrefix(address.Path, p.links.prefix)
		return next(c)
	}
}

// withoutPrefix returns the path without the prefix, or the path itself if it is not
// below the prefix.
func withoutPrefix(path, prefix string) string {
	if prefix == "" {
		return path
	}
	rest, found := strings.CutPrefix(path, prefix)
	if found && rest == "" {
		return "/"
	}
	if !found || rest[0] != '/' {
		return path
	}
	return rest
}
