package connect

import (
	"net/http"
	"path"
	"slices"

	"github.com/labstack/echo/v4"

	"worklog/deploy"
	"worklog/docs"
	"worklog/handlers/access"
)

// helpFile offers a file that connects an automation, with our address in it and, to whom it is
// revealed, the token.
func (p Pages) helpFile(c echo.Context) error {
	name := c.Param("*")
	token := ""
	if p.reveals(c) {
		token = p.Endpoint.Reveal()
	}
	reader := access.Neighbour
	if slices.Contains(deploy.ForDevices, name) {
		reader = access.Device
	}
	address, _ := p.Address(c, reader)
	content, found := deploy.File(name, address, token)
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
