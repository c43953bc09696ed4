package pages

import (
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
	"worklog/views/french"
)

// saidDiscarded says that an arrival was ignored.
var saidDiscarded = frame.Flash{Text: "Arrivée ignorée.", Focus: views.FocusFlash}

// withMinutes says how long that is which was recorded: "Enregistré. 8 h 28."
func withMinutes(done string, minutes int64) frame.Flash {
	return frame.Flash{Text: done + " " + french.Duration(minutes) + "."}
}

// saidClosed says that a departure was recorded, and how long its slot is.
func saidClosed(minutes int64) frame.Flash {
	said := withMinutes("Départ enregistré.", minutes)
	said.Focus = views.FocusFlash
	return said
}

// filled says how many days were recorded of a type.
func filled(days int, dayType models.DayType) frame.Flash {
	return frame.Flash{Text: french.CountedDone(days, "journée", "enregistrée") + "\u00a0: " + french.DayTypes[dayType] + "."}
}
