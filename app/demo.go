package app

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/pelletier/go-toml/v2"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/days"
	"worklog/models/presence"
	"worklog/models/settings"
	"worklog/views/french"
)

// demoDays is the length of the demonstration in days.
const demoDays = 365

// DemoConfig is the configuration of the demonstration, whose settings [FillDemo] makes.
const DemoConfig = `[presence_integration]
timezone = "Europe/Paris"
default_day_type = "WORK"
default_journey_profile_id = "bureau"
default_motor_vehicle_id = "clio"

[journeys.bureau]
label = "Domicile – bureau"
distance_km = 18.5

[journeys.annexe]
label = "Domicile – annexe"
distance_km = 31

[vehicles.clio]
label = "Renault Clio"
type = "moteur"
category = "voiture"
power_cv = 5

[vehicles.velo]
label = "Vélo"
type = "cycle"
`

// LoadDemo is [LoadConfig] for the demonstration: a file that names no journeys and no vehicles
// has those of [DemoConfig].
func LoadDemo(file string) (Config, error) {
	config, err := LoadConfig(file)
	if err != nil || len(config.Journeys)+len(config.Vehicles) > 0 {
		return config, err
	}
	var own map[string]map[string]any
	if err := toml.Unmarshal([]byte(DemoConfig), &own); err != nil {
		return config, err
	}
	if !config.Rules.Integrated {
		delete(own, "presence_integration")
	}
	if !config.hasHours() {
		delete(own["journeys"], "annexe") // which is one of the settings then
	}
	config.doc.setDefaults(own)
	whole, err := decodeConfig(config.doc, withSecrets)
	whole.File = config.File
	return whole, err
}

// demoSettings returns what a nurse has set: all that the hours can have, the pay of a hospital,
// the costs of a year with a second vehicle and a journey whose distance changes in June, and
// the names of a person and of an employer.
func demoSettings(today civil.Date) string {
	return fmt.Sprintf(`
[person]
name = "Camille Martin"
employer = "Centre hospitalier de Rochebelle"

[[targets]]
from = "%[1]s"
week = "41h"

[balance]
from = "%[1]s"

[[balance.adjustments]]
date = "%[2]s"
hours = "-20h"
note = "heures payées"

[counters.conges]
label = "Congés annuels"
types = ["CONGE"]
allowance = 25
period_start = "06-01"

[counters.rtt]
label = "RTT"
types = ["RTT"]
allowance = 23
period_start = "01-01"

[rules]
profile = "fph"

[pay]
profile = "fph"
annual_base = 27540
delay_months = 2

[meals]
per_day = 4.20

[vehicles.zoe]
label = "Renault Zoé"
type = "moteur"
category = "voiture"
power_cv = 4
electric = true

[journeys.annexe]
label = "Domicile – annexe"
distance_km = 31

[[journeys.annexe.distances]]
from = "%[2]s"
distance_km = 34.2
`, today.AddDays(-demoDays), lastJune(today))
}

// hasHours reports whether the configuration says anything of hours.
func (c Config) hasHours() bool {
	return c.Frame.Hours.Balance != nil || len(c.Frame.Hours.Targets) > 0 || len(c.Frame.Hours.Counters) > 0
}

// setDemo saves the settings of the demonstration, if the configuration says nothing of hours,
// and returns the configuration with them.
func setDemo(ctx context.Context, config Config, store *models.Store, now time.Time) (Config, error) {
	if config.hasHours() {
		return config, nil
	}
	_, err := settings.Save(ctx, store, 0, demoSettings(civil.DateOf(now)), models.Rules{}, civil.NewInstant(now))
	if err != nil {
		return config, err
	}
	return config.inForce(ctx, store)
}

// lastJune returns the last first of June until a date.
func lastJune(date civil.Date) civil.Date {
	june := civil.Date{Year: date.Year, Month: time.June, Day: 1}
	if june.DaysUntil(date) < 0 {
		june.Year--
	}
	return june
}

// FillDemo fills a new database with a realistic year of a hospital employee that
// ends now: days on site recorded by the automation, nights on duty, telework, leave and half
// days of it, another vehicle from June on, a forgotten departure with what it had refused, which
// can be recorded now, leave to come, and an open arrival.
func FillDemo(ctx context.Context, config Config, now time.Time) error {
	store, err := models.Open(ctx, config.Database, config.Rules)
	if err != nil {
		return err
	}
	defer store.Close()
	if config, err = setDemo(ctx, config, store, now); err != nil {
		return err
	}
	store = store.WithRules(config.Rules)
	today := civil.DateOf(now.In(config.Rules.Zone))
	rules := demoRules(config.Rules)
	demo := demo{ctx, store, rules, now, rand.New(rand.NewPCG(2026, 11)), rules.Defaults.JourneyProfileID, forgotten(rules, today)}
	for date := today.AddDays(-demoDays); date.DaysUntil(today) > 0; date = date.AddDays(1) {
		if err := demo.day(date); err != nil {
			return err
		}
	}
	for date, end := today.AddDays(30), today.AddDays(37); date != end; date = date.AddDays(1) {
		if date.IsWeekend() || french.Holiday(date) != "" {
			continue
		}
		if err := demo.byHand(date, models.EntryChange{DayType: models.Leave, Note: "Vacances d’hiver"}); err != nil {
			return err
		}
	}
	demo.travel(today)
	demo.rules.Defaults.DayType = models.Work
	return demo.event(models.Arrival, now.Add(-4*time.Hour-12*time.Minute))
}

// demoRules returns the rules of the configuration. Where no events are received, days have
// the first journey and the first motor vehicle, if any.
func demoRules(rules models.Rules) models.Rules {
	if rules.Integrated {
		return rules
	}
	if len(rules.Journeys) > 0 {
		rules.Defaults.JourneyProfileID = rules.Journeys[0]
	}
	if len(rules.Vehicles) > 0 {
		rules.Defaults.MotorVehicleID = rules.Vehicles[0]
	}
	return rules
}

type demo struct {
	ctx    context.Context
	store  *models.Store
	rules  models.Rules // with the defaults of the date
	now    time.Time
	chance *rand.Rand
	usual  string     // journey
	forgot civil.Date // on which the departure was forgotten; zero for none
}

// day records one day of the year.
func (d *demo) day(date civil.Date) error {
	d.travel(date)
	if french.Holiday(date) != "" {
		return d.byHand(date, models.EntryChange{DayType: models.Holiday})
	}
	if d.forgot == date || d.forgot == date.AddDays(-1) {
		return d.forget(date)
	}
	switch chance := d.chance.IntN(100); {
	case inSummer(date) && !date.IsWeekend():
		return d.byHand(date, models.EntryChange{DayType: models.Leave, Note: "Vacances d’été"})
	case hasDuty(date):
		return d.duty(date)
	case date.IsWeekend():
		return nil
	case restsForDuty(date):
		return d.byHand(date, models.EntryChange{DayType: models.RTT, Note: "Repos de garde"})
	case hasHalfDay(date):
		return d.halfDay(date)
	case date.Weekday() == time.Friday && date.Day <= 5 && chance < 40:
		return d.calledIn(date)
	case date.Weekday() == time.Tuesday && chance < 55:
		return d.telework(date)
	case chance < 2:
		return d.byHand(date, models.EntryChange{DayType: models.SickLeave})
	case chance < 4:
		return d.byHand(date, d.away(models.Training, "Formation aux gestes d’urgence"))
	}
	noon := 12*60 + d.chance.IntN(20)
	if err := d.present(date, 8*60+d.chance.IntN(25), noon, models.Work); err != nil {
		return err
	}
	return d.present(date, noon+45+d.chance.IntN(20), 17*60+d.chance.IntN(40), models.Work)
}

// hasDuty reports whether a night on duty begins on a date, the second Saturday of every other
// month. The Thursday and the Friday before it and the Monday after it are free.
func hasDuty(date civil.Date) bool {
	return date.Weekday() == time.Saturday && date.Day > 7 && date.Day <= 14 && date.Month%2 == 1
}

// restsForDuty reports whether a date is free for a night on duty.
func restsForDuty(date civil.Date) bool {
	return hasDuty(date.AddDays(2)) || hasDuty(date.AddDays(1)) || hasDuty(date.AddDays(-2))
}

// inSummer reports whether a date is in the summer's leave.
func inSummer(date civil.Date) bool { return date.Month == time.August && date.Day <= 16 }

// hasHalfDay reports whether a date is the third Friday of a month.
func hasHalfDay(date civil.Date) bool {
	return date.Weekday() == time.Friday && date.Day > 14 && date.Day <= 21
}

// latestForgotten is how long before today the latest departure can have been forgotten, in
// days, and earliestForgotten the earliest.
const (
	latestForgotten   = 4
	earliestForgotten = 20
)

// forgotten returns the first of the latest two days of work in a row, on which no departure is
// sent. It returns the zero date if there are none, or no events are received.
func forgotten(rules models.Rules, today civil.Date) civil.Date {
	works := func(date civil.Date) bool {
		return !date.IsWeekend() && french.Holiday(date) == "" && !restsForDuty(date) && !inSummer(date) && !hasHalfDay(date)
	}
	for before := latestForgotten; rules.Integrated && before <= earliestForgotten; before++ {
		if date := today.AddDays(-before); works(date) && works(date.AddDays(1)) {
			return date
		}
	}
	return civil.Date{}
}

// forget records the day on which the departure is forgotten, and the next one, whose arrival is
// refused, so that its departure is too, since the person has given the missing one meanwhile.
func (d *demo) forget(date civil.Date) error {
	d.rules.Defaults.DayType = models.Work
	at := func(date civil.Date, hour, minute int) time.Time {
		return time.Date(date.Year, date.Month, date.Day, hour, minute, 0, 0, d.rules.Zone)
	}
	if date == d.forgot {
		return d.event(models.Arrival, at(date, 8, 3))
	}
	if err := d.event(models.Arrival, at(date, 8, 11)); !errors.Is(err, models.ErrArrivalOpen) {
		return fmt.Errorf("the arrival after a forgotten departure is not refused: %w", err)
	}
	open, err := d.store.OpenArrival(d.ctx)
	if err != nil {
		return err
	}
	if _, err := presence.Close(d.ctx, d.store, open.ID, civil.NewInstant(at(d.forgot, 17, 20)), civil.NewInstant(at(date, 12, 40))); err != nil {
		return err
	}
	if err := d.event(models.Departure, at(date, 17, 26)); !errors.Is(err, models.ErrNoOpenArrival) {
		return fmt.Errorf("the departure without an arrival is not refused: %w", err)
	}
	return nil
}

// halfDay records a morning of work and an afternoon of leave.
func (d *demo) halfDay(date civil.Date) error {
	morning := d.away(models.Work, "")
	morning.HalfDay = models.HalfDay(models.Leave)
	morning.Slots = []models.TimeSlot{d.slot(date, 8*60+15, 12*60+20)}
	return d.byHand(date, morning)
}

// slot is from one time of a date to another, in minutes after midnight.
func (d *demo) slot(date civil.Date, from, to int) models.TimeSlot {
	start := civil.InstantsAt(date, civil.WallTime{Hour: from / 60, Minute: from % 60}, d.rules.Zone)
	end := civil.InstantsAt(date, civil.WallTime{Hour: to / 60, Minute: to % 60}, d.rules.Zone)
	return models.TimeSlot{StartAt: start[0], EndAt: end[0]}
}

// duty records a night on duty. Two in a year last longer than they should.
func (d *demo) duty(date civil.Date) error {
	end := 30*60 + 20 + d.chance.IntN(35)
	if date.Month == time.March || date.Month == time.September {
		end = 31*60 + 25 + d.chance.IntN(10)
	}
	return d.present(date, 21*60+d.chance.IntN(10), end, models.Duty)
}

// travel sets the vehicle and the journey of a date: from June on the second vehicle,
// and on Thursdays another journey, where there are any.
func (d *demo) travel(date civil.Date) {
	defaults := &d.rules.Defaults
	if motor := d.rules.Vehicles; len(motor) > 1 && date == lastJune(civil.DateOf(d.now)) {
		defaults.MotorVehicleID = motor[1]
	}
	defaults.JourneyProfileID = d.usual
	other := slices.IndexFunc(d.rules.Journeys, func(id string) bool { return id != d.usual })
	if other >= 0 && date.Weekday() == time.Thursday {
		defaults.JourneyProfileID = d.rules.Journeys[other]
	}
}

// away returns a day by hand with the journey and the vehicle of the date.
func (d *demo) away(dayType models.DayType, note string) models.EntryChange {
	defaults := d.rules.Defaults
	return models.EntryChange{DayType: dayType, Note: note, JourneyProfileID: defaults.JourneyProfileID, MotorVehicleID: defaults.MotorVehicleID}
}

// calledIn records a day off on which the person was called in.
func (d *demo) calledIn(date civil.Date) error {
	if err := d.byHand(date, d.away(models.RTT, "")); err != nil {
		return err
	}
	return d.present(date, 9*60, 12*60+10, models.RTT)
}

// present records an arrival and a departure, in minutes after midnight.
func (d *demo) present(date civil.Date, from, to int, dayType models.DayType) error {
	at := func(minute int) time.Time {
		return time.Date(date.Year, date.Month, date.Day, 0, minute, d.chance.IntN(60), 0, d.rules.Zone)
	}
	d.rules.Defaults.DayType = dayType
	if err := d.event(models.Arrival, at(from)); err != nil {
		return err
	}
	return d.event(models.Departure, at(to))
}

func (d *demo) event(event models.EventType, at time.Time) error {
	if at.After(d.now) {
		at = d.now
	}
	signal := models.Signal{
		Event:          event,
		OccurredAt:     civil.NewInstant(at),
		OccurredAtSent: at.In(d.rules.Zone).Format(time.RFC3339),
		IdempotencyKey: fmt.Sprintf("%s-%d", event, at.Unix()),
		UserAgent:      "HomeAssistant/2026.11",
	}
	_, err := presence.Record(d.ctx, d.store.WithRules(d.rules), signal, civil.NewInstant(at.Add(2*time.Second)))
	return err
}

func (d *demo) telework(date civil.Date) error {
	slots := []models.TimeSlot{d.slot(date, 8*60+30, 12*60+30), d.slot(date, 13*60+30, 17*60+30)}
	if err := d.byHand(date, models.EntryChange{DayType: models.Telework, Slots: slots}); err != nil || date.Day > 3 {
		return err
	}
	return d.present(date, 18*60, 18*60+20, models.Telework) // something forgotten at work
}

func (d *demo) byHand(date civil.Date, change models.EntryChange) error {
	_, err := days.Create(d.ctx, d.store, date, change, civil.NewInstant(d.now))
	return err
}
