package deploy_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"worklog/app"
	"worklog/models/modelstest"
)

func TestTheConfigurationOfTheDebianPackageIsValidAndOpenToThisMachineOnly(t *testing.T) {
	config, err := app.LoadConfig("debian/config.toml")
	if err != nil || len(config.Warnings) > 0 {
		t.Fatalf("got %v, warnings %v", err, config.Warnings)
	}
	if !strings.HasPrefix(config.Listen, "127.0.0.1:") {
		t.Errorf("it listens on %s", config.Listen)
	}
	for _, path := range []string{config.Database, config.Backup.Folder} {
		if !strings.HasPrefix(path, "/var/lib/worklog/") {
			t.Errorf("it writes to %s, and the service may write to /var/lib/worklog only", path)
		}
	}
}

// It starts the server's configuration as systemd would without the files in
// /etc/worklog: from the variables and the defaults of the credentials.
func TestAServiceWithoutItsCredentialsHasNoTokenAndStarts(t *testing.T) {
	unit := read(t, "systemd/worklog.service")
	credentials := t.TempDir()
	for _, set := range regexp.MustCompile(`(?m)^SetCredential=(.+?):(.*)$`).FindAllStringSubmatch(unit, -1) {
		content := modelstest.Got(strconv.Unquote(`"` + set[2] + `"`))(t)
		modelstest.Must(t, os.WriteFile(filepath.Join(credentials, set[1]), []byte(content), 0o600))
	}
	for _, set := range regexp.MustCompile(`(?m)^Environment=(WORKLOG_.+?)=(.*)$`).FindAllStringSubmatch(unit, -1) {
		t.Setenv(set[1], strings.ReplaceAll(set[2], "%d", credentials))
	}
	for _, variable := range []string{"WORKLOG_API_TOKEN_FILE", "WORKLOG_WEB_PASSWORD_HASH_FILE"} {
		if _, err := os.Stat(os.Getenv(variable)); err != nil {
			t.Errorf("%s: %v", variable, err)
		}
	}
	config, err := app.LoadConfig("debian/config.toml")
	if err != nil || config.API.Token != "" || len(config.Warnings) > 0 {
		t.Errorf("got a token: %t, %v, warnings %v", config.API.Token != "", err, config.Warnings)
	}
}
