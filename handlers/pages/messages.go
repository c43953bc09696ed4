package pages

import (
	"strconv"
	"time"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/views"
	"worklog/views/french"
)

// What the forms of this package say once they are done.
var (
	saidSaved      = frame.Message{Code: "saved", Text: "Enregistré."}
	saidSavedSlots = frame.Message{Code: "saved-slots", Text: "Enregistré. %s.", Values: []frame.Words{minutesWords}}
	saidFilled     = frame.Message{Code: "filled", Text: "%s" + nbsp + ": %s.", Values: []frame.Words{countedDays, dayTypeWords}}
	saidDeleted    = frame.Message{Code: "deleted", Text: "Journée du %s supprimée.", Values: []frame.Words{dateWords}}
	saidClosed     = frame.Message{Code: "closed", Text: "Départ enregistré. %s.", Values: []frame.Words{minutesWords}, Focus: views.FocusFlash}
	saidArrived    = frame.Message{Code: "arrived", Text: "Arrivée à %s enregistrée.", Values: []frame.Words{timeWords}, Focus: views.FocusHand}
	saidLeft       = frame.Message{Code: "left", Text: "Départ à %s enregistré.", Values: []frame.Words{timeWords}, Focus: views.FocusHand}
	saidDiscarded  = frame.Message{Code: "discarded", Text: "Arrivée ignorée.", Focus: views.FocusFlash}
	saidRecorded   = frame.Message{Code: "recorded", Text: "%s.", Values: []frame.Words{countedEvents}}
	saidParted     = frame.Message{Code: "parted", Text: "Les deux journées sont séparées."}
	saidEndTaken   = frame.Message{Code: "end-taken", Text: "Le départ est enregistré."}
	saidDismissed  = frame.Message{Code: "dismissed", Text: "C’est noté" + nbsp + ": rien n’a été enregistré."}
	saidRight      = frame.Message{Code: "right", Text: "C’est noté" + nbsp + ": ce n’est plus à vérifier."}
	saidMerged     = frame.Message{Code: "merged", Text: "Créneaux réunis."}
	saidShortened  = frame.Message{Code: "shortened", Text: "Créneau corrigé. %s.", Values: []frame.Words{minutesWords}}
)

// Messages are all of them.
var Messages = []frame.Message{
	saidSaved, saidSavedSlots, saidFilled, saidDeleted, saidClosed, saidArrived, saidLeft,
	saidDiscarded, saidRecorded, saidParted, saidEndTaken, saidDismissed, saidRight, saidMerged,
	saidShortened,
}

// countedDays and countedEvents write what was recorded.
var (
	countedDays   = frame.CountedWords("journée", "enregistrée", 0, days.MaxRangeDays)
	countedEvents = frame.CountedWords("événement", "enregistré", 1, models.MaxRefusedEvents)
)

func minutesWords(value string) (string, bool) {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < 0 {
		return "", false
	}
	return french.Duration(n), true
}

func timeWords(value string) (string, bool) {
	at, err := time.Parse("15:04", value)
	return at.Format("15:04"), err == nil
}

func dateWords(value string) (string, bool) {
	date, err := civil.ParseDate(value)
	if err != nil {
		return "", false
	}
	return french.FullDate(date), true
}

func dayTypeWords(value string) (string, bool) {
	words, valid := french.DayTypes[models.DayType(value)]
	return words, valid
}
