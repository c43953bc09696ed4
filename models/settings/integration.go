package settings

import (
	"strings"
	"time"

	"worklog/models"
	"worklog/models/civil"
)

// ReadIntegration reads [presence_integration] into the rules of a configuration that has journeys and
// motor vehicles, and returns the regions of OwnTracks; none without them.
func ReadIntegration(values Tree, rules *models.Rules) (regions []string, found Findings) {
	defaults := &rules.Defaults
	var silentAfter civil.WallTime
	r := &reader{}
	r.read([]string{"presence_integration"}, values, []Key{
		// zones of the IANA database: other names may mean something else on another machine
		{Name: "timezone", Required: true, Kind: KindOf(Line, &rules.Zone, inText(`must be an IANA time zone name, such as "Europe/Paris"`, func(name string) (*time.Location, bool) {
			zone, err := civil.LoadZone(name)
			return zone, err == nil
		}))},
		{Name: "default_day_type", Kind: among(&defaults.DayType, models.DayTypes, "")},
		{Name: "default_journey_profile_id", Kind: among(&defaults.JourneyProfileID, rules.Journeys, "ids of [journeys]; ")},
		{Name: "default_motor_vehicle_id", Kind: among(&defaults.MotorVehicleID, rules.Vehicles, `ids of [vehicles] whose type is "moteur"; `)},
		{Name: "silent_after", Kind: clock(&silentAfter, "10:30").then(func() { rules.SilentAfter = &silentAfter })},
		section("owntracks", func(of table) {
			if of.values != nil && !of.has("region") {
				of.reject("region", wrongRegion)
			}
		}, Key{Name: "region", Kind: KindOf(Line, &regions, reading(wrongRegion, regionsOf))}),
	}, nil)
	return regions, r.Findings
}

const wrongRegion = `must be the name of the workplace's region in OwnTracks, such as "Bureau", or a list of names`

func regionsOf(value any) (regions []string, ok bool) {
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
