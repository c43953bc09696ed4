package connect

import (
	"net/http"
	"path"

	"github.com/labstack/echo/v4"

	"worklog/deploy"
	"worklog/docs"
)

// helpFile offers a file that connects an automation, with our address in it and, to whom it is
// revealed, the token.
func (p Pages) helpFile(c echo.Context) error {
	name := c.Param("*")
	token := ""
	if p.reveals(c) {
		token = p.Endpoint.Reveal()
	}
	content, found := deploy.File(name, p.Address(c), token)
	if !found {
		return echo.ErrNotFound
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+path.Base(name)+`"`)
	return c.Blob(http.StatusOK, "application/octet-stream", content)
}

// helpGuide shows a guide as it is written.
func (p Pages) helpGuide(c echo.Context) error {
	content, err := docs.Guides.ReadFile(c.Param("name"))
	if err != nil {
		return echo.ErrNotFound
	}
	return c.Blob(http.StatusOK, echo.MIMETextPlainCharsetUTF8, content)
}
