package handlers

import (
	"fmt"
	"strconv"
	"strings"

	"worklog/models"
)

// nbsp keeps a number and its unit on one line.
const nbsp = "\u00a0"

var (
	weekdays      = [...]string{"dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"}
	shortWeekdays = [...]string{"dim.", "lun.", "mar.", "mer.", "jeu.", "ven.", "sam."}
	months        = [...]string{"janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}
)

// dayTypeLabels name the day types to people.
var dayTypeLabels = map[models.DayType]string{
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

// fullDate writes "vendredi 20 novembre 2026", the first of a month as "1er".
func fullDate(date models.Date) string {
	return fmt.Sprintf("%s %s %d", weekdays[date.Weekday()], dayOfMonth(date), date.Year)
}

// dayOfMonth writes "20 novembre".
func dayOfMonth(date models.Date) string {
	day := strconv.Itoa(date.Day)
	if date.Day == 1 {
		day = "1er"
	}
	return day + nbsp + months[date.Month-1]
}

// shortDate writes "ven. 20".
func shortDate(date models.Date) string {
	return fmt.Sprintf("%s%s%d", shortWeekdays[date.Weekday()], nbsp, date.Day)
}

// monthName writes "novembre 2026".
func monthName(date models.Date) string {
	return fmt.Sprintf("%s %d", months[date.Month-1], date.Year)
}

// clockTime writes "08:03".
func clockTime(wall models.WallTime) string {
	return fmt.Sprintf("%02d:%02d", wall.Hour, wall.Minute)
}

// duration writes a number of minutes as "8 h 28", or "45 min" below an hour.
func duration(minutes int64) string {
	if minutes < 60 {
		return strconv.FormatInt(minutes, 10) + nbsp + "min"
	}
	return fmt.Sprintf("%d%sh%s%02d", minutes/60, nbsp, nbsp, minutes%60)
}

// kilometres writes "18,5 km".
func kilometres(distance float64) string {
	return strings.Replace(strconv.FormatFloat(distance, 'f', -1, 64), ".", ",", 1) + nbsp + "km"
}

// endDay says on which day a slot ends, that many days after its entry's.
func endDay(days int) string {
	switch days {
	case 0:
		return "même jour"
	case 1:
		return "lendemain"
	}
	return fmt.Sprintf("%+d%sjours", days, nbsp)
}

// maxExcerpt is how much of a note the month shows, in code points.
const maxExcerpt = 120

// excerpt gives the beginning of a note's first line.
func excerpt(note string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(note), "\n")
	if runes := []rune(line); len(runes) > maxExcerpt {
		return string(runes[:maxExcerpt]) + "…"
	}
	return line
}

// counted writes a number with its noun, which takes an s from two on.
func counted(n int, noun string) string {
	if n < 2 {
		return fmt.Sprintf("%d%s%s", n, nbsp, noun)
	}
	return fmt.Sprintf("%d%s%ss", n, nbsp, noun)
}
