package app_test

import (
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
	made := modelstest.Got(os.Stat(filepath.Join(data, "api-token")))(t)
	modelstest.Want(t, made.Mode().Perm(), 0o600)
	again := modelstest.Got(app.LoadHomeAssistant(data, folder))(t)
	modelstest.Want(t, again.API.Token, config.API.Token, "another start has another token")
	if files, err := os.ReadDir(data); err != nil || len(files) != 2 {
		t.Errorf("got %v, %v", files, err)
	}
}

func TestOptionsConfigurationAndEnvironmentOfTheApp(t *testing.T) {
	const own = "an-own-token-of-more-than-32-characters"
	data, folder := appFolders(t, `{"api_token":"`+own+`","home_assistant_users":["alice"," Zoé "]}`, "")
	config, err := app.LoadHomeAssistant(data, folder)
	if err != nil || string(config.API.Token) != own || strings.Join(config.Access.Ingress.Users, "|") != "alice|Zoé" {
		t.Errorf("got %+v, %v", config.Access.Ingress, err)
	}
	if _, err := os.Stat(filepath.Join(data, "api-token")); err == nil {
		t.Error("a token was made beside that of the options")
	}

	toml := "[presence_integration]\ntimezone = \"Indian/Reunion\"\n[web]\nhome_assistant_users = [\"bob\"]\nhide_illness = false\n[limits]\npresence_requests_per_minute = 7\n"
	data, folder = appFolders(t, `{"home_assistant_users":["alice"],"api_token":null}`, toml)
	config, err = app.LoadHomeAssistant(data, folder)
	if err != nil || config.Rules.Zone.String() != "Indian/Reunion" || strings.Join(config.Access.Ingress.Users, " ") != "bob" ||
		config.Frame.HideIllness || config.API.RequestsPerMinute != 7 || config.Access.Auth != access.HomeAssistantLogin || config.File != filepath.Join(folder, "config.toml") {
		t.Errorf("got %+v, %v", config, err)
	}

	data, folder = appFolders(t, `{"api_token":"`+own+`"}`, toml)
	t.Setenv("WORKLOG_API_TOKEN", "a-token-of-the-environment-0123456789")
	t.Setenv("WORKLOG_WEB_INGRESS_PEER", "127.0.0.1")
	t.Setenv("WORKLOG_SERVER_LISTEN", "127.0.0.1:18099")
	config, err = app.LoadHomeAssistant(data, folder)
	if err != nil || string(config.API.Token) != "a-token-of-the-environment-0123456789" || config.Listen != "127.0.0.1:18099" ||
		config.Access.Ingress.Peer.String() != "127.0.0.1" || config.Access.Ingress.Inner != "http://local-worklog:18099" {
		t.Errorf("got %+v, %v", config, err)
	}
}

func TestAPasswordBesideTheConfigurationOpensThePagesToOthers(t *testing.T) {
	data, folder := appFolders(t, `{}`, "")
	file := filepath.Join(folder, "password-hash")
	writeFile(t, file, apptest.Hashed().Text()+"\n")
	if config, err := app.LoadHomeAssistant(data, folder); err != nil || !config.Access.AsksPassword() || len(config.Warnings) != 0 {
		t.Errorf("got %v, %v", config.Warnings, err)
	}
	writeFile(t, filepath.Join(folder, "config.toml"), "[web]\nauth = \"password\"\n")
	if config, err := app.LoadHomeAssistant(data, folder); err != nil || config.Access.Auth != access.PasswordLogin || !config.Access.AsksPassword() {
		t.Errorf("without the ingress: got %v, %v", config.Access.Auth, err)
	}
	writeFile(t, file, "secret")
	if _, err := app.LoadHomeAssistant(data, folder); err == nil || !strings.Contains(err.Error(), "password-hash: is not an argon2id hash") || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
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
		_, err := app.LoadHomeAssistant(data, folder)
		if err == nil {
			t.Errorf("%s: no problem", name)
			continue
		}
		lines := strings.Split(err.Error(), "\n")
		if len(lines) != len(test.problems) {
			t.Errorf("%s: got %q", name, lines)
			continue
		}
		for i, problem := range test.problems {
			if !strings.Contains(lines[i], problem) {
				t.Errorf("%s: got %s, want %s", name, lines[i], problem)
			}
		}
	}
}

func TestAKeptTokenThatNoRequestCanSendIsRefused(t *testing.T) {
	data, folder := appFolders(t, `{}`, "")
	for _, content := range []string{"", " \t\r\n", strings.Repeat("\x00", 44), strings.Repeat("\x00", 44) + "\n", "0123456789abcdef 0123456789ab\n"} {
		writeFile(t, filepath.Join(data, "api-token"), content)
		_, err := app.LoadHomeAssistant(data, folder)
		if err == nil || !strings.HasSuffix(err.Error(), "api-token: has no token that a request can send: remove it, and start again to have one made") {
			t.Errorf("%q: got %v", content, err)
		}
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
		config, err := app.LoadHomeAssistant(data, folder)
		if err != nil || len(config.Warnings) != 1 || config.Warnings[0] != want || config.API.Token != "short" {
			t.Errorf("got %q, %v, want %s", config.Warnings, err, want)
		}
	}
	warns(options + ": api_token: is shorter than 32 characters and may be guessed; without it, worklog makes a longer one")
	writeFile(t, options, `{}`)
	writeFile(t, file, "short\n")
	warns(file + ": is shorter than 32 characters and may be guessed; without it, worklog makes a longer one")
	t.Setenv("WORKLOG_API_TOKEN", "short")
	warns("environment: the API token: is shorter than 32 characters and may be guessed; `worklog token` prints a longer one")
}
