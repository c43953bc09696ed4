package connect

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"worklog/handlers/french"
	"worklog/models"
	"worklog/models/civil"
)

const nbsp = french.NBSP

// outcomeWords is what these pages say of an outcome.
type outcomeWords struct {
	// verb says what became of an event, in the masculine; "" for refused.
	verb string
	// reason says why, as the end of a sentence.
	reason string
	// stands returns what %s stands for in the reason; nil if it has none. The event is the
	// one that the line names, nil when there is none (any more).
	stands func(p Pages, line models.JournalLine, event *models.WorkplacePresenceEvent) string
	// remedy says what to do about a refusal; %s in it is a time as it is to be written. It is
	// empty if the reason says it.
	remedy string
	// tried says what a trial of an event would have done, or why not. A trial has a new
	// key and an event that can be, so that only the rules of presence can refuse it.
	tried map[models.EventType]string
}

// wordsOf are the words for each outcome.
var wordsOf = map[models.RequestOutcome]outcomeWords{
	models.OutcomeRecorded: {
		verb: "enregistré",
		tried: map[models.EventType]string{
			models.Arrival:   "Cette arrivée serait enregistrée et ouvrirait la journée.",
			models.Departure: "Ce départ serait enregistré" + nbsp + ": avec l’arrivée ouverte, il ferait un créneau.",
		},
	},
	models.OutcomeReplayed: {verb: "déjà enregistré", reason: "même clé, même heure"},

	models.RefusedContentType:     {reason: "le type du contenu n’est pas annoncé comme il faut", remedy: "Envoyez l’en-tête Content-Type" + nbsp + ": application/json."},
	models.RefusedContentEncoding: {reason: "le contenu est compressé (%s)", stands: detail, remedy: "Envoyez-le tel quel."},

	models.RefusedTooLarge: {reason: "le contenu dépasse 4096" + nbsp + "octets"},
	models.RefusedCutOff:   {reason: "le contenu n’est pas arrivé en entier", remedy: "La même requête peut être renvoyée."},
	models.RefusedEmpty:    {reason: "le contenu est vide"},
	models.RefusedNotUTF8:  {reason: "le contenu n’est pas en UTF-8"},
	models.RefusedNotJSON:  {reason: "le contenu n’est pas du JSON", remedy: "Une virgule, un guillemet ou une accolade manque peut-être."},

	models.RefusedNotObject:     {reason: "le contenu n’est pas un objet JSON", remedy: "Il s’écrit entre accolades."},
	models.RefusedUnknownName:   {reason: "le champ «" + nbsp + "%s" + nbsp + "» n’existe pas", stands: detail, remedy: "Seuls event, occurred_at et idempotency_key sont admis, en minuscules."},
	models.RefusedRepeatedName:  {reason: "le champ «" + nbsp + "%s" + nbsp + "» est écrit deux fois", stands: detail},
	models.RefusedMissingName:   {reason: "il manque le champ «" + nbsp + "%s" + nbsp + "»", stands: detail},
	models.RefusedValueNotText:  {reason: "le champ «" + nbsp + "%s" + nbsp + "» doit être un texte, entre guillemets", stands: detail},
	models.RefusedHalfCharacter: {reason: "un texte contient la moitié d’un caractère (\\ud800 sans sa suite)"},

	models.RefusedUnknownEvent:      {reason: "l’événement «" + nbsp + "%s" + nbsp + "» n’est pas connu", stands: eventSent, remedy: "Écrivez arrival ou departure."},
	models.RefusedWithoutOffset:     {reason: "il manque le décalage horaire", remedy: "Écrivez par exemple %s."},
	models.RefusedTimeForm:          {reason: "l’heure ne peut pas être lue", remedy: "Écrivez par exemple %s."},
	models.RefusedImpossibleTime:    {reason: "cette date ou cette heure n’existe pas"},
	models.RefusedImpossibleOffset:  {reason: "ce décalage horaire n’existe pas", remedy: "Il va de -14:00 à +14:00."},
	models.RefusedWithoutKey:        {reason: "il manque la clé", remedy: "Elle s’écrit dans idempotency_key, ou dans l’en-tête X-Idempotency-Key."},
	models.RefusedSeveralKeyHeaders: {reason: "l’en-tête X-Idempotency-Key est envoyé deux fois"},
	models.RefusedKeysDiffer:        {reason: "la clé du contenu et celle de l’en-tête diffèrent"},
	models.RefusedBlankKey:          {reason: "la clé est vide"},
	models.RefusedLongKey:           {reason: "la clé dépasse 255" + nbsp + "caractères"},
	models.RefusedKeyNotUTF8:        {reason: "la clé n’est pas en UTF-8"},
	models.RefusedDateOutOfRange: {
		reason: "la date n’est pas entre 1970 et 9999",
		remedy: "Mettez l’appareil à l’heure.",
		tried: map[models.EventType]string{
			models.Arrival:   "Cette arrivée serait refusée" + nbsp + ": sa date n’est pas entre 1970 et 9999.",
			models.Departure: "Ce départ serait refusé" + nbsp + ": sa date n’est pas entre 1970 et 9999.",
		},
	},

	models.RefusedKeyReused: {
		reason: "la clé a déjà servi pour %s",
		stands: eventOfKey,
		remedy: "Donnez à chaque événement sa propre clé, faite par exemple de son heure.",
	},
	models.RefusedArrivalOpen: {
		reason: "%s était encore ouverte",
		stands: arrivalInTheWay,
		remedy: "Donnez l’heure du départ qui manque, ou ignorez cette arrivée. Ce qui a été refusé attend ensuite dans «" + nbsp + "À" + nbsp + "vérifier" + nbsp + "».",
		tried: map[models.EventType]string{
			models.Arrival: "Cette arrivée serait refusée" + nbsp + ": une autre est encore ouverte. Envoyez d’abord son départ, ou corrigez sa journée.",
		},
	},
	models.RefusedNoArrival: {
		reason: "aucune arrivée n’était ouverte",
		remedy: "Si son arrivée n’est jamais partie, corrigez la journée à la main.",
		tried: map[models.EventType]string{
			models.Departure: "Ce départ serait refusé" + nbsp + ": aucune arrivée n’est ouverte.",
		},
	},
	models.RefusedNotLater: {
		reason: "il n’est pas après %s",
		stands: arrivalBefore,
		remedy: "Vérifiez l’horloge de l’appareil. Si la journée n’est pas juste, corrigez-la à la main.",
		tried: map[models.EventType]string{
			models.Departure: "Ce départ serait refusé" + nbsp + ": il n’est pas plus tard que l’arrivée ouverte.",
		},
	},
	models.RefusedOnOwnFailure: {
		verb:   "non enregistré",
		reason: "la base de données n’a pas répondu" + nbsp + "; la même requête peut être renvoyée",
		remedy: "Il n’y a rien à changer dans ce programme. Si cela dure, le journal du serveur (log) en dit la cause.",
	},
}

// detail is what the request was wrong about.
func detail(_ Pages, line models.JournalLine, _ *models.WorkplacePresenceEvent) string {
	return line.Detail
}

// eventSent is the event as it was sent.
func eventSent(_ Pages, line models.JournalLine, _ *models.WorkplacePresenceEvent) string {
	return line.Event
}

func eventOfKey(p Pages, line models.JournalLine, event *models.WorkplacePresenceEvent) string {
	switch {
	case event == nil:
		return "un autre événement"
	case event.Event == models.Departure:
		return "le départ " + p.ofMoment(event.OccurredAt, line.ReceivedAt)
	}
	return "l’arrivée " + p.ofMoment(event.OccurredAt, line.ReceivedAt)
}

// arrivalInTheWay names the arrival by its day alone if that is another one.
func arrivalInTheWay(p Pages, line models.JournalLine, event *models.WorkplacePresenceEvent) string {
	if event == nil {
		return "une autre"
	}
	of, _, _ := strings.Cut(p.ofMoment(event.OccurredAt, line.ReceivedAt), " à ")
	return "celle " + of
}

func arrivalBefore(p Pages, line models.JournalLine, event *models.WorkplacePresenceEvent) string {
	if event == nil {
		return "l’arrivée"
	}
	return "l’arrivée " + p.ofMoment(event.OccurredAt, line.ReceivedAt)
}

// ofMoment says of when something is, seen from another moment: "de 08:03" on the same day,
// "de la veille à 20:04", "du jeudi 5 novembre à 08:03" in the same year.
func (p Pages) ofMoment(instant, from civil.Instant) string {
	date, err := civil.DateIn(instant, p.Rules.Zone)
	if err != nil {
		return french.Unreadable
	}
	at, received := french.Clock(instant, p.Rules.Zone), civil.DateOf(from.In(p.Rules.Zone))
	switch {
	case date == received:
		return "de " + at
	case date.DaysUntil(received) == 1:
		return "de la veille à " + at
	case date.Year == received.Year:
		return "du " + french.Weekdays[date.Weekday()] + " " + french.DayOfMonth(date) + " à " + at
	}
	return "du " + french.FullDate(date) + " à " + at
}

// told says in a sentence without its full stop what a request asked, what became of it, and why:
// "Arrivée de 08:03 refusée : celle de la veille était encore ouverte". The event is the one that
// the line names, nil when there is none (any more).
func (p Pages) told(line models.JournalLine, event *models.WorkplacePresenceEvent) string {
	asked, words := french.Events[models.EventType(line.Event)], wordsOf[line.Outcome]
	if at, readable := p.Endpoint.OccurredAt(line); readable && asked != "" {
		if _, err := civil.DateIn(at, p.Rules.Zone); err == nil {
			asked += " " + p.ofMoment(at, line.ReceivedAt)
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
	told, reason := asked+" "+verb(line.Outcome)+ending, words.reason
	if line.Source == models.FromOwnTracks && line.Outcome == models.RefusedTimeForm {
		reason = "l’heure du message (tst) ne peut pas être lue"
	}
	if words.stands != nil {
		reason = fmt.Sprintf(reason, words.stands(p, line, event))
	}
	if reason == "" {
		return told
	}
	return told + nbsp + ": " + reason
}

// verb says what became of an event, in the masculine.
func verb(outcome models.RequestOutcome) string {
	return cmp.Or(wordsOf[outcome].verb, "refusé")
}

// remedy says what to do about a refusal; empty if its reason says it.
func (p Pages) remedy(refused models.JournalLine) string {
	if refused.Source == models.FromOwnTracks && refused.Outcome == models.RefusedTimeForm {
		return "L’application l’écrit en secondes depuis 1970."
	}
	return strings.ReplaceAll(wordsOf[refused.Outcome].remedy, "%s", p.Now().In(p.Rules.Zone).Format(time.RFC3339))
}

// sourceWords name the way in by which an event came, but for the endpoint.
var sourceWords = map[models.Source]string{
	models.FromOwnTracks: "OwnTracks",
	models.FromPage:      "à la main",
}
