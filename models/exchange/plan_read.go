package exchange

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	ics "github.com/arran4/golang-ical"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/imports"
	"worklog/models/planning"
)

// MaxPlanSize is how large a file that plans may be, in bytes.
const MaxPlanSize = 5 << 20

// maxTitle is how many characters of a title are kept. Words have no more.
const maxTitle = 100

// planReader gathers the events of a file.
type planReader struct {
	tableReader // of CSV
	zone        *time.Location
	events      []planning.Event
	full        bool
}

// ReadPlan returns what a file plans on a day: iCalendar, or a table with these columns. Times without
// a known zone are of the clock of zone. It returns the errors of [Read] and [planning.ErrNoEvent].
func ReadPlan(from io.Reader, columns Columns, words planning.Words, zone *time.Location, today civil.Date) (planning.File, error) {
	text, start, err := openText(from, MaxPlanSize, ErrPlanTooLarge)
	if err != nil {
		return planning.File{}, err
	}
	r := planReader{zone: zone}
	if bytes.HasPrefix(start, []byte("BEGIN:VCALENDAR")) {
		var content []byte
		if content, err = io.ReadAll(text); err == nil {
			r.readCalendar(string(content))
		}
	} else {
		r.take = r.takeRow
		err = r.read(text, separatorOf(start), columns.findPlan)
	}
	if err == nil && len(r.errs) > 0 {
		err = r.errs
	}
	if err != nil {
		return planning.File{}, err
	}
	file, refused, err := planning.FileOf(r.events, words, zone, today)
	for _, line := range refused {
		r.errs.add(line.Line, line.Why)
	}
	if len(r.errs) > 0 {
		return planning.File{}, r.errs
	}
	return file, err
}

// add adds an event. It returns [planning.ErrTooManyEvents] for the first for which there is no room.
func (r *planReader) add(event planning.Event) error {
	if r.full = len(r.events) == planning.MaxEvents; r.full {
		return planning.ErrTooManyEvents
	}
	title := strings.Join(strings.Fields(event.Title), " ")
	if runes := []rune(title); len(runes) > maxTitle {
		title = string(runes[:maxTitle]) + "…"
	}
	event.Title = strings.Clone(title) // the text holds the whole file
	r.events = append(r.events, event)
	return nil
}

// addShift is [planReader.add] for an event with times.
func (r *planReader) addShift(event planning.Event) error {
	if !event.End.After(event.Start.Time) {
		return models.ErrSlotNotLater
	}
	return r.add(event)
}

// takeRow takes a row of a table.
func (r *planReader) takeRow(line int, cells []string) error {
	trimmed := func(name string) string { return strings.TrimSpace(r.cell(cells, name)) }
	read := row{date: trimmed(columnDate), start: trimmed(columnStart), end: trimmed(columnEnd), dayType: trimmed(columnType)}
	if read == (row{}) || r.full {
		return nil
	}
	date, slot, err := r.times(line, read)
	if err != nil {
		return err
	}
	event := planning.Event{Line: line, Title: read.dayType, Date: date, Rest: read.dayType == ""}
	if slot == nil {
		return r.add(event)
	}
	if slot.StartDate != (civil.Date{}) {
		date = slot.StartDate
	}
	endDate := slot.EndDate
	if endDate == (civil.Date{}) {
		endDate = date
		if !slot.Start.Before(slot.End.WallTime) {
			endDate = date.AddDays(1)
		}
	}
	event.Rest = false
	event.Start = r.typed(date, slot.Start).after(civil.Instant{})
	event.End = r.typed(endDate, slot.End).after(event.Start)
	return r.addShift(event)
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

// calendarProperty is a property of iCalendar.
type calendarProperty struct{ name, zone, value string }

// calendarEvent has the properties of an event by their names.
type calendarEvent struct {
	line int
	has  map[string]calendarProperty
}

// readCalendar reads the events of iCalendar. What is nested in them, such as an alarm, is none of theirs.
func (r *planReader) readCalendar(text string) {
	var inside []string
	var event calendarEvent
	line := 1
	for text != "" {
		first := line
		var unfolded strings.Builder
		for more := true; more; more = strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\t") {
			next, rest, _ := strings.Cut(text, "\n")
			if line > first {
				next = next[1:]
			}
			unfolded.WriteString(strings.TrimSuffix(next, "\r"))
			text, line = rest, line+1
		}
		property := propertyOf(unfolded.String())
		isEvent := slices.Equal(inside, []string{"VCALENDAR", "VEVENT"})
		switch component := strings.ToUpper(property.value); {
		case property.name == "BEGIN":
			inside = append(inside, component)
			if len(inside) == 2 {
				event = calendarEvent{first, map[string]calendarProperty{}}
			}
		case property.name == "END":
			if len(inside) == 0 || inside[len(inside)-1] != component {
				r.errs.add(first, ErrNotCalendar)
				return
			}
			inside = inside[:len(inside)-1]
			if !isEvent || r.full {
				continue
			}
			if err := r.takeEvent(event); err != nil && !r.errs.add(event.line, err) {
				return
			}
		case isEvent:
			if _, known := event.has[property.name]; !known {
				event.has[property.name] = property
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

// takeEvent takes an event of iCalendar.
func (r *planReader) takeEvent(e calendarEvent) error {
	if strings.EqualFold(e.has["STATUS"].value, "CANCELLED") {
		return nil
	}
	event := planning.Event{Line: e.line, Title: ics.FromText(e.has["SUMMARY"].value)}
	for _, name := range []string{"RRULE", "RDATE", "RECURRENCE-ID"} {
		if _, event.Repeats = e.has[name]; event.Repeats {
			return r.add(event)
		}
	}
	start, isDate, err := r.moment(e.has["DTSTART"])
	if err != nil {
		return err
	}
	if isDate {
		return r.takeDates(e, event, start.date)
	}
	event.Start = start.after(civil.Instant{})
	if end, found := e.has["DTEND"]; found {
		end, isDate, err := r.moment(end)
		if err != nil || isDate {
			return cellError("DTEND", e.has["DTEND"].value, ErrNoTime)
		}
		event.End = end.after(event.Start)
		return r.addShift(event)
	}
	if _, found := e.has["DURATION"]; !found {
		return ErrHalfSlot
	}
	days, exact, err := e.duration()
	if err != nil {
		return err
	}
	event.End = event.Start
	if days > 0 {
		start.date = start.date.AddDays(days)
		event.End = start.after(event.Start)
	}
	event.End = civil.NewInstant(event.End.Add(exact))
	return r.addShift(event)
}

// takeDates takes an event of whole days, which is one for each of them.
func (r *planReader) takeDates(e calendarEvent, event planning.Event, first civil.Date) error {
	days := 1
	if last, found := e.has["DTEND"]; found {
		end, isDate, err := r.moment(last)
		if err != nil || !isDate {
			return cellError("DTEND", last.value, ErrNoDate)
		}
		days = first.DaysUntil(end.date)
	} else if last, found := e.has["DURATION"]; found {
		var exact time.Duration
		var err error
		if days, exact, err = e.duration(); err != nil || exact != 0 {
			return cellError("DURATION", last.value, ErrNoTime)
		}
	}
	if days < 1 {
		return models.ErrSlotNotLater
	}
	for n := range days {
		event.Date = first.AddDays(n)
		if err := r.add(event); err != nil {
			return err
		}
	}
	return nil
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
	return regexp.MustCompile(`^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$`)
})

// duration reads the days and the time that the event lasts.
func (e calendarEvent) duration() (days int, exact time.Duration, err error) {
	text := e.has["DURATION"].value
	groups := eventDuration().FindStringSubmatch(text)
	if groups == nil || len(text) > len("P99999DT99999H99999M99999S") {
		return 0, 0, cellError("DURATION", text, ErrNoTime)
	}
	var numbers [5]int
	for i, group := range groups[1:] {
		numbers[i], _ = strconv.Atoi(group) // 0 if left out
	}
	exact = time.Duration(numbers[2])*time.Hour + time.Duration(numbers[3])*time.Minute + time.Duration(numbers[4])*time.Second
	return numbers[0]*7 + numbers[1], exact, nil
}
