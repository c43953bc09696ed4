package imports

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Errors of what a table says of a day.
var (
	ErrUnknownZone   = errors.New("unknown time zone")
	ErrZoneHere      = errors.New("is recorded here in an unknown time zone")
	ErrOtherZone     = errors.New("is recorded here in another time zone")
	ErrOtherOffset   = errors.New("the clock has another offset from UTC then")
	ErrMinutesDiffer = errors.New("the minutes are not those from the start to the end")
)

// TypedDay is what a table says of a day.
type TypedDay struct {
	Date civil.Date
	// What is empty leaves what the day has; a new day is of the type WORK, in the
	// zone of the rules.
	DayType          models.DayType
	HalfDay          models.HalfDay
	Timezone         string
	JourneyProfileID string
	MotorVehicleID   string
	Note             string
	Request          models.Request
	Slots            []TypedSlot
	Minutes          *int64 // of all slots of the day, or nil
	MinutesRow       int    // that says so
}

// TypedSlot is what a row of a table says of a slot.
type TypedSlot struct {
	Row        int
	StartDate  civil.Date // zero for the day's
	Start, End TypedTime
	EndDate    civil.Date // zero for the first time after the start at which the clock shows the end
	Minutes    *int64     // or nil
}

// TypedTime is a time as the clock shows it.
type TypedTime struct {
	civil.WallTime
	Offset string // from UTC, "+01:00"; empty if it is not said
}

// previewTyped decides what becomes of a day, under the rules of the form.
func (i *importer) previewTyped(day *PreviewDay) {
	typed := day.file.Typed
	if typed.Timezone != "" && !civil.IsZone(typed.Timezone) {
		day.refuse(day.Row, ErrUnknownZone)
		return
	}
	rules := i.rulesOf(typed)
	current := &models.Day{WorkEntry: *rules.NewEntry(typed.Date, civil.Instant{}), Zone: rules.Zone}
	current.DayType = models.Work
	if day.stored != nil {
		stored := day.stored.Day
		stored.Slots = slices.DeleteFunc(slices.Clone(stored.Slots), func(s models.TimeSlot) bool { return !s.StartAt.Readable() || !s.EndAt.Readable() })
		current = &stored
	}
	if current.Zone.String() != current.Timezone && (len(typed.Slots) > 0 || typed.Minutes != nil) {
		day.refuse(day.Row, ErrZoneHere)
		return
	}
	if typed.Timezone != "" && typed.Timezone != current.Timezone {
		day.refuse(day.Row, ErrOtherZone)
		return
	}
	rows := make([]int, len(current.Slots)) // of the change's slots
	change := withTyped(current, typed)
	shown := newShownSlots(current)
	for _, typed := range typed.Slots {
		if shown.claim(current, typed) {
			continue
		}
		slot, err := slotTyped(current, typed)
		if err != nil {
			day.refuse(typed.Row, err)
			continue
		}
		change.Slots, rows = append(change.Slots, slot), append(rows, typed.Row)
	}
	if refused := models.EntryErrorsOf(rules.Check(current, change)); refused != nil {
		for _, err := range refused.Fields() {
			if err != nil {
				day.refuse(day.Row, err)
			}
		}
		for at, err := range refused.Slots {
			if err != nil && rows[at] != 0 {
				day.refuse(rows[at], err)
			}
		}
	}
	if typed.Minutes != nil && *typed.Minutes != (models.Day{Slots: change.Slots, Zone: current.Zone}).WorkedMinutes() {
		day.refuse(typed.MinutesRow, ErrMinutesDiffer)
	}
	day.change, day.Slots = &change, len(change.Slots)-len(current.Slots)
	changed := current.WorkEntry
	changed.Apply(change)
	if day.Effect == models.EffectSame && (day.Slots > 0 || changed != current.WorkEntry) {
		day.Effect = models.EffectChanged
	}
}

// rulesOf returns the rules for a day, whose zone a table may name.
func (i *importer) rulesOf(typed *TypedDay) models.Rules {
	rules := i.tx.Rules
	if typed.Timezone != "" {
		rules.Zone = civil.ZoneOrUTC(typed.Timezone)
	}
	return rules
}

// withTyped returns the change that makes of the day what is typed, its slots apart.
func withTyped(d *models.Day, typed *TypedDay) models.EntryChange {
	return models.EntryChange{
		DayType:          cmp.Or(typed.DayType, d.DayType),
		HalfDay:          typed.HalfDay,
		KeepHalfDay:      typed.HalfDay == "",
		KeepHalf:         typed.HalfDay == "" || typed.HalfDay == d.HalfDay, // no column says which half it is
		JourneyProfileID: cmp.Or(typed.JourneyProfileID, d.JourneyProfileID),
		MotorVehicleID:   cmp.Or(typed.MotorVehicleID, d.MotorVehicleID),
		Note:             cmp.Or(typed.Note, d.Note),
		Request:          &models.Request{By: cmp.Or(typed.Request.By, d.RequestedBy), Reason: cmp.Or(typed.Request.Reason, d.Reason)},
		Slots:            append([]models.TimeSlot(nil), d.Slots...),
	}
}

// shownSlots are the slots of a day that no row has claimed yet, by the Unix times of
// the minutes in which they start.
type shownSlots map[int64][]models.TimeSlot

func newShownSlots(d *models.Day) shownSlots {
	shown := shownSlots{}
	for _, slot := range d.Slots {
		start := slot.StartAt.StartOfMinute(d.Zone).Unix()
		shown[start] = append(shown[start], slot)
	}
	return shown
}

// claim reports whether the day already shows a slot as it is typed. One slot is not
// claimed by two rows.
func (s shownSlots) claim(d *models.Day, typed TypedSlot) bool {
	for _, start := range typed.Start.on(cmp.Or(typed.StartDate, d.Date), d.Zone) {
		ends, err := endsOf(d, typed, start)
		if err != nil {
			continue
		}
		slots := s[start.Unix()]
		at := slices.IndexFunc(slots, func(slot models.TimeSlot) bool {
			shown := slot.EndAt.StartOfMinute(d.Zone)
			return slices.ContainsFunc(ends, func(end civil.Instant) bool { return end.Equal(shown.Time) }) && typed.lasts(slot, d.Zone)
		})
		if at >= 0 {
			s[start.Unix()] = slices.Delete(slots, at, at+1)
			return true
		}
	}
	return false
}

func (t TypedSlot) lasts(slot models.TimeSlot, zone *time.Location) bool {
	return t.Minutes == nil || *t.Minutes == slot.Minutes(zone)
}

// on returns the instants that are meant on a date, earliest first.
func (t TypedTime) on(date civil.Date, zone *time.Location) []civil.Instant {
	instants := civil.InstantsAt(date, t.WallTime, zone)
	if t.Offset == "" {
		return instants
	}
	return slices.DeleteFunc(instants, func(i civil.Instant) bool { return civil.OffsetOf(i, zone) != t.Offset })
}

// missing returns why there is no such instant: [ErrOtherOffset] or [models.ErrTimeSkipped].
func (t TypedTime) missing(date civil.Date, zone *time.Location) error {
	if len(civil.InstantsAt(date, t.WallTime, zone)) > 0 {
		return ErrOtherOffset
	}
	return models.ErrTimeSkipped
}

// endsOf returns the instants at which a typed slot can end, earliest first. It returns
// [models.ErrTimeSkipped], [ErrOtherOffset], [models.ErrEndLikeStart] or [civil.ErrDateOutOfRange].
func endsOf(d *models.Day, typed TypedSlot, start civil.Instant) (ends []civil.Instant, err error) {
	date, err := d.EndDate(models.TypedEnd{WallTime: typed.End.WallTime, Date: typed.EndDate}, start)
	if err != nil {
		return nil, err
	}
	if ends = typed.End.on(date, d.Zone); len(ends) == 0 {
		return nil, typed.End.missing(date, d.Zone)
	}
	return ends, nil
}

// slotTyped returns the new slot of a row: in the hour that autumn repeats, the first
// that the row can mean. It returns [ErrMinutesDiffer] if it can mean none that lasts
// as long as it says, and the errors of [endsOf].
func slotTyped(d *models.Day, typed TypedSlot) (models.TimeSlot, error) {
	startDate := cmp.Or(typed.StartDate, d.Date)
	starts := typed.Start.on(startDate, d.Zone)
	if len(starts) == 0 {
		return models.TimeSlot{}, typed.Start.missing(startDate, d.Zone)
	}
	var first models.TimeSlot
	for i, start := range starts {
		ends, err := endsOf(d, typed, start)
		if err != nil {
			return models.TimeSlot{}, err
		}
		for _, end := range ends {
			slot := models.TimeSlot{StartAt: start, EndAt: end}
			if typed.Minutes != nil && typed.lasts(slot, d.Zone) || typed.Minutes == nil && end.After(start.Time) {
				return slot, nil
			}
			if i == 0 {
				first = slot
			}
		}
	}
	if typed.Minutes != nil {
		return models.TimeSlot{}, ErrMinutesDiffer
	}
	return first, nil // which does not end after it starts
}

// wantedTyped makes of a day what [importer.previewTyped] has previewed, as the form would write it.
func (i *importer) wantedTyped(day *PreviewDay) *models.DayRecord {
	wanted := &models.DayRecord{}
	if day.stored == nil {
		wanted.WorkEntry = *i.rulesOf(day.file.Typed).NewEntry(day.Date, i.now)
		wanted.ID = i.ids[entryTable].of(0)
	} else {
		*wanted = *day.stored
	}
	wanted.Apply(*day.change)
	if slots, changed := models.Rewritten(wanted.ID, wanted.Slots, day.change.Slots, models.Imported, i.now); changed {
		wanted.Slots = slots
	}
	return wanted
}
