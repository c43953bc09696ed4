package handlers

import (
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"worklog/models"
)

// maxNoteLength is the length of a note in Unicode code points.
const maxNoteLength = 10_000

// dayForm is the edit form as it was typed.
type dayForm struct {
	Version          string
	DayType          string
	JourneyProfileID string
	MotorVehicleID   string
	Note             string
	Slots            []slotRow
}

// slotRow is a slot as it was typed.
type slotRow struct {
	ID     string // empty for a new row
	Start  string
	End    string
	EndDay string // days after the entry's date
}

// dayFaults are the messages that stand beside the fields.
type dayFaults struct {
	DayType          string
	JourneyProfileID string
	MotorVehicleID   string
	Note             string
	Slots            []slotFaults // one for each row of the form
}

type slotFaults struct{ Start, End, EndDay string }

func (f dayFaults) any() bool {
	return f.DayType != "" || f.JourneyProfileID != "" || f.MotorVehicleID != "" || f.Note != "" ||
		slices.ContainsFunc(f.Slots, func(s slotFaults) bool { return s != slotFaults{} })
}

// readDayForm takes the fields as a browser sends them. Rows without start and
// end are no slots.
func readDayForm(values url.Values) dayForm {
	form := dayForm{
		Version:          values.Get("version"),
		DayType:          values.Get("day_type"),
		JourneyProfileID: values.Get("journey_profile_id"),
		MotorVehicleID:   values.Get("motor_vehicle_id"),
		Note:             strings.ReplaceAll(values.Get("note"), "\r\n", "\n"), // a browser's line ends
	}
	at := func(name string, i int) string {
		if i < len(values[name]) {
			return strings.TrimSpace(values[name][i])
		}
		return ""
	}
	for i := range max(len(values["slot_start"]), len(values["slot_end"])) {
		row := slotRow{at("slot_id", i), at("slot_start", i), at("slot_end", i), at("slot_end_day", i)}
		if row.Start != "" || row.End != "" {
			form.Slots = append(form.Slots, row)
		}
	}
	return form
}

// formOf writes a stored day as its form.
func formOf(day *models.Day) dayForm {
	form := dayForm{
		Version:          strconv.FormatInt(day.Version, 10),
		DayType:          string(day.DayType),
		JourneyProfileID: day.JourneyProfileID,
		MotorVehicleID:   day.MotorVehicleID,
		Note:             day.Note,
	}
	zone := day.Zone
	for _, slot := range day.Slots {
		form.Slots = append(form.Slots, slotRow{
			ID:     strconv.FormatInt(slot.ID, 10),
			Start:  clockTime(models.WallTimeOf(slot.StartAt, zone)),
			End:    clockTime(models.WallTimeOf(slot.EndAt, zone)),
			EndDay: strconv.Itoa(day.Date.DaysUntil(models.DateOf(slot.EndAt.In(zone)))),
		})
	}
	return form
}

// change reads what the form asks the day to become. The day is the stored one,
// or one that is still to be made: its date and zone give the typed times their
// meaning. Without faults the change is whole.
func (f dayForm) change(day *models.Day, choices choices) (models.EntryChange, dayFaults) {
	var faults dayFaults
	if !models.DayType(f.DayType).Valid() {
		faults.DayType = "Choisissez un type de journée."
	}
	if !choices.hasJourney(f.JourneyProfileID, day.JourneyProfileID) {
		faults.JourneyProfileID = "Ce trajet n’existe pas dans la configuration."
	}
	if !choices.hasVehicle(f.MotorVehicleID, day.MotorVehicleID) {
		faults.MotorVehicleID = "Ce véhicule n’existe pas dans la configuration."
	}
	if !utf8.ValidString(f.Note) {
		faults.Note = "Cette note contient des caractères illisibles."
	} else if utf8.RuneCountInString(f.Note) > maxNoteLength {
		faults.Note = "Cette note est trop longue" + nbsp + ": 10" + nbsp + "000 caractères au plus."
	}
	change := models.EntryChange{
		DayType:          models.DayType(f.DayType),
		JourneyProfileID: f.JourneyProfileID,
		MotorVehicleID:   f.MotorVehicleID,
		Note:             f.Note,
	}
	var slots []*models.TimeSlot
	slots, faults.Slots = f.slots(day)
	for _, slot := range slots {
		if slot != nil {
			change.Slots = append(change.Slots, *slot)
		}
	}
	return change, faults
}

// slots reads the rows: for each its slot, nil when it cannot be read, and what
// is wrong with it. Rows that can be read are checked against each other even
// when others cannot.
func (f dayForm) slots(day *models.Day) ([]*models.TimeSlot, []slotFaults) {
	faults := make([]slotFaults, len(f.Slots))
	slots := make([]*models.TimeSlot, len(f.Slots))
	var readable []models.TimeSlot
	var rows []int // of the readable ones
	stored := slices.Clone(day.Slots)
	for i, row := range f.Slots {
		var shown *models.TimeSlot
		shown, stored = takeSlot(stored, row.ID)
		slot, fault := row.slot(day, shown)
		faults[i] = fault
		if fault == (slotFaults{}) {
			slots[i] = &slot
			readable, rows = append(readable, slot), append(rows, i)
		}
	}
	for j, err := range models.CheckSlots(day.Slots, readable, day.Zone) {
		switch err {
		case models.ErrSlotNotLater:
			faults[rows[j]].End = "Ce créneau finit avant de commencer. S’il finit un autre jour, choisissez lequel."
		case models.ErrSlotTooLong:
			faults[rows[j]].EndDay = slotTooLong
		case models.ErrSlotOverlaps:
			faults[rows[j]].Start = "Ce créneau en chevauche un autre."
		}
	}
	return slots, faults
}

// takeSlot finds the stored slot that a row was made of, and gives the others:
// no slot is that of two rows. Of an id that the day does not have (any more)
// nothing is left to keep: the row is a new one.
func takeSlot(stored []models.TimeSlot, id string) (*models.TimeSlot, []models.TimeSlot) {
	for i, slot := range stored {
		if strconv.FormatInt(slot.ID, 10) == id {
			return &slot, slices.Delete(stored, i, i+1)
		}
	}
	return nil, stored
}

// slot reads a row. An end that is left as it was shown keeps its instant;
// shown is nil for a new row.
func (r slotRow) slot(day *models.Day, shown *models.TimeSlot) (models.TimeSlot, slotFaults) {
	var slot models.TimeSlot
	var faults slotFaults
	if shown != nil {
		slot = *shown
	}
	zone := day.Zone
	start, startReadable := parseWallTime(r.Start)
	end, endReadable := parseWallTime(r.End)
	days, dayFault := parseEndDay(r.EndDay)
	endDate := day.Date.AddDays(days)
	switch {
	case r.Start == "":
		faults.Start = "Indiquez le début."
	case !startReadable:
		faults.Start = unreadableTime
	case shown == nil || start != models.WallTimeOf(shown.StartAt, zone):
		instants := models.InstantsAt(day.Date, start, zone)
		if len(instants) == 0 {
			faults.Start = skippedTime
			break
		}
		slot.StartAt = instants[0]
	}
	switch {
	case dayFault != "":
		faults.EndDay = dayFault
	case !endDate.InRange():
		faults.EndDay = unknownEndDay
	case r.End == "":
		faults.End = "Indiquez la fin."
	case !endReadable:
		faults.End = unreadableTime
	case shown == nil || end != models.WallTimeOf(shown.EndAt, zone) || endDate != models.DateOf(shown.EndAt.In(zone)):
		instants := models.InstantsAt(endDate, end, zone)
		if len(instants) == 0 {
			faults.End = skippedTime
			break
		}
		slot.EndAt = instants[0]
		if !slot.EndAt.After(slot.StartAt.Time) { // only the second is later
			slot.EndAt = instants[len(instants)-1]
		}
	}
	return slot, faults
}

const (
	unreadableTime = "Écrivez une heure, par exemple 08:30 ou 8h30."
	skippedTime    = "Cette heure n’existe pas" + nbsp + ": ce jour-là, l’horloge avance."
	slotTooLong    = "Ce créneau dure plus de 7" + nbsp + "jours."
	unknownEndDay  = "Choisissez le jour où finit ce créneau."
)

// wallTimeForms are the ways in which a time may be typed: 8, 8h, 8h30, 08:30,
// 8.30, 830, 0830.
var wallTimeForms = []*regexp.Regexp{
	regexp.MustCompile(`^(\d{1,2})(?:[hH:.](\d{2})?)?$`),
	regexp.MustCompile(`^(\d{1,2})(\d{2})$`),
}

// parseWallTime reads a time as people type it.
func parseWallTime(text string) (models.WallTime, bool) {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	for _, form := range wallTimeForms {
		groups := form.FindStringSubmatch(text)
		if groups == nil {
			continue
		}
		hour, _ := strconv.Atoi(groups[1])
		minute, _ := strconv.Atoi(groups[2]) // 0 where it is left out
		return models.WallTime{Hour: hour, Minute: minute}, hour < 24 && minute < 60
	}
	return models.WallTime{}, false
}

// parseEndDay reads how many days after the entry's date a slot ends; left out,
// it is the same day.
func parseEndDay(text string) (days int, fault string) {
	if text == "" {
		return 0, ""
	}
	days, err := strconv.Atoi(text)
	if err != nil || days < -maxEndDay || days > maxEndDay {
		return 0, unknownEndDay
	}
	return days, ""
}

// maxEndDay keeps dates within what can be counted; the rule of 7 days is the
// slot's.
const maxEndDay = 10_000
