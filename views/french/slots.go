package french

import (
	"worklog/models"
	"worklog/models/civil"
)

// SlotTexts formats the slots of a day, such as "21:00–07:00 (lendemain)".
func SlotTexts(day models.Day) []string {
	var texts []string
	for _, slot := range day.Slots {
		texts = append(texts, SlotText(day, slot))
	}
	return texts
}

// SlotText formats a slot of a day.
func SlotText(day models.Day, slot models.TimeSlot) string {
	text := Clock(slot.StartAt, day.Zone) + "–" + Clock(slot.EndAt, day.Zone)
	if days := day.Date.DaysUntil(civil.DateOf(slot.EndAt.In(day.Zone))); days != 0 {
		text += " (" + EndDay(days) + ")"
	}
	return text
}

// Listed returns the first of the texts of slots, and what stands for the others.
func Listed(texts []string, number int) []string {
	if more := len(texts) - number; more > 0 {
		texts = append(texts[:number:number], Others(more))
	}
	return texts
}
