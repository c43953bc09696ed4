package app

import (
	"slices"
	"strings"

	"worklog/models"
)

// presence returns the rules of [presence_integration], or nil without it.
func (d *decoder) presence(journeys []Journey, vehicles []Vehicle) *models.PresenceRules {
	const section = "presence_integration"
	if d.table(section) == nil {
		return nil
	}
	var journeyIDs, motorIDs []string
	for _, journey := range journeys {
		journeyIDs = append(journeyIDs, journey.ID)
	}
	for _, vehicle := range vehicles {
		if vehicle.Type == Motor {
			motorIDs = append(motorIDs, vehicle.ID)
		}
	}
	return &models.PresenceRules{
		Zone: d.zone(section, "timezone"),
		Defaults: models.EntryDefaults{
			DayType:          d.dayType(section, "default_day_type"),
			JourneyProfileID: d.defaultID(journeyIDs, "ids of [journeys]", section, "default_journey_profile_id"),
			MotorVehicleID:   d.defaultID(motorIDs, `ids of [vehicles] whose type is "moteur"`, section, "default_motor_vehicle_id"),
		},
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
