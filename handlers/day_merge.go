package handlers

import (
	"time"

	"worklog/models"
)

// A phone at the edge of a zone sends "left" and "arrived" within minutes: the
// gap, in minutes, below which slots are merged.
const (
	defaultMerge = 10
	maxMerge     = 24 * 60
)

// mergeSlots gives the form of a day with the slots that are closer than so
// many minutes in one row each, and how many slots have gone.
func mergeSlots(day *models.Day, minutes int) (form dayForm, gone int) {
	merged := *day
	merged.Slots = nil
	for _, slot := range day.Slots {
		last := len(merged.Slots) - 1
		if last < 0 || slot.StartAt.Sub(merged.Slots[last].EndAt.Time) >= time.Duration(minutes)*time.Minute {
			merged.Slots = append(merged.Slots, slot)
			continue
		}
		if slot.EndAt.After(merged.Slots[last].EndAt.Time) {
			merged.Slots[last].EndAt = slot.EndAt
		}
		gone++
	}
	return formOf(&merged), gone
}
