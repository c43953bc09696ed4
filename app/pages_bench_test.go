package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/app"
	"worklog/models"
	"worklog/models/report"
)

// BenchmarkPages compares the pages of November 2026 in a database of one year
// with those in one of fifty: 13,000 days, 30,000 slots.
func BenchmarkPages(b *testing.B) {
	for _, page := range []string{"month", "edit", "year", "sheet", "counters"} {
		for _, years := range []int{1, 50} {
			for _, encoding := range []string{"identity", "gzip"} {
				b.Run(fmt.Sprintf("%s/%d-years/%s", page, years, encoding), func(b *testing.B) {
					var changes []func(*app.Config)
					if page == "sheet" || page == "counters" {
						changes = append(changes, withFigures)
					}
					e, id := yearsOfDays(b, years, changes...)
					path := "/months/2026-11"
					switch page {
					case "edit":
						path = fmt.Sprintf("/entries/%d/edit", id)
					case "year":
						path = "/years/2026"
					case "sheet":
						path = "/months/2026-11/sheet"
					case "counters":
						path = "/years/2026/counters"
					}
					for b.Loop() {
						ask(b, e, path, encoding)
					}
				})
			}
		}
	}
}

// withFigures sets what needs no day older than a year.
func withFigures(c *app.Config) {
	hours := &c.Pages.Hours
	hours.Targets = []report.Target{report.WeekTarget(models.Date{Year: 1970, Month: 1, Day: 1}, 35*60)}
	hours.Limits = report.ProfileLimits(report.Private)
	hours.Counters = []report.Counter{{Name: "rtt", Types: []models.DayType{models.RTT}, PeriodStart: report.YearDay{Month: 6, Day: 1}, Allowance: 20}}
}

func ask(b *testing.B, e *echo.Echo, path, encoding string) {
	request := httptest.NewRequest(http.MethodGet, path, nil)
	request.Host = "localhost"
	request.Header.Set("Accept-Encoding", encoding)
	recorder := httptest.NewRecorder()
	e.ServeHTTP(recorder, request)
	if recorder.Code != 200 {
		b.Fatalf("got %d", recorder.Code)
	}
}

// yearsOfDays returns the program over a database of so many years that end in
// 2026, 260 days each, and the id of a day in November 2026.
func yearsOfDays(b *testing.B, years int, changes ...func(*app.Config)) (e *echo.Echo, id int64) {
	b.Helper()
	path := filepath.Join(b.TempDir(), "worklog.db")
	store, err := models.Open(context.Background(), path)
	if err != nil {
		b.Fatal(err)
	}
	if err := store.Close(); err != nil {
		b.Fatal(err)
	}
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		b.Fatal(err)
	}
	fillYears(b, db, years)
	if err := db.QueryRow("SELECT id FROM work_entries WHERE date = '2026-11-12'").Scan(&id); err != nil {
		b.Fatal(err)
	}
	if err := db.Close(); err != nil {
		b.Fatal(err)
	}
	return stack(b, append(changes, func(c *app.Config) { c.Database = path })...), id
}

func fillYears(b *testing.B, db *sql.DB, years int) {
	b.Helper()
	tx, err := db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	exec := func(statement string, arguments ...any) int64 {
		result, err := tx.Exec(statement, arguments...)
		if err != nil {
			b.Fatal(err)
		}
		id, _ := result.LastInsertId()
		return id
	}
	now := models.NewInstant(time.Now())
	zone, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		b.Fatal(err)
	}
	for day := time.Date(2027-years, 1, 1, 0, 0, 0, 0, zone); day.Year() < 2027; day = day.AddDate(0, 0, 1) {
		if day.Weekday() == time.Saturday || day.Weekday() == time.Sunday {
			continue
		}
		entry := exec(`INSERT INTO work_entries (date, timezone, day_type, journey_profile_id, motor_vehicle_id, created_at, updated_at)
			VALUES (?, 'Europe/Paris', 'WORK', 'bureau', 'clio', ?, ?)`, models.DateOf(day), now, now)
		hours := [][2]int{{8, 12}, {13, 17}}
		if day.Day()%3 == 0 {
			hours = append(hours, [2]int{18, 20})
		}
		for _, slot := range hours {
			exec("INSERT INTO time_slots (work_entry_id, start_at, end_at) VALUES (?, ?, ?)", entry,
				models.NewInstant(day.Add(time.Duration(slot[0])*time.Hour)), models.NewInstant(day.Add(time.Duration(slot[1])*time.Hour)))
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
}
