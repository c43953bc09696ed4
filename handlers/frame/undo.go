package frame

import (
	"strconv"

	"worklog/views"
)

// TakeBackPath is the path to take back a change.
const TakeBackPath = "/entries/take-back"

// Undo returns the button of a flash; that of a change which was taken back makes it again.
func Undo(changeID int64, again bool) *views.Undo {
	undo := &views.Undo{Action: TakeBackPath, ChangeID: strconv.FormatInt(changeID, 10), Label: "Annuler"}
	if again {
		undo.Label = "Rétablir"
	}
	return undo
}
