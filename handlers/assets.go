package handlers

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// serveAsset answers with a file that its address names whole: it may be kept
// for ever.
func (p *pages) serveAsset(c echo.Context) error {
	asset, found := p.assets.At(c.Request().URL.Path)
	if !found {
		return echo.ErrNotFound
	}
	header := c.Response().Header()
	header.Set(echo.HeaderCacheControl, "public, max-age=31536000, immutable")
	header.Set(echo.HeaderVary, echo.HeaderAcceptEncoding)
	content := asset.Content
	if acceptsGzip(c.Request()) {
		header.Set(echo.HeaderContentEncoding, "gzip")
		content = asset.Gzipped()
	}
	header.Set(echo.HeaderContentLength, strconv.Itoa(len(content)))
	return c.Blob(http.StatusOK, asset.Type, content)
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
