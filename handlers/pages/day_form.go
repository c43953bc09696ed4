package pages

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
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

// dayFaults are the messages that stand beside the fields.
type dayFaults struct {
	DayType          string
	JourneyProfileID string
	MotorVehicleID   string
	Note             string
	Slots            []slotFaults // one for each row of the form
}

func (f dayFaults) any() bool {
	return f.DayType != "" || f.JourneyProfileID != "" || f.MotorVehicleID != "" || f.Note != "" ||
		slices.ContainsFunc(f.Slots, func(s slotFaults) bool { return s != slotFaults{} })
}

// lineEnds writes line ends as we keep them; a browser sends both characters.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// readDayForm takes the fields as a browser sends them. Rows without start and
// end are no slots.
func readDayForm(values url.Values) dayForm {
	form := dayForm{
		Version:          values.Get("version"),
		DayType:          values.Get("day_type"),
		JourneyProfileID: values.Get("journey_profile_id"),
		MotorVehicleID:   values.Get("motor_vehicle_id"),
		Note:             lineEnds.Replace(values.Get("note")),
	}
	at := func(name string, i int) string {
		if i < len(values[name]) {
			return strings.TrimSpace(values[name][i])
		}
		return ""
	}
	for i := range max(len(values["slot_start"]), len(values["slot_end"])) {
		row := slotRow{at("slot_id", i), at("slot_start", i), at("slot_end", i), at("slot_end_day", i), at("slot_end_id", i)}
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
	for _, slot := range day.Slots {
		form.Slots = append(form.Slots, rowOf(day, slot))
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
		faults.JourneyProfileID = unknownJourney
	}
	if !choices.hasVehicle(f.MotorVehicleID, day.MotorVehicleID) {
		faults.MotorVehicleID = unknownVehicle
	}
	if !utf8.ValidString(f.Note) || strings.ContainsRune(f.Note, 0) {
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
	shown := shownSlots(day, f.Slots)
	for i, row := range f.Slots {
		slot, fault := row.slot(day, shown[i])
		faults[i] = fault
		if fault == (slotFaults{}) {
			slots[i] = &slot
			readable, rows = append(readable, slot), append(rows, i)
		}
	}
	for j, err := range models.CheckSlots(day.Slots, readable, day.Zone) {
		switch err {
		case models.ErrTooManySlots:
			faults[rows[j]].Start = tooManySlots
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
