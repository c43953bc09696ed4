package frame

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/static"
)

// serveAsset serves a file whose URL contains its checksum, so that it can be cached
// forever.
func serveAsset(c echo.Context) error {
	asset, found := static.At(c.Request().URL.Path)
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

// IsAsset reports whether a request is for a static file or a service-worker file; neither contains
// personal data.
func IsAsset(r *http.Request) bool {
	path := r.URL.Path
	return strings.HasPrefix(path, "/static/") || path == workerPath || path == offlinePath
}
