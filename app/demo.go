package app

import (
	"context"
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
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

var (
	// DemoConfig is the configuration of the demonstration, whose settings [FillDemo] makes.
	//
	//go:embed demo/config.toml
	DemoConfig string

	//go:embed demo/settings.toml
	demoSettings string

	// demoYear has a row for each [pattern]. A night on duty is on the second Saturday of some months, after a
	// free Thursday and Friday: four days of two weeks are free.
	//
	//go:embed demo/year.csv
	demoYear string
)

// LoadDemo is [LoadConfig] for the demonstration: a file that names no journeys and no vehicles
// has those of [DemoConfig].
func LoadDemo(file string) (Config, error) {
	config, err := LoadConfig(file)
	if err != nil || len(config.Frame.Costs.Journeys)+len(config.Frame.Costs.Vehicles) > 0 {
		return config, err
	}
	var own map[string]map[string]any
	_ = toml.Unmarshal([]byte(DemoConfig), &own) // which tests read
	if !config.Rules.Integrated {
		delete(own, "presence_integration")
	}
	config.doc.setDefaults(own)
	whole, err := decodeConfig(config.doc, withSecrets)
	whole.File = config.File
	return whole, err
}

// lastJune returns the last first of June until a date.
func lastJune(date civil.Date) civil.Date {
	june := civil.Date{Year: date.Year, Month: time.June, Day: 1}
	if june.DaysUntil(date) < 0 {
		june.Year--
	}
	return june
}

// pattern is what is recorded on some dates of the year. The first one that fits a date counts.
type pattern struct {
	months, weekdays string // the first three letters of each; empty for all
	from, to         int    // days of the month; 0 for no limit
	percent          int    // of these dates, with those of the rows above; 0 for all
	// typed is "yes" for a day that the person has typed, and "travel" for one with the journey and
	// the vehicle of the date; empty for the automation.
	typed        string
	day          models.EntryChange
	slots, stays []stay // typed, and recorded by the automation
}

// stay is from a minute after midnight to another. Each is later by less than so many minutes.
type stay struct{ from, early, to, late int }

// patterns reads [demoYear].
func patterns() (all []pattern, err error) {
	rows, err := csv.NewReader(strings.NewReader(demoYear)).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, row := range rows[1:] {
		p := pattern{months: row[0], weekdays: row[1], typed: row[6],
			day: models.EntryChange{DayType: models.DayType(row[5]), HalfDay: models.HalfDay(row[7]), Note: row[8]}}
		for i, number := range []*int{&p.from, &p.to, &p.percent} {
			*number, _ = strconv.Atoi(row[2+i]) // 0 for an empty cell
		}
		for i, stays := range []*[]stay{&p.slots, &p.stays} {
			for text := range strings.FieldsSeq(row[9+i]) { // such as 08:00+25-12:00+20
				var from, to, fromMinute, toMinute int
				var s stay
				if _, err := fmt.Sscanf(text, "%d:%d+%d-%d:%d+%d", &from, &fromMinute, &s.early, &to, &toMinute, &s.late); err != nil {
					return nil, err
				}
				s.from, s.to = 60*from+fromMinute, 60*to+toMinute
				*stays = append(*stays, s)
			}
		}
		all = append(all, p)
	}
	return all, nil
}

// FillDemo fills a new database with a realistic year of a hospital employee that
// ends now: days on site recorded by the automation, nights on duty, call-outs, telework, leave and half
// days of it, another vehicle from June on, a forgotten departure with what it had refused, which
// can be recorded now, leave to come, and an open arrival. It first saves the settings of the
// demonstration, of which the configuration may hide some.
func FillDemo(ctx context.Context, config Config, now time.Time) error {
	store, err := models.Open(ctx, config.Database, config.Rules)
	if err != nil {
		return err
	}
	defer store.Close()
	today := civil.DateOf(now)
	document := strings.NewReplacer("START", today.AddDays(-demoDays).String(), "JUNE", lastJune(today).String()).Replace(demoSettings)
	if _, err := settings.Save(ctx, store, 0, document, models.Rules{}, civil.NewInstant(now)); err != nil {
		return err
	}
	if config, err = config.inForce(ctx, store); err != nil {
		return err
	}
	year, err := patterns()
	if err != nil {
		return err
	}
	today = civil.DateOf(now.In(config.Rules.Zone))
	rules := config.Rules
	if !rules.Integrated && len(rules.Journeys) > 0 { // no events are received
		rules.Defaults.JourneyProfileID = rules.Journeys[0]
	}
	if !rules.Integrated && len(rules.Vehicles) > 0 {
		rules.Defaults.MotorVehicleID = rules.Vehicles[0]
	}
	demo := demo{ctx, store.WithRules(config.Rules), rules, now, rand.New(rand.NewPCG(2026, 11)), year, rules.Defaults.JourneyProfileID, civil.Date{}}
	demo.forgot = demo.forgotten(today)
	for date := today.AddDays(-demoDays); date.DaysUntil(today) > 0; date = date.AddDays(1) {
		if err := demo.day(date); err != nil {
			return err
		}
	}
	for date, end := today.AddDays(30), today.AddDays(37); date != end; date = date.AddDays(1) {
		if date.IsWeekend() || french.Holiday(date) != "" {
			continue
		}
		if err := demo.record(date, pattern{typed: "yes", day: models.EntryChange{DayType: models.Leave, Note: "Vacances"}}); err != nil {
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
	year   []pattern
	usual  string     // journey
	forgot civil.Date // on which the departure was forgotten; zero for none
}

// patternOf returns the index of a date's pattern; chance is from 0 to 99.
func (d *demo) patternOf(date civil.Date, chance int) int {
	return slices.IndexFunc(d.year, func(p pattern) bool {
		return (p.months == "" || strings.Contains(p.months, date.Month.String()[:3])) &&
			(p.weekdays == "" || strings.Contains(p.weekdays, date.Weekday().String()[:3])) &&
			date.Day >= p.from && (p.to == 0 || date.Day <= p.to) && (p.percent == 0 || chance < p.percent)
	})
}

// day records one day of the year.
func (d *demo) day(date civil.Date) error {
	d.travel(date)
	switch {
	case french.Holiday(date) != "":
		return d.record(date, pattern{typed: "yes", day: models.EntryChange{DayType: models.Holiday}})
	case d.forgot == date || d.forgot == date.AddDays(-1):
		return d.forget(date)
	}
	return d.record(date, d.year[d.patternOf(date, d.chance.IntN(100))])
}

// record records a day of a pattern.
func (d *demo) record(date civil.Date, p pattern) error {
	if p.typed != "" {
		typed := p.day
		if p.typed == "travel" {
			typed.JourneyProfileID, typed.MotorVehicleID = d.rules.Defaults.JourneyProfileID, d.rules.Defaults.MotorVehicleID
		}
		for _, slot := range p.slots {
			typed.Slots = append(typed.Slots, models.TimeSlot{StartAt: civil.NewInstant(d.at(date, slot.from, 0)), EndAt: civil.NewInstant(d.at(date, slot.to, 0))})
		}
		if _, err := days.Create(d.ctx, d.store, date, typed, civil.NewInstant(d.now)); err != nil {
			return err
		}
	}
	d.rules.Defaults.DayType = p.day.DayType
	for _, stay := range p.stays {
		if err := d.event(models.Arrival, d.at(date, stay.from+d.chance.IntN(stay.early), d.chance.IntN(60))); err != nil {
			return err
		}
		if err := d.event(models.Departure, d.at(date, stay.to+d.chance.IntN(stay.late), d.chance.IntN(60))); err != nil {
			return err
		}
	}
	return nil
}

// A departure was forgotten at least latestForgotten days before today, and at most earliestForgotten.
const (
	latestForgotten   = 4
	earliestForgotten = 20
)

// forgotten returns the first of the latest two days of work in a row, on which no departure is
// sent. It returns the zero date if there are none, or no events are received.
func (d *demo) forgotten(today civil.Date) civil.Date {
	works := func(date civil.Date) bool {
		return french.Holiday(date) == "" && d.patternOf(date, 99) == len(d.year)-1
	}
	for before := latestForgotten; d.rules.Integrated && before <= earliestForgotten; before++ {
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
	if _, err := presence.Close(d.ctx, d.store, open.ID, civil.NewInstant(d.at(d.forgot, 16*60+50, 0)), civil.NewInstant(d.at(date, 12*60+40, 0))); err != nil {
		return err
	}
	if err := d.event(models.Departure, d.at(date, 16*60+56, 0)); !errors.Is(err, models.ErrNoOpenArrival) {
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
