package exchange

import (
	"bytes"
	"cmp"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	ics "github.com/arran4/golang-ical"

	"worklog/models/civil"
	"worklog/models/imports"
	"worklog/models/planning"
)

// MaxPlanSize is how large a file that plans may be, in bytes.
const MaxPlanSize = 5 << 20

// maxTitle is how many characters of a title are kept. Words have no more.
const maxTitle = 100

type planReader struct {
	tableReader // of CSV
	zone        *time.Location
	file        *planning.FileReader
}

// ReadPlan returns what a file plans on a day: iCalendar, or a table with these columns. Times without
// a known zone are of the clock of zone. It returns the errors of [Read] and [planning.ErrNoEvent].
func ReadPlan(from io.Reader, columns Columns, words planning.Words, zone *time.Location, today civil.Date) (planning.File, error) {
	text, start, err := openText(from, MaxPlanSize, ErrPlanTooLarge)
	if err != nil {
		return planning.File{}, err
	}
	r := planReader{zone: zone, file: planning.NewFileReader(words, zone, today)}
	if bytes.HasPrefix(start, []byte("BEGIN:VCALENDAR")) {
		var content []byte
		if content, err = io.ReadAll(text); err == nil {
			r.readCalendar(string(content))
		}
	} else {
		r.take = r.takeRow
		err = r.read(text, separatorOf(start), columns, planLayouts)
	}
	if err != nil {
		return planning.File{}, err
	}
	file, err := r.file.Planned(func(line int, why error) { r.errs.add(line, why) })
	if len(r.errs) > 0 {
		return planning.File{}, r.errs
	}
	return file, err
}

func titleOf(text string) string { return shortened(strings.Join(strings.Fields(text), " "), maxTitle) }

func (r *planReader) takeRow(line int, cells []string) error {
	trimmed := func(name string) string { return strings.TrimSpace(r.cell(cells, name)) }
	read := row{date: trimmed(columnDate), start: trimmed(columnStart), end: trimmed(columnEnd), dayType: trimmed(columnType)}
	title := titleOf(read.dayType)
	if read == (row{}) || r.file.Ignores(title) {
		return nil
	}
	date, slot, err := r.times(line, read)
	if err != nil {
		return err
	}
	event := planning.Event{Line: line, Title: title, First: date, Last: date, Rest: title == "" && slot == nil}
	if slot != nil {
		start := r.typed(cmp.Or(slot.StartDate, date), slot.Start)
		end := r.typed(cmp.Or(slot.EndDate, start.date), slot.End)
		if slot.EndDate == (civil.Date{}) && !start.wall.Before(end.wall) {
			end.date = end.date.AddDays(1)
		}
		event.Start = start.after(civil.Instant{})
		event.End = end.after(event.Start)
	}
	return r.file.Add(event)
}

// moment is a time of a file: a second of a date on the clock of a zone.
type moment struct {
	date   civil.Date
	wall   civil.WallTime
	second int
	zone   *time.Location
}

func (r *planReader) typed(date civil.Date, typed imports.TypedTime) moment {
	zone := r.zone
	if offset, err := time.Parse("-07:00", typed.Offset); err == nil {
		zone = offset.Location()
	}
	return moment{date, typed.WallTime, 0, zone}
}

// after returns the first instant of the moment that is after another or, if there is none, such as of a
// time that the clock skips, the moment of the change.
func (m moment) after(other civil.Instant) civil.Instant {
	for _, instant := range civil.InstantsAt(m.date, m.wall, m.zone) {
		instant = civil.NewInstant(instant.Add(time.Duration(m.second) * time.Second))
		if instant.After(other.Time) {
			return instant
		}
	}
	return civil.InstantAt(m.date, m.wall, m.zone)
}

type calendarProperty struct{ name, zone, value string }

// eventProperties are those of an event that say what it plans; a file may have a million others.
var eventProperties = []string{"SUMMARY", "STATUS", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "RECURRENCE-ID"}

// unfolded has a NUL, which no text has, where a line goes on.
var unfolded = strings.NewReplacer("\r\n ", "\x00", "\r\n\t", "\x00", "\n ", "\x00", "\n\t", "\x00")

// readCalendar reads the events of iCalendar. What is nested in them, such as an alarm, is none of theirs.
func (r *planReader) readCalendar(text string) {
	var inside []string
	var has map[string]calendarProperty // by their names
	of := 0                             // the line of the event that has them
	line := 1
	for content := range strings.Lines(unfolded.Replace(text)) {
		first := line
		line += 1 + strings.Count(content, "\x00")
		property := propertyOf(strings.ReplaceAll(content, "\x00", ""))
		isEvent := slices.Equal(inside, []string{"VCALENDAR", "VEVENT"})
		switch component := strings.ToUpper(property.value); {
		case property.name == "BEGIN":
			inside = append(inside, component)
			if len(inside) == 2 {
				of, has = first, map[string]calendarProperty{}
			}
		case property.name == "END":
			if len(inside) == 0 || inside[len(inside)-1] != component {
				r.errs.add(first, ErrNotCalendar)
				return
			}
			inside = inside[:len(inside)-1]
			if isEvent {
				err := r.takeEvent(of, has)
				if err != nil && !r.errs.add(of, err) {
					return
				}
			}
		case isEvent && slices.Contains(eventProperties, property.name):
			if _, known := has[property.name]; !known {
				has[property.name] = property
			}
		}
	}
	if len(inside) > 0 {
		r.errs.add(line-1, ErrNotCalendar)
	}
}

// propertyOf returns the property of an unfolded line; one without a name if it is none.
func propertyOf(line string) (property calendarProperty) {
	quoted := false
	unquoted := func(separator rune) func(rune) bool {
		return func(char rune) bool {
			quoted = quoted != (char == '"')
			return char == separator && !quoted
		}
	}
	at := strings.IndexFunc(line, unquoted(':'))
	if at < 0 {
		return property
	}
	property.value, quoted = strings.TrimSpace(line[at+1:]), false
	for i, parameter := range strings.FieldsFunc(line[:at], unquoted(';')) {
		if name, value, _ := strings.Cut(parameter, "="); i == 0 {
			property.name = strings.ToUpper(strings.TrimSpace(name))
		} else if strings.EqualFold(name, "TZID") {
			property.zone = strings.Trim(value, `"`)
		}
	}
	return property
}

func (r *planReader) takeEvent(line int, has map[string]calendarProperty) error {
	event := planning.Event{Line: line, Title: titleOf(ics.FromText(has["SUMMARY"].value))}
	if strings.EqualFold(has["STATUS"].value, "CANCELLED") || r.file.Ignores(event.Title) {
		return nil
	}
	for _, name := range []string{"RRULE", "RDATE", "RECURRENCE-ID"} {
		if _, event.Repeats = has[name]; event.Repeats {
			return r.file.Add(event)
		}
	}
	start, isDate, err := r.moment(has["DTSTART"])
	if err != nil {
		return err
	}
	end, days, exact := start, 1, time.Duration(0)
	last, hasEnd := has["DTEND"]
	if length, found := has["DURATION"]; hasEnd {
		var endIsDate bool
		if end, endIsDate, err = r.moment(last); err != nil || endIsDate != isDate {
			if isDate {
				return cellError("DTEND", last.value, ErrNoDate)
			}
			return cellError("DTEND", last.value, ErrNoTime)
		}
		days = start.date.DaysUntil(end.date)
	} else if found {
		if days, exact, err = durationOf(length.value); err != nil || isDate && exact != 0 {
			return cellError("DURATION", length.value, ErrNoTime)
		}
		end.date = end.date.AddDays(days)
	} else if !isDate {
		return ErrHalfSlot
	}
	event.First, event.Last = start.date, start.date.AddDays(days-1)
	if !isDate {
		event.Start = start.after(civil.Instant{})
		event.End = event.Start
		if hasEnd || days > 0 {
			event.End = end.after(event.Start)
		}
		event.End = civil.NewInstant(event.End.Add(exact))
	}
	return r.file.Add(event)
}

// moment reads a date, or a time of it: in UTC, of its zone or, if that is not known, of the reader's.
func (r *planReader) moment(p calendarProperty) (m moment, isDate bool, err error) {
	layout := "20060102T150405"
	m.zone = r.zone
	switch zone, err := civil.LoadZone(p.zone); {
	case strings.HasSuffix(p.value, "Z"):
		layout, m.zone = layout+"Z", time.UTC
	case !strings.Contains(p.value, "T"):
		layout, isDate = "20060102", true
	case err == nil:
		m.zone = zone
	}
	read, err := time.Parse(layout, p.value)
	if err != nil || len(p.value) != len(layout) { // it takes fractions too
		return moment{}, false, cellError(p.name, p.value, ErrNoTime)
	}
	m.date, m.wall, m.second = civil.DateOf(read), civil.WallTime{Hour: read.Hour(), Minute: read.Minute()}, read.Second()
	return m, isDate, nil
}

var eventDuration = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\+?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T((?:\d{1,9}H)?(?:\d{1,9}M)?(?:\d{1,9}S)?))?$`)
})

// durationOf reads the days and the time that an event lasts.
func durationOf(text string) (days int, exact time.Duration, err error) {
	groups := eventDuration().FindStringSubmatch(text)
	if groups == nil {
		return 0, 0, ErrNoTime
	}
	weeks, _ := strconv.Atoi(groups[1]) // 0 if left out
	days, _ = strconv.Atoi(groups[2])
	if groups[3] != "" {
		exact, err = time.ParseDuration(strings.ToLower(groups[3]))
	}
	return weeks*7 + days, exact, err
}
