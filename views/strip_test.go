package views

import (
	"archive/zip"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
)

// TestTheDaysClockMatchesTheZone compares the data for the script with the zone, hour by
// hour, around each New Year from 1970 to 9999: this is where the rules for future years
// begin, and where [time.Time.ZoneBounds] may return an end before the start in leap years.
// It checks a sample of the years, or all of them with WORKLOG_ALL_ZONES=1, which takes
// about half an hour.
func TestTheDaysClockMatchesTheZone(t *testing.T) {
	step := 8030 // one year per zone, a different one for each
	if os.Getenv("WORKLOG_ALL_ZONES") != "" {
		step = 1
	}
	for source, zones := range zonesBySource(t) {
		t.Run(source, func(t *testing.T) {
			t.Parallel()
			for i, zone := range zones {
				for year := 1970 + i%step; year <= 9999; year += step {
					for day := -9; day <= 3; day++ { // from 22 December to 3 January
						wantClockOfZone(t, zone, civil.DateOf(time.Date(year+1, 1, day, 0, 0, 0, 0, time.UTC)))
					}
				}
				for _, date := range []string{"2026-03-29", "2026-10-25", "2040-12-31", "2020-12-25", "1972-01-07", "9999-12-31"} {
					parsed, _ := civil.ParseDate(date)
					wantClockOfZone(t, zone, parsed)
				}
			}
		})
	}
}

// wantClockOfZone compares the stretches of a date with the zone.
func wantClockOfZone(t *testing.T, zone *time.Location, date civil.Date) {
	t.Helper()
	if !date.InRange() {
		return
	}
	clock := clockOf(&models.Day{WorkEntry: models.WorkEntry{Date: date}, Zone: zone})
	var stretches [][2]int
	modelstest.Must(t, json.Unmarshal([]byte(clock.stretches()), &stretches))
	in := 0
	for minute := -24 * 60; minute <= clockDays*24*60; minute += 60 {
		for in+1 < len(stretches) && stretches[in+1][0] <= minute {
			in++
		}
		if got, want := stretches[in][1], (clock.offsetAt(minute)-clock.offset)/60; got != want {
			t.Fatalf("%s %s: minute %d is %d minutes ahead in %v, want %d", zone, date, minute, got, stretches, want)
		}
	}
	for _, stretch := range stretches[1:] {
		if clock.offsetAt(stretch[0]) == clock.offsetAt(stretch[0]-1) {
			t.Fatalf("%s %s: nothing changes in minute %d of %v", zone, date, stretch[0], stretches)
		}
	}
}

// zonesBySource loads every zone from this machine's zone database and from Go's own copy,
// which is used on hosts without one.
func zonesBySource(t *testing.T) map[string][]*time.Location {
	t.Helper()
	root, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Skip("not tested: no go command to find the zone database:", err)
	}
	archive, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(root)), "lib", "time", "zoneinfo.zip"))
	if err != nil {
		t.Skip("not tested: Go has no zone database:", err)
	}
	defer archive.Close()
	zones := map[string][]*time.Location{}
	for _, file := range archive.File {
		if strings.HasSuffix(file.Name, "/") {
			continue
		}
		content, err := file.Open()
		modelstest.Must(t, err)
		rules, err := io.ReadAll(content)
		content.Close()
		modelstest.Must(t, err)
		zone, err := time.LoadLocationFromTZData(file.Name, rules)
		modelstest.Must(t, err)
		zones["Go's zones"] = append(zones["Go's zones"], zone)
		if zone, err := time.LoadLocation(file.Name); err == nil {
			zones["this machine's zones"] = append(zones["this machine's zones"], zone)
		}
	}
	return zones
}
