package models

import (
	"context"
	"slices"
	"time"

	"worklog/models/civil"
)

// Rules is what the configuration decides about days. It is one value that nobody changes: a
// [Store] has one, and other rules are another store's, see [Store.WithRules]. The zero value
// is that of a program without a configuration: days in UTC, of work, without journeys and
// vehicles.
type Rules struct {
	// Zone is that of local dates, of wall times and of new days.
	Zone *time.Location
	// Integrated reports whether events are received: [presence_integration] is configured.
	Integrated bool
	// Defaults are what a day has that an arrival creates.
	Defaults EntryDefaults
	// Journeys and Vehicles are the ids that a day can have; of vehicles, those with a motor.
	Journeys, Vehicles []string
	// ForgottenAfter is how long an arrival is open, or a slot lasts, before its departure is
	// taken for one that is missing.
	ForgottenAfter time.Duration
	// ShortPresence is below which length a presence that the automation recorded, alone for an hour
	// before and after, counts nowhere until a person has accepted it; 0 for none.
	ShortPresence time.Duration
	// SilentAfter is the time on a working day from which an event is missed; nil if nobody
	// wants to know.
	SilentAfter *civil.WallTime
	// Holidays returns the public holidays from one date to another; nil for none.
	Holidays func(from, to civil.Date) map[civil.Date]string
	// Owes says what is owed on a date, whatever is recorded; nil for a day from Monday to Friday,
	// holidays aside. Whatever misses a day asks it.
	Owes func(civil.Date) Owed
	// Plan is what is planned; nil for nothing. The endpoint does not know it.
	Plan *Plan
	// SettingsVersion is the newest version of the settings that the rules take into account; 0 for
	// none.
	SettingsVersion int64
	// KeepDays is for how many days what a day was before a change is kept.
	KeepDays int
}

// Owed is what is owed on a date.
type Owed int

// What can be owed.
const (
	OwesNothing Owed = iota
	OwesDay
	OwesWeek // hours of the week, on whichever of its dates
)

// complete returns the rules with what they must have.
func (r Rules) complete() Rules {
	if r.Zone == nil {
		r.Zone = time.UTC
	}
	if r.Defaults.DayType == "" {
		r.Defaults.DayType = Work
	}
	if r.Holidays == nil {
		r.Holidays = func(civil.Date, civil.Date) map[civil.Date]string { return nil }
	}
	if r.Owes == nil {
		r.Owes = func(date civil.Date) Owed {
			if date.IsWeekend() || r.Holidays(date, date)[date] != "" {
				return OwesNothing
			}
			return OwesDay
		}
	}
	r.Journeys, r.Vehicles = slices.Clone(r.Journeys), slices.Clone(r.Vehicles)
	return r
}

// DateOf returns the date that the clock of the zone shows at an instant.
func (r Rules) DateOf(instant civil.Instant) civil.Date { return civil.DateOf(instant.In(r.Zone)) }

// KeptSince is since when what days were is kept, at a moment.
func (r Rules) KeptSince(now civil.Instant) civil.Instant {
	return civil.NewInstant(now.AddDate(0, 0, -r.KeepDays))
}

// EntryDefaults are the values of an entry that an arrival creates.
type EntryDefaults struct {
	DayType          DayType
	JourneyProfileID string
	MotorVehicleID   string
}

// RulesVersion identifies what a database decides about the rules.
type RulesVersion struct {
	Settings int64 // the newest version of the settings; 0 if there is none
	Plan     int64 // as [Plan.Version] returns it
}

// RulesVersion returns the present version. Every request of a page asks.
func (s *Store) RulesVersion(ctx context.Context) (version RulesVersion, err error) {
	err = s.Read(ctx).queryRow("SELECT coalesce(max(id), 0), coalesce((SELECT plan_version FROM database_state), 0) FROM settings_versions").
		Scan(&version.Settings, &version.Plan)
	return version, err
}
