package app

import (
	"os"
	"slices"
	"strings"

	"worklog/models"
)

// setting is a key with a default. The environment can override those of the machine's sections.
type setting struct {
	key      string
	standard any // the default, whose type is that of the key
}

// allSettings is the table of all settings: of their defaults, environment variables and
// valid keys. Tests compare the starter and docs/configuration.md with it.
var allSettings = []setting{
	{"server.listen", "127.0.0.1:8080"},
	{"server.socket_mode", "0660"},
	{"server.socket_group", ""},
	{"server.public_url", ""},
	{"server.hosts", []string{}},
	{"server.trusted_proxies", []string{}},
	{"database.path", "worklog.db"},
	{"backup.folder", ""},
	{"backup.keep", 14},
	{"backup.every", "24h"},
	{"web.auth", "none"},
	{"web.proxy_header", "Remote-User"},
	{"web.proxy_users", []string{}},
	{"web.home_assistant_users", []string{}},
	{"web.ingress_peer", "172.30.32.2"},
	{"web.open_to_network", false},
	{"web.hide_illness", true},
	{"limits.presence_requests_per_minute", 30},
	{"limits.forgotten_departure_hours", 16},
	{"history.keep_days", 90},
	{"calendar.alsace_moselle", false},
	{"telework.employer_allowance", false},
	{"meals.per_day", 0},
	{"person.name", ""},
	{"person.employer", ""},
	{"balance.from", ""},
	{"balance.start", "0h"},
	{"balance.rtt_consumes", false},
	{"balance.credit_without_slots", false},
	{"hours.night_start", "21:00"},
	{"hours.night_end", "06:00"},
	{"rules.profile", "aucune"},
	{"rules.night_worker", false},
	{"pay.profile", ""},
	{"pay.annual_base", 0},
	{"pay.delay_months", 0},
}

// sections returns the known keys of each section of the file. Those of journeys, vehicles
// and counters are below an id.
func sections() map[string][]string {
	known := map[string][]string{
		"presence_integration": {"timezone", "default_day_type", "default_journey_profile_id", "default_motor_vehicle_id", "silent_after", "owntracks"},
		"journeys":             {"label", "distance_km", "beyond_40_km_justified", "round_trips", "distances", "hidden"},
		"vehicles":             {"label", "type", "category", "power_cv", "electric", "deductible", "hidden"},
		"balance":              {"adjustments"},
		"counters":             counterKeys,
		"rules":                thresholdKeys(),
		"pay":                  {"rates"},
		"telework":             {"rates"},
	}
	for _, setting := range allSettings {
		section, name, _ := strings.Cut(setting.key, ".")
		known[section] = append(known[section], name)
	}
	return known
}

// envName returns the environment variable that overrides a key.
func envName(key string) string {
	return "WORKLOG_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// fromEnv reports whether the environment overrides a key, which is of the machine's sections.
func fromEnv(key string) bool {
	section, _, _ := strings.Cut(key, ".")
	return slices.Contains(models.MachineSections, section) && os.Getenv(envName(key)) != ""
}
