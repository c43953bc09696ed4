package forms

import (
	"errors"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views"
	"worklog/views/french"
)

// Messages about a row.
const (
	UnreadableTime = "Écrivez une heure, par exemple 08:30 ou 8h30."
	SlotTooLong    = "Ce créneau dure plus de 7\u00a0jours."
	unknownEndDay  = "Choisissez le jour où finit ce créneau."
)

// RowOf returns the row of a slot.
func RowOf(day *models.Day, slot models.TimeSlot) views.SlotRow {
	return views.SlotRow{
		ID:     idOf(slot),
		Start:  french.Clock(slot.StartAt, day.Zone),
		End:    french.Clock(slot.EndAt, day.Zone),
		EndDay: strconv.Itoa(day.Date.DaysUntil(civil.DateOf(slot.EndAt.In(day.Zone)))),
	}
}

// idOf returns the id of a slot as rows have it, which is empty for a new one.
func idOf(slot models.TimeSlot) string {
	if slot.ID == 0 {
		return ""
	}
	return strconv.FormatInt(slot.ID, 10)
}

// shown is what a row shows of the stored slots.
type shown struct {
	slot *models.TimeSlot // nil for a new row
	end  *models.TimeSlot // whose end the row shows, if that is another
}

// shownSlots returns what each row shows of the day's slots. Each slot belongs to at most
// one row. If a row's id no longer exists, because changing a day gives its slots new
// ids, an identical row is matched instead.
func shownSlots(day *models.Day, rows []views.SlotField) []shown {
	byID := make(map[string]*models.TimeSlot, len(day.Slots))
	for i := range day.Slots {
		byID[idOf(day.Slots[i])] = &day.Slots[i]
	}
	all := make([]shown, len(rows))
	for i, row := range rows {
		if row.EndID != "" {
			all[i].end = byID[row.EndID]
		}
	}
	for i, row := range rows {
		all[i].slot = byID[row.ID]
		delete(byID, row.ID)
	}
	// EndID stays in the key: a merged row matches no stored slot
	alike := make(map[views.SlotRow][]*models.TimeSlot, len(byID))
	for i := range day.Slots { // in order of time
		if byID[idOf(day.Slots[i])] == nil {
			continue
		}
		row := RowOf(day, day.Slots[i])
		row.ID = ""
		alike[row] = append(alike[row], &day.Slots[i])
	}
	for i, row := range rows {
		row.ID = ""
		if left := alike[row.SlotRow]; all[i].slot == nil && len(left) > 0 {
			all[i].slot, alike[row.SlotRow] = left[0], left[1:]
		}
	}
	return all
}

// ReadRows sets the slot of each row of a day's form, or says what is wrong with it.
func ReadRows(day *models.Day, rows []views.SlotField) {
	for i, shown := range shownSlots(day, rows) {
		slot, messages := slotOf(rows[i].SlotRow, day, shown)
		if rows[i].Messages, rows[i].Slot = messages, nil; messages == (views.SlotMessages{}) {
			rows[i].Slot = &slot
		}
	}
}

// slotOf parses a row.
func slotOf(row views.SlotRow, day *models.Day, shown shown) (models.TimeSlot, views.SlotMessages) {
	var slot models.TimeSlot
	if shown.slot != nil {
		slot = *shown.slot
	}
	if shown.end == nil {
		shown.end = shown.slot
	}
	var messages views.SlotMessages
	slot.StartAt, messages.Start = startOf(row, day, shown.slot)
	slot.EndAt, messages.End, messages.EndDay = endOf(row, day, shown.end, slot.StartAt)
	return slot, messages
}

func startOf(r views.SlotRow, day *models.Day, shown *models.TimeSlot) (start civil.Instant, message string) {
	if r.Start == "" {
		return start, "Indiquez le début."
	}
	wall, readable := ParseWallTime(r.Start)
	if !readable {
		return start, UnreadableTime
	}
	start, err := day.StartAt(wall, shown)
	return start, MessageFor(err)
}

func endOf(r views.SlotRow, day *models.Day, shown *models.TimeSlot, start civil.Instant) (end civil.Instant, message, dayMessage string) {
	if r.End == "" {
		return end, "Indiquez la fin.", ""
	}
	wall, readable := ParseWallTime(r.End)
	if !readable {
		return end, UnreadableTime, ""
	}
	date, err := endDate(r, day, start)
	if err == nil {
		end, err = day.EndAt(models.TypedEnd{WallTime: wall, Date: date}, start, shown)
	}
	if errors.Is(err, civil.ErrDateOutOfRange) {
		return end, "", unknownEndDay
	}
	return end, MessageFor(err), ""
}

// endDate returns the date of the end, zero if the row does not say it. It returns
// [civil.ErrDateOutOfRange].
func endDate(r views.SlotRow, day *models.Day, start civil.Instant) (civil.Date, error) {
	if r.EndDay == "" && start.IsZero() { // the row is refused for its start
		return day.Date, nil
	}
	if r.EndDay == "" {
		return civil.Date{}, nil
	}
	days, err := strconv.Atoi(r.EndDay)
	if err != nil || days < -maxEndDay || days > maxEndDay {
		return civil.Date{}, civil.ErrDateOutOfRange
	}
	return day.Date.AddDays(days), nil
}

// EndOf reads the fields of the end of a slot that starts at an instant: the row as it was
// typed, and the slot, or the messages that say what is wrong with it.
func EndOf(day *models.Day, start civil.Instant, values url.Values) (views.SlotRow, models.TimeSlot, views.SlotMessages) {
	typed := views.SlotRow{
		Start:  french.Clock(start, day.Zone),
		End:    strings.TrimSpace(values.Get("end")),
		EndDay: values.Get("end_day"),
	}
	slot, messages := slotOf(typed, day, shown{slot: &models.TimeSlot{StartAt: start}})
	return typed, slot, messages
}

// wallTimeForm matches the accepted forms of a time: 8, 8h, 8h30, 08:30, 8.30, 830, 0830.
var wallTimeForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{1,2})[hH:.]?(\d{2})?$`) })

// ParseWallTime parses a typed time.
func ParseWallTime(text string) (civil.WallTime, bool) {
	groups := wallTimeForm().FindStringSubmatch(strings.Join(strings.Fields(text), ""))
	if groups == nil {
		return civil.WallTime{}, false
	}
	hour, _ := strconv.Atoi(groups[1])
	minute, _ := strconv.Atoi(groups[2]) // 0 if omitted
	return civil.WallTime{Hour: hour, Minute: minute}, hour < 24 && minute < 60
}

// maxEndDay exceeds the number of days from 1970 to 9999, because a recorded slot may
// have any length. The limit of 7 days is checked in models.
const maxEndDay = 3_000_000
