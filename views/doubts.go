package views

import (
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/review"
	"worklog/views/french"
)

// doubtWords is what is said of each kind of doubt, and what is offered beside « C'est
// juste »: where that is sent, empty if nothing can be corrected.
var doubtWords = map[review.DoubtKind]struct {
	heading        string
	text           func(review.Doubt) string
	action, remedy string
}{
	review.DoubtCutUp:   {"Créneaux coupés", cutUpText, "/review/merge", "Réunir"},
	review.DoubtOverlap: {"Créneaux qui se chevauchent", overlapText, "/review/merge", "Réunir"},
	review.DoubtLong:    {"Créneau très long", longText, "/review/shorten", "Corriger"},
	review.DoubtMissing: {"Rien de saisi", emptyDaysText, "/review/fill", "Remplir"},
	review.DoubtUnread:  {"Données illisibles", unreadText, "", ""},
}

func cutUpText(d review.Doubt) string {
	return "Le " + french.FullDate(d.Day.Date) + ", des créneaux sont séparés de moins de " + strconv.Itoa(review.CutUpMinutes) + "\u00a0min\u00a0: " + slotsInWords(d) + "."
}

func overlapText(d review.Doubt) string {
	return "Le " + french.FullDate(d.Day.Date) + ", des créneaux se chevauchent\u00a0: " + slotsInWords(d) + "."
}

func longText(d review.Doubt) string {
	return "Le créneau du " + french.FullDate(d.Day.Date) + ", " + french.SlotText(*d.Day, d.Slots[0]) + ", dure " +
		french.Duration(d.Slots[0].Minutes(d.Day.Zone)) + "\u00a0: un départ manque sans doute."
}

func emptyDaysText(d review.Doubt) string {
	if len(d.Dates) == 1 {
		return "Le " + french.FullDate(d.Last()) + " est un jour ouvré sans journée."
	}
	return "Du " + french.FullDate(d.Dates[0]) + " au " + french.FullDate(d.Last()) + ", " + french.Counted(len(d.Dates), "jour") + " ouvrés n’ont pas de journée."
}

func unreadText(d review.Doubt) string { return french.UnreadableDay(*d.Unreadable) }

// mostSlots is how many slots are named in a sentence.
const mostSlots = 6

func slotsInWords(d review.Doubt) string {
	texts := french.SlotTexts(models.Day{WorkEntry: d.Day.WorkEntry, Slots: d.Slots[:min(len(d.Slots), mostSlots)], Zone: d.Day.Zone})
	if len(d.Slots) > mostSlots {
		texts = append(texts, "…")
	}
	return strings.Join(texts, ", ")
}
