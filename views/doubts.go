package views

import (
	"strconv"
	"strings"

	"worklog/models"
	"worklog/models/review"
	"worklog/views/french"
)

// doubtWords is what is said of each kind of doubt: of all, of one in a line and unfolded, and where its
// remedy is sent; empty if nothing can be corrected. What asks for nothing is pressed on the line, and
// for all at once if it has a label for that.
var doubtWords = map[review.DoubtKind]struct {
	heading, why   string
	line           func(review.Doubt) string
	action, remedy string
	asks           bool
}{
	review.DoubtShort:   {"Présences très courtes", "Enregistrées automatiquement, sans autre créneau à moins d’une heure. Elles ne comptent nulle part avant votre réponse. Ignorées, leurs événements restent.", slotsLine, "/review/ignore", "Ignorer", false},
	review.DoubtCutUp:   {"Créneaux coupés", "Quelques minutes les séparent.", slotsLine, "/review/merge", "Réunir", false},
	review.DoubtOverlap: {"Créneaux qui se chevauchent", "Une minute n’y compte qu’une fois.", slotsLine, "/review/merge", "Réunir", false},
	review.DoubtLong:    {"Créneaux très longs", "Un départ manque sans doute.", longLine, "/review/shorten", "Corriger", true},
	review.DoubtMissing: {"Rien de saisi", "Des heures y sont prévues.", emptyLine, "/review/fill", "Remplir", true},
	review.DoubtType:    {"Type prévu", "Le planning donne à ces journées un autre type que celui d’une arrivée.", otherTypeLine, "/review/type", "Corriger", false},
	review.DoubtUnread:  {"Données illisibles", "Ces journées ne comptent nulle part.", unreadLine, "", "", false},
}

func slotsLine(d review.Doubt) string {
	if d.Next == nil {
		return french.FullDate(d.Day.Date) + "\u00a0: " + slotsInWords(d.Day, d.Slots)
	}
	return "nuit du " + french.FullDate(d.Day.Date) + "\u00a0: " + slotsInWords(d.Day, d.Slots[:1]) + ", " + slotsInWords(d.Next, d.Slots[1:])
}

func longLine(d review.Doubt) string {
	return slotsLine(d) + ", soit " + french.Duration(d.Slots[0].Minutes(d.Day.Zone))
}

func emptyLine(d review.Doubt) string {
	switch {
	case d.Week:
		return "semaine du " + french.FullDate(d.Dates[0])
	case len(d.Dates) == 1:
		return french.FullDate(d.Last())
	}
	return "du " + french.FullDate(d.Dates[0]) + " au " + french.FullDate(d.Last()) + ", " + french.Counted(len(d.Dates), "jour")
}

func unreadLine(d review.Doubt) string { return french.UnreadableDay(*d.Unreadable) }

// path is that of the day, or of its history if it cannot be read.
func (d Doubt) path() string {
	switch {
	case d.Unreadable != nil:
		return HistoryPath(d.Unreadable.ID)
	case d.Day == nil:
		return NewEntryPath(d.Dates[0])
	}
	return EntryPath(d.Day.ID)
}

// mostSlots is how many slots are named in a sentence.
const mostSlots = 6

func slotsInWords(day *models.Day, slots []models.TimeSlot) string {
	texts := french.SlotTexts(models.Day{WorkEntry: day.WorkEntry, Slots: slots[:min(len(slots), mostSlots)], Zone: day.Zone})
	if len(slots) > mostSlots {
		texts = append(texts, "…")
	}
	return strings.Join(texts, ", ")
}

// remedyForAll is the label of the button for all doubts of a kind; empty for none.
func remedyForAll(group review.Group) string {
	words := doubtWords[group.Kind]
	if words.asks || words.action == "" {
		return ""
	}
	count := len(group.Doubts)
	if group.Kind == review.DoubtShort {
		count = review.Slots(group.Doubts)
	}
	return words.remedy + " les " + strconv.Itoa(count)
}
