package connect

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/views"
	"worklog/views/french"
)

// endpointProblems explain why the server does not accept events.
var endpointProblems = map[EndpointState]string{
	EndpointOff:          "L’intégration est désactivée" + french.NBSP + ": la section [presence_integration] manque dans config.toml (worklog init en écrit une).",
	EndpointWithoutToken: "Le serveur n’a pas de jeton" + french.NBSP + ": donnez-lui la variable WORKLOG_API_TOKEN et relancez-le.",
}

// Welcome says what to do first on this server, before the first entry.
func (p Pages) Welcome(c echo.Context) *views.Welcome {
	welcome := views.Welcome{
		Start: p.Start(c), Hand: p.Hand(c), Today: p.Today(), Now: p.Now().In(p.Rules.Zone),
		Integrated: p.Endpoint.State != EndpointOff, TakesEvents: p.Endpoint.State == EndpointOn, ConfigFile: p.ConfigFile,
	}
	address, missing := p.Address(c, access.Device)
	welcome.EventURL, welcome.Missing = address+eventPath, missing
	return &welcome
}
