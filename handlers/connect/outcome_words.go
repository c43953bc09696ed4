package connect

import (
	"fmt"
	"time"

	"worklog/handlers/french"
	"worklog/models"
)

const nbsp = french.NBSP

// outcomeWords is what these pages say of an outcome.
type outcomeWords struct {
	// reason says why a request was answered so.
	reason string
	// stands returns what %s stands for in the reason; nil if it has none. The event is the
	// one that the line names, nil when there is none (any more).
	stands func(p Pages, line models.JournalLine, event *models.WorkplacePresenceEvent) string
	// remedy says what to do about a refusal whose reason does not say it.
	remedy string
	// tried says what a trial of an event would have done, or why not. A trial has a new
	// key and an event that can be, so that only the rules of presence can refuse it.
	tried map[models.EventType]string
}

// wordsOf are the words for each outcome.
var wordsOf = map[models.RequestOutcome]outcomeWords{
	models.OutcomeRecorded: {
		reason: "Enregistré.",
		tried: map[models.EventType]string{
			models.Arrival:   "Cette arrivée serait enregistrée et ouvrirait la journée.",
			models.Departure: "Ce départ serait enregistré" + nbsp + ": avec l’arrivée ouverte, il ferait un créneau.",
		},
	},
	models.OutcomeReplayed: {reason: "Déjà enregistré" + nbsp + ": même clé, même événement, même heure."},

	models.RefusedContentType:     {reason: "Le type du contenu n’est pas annoncé comme il faut" + nbsp + ": envoyez l’en-tête Content-Type" + nbsp + ": application/json."},
	models.RefusedContentEncoding: {reason: "Le contenu est compressé (%s)" + nbsp + ": envoyez-le tel quel.", stands: detail},

	models.RefusedTooLarge: {reason: "Le contenu dépasse 4096" + nbsp + "octets."},
	models.RefusedCutOff:   {reason: "Le contenu n’est pas arrivé en entier."},
	models.RefusedEmpty:    {reason: "Le contenu est vide."},
	models.RefusedNotUTF8:  {reason: "Le contenu n’est pas en UTF-8."},
	models.RefusedNotJSON:  {reason: "Le contenu n’est pas du JSON" + nbsp + ": une virgule, un guillemet ou une accolade manque peut-être."},

	models.RefusedNotObject:     {reason: "Le contenu n’est pas un objet JSON" + nbsp + ": il s’écrit entre accolades."},
	models.RefusedUnknownName:   {reason: "Le champ «" + nbsp + "%s" + nbsp + "» n’existe pas" + nbsp + ": seuls event, occurred_at et idempotency_key sont admis, en minuscules.", stands: detail},
	models.RefusedRepeatedName:  {reason: "Le champ «" + nbsp + "%s" + nbsp + "» est écrit deux fois.", stands: detail},
	models.RefusedMissingName:   {reason: "Il manque le champ «" + nbsp + "%s" + nbsp + "».", stands: detail},
	models.RefusedValueNotText:  {reason: "Le champ «" + nbsp + "%s" + nbsp + "» doit être un texte, entre guillemets.", stands: detail},
	models.RefusedHalfCharacter: {reason: "Un texte contient la moitié d’un caractère (\\ud800 sans sa suite)."},

	models.RefusedUnknownEvent:      {reason: "L’événement n’est pas connu" + nbsp + ": écrivez arrival ou departure."},
	models.RefusedWithoutOffset:     {reason: "Il manque le décalage horaire" + nbsp + ": écrivez par exemple %s.", stands: exampleTime},
	models.RefusedTimeForm:          {reason: "L’heure ne peut pas être lue" + nbsp + ": écrivez par exemple %s.", stands: exampleTime},
	models.RefusedImpossibleTime:    {reason: "Cette date ou cette heure n’existe pas."},
	models.RefusedImpossibleOffset:  {reason: "Ce décalage horaire n’existe pas" + nbsp + ": il va de -14:00 à +14:00."},
	models.RefusedWithoutKey:        {reason: "Il manque la clé" + nbsp + ": idempotency_key, ou l’en-tête X-Idempotency-Key."},
	models.RefusedSeveralKeyHeaders: {reason: "L’en-tête X-Idempotency-Key est envoyé deux fois."},
	models.RefusedKeysDiffer:        {reason: "La clé du contenu et celle de l’en-tête diffèrent."},
	models.RefusedBlankKey:          {reason: "La clé est vide."},
	models.RefusedLongKey:           {reason: "La clé dépasse 255" + nbsp + "caractères."},
	models.RefusedKeyNotUTF8:        {reason: "La clé n’est pas en UTF-8."},
	models.RefusedDateOutOfRange: {
		reason: "La date n’est pas entre 1970 et 9999" + nbsp + ": l’horloge de l’appareil est-elle juste" + nbsp + "?",
		remedy: "Mettez l’appareil à l’heure.",
		tried: map[models.EventType]string{
			models.Arrival:   "Cette arrivée serait refusée" + nbsp + ": sa date n’est pas entre 1970 et 9999.",
			models.Departure: "Ce départ serait refusé" + nbsp + ": sa date n’est pas entre 1970 et 9999.",
		},
	},

	models.RefusedKeyReused: {
		reason: "Cette clé a déjà servi pour %s" + nbsp + ": chaque événement a la sienne.",
		stands: eventOfKey,
		remedy: "Donnez à chaque événement sa propre clé, faite par exemple de son heure.",
	},
	models.RefusedArrivalOpen: {
		reason: "%s est encore ouverte.",
		stands: arrivalInTheWay,
		remedy: "Donnez l’heure du départ qui manque, ou ignorez cette arrivée. Ce qui a été refusé attend ensuite dans «" + nbsp + "À vérifier" + nbsp + "».",
		tried: map[models.EventType]string{
			models.Arrival: "Cette arrivée serait refusée" + nbsp + ": une autre est encore ouverte. Envoyez d’abord son départ, ou corrigez sa journée.",
		},
	},
	models.RefusedNoArrival: {
		reason: "Aucune arrivée n’est ouverte" + nbsp + ": ce départ ne clôt rien.",
		remedy: "Si son arrivée n’est jamais partie, corrigez la journée à la main.",
		tried: map[models.EventType]string{
			models.Departure: "Ce départ serait refusé" + nbsp + ": aucune arrivée n’est ouverte.",
		},
	},
	models.RefusedNotLater: {
		reason: "Ce départ n’est pas après %s.",
		stands: arrivalBefore,
		remedy: "Vérifiez l’horloge de l’appareil. Si la journée n’est pas juste, corrigez-la à la main.",
		tried: map[models.EventType]string{
			models.Departure: "Ce départ serait refusé" + nbsp + ": il n’est pas plus tard que l’arrivée ouverte.",
		},
	},
	models.RefusedOnOwnFailure: {
		reason: "La base de données n’a pas répondu" + nbsp + ": la même requête peut être renvoyée.",
		remedy: "Il n’y a rien à changer dans ce programme. Si cela dure, le journal du serveur (log) en dit la cause.",
	},
}

// detail is what the request was wrong about.
func detail(_ Pages, line models.JournalLine, _ *models.WorkplacePresenceEvent) string {
	return line.Detail
}

// exampleTime is a time as it is to be written.
func exampleTime(p Pages, _ models.JournalLine, _ *models.WorkplacePresenceEvent) string {
	return p.Now().In(p.Rules.Zone).Format(time.RFC3339)
}

func eventOfKey(p Pages, _ models.JournalLine, event *models.WorkplacePresenceEvent) string {
	return p.eventInWords(event, "un autre événement", "l’arrivée du ", "le départ du ")
}

func arrivalInTheWay(p Pages, _ models.JournalLine, event *models.WorkplacePresenceEvent) string {
	return p.eventInWords(event, "Une arrivée", "Une arrivée du ", "")
}

func arrivalBefore(p Pages, _ models.JournalLine, event *models.WorkplacePresenceEvent) string {
	return p.eventInWords(event, "l’arrivée", "l’arrivée du ", "")
}

// reason says in French why a request was answered so. The event is the one that
// the line names, nil when there is none (any more).
func (p Pages) reason(line models.JournalLine, event *models.WorkplacePresenceEvent) string {
	words := wordsOf[line.Outcome]
	switch {
	case line.Source == models.FromOwnTracks && line.Outcome == models.RefusedTimeForm:
		return "L’heure du message (tst) ne peut pas être lue" + nbsp + ": l’application l’écrit en secondes depuis 1970."
	case line.Outcome == models.RefusedArrivalOpen && event != nil && event.Closure != nil:
		words.reason = "%s était encore ouverte" + nbsp + "; elle est close depuis."
	}
	if words.stands == nil {
		return words.reason
	}
	return fmt.Sprintf(words.reason, words.stands(p, line, event))
}

// eventInWords names an event by its date and time, or as unknown.
func (p Pages) eventInWords(event *models.WorkplacePresenceEvent, unknown, arrival, departure string) string {
	if event == nil {
		return unknown
	}
	kind := arrival
	if event.Event == models.Departure {
		kind = departure
	}
	return kind + french.Moment(event.OccurredAt, p.Rules.Zone)
}

// sourceWords name the way in by which an event came, but for the endpoint.
var sourceWords = map[models.Source]string{
	models.FromOwnTracks: "OwnTracks",
	models.FromPage:      "à la main",
}
