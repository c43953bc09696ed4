package app_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

func TestWithoutALoginTheServerListensOnLoopbackAlone(t *testing.T) {
	for _, listen := range []string{"127.0.0.1:8080", "127.8.9.1:8080", "[::1]:8080", "localhost:8080", "LOCALHOST:0", "[::ffff:127.0.0.1]:1"} {
		apptest.LoadConfig(t, fmt.Sprintf("[server]\nlisten = %q\n", listen))
	}
	for _, listen := range []string{"0.0.0.0:8080", ":8080", "[::]:8080", "192.168.1.2:8080", "nas.local:8080", "[::ffff:10.0.0.1]:1"} {
		wantProblems(t, fmt.Sprintf("[server]\nlisten = %q\n", listen), `FILE:2: server.listen = "`+listen+`": would show the pages to the whole network without a login: `+
			`set web.auth = "password", or web.auth = "proxy" behind a proxy that asks, or, to let anyone on it see and change your days, web.open_to_network = true`)
	}
	apptest.LoadConfig(t, "[server]\nlisten = \":8080\"\n[web]\nopen_to_network = true\n")
}

func TestInAContainerTheErrorNamesTheVariablesToSet(t *testing.T) {
	t.Setenv("WORKLOG_SERVER_LISTEN", ":8080")
	wantProblems(t, "", `environment: WORKLOG_SERVER_LISTEN = ":8080": would show the pages to the whole network without a login: `+
		"set WORKLOG_WEB_AUTH=password and WORKLOG_WEB_PASSWORD_HASH_FILE (`worklog password` prints a hash), "+
		"or WORKLOG_WEB_AUTH=proxy behind a proxy that asks, or, to let anyone on it see and change your days, WORKLOG_WEB_OPEN_TO_NETWORK=true")
}

// In a container, such a command may be run without the variables of the server.
func TestACommandThatDoesNotServeNeedsNoLogin(t *testing.T) {
	t.Setenv("WORKLOG_SERVER_LISTEN", ":8080")
	database := filepath.Join(t.TempDir(), "worklog.db")
	t.Setenv("WORKLOG_DATABASE_PATH", database)
	modelstest.Want(t, modelstest.Got(app.LoadForCommand(apptest.WriteConfig(t, "")))(t).Database, database)
}

func TestALoginByProxyNeedsTheProxyAndTheUsers(t *testing.T) {
	wantProblems(t, "[web]\nauth = \"proxy\"\nproxy_header = \"no header\"\n",
		`FILE: server.trusted_proxies = []: must name the proxy for web.auth = "proxy", such as "127.0.0.1/32"`,
		`FILE:1: web.proxy_users = []: must name who may see the pages for web.auth = "proxy"`,
		`FILE:3: web.proxy_header = "no header": must be the name of a header, such as "Remote-User"`)
	for _, users := range []string{`""`, `"camille", " "`, `"cam\u0007ille"`, `"camille\t"`} {
		t.Setenv("WORKLOG_SERVER_TRUSTED_PROXIES", "127.0.0.1/32")
		_, err := app.LoadConfig(apptest.WriteConfig(t, "[web]\nauth = \"proxy\"\nproxy_users = ["+users+"]\n"))
		modelstest.WantErrorText(t, err, "must be names, none of them blank")
	}
}

func TestWhatIsOddAboutALoginIsAWarning(t *testing.T) {
	t.Setenv("WORKLOG_WEB_PASSWORD_HASH", apptest.Hashed().Text())
	wantWarnings(t, "[server]\npublic_url = \"https://heures.example.org\"\n[web]\nproxy_users = [\"camille\"]\n",
		"environment: WORKLOG_WEB_PASSWORD_HASH: is not used: web.auth is not \"password\"",
		"FILE:2: server.public_url: leads to pages without a login: anyone who can reach the proxy can see and change your days; set web.auth",
		"FILE:4: web.proxy_users: is not used: web.auth is not \"proxy\"")
}

const passwordSection = "[web]\nauth = \"password\"\n"

func TestALoginByPasswordNeedsAHash(t *testing.T) {
	const variable = "WORKLOG_WEB_PASSWORD_HASH"
	notAHash := "environment: " + variable + ": is not an argon2id hash as `worklog password` prints it (in a shell, put it in single quotes, or $ starts a variable)"
	good := apptest.Hashed().Text()
	for value, want := range map[string]string{
		"":                    "environment: " + variable + ": must be set for web.auth = \"password\", or " + variable + "_FILE name a file that holds it; `worklog password` prints one",
		"the password itself": notAHash,
		strings.TrimPrefix(good, "$argon2id$v=19$m=8,t=1,p=1"): notAHash,
		strings.Replace(good, "m=8", "m=9999999", 1):           notAHash, // more memory than any server has
		strings.Replace(good, "m=8", "m=7", 1):                 notAHash,
		strings.Replace(good, "t=1", "t=0", 1):                 notAHash,
		strings.Replace(good, "t=1", "t=999", 1):               notAHash,
		strings.Replace(good, "p=1", "p=0", 1):                 notAHash,
		strings.Replace(good, "p=1", "p=256", 1):               notAHash,
		strings.Replace(good, "v=19", "v=16", 1):               notAHash,
		strings.Replace(good, "argon2id", "argon2i", 1):        notAHash,
		good + "=":                            notAHash,
		good[:strings.LastIndex(good, "$")+1]: notAHash,
	} {
		t.Setenv(variable, value)
		wantProblems(t, passwordSection, want)
	}
	t.Setenv(variable, " "+good+"\n")
	modelstest.Want(t, modelstest.Got(app.LoadConfig(apptest.WriteConfig(t, passwordSection)))(t).Access.Password.Text(), good)
}

func TestAProxyThatIsNotTrustedMakesOneClientOfAll(t *testing.T) {
	t.Setenv("WORKLOG_WEB_PASSWORD_HASH", apptest.Hashed().Text())
	wantWarnings(t, "[server]\npublic_url = \"https://heures.example.org\"\n"+passwordSection,
		"FILE:2: server.public_url: if a reverse proxy is not in server.trusted_proxies, all its clients count as one when they sign in")
}
