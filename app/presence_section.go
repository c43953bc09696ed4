package app

import (
	"slices"

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
