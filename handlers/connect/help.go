package connect

import (
	_ "embed"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"
	"github.com/pelletier/go-toml/v2"

	"worklog/deploy"
	"worklog/docs"
	"worklog/handlers/access"
	"worklog/handlers/frame"
	"worklog/views"
)

func (p Pages) help(c echo.Context) error {
	return frame.Show(c, views.HelpPage(views.Help{
		Frame: p.Frame(c, "Aide"), Ways: p.ways(c),
	}))
}

const eventPath = "/api/v1/workplace-presence"

// ways.toml says how to send an event in each of the ways that we know.
//
//go:embed ways.toml
var waysText []byte

type way struct {
	ID, Name       string
	Neighbour      bool // it reaches the server as Home Assistant does
	Guide, Details string
	Files          []string
	Steps          []views.Step
}

var knownWays = sync.OnceValue(func() []way {
	var known struct{ Ways []way }
	if err := toml.Unmarshal(waysText, &known); err != nil {
		panic(err)
	}
	return known.Ways
})

func (p Pages) ways(c echo.Context) []views.Way {
	var ways []views.Way
	for _, known := range knownWays() {
		reader := access.Device
		if known.Neighbour {
			reader = access.Neighbour
		}
		address, missing := p.Address(c, reader)
		way := views.Way{ID: known.ID, Name: known.Name, Missing: missing}
		for _, name := range known.Files {
			file := views.WayFile{Path: filesPath + name}
			if strings.HasPrefix(file.Path, blueprintsPath) && missing == "" {
				file.Import = blueprintImport + url.QueryEscape(address+file.Path)
			}
			way.Files = append(way.Files, file)
		}
		if known.Guide != "" {
			way.Guide, way.Details = frame.GuideLink(known.Guide, "Pas à pas"), frame.Guide(known.Details)
		}
		if known.ID == "owntracks" {
			way.Steps = []views.Step{p.ownTracksState()}
		}
		for _, step := range known.Steps {
			step.Code = strings.ReplaceAll(step.Code, "ADDRESS", address)
			way.Steps = append(way.Steps, step)
		}
		ways = append(ways, way)
	}
	return ways
}

// ownTracksState says which regions are the workplace, or how to say so.
func (p Pages) ownTracksState() views.Step {
	if len(p.Endpoint.OwnTracksRegions) == 0 {
		return views.Step{Text: "OwnTracks n’est pas configuré. Nommez la région de l’application dans config.toml, puis relancez le serveur\u00a0:",
			Code: "[presence_integration.owntracks]\nregion = \"Bureau\""}
	}
	var names []string
	for _, name := range p.Endpoint.OwnTracksRegions {
		names = append(names, strconv.Quote(name))
	}
	return views.Step{Text: "Région attendue, à la lettre près\u00a0: " + strings.Join(names, ", ") + "."}
}

// Where the files that connect an automation are. The blueprints, which have no secret, are for
// everyone: Home Assistant fetches them itself from the address that it is told.
const (
	filesPath       = "/help/files/"
	blueprintsPath  = filesPath + "home-assistant/blueprints/"
	blueprintImport = "https://my.home-assistant.io/redirect/blueprint_import/?blueprint_url="
)

// IsBlueprint reports whether a request is for a blueprint.
func IsBlueprint(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, blueprintsPath) }

// helpFile offers a file that connects an automation, with our address in it and, to whom it is
// revealed, the token.
func (p Pages) helpFile(c echo.Context) error {
	name := c.Param("*")
	token := ""
	if p.reveals(c) && !IsBlueprint(c.Request()) {
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

func (p Pages) helpGuide(c echo.Context) error {
	content, err := docs.Guides.ReadFile(c.Param("name"))
	if err != nil {
		return echo.ErrNotFound
	}
	return c.Blob(http.StatusOK, echo.MIMETextPlainCharsetUTF8, content)
}
