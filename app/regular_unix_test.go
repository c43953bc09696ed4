//go:build unix

package app_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// oddFiles are files that are not regular, by the message about them.
func oddFiles(t *testing.T) map[string]string {
	t.Helper()
	socket := modelstest.SocketPath(t)
	folder := filepath.Dir(socket)
	pipe, link := filepath.Join(folder, "pipe"), filepath.Join(folder, "link")
	modelstest.Must(t, syscall.Mkfifo(pipe, 0o600))
	listener := modelstest.Got(net.Listen("unix", socket))(t)
	t.Cleanup(func() { listener.Close() })
	modelstest.Must(t, os.Symlink(pipe, link))
	return map[string]string{
		pipe:        "is a named pipe, not a regular file",
		link:        "is a named pipe, not a regular file",
		socket:      "is a socket, not a regular file",
		"/dev/zero": "is a device, not a regular file",
		folder:      "is a directory",
	}
}

func TestAConfigurationThatIsNoRegularFileIsRefusedUnopened(t *testing.T) {
	for file, want := range oddFiles(t) {
		want = file + ": cannot be read: " + want
		modelstest.Want(t, fmt.Sprint(modelstest.Only(app.LoadConfig(file))), want)
		modelstest.Want(t, fmt.Sprint(modelstest.Only(app.LoadForCommand(file))), want)
	}
}

func TestASecretInWhatIsNoRegularFileIsRefusedUnopened(t *testing.T) {
	config := apptest.WriteConfig(t, passwordSection)
	for _, variable := range []string{"WORKLOG_API_TOKEN_FILE", "WORKLOG_WEB_PASSWORD_HASH_FILE"} {
		t.Run(variable, func(t *testing.T) {
			for file, want := range oddFiles(t) {
				t.Setenv(variable, file)
				want = fmt.Sprintf("environment: %s: names %s, which cannot be read: %s", variable, file, want)
				modelstest.WantErrorText(t, modelstest.Only(app.LoadConfig(config)), want)
			}
		})
	}
}

func TestALinkToARegularFileIsRead(t *testing.T) {
	file, link := apptest.WriteConfig(t, string(app.Starter)), filepath.Join(t.TempDir(), "token")
	secret := filepath.Join(t.TempDir(), "..data")
	modelstest.Must(t, os.WriteFile(secret, []byte(apptest.Token), 0o600))
	modelstest.Must(t, os.Symlink(secret, link))
	named := filepath.Join(t.TempDir(), "config.toml")
	modelstest.Must(t, os.Symlink(file, named))
	t.Setenv("WORKLOG_API_TOKEN_FILE", link)
	config := modelstest.Got(app.LoadConfig(named))(t)
	modelstest.Want(t, config.API.Token, apptest.Token)
	modelstest.Want(t, config.Rules.Integrated, true, config)
}
