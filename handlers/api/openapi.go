package api

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
)

// openAPI describes what machines may ask, in OpenAPI 3.1. A test validates our
// answers against it.
//
//go:embed openapi.yaml
var openAPI []byte

const documentPath = "/openapi.yaml"

// IsDocument reports whether a request is for the description of the API, which
// holds nothing of anybody.
func IsDocument(r *http.Request) bool { return r.URL.Path == documentPath }

// routeDocument adds the description, with the public address as its server when
// there is one.
func routeDocument(e *echo.Echo, public *url.URL) {
	document := openAPI
	if public != nil {
		document = bytes.Replace(document, []byte("- url: /\n"), []byte("- url: "+strconv.Quote(public.String())+"\n"), 1)
	}
	digest := sha256.Sum256(document)
	tag := strconv.Quote(hex.EncodeToString(digest[:8]))
	serve := func(c echo.Context) error {
		header := c.Response().Header()
		header.Set(echo.HeaderContentType, "application/yaml") // RFC 9512
		header.Set(echo.HeaderCacheControl, "no-cache")
		header.Set("ETag", tag)
		http.ServeContent(c.Response(), c.Request(), "", time.Time{}, bytes.NewReader(document))
		return nil
	}
	e.GET(documentPath, serve)
	e.HEAD(documentPath, serve)
}
