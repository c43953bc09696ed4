package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
	"worklog/models/settings"
)

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
	t.Parallel()
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
	t.Parallel()
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
	t.Parallel()
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
