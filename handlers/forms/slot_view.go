package forms

import (
	"strconv"

	"worklog/views"
	"worklog/views/french"
)

// SlotView returns a row of the form as submitted.
func SlotView(row SlotRow, number string) views.SlotRow {
	return views.SlotRow{
		Number: number, ID: row.ID, Start: row.Start, End: row.End, EndDays: endDays(row.EndDay), EndID: row.EndID,
		Complete: row.Start != "" && row.End != "",
	}
}

// EndField returns the fields of a departure as submitted, or as offered.
func EndField(errorID string, row SlotRow, offered string, messages SlotMessages) views.EndField {
	return views.EndField{ErrorID: errorID, End: row.End, EndDays: endDays(row.EndDay), Offered: offered, Message: messages.End + messages.EndDay}
}

// endDays are the days on which a slot can end.
func endDays(chosen string) []views.Option {
	known := chosen == ""
	options := []views.Option{{Value: "", Label: "selon l’heure", Selected: chosen == ""}}
	for days := range 8 {
		value := strconv.Itoa(days)
		known = known || value == chosen
		options = append(options, views.Option{Value: value, Label: french.EndDay(days), Selected: value == chosen})
	}
	if !known { // a longer slot, or an invalid value
		label := chosen
		if days, err := strconv.Atoi(chosen); err == nil {
			label = french.EndDay(days)
		}
		options = append(options, views.Option{Value: chosen, Label: label, Selected: true})
	}
	return options
}
