package french

import (
	"worklog/models"
	"worklog/models/civil"
)

// Origin writes where a slot of a day comes from, such as "en direct" or "saisi à la main le 24 novembre".
func Origin(origin models.SlotOrigin, day models.Day) string {
	switch origin.Origin {
	case models.Live:
		return "en direct"
	case models.Pressed:
		return "pressé"
	case models.Late:
		if origin.LateMinutes < 0 {
			return "reçu " + lateness(-origin.LateMinutes) + " avant"
		}
		return "reçu " + lateness(origin.LateMinutes) + " plus tard"
	}
	words := map[models.Origin]string{models.Typed: "saisi à la main", models.Corrected: "corrigé", models.Imported: "repris d’un fichier"}[origin.Origin]
	if !origin.At.Readable() {
		return words
	}
	date := civil.DateOf(origin.At.In(day.Zone))
	if date.Year != day.Date.Year {
		return words + " le\u00a0" + InYear(date)
	}
	return words + " le\u00a0" + DayOfMonth(date)
}

// lateness writes "10 jours" or "3 h 05".
func lateness(minutes int64) string {
	if days := minutes / civil.MinutesOfDay; days > 0 {
		return Counted(int(days), "jour")
	}
	return Duration(minutes)
}

// ShortLateness writes "+10 j", "−3 h" or "+20 min" beside the mark of what was received late.
func ShortLateness(minutes int64) string {
	number, unit := minutes, "min"
	switch {
	case minutes/civil.MinutesOfDay != 0:
		number, unit = minutes/civil.MinutesOfDay, "j"
	case minutes/60 != 0:
		number, unit = minutes/60, "h"
	}
	return SignedHundredths(number*100) + NBSP + unit
}
