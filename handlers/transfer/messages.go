package transfer

import (
	"worklog/handlers/forms"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/exchange"
	"worklog/models/imports"
)

// importMessages are the messages for errors of a file and of its rows. The first
// that fits is shown.
var importMessages = forms.Table[string]{
	{exchange.ErrFileTooLarge, "Ce fichier dépasse 32\u00a0Mio."},
	{exchange.ErrNotText, "Ce fichier n’est pas du texte\u00a0: décompressez-le, ou enregistrez le classeur au format CSV."},
	{exchange.ErrOtherVersion, "Cet export vient d’une autre version de worklog."},
	{exchange.ErrTooManyRows, "Ce fichier a trop de lignes."},
	{exchange.ErrColumnsUnknown, "Aucune colonne de ce tableau ne dit la date\u00a0: nommez les colonnes."},
	{exchange.ErrNoColumn, "Ce tableau n’a pas toutes les colonnes nommées."},
	{exchange.ErrBadColumns, "Nommez les colonnes ainsi\u00a0: date=Jour,start=Début,end=Fin. Aussi possibles\u00a0: end_date, day_type, journey_profile_id, motor_vehicle_id, note, half_day, timezone, minutes, requested_by, reason."},
	{exchange.ErrNoDate, "Ce n’est pas une date\u00a0: 2026-11-20 ou 20/11/2026."},
	{exchange.ErrNoTime, "Ce n’est pas une heure\u00a0: 08:03."},
	{exchange.ErrRowsDiffer, "Une autre ligne de la même journée dit autre chose."},
	{exchange.ErrNoMinutes, "Ce n’est pas un nombre entier de minutes."},
	{exchange.ErrBadNumber, "Ce nombre n’est pas possible."},
	{exchange.ErrDayTooLarge, "Cette journée a trop de lignes, de créneaux ou d’événements."},
	{exchange.ErrNotOurJSON, "Ce n’est pas un export de worklog, ou il est abîmé."},
	{exchange.ErrMembers, "Il manque quelque chose, ou il y a quelque chose de trop."},
	{imports.ErrDayTwice, "Cette journée est deux fois dans le fichier."},
	{models.ErrInvalidRecord, "Cette journée n’est pas comme worklog les enregistre."},
	{imports.ErrEventTaken, "Un de ses événements est déjà enregistré ici, autrement."},
	{imports.ErrClosedHere, "Une de ses arrivées est close autrement ici."},
	{imports.ErrOtherOpen, "Une autre arrivée est encore ouverte."},
	{civil.ErrDateOutOfRange, "Cette date n’est pas entre 1970 et 9999."},
	{imports.ErrUnknownZone, "Ce fuseau horaire n’existe pas\u00a0: Europe/Paris."},
	{imports.ErrZoneHere, "Cette journée est enregistrée ici dans un fuseau horaire inconnu\u00a0: voyez son historique."},
	{imports.ErrOtherZone, "Cette journée est enregistrée ici dans un autre fuseau horaire."},
	{imports.ErrOtherOffset, "Ce jour-là, l’heure locale n’a pas ce décalage."},
	{imports.ErrMinutesDiffer, "Les minutes ne sont pas celles du début à la fin."},
	{models.ErrEndLikeStart, "Ce créneau finit à l’heure où il commence."},
	{models.ErrTooManySlots, "Une journée a 100\u00a0créneaux au plus."},
	{models.ErrSlotNotLater, "Ce créneau finit avant de commencer."},
	{models.ErrSlotTooLong, forms.SlotTooLong},
	{models.ErrSlotOverlaps, "Ce créneau en chevauche un autre."},
	{models.ErrUnknownDayType, "Ce type de journée n’existe pas\u00a0: WORK, TT, GARDE, ASTREINTE, FORMATION, RTT, CONGE, MALADE ou FERIE."},
}

func importMessage(err error) string {
	return forms.FileMessage(err, importMessages, "colonne ")
}
