package app_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/settings"
)

func TestTheStarterIsTheRepositorysConfig(t *testing.T) {
	repository := modelstest.Got(os.ReadFile("../config.toml"))(t)
	modelstest.Want(t, bytes.Equal(app.Starter, repository), true, "starter.toml is config.toml, or: run `go generate ./app`")
}

func TestTheStarterStatesNothingAboutAPerson(t *testing.T) {
	config := apptest.LoadConfig(t, string(app.Starter))
	modelstest.WantList(t, config.Warnings, nil)
	modelstest.Want(t, config.Rules.Integrated, true)
	modelstest.Want(t, config.Rules.Defaults, models.EntryDefaults{DayType: models.Work})
	var starter map[string]any
	modelstest.Must(t, toml.Unmarshal(app.Starter, &starter))
	for _, section := range models.SettingsSections {
		modelstest.Want(t, starter[section] == nil, true, section, starter[section])
	}
}

// wantProblems loads a configuration that is wrong and compares its lines, with
// FILE for the file's name.
func wantProblems(t *testing.T, content string, want ...string) {
	t.Helper()
	file := apptest.WriteConfig(t, content)
	err := modelstest.Only(app.LoadConfig(file))
	modelstest.Want(t, strings.ReplaceAll(fmt.Sprint(err), file, "FILE"), strings.Join(want, "\n"))
}

// wantWarnings loads a configuration and compares its warnings, with FILE for the file's name.
func wantWarnings(t *testing.T, content string, want ...string) app.Config {
	t.Helper()
	file := apptest.WriteConfig(t, content)
	config := modelstest.Got(app.LoadConfig(file))(t)
	modelstest.Want(t, strings.ReplaceAll(strings.Join(config.Warnings, "\n"), file, "FILE"), strings.Join(want, "\n"))
	return config
}

func TestEveryProblemIsReportedAtOnceWithItsLineAndWhatIsAllowed(t *testing.T) {
	wantProblems(t, `[server]
listen = "nope"
public_url = "heures.example.org"
hosts = ["nas:8080"]
trusted_proxies = ["192.168.1.2"]
[database]
path = " "
[web]
auth = "magic"
[limits]
presence_requests_per_minute = 0
[presence_integration]
timezone = "Mars/Olympus"
default_day_type = "work"
default_journey_profile_id = "Bureau"
default_motor_vehicle_id = "velo"
[journeys.bureau]
distance_km = -1
[vehicles.velo]
type = "cycle"
[vehicles."a.b"]
type = "moteur"
[vehicles.clio]
label = 7
type = "moteur"
`,
		`FILE:2: server.listen = "nope": must be an address and a port, such as "127.0.0.1:8080" or ":8080", or a socket, such as "unix:/run/worklog/worklog.sock"`,
		`FILE:3: server.public_url = "heures.example.org": must be an address such as "https://heures.example.org" or "https://home.example.org/worklog", with nothing after the path`,
		`FILE:4: server.hosts = ["nas:8080"]: must be host names only, such as "nas.local", of letters, digits, hyphens and dots, without port or path; other letters are written as "xn--…"`,
		`FILE:5: server.trusted_proxies = ["192.168.1.2"]: must be networks, such as "192.168.1.2/32" or "10.0.0.0/8", or "unix" for a unix socket`,
		`FILE:7: database.path = " ": must be a file, such as "worklog.db"`,
		`FILE:9: web.auth = "magic": allowed: "none", "password", "proxy", "home-assistant"`,
		`FILE:11: limits.presence_requests_per_minute = 0: must be a whole number of at least 1`,
		`FILE:13: presence_integration.timezone = "Mars/Olympus": must be an IANA time zone name, such as "Europe/Paris"`,
		`FILE:14: presence_integration.default_day_type = "work": allowed: "WORK", "TT", "GARDE", "ASTREINTE", "FORMATION", "RTT", "CONGE", "MALADE", "FERIE"`,
		`FILE:15: presence_integration.default_journey_profile_id = "Bureau": ids of [journeys]; allowed: "bureau"`,
		`FILE:16: presence_integration.default_motor_vehicle_id = "velo": ids of [vehicles] whose type is "moteur"; allowed: "a.b", "clio"`,
		`FILE:18: journeys.bureau.distance_km = -1: must be a number of kilometres from 0 to 20000, with three decimals at most`,
		`FILE:24: vehicles.clio.label = 7: must be text in quotes`,
	)
}

func TestSyntaxErrorsNameTheirLineAndHideNoProblemOfTheEnvironment(t *testing.T) {
	wantProblems(t, "[server]\nlisten = \n", "FILE:2: unexpected character U+000A at start of value")
	t.Setenv("WORKLOG_WEB_AUTH", "magic")
	wantProblems(t, "[server]\nlisten = \n", "FILE:2: unexpected character U+000A at start of value",
		`environment: WORKLOG_WEB_AUTH = "magic": allowed: "none", "password", "proxy", "home-assistant"`)
}

func TestAPublicURLIsAnAddressThatCanBeReadInOneWay(t *testing.T) {
	const want = `must be an address such as "https://heures.example.org" or "https://home.example.org/worklog", with nothing after the path`
	for _, address := range []string{"heures.example.org", "ftp://h", "https://", "https:///x", "https://u:p@h", "https://h/x?", "https://h/x?y=1", "https://h/x#y",
		"https://h/./x", "https://h/../x", "https://h//x", "https://h/%41b", "https://h/a b", "https://h:port", "https://h:123456", "/worklog"} {
		wantProblems(t, fmt.Sprintf("[server]\npublic_url = %q\n", address), fmt.Sprintf("FILE:2: server.public_url = %q: %s", address, want))
	}
	for _, name := range []string{"api", "entries", "feeds", "healthz", "help", "hooks", "journal", "manifest.webmanifest", "months", "openapi.yaml", "presence", "review", "static", "years"} {
		wantProblems(t, fmt.Sprintf("[server]\npublic_url = \"https://h/%s/x\"\n", name),
			fmt.Sprintf(`FILE:2: server.public_url = "https://h/%s/x": must have a path that does not begin with one of worklog's own: api, counters, data, entries, feeds, healthz, help, hooks, journal, login, logout, manifest.webmanifest, months, offline, openapi.yaml, plan, presence, review, sessions, settings, static, sw.js, today, years`, name))
	}
	for address, path := range map[string]string{"https://heures.example.org": "", "http://h/": "", "https://h:8443/worklog/": "/worklog", "https://[::1]/a/b.c": "/a/b.c"} {
		modelstest.Want(t, apptest.LoadConfig(t, fmt.Sprintf("[server]\npublic_url = %q\n", address)).Access.PublicURL.Path, path, address)
	}
	for address, host := range map[string]string{"https://h:443": "h", "http://h:80/x": "h", "https://h:80": "h:80", "https://[::1]:443": "[::1]"} {
		modelstest.Want(t, apptest.LoadConfig(t, fmt.Sprintf("[server]\npublic_url = %q\n", address)).Access.PublicURL.Host, host, address)
	}
}

func TestATimezoneIsAnIANAName(t *testing.T) {
	for _, zone := range []string{"Europe/Paris", "UTC", "Etc/GMT+5", "America/Argentina/Buenos_Aires", "Pacific/Kiritimati"} {
		modelstest.Want(t, apptest.LoadConfig(t, fmt.Sprintf("[presence_integration]\ntimezone = %q\n", zone)).Rules.Zone.String(), zone)
	}
}

func TestIdsKeepTheirCaseAndTheirDots(t *testing.T) {
	config := apptest.LoadConfig(t, `
vehicles.Clio = { label = "Grande", type = "moteur" }
vehicles.clio = { label = " ", type = "moteur" }
[vehicles."a.b"]
type = "moteur"
[presence_integration]
timezone = "Europe/Paris"
default_motor_vehicle_id = "a.b"
owntracks.region = ["Bureau", " Annexe "]
`)
	var labels []string
	for _, vehicle := range config.Frame.Costs.Vehicles {
		labels = append(labels, vehicle.ID+" "+vehicle.Label)
	}
	modelstest.WantList(t, labels, []string{"Clio Grande", "clio clio", "a.b a.b"})
	modelstest.Want(t, strings.Join(config.API.OwnTracksRegions, "|"), "Bureau| Annexe ")
	p := apptest.Start(t, func(c *app.Config) { *c = config })
	p.Arrive("2026-11-20T08:00:00+01:00", "k").Want(t, 201)
	p.WantStored("SELECT motor_vehicle_id FROM work_entries", "a.b")
}

func TestUnknownKeysAreWarningsWithTheirLine(t *testing.T) {
	t.Setenv("WORKLOG_API_TOKEN", "")
	config := wantWarnings(t, "colour = 1\n[server]\nlisen = \"x\"\nListen = \"y\"\n[journeys.bureau]\ndistance = 3\n[presence_integrations]\ntimezone = \"x\"\n",
		"FILE:1: colour: unknown key, ignored", "FILE:3: server.lisen: unknown key, ignored", "FILE:4: server.Listen: unknown key, ignored",
		"FILE:6: journeys.bureau.distance: unknown key, ignored", "FILE:7: presence_integrations: unknown key, ignored")
	modelstest.Want(t, config.Listen, "127.0.0.1:8080", "listen")
}

func TestTheEnvironmentOverridesSettings(t *testing.T) {
	t.Setenv("WORKLOG_SERVER_LISTEN", "127.0.0.1:9")
	t.Setenv("WORKLOG_SERVER_HOSTS", "nas.local, Heures ,")
	t.Setenv("WORKLOG_DATABASE_PATH", "/tmp/elsewhere.db")
	t.Setenv("WORKLOG_LIMITS_PRESENCE_REQUESTS_PER_MINUTE", "7")
	file := apptest.WriteConfig(t, string(app.Starter))
	config := modelstest.Got(app.LoadConfig(file))(t)
	got := fmt.Sprint(config.Listen, config.Access.Hosts, config.Database, config.API.RequestsPerMinute)
	modelstest.Want(t, got, "127.0.0.1:9[nas.local heures]/tmp/elsewhere.db7")
	t.Setenv("WORKLOG_LIMITS_PRESENCE_REQUESTS_PER_MINUTE", "99999999999999999999")
	modelstest.WantErrorText(t, modelstest.Only(app.LoadConfig(file)), "WORKLOG_LIMITS_PRESENCE_REQUESTS_PER_MINUTE")
	t.Setenv("WORKLOG_LIMITS_PRESENCE_REQUESTS_PER_MINUTE", "many")
	t.Setenv("WORKLOG_WEB_AUTH", "magic")
	wantProblems(t, string(app.Starter), `environment: WORKLOG_LIMITS_PRESENCE_REQUESTS_PER_MINUTE = "many": must be a whole number of at least 1`,
		`environment: WORKLOG_WEB_AUTH = "magic": allowed: "none", "password", "proxy", "home-assistant"`)
}

func TestTheDatabaseIsRelativeToTheConfigurationFile(t *testing.T) {
	file := apptest.WriteConfig(t, "[database]\npath = \"sub/hours.db\"\n")
	modelstest.Want(t, modelstest.Got(app.LoadConfig(file))(t).Database, filepath.Join(filepath.Dir(file), "sub", "hours.db"))
}

func TestWithoutAFileTheDefaultsHoldUnlessOneWasNamed(t *testing.T) {
	t.Chdir(t.TempDir())
	config := modelstest.Got(app.LoadConfig(""))(t)
	modelstest.WantList(t, []string{config.File, config.Listen, config.Database}, []string{"", "127.0.0.1:8080", "worklog.db"})
	modelstest.Want(t, config.Rules.Integrated, false)
	modelstest.Want(t, fmt.Sprint(modelstest.Only(app.LoadConfig("named.toml"))), "named.toml: no such file; write one with `worklog init --config named.toml`")
	modelstest.Must(t, os.Mkdir("config.toml", 0o700))
	modelstest.WantErrorText(t, modelstest.Only(app.LoadConfig("")), "config.toml: cannot be read")
}

func TestTheTokenComesFromTheEnvironmentOrAFile(t *testing.T) {
	long := strings.Repeat("t", 32)
	file := filepath.Join(t.TempDir(), "token")
	for _, test := range []struct {
		name, variable, content string // content of the file; "-" for none, "missing" for a name without a file
		want                    string
		fault, warning          string
	}{
		{"neither", "", "-", "", "", ""},
		{"the variable", long, "-", long, "", ""},
		{"a blank variable is not set", " \t", "-", "", "", ""},
		{"the file", "", long, long, "", ""},
		{"the file without its one newline", "", long + "\n", long, "", ""},
		{"and no more than one", "", long + "\n\n", long + "\n", "", "white space"},
		{"a blank file is not set", "", " \n", "", "", ""},
		{"a blank variable beside the file", " ", long, long, "", ""},
		{"both", long, long, "", "is set beside WORKLOG_API_TOKEN", ""},
		{"a file that is missing", "", "missing", "", "cannot be read: no such file or directory", ""},
		{"one that no header can hold", "0123456789abcdef\n0123456789abcdef", "-", "0123456789abcdef\n0123456789abcdef", "", "no request can send"},
		{"a short one", "s3cret", "-", "s3cret", "", "shorter than 32 characters"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("WORKLOG_API_TOKEN", test.variable)
			os.Remove(file)
			if test.content != "-" {
				t.Setenv("WORKLOG_API_TOKEN_FILE", file)
			}
			if test.content != "-" && test.content != "missing" {
				modelstest.Must(t, os.WriteFile(file, []byte(test.content), 0o600))
			}
			config, err := app.LoadConfig(apptest.WriteConfig(t, string(app.Starter)))
			if test.fault != "" {
				modelstest.Want(t, err != nil && strings.Contains(err.Error(), test.fault) && !strings.Contains(err.Error(), long), true, err, test.fault)
				return
			}
			modelstest.Must(t, err)
			modelstest.Want(t, string(config.API.Token), test.want)
			if got := strings.Join(config.Warnings, "\n"); !strings.Contains(got, test.warning) || (test.warning == "") != (got == "") {
				t.Errorf("got warnings %q, want %q", got, test.warning)
			}
			if got := fmt.Sprintf("%v %+v %#v %s", config, config, config, config.API.Token); test.want != "" && strings.Contains(got, test.want) {
				t.Errorf("the token is printed: %s", got)
			}
		})
	}
}

func TestASecretsFileHoldsAtMostFourKibibytes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "secret")
	t.Setenv("WORKLOG_API_TOKEN_FILE", file)
	for _, length := range []int{4097, 1 << 20} {
		modelstest.Must(t, os.WriteFile(file, []byte(strings.Repeat("t", length)), 0o600))
		wantProblems(t, string(app.Starter), "environment: WORKLOG_API_TOKEN_FILE: names "+file+", which cannot be read: is larger than 4096 bytes")
	}
	modelstest.Must(t, os.Truncate(file, 4096))
	modelstest.Want(t, len(modelstest.Got(app.LoadConfig(apptest.WriteConfig(t, string(app.Starter))))(t).API.Token), 4096)
}

func TestAConfigurationIsAtMostTwoMebibytes(t *testing.T) {
	wantProblems(t, strings.Repeat("#", 2<<20+1), "FILE: cannot be read: is larger than 2097152 bytes")
	apptest.LoadConfig(t, strings.Repeat("#", 2<<20))
}

func TestAByteOrderMarkIsNamedWhereItStands(t *testing.T) {
	for name, mark := range map[string]string{"of UTF-8": "\xef\xbb\xbf", "of UTF-16, little end first": "\xff\xfe", "of UTF-16, big end first": "\xfe\xff"} {
		t.Run(name, func(t *testing.T) {
			wantProblems(t, mark+string(app.Starter), "FILE:1: begins with a byte order mark: save it as UTF-8 without BOM")
			file := filepath.Join(t.TempDir(), "secret")
			modelstest.Must(t, os.WriteFile(file, []byte(mark+apptest.Token), 0o600))
			for _, variable := range []string{"WORKLOG_API_TOKEN_FILE", "WORKLOG_WEB_PASSWORD_HASH_FILE"} {
				t.Run(variable, func(t *testing.T) {
					t.Setenv("WORKLOG_WEB_PASSWORD_HASH", "")
					t.Setenv(variable, file)
					wantProblems(t, string(app.Starter), "environment: "+variable+": names "+file+", which begins with a byte order mark: save it as UTF-8 without BOM")
				})
			}
		})
	}
	t.Setenv("WORKLOG_API_TOKEN", "\ufeff"+apptest.Token)
	wantWarnings(t, string(app.Starter), "environment: the API token: has surrounding white space or control characters, which no request can send")
}

func TestAnIdIsNotBlankAndHasNoControlCharacters(t *testing.T) {
	wantProblems(t, `[journeys."a\nb"]
[journeys."a\u0000b"]
[journeys."a\u0085b"]
[vehicles]
"\u001b[2J" = {}
"a\u007fb".type = "moteur"
"" = {}
[vehicles."é à.b"]
type = "moteur"
[journeys."a\u202eb"]
[journeys."a\u2028b"]
`,
		`FILE:1: journeys."a\nb": an id must not have control characters`,
		`FILE:2: journeys."a\u0000b": an id must not have control characters`,
		`FILE:3: journeys."a\u0085b": an id must not have control characters`,
		`FILE:5: vehicles."\u001B[2J": an id must not have control characters`,
		`FILE:6: vehicles."a\u007Fb": an id must not have control characters`,
		`FILE:7: vehicles."": an id must not be blank`,
		`FILE:10: journeys."a\u202Eb": an id must not have control characters`,
		`FILE:11: journeys."a\u2028b": an id must not have control characters`,
	)
}

func TestAHostIsAHostName(t *testing.T) {
	for _, host := range []string{"", "*", "*.local", "nas:80", "nas/x", "na s", "nas\n", "nas\x00", "a..b", ".local", "zoé.local", "nas?", "[::1]", "user@nas", "nas,local", strings.Repeat("a", 254)} {
		line := fmt.Sprintf(`server.hosts = ["ok", %s]`, settings.Literal(host))
		wantProblems(t, line, "FILE:1: "+line+`: must be host names only, such as "nas.local", of letters, digits, hyphens and dots, without port or path; other letters are written as "xn--…"`)
	}
	for _, host := range []string{"nas", "NAS.local", "my-nas.fritz.box", "xn--zo-cja.local", "work_log", "192.168.1.2", "nas.local."} {
		modelstest.WantList(t, apptest.LoadConfig(t, fmt.Sprintf("[server]\nhosts = [%q]\n", host)).Access.Hosts, []string{strings.ToLower(host)}, host)
	}
}

func TestThousandsOfVehiclesAreCheckedAndEachHasItsLine(t *testing.T) {
	t.Parallel()
	const vehicles = 4000 // five times as many take 25 times as long: go-toml compares each table with all others
	var content, want strings.Builder
	for i := range vehicles {
		kind := `"moteur"`
		if i >= vehicles-10 {
			kind = "1"
			fmt.Fprintf(&want, "FILE:%d: vehicles.v%d.type = 1: must be text in quotes\n", 3*i+3, i)
		}
		fmt.Fprintf(&content, "[vehicles.v%d]\nlabel = \"Voiture %d\"\ntype = %s\n", i, i, kind)
	}
	wantProblems(t, content.String(), strings.TrimSuffix(want.String(), "\n"))
}
