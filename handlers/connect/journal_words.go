package connect

import (
	"fmt"
	"time"

	"worklog/handlers/french"
	"worklog/models"
)

// journalReasons say why a request was answered so. %s stands for the detail of the
// line.
var journalReasons = map[models.RequestOutcome]string{
	models.OutcomeRecorded: "Enregistré.",
	models.OutcomeReplayed: "Déjà enregistré" + french.NBSP + ": même clé, même événement, même heure.",

	models.RefusedContentType:     "Le type du contenu n’est pas annoncé comme il faut" + french.NBSP + ": envoyez l’en-tête Content-Type" + french.NBSP + ": application/json.",
	models.RefusedContentEncoding: "Le contenu est compressé (%s)" + french.NBSP + ": envoyez-le tel quel.",

	models.RefusedTooLarge: "Le contenu dépasse 4096" + french.NBSP + "octets.",
	models.RefusedCutOff:   "Le contenu n’est pas arrivé en entier.",
	models.RefusedEmpty:    "Le contenu est vide.",
	models.RefusedNotUTF8:  "Le contenu n’est pas en UTF-8.",
	models.RefusedNotJSON:  "Le contenu n’est pas du JSON" + french.NBSP + ": une virgule, un guillemet ou une accolade manque peut-être.",

	models.RefusedNotObject:     "Le contenu n’est pas un objet JSON" + french.NBSP + ": il s’écrit entre accolades.",
	models.RefusedUnknownName:   "Le champ «" + french.NBSP + "%s" + french.NBSP + "» n’existe pas" + french.NBSP + ": seuls event, occurred_at et idempotency_key sont admis, en minuscules.",
	models.RefusedRepeatedName:  "Le champ «" + french.NBSP + "%s" + french.NBSP + "» est écrit deux fois.",
	models.RefusedMissingName:   "Il manque le champ «" + french.NBSP + "%s" + french.NBSP + "».",
	models.RefusedValueNotText:  "Le champ «" + french.NBSP + "%s" + french.NBSP + "» doit être un texte, entre guillemets.",
	models.RefusedHalfCharacter: "Un texte contient la moitié d’un caractère (\\ud800 sans sa suite).",

	models.RefusedUnknownEvent:      "L’événement n’est pas connu" + french.NBSP + ": écrivez arrival ou departure.",
	models.RefusedWithoutOffset:     "Il manque le décalage horaire" + french.NBSP + ": écrivez par exemple %s.",
	models.RefusedTimeForm:          "L’heure ne peut pas être lue" + french.NBSP + ": écrivez par exemple %s.",
	models.RefusedImpossibleTime:    "Cette date ou cette heure n’existe pas.",
	models.RefusedImpossibleOffset:  "Ce décalage horaire n’existe pas" + french.NBSP + ": il va de -14:00 à +14:00.",
	models.RefusedWithoutKey:        "Il manque la clé" + french.NBSP + ": idempotency_key, ou l’en-tête X-Idempotency-Key.",
	models.RefusedSeveralKeyHeaders: "L’en-tête X-Idempotency-Key est envoyé deux fois.",
	models.RefusedKeysDiffer:        "La clé du contenu et celle de l’en-tête diffèrent.",
	models.RefusedBlankKey:          "La clé est vide.",
	models.RefusedLongKey:           "La clé dépasse 255" + french.NBSP + "caractères.",
	models.RefusedKeyNotUTF8:        "La clé n’est pas en UTF-8.",
	models.RefusedDateOutOfRange:    "La date n’est pas entre 1970 et 9999" + french.NBSP + ": l’horloge de l’appareil est-elle juste" + french.NBSP + "?",

	models.RefusedKeyReused:    "Cette clé a déjà servi pour %s" + french.NBSP + ": chaque événement a la sienne.",
	models.RefusedArrivalOpen:  "%s est encore ouverte.",
	models.RefusedNoArrival:    "Aucune arrivée n’est ouverte" + french.NBSP + ": ce départ ne clôt rien.",
	models.RefusedNotLater:     "Ce départ n’est pas après %s.",
	models.RefusedOnOwnFailure: "La base de données n’a pas répondu" + french.NBSP + ": la même requête peut être renvoyée.",
}

// detailed are the reasons that name the line's detail.
var detailed = map[models.RequestOutcome]bool{
	models.RefusedContentEncoding: true,
	models.RefusedUnknownName:     true,
	models.RefusedRepeatedName:    true,
	models.RefusedMissingName:     true,
	models.RefusedValueNotText:    true,
}

// reason says in French why a request was answered so. The event is the one that
// the line names, nil when there is none (any more).
func (p Pages) reason(line models.JournalLine, event *models.WorkplacePresenceEvent) string {
	words := journalReasons[line.Outcome]
	if line.Source == models.FromOwnTracks && line.Outcome == models.RefusedTimeForm {
		return "L’heure du message (tst) ne peut pas être lue" + french.NBSP + ": l’application l’écrit en secondes depuis 1970."
	}
	switch line.Outcome {
	case models.RefusedWithoutOffset, models.RefusedTimeForm:
		return fmt.Sprintf(words, p.Now().In(p.Rules.Zone).Format(time.RFC3339))
	case models.RefusedKeyReused:
		return fmt.Sprintf(words, p.eventInWords(event, "un autre événement", "l’arrivée du ", "le départ du "))
	case models.RefusedArrivalOpen:
		if event != nil && event.Closure != nil {
			words = "%s était encore ouverte" + french.NBSP + "; elle est close depuis."
		}
		return fmt.Sprintf(words, p.eventInWords(event, "Une arrivée", "Une arrivée du ", ""))
	case models.RefusedNotLater:
		return fmt.Sprintf(words, p.eventInWords(event, "l’arrivée", "l’arrivée du ", ""))
	}
	if detailed[line.Outcome] {
		return fmt.Sprintf(words, line.Detail)
	}
	return words
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
