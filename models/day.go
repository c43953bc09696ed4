package models

import (
	"slices"
	"time"

	"worklog/models/civil"
)

// Day is an entry with its slots, in order of time.
type Day struct {
	WorkEntry `json:"entry"`
	// Slots are those that count; of a day that is read alone they have those of Short, too.
	Slots []TimeSlot     `json:"slots" gorm:"->;foreignKey:WorkEntryID;constraint:OnDelete:CASCADE"`
	Short []TimeSlot     `json:"-" gorm:"-"` // very short presences, which count nowhere until a person has accepted them
	Zone  *time.Location `json:"-" gorm:"-"` // where the day was recorded, and in which its slots are shown
	// Recorded reports that there are slots, all recorded by the automation and
	// not edited since.
	Recorded bool `json:"-" gorm:"-"`
	// Unreadable reports, of what a day was and of the present beside it, that it cannot be read:
	// it has no slots. See [UnreadableDay].
	Unreadable bool `json:"-" gorm:"-"`
	// Ignored reports that there is nothing on the day but an arrival that a person has
	// discarded, or very short presences: the day stays, so that the keys of its events stay taken,
	// and counts nowhere.
	Ignored bool `json:"-" gorm:"-"`
	// Arrived reports, of a day of telework that is read for travel costs, that the automation has
	// recorded an arrival that nobody has discarded.
	Arrived bool `json:"-" gorm:"-"`
}

// WorkedMinutes returns the total length of the day's slots; a minute in several of them
// counts once. A night counts in full on the date on which it starts.
func (d Day) WorkedMinutes() int64 {
	var sum int64
	for _, slot := range d.WithoutOverlap() {
		sum += slot.Minutes(d.Zone)
	}
	return sum
}

// WithoutOverlap returns the day's slots in order of time, with those that overlap by a minute or
// more merged into one: every figure of the day is computed from them. They are those that count, as nearly
// always, if these are in order and none overlap; otherwise those without a minute are left out.
func (d Day) WithoutOverlap() []TimeSlot {
	counted := d.counted()
	if disjoint(counted) {
		return counted
	}
	slots := slices.Clone(counted)
	slices.SortStableFunc(slots, func(a, b TimeSlot) int { return a.StartAt.Compare(b.StartAt.Time) })
	merged := slots[:0]
	for _, next := range slots {
		last := len(merged) - 1
		switch {
		case next.Minutes(d.Zone) <= 0:
		case last < 0 || !next.StartAt.StartOfMinute(d.Zone).Before(merged[last].EndAt.StartOfMinute(d.Zone).Time):
			merged = append(merged, next)
		case next.EndAt.After(merged[last].EndAt.Time):
			merged[last].EndAt = next.EndAt
		}
	}
	return merged
}

// disjoint reports whether slots are in order, and none begins before the one before it has ended.
func disjoint(slots []TimeSlot) bool {
	for i := range slots {
		if slots[i].EndAt.Before(slots[i].StartAt.Time) || i > 0 && slots[i].StartAt.Before(slots[i-1].EndAt.Time) {
			return false
		}
	}
	return true
}

// WorkedWith returns the minutes worked with a presence that is under way, and whether they grow
// with it: not as long as a slot of the day covers the time.
func (d Day) WorkedWith(present TimeSlot) (minutes int64, growing bool) {
	later := present
	later.EndAt = civil.NewInstant(present.EndAt.Add(time.Minute))
	minutes = d.With(present).WorkedMinutes()
	return minutes, d.With(later).WorkedMinutes() > minutes
}

// With returns the day with one more slot.
func (d Day) With(slot TimeSlot) Day {
	d.Slots = append(slices.Clip(d.Slots), slot)
	return d
}

// Request says who asked for hours beyond what was due, and why; empty where nobody does.
type Request struct {
	By     string `json:"requested_by"`
	Reason string `json:"reason"`
}

// Request returns what the entry says of its hours beyond what was due.
func (e WorkEntry) Request() Request { return Request{e.RequestedBy, e.Reason} }

// EntryChange is the new content that a person gives an entry.
type EntryChange struct {
	DayType DayType
	HalfDay HalfDay // empty for none
	// KeepHalfDay keeps the half day that the entry has, if its type takes one, and
	// ignores HalfDay.
	KeepHalfDay      bool
	Half             Half // none without a half day
	KeepHalf         bool // keeps the half that the entry has, and ignores Half
	JourneyProfileID string
	MotorVehicleID   string
	Note             string
	Request          *Request // nil keeps what the entry has
	// Slots are all of the entry's slots. One that keeps its ID, start and end
	// is unchanged.
	Slots []TimeSlot
}

// Unchanged returns the change of a day that changes nothing of it, and that can be changed itself.
func (d Day) Unchanged() EntryChange {
	return EntryChange{DayType: d.DayType, HalfDay: d.HalfDay, Half: d.Half, JourneyProfileID: d.JourneyProfileID, MotorVehicleID: d.MotorVehicleID, Note: d.Note, Slots: slices.Clone(d.All())}
}

// NewEntry returns an entry for a date; a change is yet to be applied to it.
func (r Rules) NewEntry(date civil.Date, now civil.Instant) *WorkEntry {
	return &WorkEntry{Date: date, Timezone: r.Zone.String(), Version: 1, CreatedAt: now, UpdatedAt: now}
}

// Apply sets the entry's own fields from the change.
func (e *WorkEntry) Apply(change EntryChange) {
	e.DayType = change.DayType
	if !change.KeepHalfDay {
		e.HalfDay = change.HalfDay
	} else if e.HalfDay.check(change.DayType) != nil {
		e.HalfDay = ""
	}
	if !change.KeepHalf {
		e.Half = change.Half
	}
	if e.HalfDay == "" {
		e.Half = ""
	}
	e.JourneyProfileID = change.JourneyProfileID
	e.MotorVehicleID = change.MotorVehicleID
	e.Note = change.Note
	if request := change.Request; request != nil {
		e.RequestedBy, e.Reason = request.By, request.Reason
	}
}

// Effect is what a preview does to one of its days: that of a range, or of an import.
type Effect string

// The effects.
const (
	EffectNew     Effect = "new"
	EffectChanged Effect = "changed"
	EffectSame    Effect = "same"    // the day is so already
	EffectKept    Effect = "kept"    // the day has slots, which a range never overwrites
	EffectPresent Effect = "present" // the day has an open arrival, likewise
	EffectRefused Effect = "refused" // what a file has of the day cannot be imported
)

// PreviewDay is a day in its current state, and what a preview does to it.
type PreviewDay struct {
	Date    civil.Date
	EntryID int64 // 0 for a new one
	Version Stamp
	Effect  Effect
}

// Writes reports whether the day will be written.
func (d PreviewDay) Writes() bool { return d.Effect == EffectNew || d.Effect == EffectChanged }
