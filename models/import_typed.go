package models

// TypedDay is what a table says of a day.
type TypedDay struct {
	Date Date
	// What is empty leaves what the day has; a new day is of the type WORK.
	DayType          DayType
	HalfDay          HalfDay
	JourneyProfileID string
	MotorVehicleID   string
	Note             string
	Slots            []TypedSlot
}

// TypedSlot is what a row of a table says of a slot, as the clock shows it.
type TypedSlot struct {
	Row        int
	StartDate  Date // zero for the day's
	Start, End WallTime
	EndDate    Date // zero for the first time after the start at which the clock shows the end
}

// planTyped decides what becomes of a day, under the rules of the form.
func (i *importer) planTyped(day *plannedDay) {
	typed := day.file.Typed
	current := &Day{WorkEntry: *i.rules.newEntry(typed.Date, Instant{}), Zone: i.rules.Zone}
	current.DayType = Work
	if day.stored != nil {
		current = &day.stored.Day
	}
	rows := make([]int, len(current.Slots)) // of the change's slots
	change := current.with(typed)
	claimed := map[int64]bool{}
	for _, typed := range typed.Slots {
		if slot := current.shows(typed, claimed); slot != nil {
			claimed[slot.ID] = true
			continue
		}
		slot, err := current.slotTyped(typed)
		if err != nil {
			day.refuse(typed.Row, err)
			continue
		}
		change.Slots, rows = append(change.Slots, slot), append(rows, typed.Row)
	}
	if refused := EntryErrorsOf(i.rules.Check(current, change)); refused != nil {
		for _, err := range []error{refused.DayType, refused.HalfDay, refused.JourneyProfileID, refused.MotorVehicleID, refused.Note} {
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
	day.change, day.Slots = change, len(change.Slots)-len(current.Slots)
	changed := current.WorkEntry
	changed.apply(change)
	if day.Outcome == RangeSame && (day.Slots > 0 || changed != current.WorkEntry) {
		day.Outcome = RangeChanged
	}
}

// with returns the change that makes of the day what is typed, its slots apart.
func (d *Day) with(typed *TypedDay) EntryChange {
	change := EntryChange{
		DayType: d.DayType, HalfDay: typed.HalfDay, KeepHalfDay: typed.HalfDay == "",
		JourneyProfileID: d.JourneyProfileID, MotorVehicleID: d.MotorVehicleID, Note: d.Note, Slots: append([]TimeSlot(nil), d.Slots...),
	}
	if typed.DayType != "" {
		change.DayType = typed.DayType
	}
	for _, field := range []struct {
		of    *string
		typed string
	}{{&change.JourneyProfileID, typed.JourneyProfileID}, {&change.MotorVehicleID, typed.MotorVehicleID}, {&change.Note, typed.Note}} {
		if field.typed != "" {
			*field.of = field.typed
		}
	}
	return change
}

// shows returns the slot that the day already shows as it is typed, or nil. One slot
// is not claimed by two rows.
func (d *Day) shows(typed TypedSlot, claimed map[int64]bool) *TimeSlot {
	for i := range d.Slots {
		slot := &d.Slots[i]
		startDate, endDate := DateOf(slot.StartAt.In(d.Zone)), DateOf(slot.EndAt.In(d.Zone))
		wantedEnd := typed.EndDate
		if wantedEnd == (Date{}) {
			wantedEnd, _ = d.EndDateAfter(slot.StartAt, typed.End)
		}
		if !claimed[slot.ID] && startDate == typed.startDate(d) && WallTimeOf(slot.StartAt, d.Zone) == typed.Start &&
			endDate == wantedEnd && WallTimeOf(slot.EndAt, d.Zone) == typed.End {
			return slot
		}
	}
	return nil
}

func (t TypedSlot) startDate(d *Day) Date {
	if t.StartDate == (Date{}) {
		return d.Date
	}
	return t.StartDate
}

// slotTyped returns the new slot of a row. It returns [ErrTimeSkipped],
// [ErrEndLikeStart] or [ErrDateOutOfRange].
func (d *Day) slotTyped(typed TypedSlot) (TimeSlot, error) {
	starts := InstantsAt(typed.startDate(d), typed.Start, d.Zone)
	if len(starts) == 0 {
		return TimeSlot{}, ErrTimeSkipped
	}
	endDate, err := typed.EndDate, error(nil)
	if endDate == (Date{}) {
		if endDate, err = d.EndDateAfter(starts[0], typed.End); err != nil {
			return TimeSlot{}, err
		}
	}
	end, err := d.EndAt(endDate, typed.End, starts[0], nil)
	return TimeSlot{StartAt: starts[0], EndAt: end}, err
}

// writeTyped writes what [importer.planTyped] has planned, as the form would.
func (i *importer) writeTyped(day *plannedDay, now Instant) error {
	if day.stored == nil {
		entry := i.rules.newEntry(day.Date, now)
		entry.apply(day.change)
		if err := i.db.Create(entry).Error; err != nil {
			return err
		}
		_, err := rewriteSlots(i.db, entry.ID, nil, day.change.Slots)
		return err
	}
	if _, err := rewriteSlots(i.db, day.EntryID, day.stored.Slots, day.change.Slots); err != nil {
		return err
	}
	entry := day.stored.WorkEntry
	entry.apply(day.change)
	return updateEntry(i.db, &entry, now)
}
