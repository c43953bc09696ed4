package pages

import (
	"strings"

	"github.com/labstack/echo/v4"
)

// links is the one place that knows below which path the program hangs. Every
// link, redirect, cookie path and asset address comes from it.
type links struct {
	prefix string // such as "/worklog"; empty for the root
}

// To returns the address of a path of ours, such as "/months/2026-11".
func (l links) To(path string) string { return l.prefix + path }

// StripPrefix takes the prefix from a request's path, so that the program answers
// the same whether the proxy in front has stripped it or not.
func (p *Pages) StripPrefix(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		address := c.Request().URL
		address.RawPath = "" // a path means the same however it is encoded
		address.Path = withoutPrefix(address.Path, p.links.prefix)
		return next(c)
	}
}

// withoutPrefix returns the path below the prefix, or the path when it is not
// below it.
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
