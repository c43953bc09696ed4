package connect

import (
	"strings"

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
	return &views.Welcome{
		Start: p.Start(c),
		Hand:  p.Hand(c),
		New:   views.Link{Path: views.NewEntryPath(p.Today()), Label: "Saisir une journée"},
		Steps: []views.WelcomeStep{p.configured(), p.withToken(), p.connected(c)},
	}
}

// configured is the first step: without the section no events are taken.
func (p Pages) configured() views.WelcomeStep {
	step := views.WelcomeStep{Name: "Une configuration", Label: "Commande", Then: "Puis arrêtez worklog (Ctrl+C) et relancez-le."}
	switch {
	case p.Endpoint.State != EndpointOff:
		return views.WelcomeStep{Name: step.Name, Done: true}
	case p.ConfigFile == "":
		step.Text = "Elle dit d’où viennent vos journées. «" + nbsp + "J’arrive" + nbsp + "» vient avec elle. Écrivez-la dans le dossier où worklog tourne."
		step.Command = "worklog init"
	default:
		step.Text = "L’intégration est désactivée" + nbsp + ": la section [presence_integration] manque dans config.toml. «" + nbsp + "J’arrive" + nbsp + "» vient avec elle."
		step.Command = `printf '\n[presence_integration]\ntimezone = "Europe/Paris"\n' >> ` + shellQuoted(p.ConfigFile)
	}
	return step
}

// withToken is the second: without a token nobody may send events.
func (p Pages) withToken() views.WelcomeStep {
	switch p.Endpoint.State {
	case EndpointOn:
		return views.WelcomeStep{Name: "Un jeton", Done: true}
	case EndpointOff:
		return views.WelcomeStep{Name: "Un jeton", Text: "Le mot de passe de votre téléphone, que le serveur et lui connaissent."}
	}
	return views.WelcomeStep{
		Name:    "Un jeton",
		Text:    "Le serveur n’a pas de jeton" + nbsp + ": votre téléphone ne peut rien lui envoyer. Arrêtez worklog (Ctrl+C) et relancez-le avec un jeton.",
		Command: `export WORKLOG_API_TOKEN="$(worklog token)" && echo "$WORKLOG_API_TOKEN" && worklog`,
		Label:   "Commande",
		Then:    "Gardez le jeton qui s’affiche" + nbsp + ": le téléphone en a besoin.",
	}
}

// connected is the third, which is done with the first entry.
func (p Pages) connected(c echo.Context) views.WelcomeStep {
	step := views.WelcomeStep{Name: "Un téléphone, ou la domotique", Link: views.Link{Path: connectPath, Label: "Brancher une automatisation"}}
	if p.Endpoint.State == EndpointOn {
		address, missing := p.Address(c, access.Device)
		step.Label = "Essayer dans un terminal"
		step.Command = "curl " + address + eventPath + " \\\n" +
			"  -H \"Authorization: Bearer $WORKLOG_API_TOKEN\" \\\n" +
			"  -H 'Content-Type: application/json' \\\n" +
			`  -d '{"event":"arrival","occurred_at":"` + p.Now().In(p.Rules.Zone).Format("2006-01-02T15:04:05-07:00") + `","idempotency_key":"essai-1"}'`
		step.Then = strings.TrimSpace("WORKLOG_API_TOKEN y est le jeton de ce serveur. " + missing)
	}
	return step
}

// shellQuoted writes a text as one word of a POSIX shell.
func shellQuoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
