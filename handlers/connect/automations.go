package connect

import (
	"crypto/rand"
	"net/http"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/handlers/outcomes"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/presence"
	"worklog/views"
	"worklog/views/french"
)

// endpointTakes says what becomes of the events that are sent, where nothing is in
// their way.
const endpointTakes = "Ce serveur prend les arrivées et les départs qu’on lui envoie avec son jeton."

// trial is what the form of a trial asks.
type trial struct {
	Event models.EventType
	At    string // as typed; empty for now
}

// automations shows how events are sent to this server.
func (p Pages) automations(c echo.Context) error {
	return p.automationsPage(c, http.StatusOK, trial{Event: models.Arrival}, views.TrialResult{})
}

// tokenPath is where the token is asked for.
const tokenPath = "/help/token"

// showToken shows the page with the token.
func (p Pages) showToken(c echo.Context) error {
	if !p.reveals(c) {
		return echo.ErrNotFound
	}
	page := p.newAutomations(c, trial{Event: models.Arrival}, views.TrialResult{})
	page.Inside.Token = p.Endpoint.Reveal()
	return frame.Render(c, http.StatusOK, views.AutomationsPage(page))
}

func (p Pages) automationsPage(c echo.Context, status int, asked trial, result views.TrialResult) error {
	return frame.Render(c, status, views.AutomationsPage(p.newAutomations(c, asked, result)))
}

func (p Pages) newAutomations(c echo.Context, asked trial, result views.TrialResult) views.Automations {
	page := views.Automations{
		Frame:   p.Frame(c, "Brancher une automatisation"),
		Back:    views.Link{Path: "/help", Label: "Aide"},
		State:   endpointTakes,
		Problem: endpointProblems[p.Endpoint.State],
		Ways:    p.ways(c),
		Links: []views.Link{
			{Path: "/journal", Label: "Journal des envois"},
			{Path: "/feeds", Label: "Flux à lire"},
			{Path: "/data", Label: "Emporter ou reprendre des données"},
			{Path: "/openapi.yaml", Label: "Description OpenAPI"},
		},
	}
	var err error
	if page.Doors, err = p.diagnosis(c.Request().Context()); err != nil {
		p.LogOmitted(c, "diagnosis", err)
	}
	if p.Endpoint.State == EndpointOn {
		page.Trial = &views.Trial{
			Action: "/help/trial#trial",
			Events: []views.Option{
				{Value: string(models.Arrival), Label: "une arrivée", Selected: asked.Event == models.Arrival},
				{Value: string(models.Departure), Label: "un départ", Selected: asked.Event == models.Departure},
			},
			At:     asked.At,
			Result: result,
		}
	}
	if access.Framed(c) {
		address, _ := p.Address(c, access.Neighbour)
		page.Inside = &views.Inside{Address: address}
		if p.reveals(c) {
			page.Inside.Show = tokenPath + "#inside"
		}
	}
	return page
}

// tryEvent says what would be answered to an event, which is not sent: nothing is
// recorded.
func (p Pages) tryEvent(c echo.Context) error {
	values, err := forms.Read(c)
	if err != nil {
		return err
	}
	asked := trial{models.EventType(values.Get("event")), values.Get("at")}
	if p.Endpoint.State != EndpointOn || !asked.Event.Valid() {
		return p.automationsPage(c, http.StatusUnprocessableEntity, trial{Event: models.Arrival}, views.TrialResult{})
	}
	now := civil.NewInstant(p.Now())
	at, message := p.trialTime(asked, now)
	if message != "" {
		return p.automationsPage(c, http.StatusUnprocessableEntity, asked, views.TrialResult{Message: message})
	}
	signal := models.Signal{Event: asked.Event, OccurredAt: at, IdempotencyKey: "essai-" + rand.Text(), Source: models.FromPage}
	outcome, err := presence.Try(c.Request().Context(), p.Store, signal, now)
	if err != nil {
		return err
	}
	return p.automationsPage(c, http.StatusOK, asked, views.TrialResult{
		Answer: outcomes.AnswerTo(models.JournalLine{Source: models.FromAPI, Outcome: outcome, Event: string(asked.Event)}).String(),
		Reason: outcomes.Of[outcome].Tried[asked.Event],
	})
}

// trialTime returns when the event of a trial occurs: now, or at a time of today.
func (p Pages) trialTime(asked trial, now civil.Instant) (at civil.Instant, message string) {
	if asked.At == "" {
		return now, ""
	}
	typed, ok := forms.ParseWallTime(asked.At)
	if !ok {
		return at, "Une heure s’écrit 08:03."
	}
	instants := civil.InstantsAt(p.Today(), typed, p.Rules.Zone)
	if len(instants) == 0 {
		return at, "Cette heure n’existe pas aujourd’hui" + french.NBSP + ": l’horloge la saute."
	}
	return instants[0], ""
}
