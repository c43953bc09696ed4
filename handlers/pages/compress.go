package pages

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

// Compress compresses answers for whoever accepts it. It is for pages: assets are
// compressed once.
func Compress() echo.MiddlewareFunc {
	compress := middleware.GzipWithConfig(middleware.GzipConfig{
		Level:     1, // a page is small and made anew each time
		MinLength: 1024,
	})
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		compressed := compress(next)
		return func(c echo.Context) error {
			coding := "identity"
			if acceptsGzip(c.Request()) {
				coding = "gzip"
			}
			c.Request().Header.Set(echo.HeaderAcceptEncoding, coding) // Echo's looks for the bare word
			return compressed(c)
		}
	}
}

// acceptsGzip reports whether the answer may be compressed (RFC 9110, section
// 12.5.3): gzip is named or, where it is not, any coding is accepted, and the
// weight is not zero.
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

// isPositive reports whether a weight such as "q=0.5" is more than zero. One that
// cannot be read is not: everybody understands what is not compressed.
func isPositive(weight string) bool {
	name, value, _ := strings.Cut(strings.TrimSpace(weight), "=")
	number, err := strconv.ParseFloat(value, 64)
	return strings.EqualFold(name, "q") && err == nil && number > 0
}
