package pages

import (
	"cmp"
	"slices"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/views"
	"worklog/views/french"
)

// storedView returns the stored day, to be shown next to an outdated form. What
// differs from the form is marked.
func (p *Pages) storedView(day *models.Day, form dayForm) views.StoredDay {
	facts := views.StoredDay{
		fact("Type", french.DayTypes[day.DayType], day.DayType != form.DayType),
		fact("Trajet", forms.LabelOf(p.Choices.Journeys, day.JourneyProfileID, "Aucun"), day.JourneyProfileID != form.JourneyProfileID),
		fact("Véhicule", forms.LabelOf(p.Choices.Vehicles, day.MotorVehicleID, "Aucun"), day.MotorVehicleID != form.MotorVehicleID),
		storedSlots(day, form),
	}
	if halfDay := form.halfDay(day); day.HalfDay != "" || halfDay != "" {
		facts = slices.Insert(facts, 1, fact("Demi-journée", french.HalfDay(day.HalfDay)+french.InHalf(day.Half), day.HalfDay != halfDay || day.Half != form.half(day)))
	}
	if note := lineEnds.Replace(day.Note); note != "" || form.Note != "" {
		facts = append(facts, fact("Note", cmp.Or(note, "Aucune"), note != form.Note))
	}
	stored, typed := day.Request(), form.request(day)
	if stored != (models.Request{}) || typed != (models.Request{}) {
		facts = append(facts, fact("Demandé par", cmp.Or(stored.By, "–"), stored.By != typed.By), fact("Motif", cmp.Or(stored.Reason, "–"), stored.Reason != typed.Reason))
	}
	return facts
}

// storedSlots are the slots of the stored day, and their total. A slot is
// marked if the form does not have it, and the total if the form has other slots.
func storedSlots(day *models.Day, form dayForm) views.StoredFact {
	typed := *day
	read := form.read(day)
	typed.Slots = read.change.Slots
	wanted := french.SlotTexts(typed)
	stored := french.SlotTexts(*day)
	known := make(map[string]bool, len(wanted))
	for _, text := range wanted {
		known[text] = true
	}
	slots := views.StoredFact{Name: "Créneaux"}
	for _, text := range stored[:min(len(stored), slotsShown)] {
		slots.Texts = append(slots.Texts, views.StoredText{Text: text, Differs: !known[text]})
	}
	if len(stored) > slotsShown {
		unlisted := stored[slotsShown:]
		differ := slices.ContainsFunc(unlisted, func(text string) bool { return !known[text] })
		slots.Texts = append(slots.Texts, views.StoredText{Text: french.Others(len(unlisted)), Differs: differ})
	}
	differ := len(read.rows) != len(form.Rows) || !slices.Equal(sorted(wanted), sorted(stored))
	slots.Texts = append(slots.Texts, views.StoredText{Text: french.Duration(day.WorkedMinutes()), Differs: differ})
	return slots
}

func sorted(texts []string) []string { return slices.Sorted(slices.Values(texts)) }

func fact(name, text string, differs bool) views.StoredFact {
	return views.StoredFact{Name: name, Texts: []views.StoredText{{Text: text, Differs: differs}}}
}
