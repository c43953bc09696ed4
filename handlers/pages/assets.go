package pages

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"
)

// serveAsset answers with a file that its address names whole: it may be kept
// for ever.
func (p *Pages) serveAsset(c echo.Context) error {
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

// IsAsset reports whether a request is for a file that holds nothing of anybody.
func IsAsset(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/static/") }
