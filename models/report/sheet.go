package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"worklog/models"
	"worklog/models/civil"
)

// SheetFormat is the newest format of [SheetRows], the first being 1. Every digest changes with the
// format: the earlier ones go on for what was signed.
const SheetFormat = 3

// Printed says what a sheet shows of its days, and in which format its rows are written: all by which
// the rows of the same record can differ.
type Printed struct {
	Format      int
	HideIllness bool // from format 2 on
	DaysOnly    bool // and no hours
}

// Printed returns what the sheet of a month shows: where a number of days is to be worked (forfait
// jours), the days (Code du travail, D3171-10).
func (r Rules) Printed(month civil.Date, format int, hideIllness bool) Printed {
	return Printed{format, hideIllness && format > 1, r.countsDays(month) && r.countsDays(month.LastOfMonth())}
}

// countsDays reports whether a number of days is to be worked, by the target in force on a date
// or, without one, by the limits.
func (r Rules) countsDays(date civil.Date) bool {
	if target := r.targetFrom(date); target != nil {
		return target.DaysPerYear > 0
	}
	return r.DaysToWork(date) > 0
}

// SheetRows writes the days of a month, given by its first date, as the text whose digest
// its sheet shows: a line for the format and the month, one for each entry and one for each
// slot, all ended by a line feed, their fields separated by tabs. Instants are UTC, to the
// minute. docs/sheet.md describes it. It has what is printed: a hidden illness is an [absence]
// without its note, for anyone could try notes until the digest is that of the sheet; a sheet of
// days has no slots, and from format 3 on none has very short presences that are in doubt. Else it
// depends on nothing but the record: days that are counted nowhere are in it. The days must be in
// order; those of other months are left out.
func SheetRows(month civil.Date, days []models.DayRecord, printed Printed) string {
	var rows strings.Builder
	fmt.Fprintf(&rows, "worklog-sheet-%d\t%s\n", printed.Format, month.String()[:len("2026-11")])
	for _, day := range days {
		if day.Date.Year == month.Year && day.Date.Month == month.Month {
			printed.write(&rows, day)
		}
	}
	return rows.String()
}

// write writes the lines of a day.
func (p Printed) write(rows *strings.Builder, record models.DayRecord) {
	day := record.Day
	if p.HideIllness {
		day = withoutIllness(day)
	}
	fmt.Fprintf(rows, "day\t%s\t%s\t%s\t%s\t%s\n", day.Date, day.DayType, day.HalfDay, day.Timezone, oneField.Replace(day.Note))
	if p.DaysOnly {
		return
	}
	slots := day.Slots
	if p.Format < 3 {
		slots = day.All()
	}
	origins := record.Origins(slots)
	for i, slot := range slots {
		fmt.Fprintf(rows, "slot\t%s\t%s\t%s", day.Date, utcMinute(slot.StartAt), utcMinute(slot.EndAt))
		if p.Format >= 3 {
			fmt.Fprintf(rows, "\t%s\t%d", origins[i].Origin, origins[i].LateMinutes)
		}
		rows.WriteString("\n")
	}
}

// absence stands for an illness that is hidden.
const absence = "ABSENCE"

// withoutIllness returns a day as it is printed where illness is hidden.
func withoutIllness(day models.Day) models.Day {
	if !TellsOfIllness(day) {
		return day
	}
	day.Note = ""
	if day.DayType == models.SickLeave {
		day.DayType = absence
	}
	if day.HalfDay.DayType() == models.SickLeave {
		day.HalfDay = absence
	}
	return day
}

// TellsOfIllness reports whether a day, or half of it, is one of illness.
func TellsOfIllness(day models.Day) bool {
	return day.DayType == models.SickLeave || day.HalfDay.DayType() == models.SickLeave
}

// oneField keeps a text within its field.
var oneField = strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`, "\t", `\t`)

// utcMinute writes an instant as it is stored, to the minute, such as "2026-11-20T07:03Z".
func utcMinute(instant civil.Instant) string {
	return instant.String()[:len("2026-11-20T07:03")] + "Z"
}

// SheetDigest returns the SHA-256 of rows, as 64 lower-case hexadecimal digits.
func SheetDigest(rows string) string {
	sum := sha256.Sum256([]byte(rows))
	return hex.EncodeToString(sum[:])
}
