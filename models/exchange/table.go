package exchange

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Table is what the rows of a table are.
type Table string

// The tables.
const (
	Slots  Table = "slots"
	Days   Table = "days"
	Months Table = "months"
)

// Tables lists every table.
var Tables = []Table{Slots, Days, Months}

// Valid reports whether t is one of [Tables].
func (t Table) Valid() bool { return slices.Contains(Tables, t) }

// The columns of our tables. Those of the slots and of the days are read again.
const (
	columnDate     = "date"
	columnDayType  = "day_type"
	columnJourney  = "journey_profile_id"
	columnVehicle  = "motor_vehicle_id"
	columnStart    = "start"
	columnEndDate  = "end_date"
	columnEnd      = "end"
	columnTimezone = "timezone"
	columnNote     = "note"
	columnHalfDay  = "half_day"
	columnRequest  = "requested_by"
	columnReason   = "reason"
	columnMonth    = "month"
	columnDays     = "days"
	columnSlots    = "slots"
	columnMinutes  = "minutes"
	columnHours    = "hours"
	columnOrigin   = "origin"
	columnLate     = "late_minutes"
	columnType     = "type" // of a plan
	columnVerify   = "to_verify"
)

func (t Table) header() []string {
	switch t {
	case Days:
		return []string{columnDate, columnDayType, columnJourney, columnVehicle, columnSlots, columnMinutes, columnHours, columnTimezone, columnNote, columnHalfDay, columnRequest, columnReason, columnVerify}
	case Months:
		header := []string{columnMonth, columnDays, columnSlots, columnMinutes, columnHours}
		for _, dayType := range models.DayTypes {
			header = append(header, string(dayType))
		}
		return append(header, columnVerify)
	}
	return []string{columnDate, columnDayType, columnJourney, columnVehicle, columnStart, columnEndDate, columnEnd, columnMinutes, columnHours, columnTimezone, columnNote, columnHalfDay, columnOrigin, columnLate, columnRequest, columnReason, columnVerify}
}

// tableWriter writes a table as CSV (RFC 4180), in UTF-8. The same days make the same
// bytes. No cell begins as a formula does.
type tableWriter struct {
	Export
	csv   *csv.Writer
	month monthRow
}

// newTableWriter begins a table, whose days are to follow in order of their dates.
// With a decimal comma, a semicolon separates the cells.
func newTableWriter(to io.Writer, export Export) (*tableWriter, error) {
	w := &tableWriter{Export: export, csv: csv.NewWriter(to)}
	w.csv.UseCRLF = true
	if w.DecimalComma {
		w.csv.Comma = ';'
	}
	return w, w.csv.Write(w.Table.header())
}

// Write writes the rows of a day. A month has its row when the next one begins.
func (w *tableWriter) Write(day models.DayRecord) error {
	switch w.Table {
	case Days:
		if len(day.Short) > 0 && day.Ignored {
			return nil
		}
		return w.csv.Write(w.dayRow(day))
	case Months:
		return w.addToMonth(day)
	}
	slots := day.All()
	origins := day.Origins(slots)
	for i, slot := range slots {
		if err := w.csv.Write(w.slotRow(day, slot, origins[i])); err != nil {
			return err
		}
	}
	return nil
}

// Close ends the table.
func (w *tableWriter) Close() error {
	if err := w.writeMonth(); err != nil {
		return err
	}
	w.csv.Flush()
	return w.csv.Error()
}

func (w *tableWriter) slotRow(day models.DayRecord, slot models.TimeSlot, origin models.SlotOrigin) []string {
	minutes := slot.Minutes(day.Zone)
	return []string{
		day.Date.String(), string(day.DayType), models.Cell(day.JourneyProfileID), models.Cell(day.MotorVehicleID),
		start(day, slot),
		civil.DateOf(slot.EndAt.In(day.Zone)).String(), clock(slot.EndAt, day.Zone),
		strconv.FormatInt(minutes, 10), w.hours(minutes), models.Cell(day.Timezone), models.Cell(day.Note), string(day.HalfDay),
		string(origin.Origin), strconv.FormatInt(origin.LateMinutes, 10), models.Cell(day.RequestedBy), models.Cell(day.Reason), short(slices.ContainsFunc(day.Short, slot.Equal)),
	}
}

func (w *tableWriter) dayRow(day models.DayRecord) []string {
	minutes := day.WorkedMinutes()
	return []string{
		day.Date.String(), string(day.DayType), models.Cell(day.JourneyProfileID), models.Cell(day.MotorVehicleID),
		strconv.Itoa(len(day.Slots)), strconv.FormatInt(minutes, 10), w.hours(minutes), models.Cell(day.Timezone), models.Cell(day.Note), string(day.HalfDay),
		models.Cell(day.RequestedBy), models.Cell(day.Reason), short(len(day.Short) > 0),
	}
}

// short marks what leaves a very short presence out.
func short(is bool) string {
	if is {
		return models.DoubtShort
	}
	return ""
}

// monthRow is a month that is being counted; none has no days.
type monthRow struct {
	name    string // "2026-11"
	days    int
	slots   int
	minutes int64
	short   bool                   // presences are left out
	byType  map[models.DayType]int // half days
}

func (w *tableWriter) addToMonth(day models.DayRecord) error {
	name := day.Date.String()[:len("2026-11")]
	if day.Ignored && len(day.Short) == 0 {
		return nil
	}
	if name != w.month.name {
		if err := w.writeMonth(); err != nil {
			return err
		}
		w.month = monthRow{name: name, byType: map[models.DayType]int{}}
	}
	if w.month.short = w.month.short || len(day.Short) > 0; day.Ignored {
		return nil
	}
	w.month.days++
	w.month.slots += len(day.Slots)
	w.month.minutes += day.WorkedMinutes()
	if day.HalfDay == "" {
		w.month.byType[day.DayType] += 2
		return nil
	}
	w.month.byType[day.DayType]++
	w.month.byType[day.HalfDay.DayType()]++
	return nil
}

func (w *tableWriter) writeMonth() error {
	month := w.month
	if month.days == 0 && !month.short {
		return nil
	}
	row := []string{month.name, strconv.Itoa(month.days), strconv.Itoa(month.slots), strconv.FormatInt(month.minutes, 10), w.hours(month.minutes)}
	for _, dayType := range models.DayTypes {
		row = append(row, w.days(month.byType[dayType]))
	}
	return w.csv.Write(append(row, short(month.short)))
}

// days writes half days as days, with a decimal only if it is needed.
func (w *tableWriter) days(halves int) string {
	days := strconv.Itoa(halves / 2)
	if halves%2 == 0 {
		return days
	}
	return days + w.decimalMark() + "5"
}

// hours writes minutes as hours with two decimals, halves rounded up. Only the
// minutes are exact.
func (w *tableWriter) hours(minutes int64) string {
	hundredths := (minutes*100 + 30) / 60
	return fmt.Sprintf("%d%s%02d", hundredths/100, w.decimalMark(), hundredths%100)
}

func (w *tableWriter) decimalMark() string {
	if w.DecimalComma {
		return ","
	}
	return "."
}

// start writes when a slot starts, with the date if that is not the day's.
func start(day models.DayRecord, slot models.TimeSlot) string {
	written := clock(slot.StartAt, day.Zone)
	if date := civil.DateOf(slot.StartAt.In(day.Zone)); date != day.Date {
		return date.String() + " " + written
	}
	return written
}

// clock writes what the clock of a zone shows, with its offset from UTC in the hour
// that autumn repeats.
func clock(at civil.Instant, zone *time.Location) string {
	wall := civil.WallTimeOf(at, zone)
	written := fmt.Sprintf("%02d:%02d", wall.Hour, wall.Minute)
	if len(civil.InstantsAt(civil.DateOf(at.In(zone)), wall, zone)) > 1 {
		written += civil.OffsetOf(at, zone)
	}
	return written
}
