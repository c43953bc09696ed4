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
// 12.5.3): gzip is named and its weight is not zero.
func acceptsGzip(r *http.Request) bool {
	for coding := range strings.SplitSeq(r.Header.Get(echo.HeaderAcceptEncoding), ",") {
		name, weight, _ := strings.Cut(coding, ";")
		if strings.EqualFold(strings.TrimSpace(name), "gzip") {
			value, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
			return err != nil || value > 0
		}
	}
	return false
}
