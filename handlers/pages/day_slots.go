package pages

import (
	"math"
	"slices"
	"sort"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
)

// slotsShown is how many slots, or events, of a day a page shows before all are asked for.
const slotsShown = 500

// slotsAskedFor returns how many slots, or events, of a day the page shows at most.
func slotsAskedFor(c echo.Context) int {
	if c.QueryParam("slots") == "all" {
		return math.MaxInt
	}
	return slotsShown
}

// firstSlots returns how many slots of a day are its first ones: that number, and those that start
// at the same instant as the last of them. After is that instant; it is empty if they are all.
func firstSlots(day *models.Day, number int) (first int, after string) {
	if number >= len(day.Slots) || number < 1 {
		return len(day.Slots), ""
	}
	last := day.Slots[number-1].StartAt
	number += startsAfter(last, day.Slots[number:])
	if number == len(day.Slots) {
		return number, ""
	}
	return number, last.String()
}

// first returns the form of a stored day with the rows of its first slots only.
func (f dayForm) first(day *models.Day, number int) dayForm {
	number, f.SlotsAfter = firstSlots(day, number)
	f.Slots = f.Slots[:number]
	return f
}

// usualAfter returns SlotsAfter of a form that was submitted without it: as of the page that does not
// show all slots, unless a row has one that this page does not show.
func (f dayForm) usualAfter(day *models.Day) string {
	first, after := firstSlots(day, slotsShown)
	if after == "" {
		return ""
	}
	ids := map[string]bool{}
	for _, row := range f.Slots {
		ids[row.ID] = true
	}
	for _, slot := range day.Slots[first:] {
		if ids[strconv.FormatInt(slot.ID, 10)] {
			return ""
		}
	}
	return after
}

// parts returns the stored slots that the form shows, and the later ones, which it leaves
// as they are. If SlotsAfter cannot be read, it counts as showing none of them: its rows are
// then added to all that are stored, and no slot is lost.
func (f dayForm) parts(day *models.Day) (shown, rest []models.TimeSlot) {
	if f.SlotsAfter == "" || day.ID == 0 {
		return day.Slots, nil
	}
	last, _ := civil.ParseInstant(f.SlotsAfter)
	at := startsAfter(last, day.Slots)
	return day.Slots[:at], day.Slots[at:]
}

// startsAfter returns the index of the first slot that starts after an instant. Unlike an
// id, an instant still finds it when the day's slots have been rewritten.
func startsAfter(last civil.Instant, slots []models.TimeSlot) int {
	return sort.Search(len(slots), func(i int) bool { return slots[i].StartAt.After(last.Time) })
}

// whole returns the form with a row for each of the slots that it left out.
func (f dayForm) whole(day *models.Day) dayForm {
	_, rest := f.parts(day)
	f.Slots, f.SlotsAfter = slices.Clip(f.Slots), ""
	for _, slot := range rest {
		f.Slots = append(f.Slots, views.SlotField{SlotRow: forms.RowOf(day, slot)})
	}
	return f
}
