package french

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"worklog/models"
	"worklog/models/civil"
)

// InYear writes "1er juin 2026".
func InYear(date civil.Date) string { return DayOfMonth(date) + " " + strconv.Itoa(date.Year) }

// WeekNumber writes "semaine 47".
func WeekNumber(monday civil.Date) string {
	return "semaine\u00a0" + strconv.Itoa(monday.ISOWeek())
}

// WeekDates writes "du 16 au 22 nov.", or "du 26 oct. au 1er nov."
func WeekDates(monday civil.Date) string {
	sunday := monday.AddDays(6)
	from := ShortDayOfMonth(monday)
	if monday.Month == sunday.Month {
		from, _, _ = strings.Cut(from, NBSP)
	}
	return "du\u00a0" + from + " au\u00a0" + ShortDayOfMonth(sunday)
}

// Week writes "Semaine 47, du 16 au 22 nov."
func Week(monday civil.Date) string { return Capital(WeekNumber(monday)) + ", " + WeekDates(monday) }

// Capital returns a text with its first letter, which must be ASCII, in upper case.
func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// LowerFirst returns a text with its first letter in lower case.
func LowerFirst(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToLower(text[:size]) + text[size:]
}

// Hundredths writes a number of days, which are in hundredths, such as "12,5" or "−1".
func Hundredths[D ~int64](days D) string {
	if days < 0 {
		return "−" + Thousandths(int64(days)*-10)
	}
	return Thousandths(int64(days) * 10)
}

// Days writes "4,5 j" or "−1 j".
func Days[D ~int64](days D) string { return Hundredths(days) + "\u00a0j" }

// SignedHundredths writes "+2" or "−0,5".
func SignedHundredths[D ~int64](days D) string {
	if days > 0 {
		return "+" + Hundredths(days)
	}
	return Hundredths(days)
}

// CountedDays writes "218,5 jours".
func CountedDays[D ~int64](days D) string {
	return Hundredths(days) + "\u00a0jour" + PluralOf(days)
}

// PluralOf is "s" for two days or more.
func PluralOf[D ~int64](days D) string {
	if days < 200 {
		return ""
	}
	return "s"
}

// HoursOf writes "8 h 28" or "0 h 00".
func HoursOf(minutes int64) string { return strings.TrimPrefix(Signed(minutes), "+") }

// SlotTexts formats the slots of a day, such as "21:00–07:00 (lendemain)".
func SlotTexts(day models.Day) []string {
	var texts []string
	for _, slot := range day.Slots {
		texts = append(texts, SlotText(day, slot))
	}
	return texts
}

// SlotText formats a slot of a day.
func SlotText(day models.Day, slot models.TimeSlot) string {
	text := Clock(slot.StartAt, day.Zone) + "–" + Clock(slot.EndAt, day.Zone)
	if days := day.Date.DaysUntil(civil.DateOf(slot.EndAt.In(day.Zone))); days != 0 {
		text += " (" + EndDay(days) + ")"
	}
	return text
}

// Listed returns the first of the texts of slots, and what stands for the others.
func Listed(texts []string, number int) []string {
	if more := len(texts) - number; more > 0 {
		texts = append(texts[:number:number], Others(more))
	}
	return texts
}

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
