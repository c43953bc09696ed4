package app_test

import (
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
)

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
	config, err := app.LoadConfig(apptest.WriteConfig(t, passwordSection))
	if err != nil || config.Access.Password.Text() != good {
		t.Errorf("got %v", err)
	}
}

func TestAProxyThatIsNotTrustedMakesOneClientOfAll(t *testing.T) {
	t.Setenv("WORKLOG_WEB_PASSWORD_HASH", apptest.Hashed().Text())
	wantWarnings(t, "[server]\npublic_url = \"https://heures.example.org\"\n"+passwordSection,
		"FILE:2: server.public_url: if a reverse proxy is not in server.trusted_proxies, all its clients count as one when they sign in")
}
