package settings

import (
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// Integration is what [presence_integration] says.
type Integration struct {
	Zone        *time.Location
	Defaults    models.EntryDefaults // of a day that an arrival creates
	SilentAfter *civil.WallTime      // the time from which an event is missed; nil when nobody wants to know
	Regions     []string             // of [presence_integration.owntracks], none without it
}

// ReadIntegration reads [presence_integration] of a configuration that has these journeys and motor
// vehicles.
func ReadIntegration(values Tree, journeys, motorVehicles []string) (Integration, Findings) {
	i := Integration{Defaults: models.EntryDefaults{DayType: models.Work}}
	var silentAfter civil.WallTime
	r := &reader{}
	r.read([]string{"presence_integration"}, values, []Key{
		// zones of the IANA database: other names may mean something else on another machine
		{Name: "timezone", Required: true, Kind: KindOf(Line, &i.Zone, inText(`must be an IANA time zone name, such as "Europe/Paris"`, func(name string) (*time.Location, bool) {
			zone, err := civil.LoadZone(name)
			return zone, err == nil
		}))},
		{Name: "default_day_type", Kind: among(&i.Defaults.DayType, models.DayTypes, "").inQuotes()},
		{Name: "default_journey_profile_id", Kind: among(&i.Defaults.JourneyProfileID, journeys, "ids of [journeys]; ").inQuotes()},
		{Name: "default_motor_vehicle_id", Kind: among(&i.Defaults.MotorVehicleID, motorVehicles, `ids of [vehicles] whose type is "moteur"; `).inQuotes()},
		{Name: "silent_after", Kind: clock(&silentAfter, "10:30").then(func() { i.SilentAfter = &silentAfter })},
		section("owntracks", func(of table) {
			if of.values != nil && !of.has("region") {
				of.reject("region", wrongRegion)
			}
		}, Key{Name: "region", Kind: KindOf(Line, &i.Regions, reading(wrongRegion, regions))}),
	}, nil)
	return i, r.Findings
}

const wrongRegion = `must be the name of the workplace's region in OwnTracks, such as "Bureau", or a list of names`

// regions are one name, or several.
func regions(value any) (regions []string, ok bool) {
	names, isList := value.([]any)
	if !isList {
		names = []any{value}
	}
	for _, name := range names {
		if text, _ := name.(string); strings.TrimSpace(text) != "" {
			regions = append(regions, text)
		}
	}
	return regions, len(regions) > 0 && len(regions) == len(names)
}
