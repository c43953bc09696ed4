package models

import (
	"database/sql"
	"fmt"
	"slices"
	"time"

	"worklog/models/civil"
)

// DoubtShort is the kind of doubt by which a very short presence is accepted. Its subject is
// [TimeSlot.subject].
const DoubtShort = "short"

const (
	// MostShortPresence is the most that [Rules.ShortPresence] can be: upgrades rely on it.
	MostShortPresence = time.Hour
	// aloneFor is how far from a very short presence no other slot is: who works was there shortly
	// before, or is there shortly after.
	aloneFor = time.Hour
)

// subject names the slot of a day in a doubt, whatever its id.
func (s TimeSlot) subject() string { return s.StartAt.String() + "/" + s.EndAt.String() }

// counted returns the slots of the day that count, in order of time.
func (d Day) counted() []TimeSlot {
	if len(d.Short) == 0 {
		return d.Slots
	}
	return slices.DeleteFunc(slices.Clone(d.Slots), func(slot TimeSlot) bool { return slices.ContainsFunc(d.Short, slot.Equal) })
}

// All returns all slots of the day, in order of time.
func (d Day) All() []TimeSlot {
	if len(d.Short) == 0 {
		return d.Slots
	}
	all := append(d.counted(), d.Short...)
	slices.SortStableFunc(all, inTime)
	return all
}

// leaveOutShort takes the very short presences out of the slots of a day. They are those that the
// automation recorded, shorter than [Rules.ShortPresence], without another slot, of whatever day,
// within an hour, slots as short aside: a phone's position has jumped, or somebody has driven past.
// They count nowhere until a person has accepted them. It is asked by all that reads several days.
func (tx *Tx) leaveOutShort(day *Day) error {
	isShort := func(slot TimeSlot) bool { return slot.Minutes(day.Zone) < int64(tx.Rules.ShortPresence/time.Minute) }
	if !slices.ContainsFunc(day.Slots, isShort) {
		return nil
	}
	doubted, err := tx.doubted(day)
	if err != nil {
		return err
	}
	short := slices.DeleteFunc(slices.Clone(day.Slots), func(slot TimeSlot) bool { return !isShort(slot) || !doubted[slot.subject()] })
	if len(short) == 0 {
		return nil
	}
	around := make([]Span, len(short))
	for i, slot := range short {
		around[i] = slot.widened()
	}
	slots, err := tx.SlotsAround(around)
	if err != nil {
		return err
	}
	var near []Span
	for _, slot := range slots {
		if !isShort(slot) {
			near = append(near, slot.widened())
		}
	}
	near = joined(near)
	day.Short = slices.DeleteFunc(short, func(slot TimeSlot) bool { return slot.meets(near) })
	day.Slots = day.counted()
	return nil
}

// doubted returns the subjects of those slots of a day whose ends are those of events that the
// automation sent, and that nobody has accepted.
func (tx *Tx) doubted(day *Day) (map[string]bool, error) {
	const sent = "(SELECT occurred_at FROM workplace_presence_events WHERE work_entry_id = ?1 AND NOT by_hand AND event = "
	subjects := map[string]bool{}
	err := tx.eachRow(func(row *sql.Rows) error {
		var subject string
		err := row.Scan(&subject)
		subjects[subject] = true
		return err
	}, "SELECT start_at || '/' || end_at AS subject FROM time_slots WHERE work_entry_id = ?1 AND start_at IN "+sent+"'arrival') AND end_at IN "+sent+
		"'departure') AND NOT EXISTS (SELECT 1 FROM accepted_doubts WHERE date = ?2 AND doubt = '"+DoubtShort+"' AND accepted_doubts.subject = start_at || '/' || end_at)", day.ID, day.Date)
	return subjects, err
}

// widened returns the instants within an hour of the slot.
func (s TimeSlot) widened() Span {
	return Span{civil.NewInstant(s.StartAt.Add(-aloneFor)), civil.NewInstant(s.EndAt.Add(aloneFor))}
}

// meets reports whether the slot has an instant in common with spans, which are joined.
func (s TimeSlot) meets(spans []Span) bool {
	at, _ := slices.BinarySearchFunc(spans, s.StartAt, func(span Span, start civil.Instant) int { return span.To.Compare(start.Time) })
	return at < len(spans) && !spans[at].From.After(s.EndAt.Time)
}

// ShortDays returns the days with very short presences, from one date to another, inclusive, in order.
func (tx *Tx) ShortDays(from, to civil.Date) ([]Day, error) {
	if tx.Rules.ShortPresence == 0 {
		return nil, nil
	}
	var days []Day
	err := tx.eachDay(wholeDay, `date BETWEEN ? AND ? AND EXISTS (SELECT 1 FROM time_slots WHERE work_entry_id = work_entries.id
		AND end_at < strftime('%Y-%m-%dT%H:%M:%S', start_at, '+61 minutes')
		AND NOT EXISTS (SELECT 1 FROM accepted_doubts WHERE accepted_doubts.date = work_entries.date AND doubt = '`+DoubtShort+`' AND subject = start_at || '/' || end_at)) ORDER BY date`,
		[]any{from, civil.Earlier(to, civil.LastDate)}, func(day *Day) {
			if len(day.Short) > 0 {
				days = append(days, day.kept())
			}
		})
	return days, err
}

// mayChange names the days of some dates, which may change, to what is cached, and those on which a
// presence may cease to be alone, or become so: see [Tx.leaveOutShort].
func (tx *Tx) mayChange(dates []civil.Date) error {
	tx.dates = append(tx.dates, dates...)
	if tx.Rules.ShortPresence == 0 || len(dates) > mostReread { // which are read again with all others
		return nil
	}
	return tx.eachRow(func(row *sql.Rows) error {
		var slot TimeSlot
		err := row.Scan(&slot.StartAt, &slot.EndAt)
		tx.mayBeBeside(slot)
		return err
	}, `SELECT min(start_at), max(end_at) FROM time_slots WHERE work_entry_id IN (SELECT id FROM work_entries WHERE date IN (SELECT value FROM json_each(?)))
		GROUP BY work_entry_id`, List(dates))
}

// mayBeBeside names the days on which a presence may be beside a slot. A day is that of an arrival in a
// zone, at most a day away from UTC.
func (tx *Tx) mayBeBeside(slot TimeSlot) {
	if !slot.StartAt.Readable() || !slot.EndAt.Readable() {
		return
	}
	near := slot.widened()
	from, to := civil.DateOf(near.From.Time).AddDays(-1), civil.DateOf(near.To.Time).AddDays(1)
	for date := from; date.Compare(to) <= 0 && from.DaysUntil(date) <= mostReread; date = date.AddDays(1) {
		tx.dates = append(tx.dates, date)
	}
}

// saysNothing is, in SQL, whether an entry has nothing but what its slots say, if they count. Its type
// says nothing if it is the default, or if an arrival has given it, whatever the default was then, and
// nobody has changed the day since: each event, and each press that discarded some, is one version.
func (r Rules) saysNothing() string {
	const events = "FROM workplace_presence_events WHERE work_entry_id = work_entries.id"
	return `note || requested_by || reason || ifnull(half_day, '') = '' AND NOT EXISTS (SELECT 1 ` + events + ` AND event = 'arrival' AND closure IS NULL)
		AND (day_type = '` + string(r.Defaults.DayType) + `' OR EXISTS (SELECT 1 ` + events + ` AND received_at = created_at)
			AND version = (SELECT count(*) + count(DISTINCT iif(closure = 'discarded', closed_at, NULL)) ` + events + `))`
}

// ignores reports whether a day of the record counts nowhere: see [Day.Ignored]. It is the condition of
// [Tx.eachDay], for a record that need not be the present.
func (r Rules) ignores(day *Day, events []WorkplacePresenceEvent) bool {
	byArrival, discards := false, map[string]bool{}
	for _, event := range events {
		if event.IsOpen() {
			return false
		}
		byArrival = byArrival || event.ReceivedAt.Equal(day.CreatedAt.Time)
		if event.IsDiscarded() {
			discards[fmt.Sprint(event.ClosedAt)] = true
		}
	}
	return len(day.Slots) == 0 && len(day.Short)+len(discards) > 0 && day.Note+day.RequestedBy+day.Reason+string(day.HalfDay) == "" &&
		(day.DayType == r.Defaults.DayType || byArrival && day.Version == int64(len(events)+len(discards)))
}

// WithoutIgnored returns the days that are not ignored.
func WithoutIgnored(days []Day) []Day {
	isIgnored := func(d Day) bool { return d.Ignored }
	if !slices.ContainsFunc(days, isIgnored) {
		return days
	}
	return slices.DeleteFunc(slices.Clone(days), isIgnored)
}
