package app

import (
	"slices"
	"time"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/settings"
	"worklog/views/french"
)

// decodeConfig decodes and validates a document and the environment.
func decodeConfig(doc *document, secrets secretsMode) (Config, error) {
	d, config := newDecoder(doc, secrets), Config{doc: doc}
	d.machine(config.machineSections())
	config.API.Token = d.token()
	d.paths(&config)
	d.socket(&config)
	d.access(&config)
	if _, integrated := doc.root["presence_integration"]; !integrated {
		config.Rules.Zone = d.hostZone(localtime, timezoneFile)
	}
	d.take(config.readPersonal(doc))
	d.integration(&config)
	d.warnOfIdleVariables()
	err := d.found()
	for _, warning := range d.warnings {
		config.Warnings = append(config.Warnings, warning.Error())
	}
	if err != nil {
		return Config{Warnings: config.Warnings}, err
	}
	return config, nil
}

// warnOfIdleVariables warns of variables of the environment for keys that it cannot set.
func (d *decoder) warnOfIdleVariables() {
	for _, section := range settings.Sections {
		for _, of := range section.Kind.Keys {
			key := section.Name + "." + of.Name
			if fromEnv(key) && of.Default != nil {
				d.warnings = append(d.warnings, Problem{Source: environment, Key: envName(key), Allowed: "is not used: set " + key + " in the file or on the page Réglages"})
			}
		}
	}
}

// found puts the warnings and the problems in the order of the file, and returns the problems if there
// are any.
func (d *decoder) found() error {
	byLine := func(a, b Problem) int { return a.Line - b.Line }
	slices.SortStableFunc(d.warnings, byLine)
	slices.SortStableFunc(d.problems, byLine)
	if len(d.problems) == 0 {
		return nil
	}
	return d.problems
}

// readPersonal reads the person's sections of a document into a configuration that has the others.
func (c *Config) readPersonal(doc *document) settings.Findings {
	p, found := settings.Read(doc.root, doc.line)
	holidays := french.NewHolidays(p.AlsaceMoselle)
	daysOff := holidays.Without(p.Hours.Solidarity)
	p.Hours.Zone, p.Hours.IsHoliday = c.Rules.Zone, holidays.Has
	c.Rules.Holidays = daysOff.Between
	c.Rules.ShortPresence = time.Duration(p.ShortPresence) * time.Minute
	c.Rules.Journeys, c.Rules.Vehicles = nil, nil
	for _, journey := range p.Costs.Journeys {
		c.Rules.Journeys = append(c.Rules.Journeys, journey.ID)
	}
	for _, vehicle := range p.Costs.Vehicles {
		if vehicle.Motor {
			c.Rules.Vehicles = append(c.Rules.Vehicles, vehicle.ID)
		}
	}
	c.Frame = frame.Config{Personal: p, Holidays: daysOff, HideIllness: c.Frame.HideIllness}
	c.setPlan(c.Rules.Plan)
	return found
}

// integration decodes [presence_integration], of a configuration whose person's sections are decoded.
func (d *decoder) integration(config *Config) {
	const name = "presence_integration"
	value, found := d.doc.root[name]
	values, isTable := value.(settings.Tree)
	if found && !isTable {
		d.reject(settings.Problem{Path: []string{name}, Value: settings.Quoted(value), Allowed: "must be a section, as in [" + name + "]"})
	}
	config.Rules.Integrated, config.Rules.Defaults.DayType = isTable, models.Work
	if !isTable {
		return
	}
	regions, findings := settings.ReadIntegration(values, &config.Rules)
	d.take(findings)
	config.Frame.Hours.Zone, config.API.OwnTracksRegions = config.Rules.Zone, regions
}
