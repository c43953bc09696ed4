package connect

import (
	"fmt"
	"strings"
	"time"

	"worklog/handlers/outcomes"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views/french"
)

const nbsp = french.NBSP

// told says in a sentence without its full stop what a request asked, what became of it, and why:
// "Arrivée de 08:03 refusée : celle de la veille était encore ouverte". The event is the one that
// the line names, nil when there is none (any more).
func (p Pages) told(line models.JournalLine, event *models.WorkplacePresenceEvent) string {
	asked, row := french.Events[models.EventType(line.Event)], outcomes.Of[line.Outcome]
	if at, readable := p.Endpoint.OccurredAt(line); readable && asked != "" {
		if _, err := civil.DateIn(at, p.Rules.Zone); err == nil {
			asked += " " + outcomes.OfMoment(at, line.ReceivedAt, p.Rules.Zone)
		}
	}
	ending := "e"
	switch models.EventType(line.Event) {
	case models.Arrival:
	case models.Departure:
		ending = ""
	default:
		asked = "Requête"
	}
	told, reason := asked+" "+row.Became()+ending, row.Reason
	if line.Source == models.FromOwnTracks && line.Outcome == models.RefusedTimeForm {
		reason = "l’heure du message (tst) ne peut pas être lue"
	}
	if row.Stands != nil {
		reason = fmt.Sprintf(reason, row.Stands(p.Rules.Zone, line, event))
	}
	if reason == "" {
		return told
	}
	return told + nbsp + ": " + reason
}

// remedy says what to do about a refusal; empty if its reason says it.
func (p Pages) remedy(refused models.JournalLine) string {
	if refused.Source == models.FromOwnTracks && refused.Outcome == models.RefusedTimeForm {
		return "L’application l’écrit en secondes depuis 1970."
	}
	return strings.ReplaceAll(outcomes.Of[refused.Outcome].Remedy, "%s", p.Now().In(p.Rules.Zone).Format(time.RFC3339))
}
