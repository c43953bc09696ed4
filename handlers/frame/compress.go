package frame

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"worklog/handlers/access"
)

// Compress compresses responses for clients that accept it. It is for pages; assets
// are compressed only once.
func Compress() echo.MiddlewareFunc {
	compress := middleware.GzipWithConfig(middleware.GzipConfig{
		Level:     1, // pages are small, and rendered for each request
		MinLength: 1024,
		// what a stranger posts waits for its password to be checked, and a compressor is
		// nearly a megabyte
		Skipper: func(c echo.Context) bool { return c.Request().Method == http.MethodPost && !access.Admitted(c) },
	})
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		compressed := compress(next)
		return func(c echo.Context) error {
			coding := "identity"
			if acceptsGzip(c.Request()) {
				coding = "gzip"
			}
			c.Request().Header.Set(echo.HeaderAcceptEncoding, coding) // Echo's middleware only searches for "gzip"
			return compressed(c)
		}
	}
}

// acceptsGzip reports whether the client accepts gzip (RFC 9110, section 12.5.3), by
// name or with "*", and with a weight above zero.
func acceptsGzip(r *http.Request) bool {
	others := false
	for coding := range strings.SplitSeq(strings.Join(r.Header.Values(echo.HeaderAcceptEncoding), ","), ",") {
		name, weight, weighted := strings.Cut(coding, ";")
		accepted := !weighted || isPositive(weight)
		switch strings.ToLower(strings.TrimSpace(name)) {
		case "gzip", "x-gzip":
			return accepted
		case "*":
			others = accepted
		}
	}
	return others
}

// isPositive reports whether a weight such as "q=0.5" is above zero. A malformed one
// is not, since every client understands an uncompressed response.
func isPositive(weight string) bool {
	name, value, _ := strings.Cut(strings.TrimSpace(weight), "=")
	number, err := strconv.ParseFloat(value, 64)
	return strings.EqualFold(name, "q") && err == nil && number > 0
}
