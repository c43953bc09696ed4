package pages

import (
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
	"worklog/views/french"
)

// What several forms of this package, or a part of one, say once they are done.
var (
	saidDiscarded = frame.Flash{Text: "Arrivée ignorée.", Focus: views.FocusFlash}
	saidParted    = frame.Flash{Text: "Les deux journées sont séparées."}
	saidEndTaken  = frame.Flash{Text: "Le départ est enregistré."}
	saidDismissed = frame.Flash{Text: "C’est noté" + nbsp + ": rien n’a été enregistré."}
	saidRight     = frame.Flash{Text: "C’est noté" + nbsp + ": ce n’est plus à vérifier."}
	saidMerged    = frame.Flash{Text: "Créneaux réunis."}
)

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
	return frame.Flash{Text: french.CountedDone(days, "journée", "enregistrée") + nbsp + ": " + french.DayTypes[dayType] + "."}
}
