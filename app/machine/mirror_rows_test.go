package machine_test

import (
	"slices"
	"strconv"
	"time"
)

// row is a slot as a form shows it. endID names the slot that it ends as, when
// slots were merged into it.
type row struct{ id, start, end, endDay, endID string }

func (r row) empty() bool { return r.start == "" && r.end == "" }

// rows writes the slots of a day as its form must show them.
func (m *mirror) rows(entry *mirrorEntry) []row {
	var rows []row
	for _, slot := range entry.slots {
		rows = append(rows, m.row(entry.date, slot))
	}
	return rows
}

func (m *mirror) row(date string, slot mirrorSlot) row {
	start, end := slot.start.In(m.zone), slot.end.In(m.zone)
	first, _ := time.Parse(time.DateOnly, date)
	last, _ := time.Parse(time.DateOnly, end.Format(time.DateOnly))
	return row{strconv.FormatInt(slot.id, 10), start.Format("15:04"), end.Format("15:04"), strconv.Itoa(int(last.Sub(first).Hours() / 24)), ""}
}

// read returns the slots that rows ask for over those that are stored, or false
// if a row is invalid.
func (m *mirror) read(date string, stored []mirrorSlot, rows []row) (wanted []mirrorSlot, readable bool) {
	for _, r := range rows {
		if r.empty() {
			continue
		}
		slot, readable := m.readRow(date, stored, r, m.shownAs(date, stored, rows, r))
		if !readable {
			return nil, false
		}
		wanted = append(wanted, slot)
	}
	for i, slot := range wanted {
		if slices.ContainsFunc(stored, slot.same) {
			continue // recorded slots are accepted as they are
		}
		others := slices.Delete(slices.Clone(wanted), i, i+1)
		if minute := func(at time.Time) int64 { return at.Truncate(time.Minute).Unix() }; minute(slot.end) <= minute(slot.start) || m.tooLong(slot) || slices.ContainsFunc(others, slot.overlaps) {
			return nil, false
		}
	}
	return wanted, true
}

// shownAs finds the stored slot that a row was made of: the one of its id, or
// for a new row one that is shown alike and whose own row is gone.
func (m *mirror) shownAs(date string, stored []mirrorSlot, rows []row, r row) *mirrorSlot {
	for i, slot := range stored {
		shown := m.row(date, slot)
		gone := !slices.ContainsFunc(rows, func(other row) bool { return other.id == shown.id && !other.empty() })
		alike := r.id == "" && gone && r == row{"", shown.start, shown.end, shown.endDay, ""}
		if shown.id == r.id || alike {
			return &stored[i]
		}
	}
	return nil
}

// readRow reads a row over the slot it was made of, or nil: what is left as it
// was shown keeps its instant.
func (m *mirror) readRow(date string, stored []mirrorSlot, r row, shown *mirrorSlot) (slot mirrorSlot, readable bool) {
	was := row{}
	if shown != nil {
		slot, was = *shown, m.row(date, *shown)
	}
	if r.start != was.start {
		moments := m.moments(date, r.start)
		if len(moments) == 0 {
			return slot, false
		}
		slot.start = moments[0]
	}
	for _, other := range stored { // a merged row ends where another slot ended
		if shows := m.row(date, other); r.endID == shows.id {
			slot.end, was = other.end, shows
		}
	}
	if r.endDay == "" {
		r.endDay = m.endDayMeant(date, r.end, slot.start)
	}
	if r.end == was.end && r.endDay == was.endDay {
		return slot, true
	}
	slot.end, readable = m.endTyped(date, r, slot.start)
	return slot, readable
}

// endDayMeant returns the day on which a row ends that names none: that of the first
// moment after the start, and less than 24 hours from it on the wall clock, at which the
// clock shows the end. It returns "" if there is none.
func (m *mirror) endDayMeant(date, end string, start time.Time) string {
	first, _ := time.Parse(time.DateOnly, date)
	from, _ := time.Parse("2006-01-02 15:04", m.shows(start)[:16])
	for days := range 3 {
		on := first.AddDate(0, 0, days).Format(time.DateOnly)
		shown, err := time.Parse("2006-01-02 15:04", on+" "+end)
		if err != nil || from.Format("15:04") == shown.Format("15:04") || shown.Sub(from) >= 24*time.Hour {
			continue
		}
		for _, moment := range m.moments(on, end) {
			if moment.After(start) {
				return strconv.Itoa(days)
			}
		}
	}
	return ""
}

// endTyped returns the moment at which a row ends: in the hour that autumn
// repeats the first one, or the second if only that is after the start.
func (m *mirror) endTyped(date string, r row, start time.Time) (end time.Time, exists bool) {
	if r.endDay == "" {
		r.endDay = m.endDayMeant(date, r.end, start)
	}
	days, err := strconv.Atoi(r.endDay)
	first, _ := time.Parse(time.DateOnly, date)
	moments := m.moments(first.AddDate(0, 0, days).Format(time.DateOnly), r.end)
	if err != nil || len(moments) == 0 {
		return end, false
	}
	if moments[0].After(start) {
		return moments[0], true
	}
	return moments[len(moments)-1], true
}

// moments returns the moments at which the clock in Paris shows a time: none in
// the hour that spring skips, two in the one that autumn repeats.
func (m *mirror) moments(date, clock string) []time.Time {
	var moments []time.Time
	for _, offset := range []string{"+02:00", "+01:00"} { // summer time comes first
		at, err := time.Parse("2006-01-02 15:04Z07:00", date+" "+clock+offset)
		if err == nil && at.In(m.zone).Format("2006-01-02 15:04") == date+" "+clock {
			moments = append(moments, at)
		}
	}
	return moments
}

// tooLong reports whether a slot ends more than 7 days after it starts, on the
// wall clock.
func (m *mirror) tooLong(slot mirrorSlot) bool {
	start, _ := time.Parse("2006-01-02 15:04:05.000000000", m.shows(slot.start))
	end, _ := time.Parse("2006-01-02 15:04:05.000000000", m.shows(slot.end))
	return end.Sub(start) > 7*24*time.Hour
}

// overlaps reports whether two slots share a minute: one may start in the
// minute in which the other ends.
func (s mirrorSlot) overlaps(other mirrorSlot) bool {
	minute := func(at time.Time) int64 { return at.Truncate(time.Minute).Unix() }
	return minute(s.start) < minute(other.end) && minute(other.start) < minute(s.end)
}

func (s mirrorSlot) same(other mirrorSlot) bool {
	return s.id == other.id && s.start.Equal(other.start) && s.end.Equal(other.end)
}

// merged returns the rows of a day once slots closer than so many minutes are
// one.
func (m *mirror) merged(entry *mirrorEntry, minutes int) []row {
	var rows []row
	var end time.Time // of the last row
	for _, slot := range entry.slots {
		shown, last := m.row(entry.date, slot), len(rows)-1
		if last < 0 || slot.start.Sub(end) >= time.Duration(minutes)*time.Minute {
			rows, end = append(rows, shown), slot.end
		} else if slot.end.After(end) {
			rows[last].end, rows[last].endDay, rows[last].endID, end = shown.end, shown.endDay, shown.id, slot.end
		}
	}
	return rows
}
