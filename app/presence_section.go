package app

import (
	"slices"
	"strings"

	"worklog/models"
	"worklog/models/civil"
)

// defaults returns what [presence_integration] says of a day that an arrival creates.
func (d *decoder) defaults(journeys, motorVehicles []string) models.EntryDefaults {
	t := d.section("presence_integration")
	return models.EntryDefaults{
		DayType:          optional(t, "default_day_type", textAmong(models.DayTypes, ""), models.Work),
		JourneyProfileID: optional(t, "default_journey_profile_id", textAmong(journeys, "ids of [journeys]; "), ""),
		MotorVehicleID:   optional(t, "default_motor_vehicle_id", textAmong(motorVehicles, `ids of [vehicles] whose type is "moteur"; `), ""),
	}
}

// textAmong is one of several texts, of which more is said first.
func textAmong[T ~string](values []T, which string) kind[T] {
	return inText(which+oneOf(values), func(text string) (T, bool) { return T(text), slices.Contains(values, T(text)) })
}

// ownTracksRegions returns the regions of [presence_integration.owntracks], none
// without it.
func (d *decoder) ownTracksRegions() []string {
	t := d.section("presence_integration").below("owntracks", "section, as in [presence_integration.owntracks")
	if t.values == nil {
		return nil
	}
	value, _ := t.ask("region")
	names, isList := value.([]any)
	if !isList {
		names = []any{value}
	}
	var regions []string
	for _, name := range names {
		if text, _ := name.(string); strings.TrimSpace(text) != "" {
			regions = append(regions, text)
		}
	}
	if len(regions) == 0 || len(regions) < len(names) {
		t.reject("region", `must be the name of the workplace's region in OwnTracks, such as "Bureau", or a list of names`)
	}
	return regions
}

// silentAfter returns the time from which an event is missed, or nil when nobody wants to know.
func (d *decoder) silentAfter() *civil.WallTime {
	t := d.section("presence_integration")
	if _, found := t.ask("silent_after"); !found {
		return nil
	}
	after := required(t, "silent_after", clockTime("10:30"))
	return &after
}
