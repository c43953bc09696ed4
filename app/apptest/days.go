package apptest

import (
	"database/sql"
	"embed"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"worklog/app"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

// configs are configurations that several packages start the program with.
//
//go:embed configs
var configs embed.FS

func configOf(name string) string {
	content, err := configs.ReadFile("configs/" + name + ".toml")
	if err != nil {
		panic(err)
	}
	return string(content)
}

// RecordedDay is 20 November with a slot to the nanosecond.
func RecordedDay(t *testing.T, changes ...func(*app.Config)) *Program {
	t.Helper()
	p := Start(t, append(changes, NoLimit)...)
	p.Day("2026-11-20T08:03:27.123456789+01:00", "2026-11-20T12:10:45.5+01:00", "morning")
	p.Day("2026-11-20T13:00:01+01:00", "2026-11-20T17:21:59+01:00", "afternoon")
	return p
}

// EditDay is the form of the first day that is recorded.
const EditDay = "/entries/1/edit"

// WithHours sets targets and a balance that begin in October 2026, with everything else that has a
// page of its own.
func WithHours(t testing.TB) func(*app.Config) {
	config := LoadConfig(t, configOf("hours_to_work"))
	return func(c *app.Config) { c.Frame.Hours = config.Frame.Hours }
}

// Unsaved starts a program whose backups fail.
func Unsaved(t *testing.T) *Program {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "file")
	modelstest.Must(t, os.WriteFile(folder, nil, 0o600))
	return Start(t, func(config *app.Config) { config.Backup = app.BackupPlan{Folder: folder, Keep: 1, Every: time.Hour} })
}

// LifelikeMonth fills November 2026 up to the 20th, where an arrival is under
// way.
func (p *Program) LifelikeMonth() {
	p.T.Helper()
	for day := 2; day <= 19; day++ {
		date := time.Date(2026, 11, day, 0, 0, 0, 0, time.UTC)
		if date.Weekday() == time.Saturday || date.Weekday() == time.Sunday || day == 11 || day == 13 || day == 17 {
			continue
		}
		at := func(hour, minute int) string {
			return fmt.Sprintf("2026-11-%02dT%02d:%02d:17+01:00", day, hour, minute)
		}
		p.Day(at(8, day%13), at(12, day*7%19), fmt.Sprint("morning", day))
		p.Day(at(13, day*3%11), at(17, day*5%47), fmt.Sprint("afternoon", day))
	}
	p.Submit("/entries/new?date=2026-11-11", url.Values{"day_type": {"FERIE"}}).Want(p.T, 303)
	p.Submit("/entries/new?date=2026-11-13", url.Values{"day_type": {"RTT"}}).Want(p.T, 303)
	p.Submit("/entries/new?date=2026-11-14", url.Values{"day_type": {"GARDE"}, "slot_start": {"20:00"}, "slot_end": {"08:30"}, "slot_end_day": {"1"},
		"note": {"Remplacement de dernière minute aux urgences, prévenir la cadre de santé pour la récupération de la nuit"}}).Want(p.T, 303)
	p.Submit("/entries/new?date=2026-11-17", url.Values{"day_type": {"TT"}, "slot_start": {"8:30", "13:30"}, "slot_end": {"12:30", "17:30"}}).Want(p.T, 303)
	p.Arrive("2026-11-20T08:03:11+01:00", "today").Want(p.T, 201)
	p.Clock.Advance(4*time.Hour + 15*time.Minute + 30*time.Second) // it is 12:15
}

// WithCosts is a configuration with everything that the costs need, and with a vehicle
// and a journey that lack something.
func WithCosts(t *testing.T, more string) func(*app.Config) {
	return WithConfig(t, configOf("costs")+more)
}

// Work records a day of work by hand, with a slot.
func (p *Program) Work(date, journey, vehicle string) {
	p.T.Helper()
	p.EnterDay(date, "WORK", journey, vehicle, true)
}

// EnterDay records a day by hand, with or without a slot.
func (p *Program) EnterDay(date, dayType, journey, vehicle string, slot bool) {
	p.T.Helper()
	values := url.Values{"day_type": {dayType}, "journey_profile_id": {journey}, "motor_vehicle_id": {vehicle}}
	if slot {
		values["slot_start"], values["slot_end"] = []string{"08:00"}, []string{"16:00"}
	}
	p.Submit("/entries/new?date="+date, values).Want(p.T, 303)
}

// WithCounters is a configuration with counters of every kind.
func WithCounters(t *testing.T, more string) func(*app.Config) {
	return WithConfig(t, configOf("counters")+more)
}

// LeaveOfTwoYears are days that the counters of [WithCounters] count, at the end of
// November 2026.
func LeaveOfTwoYears(t *testing.T) *Program {
	t.Helper()
	p := Start(t, WithCounters(t, ""))
	p.ByHand("2026-05-28 2026-05-29 2026-07-16 2026-07-17 2026-12-24 2026-12-25 2026-12-28", "CONGE")
	p.ByHand("2026-09-03", "WORK", "08:00-12:00")
	p.ByHand("2026-09-04", "RTT")
	p.ByHand("2026-11-20", "RTT") // today
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE work_entries SET half_day = 'RTT' WHERE date = '2026-09-03'")))
	return p
}

// ByHand records a day by hand, or several that have spaces between them, with slots such as
// "08:00-12:00" or, to the next morning, "20:00-08:00".
func (p *Program) ByHand(dates, dayType string, slots ...string) {
	p.T.Helper()
	values := url.Values{"day_type": {dayType}}
	for _, slot := range slots {
		start, end, _ := strings.Cut(slot, "-")
		AddRow(values, start, end, "")
	}
	for date := range strings.FieldsSeq(dates) {
		p.Submit("/entries/new?date="+date, values).Want(p.T, 303)
	}
}

// Thursday is a forgotten departure: an arrival of Thursday 19 November at
// 08:03 that is still open on Friday at 08:00, after two Thursdays that ended
// at 17:20.
func Thursday(t *testing.T, changes ...func(*app.Config)) *Program {
	t.Helper()
	p := Start(t, append(changes, NoLimit)...)
	p.Day("2026-11-05T08:00:00+01:00", "2026-11-05T17:20:00+01:00", "first")
	p.Day("2026-11-12T08:00:00+01:00", "2026-11-12T17:20:00+01:00", "second")
	p.Arrive("2026-11-19T08:03:27+01:00", "forgotten").Want(t, 201)
	return p
}

// ThursdayForm is the form of the day of [Thursday].
const ThursdayForm = "/entries/3/edit"

// HoursConfig has all that the hours can be compared with.
var HoursConfig = configOf("hours")

// WithConfig sets a configuration file.
func WithConfig(t testing.TB, content string) func(*app.Config) {
	config := LoadConfig(t, content)
	return func(c *app.Config) { *c = config }
}

// YearOfHours is 2026 with ordinary days up to yesterday, some nights and some leave.
func YearOfHours(t *testing.T, config string) *Program {
	t.Helper()
	p := Start(t, WithConfig(t, config))
	FillYears(t, p.DB, 1)
	for _, statement := range []string{
		"DELETE FROM work_entries WHERE date > '2026-11-19' OR date IN ('2026-10-24', '2026-05-01', '2026-09-22', '2026-11-11')",
		"UPDATE work_entries SET day_type = 'CONGE' WHERE date BETWEEN '2026-08-03' AND '2026-08-21' OR date > '2026-04-24' AND date < '2026-05-01'",
		"UPDATE work_entries SET day_type = 'RTT' WHERE date LIKE '2026-__-13'",
		"UPDATE work_entries SET day_type = 'TT' WHERE strftime('%w', date) = '3' AND day_type = 'WORK'",
		"DELETE FROM time_slots WHERE work_entry_id IN (SELECT id FROM work_entries WHERE day_type IN ('CONGE', 'RTT'))",
		"DELETE FROM time_slots WHERE start_at LIKE '%T1_:%' AND (start_at LIKE '2026-02%' OR start_at LIKE '2026-06-1%')",
	} {
		modelstest.Must(t, modelstest.Only(p.DB.Exec(statement)))
	}
	p.ByHand("2026-10-24 2026-03-28 2026-11-14", "GARDE", "20:00-08:00")
	p.ByHand("2026-11-11", "FERIE", "08:00-10:00")
	return p
}

// FillYears records the working days of the years up to 2026.
func FillYears(b testing.TB, db *sql.DB, years int) {
	b.Helper()
	tx := modelstest.Got(db.Begin())(b)
	entry, err := tx.Prepare(`INSERT INTO work_entries (date, timezone, day_type, journey_profile_id, motor_vehicle_id, created_at, updated_at)
		VALUES (?, 'Europe/Paris', 'WORK', 'bureau', 'clio', ?, ?)`)
	modelstest.Must(b, err)
	slot := modelstest.Got(tx.Prepare("INSERT INTO time_slots (work_entry_id, start_at, end_at) VALUES (?, ?, ?)"))(b)
	now := civil.NewInstant(time.Now())
	zone := modelstest.Got(time.LoadLocation("Europe/Paris"))(b)
	for day := time.Date(2027-years, 1, 1, 0, 0, 0, 0, zone); day.Year() < 2027; day = day.AddDate(0, 0, 1) {
		if day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
			continue
		}
		id, _ := modelstest.Got(entry.Exec(civil.DateOf(day), now, now))(b).LastInsertId()
		hours := [][2]time.Duration{{8, 12}, {13, 17}}
		if day.Day()%3 == 0 {
			hours = append(hours, [2]time.Duration{18, 20})
		}
		for _, of := range hours {
			modelstest.Must(b, modelstest.Only(slot.Exec(id, civil.NewInstant(day.Add(of[0]*time.Hour)), civil.NewInstant(day.Add(of[1]*time.Hour)))))
		}
	}
	modelstest.Must(b, tx.Commit())
}

// WithRules is a configuration that compares weeks of 35 hours with the rules of a profile.
func WithRules(t testing.TB, rules string) func(*app.Config) {
	return WithConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n[[targets]]\nfrom = \"2026-01-01\"\nweek = \"35h\"\n[rules]\n"+rules)
}

// AutumnOfOvertime is a year with something to find by most rules of private companies.
func AutumnOfOvertime(t testing.TB, rules string) *Program {
	p := Start(t, NoLimit, WithRules(t, rules))
	p.ByHand("2026-11-02", "CONGE")
	p.ByHand("2026-11-03 2026-11-04 2026-11-05 2026-11-06", "WORK", "08:00-19:00")
	p.ByHand("2026-11-09 2026-11-10 2026-11-11 2026-11-12 2026-11-13", "WORK", "08:00-17:00")
	p.ByHand("2026-11-15", "GARDE", "20:00-08:00")
	p.ByHand("2026-11-18", "WORK", "07:00-12:00", "13:00-20:01")
	return p
}

// Queries for the events and the slots with their days.
const (
	DayEvents = `SELECT date, event, idempotency_key, coalesce(closure, '-'), coalesce(start_at, '-'), coalesce(end_at, '-')
		FROM workplace_presence_events e JOIN work_entries w ON e.work_entry_id = w.id LEFT JOIN time_slots s ON s.id = e.time_slot_id ORDER BY occurred_at`
	DaySlots = "SELECT date, start_at, end_at FROM time_slots JOIN work_entries ON work_entry_id = work_entries.id ORDER BY start_at"
)

// DoubtfulDays starts the program with a doubt of every kind.
func DoubtfulDays(t *testing.T) *Program {
	t.Helper()
	p := Start(t, NoLimit)
	p.Arrive("2026-11-09T08:00:00+01:00", "mon-in").Want(t, 201)
	p.Clock.Advance(time.Hour)
	p.Submit("/presence/close", url.Values{"arrival_id": {"1"}, "end": {"17:00"}, "end_day": {"0"}}).Want(t, 303)
	p.Leave("2026-11-09T17:40:00+01:00", "mon-out").Want(t, 409)
	p.Leave("2026-11-10T17:40:00+01:00", "tue-out-without-an-arrival").Want(t, 409)
	p.Arrive("2026-11-12T08:00:00+01:00", "thu-in").Want(t, 201)
	p.Arrive("2026-11-13T08:10:00+01:00", "fri-in").Want(t, 409)
	p.Leave("2026-11-13T17:05:00+01:00", "fri-out").Want(t, 200)
	p.Leave("2026-11-18T17:05:00", "wed-out").Want(t, 422)
	p.Arrive("2026-11-18T08:00:00+01:00", "wed-in").Want(t, 201)
	p.Arrive("2026-11-19T08:10:00+01:00", "thu-2-in").Want(t, 409)
	p.Submit("/presence/discard", url.Values{"arrival_id": {"4"}}).Want(t, 303)
	p.Leave("2026-11-19T17:05:00+01:00", "thu-2-out").Want(t, 409)
	p.Post(`{"Event":"arrival"}`).Want(t, 422)
	p.Unauthenticated().Want(t, 401)
	return p
}

// WithSheet is a configuration with all that the figures ask for.
func WithSheet(t *testing.T, more string) func(*app.Config) {
	return WithConfig(t, configOf("sheet")+more)
}

// SheetOctober is the sheet of the month of [October].
const SheetOctober = "/months/2026-10/sheet"

// October is a month that is over, with all that a sheet can show, and the person's
// hours as they are configured.
func October(t *testing.T, more string) *Program {
	t.Helper()
	p := Start(t, WithSheet(t, more))
	p.Day("2026-10-01T08:03:17+02:00", "2026-10-01T12:10:00+02:00", "morning")
	p.Day("2026-10-01T13:00:00+02:00", "2026-10-01T17:21:59+02:00", "afternoon")
	p.ByHand("2026-10-02", "TT", "08:30-12:30")
	modelstest.Must(t, modelstest.Only(p.DB.Exec("UPDATE work_entries SET half_day = 'RTT' WHERE date = '2026-10-02'")))
	p.ByHand("2026-10-05", "CONGE")
	p.Submit("/entries/new?date=2026-10-06", url.Values{"day_type": {"MALADE"}, "note": {"grippe"}}).Want(t, 303)
	p.Submit("/entries/new?date=2026-10-07", url.Values{"day_type": {"WORK"}, "slot_start": {"09:00"}, "slot_end": {"12:00"},
		"note": {"Réunion <de service>\n" + strings.Repeat("une longue suite ", 120)}}).Want(t, 303)
	p.Arrive("2026-10-08T09:00:00+02:00", "discarded").Want(t, 201)
	p.Submit("/presence/discard", url.Values{"arrival_id": {p.Stored("SELECT max(id) FROM workplace_presence_events")[0]}}).Want(t, 303)
	p.ByHand("2026-10-09", "RTT", "10:00-11:30")
	p.Submit("/entries/new?date=2026-10-12", url.Values{"day_type": {"WORK"}, "slot_start": {"09:00"}, "slot_end": {"12:00"}, "note": {strings.Repeat("x", 2000)}}).Want(t, 303)
	p.ByHand("2026-10-24 2026-10-31", "GARDE", "20:00-08:00")
	return p
}

// Listening starts a program that expects events until half past ten, on Friday 20
// November 2026 at 08:00.
func Listening(t *testing.T, changes ...func(*app.Config)) *Program {
	t.Helper()
	whole := LoadConfig(t, strings.Replace(demoConfig, "\n\n", "\nsilent_after = \"10:30\"\n\n", 1))
	return Start(t, append([]func(*app.Config){func(c *app.Config) { *c = whole }}, changes...)...)
}

// BringBack presses « Revenir à cet état » of a day's state.
func (p *Program) BringBack(entry, state string) Answer {
	p.T.Helper()
	shown := p.Get("/entries/" + entry + "/history").Fields()
	at := slices.Index(shown["state"], state)
	if at < 0 {
		p.T.Fatalf("state %s is not among %v", state, shown["state"])
	}
	return p.Submit("/entries/bring-back", url.Values{"state": {state}, "version": {shown["version"][at]}})
}

// demonstrated is the database of the demonstration, which takes a second to fill.
var demonstrated struct {
	sync.Once
	content []byte
}

// Demonstration starts the program with the days of the demonstration.
func Demonstration(t testing.TB, changes ...func(*app.Config)) *Program {
	t.Helper()
	modelstest.InParallel(t)
	config := DemoConfig(t)
	demonstrated.Do(func() {
		modelstest.Must(t, app.FillDemo(t.Context(), config, NewClock().Now()))
		demonstrated.content = modelstest.Got(os.ReadFile(config.Database))(t)
	})
	modelstest.Must(t, os.WriteFile(config.Database, demonstrated.content, 0o600))
	return Start(t, append([]func(*app.Config){func(c *app.Config) { *c = config }, NoLimit}, changes...)...)
}
