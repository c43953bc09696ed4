package app

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
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
	if config.hasHours() { // else it is one of the settings
		own["journeys"]["annexe"] = map[string]any{"label": "Domicile – annexe", "distance_km": 31.0}
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

// lastJune returns the last first of June until a date.
func lastJune(date civil.Date) civil.Date {
	june := civil.Date{Year: date.Year, Month: time.June, Day: 1}
	if june.DaysUntil(date) < 0 {
		june.Year--
	}
	return june
}

// hours is a span of a day's time, in minutes after midnight.
type hours struct{ from, to int }

// stay is a presence that the automation records. It begins and ends later by what is drawn below
// each bound, of which the last counts; a second one begins that much after the end of the first.
type stay struct {
	hours
	early, late []int
}

// pattern is what is recorded on some dates of the year.
type pattern struct {
	months, weekdays string // the first three letters of each; empty for all
	from, to         int    // days of the month; 0 for no limit
	percent          int    // of these dates, with those of the rows above; 0 for all

	dayType models.DayType
	typed   bool           // by the person
	travel  bool           // typed with the journey and the vehicle of the date
	half    models.HalfDay // typed
	note    string         // typed
	slots   []hours        // typed
	stays   []stay
}

// duties are the months with a night on duty, from their second Saturday on. The Thursday and the
// Friday before it and the Monday after it are free.
const duties = "Jan Mar May Jul Sep Nov"

var teleworked = []hours{{8*60 + 30, 12*60 + 30}, {13*60 + 30, 17*60 + 30}}

// patterns are the days of the year, of which the first that fits a date counts.
var patterns = []pattern{
	{months: "Aug", weekdays: "Mon Tue Wed Thu Fri", to: 16, dayType: models.Leave, typed: true, note: "Vacances d’été"},
	{months: "Mar Sep", weekdays: "Sat", from: 8, to: 14, dayType: models.Duty, stays: []stay{{hours{21 * 60, 31*60 + 25}, []int{10}, []int{35, 10}}}}, // longer than it should be
	{months: duties, weekdays: "Sat", from: 8, to: 14, dayType: models.Duty, stays: []stay{{hours{21 * 60, 30*60 + 20}, []int{10}, []int{35}}}},
	{weekdays: "Sat Sun"},
	{months: duties, weekdays: "Thu", from: 6, to: 12, dayType: models.RTT, typed: true, note: "Repos de garde"},
	{months: duties, weekdays: "Fri", from: 7, to: 13, dayType: models.RTT, typed: true, note: "Repos de garde"},
	{months: duties, weekdays: "Mon", from: 10, to: 16, dayType: models.RTT, typed: true, note: "Repos de garde"},
	{weekdays: "Fri", from: 15, to: 21, dayType: models.Work, typed: true, travel: true, half: models.HalfDay(models.Leave), slots: []hours{{8*60 + 15, 12*60 + 20}}},
	{weekdays: "Fri", to: 5, percent: 40, dayType: models.RTT, typed: true, travel: true, stays: []stay{{hours: hours{9 * 60, 12*60 + 10}}}},            // called in
	{weekdays: "Tue", to: 3, percent: 55, dayType: models.Telework, typed: true, slots: teleworked, stays: []stay{{hours: hours{18 * 60, 18*60 + 20}}}}, // something forgotten at work
	{weekdays: "Tue", percent: 55, dayType: models.Telework, typed: true, slots: teleworked},
	{percent: 2, dayType: models.SickLeave, typed: true},
	{percent: 4, dayType: models.Training, typed: true, travel: true, note: "Formation aux gestes d’urgence"},
	{dayType: models.Work, stays: []stay{{hours{8 * 60, 12 * 60}, []int{25}, []int{20}}, {hours{45, 17 * 60}, []int{20}, []int{40}}}},
}

// patternOf returns the index of a date's pattern; chance is from 0 to 99.
func patternOf(date civil.Date, chance int) int {
	return slices.IndexFunc(patterns, func(p pattern) bool {
		return (p.months == "" || strings.Contains(p.months, date.Month.String()[:3])) &&
			(p.weekdays == "" || strings.Contains(p.weekdays, date.Weekday().String()[:3])) &&
			date.Day >= p.from && (p.to == 0 || date.Day <= p.to) && (p.percent == 0 || chance < p.percent)
	})
}

// FillDemo fills a new database with a realistic year of a hospital employee that
// ends now: days on site recorded by the automation, nights on duty, telework, leave and half
// days of it, another vehicle from June on, a forgotten departure with what it had refused, which
// can be recorded now, leave to come, and an open arrival. It saves the settings of the
// demonstration first, unless the configuration says anything of hours.
func FillDemo(ctx context.Context, config Config, now time.Time) error {
	store, err := models.Open(ctx, config.Database, config.Rules)
	if err != nil {
		return err
	}
	defer store.Close()
	if !config.hasHours() {
		_, err := settings.Save(ctx, store, 0, demoSettings(civil.DateOf(now)), models.Rules{}, civil.NewInstant(now))
		if err != nil {
			return err
		}
		if config, err = config.inForce(ctx, store); err != nil {
			return err
		}
	}
	today := civil.DateOf(now.In(config.Rules.Zone))
	rules := config.Rules
	if !rules.Integrated && len(rules.Journeys) > 0 { // no events are received
		rules.Defaults.JourneyProfileID = rules.Journeys[0]
	}
	if !rules.Integrated && len(rules.Vehicles) > 0 {
		rules.Defaults.MotorVehicleID = rules.Vehicles[0]
	}
	demo := demo{ctx, store.WithRules(config.Rules), rules, now, rand.New(rand.NewPCG(2026, 11)), rules.Defaults.JourneyProfileID, forgotten(rules, today)}
	for date := today.AddDays(-demoDays); date.DaysUntil(today) > 0; date = date.AddDays(1) {
		if err := demo.day(date); err != nil {
			return err
		}
	}
	for date, end := today.AddDays(30), today.AddDays(37); date != end; date = date.AddDays(1) {
		if date.IsWeekend() || french.Holiday(date) != "" {
			continue
		}
		if err := demo.record(date, pattern{dayType: models.Leave, typed: true, note: "Vacances d’hiver"}); err != nil {
			return err
		}
	}
	demo.travel(today)
	demo.rules.Defaults.DayType = models.Work
	return demo.event(models.Arrival, now.Add(-4*time.Hour-12*time.Minute))
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
	switch {
	case french.Holiday(date) != "":
		return d.record(date, pattern{dayType: models.Holiday, typed: true})
	case d.forgot == date || d.forgot == date.AddDays(-1):
		return d.forget(date)
	}
	return d.record(date, patterns[patternOf(date, d.chance.IntN(100))])
}

// record records a day of a pattern.
func (d *demo) record(date civil.Date, p pattern) error {
	if p.typed {
		typed := models.EntryChange{DayType: p.dayType, HalfDay: p.half, Note: p.note}
		if p.travel {
			typed.JourneyProfileID, typed.MotorVehicleID = d.rules.Defaults.JourneyProfileID, d.rules.Defaults.MotorVehicleID
		}
		for _, slot := range p.slots {
			typed.Slots = append(typed.Slots, models.TimeSlot{StartAt: civil.NewInstant(d.at(date, slot.from, 0)), EndAt: civil.NewInstant(d.at(date, slot.to, 0))})
		}
		if _, err := days.Create(d.ctx, d.store, date, typed, civil.NewInstant(d.now)); err != nil {
			return err
		}
	}
	d.rules.Defaults.DayType = p.dayType
	last := 0
	for _, stay := range p.stays {
		if last > 0 {
			stay.from += last + d.below(stay.early)
			stay.early = nil
		}
		last = stay.to + d.below(stay.late)
		if err := d.event(models.Arrival, d.at(date, stay.from+d.below(stay.early), d.chance.IntN(60))); err != nil {
			return err
		}
		if err := d.event(models.Departure, d.at(date, last, d.chance.IntN(60))); err != nil {
			return err
		}
	}
	return nil
}

// below returns the last of what is drawn below each bound, or 0.
func (d *demo) below(bounds []int) (drawn int) {
	for _, bound := range bounds {
		drawn = d.chance.IntN(bound)
	}
	return drawn
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
		return french.Holiday(date) == "" && patternOf(date, 99) == len(patterns)-1
	}
	for before := latestForgotten; rules.Integrated && before <= earliestForgotten; before++ {
		if date := today.AddDays(-before); works(date) && works(date.AddDays(1)) {
			return date
		}
	}
	return civil.Date{}
}

// at returns a time of a date, by minutes after midnight.
func (d *demo) at(date civil.Date, minute, second int) time.Time {
	return time.Date(date.Year, date.Month, date.Day, 0, minute, second, 0, d.rules.Zone)
}

// forget records the day on which the departure is forgotten, and the next one, whose arrival is
// refused, so that its departure is too, since the person has given the missing one meanwhile.
func (d *demo) forget(date civil.Date) error {
	d.rules.Defaults.DayType = models.Work
	if date == d.forgot {
		return d.event(models.Arrival, d.at(date, 8*60+3, 0))
	}
	if err := d.event(models.Arrival, d.at(date, 8*60+11, 0)); !errors.Is(err, models.ErrArrivalOpen) {
		return fmt.Errorf("the arrival after a forgotten departure is not refused: %w", err)
	}
	open, err := d.store.OpenArrival(d.ctx)
	if err != nil {
		return err
	}
	if _, err := presence.Close(d.ctx, d.store, open.ID, civil.NewInstant(d.at(d.forgot, 17*60+20, 0)), civil.NewInstant(d.at(date, 12*60+40, 0))); err != nil {
		return err
	}
	if err := d.event(models.Departure, d.at(date, 17*60+26, 0)); !errors.Is(err, models.ErrNoOpenArrival) {
		return fmt.Errorf("the departure without an arrival is not refused: %w", err)
	}
	return nil
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
