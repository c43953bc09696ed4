package app

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/dbfile"
)

// Config is a complete, validated configuration.
type Config struct {
	File     string // empty if the program runs on its defaults
	Listen   string // host:port, or SocketPrefix and a path
	Socket   Socket // of a unix socket
	Database string // path of the file
	Backup   BackupPlan
	Rules    models.Rules
	API      api.Config
	Access   access.Config
	Frame    frame.Config
	Warnings []string
	// Integration is what the app of Home Assistant can put in place there.
	Integration Integration
	// Settings are the person's that are in force beside the file; see [Config.inForce].
	Settings SettingsInForce

	doc *document // the file
}

// DefaultConfigFile is read if no file is named. It may be missing.
const DefaultConfigFile = "config.toml"

// Starter is the configuration that `worklog init` writes: a copy of config.toml at
// the root of the repository, which cannot be embedded from here.
//
//go:generate cp ../config.toml starter.toml
//go:embed starter.toml
var Starter []byte

// RefusePlantedConfig returns an error, if root asks, unless nobody but root can have made the
// [DefaultConfigFile]: it would say where root writes.
func RefusePlantedConfig() error {
	roots, err := dbfile.IsRoots(DefaultConfigFile)
	if err == nil && !roots {
		err = fmt.Errorf("%s: others than root can change it or the folder that it is in: name it with --config if you mean it", DefaultConfigFile)
	}
	return err
}

// maxConfigFile is the maximum size of a configuration in bytes. It is limited because
// go-toml compares each table with all others.
const maxConfigFile = 2 << 20

// LoadConfig reads the configuration from the file and the environment. The default
// file is [DefaultConfigFile]. For an invalid configuration, it returns [Problems] and
// a Config with only the warnings.
func LoadConfig(file string) (Config, error) { return load(file, withSecrets) }

// LoadForCommand is [LoadConfig] for the commands that work on the database and serve nobody:
// secrets are not asked for, nor a login. As root, this process acts from then on as the owner of
// the database's folder.
func LoadForCommand(file string) (Config, error) {
	config, err := load(file, withoutSecrets)
	if err == nil {
		err = dbfile.ActAsOwner(config.Database)
	}
	return config, err
}

// secretsMode tells whether the secrets in the environment are read. A command that serves
// needs them; others also need no login.
type secretsMode bool

const (
	withSecrets    secretsMode = true
	withoutSecrets secretsMode = false
)

func load(file string, secrets secretsMode) (Config, error) {
	named := file != ""
	if !named {
		file = DefaultConfigFile
	}
	doc, found, problems := readDocument(file)
	if problems == nil && named && !found {
		problems = Problems{{Source: file, Allowed: "no such file; write one with `worklog init --config " + file + "`"}}
	}
	config, err := decodeConfig(doc, secrets)
	if problems != nil { // beside those of the environment
		var others Problems
		errors.As(err, &others)
		return Config{Warnings: config.Warnings}, append(problems, others...)
	}
	if err == nil && found {
		config.File = file
	}
	return config, err
}

// readDocument reads a TOML file. One that is missing is not found; it is empty, like one that has a
// problem.
func readDocument(file string) (doc *document, found bool, problems Problems) {
	doc = &document{file: file, root: map[string]any{}}
	content, err := readRegular(file, maxConfigFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return doc, false, nil
	case errors.Is(err, fs.ErrPermission):
		return doc, false, Problems{{Source: file, Allowed: "cannot be read by this user: run the command as root, or name another file with --config"}}
	case err != nil:
		return doc, false, Problems{{Source: file, Allowed: "cannot be read: " + reason(err)}}
	}
	parsed, problems := parseDocument(file, content)
	if problems != nil {
		return doc, false, problems
	}
	return parsed, true, nil
}

// readRegular returns the content of a regular file, or of a link to one, of at most
// limit bytes. It does not open anything else, which could block or be endless. Its
// errors are [*fs.PathError]s.
func readRegular(name string, limit int64) ([]byte, error) {
	file, err := dbfile.OpenRegular(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(content)) > limit {
		err = &fs.PathError{Op: "read", Path: name, Err: fmt.Errorf("is larger than %d bytes", limit)}
	}
	return content, err
}
