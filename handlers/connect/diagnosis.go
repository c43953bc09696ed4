package connect

import (
	"cmp"
	"context"
	"strings"

	"worklog/handlers/outcomes"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/journal"
	"worklog/views"
	"worklog/views/french"
)

// diagnosis says of each door what has come last, what went wrong last, and what to do
// about it. It reads the journal and the contacts, both of which are bounded.
func (p Pages) diagnosis(ctx context.Context) ([]views.Door, error) {
	contacts, err := p.contacts(ctx)
	if err != nil {
		return nil, err
	}
	senders, err := journal.Senders(ctx, p.Store)
	if err != nil {
		return nil, err
	}
	var refused []models.JournalLine
	for _, sender := range senders {
		if sender.Refused != nil {
			refused = append(refused, *sender.Refused)
		}
	}
	events, err := journal.EventsOf(ctx, p.Store, refused) // which were in the way
	if err != nil {
		return nil, err
	}
	made, err := p.Store.Feeds(ctx)
	if err != nil {
		return nil, err
	}
	var own, others []views.DoorRow // of OwnTracks, and of the endpoint
	for _, sender := range senders {
		if row := p.senderRow(sender, events); sender.Last.Source == models.DoorOwnTracks {
			own = append(own, row)
		} else {
			others = append(others, row)
		}
	}
	return []views.Door{
		p.endpointDoor(others, contacts),
		p.ownTracksDoor(own, senders, contacts),
		p.feedsDoor(len(made) > 0, contacts),
	}, nil
}

// senderRow says what a program has sent last, and what was refused of it last.
func (p Pages) senderRow(sender journal.Sender, events map[int64]*models.WorkplacePresenceEvent) views.DoorRow {
	row := views.DoorRow{
		What: program(sender.Last.UserAgent),
		Last: "Dernier envoi " + p.When(sender.Last.ReceivedAt) + ", " + outcomes.Of[sender.Last.Outcome].Became() + ".",
	}
	refused := sender.Refused
	if refused == nil {
		return row
	}
	inTheWay := events[refused.ID]
	row.Error = "Dernière erreur " + p.When(refused.ReceivedAt) + ". " + p.told(*refused, inTheWay) + "."
	row.Remedy = p.refusalRemedy(*refused)
	if refused.ID != sender.Last.ID {
		row.Over, row.Remedy = true, "Un envoi a réussi depuis."
	}
	switch {
	case refused.Outcome == models.RefusedArrivalOpen && inTheWay != nil && inTheWay.Closure == nil:
		row.Link = views.Link{Path: "/presence/close", Label: "La clore"}
	case refused.Outcome.Recoverable() && refused.Outcome != models.RefusedOnOwnFailure:
		row.Link = views.Link{Path: views.ReviewPath, Label: "À vérifier"}
	}
	return row
}

func program(userAgent string) string {
	return cmp.Or(userAgent, "Programme qui ne dit pas son nom")
}

// refusalRemedy is [Pages.remedy], and where there is none where to compare.
func (p Pages) refusalRemedy(refused models.JournalLine) string {
	compare := "Corrigez ce que ce programme envoie\u00a0: les exemples de cette page sont justes."
	if refused.Source == models.DoorOwnTracks {
		compare = "Comparez les réglages de l’application avec ceux de cette page."
	}
	return cmp.Or(p.remedy(refused), compare)
}

func (p Pages) recent(door models.Door, contacts []models.Contact) []models.Contact {
	return at(door, contacts, p.Today().AddDays(1-views.RecentDays), p.Today())
}

// refusedRow says how many requests were refused before they were read: without the token,
// or above the limit. It reports false for other contacts.
func (p Pages) refusedRow(contact models.Contact, token string) (views.DoorRow, bool) {
	requests := french.Counted(int(contact.Requests), "requête")
	switch contact.Kind {
	case models.ContactWithoutToken:
		return views.DoorRow{
			What:   "Sans le bon jeton",
			Error:  requests + ", " + p.lastTime(contact, "dernière ") + "\u00a0: rien n’a été pris.",
			Remedy: "Si c’est un de vos programmes, " + token,
		}, true
	case models.ContactTooMany:
		return views.DoorRow{
			What:   program(contact.Name),
			Error:  requests + " de trop, " + p.lastTime(contact, "dernière ") + ".",
			Remedy: "Espacez ses envois, ou augmentez «\u00a0presence_requests_per_minute\u00a0», section [limits] de config.toml.",
		}, true
	}
	return views.DoorRow{}, false
}

func (p Pages) endpointDoor(senders []views.DoorRow, contacts []models.Contact) views.Door {
	door := views.Door{Name: "Envois des automatisations", Rows: senders}
	for _, contact := range p.recent(models.DoorAPI, contacts) {
		if row, refused := p.refusedRow(contact, "donnez-lui de nouveau le jeton, dans l’en-tête Authorization, après «\u00a0Bearer\u00a0»."); refused {
			door.Rows = append(door.Rows, row)
		}
	}
	switch {
	case p.problem() != "":
		door.Says = p.problem()
	case len(door.Rows) == 0:
		door.Says = "Rien n’a encore été reçu."
	}
	return door
}

func (p Pages) ownTracksDoor(senders []views.DoorRow, sent []journal.Sender, contacts []models.Contact) views.Door {
	door := views.Door{Name: "OwnTracks", Rows: senders}
	var last civil.Instant
	for _, sender := range sent {
		if sender.Last.Source == models.DoorOwnTracks && sender.Last.ReceivedAt.After(last.Time) {
			last = sender.Last.ReceivedAt
		}
	}
	for _, contact := range contacts {
		if contact.Door == models.DoorOwnTracks && contact.Kind != models.ContactWithoutToken && contact.LastAt.After(last.Time) {
			last = contact.LastAt
		}
	}
	gathered, leftOut := p.gathered(p.recent(models.DoorOwnTracks, contacts))
	said := map[string]bool{} // remedies, each of which is said once
	for _, contact := range gathered {
		if row, refused := p.refusedRow(contact, "le mot de passe à donner dans l’application est le jeton du serveur."); refused {
			door.Rows = append(door.Rows, row)
		} else if words, isUnused := p.unusedWords(contact, leftOut); isUnused {
			row := views.DoorRow{What: words + "."}
			if remedy := p.unusedRemedy(contact); !said[remedy] {
				row.Remedy, said[remedy] = remedy, true
			}
			door.Rows = append(door.Rows, row)
		}
	}
	switch {
	case len(p.Endpoint.OwnTracksRegions) == 0:
		door.Says = "OwnTracks n’est pas configuré."
	case p.problem() != "":
		door.Says = p.problem()
	case !last.IsZero():
		door.Says = "Dernier message " + p.When(last) + "."
	default:
		door.Says = "Rien n’a encore été reçu. Dans l’application, vérifiez le mode HTTP, l’adresse et le mot de passe."
	}
	return door
}

// unusedRemedy says what to do about messages of OwnTracks that are not used; empty if there is
// nothing to do.
func (p Pages) unusedRemedy(contact models.Contact) string {
	quoted := func(name string) string { return "«\u00a0" + name + "\u00a0»" }
	switch contact.Kind {
	case models.ContactEncrypted:
		return "Un message chiffré ne peut pas être lu ici\u00a0: dans l’application, videz la clé de chiffrement."
	case models.ContactUnreadable:
		return "Mettez l’application à jour, et vérifiez qu’elle est en mode HTTP."
	case models.ContactOtherRegion:
		if alike := p.alike(contact.Name); alike != "" {
			return "Ce nom n’est pas tout à fait " + quoted(alike) + "\u00a0: écrivez-le pareil dans l’application et dans config.toml, majuscules et espaces compris."
		}
		if len(p.Endpoint.OwnTracksRegions) == 0 {
			return "Nommez votre lieu de travail dans config.toml, section [presence_integration.owntracks]."
		}
		workplace := quoted(strings.Join(p.Endpoint.OwnTracksRegions, "\u00a0» ou «\u00a0"))
		if contact.Name == "" {
			return "Si votre lieu de travail en est une, nommez-la " + workplace + " dans l’application."
		}
		return "Si c’est votre lieu de travail, nommez-le " + workplace + " dans l’application, ou ajoutez ce nom à «\u00a0region\u00a0" +
			"», section [presence_integration.owntracks] de config.toml. Sinon, il n’y a rien à faire."
	}
	return ""
}

var feedWords = map[models.ContactKind]string{models.ContactPresence: "presence.json", models.ContactCalendar: "calendar.ics", models.ContactDays: "days.json"}

// feedsDoor says what of the feeds was read, and what went wrong. An error is past once the
// program has read a feed since.
func (p Pages) feedsDoor(made bool, contacts []models.Contact) views.Door {
	door := views.Door{Name: "Agenda"}
	readSince := map[string]bool{} // by program; the latest contact comes first
	for _, contact := range at(models.DoorFeeds, contacts, civil.Date{}, p.Today()) {
		row := views.DoorRow{What: program(contact.Name)}
		switch contact.Kind {
		case models.ContactPresence, models.ContactCalendar, models.ContactDays:
			row.Last = feedWords[contact.Kind] + " lu " + p.When(contact.LastAt) + "."
			readSince[contact.Name] = true
		case models.ContactFailed:
			row.Error = "Dernière erreur " + p.When(contact.LastAt) + ". Le serveur n’a pas pu répondre."
			row.Remedy = outcomes.Of[models.RefusedOnOwnFailure].Remedy
			if readSince[contact.Name] {
				row.Over, row.Remedy = true, "Une lecture a réussi depuis."
				row.Error = "Dernière erreur " + p.When(contact.LastAt) + ". Le serveur n’avait pas pu répondre."
			}
		case models.ContactBadRange:
			row.Error = "Dernière erreur " + p.When(contact.LastAt) + ". La période demandée à days.json n’en est pas une."
			row.Remedy = "Corrigez dans ce programme «\u00a0from\u00a0» et «\u00a0to\u00a0»\u00a0: deux dates, de 1 à 400 jours."
			row.Over = readSince[contact.Name]
		case models.ContactWrongAddress:
			row.What, row.Over = "Adresse inconnue", len(readSince) > 0
			row.Error = french.Counted(int(contact.Requests), "demande") + ", " + p.lastTime(contact, "dernière ") + "."
			row.Remedy = "Un de vos programmes lit peut-être une ancienne adresse\u00a0: faites-en de nouvelles et donnez-les-lui."
			row.Link = views.Link{Path: "/feeds", Label: "Agenda"}
		}
		door.Rows = append(door.Rows, row)
	}
	switch {
	case !made:
		door.Says = "Les flux n’ont pas d’adresse\u00a0: aucun programme ne peut les lire."
	case len(door.Rows) == 0:
		door.Says = "Personne ne les a encore lus."
	}
	return door
}
