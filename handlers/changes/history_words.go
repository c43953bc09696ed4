package changes

import (
	"strings"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/history"
	"worklog/views"
	"worklog/views/french"
)

// state is a state of a day: nil for no entry. A zero stamp is that of the present.
type state struct {
	stamp  models.Stamp
	day    *models.Day
	who    string
	at     civil.Instant // zero if unknown
	unread bool
}

// states describes the present and the past of a day. What a person did is in the row after
// which the state began; if the state has another version than that row left, the automation
// has added to it.
func (p *Pages) states(present *models.Day, past []history.PastDay) []views.PastState {
	all := []state{{day: present}}
	for _, row := range past {
		all = append(all, state{stamp: row.Stamp(), day: row.Was, unread: row.Unread})
	}
	for i := range all {
		var version int64
		if all[i].day != nil {
			version = all[i].day.Version
		}
		switch {
		case i < len(past) && past[i].Version == version:
			all[i].who, all[i].at = actionWords[past[i].Action], past[i].MadeAt
		case all[i].unread:
			all[i].who = "Un état qui ne peut pas être lu"
		case all[i].day == nil:
			all[i].who = "Pas encore de journée"
		case i < len(past):
			all[i].who, all[i].at = actionWords[past[i].Action]+", puis par la domotique", all[i].day.UpdatedAt
		case all[i].day.Recorded:
			all[i].who, all[i].at = "Par la domotique", all[i].day.UpdatedAt
		default:
			all[i].who, all[i].at = "Premier état gardé", all[i].day.UpdatedAt
		}
	}
	var shown []views.PastState
	for i, s := range all {
		view := views.PastState{Who: s.who, Facts: p.facts(s.day)}
		if s.day != nil {
			view.Note = french.Excerpt(s.day.Note)
		}
		if !s.at.IsZero() {
			view.Moment = p.Timestamp(s.at, "15:04")
		}
		if i+1 < len(all) {
			view.Changed = p.differences(all[i+1].day, s.day)
		}
		if i == 0 {
			view.Who = "Maintenant" + nbsp + ": " + lowerFirst(view.Who)
		} else if !s.unread && (s.day != nil || present != nil) {
			view.State = forms.StampView(s.stamp)
			view.Label = strings.TrimSpace("Revenir à cet état, " + view.Moment.Day + " " + view.Moment.Time)
		}
		shown = append(shown, view)
	}
	return shown
}

func lowerFirst(text string) string {
	for _, first := range text {
		return strings.ToLower(string(first)) + text[len(string(first)):]
	}
	return ""
}

// actionWords say who made a state, and how.
var actionWords = map[models.Action]string{
	models.ActionCreated:     "Saisie à la main",
	models.ActionEdited:      "Modifiée à la main",
	models.ActionDeleted:     "Supprimée",
	models.ActionFilled:      "Remplissage de plusieurs jours",
	models.ActionImported:    "Reprise d’un fichier",
	models.ActionClosed:      "Départ saisi à la main",
	models.ActionDiscarded:   "Arrivée ignorée",
	models.ActionRecorded:    "Événements refusés, enregistrés après coup",
	models.ActionParted:      "Deux journées séparées",
	models.ActionEndTaken:    "Départ venu après coup",
	models.ActionSignalled:   "Arrivée ou départ à la main",
	models.ActionTakenBack:   "Modification annulée",
	models.ActionMadeAgain:   "Modification rétablie",
	models.ActionBroughtBack: "Retour à un état d’avant",
}

// facts are what a state says, but for its note.
func (p *Pages) facts(day *models.Day) []string {
	if day == nil {
		return nil
	}
	facts := []string{french.TypeOfDay(day.DayType, day.HalfDay)}
	if day.JourneyProfileID != "" {
		facts = append(facts, p.journey(day))
	}
	if day.MotorVehicleID != "" {
		facts = append(facts, p.vehicle(day))
	}
	if len(day.Slots) > 0 {
		facts = append(facts, slotList(day), french.Duration(day.WorkedMinutes()))
	}
	if day.Unread > 0 {
		facts = append(facts, french.UnreadSlots(day.Unread))
	}
	return facts
}

func (p *Pages) journey(day *models.Day) string {
	if day.JourneyProfileID == "" {
		return "aucun"
	}
	return forms.LabelOf(p.Choices.Journeys, day.JourneyProfileID)
}

func (p *Pages) vehicle(day *models.Day) string {
	if day.MotorVehicleID == "" {
		return "aucun"
	}
	return forms.LabelOf(p.Choices.Vehicles, day.MotorVehicleID)
}

// mostSlotsListed is how many slots of a state are listed.
const mostSlotsListed = 6

// slotList writes "08:03–12:10, 13:00–17:21", or "aucun".
func slotList(day *models.Day) string {
	texts := french.SlotTexts(*day)
	if len(texts) == 0 {
		return "aucun"
	}
	return strings.Join(french.Listed(texts, mostSlotsListed), ", ")
}

// differences says what a day was before and is after, where that differs. Nothing
// differs from a day that did not exist.
func (p *Pages) differences(before, after *models.Day) []string {
	if before == nil || after == nil {
		return nil
	}
	note := func(day *models.Day) string {
		if excerpt := french.Excerpt(day.Note); excerpt != "" {
			return "«" + nbsp + excerpt + nbsp + "»"
		}
		return "aucune"
	}
	var differ []string
	for _, field := range []struct {
		name    string
		differs bool
		words   func(*models.Day) string
	}{
		{"Type", before.DayType != after.DayType, func(day *models.Day) string { return french.DayTypes[day.DayType] }},
		{"Demi-journée", before.HalfDay != after.HalfDay, func(day *models.Day) string { return french.HalfDay(day.HalfDay) }},
		{"Trajet", before.JourneyProfileID != after.JourneyProfileID, p.journey},
		{"Véhicule", before.MotorVehicleID != after.MotorVehicleID, p.vehicle},
		{"Créneaux", !sameSlots(before, after), slotList},
		{"Note", before.Note != after.Note, note},
	} {
		if !field.differs {
			continue
		}
		was, is := field.words(before), field.words(after)
		if was == is { // beyond what is shown
			differ = append(differ, field.name+nbsp+": modifié")
			continue
		}
		differ = append(differ, field.name+nbsp+": "+was+" → "+is)
	}
	return differ
}

// sameSlots reports whether the days have the same slots, whatever their ids.
func sameSlots(a, b *models.Day) bool {
	if len(a.Slots) != len(b.Slots) {
		return false
	}
	for i := range a.Slots {
		if !a.Slots[i].StartAt.Equal(b.Slots[i].StartAt.Time) || !a.Slots[i].EndAt.Equal(b.Slots[i].EndAt.Time) {
			return false
		}
	}
	return true
}
