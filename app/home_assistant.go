package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
	"unicode"

	"worklog/handlers/access"
	"worklog/models/dbfile"
	"worklog/models/settings"
)

// What Home Assistant and its Supervisor prescribe for an app.
const (
	HomeAssistantData   = "/data"        // the app's own folder, which is in its backups
	HomeAssistantConfig = "/config"      // where people put configuration files
	homeAssistantListen = "0.0.0.0:8099" // the port of the ingress
)

// Files of the app: the first two in its data folder, the last one beside its config.toml.
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
	users    any      // a list, as in a configuration
	unknown  []string // what is said of others
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
	content, err := readRegular(file, maxConfigFile)
	named := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		problems = append(problems, Problem{Source: file, Allowed: "cannot be read: " + reason(err)})
	}
	doc, problem := parseDocument(file, content)
	if problem != nil {
		problems = append(problems, *problem)
		doc = &document{file: file, root: map[string]any{}}
	}
	zone, problem := homeAssistantZone(doc)
	if problem != nil {
		problems = append(problems, *problem)
	}
	if len(problems) > 0 {
		return Config{}, problems
	}
	token, err := apiToken(options, data)
	if err != nil {
		return Config{}, Problems{{Source: filepath.Join(data, apiTokenFile), Allowed: reason(err)}}
	}
	hash := secret{source: filepath.Join(folder, passwordHashFile)}
	if hash.text, err = passwordHash(hash.source); err != nil {
		return Config{}, Problems{{Source: hash.source, Allowed: reason(err)}}
	}
	doc.secrets = map[string]secret{apiTokenVariable: token, passwordHashVariable: hash}
	doc.setDefaults(map[string]map[string]any{
		"server":               {"listen": homeAssistantListen},
		"database":             {"path": filepath.Join(data, "worklog.db")},
		"web":                  {"auth": string(access.HomeAssistantLogin), "home_assistant_users": options.users},
		"presence_integration": {"timezone": zone},
	})
	config, err := decodeConfig(doc, withSecrets)
	config.Warnings = append(config.Warnings, options.unknown...)
	if err == nil && named {
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
	err = json.Unmarshal(content, &values)
	if err == nil && values == nil {
		err = errors.New("it is null")
	}
	if err != nil {
		return options, Problems{{Source: file, Allowed: "must be an object in JSON: " + err.Error()}}
	}
	maps.DeleteFunc(values, func(_ string, value any) bool { return value == nil })
	var users []string
	found := settings.ReadSections(values, []settings.Key{
		{Name: "api_token", Kind: text(&options.apiToken, readToken)},
		{Name: "home_assistant_users", Kind: texts(&users, readIngressUsers)},
	})
	for _, problem := range found.Problems { // without the value, which may be a token
		problems = append(problems, Problem{Source: file, Key: problem.Path[0], Allowed: problem.Allowed})
	}
	for _, path := range found.Unknown {
		options.unknown = append(options.unknown, Problem{Source: file, Key: path[0], Allowed: "is not an option of worklog"}.Error())
	}
	if values["home_assistant_users"] != nil {
		options.users = values["home_assistant_users"]
	}
	return options, problems
}

func readToken(token string) (string, string) {
	if strings.ContainsFunc(token, unsendable) {
		return "", unsendableToken
	}
	return token, ""
}

// unsendableToken is what is wrong with a token that has a character which is [unsendable].
const unsendableToken = "must have no spaces and no control characters, which no request can send"

// unsendable reports whether a token with the character could not be sent.
func unsendable(char rune) bool { return unicode.IsSpace(char) || unicode.IsControl(char) }

// homeAssistantZone returns the zone that Supervisor has put into TZ, or else this machine's,
// unless the document has one.
func homeAssistantZone(doc *document) (string, *Problem) {
	if table, _ := doc.root["presence_integration"].(map[string]any); table["timezone"] != nil {
		return "", nil
	}
	name := strings.TrimPrefix(os.Getenv("TZ"), ":")
	zone := zoneAt(name)
	if name == "" {
		zone = zoneAt(localtime)
	}
	if zone == nil {
		return "", &Problem{Source: environment, Key: "TZ", Value: settings.Quoted(name), Allowed: `must be an IANA time zone name, such as "Europe/Paris"`}
	}
	return zone.String(), nil
}

// apiToken returns the token of the options, or that of the file in the data folder, which it
// makes if there is none. No file is made while the environment has a token.
func apiToken(options homeAssistantOptions, data string) (token secret, err error) {
	if options.apiToken != "" {
		return secret{options.apiToken, filepath.Join(data, optionsFile), "api_token"}, nil
	}
	if os.Getenv(apiTokenVariable) != "" || os.Getenv(apiTokenVariable+"_FILE") != "" {
		return secret{}, nil
	}
	token.source = filepath.Join(data, apiTokenFile)
	token.text, err = keptToken(token.source)
	return token, err
}

// keptToken returns the token of a file, which it makes if there is none. A link is refused:
// worklog makes no link, and its target may be outside the folder that backups have.
func keptToken(file string) (string, error) {
	if _, err := os.Readlink(file); err == nil {
		return "", errors.New("is a link: remove it, and start again to have a token made")
	}
	content, err := readRegular(file, maxSecretFile)
	if errors.Is(err, fs.ErrNotExist) {
		return makeToken(file)
	}
	token := strings.TrimSpace(string(content))
	switch {
	case err != nil:
	case token == "":
		err = errors.New("is empty: remove it, and start again to have a token made")
	case strings.ContainsFunc(token, unsendable): // such as NULs, after a power failure
		err = errors.New(unsendableToken + ": remove it, and start again to have a token made")
	}
	return token, err
}

// passwordHash returns the hash in a file, or "" if there is none.
func passwordHash(file string) (string, error) {
	content, err := readRegular(file, maxSecretFile)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	text := strings.TrimSpace(string(content))
	if err == nil {
		if _, wrong := access.ParsePasswordHash(text); wrong != nil {
			err = fmt.Errorf("is %w", wrong)
		}
	}
	return text, err
}

// makeToken makes a token and keeps it in a file, which is whole if it is there.
func makeToken(file string) (token string, err error) {
	token = NewToken()
	draft, err := os.CreateTemp(filepath.Dir(file), ".api-token-*") // for nobody else to read
	if err != nil {
		return "", err
	}
	defer func() { _ = os.Remove(draft.Name()) }()
	_, err = draft.WriteString(token + "\n")
	if err := errors.Join(err, draft.Sync(), draft.Close()); err != nil {
		return "", err
	}
	if err := os.Rename(draft.Name(), file); err != nil {
		return "", err
	}
	return token, dbfile.SyncFolder(filepath.Dir(file))
}

// reason returns what is wrong without the path, which is said beside it.
func reason(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		err = pathError.Err
	}
	return fmt.Sprint(err)
}

// Supervisor is where that of Home Assistant answers its apps.
const Supervisor = "http://supervisor"

// Limits of asking Supervisor.
const (
	maxSupervisorWait = 3 * time.Second
	maxSupervisorInfo = 1 << 20 // bytes: it contains all of the app's documentation
)

// OpenPort asks the Supervisor at an address for the port of the machine that leads to the one
// that the program listens on; 0 if none is open. It is another one only after a restart.
func OpenPort(ctx context.Context, supervisor, token, listen string) (int, error) {
	_, inner, err := net.SplitHostPort(listen)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, maxSupervisorWait)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, supervisor+"/addons/self/info", nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultTransport.RoundTrip(request) // follows no redirect with the token
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("answer of Supervisor: %s", answer.Status)
	}
	var info struct {
		Data struct {
			Network map[string]*uint16 `json:"network"`
		} `json:"data"`
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxSupervisorInfo)).Decode(&info); err != nil {
		return 0, fmt.Errorf("answer of Supervisor: %w", err)
	}
	if port := info.Data.Network[inner+"/tcp"]; port != nil {
		return int(*port), nil
	}
	return 0, nil
}
