package exchange

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/imports"
)

// tableReader gathers the rows of a table by their days.
type tableReader struct {
	places places
	take   func(line int, cells []string) error // a row
	days   []imports.Day
	onDate map[civil.Date]*typedDay
	errs   RowErrors
}

type typedDay struct {
	*imports.TypedDay
	rows  int
	notes []string
}

func readTable(text io.Reader, separator rune, columns Columns) (imports.File, error) {
	r := tableReader{onDate: map[civil.Date]*typedDay{}}
	r.take = r.add
	if err := r.read(text, separator, columns, layouts); err != nil {
		return imports.File{}, err
	}
	for _, day := range r.onDate {
		day.Note = strings.Join(day.notes, "\n")
	}
	return imports.File{Days: r.days}, nil
}

// read reads a table with these columns or, if they are not named, of one of some layouts.
func (r *tableReader) read(text io.Reader, separator rune, columns Columns, known []layout) error {
	bounded := &bounded{from: text, bound: &rowBound{separator: byte(separator)}}
	rows := csv.NewReader(bounded)
	rows.Comma = separator
	rows.FieldsPerRecord = -1 // some programs leave empty cells out
	rows.ReuseRecord = true
	header, err := rows.Read()
	if err != nil {
		line, err := lineOf(err, bounded)
		if line > 0 {
			err = RowErrors{{Row: line, Err: err}}
		}
		return err
	}
	if r.places, err = columns.find(header, known); err != nil {
		return err
	}
	if err := r.readRows(rows, bounded); err != nil {
		return err
	}
	if len(r.errs) > 0 {
		return r.errs
	}
	return nil
}

func (r *tableReader) readRows(rows *csv.Reader, bounded *bounded) error {
	for count := 0; ; count++ {
		row, err := rows.Read()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			line, err := lineOf(err, bounded)
			if line > 0 {
				r.errs.add(line, err)
				return nil
			}
			return err
		}
		line, _ := rows.FieldPos(0)
		if err := r.take(line, row); err != nil && !r.errs.add(line, err) {
			return nil
		}
		if count == maxRows || len(r.days) > maxDays {
			return ErrTooManyRows
		}
	}
}

// lineOf returns the line of a row that cannot be read, and why; no line for an error
// of the whole file.
func lineOf(err error, rows *bounded) (int, error) {
	if err == rows.err {
		return rows.lines + 1, err
	}
	if parse := new(csv.ParseError); errors.As(err, &parse) {
		return parse.Line, fmt.Errorf("%w: %w", ErrNotCSV, parse.Err)
	}
	return 0, err
}

// separatorOf returns what separates the cells: of the comma, the semicolon and the
// tab the one that the first line has most of.
func separatorOf(content []byte) rune {
	line, _, _ := bytes.Cut(content, []byte("\n"))
	separator, most := ',', 0
	for _, candidate := range ",;\t" {
		if count := bytes.Count(line, []byte(string(candidate))); count > most {
			separator, most = candidate, count
		}
	}
	return separator
}

type row struct {
	date, start, end, endDate, dayType, halfDay, timezone, minutes, journey, vehicle, note, requestedBy, reason string
}

func (r *tableReader) add(line int, cells []string) error {
	cell := func(name string) string { return r.cell(cells, name) }
	trimmed := func(name string) string { return strings.TrimSpace(cell(name)) }
	read := row{
		trimmed(columnDate), trimmed(columnStart), trimmed(columnEnd), trimmed(columnEndDate), trimmed(columnDayType), trimmed(columnHalfDay),
		trimmed(columnTimezone), trimmed(columnMinutes),
		cell(columnJourney), cell(columnVehicle), cell(columnNote), cell(columnRequest), cell(columnReason),
	}
	if read == (row{}) || r.places.sums && read.date == "" {
		return nil
	}
	date, slot, err := r.times(line, read)
	if err != nil {
		return err
	}
	minutes, err := r.minutes(read.minutes)
	if err != nil {
		return err
	}
	day := r.day(line, date)
	if day.rows++; day.rows > maxDayRows+1 {
		return nil // it has been said
	}
	if day.rows > maxDayRows {
		return fmt.Errorf("%w: more than %d rows", ErrDayTooLarge, maxDayRows)
	}
	if slot != nil {
		slot.Minutes = minutes
		day.Slots = append(day.Slots, *slot)
	} else if minutes != nil {
		day.Minutes, day.MinutesRow = minutes, line
	}
	return errors.Join(
		r.agree(columnTimezone, &day.Timezone, read.timezone),
		r.agree(columnDayType, (*string)(&day.DayType), strings.ToUpper(read.dayType)),
		r.agree(columnHalfDay, (*string)(&day.HalfDay), strings.ToUpper(read.halfDay)),
		r.agree(columnJourney, &day.JourneyProfileID, read.journey),
		r.agree(columnVehicle, &day.MotorVehicleID, read.vehicle),
		r.agree(columnRequest, &day.Request.By, read.requestedBy),
		r.agree(columnReason, &day.Request.Reason, read.reason),
		day.addNote(read.note),
	)
}

func (r *tableReader) cell(cells []string, name string) string {
	at, found := r.places.at[name]
	if !found || at >= len(cells) {
		return ""
	}
	return models.CellText(cells[at])
}

// times returns the date of a row, and its slot, if it has one.
func (r *tableReader) times(line int, read row) (civil.Date, *imports.TypedSlot, error) {
	date, start, err := r.time(columnStart, read.start)
	if err != nil {
		return civil.Date{}, nil, err
	}
	slot := &imports.TypedSlot{Row: line, StartDate: date, Start: start}
	if slot.EndDate, slot.End, err = r.time(columnEnd, read.end); err != nil {
		return civil.Date{}, nil, err
	}
	if read.date != "" || date == (civil.Date{}) {
		if date, err = r.date(columnDate, read.date); err != nil {
			return civil.Date{}, nil, err
		}
	}
	if read.endDate != "" {
		if slot.EndDate, err = r.date(columnEndDate, read.endDate); err != nil {
			return civil.Date{}, nil, err
		}
	}
	if (read.start == "") != (read.end == "") {
		return civil.Date{}, nil, ErrHalfSlot
	}
	if read.start == "" {
		return date, nil, nil
	}
	return date, slot, nil
}

// minutes reads a number of minutes, nil for none. It returns [ErrNoMinutes].
func (r *tableReader) minutes(text string) (*int64, error) {
	if text == "" {
		return nil, nil
	}
	minutes, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil, cellError(r.places.columns[columnMinutes], text, ErrNoMinutes)
	}
	return &minutes, nil
}

func (r *tableReader) day(line int, date civil.Date) *typedDay {
	day := r.onDate[date]
	if day == nil {
		day = &typedDay{TypedDay: &imports.TypedDay{Date: date}}
		r.onDate[date] = day
		r.days = append(r.days, imports.Day{Row: line, Typed: day.TypedDay})
	}
	return day
}

// agree sets what rows of a day have in common. It returns [ErrRowsDiffer].
func (r *tableReader) agree(column string, common *string, text string) error {
	if text == "" || text == *common {
		return nil
	}
	if *common != "" {
		return cellError(r.places.columns[column], text, ErrRowsDiffer)
	}
	*common = strings.Clone(text) // a cell holds all of its row
	return nil
}

// addNote adds a line to the note of a day, unless it has it.
func (d *typedDay) addNote(note string) error {
	size := len(note)
	for _, other := range d.notes {
		if other == note {
			return nil
		}
		size += len(other)
	}
	if note == "" {
		return nil
	}
	if size > maxCell {
		return models.ErrNoteTooLong
	}
	d.notes = append(d.notes, strings.Clone(note))
	return nil
}

var (
	yearFirst = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{4})-(\d{1,2})-(\d{1,2})$`) })
	dayFirst  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$`) })
	clockTime = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(\d{1,2})(?:[:hH.](\d{2})(?::(\d{2})(?:[.,]\d+)?)?|[hH])([+-]\d{2}:\d{2})?$`)
	})
)

// date reads 2026-11-20, 20/11/2026, 20.11.2026 or 20-11-2026. It returns [ErrNoDate].
func (r *tableReader) date(column, text string) (civil.Date, error) {
	year, month, day := 1, 2, 3
	groups := yearFirst().FindStringSubmatch(text)
	if groups == nil {
		day, month, year = 1, 2, 3
		groups = dayFirst().FindStringSubmatch(text)
	}
	if groups != nil {
		if date, err := civil.ParseDate(fmt.Sprintf("%s-%02s-%02s", groups[year], groups[month], groups[day])); err == nil {
			return date, nil
		}
	}
	return civil.Date{}, cellError(r.places.columns[column], text, ErrNoDate)
}

// time reads 08:03, 8:03:27, 8h03 or 8h, with a date before it or without, and with an
// offset from UTC after it or without. Seconds are left out, as in what people type. It
// returns [ErrNoTime] or [ErrNoDate].
func (r *tableReader) time(column, text string) (date civil.Date, typed imports.TypedTime, err error) {
	if text == "" {
		return date, typed, nil
	}
	clock := text
	if dated, rest, found := strings.Cut(strings.Replace(text, "T", " ", 1), " "); found {
		if date, err = r.date(column, dated); err != nil {
			return date, typed, err
		}
		clock = rest
	}
	groups := clockTime().FindStringSubmatch(clock)
	if groups == nil {
		return date, typed, cellError(r.places.columns[column], text, ErrNoTime)
	}
	hour, _ := strconv.Atoi(groups[1])
	minute, _ := strconv.Atoi(groups[2]) // 0 if left out
	second, _ := strconv.Atoi(groups[3])
	if hour > 23 || minute > 59 || second > 59 {
		return date, typed, cellError(r.places.columns[column], text, ErrNoTime)
	}
	return date, imports.TypedTime{WallTime: civil.WallTime{Hour: hour, Minute: minute}, Offset: strings.Clone(groups[4])}, nil
}
