package frame

import "worklog/views"

// TakeBackPath is the path to take back a change.
const TakeBackPath = "/entries/take-back"

// Undo returns the button of a flash; that of a change which was taken back makes it again.
func Undo(change views.Stamp, again bool) *views.Undo {
	undo := &views.Undo{Action: TakeBackPath, Change: change, Label: "Annuler"}
	if again {
		undo.Label = "Rétablir"
	}
	return undo
}
