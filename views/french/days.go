package french

import (
	"strconv"
	"strings"
	"unicode/utf8"

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
