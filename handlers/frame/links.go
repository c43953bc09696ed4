package frame

import (
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/views"
)

// Links is the only type that knows the path prefix of the public URL. Every link,
// redirect and asset URL comes from it.
type Links struct {
	prefix string // such as "/worklog"; empty for the root
}

// To returns the URL of one of our paths, such as "/months/2026-11".
func (l Links) To(path string) string { return l.prefix + path }

// StripPrefix removes the prefix from a request's path, so that it does not matter
// whether the reverse proxy has stripped it.
func (s *Site) StripPrefix(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		address := c.Request().URL
		address.RawPath = "" // so that encoding makes no difference
		address.Path = s.Links.WithoutPrefix(address.Path)
		return next(c)
	}
}

// WithoutPrefix returns the path without the prefix, or the path itself if it is not
// below the prefix.
func (l Links) WithoutPrefix(path string) string {
	if l.prefix == "" {
		return path
	}
	rest, found := strings.CutPrefix(path, l.prefix)
	if found && rest == "" {
		return "/"
	}
	if !found || rest[0] != '/' {
		return path
	}
	return rest
}

// Guide returns a link to a guide of the docs folder.
func (s *Site) Guide(name string) views.Link {
	return views.Link{URL: s.Links.To("/help/guides/" + name), Label: "Guide complet, en anglais"}
}
