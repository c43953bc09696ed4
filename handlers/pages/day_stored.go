package pages

import (
	"cmp"
	"slices"

	"worklog/models"
	"worklog/views"
	"worklog/views/french"
)

// storedView returns the stored day, to be shown next to an outdated form. What
// differs from the form is marked.
func (p *Pages) storedView(day *models.Day, form dayForm) (facts []views.Fact) {
	add := func(label, text string, differs bool) {
		facts = append(facts, views.Fact{Label: label, Text: text, Differs: differs})
	}
	typed := form.entry(day)
	add("Type", french.DayTypes[day.DayType], day.DayType != typed.DayType)
	if day.HalfDay != "" || typed.HalfDay != "" {
		add("Demi-journée", french.HalfDay(day.HalfDay)+french.InHalf(day.Half), day.HalfDay != typed.HalfDay || day.Half != typed.Half)
	}
	add("Trajet", labelOf(p.journeys(), day.JourneyProfileID, "Aucun"), day.JourneyProfileID != typed.JourneyProfileID)
	add("Véhicule", labelOf(p.vehicles(), day.MotorVehicleID, "Aucun"), day.MotorVehicleID != typed.MotorVehicleID)
	facts = append(facts, storedSlots(day, form)...)
	if note := lineEnds.Replace(day.Note); note != "" || typed.Note != "" {
		add("Note", cmp.Or(note, "Aucune"), note != typed.Note)
	}
	if stored := day.Request(); stored != (models.Request{}) || typed.Request() != (models.Request{}) {
		add("Demandé par", cmp.Or(stored.By, "–"), stored.By != typed.RequestedBy)
		add("Motif", cmp.Or(stored.Reason, "–"), stored.Reason != typed.Reason)
	}
	return facts
}

// storedSlots are the slots of the stored day, and their total. A slot is
// marked if the form does not have it, and the total if the form has other slots.
func storedSlots(day *models.Day, form dayForm) (facts []views.Fact) {
	add := func(text string, differs bool) {
		facts = append(facts, views.Fact{Text: text, Differs: differs})
	}
	form = form.on(day)
	typed := *day
	typed.Slots = form.change().Slots
	wanted := french.SlotTexts(typed)
	stored := french.SlotTexts(*day)
	known := make(map[string]bool, len(wanted))
	for _, text := range wanted {
		known[text] = true
	}
	for _, text := range stored[:min(len(stored), slotsShown)] {
		add(text, !known[text])
	}
	if len(stored) > slotsShown {
		unlisted := stored[slotsShown:]
		add(french.Others(len(unlisted)), slices.ContainsFunc(unlisted, func(text string) bool { return !known[text] }))
	}
	add(french.Duration(day.WorkedMinutes()), len(form.Typed()) != len(form.Slots) || !slices.Equal(sorted(wanted), sorted(stored)))
	facts[0].Label = "Créneaux"
	return facts
}

func sorted(texts []string) []string { return slices.Sorted(slices.Values(texts)) }
