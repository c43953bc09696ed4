package app

import (
	"errors"
	"io/fs"
	"net/netip"
	"net/url"
	"time"

	"worklog/models"
)

// Config is a whole, validated configuration.
type Config struct {
	File           string // empty when the program runs on its defaults
	Listen         string // host:port
	PublicURL      *url.URL
	Hosts          []string
	TrustedProxies []netip.Prefix
	Database       string // path of the file
	Backup         BackupPlan
	Access
	Zone *time.Location // of the pages: today and new days are there
	// PresenceRequestsPerMinute is how many requests the endpoint takes in any
	// 60 seconds.
	PresenceRequestsPerMinute int
	// ForgottenAfter is how long an arrival may be open before the pages ask
	// for its departure.
	ForgottenAfter time.Duration
	AlsaceMoselle  bool // its holidays are shown too
	// Presence is nil when the section is absent: the endpoint answers 404.
	Presence *models.PresenceRules
	Journeys []Journey // in the order of the file
	Vehicles []Vehicle // in the order of the file
	Token    Secret    // empty when it is not set: the endpoint answers 503
	Warnings []string  // what is odd but no fault
}

// Journey is a journey profile of [journeys].
type Journey struct {
	ID         string
	Label      string  // the id when none is given
	DistanceKM float64 // one way; 0 when it is not given
}

// Vehicle is a vehicle of [vehicles].
type Vehicle struct {
	ID    string
	Label string // the id when none is given
	Type  string
}

// Motor is the type of the vehicles that a day can have as its motor vehicle.
const Motor = "moteur"

// DefaultConfigFile is read when no file is named. It may be missing.
const DefaultConfigFile = "config.toml"

// maxConfigFile is the size in bytes of a configuration that is read: go-toml
// compares each table with all others.
const maxConfigFile = 2 << 20

// LoadConfig reads the configuration from the file and the environment. An
// empty name stands for [DefaultConfigFile]. It returns [Faults] for what is
// wrong in them, with a Config that holds the warnings alone.
func LoadConfig(file string) (Config, error) { return load(file, withSecrets) }

// LoadDatabasePath gives the path of the database that the configuration names.
// Secrets are not asked for: whoever makes backups need not have them. Its errors
// are those of [LoadConfig].
func LoadDatabasePath(file string) (string, error) {
	config, err := load(file, withoutSecrets)
	return config.Database, err
}

// asking says whether the secrets of the environment are read.
type asking bool

const (
	withSecrets    asking = true
	withoutSecrets asking = false
)

func load(file string, secrets asking) (Config, error) {
	named := file != ""
	if !named {
		file = DefaultConfigFile
	}
	content, err := readRegular(file, maxConfigFile)
	missing := errors.Is(err, fs.ErrNotExist)
	if missing && !named {
		return decodeConfig(&document{file: file}, secrets)
	}
	if missing {
		return withoutFile(secrets, Fault{Source: file, Allowed: "no such file; write one with `worklog init --config " + file + "`"})
	}
	if err != nil {
		return withoutFile(secrets, Fault{Source: file, Allowed: "cannot be read: " + errors.Unwrap(err).Error()})
	}
	doc, fault := parseDocument(file, content)
	if fault != nil {
		return withoutFile(secrets, *fault)
	}
	config, err := decodeConfig(doc, secrets)
	if err != nil {
		return config, err
	}
	config.File = file
	return config, nil
}

// withoutFile reports a file that cannot be used, and what is wrong with the
// environment beside it.
func withoutFile(secrets asking, fault Fault) (Config, error) {
	config, err := decodeConfig(&document{file: fault.Source}, secrets)
	var others Faults
	errors.As(err, &others)
	return Config{Warnings: config.Warnings}, append(Faults{fault}, others...)
}
