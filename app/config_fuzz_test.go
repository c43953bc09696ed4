package app

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"worklog/models/report"
)

// FuzzConfig reads any file as a configuration: it is either complete and valid, or each
// problem is reported on one readable line.
func FuzzConfig(f *testing.F) {
	f.Add(Starter)
	for _, seed := range []string{
		"", "\ufeff[server]", "server = 1", "[server]\nlisten = \":8080\"\nhosts = [\"a\", 1]\n[journeys]\na = 1", "[vehicles.\"a.b\"]\ntype = \"moteur\"\n[presence_integration]\ntimezone = \"UTC\"\ndefault_motor_vehicle_id = \"a.b\"",
		"[presence_integration]\ntimezone = \"Local\"", "[[bareme]]\nyear = 2026\n[[bareme]]\nrates = [1, 2.5, nan]\n[journeys.a]\ndistances = [{from = 2026-07-01, distance_km = 1e400}, {from = 1}]\nround_trips = 3", "[limits]\npresence_requests_per_minute = 1e99\nforgotten_departure_hours = 9223372036854775807", "journeys.x = {distance_km = nan, \"\\n\" = {y = 1979-05-27}}",
		"[journeys.\"\\u001b[2J\"]\nlabel = 1", "[server]\npublic_url = \"https://x/worklog/\"\ntrusted_proxies = [\"10.0.0.0/8\"]", "[[server]]", "[server]\nlisten = \"unix:a\\nb\"\nsocket_mode = \"0777\"\nsocket_group = \"1\"", "[web]\nauth = \"password\"", "a.b.c = 'x", "[database]\npath = \"\\u0000\"",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		doc, problem := parseDocument("config.toml", content)
		if problem != nil {
			wantLine(t, content, problem.Error())
			return
		}
		config, err := decodeConfig(doc, withSecrets)
		for _, warning := range config.Warnings {
			wantLine(t, content, warning)
		}
		if err == nil {
			wantWhole(t, content, config)
			return
		}
		var problems Problems
		if !errors.As(err, &problems) || len(problems) == 0 {
			t.Fatalf("%q: got %v, want Problems", content, err)
		}
		for _, problem := range problems {
			wantLine(t, content, problem.Error())
		}
	})
}

func wantLine(t *testing.T, content []byte, text string) {
	t.Helper()
	if text == "" || strings.ContainsFunc(text, unicode.IsControl) {
		t.Fatalf("%q: got the line %q", content, text)
	}
}

func wantWhole(t *testing.T, content []byte, c Config) {
	t.Helper()
	if c.Listen == "" || c.Database == "" || c.Rules.Zone == nil || c.API.RequestsPerMinute < 1 || c.Rules.ForgottenAfter < time.Hour {
		t.Fatalf("%q: got %+v", content, c)
	}
	if !c.Rules.Integrated {
		return
	}
	defaults := c.Rules.Defaults
	journey := func(j report.Journey) bool { return j.ID == defaults.JourneyProfileID }
	vehicle := func(v report.Vehicle) bool { return v.Motor && v.ID == defaults.MotorVehicleID }
	if c.Rules.Zone == nil || !defaults.DayType.Valid() ||
		defaults.JourneyProfileID != "" && !slices.ContainsFunc(c.Frame.Costs.Journeys, journey) ||
		defaults.MotorVehicleID != "" && !slices.ContainsFunc(c.Frame.Costs.Vehicles, vehicle) {
		t.Fatalf("%q: got %+v", content, c.Rules)
	}
}
