package pages

import (
	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
	"worklog/views/french"
)

var saidDiscarded = frame.Flash{Text: "Arrivée ignorée.", Focus: views.FocusFlash}

// withMinutes says how long that is which was recorded: "Enregistré. 8 h 28."
func withMinutes(done string, minutes int64) frame.Flash {
	return frame.Flash{Text: done + " " + french.Duration(minutes) + "."}
}

func saidClosed(minutes int64) frame.Flash {
	said := withMinutes("Départ enregistré.", minutes)
	said.Focus = views.FocusFlash
	return said
}

// countersMoved says what is left now of the counters that had another figure with days as they
// were, in order.
func (p *Pages) countersMoved(c echo.Context, were []models.DayTotal) (text string) {
	for _, change := range p.CountersWith(c, were) {
		if change.Before != change.After {
			text += " Il reste " + french.Days(change.Before) + " " + french.Of(change.Counter.Label) + "."
		}
	}
	return text
}

func filled(days int, dayType models.DayType) frame.Flash {
	return frame.Flash{Text: french.CountedDone(days, "journée", "enregistrée") + "\u00a0: " + french.DayTypes[dayType] + "."}
}
