package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/handlers/access"
	"worklog/models/modelstest"
)

// appFolders returns the folders of an app in Paris with options and a configuration; none is
// written for "". What the environment says otherwise is kept out of the test.
func appFolders(t *testing.T, options, config string) (data, folder string) {
	t.Helper()
	for name, value := range map[string]string{"WORKLOG_API_TOKEN": "", "WORKLOG_API_TOKEN_FILE": "", "TZ": "Europe/Paris"} {
		t.Setenv(name, value)
	}
	data, folder = t.TempDir(), t.TempDir()
	for path, content := range map[string]string{filepath.Join(data, "options.json"): options, filepath.Join(folder, "config.toml"): config} {
		if content != "" {
			writeFile(t, path, content)
		}
	}
	return data, folder
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	modelstest.Must(t, os.WriteFile(path, []byte(content), 0o600))
}

func TestTheAppOfHomeAssistantNeedsNoConfiguration(t *testing.T) {
	data, folder := appFolders(t, `{}`, "")
	t.Setenv("WORKLOG_API_TOKEN", " ") // as if it were not set
	config := modelstest.Got(app.LoadHomeAssistant(data, folder))(t)
	if config.Listen != "0.0.0.0:8099" || config.Database != filepath.Join(data, "worklog.db") || config.Access.Auth != access.HomeAssistantLogin ||
		config.Access.Ingress.Peer.String() != "172.30.32.2" || !config.Rules.Integrated || config.Rules.Zone.String() != "Europe/Paris" || config.File != "" {
		t.Errorf("got %+v", config)
	}
	if len(config.Access.Ingress.Users) != 0 || len(config.Warnings) != 0 || len(config.API.Token) != 64 {
		t.Errorf("got users %q, warnings %q, a token of %d characters", config.Access.Ingress.Users, config.Warnings, len(config.API.Token))
	}
	modelstest.Want(t, modelstest.Got(os.Stat(filepath.Join(data, "api-token")))(t).Mode().Perm(), 0o600)
	again := modelstest.Got(app.LoadHomeAssistant(data, folder))(t)
	modelstest.Want(t, again.API.Token, config.API.Token, "another start has another token")
	modelstest.WantFiles(t, 2, data, "*")
}

func TestOptionsConfigurationAndEnvironmentOfTheApp(t *testing.T) {
	const own = "an-own-token-of-more-than-32-characters"
	data, folder := appFolders(t, `{"api_token":"`+own+`","home_assistant_users":["alice"," Zoé "]}`, "")
	config := modelstest.Got(app.LoadHomeAssistant(data, folder))(t)
	modelstest.Want(t, config.API.Token, own)
	modelstest.WantList(t, config.Access.Ingress.Users, []string{"alice", "Zoé"})
	modelstest.WantFiles(t, 0, data, "api-token")

	toml := "[presence_integration]\ntimezone = \"Indian/Reunion\"\n[web]\nhome_assistant_users = [\"bob\"]\nhide_illness = false\n[limits]\npresence_requests_per_minute = 7\n"
	data, folder = appFolders(t, `{"home_assistant_users":["alice"],"api_token":null}`, toml)
	config = modelstest.Got(app.LoadHomeAssistant(data, folder))(t)
	modelstest.Want(t, config.Rules.Zone.String(), "Indian/Reunion")
	modelstest.WantList(t, config.Access.Ingress.Users, []string{"bob"})
	modelstest.Want(t, config.Frame.HideIllness, false)
	modelstest.Want(t, config.API.RequestsPerMinute, 7)
	modelstest.Want(t, config.Access.Auth, access.HomeAssistantLogin)
	modelstest.Want(t, config.File, filepath.Join(folder, "config.toml"))

	data, folder = appFolders(t, `{"api_token":"`+own+`"}`, toml)
	t.Setenv("WORKLOG_API_TOKEN", "a-token-of-the-environment-0123456789")
	t.Setenv("WORKLOG_WEB_INGRESS_PEER", "127.0.0.1")
	t.Setenv("WORKLOG_SERVER_LISTEN", "127.0.0.1:18099")
	config = modelstest.Got(app.LoadHomeAssistant(data, folder))(t)
	modelstest.Want(t, config.API.Token, "a-token-of-the-environment-0123456789")
	modelstest.Want(t, config.Listen, "127.0.0.1:18099")
	modelstest.Want(t, config.Access.Ingress.Peer.String(), "127.0.0.1")
	modelstest.Want(t, config.Access.Ingress.Inner, "http://local-worklog:18099")
}

func TestAPasswordBesideTheConfigurationOpensThePagesToOthers(t *testing.T) {
	data, folder := appFolders(t, `{}`, "")
	file := filepath.Join(folder, "password-hash")
	writeFile(t, file, apptest.Hashed().Text()+"\n")
	config := modelstest.Got(app.LoadHomeAssistant(data, folder))(t)
	modelstest.Want(t, config.Access.AsksPassword(), true)
	modelstest.WantList(t, config.Warnings, nil)
	writeFile(t, filepath.Join(folder, "config.toml"), "[web]\nauth = \"password\"\n")
	config = modelstest.Got(app.LoadHomeAssistant(data, folder))(t)
	modelstest.Want(t, config.Access.Auth == access.PasswordLogin && config.Access.AsksPassword(), true, "without the ingress")
	writeFile(t, file, "secret")
	err := modelstest.Only(app.LoadHomeAssistant(data, folder))
	modelstest.WantErrorText(t, err, "password-hash: is not an argon2id hash")
	modelstest.WantNone(t, err.Error(), "secret")
}

func TestWhatIsWrongWithTheAppIsSaidLineByLine(t *testing.T) {
	for name, test := range map[string]struct {
		options, config, zone string
		problems              []string
	}{
		"no JSON":           {`{"api_token"`, "", "Europe/Paris", []string{"options.json: must be an object in JSON"}},
		"a list":            {`[]`, "", "Europe/Paris", []string{"options.json: must be an object in JSON"}},
		"more than one":     {`{} {}`, "", "Europe/Paris", []string{"after top-level value"}},
		"a token's type":    {`{"api_token":7}`, "", "Europe/Paris", []string{"options.json: api_token: must be text"}},
		"a spaced token":    {`{"api_token":"a b"}`, "", "Europe/Paris", []string{"api_token: must have no spaces"}},
		"users that are no": {`{"home_assistant_users":"alice"}`, "", "Europe/Paris", []string{"home_assistant_users: must be a list"}},
		"a line's end":      {`{"home_assistant_users":["al\nice"]}`, "", "Europe/Paris", []string{"home_assistant_users: must be names"}},
		"a blank user":      {`{"home_assistant_users":["alice",""]}`, "", "Europe/Paris", []string{"home_assistant_users: must be names"}},
		"a zone":            {`{}`, "", "Mars/Olympus", []string{`TZ = "Mars/Olympus": must be an IANA`}},
		"all at once": {`{"api_token":7,"home_assistant_users":7}`, "[server\n", "Mars/Olympus",
			[]string{"api_token", "home_assistant_users", "config.toml:1", "TZ"}},
		"the configuration": {`{}`, "[limits]\npresence_requests_per_minute = 0\n[web]\nauth = \"nothing\"\n", "Europe/Paris",
			[]string{"config.toml:2: limits.presence_requests_per_minute = 0", `config.toml:4: web.auth = "nothing"`}},
	} {
		data, folder := appFolders(t, test.options, test.config)
		t.Setenv("TZ", test.zone)
		lines := strings.Split(fmt.Sprint(modelstest.Only(app.LoadHomeAssistant(data, folder))), "\n")
		if len(lines) != len(test.problems) {
			t.Errorf("%s: got %q", name, lines)
			continue
		}
		for i, problem := range test.problems {
			modelstest.WantIn(t, lines[i], problem)
		}
	}
}

func TestAKeptTokenThatNoRequestCanSendIsRefused(t *testing.T) {
	data, folder := appFolders(t, `{}`, "")
	for _, content := range []string{"", " \t\r\n", strings.Repeat("\x00", 44), strings.Repeat("\x00", 44) + "\n", "0123456789abcdef 0123456789ab\n"} {
		writeFile(t, filepath.Join(data, "api-token"), content)
		wantErrorEnd(t, modelstest.Only(app.LoadHomeAssistant(data, folder)), "api-token: has no token that a request can send: remove it, and start again to have one made")
	}
}

func TestARelativeDataFolderOfTheAppIsThatOfTheCaller(t *testing.T) {
	t.Setenv("TZ", "Europe/Paris")
	root := t.TempDir()
	t.Chdir(root)
	for _, folder := range []string{"data", "config"} {
		modelstest.Must(t, os.Mkdir(folder, 0o700))
	}
	writeFile(t, "config/config.toml", "[backup]\nkeep = 3\n")
	config := modelstest.Got(app.LoadHomeAssistant("data", "config"))(t)
	modelstest.Want(t, config.Database, filepath.Join(root, "data", "worklog.db"), "the database")
}

func TestAShortTokenOfTheAppIsNamedByItsPlace(t *testing.T) {
	data, folder := appFolders(t, `{"api_token":"short"}`, "")
	options, file := filepath.Join(data, "options.json"), filepath.Join(data, "api-token")
	warns := func(want string) {
		t.Helper()
		config := modelstest.Got(app.LoadHomeAssistant(data, folder))(t)
		modelstest.WantList(t, config.Warnings, []string{want})
		modelstest.Want(t, config.API.Token, "short")
	}
	warns(options + ": api_token: is shorter than 32 characters and may be guessed; without it, worklog makes a longer one")
	writeFile(t, options, `{}`)
	writeFile(t, file, "short\n")
	warns(file + ": is shorter than 32 characters and may be guessed; without it, worklog makes a longer one")
	t.Setenv("WORKLOG_API_TOKEN", "short")
	warns("environment: the API token: is shorter than 32 characters and may be guessed; `worklog token` prints a longer one")
}
