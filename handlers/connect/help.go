package connect

import (
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/deploy"
	"worklog/docs"
	"worklog/handlers/access"
	"worklog/handlers/frame"
	"worklog/views"
	"worklog/views/french"
)

// help explains what a day asks for, what its marks mean, and which keys there are.
func (p Pages) help(c echo.Context) error {
	return frame.Render(c, http.StatusOK, views.HelpPage(views.Help{
		Frame: p.Frame(c, "Aide"), Today: p.Today(), KeepDays: p.Rules.KeepDays, Ways: p.ways(c),
	}))
}

// eventPath is where events are sent.
const eventPath = "/api/v1/workplace-presence"

// ways say how to send an event to this very server in each of the ways that we know. None
// contains the token: a person adds it.
func (p Pages) ways(c echo.Context) []views.Way {
	address, missing := p.Address(c, access.Device)
	neighbour, _ := p.Address(c, access.Neighbour)
	url, neighbourURL := address+eventPath, neighbour+eventPath
	return []views.Way{
		{ID: "curl", Missing: missing, Name: "curl", Steps: []views.Step{
			{Text: "Dans un terminal où la variable WORKLOG_API_TOKEN contient le jeton du serveur" + french.NBSP + ":", Code: "at=$(date -Iseconds)\ncurl " + url + ` \
  -H "Authorization: Bearer $WORKLOG_API_TOKEN" \
  -H 'Content-Type: application/json' \
  -d '{"event":"arrival","occurred_at":"'"$at"'","idempotency_key":"'"arrival-$at"'"}'`},
			{Text: "Pour un départ, écrivez «\u00a0departure\u00a0» aux deux endroits. Sans réponse, renvoyez la même demande, sans la première ligne" + french.NBSP + ": la même clé n’enregistre rien deux fois."},
		}},
		{ID: "worklog-send", Missing: missing, Name: "worklog-send", Guide: frame.GuideLink("worklog-send", "Pas à pas"), Details: frame.Guide("worklog-send.md"), Files: []string{"worklog-send", "systemd/worklog-send.service", "systemd/worklog-send.timer", "networkmanager/90-worklog"}, Steps: []views.Step{
			{Text: "Ce script garde les envois sur le disque tant que le serveur ne répond pas. Dans ~/.config/worklog-send.conf (mode 600), le jeton à la place de $WORKLOG_API_TOKEN" + french.NBSP + ":",
				Code: "WORKLOG_URL=\"" + address + "\"\nWORKLOG_API_TOKEN=\"$WORKLOG_API_TOKEN\""},
			{Text: "Puis, à l’arrivée et au départ" + french.NBSP + ":", Code: "worklog-send arrival\nworklog-send departure"},
		}},
		{ID: "home-assistant", Name: "Home Assistant", Guide: frame.GuideLink("home-assistant", "Pas à pas"), Details: frame.Guide("home-assistant.md"), Files: []string{
			"home-assistant/worklog.yaml", "home-assistant/worklog_presence.yaml",
			"home-assistant/blueprints/automation/worklog/zone.yaml", "home-assistant/blueprints/automation/worklog/wifi.yaml",
			"home-assistant/blueprints/automation/worklog/alert.yaml"}, Steps: []views.Step{
			{Text: "Le plus sûr est le paquet ci-dessous, avec ses modèles d’automatisation" + french.NBSP + ": il garde les envois dans une liste et les reprend. Au plus court" + french.NBSP + ":"},
			{Text: "Dans secrets.yaml, le jeton à la place de $WORKLOG_API_TOKEN" + french.NBSP + ":", Code: `worklog_authorization: "Bearer $WORKLOG_API_TOKEN"`},
			{Text: "Dans configuration.yaml, l’envoi" + french.NBSP + ":", Code: `rest_command:
  worklog:
    url: "` + neighbourURL + `"
    method: post
    content_type: application/json
    headers:
      Authorization: !secret worklog_authorization
    payload: >-
      {{ {'event': event, 'occurred_at': occurred_at, 'idempotency_key': key} | to_json }}`},
			{Text: "Et une automatisation par sens" + french.NBSP + "; celle de l’arrivée, avec votre personne et votre zone" + french.NBSP + ":", Code: `automation:
  - alias: "worklog : arrivée"
    triggers:
      - trigger: zone
        entity_id: person.moi
        zone: zone.bureau
        event: enter
    actions:
      - action: rest_command.worklog
        data:
          event: arrival
          occurred_at: "{{ trigger.to_state.last_changed.isoformat() }}"
          key: "arrival-{{ trigger.to_state.last_changed.isoformat() }}"`},
		}},
		{ID: "node-red", Name: "Node-RED", Guide: frame.GuideLink("node-red", "Pas à pas"), Details: frame.Guide("node-red.md"), Files: []string{"node-red/flow.json"}, Steps: []views.Step{
			{Text: "Le plus sûr est le flux ci-dessous, à importer" + french.NBSP + ": il garde les envois sur le disque, même si Node-RED s’arrête. Au plus court" + french.NBSP + ":"},
			{Text: "Un nœud «\u00a0function\u00a0», suivi d’un nœud «\u00a0http request\u00a0» dont la méthode est «\u00a0set by msg.method\u00a0»" + french.NBSP + ":", Code: `const at = new Date();
msg.method = "POST";
msg.url = "` + neighbourURL + `";
msg.headers = { Authorization: "Bearer " + env.get("WORKLOG_API_TOKEN") };
msg.payload = {
    event: "arrival",
    occurred_at: at.toISOString(),
    idempotency_key: "arrival-" + at.getTime(),
};
return msg;`},
			{Text: "Le contenu reste un objet" + french.NBSP + ": un texte partirait sans Content-Type."},
		}},
		{ID: "shortcuts", Missing: missing, Name: "Raccourcis (iPhone)", Guide: frame.GuideLink("raccourcis", "Pas à pas"), Details: frame.Guide("phones.md"), Steps: []views.Step{
			{Text: "Onglet Automatisation, «\u00a0Arrivée\u00a0», votre lieu de travail, «\u00a0Exécuter immédiatement\u00a0»."},
			{Text: "Action «\u00a0Formater la date\u00a0», date actuelle, format ISO 8601, avec l’heure incluse. À défaut, un format personnalisé" + french.NBSP + ":", Code: "yyyy-MM-dd'T'HH:mm:ssxxx"},
			{Text: "Action «\u00a0Obtenir le contenu de l’URL\u00a0», méthode POST" + french.NBSP + ":", Code: url},
			{Text: "En-tête Authorization, avec le jeton à la place de $WORKLOG_API_TOKEN" + french.NBSP + ":", Code: "Bearer $WORKLOG_API_TOKEN"},
			{Text: "Corps de la requête JSON, trois champs de texte" + french.NBSP + ": event vaut arrival, occurred_at la date formatée, idempotency_key «\u00a0arrival-\u00a0» suivi de la date formatée. La même chose pour «\u00a0Départ\u00a0», avec departure."},
		}},
		{ID: "tasker", Missing: missing, Name: "Tasker (Android)", Guide: frame.GuideLink("tasker", "Pas à pas"), Details: frame.Guide("phones.md"), Steps: []views.Step{
			{Text: "Un profil sur le lieu ou le Wi-Fi, dont la tâche commence par «\u00a0Parse/Format DateTime\u00a0», maintenant, format de sortie" + french.NBSP + ":", Code: "yyyy-MM-dd'T'HH:mm:ssXXX"},
			{Text: "Action «\u00a0HTTP Request\u00a0», méthode POST, adresse" + french.NBSP + ":", Code: url},
			{Text: "En-têtes, avec le jeton à la place de $WORKLOG_API_TOKEN" + french.NBSP + ":", Code: "Authorization:Bearer $WORKLOG_API_TOKEN\nContent-Type:application/json"},
			{Text: "Corps, où %formatted est la date formatée" + french.NBSP + ":", Code: `{"event":"arrival","occurred_at":"%formatted","idempotency_key":"arrival-%formatted"}`},
			{Text: "La tâche de sortie envoie la même chose avec departure."},
		}},
		{ID: "owntracks", Missing: missing, Name: "OwnTracks", Guide: frame.GuideLink("owntracks", "Pas à pas"), Details: frame.Guide("phones.md"), Steps: append([]views.Step{p.ownTracksState()},
			views.Step{Text: "Dans l’application, mode HTTP, adresse" + french.NBSP + ":", Code: address + "/hooks/owntracks"},
			views.Step{Text: "Authentification" + french.NBSP + ": un nom d’utilisateur quelconque et, comme mot de passe, le jeton du serveur. Laissez la clé de chiffrement vide" + french.NBSP + ": un message chiffré ne peut pas être lu ici."},
			views.Step{Text: "Entrer dans la région est une arrivée, en sortir un départ. Les positions ne sont ni gardées ni écrites dans un journal."},
		)},
	}
}

// ownTracksState says which regions are the workplace, or how to say so.
func (p Pages) ownTracksState() views.Step {
	if len(p.Endpoint.OwnTracksRegions) == 0 {
		return views.Step{Text: "OwnTracks n’est pas configuré. Nommez la région de l’application dans config.toml, puis relancez le serveur" + french.NBSP + ":",
			Code: "[presence_integration.owntracks]\nregion = \"Bureau\""}
	}
	var names []string
	for _, name := range p.Endpoint.OwnTracksRegions {
		names = append(names, strconv.Quote(name))
	}
	return views.Step{Text: "Région attendue, à la lettre près" + french.NBSP + ": " + strings.Join(names, ", ") + "."}
}

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
