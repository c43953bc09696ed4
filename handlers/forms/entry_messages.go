package forms

import (
	"errors"

	"worklog/models"
	"worklog/views"
)

// What is said above a form whose press has stored nothing.
const (
	PreviewChanged = "Rien n’est encore enregistré\u00a0: ce n’est plus ce que vous aviez vu. Voici ce qui sera fait."
	FileNotTaken   = "Rien n’est enregistré\u00a0: ce fichier ne peut pas être repris."
	NotStored      = "Rien n’est enregistré\u00a0: la base de données ne répond pas. Réessayez dans un instant."
)

// Table says what is said of each of some errors.
type Table[T any] []struct {
	Err  error
	Says T
}

// For returns what the first that fits says of an error, and whether one fits.
func (t Table[T]) For(err error) (says T, known bool) {
	for _, row := range t {
		if errors.Is(err, row.Err) {
			return row.Says, true
		}
	}
	return says, false
}

var fieldMessages = Table[string]{
	{models.ErrUnknownDayType, "Choisissez un type de journée."},
	{models.ErrUnknownHalfDay, "Choisissez RTT, congé ou maladie."},
	{models.ErrUnknownHalf, "Choisissez le matin ou l’après-midi."},
	{models.ErrHalfDayWithoutWork, "Une demi-journée d’absence n’existe qu’avec Travail ou Télétravail."},
	{models.ErrUnknownJourney, "Ce trajet n’existe pas."},
	{models.ErrUnknownVehicle, "Ce véhicule n’existe pas."},
	{models.ErrNoteUnreadable, "Cette note contient des caractères illisibles."},
	{models.ErrNoteTooLong, "Cette note est trop longue\u00a0: 10\u00a0000 caractères au plus."},
	{models.ErrRequester, "100\u00a0caractères au plus, tous lisibles."},
	{models.ErrReason, "500\u00a0caractères au plus, tous lisibles."},
	{models.ErrRangeBackward, "Cette période finit avant de commencer."},
	{models.ErrRangeTooLong, "Cette période dépasse un an."},
	{models.ErrEndLikeStart, "C’est aussi l’heure du début\u00a0: choisissez le jour où finit ce créneau."},
	{models.ErrTimeSkipped, "Cette heure n’existe pas\u00a0: ce jour-là, l’horloge avance."},
}

// MessageFor returns the message for an error of a field, or "" for nil.
func MessageFor(err error) string {
	words, _ := fieldMessages.For(err)
	return words
}

// EntryMessagesFor returns the messages for the errors of an entry's fields; nil has none.
func EntryMessagesFor(refusal *models.EntryErrors) views.Messages {
	messages := views.Messages{}
	if refusal == nil {
		return messages
	}
	for field, err := range map[string]error{
		"day_type": refusal.DayType, "half_day": refusal.HalfDay, "journey_profile_id": refusal.JourneyProfileID, "motor_vehicle_id": refusal.MotorVehicleID,
		"note": refusal.Note, "requested_by": refusal.RequestedBy, "reason": refusal.Reason,
	} {
		if words := MessageFor(err); words != "" {
			messages[field] = words
		}
	}
	return messages
}

// SlotErrors are the messages for errors of a slot, each at the field to correct.
var SlotErrors = Table[views.SlotMessages]{
	{models.ErrTooManySlots, views.SlotMessages{Start: "Une journée a 100\u00a0créneaux au plus\u00a0: celui-ci est de trop."}},
	{models.ErrSlotNotLater, views.SlotMessages{End: "Ce créneau finit avant de commencer. S’il finit un autre jour, choisissez lequel."}},
	{models.ErrSlotTooLong, views.SlotMessages{EndDay: SlotTooLong}},
	{models.ErrSlotOverlaps, views.SlotMessages{Start: "Ce créneau en chevauche un autre."}},
}
