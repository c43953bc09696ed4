package connect

import (
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
	"worklog/views"
)

// endpointProblems explain why the server does not accept events.
var endpointProblems = map[EndpointState]string{
	EndpointOff:          "L’intégration est désactivée" + french.NBSP + ": la section [presence_integration] manque dans config.toml (worklog init en écrit une).",
	EndpointWithoutToken: "Le serveur n’a pas de jeton" + french.NBSP + ": donnez-lui la variable WORKLOG_API_TOKEN et relancez-le.",
}

// Welcome says what to do first on this server, before the first entry.
func (p Pages) Welcome(c echo.Context) *views.Welcome {
	welcome := p.firstStep(c)
	welcome.New = "/entries/new"
	return &welcome
}

// firstStep is the one thing to do first, with a command that succeeds.
func (p Pages) firstStep(c echo.Context) views.Welcome {
	switch {
	case p.Endpoint.State == EndpointOff && p.ConfigFile == "":
		return views.Welcome{
			Do:      "Pour commencer, écrivez une configuration, dans le dossier où worklog tourne" + french.NBSP + ":",
			Command: "worklog init",
			Then:    "Puis arrêtez worklog (Ctrl+C) et relancez-le.",
		}
	case p.Endpoint.State == EndpointOff:
		return views.Welcome{
			Do:      "L’intégration est désactivée" + french.NBSP + ": la section [presence_integration] manque. Pour l’ajouter" + french.NBSP + ":",
			Command: `printf '\n[presence_integration]\ntimezone = "Europe/Paris"\n' >> ` + shellQuoted(p.ConfigFile),
			Then:    "Puis arrêtez worklog (Ctrl+C) et relancez-le.",
		}
	case p.Endpoint.State == EndpointWithoutToken:
		return views.Welcome{
			Do:      "Le serveur n’a pas de jeton" + french.NBSP + ": votre téléphone ne peut rien lui envoyer. Arrêtez worklog (Ctrl+C) et relancez-le ainsi" + french.NBSP + ":",
			Command: `export WORKLOG_API_TOKEN="$(worklog token)" && echo "$WORKLOG_API_TOKEN" && worklog`,
			Then:    "Gardez le jeton qui s’affiche" + french.NBSP + ": le téléphone en a besoin. En attendant, le bouton «" + french.NBSP + "J’arrive" + french.NBSP + "» enregistre déjà.",
		}
	}
	return views.Welcome{
		Do: "La première arrivée, à essayer dans un terminal où WORKLOG_API_TOKEN est le jeton de ce serveur" + french.NBSP + ":",
		Command: "curl " + p.Address(c) + "/api/v1/workplace-presence \\\n" +
			"  -H \"Authorization: Bearer $WORKLOG_API_TOKEN\" \\\n" +
			"  -H 'Content-Type: application/json' \\\n" +
			`  -d '{"event":"arrival","occurred_at":"` + p.Now().In(p.Rules.Zone).Format("2006-01-02T15:04:05-07:00") + `","idempotency_key":"essai-1"}'`,
		Then: "Ou pressez «" + french.NBSP + "J’arrive" + french.NBSP + "».",
	}
}

// shellQuoted writes a text as one word of a POSIX shell.
func shellQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
