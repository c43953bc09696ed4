package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"worklog/handlers/access"
	"worklog/models/dbfile"
	"worklog/models/settings"
)

// What Home Assistant and its Supervisor prescribe for an app.
const (
	HomeAssistantData   = "/data"                      // the app's own folder, which is in its backups
	HomeAssistantConfig = "/config"                    // where people put configuration files
	homeAssistantCore   = "/homeassistant"             // its configuration
	ownIntegration      = "/custom_components/worklog" // in the image
	homeAssistantListen = "0.0.0.0:8099"               // the port of the ingress
)

// Files of the app in its data folder. The last one may also be beside its config.toml, where it
// takes precedence.
const (
	optionsFile      = "options.json" // what was typed into its options
	apiTokenFile     = "api-token"
	passwordHashFile = "password-hash" // as `worklog password` prints it; there may be none
)

// maxOptions is the maximum size of the options in bytes.
const maxOptions = 64 << 10

// homeAssistantOptions are the options of the app. Their names are also those in its config.yaml.
type homeAssistantOptions struct {
	apiToken string
	users    any  // a list, as in a configuration
	install  bool // the integration
}

// LoadHomeAssistant returns the configuration of the app of Home Assistant: that of its options
// and of this machine's zone, over which the keys of a config.toml in the configuration folder,
// and the environment, take precedence. The token is that of the options or else one of its own,
// which it makes at the first start. It returns [Problems] like [LoadConfig].
func LoadHomeAssistant(data, folder string) (Config, error) {
	data, err := filepath.Abs(data) // not below the folder of the config.toml
	if err != nil {
		return Config{}, err
	}
	options, problems := readOptions(filepath.Join(data, optionsFile))
	file := filepath.Join(folder, DefaultConfigFile)
	doc, found, unread := readDocument(file)
	zone, unknown := homeAssistantZone(doc)
	if problems = slices.Concat(problems, unread, unknown); len(problems) > 0 {
		return Config{}, problems
	}
	token, err := apiToken(options, data)
	if err != nil {
		return Config{}, Problems{{Source: filepath.Join(data, apiTokenFile), Allowed: reason(err)}}
	}
	hash, err := passwordHash(filepath.Join(folder, passwordHashFile))
	fixed, own := hash.text != "", filepath.Join(data, passwordHashFile)
	if err == nil && !fixed {
		hash, err = passwordHash(own)
	}
	if err != nil {
		return Config{}, Problems{{Source: hash.source, Allowed: reason(err)}}
	}
	doc.secrets = map[string]secret{apiTokenVariable: token, passwordHashVariable: hash}
	doc.setDefaults(map[string]map[string]any{
		"server":               {"listen": homeAssistantListen, "hosts": []any{"homeassistant", "homeassistant.local"}},
		"database":             {"path": filepath.Join(data, "worklog.db")},
		"web":                  {"auth": string(access.HomeAssistantLogin), "home_assistant_users": options.users},
		"presence_integration": {"timezone": zone},
	})
	config, err := decodeConfig(doc, withSecrets)
	config.Integration = Integration{options.install, ownIntegration, homeAssistantCore}
	if !fixed {
		config.Access.Ingress.KeepPassword = func(password string) error { return keepPassword(own, password) }
	}
	if err == nil && found {
		config.File = file
	}
	return config, err
}

// setDefaults sets keys that the document lacks.
func (d *document) setDefaults(sections map[string]map[string]any) {
	for name, keys := range sections {
		table, ok := d.root[name].(map[string]any)
		if _, wrong := d.root[name]; wrong && !ok {
			continue // as is reported
		}
		all := maps.Clone(keys)
		maps.Copy(all, table)
		d.root[name] = all
	}
}

// readOptions reads the options. Supervisor writes them from the app's schema before each start.
func readOptions(file string) (options homeAssistantOptions, problems Problems) {
	options.users = []any{}
	content, err := readRegular(file, maxOptions)
	if errors.Is(err, fs.ErrNotExist) {
		return options, nil
	}
	if err != nil {
		return options, Problems{{Source: file, Allowed: "cannot be read: " + reason(err)}}
	}
	var values settings.Tree
	if err := json.Unmarshal(content, &values); err != nil {
		return options, Problems{{Source: file, Allowed: "must be an object in JSON: " + err.Error()}}
	}
	maps.DeleteFunc(values, func(_ string, value any) bool { return value == nil })
	var users []string
	found := settings.ReadSections(values, []settings.Key{
		{Name: "api_token", Kind: text(&options.apiToken, readToken)},
		{Name: "home_assistant_users", Kind: texts(&users, readUsers)},
		{Name: "install_integration", Kind: settings.FlagOf(&options.install)},
	})
	for _, problem := range found.Problems { // without the value, which may be a token
		problems = append(problems, Problem{Source: file, Key: problem.Path[0], Allowed: problem.Allowed})
	}
	if values["home_assistant_users"] != nil {
		options.users = values["home_assistant_users"]
	}
	return options, problems
}

func readToken(token string) (string, string) {
	if strings.ContainsFunc(token, unsendable) {
		return "", "must have no spaces and no control characters, which no request can send"
	}
	return token, ""
}

// unsendable reports whether a token with the character could not be sent.
func unsendable(char rune) bool { return unicode.IsSpace(char) || unicode.IsControl(char) }

// homeAssistantZone returns the zone that Supervisor has put into TZ, or else this machine's,
// unless the document has one.
func homeAssistantZone(doc *document) (string, Problems) {
	if table, _ := doc.root["presence_integration"].(map[string]any); table["timezone"] != nil {
		return "", nil
	}
	name := strings.TrimPrefix(os.Getenv("TZ"), ":")
	zone := zoneAt(name)
	if name == "" {
		zone = zoneAt(localtime)
	}
	if zone == nil {
		return "", Problems{{Source: environment, Key: "TZ", Value: settings.Quoted(name), Allowed: `must be an IANA time zone name, such as "Europe/Paris"`}}
	}
	return zone.String(), nil
}

// apiToken returns the token of the options, or that of the file in the data folder, which it
// makes if there is none. No file is made while the environment has a token.
func apiToken(options homeAssistantOptions, data string) (token secret, err error) {
	if options.apiToken != "" {
		return secret{options.apiToken, filepath.Join(data, optionsFile), "api_token"}, nil
	}
	if strings.TrimSpace(os.Getenv(apiTokenVariable)+os.Getenv(apiTokenVariable+"_FILE")) != "" {
		return secret{}, nil
	}
	token.source = filepath.Join(data, apiTokenFile)
	token.text, err = keptToken(token.source)
	return token, err
}

// keptToken returns the token of a file, which it makes if there is none.
func keptToken(file string) (string, error) {
	content, err := readRegular(file, maxSecretFile)
	if errors.Is(err, fs.ErrNotExist) {
		token := NewToken()
		return token, keepSecret(file, token)
	}
	token := strings.TrimSpace(string(content))
	if err == nil && (token == "" || strings.ContainsFunc(token, unsendable)) {
		err = errors.New("has no token that a request can send: remove it, and start again to have one made")
	}
	return token, err
}

// passwordHash returns the hash in a file; its text is "" if there is none.
func passwordHash(file string) (secret, error) {
	content, err := readRegular(file, maxSecretFile)
	if errors.Is(err, fs.ErrNotExist) {
		return secret{source: file}, nil
	}
	hash := secret{text: strings.TrimSpace(string(content)), source: file}
	if err == nil {
		if _, wrong := access.ParsePasswordHash(hash.text); wrong != nil {
			err = fmt.Errorf("is %w", wrong)
		}
	}
	return hash, err
}

// keepPassword writes the hash of a password to a file, or removes it for "". It returns the errors
// of [access.HashPassword].
func keepPassword(file, password string) error {
	if password == "" {
		if err := os.Remove(file); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	hash, err := access.HashPassword(password)
	if err != nil {
		return err
	}
	return keepSecret(file, hash.Text())
}

// keepSecret writes a line to a file, which is whole if it is there.
func keepSecret(file, text string) error {
	draft, err := os.CreateTemp(filepath.Dir(file), ".secret-*") // for nobody else to read
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(draft.Name()) }()
	_, err = draft.WriteString(text + "\n")
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return err
	}
	if err := os.Rename(draft.Name(), file); err != nil {
		return err
	}
	return dbfile.SyncFolder(filepath.Dir(file))
}

// reason returns what is wrong without the path, which is said beside it.
func reason(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	return fmt.Sprint(err)
}
