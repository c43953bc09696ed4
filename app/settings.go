package app

import (
	"os"
	"strings"
)

// machineSetting is a key of the machine's sections, which the environment can override.
type machineSetting struct {
	key      string
	standard any // the default, whose type is that of the key
}

// machineSettings is the table of these: of their defaults, environment variables and valid keys.
// Tests compare the starter and docs/configuration.md with it.
var machineSettings = []machineSetting{
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
	{"history.keep_days", 1900},
}

// envName returns the environment variable that overrides a key.
func envName(key string) string {
	return "WORKLOG_" + strings.ToUpper(strings.ReplaceAll(key, ".", "_"))
}

// fromEnv reports whether the environment has a variable for a key.
func fromEnv(key string) bool { return os.Getenv(envName(key)) != "" }
