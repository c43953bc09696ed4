// Package outcomes says what became of a request that brought an event: to the program that sent
// it, in the journal, after a trial, and to a person who has pressed a button.
package outcomes

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views/french"
)

// Answer is the API's response to a request that is refused (specification, section 7).
type Answer struct {
	Status  int
	Message string
}

var (
	notDeclared = Answer{http.StatusUnsupportedMediaType, "Content-Type invalide"}
	tooLarge    = Answer{http.StatusRequestEntityTooLarge, "Requête trop volumineuse"}
	notJSON     = Answer{http.StatusBadRequest, "JSON invalide"}
	otherSchema = Answer{http.StatusUnprocessableEntity, "Schéma invalide"}
	noEvent     = Answer{http.StatusUnprocessableEntity, "Événement invalide"}
	conflict    = Answer{http.StatusConflict, "Conflit métier"}
	failure     = Answer{http.StatusInternalServerError, "Erreur interne"}
)

// String returns the status and the message, if there is one.
func (a Answer) String() string { return strings.TrimSpace(strconv.Itoa(a.Status) + " " + a.Message) }

// AnswerTo returns the status and the message with which the request of a line of the
// journal was answered.
func AnswerTo(line models.JournalLine) Answer {
	switch {
	case line.Source == models.DoorOwnTracks && line.Outcome != models.RefusedOnOwnFailure: // the app makes nothing of any other
		return Answer{Status: http.StatusOK}
	case line.Outcome == models.OutcomeRecorded && line.Event == string(models.Arrival):
		return Answer{Status: http.StatusCreated}
	}
	return cmp.Or(Of[line.Outcome].Answer, failure)
}

// Row is what is said of an outcome.
type Row struct {
	Answer // for a departure that is recorded
	// Verb says what became of an event, in the masculine; "" for refused: see [Row.Became].
	Verb string
	// Reason says why, as the end of a sentence.
	Reason string
	// Stands returns what %s stands for in the reason; nil if it has none. The event is the
	// one that the line names, nil when there is none (any more).
	Stands func(zone *time.Location, line models.JournalLine, event *models.WorkplacePresenceEvent) string
	// Remedy says what to do about a refusal; %s in it is a time as it is to be written. It is
	// empty if the reason says it.
	Remedy string
	// Tried says what a trial of an event would have done, or why not. A trial has a new
	// key and an event that can be, so that only the rules of presence can refuse it.
	Tried map[models.EventType]string
	// Pressed says to a person who has pressed a button why the rules of presence refuse it.
	Pressed string
}

// Became says what became of an event, in the masculine.
func (r Row) Became() string { return cmp.Or(r.Verb, "refusé") }

// Of has the row of each outcome.
var Of = map[models.RequestOutcome]Row{
	models.OutcomeRecorded: {
		Answer: Answer{Status: http.StatusOK},
		Verb:   "enregistré",
		Tried: map[models.EventType]string{
			models.Arrival:   "Cette arrivée serait enregistrée et ouvrirait la journée.",
			models.Departure: "Ce départ serait enregistré\u00a0: avec l’arrivée ouverte, il ferait un créneau.",
		},
	},
	models.OutcomeReplayed: {Answer: Answer{Status: http.StatusOK}, Verb: "déjà enregistré", Reason: "même clé, même heure"},

	models.RefusedContentType:     {Answer: notDeclared, Reason: "le type du contenu n’est pas annoncé comme il faut", Remedy: "Envoyez l’en-tête Content-Type\u00a0: application/json."},
	models.RefusedContentEncoding: {Answer: notDeclared, Reason: "le contenu est compressé (%s)", Stands: detail, Remedy: "Envoyez-le tel quel."},

	models.RefusedTooLarge: {Answer: tooLarge, Reason: "le contenu dépasse 4096\u00a0octets"},
	models.RefusedCutOff:   {Answer: notJSON, Reason: "le contenu n’est pas arrivé en entier", Remedy: "La même requête peut être renvoyée."},
	models.RefusedEmpty:    {Answer: notJSON, Reason: "le contenu est vide"},
	models.RefusedNotUTF8:  {Answer: notJSON, Reason: "le contenu n’est pas en UTF-8"},
	models.RefusedNotJSON:  {Answer: notJSON, Reason: "le contenu n’est pas du JSON", Remedy: "Une virgule, un guillemet ou une accolade manque peut-être."},

	models.RefusedNotObject:     {Answer: otherSchema, Reason: "le contenu n’est pas un objet JSON", Remedy: "Il s’écrit entre accolades."},
	models.RefusedUnknownName:   {Answer: otherSchema, Reason: "le champ «\u00a0%s\u00a0» n’existe pas", Stands: detail, Remedy: "Seuls event, occurred_at et idempotency_key sont admis, en minuscules."},
	models.RefusedRepeatedName:  {Answer: otherSchema, Reason: "le champ «\u00a0%s\u00a0» est écrit deux fois", Stands: detail},
	models.RefusedMissingName:   {Answer: otherSchema, Reason: "il manque le champ «\u00a0%s\u00a0»", Stands: detail},
	models.RefusedValueNotText:  {Answer: otherSchema, Reason: "le champ «\u00a0%s\u00a0» doit être un texte, entre guillemets", Stands: detail},
	models.RefusedHalfCharacter: {Answer: noEvent, Reason: "un texte contient la moitié d’un caractère (\\ud800 sans sa suite)"},

	models.RefusedUnknownEvent:      {Answer: noEvent, Reason: "l’événement «\u00a0%s\u00a0» n’est pas connu", Stands: eventSent, Remedy: "Écrivez arrival ou departure."},
	models.RefusedWithoutOffset:     {Answer: noEvent, Reason: "il manque le décalage horaire", Remedy: "Écrivez par exemple %s."},
	models.RefusedTimeForm:          {Answer: noEvent, Reason: "l’heure ne peut pas être lue", Remedy: "Écrivez par exemple %s."},
	models.RefusedImpossibleTime:    {Answer: noEvent, Reason: "cette date ou cette heure n’existe pas"},
	models.RefusedImpossibleOffset:  {Answer: noEvent, Reason: "ce décalage horaire n’existe pas", Remedy: "Il va de -14:00 à +14:00."},
	models.RefusedWithoutKey:        {Answer: noEvent, Reason: "il manque la clé", Remedy: "Elle s’écrit dans idempotency_key, ou dans l’en-tête X-Idempotency-Key."},
	models.RefusedSeveralKeyHeaders: {Answer: noEvent, Reason: "l’en-tête X-Idempotency-Key est envoyé deux fois"},
	models.RefusedKeysDiffer:        {Answer: noEvent, Reason: "la clé du contenu et celle de l’en-tête diffèrent"},
	models.RefusedBlankKey:          {Answer: noEvent, Reason: "la clé est vide"},
	models.RefusedLongKey:           {Answer: noEvent, Reason: "la clé dépasse 255\u00a0caractères"},
	models.RefusedKeyNotUTF8:        {Answer: noEvent, Reason: "la clé n’est pas en UTF-8"},
	models.RefusedDateOutOfRange: {
		Answer: noEvent,
		Reason: "la date n’est pas entre 1970 et 9999",
		Remedy: "Mettez l’appareil à l’heure.",
		Tried: map[models.EventType]string{
			models.Arrival:   "Cette arrivée serait refusée\u00a0: sa date n’est pas entre 1970 et 9999.",
			models.Departure: "Ce départ serait refusé\u00a0: sa date n’est pas entre 1970 et 9999.",
		},
		Pressed: "La date n’est pas entre 1970 et 9999\u00a0: l’horloge du serveur est-elle juste\u00a0?",
	},

	models.RefusedKeyReused: {
		Answer:  conflict,
		Reason:  "la clé a déjà servi pour %s",
		Stands:  eventNamed("un autre événement"),
		Remedy:  "Donnez à chaque événement sa propre clé, faite par exemple de son heure.",
		Pressed: "Ce bouton a déjà servi pour une autre heure. Si elle n’est pas juste, corrigez la journée.",
	},
	models.RefusedArrivalOpen: {
		Answer: conflict,
		Reason: "%s était encore ouverte",
		Stands: arrivalInTheWay,
		Remedy: "Donnez l’heure du départ qui manque, ou ignorez cette arrivée. Ce qui a été refusé attend ensuite dans «\u00a0À\u00a0vérifier\u00a0».",
		Tried: map[models.EventType]string{
			models.Arrival: "Cette arrivée serait refusée\u00a0: une autre est encore ouverte. Envoyez d’abord son départ, ou corrigez sa journée.",
		},
		Pressed: "Une arrivée est déjà ouverte.",
	},
	models.RefusedNoArrival: {
		Answer: conflict,
		Reason: "aucune arrivée n’était ouverte",
		Remedy: "Si son arrivée n’est jamais partie, corrigez la journée à la main.",
		Tried: map[models.EventType]string{
			models.Departure: "Ce départ serait refusé\u00a0: aucune arrivée n’est ouverte.",
		},
		Pressed: "Aucune arrivée n’est ouverte\u00a0: ce départ ne clôt rien.",
	},
	models.RefusedNotLater: {
		Answer: noEvent,
		Reason: "il n’est pas après %s",
		Stands: eventNamed("l’arrivée"),
		Remedy: "Vérifiez l’horloge de l’appareil. Si la journée n’est pas juste, corrigez-la à la main.",
		Tried: map[models.EventType]string{
			models.Departure: "Ce départ serait refusé\u00a0: il n’est pas plus tard que l’arrivée ouverte.",
		},
		Pressed: "Ce départ n’est pas après l’arrivée.",
	},
	models.RefusedOnOwnFailure: {
		Answer: failure,
		Verb:   "non enregistré",
		Reason: "la base de données n’a pas répondu\u00a0; la même requête peut être renvoyée",
		Remedy: "Il n’y a rien à changer dans ce programme. Si cela dure, le journal du serveur (log) en dit la cause.",
	},
}

// detail is what the request was wrong about.
func detail(_ *time.Location, line models.JournalLine, _ *models.WorkplacePresenceEvent) string {
	return line.Detail
}

func eventSent(_ *time.Location, line models.JournalLine, _ *models.WorkplacePresenceEvent) string {
	return line.Event
}

// eventNamed returns what names the event, or stands for one that is gone.
func eventNamed(gone string) func(*time.Location, models.JournalLine, *models.WorkplacePresenceEvent) string {
	return func(zone *time.Location, line models.JournalLine, event *models.WorkplacePresenceEvent) string {
		switch {
		case event == nil:
			return gone
		case event.Event == models.Departure:
			return "le départ " + OfMoment(event.OccurredAt, line.ReceivedAt, zone)
		}
		return "l’arrivée " + OfMoment(event.OccurredAt, line.ReceivedAt, zone)
	}
}

// arrivalInTheWay names the arrival by its day alone if that is another one.
func arrivalInTheWay(zone *time.Location, line models.JournalLine, event *models.WorkplacePresenceEvent) string {
	if event == nil {
		return "une autre"
	}
	of, _, _ := strings.Cut(OfMoment(event.OccurredAt, line.ReceivedAt, zone), " à ")
	return "celle " + of
}

// OfMoment says of when something is, seen from another moment: "de 08:03" on the same day,
// "de la veille à 20:04", "du jeudi 5 novembre à 08:03" in the same year.
func OfMoment(instant, from civil.Instant, zone *time.Location) string {
	date, err := civil.DateIn(instant, zone)
	if err != nil {
		return french.Unreadable
	}
	at, received := french.Clock(instant, zone), civil.DateOf(from.In(zone))
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
