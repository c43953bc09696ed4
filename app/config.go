package app

import (
	"errors"
	"io/fs"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/pages"
)

// Config is a whole, validated configuration.
type Config struct {
	File     string // empty when the program runs on its defaults
	Listen   string // host:port
	Database string // path of the file
	Backup   BackupPlan
	API      api.Config
	Access   access.Config
	Pages    pages.Config // but for the journeys and vehicles, which follow
	Journeys []Journey    // in the order of the file
	Vehicles []Vehicle    // in the order of the file
	Warnings []string     // what is odd but not wrong
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
// empty name stands for [DefaultConfigFile]. It returns [Problems] for what is
// wrong in them, with a Config that holds only the warnings.
func LoadConfig(file string) (Config, error) { return load(file, withSecrets) }

// LoadDatabasePath returns the path of the database that the configuration names.
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
		return withoutFile(secrets, Problem{Source: file, Allowed: "no such file; write one with `worklog init --config " + file + "`"})
	}
	if err != nil {
		return withoutFile(secrets, Problem{Source: file, Allowed: "cannot be read: " + errors.Unwrap(err).Error()})
	}
	doc, problem := parseDocument(file, content)
	if problem != nil {
		return withoutFile(secrets, *problem)
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
func withoutFile(secrets asking, problem Problem) (Config, error) {
	config, err := decodeConfig(&document{file: problem.Source}, secrets)
	var others Problems
	errors.As(err, &others)
	return Config{Warnings: config.Warnings}, append(Problems{problem}, others...)
}
