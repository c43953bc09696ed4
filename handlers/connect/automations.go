package connect

import (
	"crypto/rand"
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/handlers/outcomes"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/presence"
	"worklog/views"
)

var newTrial = views.Trial{Event: models.Arrival}

func (p Pages) automations(c echo.Context) error {
	return p.automationsPage(c, http.StatusOK, newTrial)
}

func (p Pages) showToken(c echo.Context) error {
	if !p.reveals(c) {
		return echo.ErrNotFound
	}
	page := p.newAutomations(c, newTrial)
	page.Inside.Token = p.Endpoint.Reveal()
	return frame.Show(c, views.AutomationsPage(page))
}

func (p Pages) automationsPage(c echo.Context, status int, trial views.Trial) error {
	return frame.Render(c, status, views.AutomationsPage(p.newAutomations(c, trial)))
}

func (p Pages) newAutomations(c echo.Context, trial views.Trial) views.Automations {
	page := views.Automations{Frame: p.Frame(c, "Brancher une automatisation"), Problem: p.problem(), Ways: p.ways(c)}
	doors, err := p.diagnosis(c.Request().Context())
	p.LogOmitted(c, "diagnosis", err)
	page.Doors = doors
	if page.Problem == "" {
		page.Trial = &trial
	}
	if access.Framed(c) {
		address, _ := p.Address(c, access.Neighbour)
		page.Inside = &views.Inside{Address: address, Show: p.reveals(c)}
	}
	return page
}

// tryEvent says what would be answered to an event, which is not sent: nothing is
// recorded.
func (p Pages) tryEvent(c echo.Context, values url.Values) error {
	trial := views.Trial{Event: models.EventType(values.Get("event")), At: values.Get("at")}
	if p.problem() != "" || !trial.Event.Valid() {
		return p.automationsPage(c, http.StatusUnprocessableEntity, newTrial)
	}
	now := civil.NewInstant(p.Now())
	var at civil.Instant
	if at, trial.Message = p.trialTime(trial.At, now); trial.Message != "" {
		return p.automationsPage(c, http.StatusUnprocessableEntity, trial)
	}
	signal := models.Signal{Event: trial.Event, OccurredAt: at, IdempotencyKey: "essai-" + rand.Text(), Source: models.DoorPage}
	outcome, err := presence.Try(c.Request().Context(), p.Store, signal, now)
	if err != nil {
		return err
	}
	trial.Answer = outcomes.AnswerTo(models.JournalLine{Source: models.DoorAPI, Outcome: outcome, Event: string(trial.Event)}).String()
	trial.Reason = outcomes.Of[outcome].Tried[trial.Event]
	return p.automationsPage(c, http.StatusOK, trial)
}

// trialTime returns when the event of a trial occurs: now, or at a time of today.
func (p Pages) trialTime(text string, now civil.Instant) (at civil.Instant, message string) {
	if text == "" {
		return now, ""
	}
	typed, ok := forms.ParseWallTime(text)
	if !ok {
		return at, "Une heure s’écrit 08:03."
	}
	instants := civil.InstantsAt(p.Today(), typed, p.Rules.Zone)
	if len(instants) == 0 {
		return at, "Cette heure n’existe pas aujourd’hui\u00a0: l’horloge la saute."
	}
	return instants[0], ""
}

// problem says why the server takes no events; empty if it does.
func (p Pages) problem() string {
	switch {
	case !p.Rules.Integrated:
		return "L’intégration est désactivée\u00a0: la section [presence_integration] manque dans config.toml (worklog init en écrit une)."
	case !p.Endpoint.HasToken:
		return "Le serveur n’a pas de jeton\u00a0: donnez-lui la variable WORKLOG_API_TOKEN et relancez-le."
	}
	return ""
}

// Welcome says what to do first on this server, before the first entry.
func (p Pages) Welcome(c echo.Context) *views.Welcome {
	welcome := views.Welcome{
		Start: p.Start(c), Hand: p.Hand(c), Today: p.Today(), Now: p.Now().In(p.Rules.Zone),
		Integrated: p.Rules.Integrated, TakesEvents: p.problem() == "", ConfigFile: p.ConfigFile,
	}
	address, missing := p.Address(c, access.Device)
	welcome.EventURL, welcome.Missing = address+eventPath, missing
	return &welcome
}
