package api

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

// OpenAPI describes what machines may ask, in OpenAPI 3.1. A test validates our
// answers against it.
//
//go:embed openapi.yaml
var OpenAPI []byte

const documentPath = "/openapi.yaml"

// IsDocument reports whether a request is for the description of the API, which
// holds nothing of anybody.
func IsDocument(r *http.Request) bool { return r.URL.Path == documentPath }

// routeDocument adds the description, with its server for each request.
func routeDocument(e *echo.Echo, server func(echo.Context) string) {
	e.Match([]string{http.MethodGet, http.MethodHead}, documentPath, func(c echo.Context) error {
		document := OpenAPI
		if server := server(c); server != "/" { // as it is written
			document = bytes.Replace(OpenAPI, []byte("- url: /\n"), []byte("- url: "+strconv.Quote(server)+"\n"), 1)
		}
		digest := sha256.Sum256(document)
		tag := strconv.Quote(hex.EncodeToString(digest[:8]))
		header := c.Response().Header()
		header.Set(echo.HeaderContentType, "application/yaml") // RFC 9512
		header.Set(echo.HeaderCacheControl, "no-cache")
		header.Set("ETag", tag)
		http.ServeContent(c.Response(), c.Request(), "", time.Time{}, bytes.NewReader(document))
		return nil
	})
}
