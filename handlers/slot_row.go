package handlers

import (
	"strconv"

	"worklog/models"
)

// slotRow is a slot as it was typed.
type slotRow struct {
	ID     string // empty for a new row
	Start  string
	End    string
	EndDay string // days after the entry's date
}

// slotFaults are the messages beside a row's fields.
type slotFaults struct{ Start, End, EndDay string }

const (
	unreadableTime = "Écrivez une heure, par exemple 08:30 ou 8h30."
	skippedTime    = "Cette heure n’existe pas" + nbsp + ": ce jour-là, l’horloge avance."
	unknownJourney = "Ce trajet n’existe pas dans la configuration."
	unknownVehicle = "Ce véhicule n’existe pas dans la configuration."
	slotTooLong    = "Ce créneau dure plus de 7" + nbsp + "jours."
	unknownEndDay  = "Choisissez le jour où finit ce créneau."
)

// rowOf writes a slot as its row.
func rowOf(day *models.Day, slot models.TimeSlot) slotRow {
	id := ""
	if slot.ID != 0 {
		id = strconv.FormatInt(slot.ID, 10)
	}
	return slotRow{
		ID:     id,
		Start:  clockTime(models.WallTimeOf(slot.StartAt, day.Zone)),
		End:    clockTime(models.WallTimeOf(slot.EndAt, day.Zone)),
		EndDay: strconv.Itoa(day.Date.DaysUntil(models.DateOf(slot.EndAt.In(day.Zone)))),
	}
}

// shownSlots finds for each row the stored slot that it was made of, nil for a
// new one; no slot is that of two rows. Where the id is gone, for every slot
// gets a new one when the day is changed, it is the slot that is shown alike.
func shownSlots(day *models.Day, rows []slotRow) []*models.TimeSlot {
	shown := make([]*models.TimeSlot, len(rows))
	taken := make([]bool, len(day.Slots))
	take := func(alike func(stored, row slotRow) bool) {
		for i, row := range rows {
			for j := range day.Slots {
				if shown[i] == nil && !taken[j] && alike(rowOf(day, day.Slots[j]), row) {
					shown[i], taken[j] = &day.Slots[j], true
				}
			}
		}
	}
	take(func(stored, row slotRow) bool { return stored.ID == row.ID })
	take(func(stored, row slotRow) bool { stored.ID = row.ID; return stored == row })
	return shown
}

// slot reads a row over the slot that it was made of, nil for a new one.
func (r slotRow) slot(day *models.Day, shown *models.TimeSlot) (models.TimeSlot, slotFaults) {
	var slot models.TimeSlot
	if shown != nil {
		slot = *shown
	}
	var faults slotFaults
	slot.StartAt, faults.Start = r.start(day, shown)
	slot.EndAt, faults.End, faults.EndDay = r.end(day, shown, slot.StartAt)
	return slot, faults
}

// start reads when the slot starts. A start that is left as it was shown keeps
// its instant, one that is changed keeps its date.
func (r slotRow) start(day *models.Day, shown *models.TimeSlot) (start models.Instant, fault string) {
	if r.Start == "" {
		return start, "Indiquez le début."
	}
	wall, readable := parseWallTime(r.Start)
	if !readable {
		return start, unreadableTime
	}
	date := day.Date
	if shown != nil {
		if wall == models.WallTimeOf(shown.StartAt, day.Zone) {
			return shown.StartAt, ""
		}
		date = models.DateOf(shown.StartAt.In(day.Zone))
	}
	instants := models.InstantsAt(date, wall, day.Zone)
	if len(instants) == 0 {
		return start, skippedTime
	}
	return instants[0], ""
}

// end reads when the slot ends, after the start where it can. An end that is
// left as it was shown keeps its instant.
func (r slotRow) end(day *models.Day, shown *models.TimeSlot, start models.Instant) (end models.Instant, fault, dayFault string) {
	days, ok := parseEndDay(r.EndDay)
	date := day.Date.AddDays(days)
	if !ok || !date.InRange() {
		return end, "", unknownEndDay
	}
	if r.End == "" {
		return end, "Indiquez la fin.", ""
	}
	wall, readable := parseWallTime(r.End)
	if !readable {
		return end, unreadableTime, ""
	}
	if shown != nil && wall == models.WallTimeOf(shown.EndAt, day.Zone) && date == models.DateOf(shown.EndAt.In(day.Zone)) {
		return shown.EndAt, "", ""
	}
	for _, slot := range day.Slots { // rows that were merged end as another did
		if r.ID != "" && wall == models.WallTimeOf(slot.EndAt, day.Zone) && date == models.DateOf(slot.EndAt.In(day.Zone)) {
			return slot.EndAt, "", ""
		}
	}
	instants := models.InstantsAt(date, wall, day.Zone)
	if len(instants) == 0 {
		return end, skippedTime, ""
	}
	if first := instants[0]; first.After(start.Time) {
		return first, "", ""
	}
	return instants[len(instants)-1], "", "" // the second, if only that is later
}
