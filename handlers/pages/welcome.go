package pages

import (
	"github.com/labstack/echo/v4"

	"worklog/views"
)

// endpointProblems explain why the server does not accept events.
var endpointProblems = map[EndpointState]string{
	EndpointOff:          "L’intégration est désactivée" + nbsp + ": la section [presence_integration] manque dans config.toml (worklog init en écrit une).",
	EndpointWithoutToken: "Le serveur n’a pas de jeton" + nbsp + ": donnez-lui la variable WORKLOG_API_TOKEN et relancez-le.",
}

// welcome explains how to send the first event to this server, before the first entry.
func (p *Pages) welcome(c echo.Context) *views.Welcome {
	return &views.Welcome{
		Problem: endpointProblems[p.endpoint],
		Curl: "curl " + p.ownAddress(c) + "/api/v1/workplace-presence \\\n" +
			"  -H \"Authorization: Bearer $WORKLOG_API_TOKEN\" \\\n" +
			"  -H 'Content-Type: application/json' \\\n" +
			`  -d '{"event":"arrival","occurred_at":"` + p.now().In(p.zone).Format("2006-01-02T15:04:05-07:00") + `","idempotency_key":"essai-1"}'`,
		New: p.links.To("/entries/new"),
	}
}

// ownAddress is where the program is reached: the public address, or the one of
// this very request.
func (p *Pages) ownAddress(c echo.Context) string {
	if p.public != nil {
		return p.public.String()
	}
	return p.address(c.Request()) + p.links.To("")
}
