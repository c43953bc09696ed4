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
	typed := form.entry(day)
	facts := views.StoredDay{
		fact("Type", french.DayTypes[day.DayType], day.DayType != typed.DayType),
		fact("Trajet", forms.LabelOf(p.Choices.Journeys, day.JourneyProfileID, "Aucun"), day.JourneyProfileID != typed.JourneyProfileID),
		fact("Véhicule", forms.LabelOf(p.Choices.Vehicles, day.MotorVehicleID, "Aucun"), day.MotorVehicleID != typed.MotorVehicleID),
		storedSlots(day, form),
	}
	if day.HalfDay != "" || typed.HalfDay != "" {
		facts = slices.Insert(facts, 1, fact("Demi-journée", french.HalfDay(day.HalfDay)+french.InHalf(day.Half), day.HalfDay != typed.HalfDay || day.Half != typed.Half))
	}
	if note := lineEnds.Replace(day.Note); note != "" || typed.Note != "" {
		facts = append(facts, fact("Note", cmp.Or(note, "Aucune"), note != typed.Note))
	}
	if stored := day.Request(); stored != (models.Request{}) || typed.Request() != (models.Request{}) {
		facts = append(facts, fact("Demandé par", cmp.Or(stored.By, "–"), stored.By != typed.RequestedBy), fact("Motif", cmp.Or(stored.Reason, "–"), stored.Reason != typed.Reason))
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
