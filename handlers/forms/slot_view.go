package forms

import (
	"strconv"

	"worklog/views"
	"worklog/views/french"
)

// SlotView returns a row of the form as submitted.
func SlotView(row SlotRow, number string) views.SlotRow {
	view := views.SlotRow{Number: number, ID: row.ID, Start: row.Start, End: row.End, EndID: row.EndID, Complete: row.Start != "" && row.End != ""}
	chosen, known := row.EndDay, row.EndDay == ""
	view.EndDays = []views.Option{{Value: "", Label: "selon l’heure", Selected: chosen == ""}}
	for days := range 8 {
		value := strconv.Itoa(days)
		known = known || value == chosen
		view.EndDays = append(view.EndDays, views.Option{Value: value, Label: french.EndDay(days), Selected: value == chosen})
	}
	if !known { // a longer slot, or an invalid value
		label := chosen
		if days, err := strconv.Atoi(chosen); err == nil {
			label = french.EndDay(days)
		}
		view.EndDays = append(view.EndDays, views.Option{Value: chosen, Label: label, Selected: true})
	}
	return view
}
