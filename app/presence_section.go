package app

import (
	"slices"
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// defaults returns what [presence_integration] says of a day that an arrival creates.
func (d *decoder) defaults(journeys, motorVehicles []string) models.EntryDefaults {
	const section = "presence_integration"
	return models.EntryDefaults{
		DayType:          d.dayType(section, "default_day_type"),
		JourneyProfileID: d.defaultID(journeys, "ids of [journeys]", section, "default_journey_profile_id"),
		MotorVehicleID:   d.defaultID(motorVehicles, `ids of [vehicles] whose type is "moteur"`, section, "default_motor_vehicle_id"),
	}
}

func (d *decoder) dayType(section, key string) models.DayType {
	text, found := d.optionalText(d.table(section), section, key)
	if !found {
		return models.Work
	}
	dayType := models.DayType(text)
	if !dayType.Valid() {
		d.reject(text, oneOf(models.DayTypes), section, key)
	}
	return dayType
}

func (d *decoder) defaultID(ids []string, which string, section, key string) string {
	id, found := d.optionalText(d.table(section), section, key)
	if found && !slices.Contains(ids, id) {
		d.reject(id, which+"; "+oneOf(ids), section, key)
	}
	return id
}

// ownTracksRegions returns the regions of [presence_integration.owntracks], none
// without it.
func (d *decoder) ownTracksRegions() []string {
	path := []string{"presence_integration", "owntracks", "region"}
	value, found := d.table(path[0])[path[1]]
	if !found {
		return nil
	}
	table, ok := value.(map[string]any)
	if !ok {
		d.reject(value, "must be a section, as in [presence_integration.owntracks]", path[:2]...)
		return nil
	}
	d.warnUnknown(table, path[2:], path[:2]...)
	names, isList := table[path[2]].([]any)
	if !isList {
		names = []any{table[path[2]]}
	}
	var regions []string
	for _, name := range names {
		if text, _ := name.(string); strings.TrimSpace(text) != "" {
			regions = append(regions, text)
		}
	}
	if len(regions) == 0 || len(regions) < len(names) {
		d.reject(table[path[2]], `must be the name of the workplace's region in OwnTracks, such as "Bureau", or a list of names`, path...)
	}
	return regions
}

// silentAfter returns the time from which an event is missed, or nil when nobody wants to know.
func (d *decoder) silentAfter() *civil.WallTime {
	const section, key = "presence_integration", "silent_after"
	text, found := d.optionalText(d.table(section), section, key)
	if !found {
		return nil
	}
	const layout = "15:04"
	after, err := time.Parse(layout, text)
	if err != nil || after.Format(layout) != text { // it takes "9:30" too
		d.reject(text, `must be a time from "00:00" to "23:59", such as "10:30"`, section, key)
		return nil
	}
	return &civil.WallTime{Hour: after.Hour(), Minute: after.Minute()}
}
