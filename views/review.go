package views

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/review"
	"worklog/views/french"
)

// Review is the page of what a person should look at.
type Review struct {
	Frame
	Alert  string // why what was pressed was not done
	Open   *Forgotten
	Found  review.Review
	Parts  []Part         // those found
	Groups []review.Group // what is in doubt, by kinds
	Shown  []Doubt        // of it, in their order
	More   int            // doubts that are not shown, if positive
}

// Part is a slot that is two days.
type Part struct {
	review.Part
	Day *models.Day
	End EndField
}

// Doubt is what is in doubt, with what is asked for.
type Doubt struct {
	review.Doubt
	End EndField
}

// mostLeft is how many events that only a person can deal with are shown at once.
const mostLeft = 100

// question is the place of a question on the page.
type question struct {
	place int
	focus bool // it has the keyboard
}

// questions are the sections of the page, in order.
func (r Review) questions() (all []func(question) templ.Component) {
	if len(r.Found.Recordable) > 0 {
		all = append(all, func(q question) templ.Component { return recordable(r, q) })
	}
	for _, part := range r.Parts {
		all = append(all, func(q question) templ.Component { return twoDays(r, part, q) })
	}
	for _, better := range r.Found.BetterEnds {
		all = append(all, func(q question) templ.Component { return betterEnd(r, better, q) })
	}
	for _, event := range r.Found.Left[:min(len(r.Found.Left), mostLeft)] {
		all = append(all, func(q question) templ.Component { return left(r, event, q) })
	}
	return all
}

// doubtGroup is a kind of doubt with those of it that are shown; its question is followed by theirs.
type doubtGroup struct {
	review.Group
	shown []Doubt
	question
	open bool
}

// doubtGroups returns them, where the questions before them have so many places. Those are folded that
// are not alone, unless one of them has the keyboard or a message.
func (r *Review) doubtGroups(place int) (groups []doubtGroup, focus int) {
	shown, alone := r.Shown, place == 0 && len(r.Groups) == 1
	places := place
	for len(shown) > 0 {
		of := r.Groups[slices.IndexFunc(r.Groups, func(g review.Group) bool { return g.Kind == shown[0].Kind })]
		count := min(len(of.Doubts), len(shown))
		groups = append(groups, doubtGroup{Group: of, shown: shown[:count], question: question{place: places}})
		shown, places = shown[count:], places+1+count
	}
	focus = r.focus(places)
	for i, of := range groups {
		groups[i].focus = of.place == focus
		asked := slices.ContainsFunc(of.shown, func(d Doubt) bool { return d.End.message() != "" })
		groups[i].open = alone || asked || focus > of.place && focus <= of.place+len(of.shown)
	}
	return groups, focus
}

// focus returns the question that has the keyboard: the one that stands where the last one that
// was answered stood, or -1. If there is none, what is said of that has it.
func (r *Review) focus(questions int) int {
	place, err := strconv.Atoi(string(r.FocusOn))
	if err != nil {
		return -1
	}
	if questions == 0 {
		r.FocusOn = FocusFlash
	}
	return min(place, questions-1)
}

// refused writes "Arrivée du mardi 17 novembre 2026 à 08:03".
func (r Review) refused(event models.RefusedEvent) string {
	if !event.OccurredAt.Readable() {
		return french.Events[event.Event] + " à une heure illisible"
	}
	return french.Events[event.Event] + " du " + french.Moment(event.OccurredAt, r.Zone)
}

// present says how long the presence is that a recordable departure ends.
func (r Review) present(i int) string {
	events := r.Found.Recordable
	if i == 0 || events[i].Event != models.Departure || events[i-1].Event != models.Arrival {
		return ""
	}
	pair := models.TimeSlot{StartAt: events[i-1].OccurredAt, EndAt: events[i].OccurredAt}
	return ", soit " + french.Duration(pair.Minutes(r.Zone)) + " de présence"
}

// leftDate returns why an event can only be written down by hand, and its date if a day can have it.
func (r Review) leftDate(event models.RefusedEvent) (date civil.Date, why string) {
	if !event.OccurredAt.Readable() {
		return civil.Date{}, "Cet événement ne peut pas être enregistré."
	}
	date, err := civil.DateIn(event.OccurredAt, r.Zone)
	switch {
	case err != nil: // the zone was another one when it came
		return civil.Date{}, "Dans le fuseau de ce serveur, sa date n’est pas entre 1970 et 9999\u00a0: elle ne peut pas être enregistrée."
	case event.Event == models.Arrival:
		return date, "Aucun départ ne va avec cette arrivée. Si la journée n’est pas juste, corrigez-la à la main."
	}
	return date, "Aucune arrivée ne va avec ce départ. Si la journée n’est pas juste, corrigez-la à la main."
}

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
