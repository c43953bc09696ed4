// Package french formats dates, times, durations and day types in French. It knows
// nothing about pages.
package french

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"worklog/models"
	"worklog/models/civil"
)

// NBSP keeps a number and its unit on one line.
const NBSP = "\u00a0"

var (
	Weekdays      = [...]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}
	ShortWeekdays = [...]string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."}
	ShortMonths   = [...]string{"janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.", "déc."}
	Months        = [...]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}
)

// DayTypes are the names of the day types.
var DayTypes = map[models.DayType]string{
	models.Work:      "Travail",
	models.Telework:  "Télétravail",
	models.Duty:      "Garde",
	models.OnCall:    "Astreinte",
	models.Training:  "Formation",
	models.RTT:       "RTT",
	models.Leave:     "Congé",
	models.SickLeave: "Maladie",
	models.Holiday:   "Férié",
}

// TypeOfDay writes "Travail", or "Travail · ½ RTT" with half a day of absence.
func TypeOfDay(dayType models.DayType, halfDay models.HalfDay) string {
	if halfDay == "" {
		return DayTypes[dayType]
	}
	return DayTypes[dayType] + "\u00a0· " + HalfDay(halfDay)
}

// HalfDay writes "½ RTT", or "aucune" for none.
func HalfDay(halfDay models.HalfDay) string {
	if halfDay == "" {
		return "aucune"
	}
	if halfDay == models.HalfFree {
		return "½\u00a0Repos"
	}
	return "½\u00a0" + DayTypes[halfDay.DayType()]
}

// Halves are the names of the halves of a day.
var Halves = map[models.Half]string{models.Morning: "matin", models.Afternoon: "après-midi"}

// InHalf writes " (matin)", or nothing where no half is said.
func InHalf(half models.Half) string {
	if half == "" {
		return ""
	}
	return " (" + Halves[half] + ")"
}

// Events are the names of the kinds of presence event.
var Events = map[models.EventType]string{models.Arrival: "Arrivée", models.Departure: "Départ"}

// FullDate writes "vendredi 20 novembre 2026", the first of a month as "1er". It and [MonthName]
// write a date that is none of the calendar as it is stored.
func FullDate(date civil.Date) string {
	if !date.InCalendar() {
		return date.String()
	}
	return Weekdays[date.Weekday()] + " " + DayOfMonth(date) + " " + strconv.Itoa(date.Year)
}

// Unreadable stands in the place of what cannot be read in the record.
const Unreadable = "(illisible)"

// UnreadableType stands in the place of the type of a day that cannot be read.
const UnreadableType = "Illisible"

// faults say what of a day is impossible, by the columns; that of any other is an instant.
var faults = map[string]string{
	"date":     "une date impossible",
	"timezone": "un fuseau horaire inconnu",
	"day_type": "un type inconnu",
	"half_day": "un type inconnu",
	"event":    "un type inconnu",
	"version":  "une version impossible",
}

// UnreadableDay says that a day cannot be read, and why.
func UnreadableDay(day models.UnreadableDay) string {
	date, fault := FullDate(day.Date), cmp.Or(faults[day.Fault], "une heure impossible")
	if day.Fault == "date" {
		date = day.Date.String()
	}
	return "La journée du " + date + " est illisible (" + fault + ")\u00a0: aucun chiffre ne la compte. Son historique permet de revenir à un état d’avant, ou de la supprimer."
}

// Moment writes "vendredi 20 novembre 2026 à 08:03", as the clock of the zone shows
// an instant.
func Moment(instant civil.Instant, zone *time.Location) string {
	if !instant.Readable() {
		return Unreadable
	}
	return FullDate(civil.DateOf(instant.In(zone))) + " à " + Clock(instant, zone)
}

// DayOfMonth writes "20 novembre" or "1er novembre".
func DayOfMonth(date civil.Date) string {
	return ordinal(date.Day) + NBSP + Months[date.Month-1]
}

func ordinal(day int) string {
	if day == 1 {
		return "1er"
	}
	return strconv.Itoa(day)
}

// ShortDate writes "ven. 20".
func ShortDate(date civil.Date) string {
	return ShortWeekdays[date.Weekday()] + NBSP + strconv.Itoa(date.Day)
}

// DateInYear writes "ven. 20 novembre" or "ven. 1er novembre".
func DateInYear(date civil.Date) string {
	return ShortWeekdays[date.Weekday()] + NBSP + DayOfMonth(date)
}

// ShortDayOfMonth writes "20 nov." or "1er nov."
func ShortDayOfMonth(date civil.Date) string {
	return ordinal(date.Day) + NBSP + ShortMonths[date.Month-1]
}

// ShortDateOfMonth writes "ven. 20 nov."
func ShortDateOfMonth(date civil.Date) string {
	return ShortWeekdays[date.Weekday()] + NBSP + ShortDayOfMonth(date)
}

// MonthName writes "novembre 2026".
func MonthName(date civil.Date) string {
	if !date.InCalendar() {
		return date.String()
	}
	return fmt.Sprintf("%s %d", Months[date.Month-1], date.Year)
}

// OfMonth writes "de novembre 2026" or "d’août 2026".
func OfMonth(date civil.Date) string {
	name := MonthName(date)
	if name[0] == 'a' || name[0] == 'o' {
		return "d’" + name
	}
	return "de " + name
}

// Clock writes "08:03", as the clock of the zone shows an instant.
func Clock(instant civil.Instant, zone *time.Location) string {
	if !instant.Readable() {
		return Unreadable
	}
	return civil.WallTimeOf(instant, zone).String()
}

// Duration writes a number of minutes as "8 h 28" or "1 769 h 55", "45 min" below
// an hour, and none as "0 h 00".
func Duration(minutes int64) string {
	if minutes != 0 && minutes < 60 {
		return strconv.FormatInt(minutes, 10) + "\u00a0min"
	}
	return hours(minutes)
}

// ShortDuration is Duration with whole hours written as "35 h".
func ShortDuration(minutes int64) string {
	if minutes >= 60 && minutes%60 == 0 {
		return grouped(minutes/60) + "\u00a0h"
	}
	return Duration(minutes)
}

// Signed writes a difference of minutes as "+0 h 35" or "−1 h 20", and none as "0 h 00".
func Signed(minutes int64) string {
	sign := "+"
	switch {
	case minutes < 0:
		sign, minutes = "−", -minutes
	case minutes == 0:
		sign = ""
	}
	return sign + hours(minutes)
}

// hours writes a number of minutes as "0 h 35".
func hours(minutes int64) string {
	return grouped(minutes/60) + "\u00a0h\u00a0" + civil.TwoDigits(int(minutes%60))
}

// narrowNBSP separates thousands.
const narrowNBSP = "\u202f"

// grouped writes a number with its thousands apart, such as "1 769".
func grouped(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10)
	}
	return grouped(n/1000) + narrowNBSP + fmt.Sprintf("%03d", n%1000)
}

// Metres writes a distance as "18,5 km".
func Metres(metres int64) string {
	return Thousandths(metres) + "\u00a0km"
}

// EndDay names the day that many days after the entry's, on which a slot ends.
func EndDay(days int) string {
	switch days {
	case 0:
		return "même jour"
	case 1:
		return "lendemain"
	}
	return fmt.Sprintf("%+d\u00a0jours", days)
}

// maxExcerpt is the maximum length of an excerpt in code points.
const maxExcerpt = 120

// Excerpt returns the beginning of a note's first line.
func Excerpt(note string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(note), "\n")
	if runes := []rune(line); len(runes) > maxExcerpt {
		return string(runes[:maxExcerpt]) + "…"
	}
	return line
}

// Counted formats a number with its noun, which gets a plural s, or x after -eau, from 2 on.
func Counted(n int, noun string) string {
	switch {
	case n < 2:
	case strings.HasSuffix(noun, "eau"):
		noun += "x"
	default:
		noun += "s"
	}
	return grouped(int64(n)) + NBSP + noun
}

// Verb returns a verb for one, or for several.
func Verb(n int, one, several string) string {
	if n > 1 {
		return several
	}
	return one
}

// CountedDone is Counted with a participle, which gets a plural s too: "3 journées reprises".
func CountedDone(n int, noun, participle string) string {
	if n > 1 {
		participle += "s"
	}
	return Counted(n, noun) + " " + participle
}

// Others stands for what is not shown of a list, such as "… et 15 500 autres".
func Others(n int) string { return "… et " + Counted(n, "autre") }

// Effects describe what a plan does to a day.
var Effects = map[models.Effect]string{
	models.EffectNew:     "nouvelle",
	models.EffectChanged: "modifiée",
	models.EffectSame:    "déjà ainsi",
	models.EffectKept:    "laissée, elle a des créneaux",
	models.EffectPresent: "laissée, une présence est en cours",
}

// WithoutShort says that figures leave very short presences out.
func WithoutShort(n int) string {
	return "sans " + CountedDone(n, "présence", "très courte") + ", à vérifier"
}

// Of writes "de congés annuels", "d’ancienneté" or "de RTT" of a label.
func Of(label string) string {
	letters := []rune(label)
	if len(letters) > 1 && unicode.IsLower(letters[1]) {
		letters[0] = unicode.ToLower(letters[0])
	}
	if len(letters) > 0 && strings.ContainsRune("aâàeéèêiîoôuh", letters[0]) {
		return "d’" + string(letters)
	}
	return "de " + string(letters)
}

// Thousandths writes a number of them as "0,357", with as few decimals as it needs.
func Thousandths(n int64) string {
	text := grouped(n / 1000)
	if rest := n % 1000; rest > 0 {
		text += "," + strings.TrimRight(fmt.Sprintf("%03d", rest), "0")
	}
	return text
}

// Cents writes an amount as "4 274,56 €".
func Cents(cents int64) string {
	return fmt.Sprintf("%s,%02d\u00a0€", grouped(cents/100), cents%100)
}

// Bytes writes a size as "12 ko" or "1,2 Mo".
func Bytes(n int64) string {
	if n < 100_000 {
		return grouped((n+999)/1000) + "\u00a0ko"
	}
	return Thousandths((n+50_000)/100_000*100) + "\u00a0Mo"
}

// Euros writes an amount as "4 275 €".
func Euros(euros int64) string { return grouped(euros) + "\u00a0€" }

// Digest writes the beginning of the digest of a sheet: "a1b2…".
func Digest(digest string) string { return digest[:min(4, len(digest))] + "…" }

// DaysDiffer writes "2 jours diffèrent", or "inchangé" for none.
func DaysDiffer(n int) string {
	if n == 0 {
		return "inchangé"
	}
	return Counted(n, "jour") + Verb(n, " diffère", " diffèrent")
}
