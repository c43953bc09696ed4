package deploy_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

func TestTheDispatcherReportsTheWorkplaceWiFi(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		conf, action, nmcli, id string
		want                    string
	}{
		"joined":                                 {"WORKLOG_WIFI=The office", "up", "The office", "office 1", "arrival"},
		"left":                                   {"WORKLOG_WIFI=The office", "down", "The office", "office 1", "departure"},
		"in quotes":                              {`WORKLOG_WIFI="The office"`, "up", "The office", "", "arrival"},
		"another Wi-Fi":                          {"WORKLOG_WIFI=The office", "up", "Home", "The office", ""},
		"a cable":                                {"WORKLOG_WIFI=The office", "up", "", "The office", ""},
		"another action":                         {"WORKLOG_WIFI=The office", "dhcp4-change", "The office", "", ""},
		"no Wi-Fi is configured":                 {"WORKLOG_URL=x", "up", "", "", ""},
		"a profile without a network name":       {"WORKLOG_WIFI=The office", "up", "!", "The office", "arrival"},
		"another profile without a network name": {"WORKLOG_WIFI=The office", "down", "!", "Home", ""},
	} {
		t.Run(name, func(t *testing.T) {
			senderEach(t, []senderKit{{"dash", ""}, {"busybox", ""}}, func(t *testing.T, kit senderKit) {
				s := newSender(t, kit, "")
				s.replace("worklog-send", `echo "$@"`)
				s.replace("nmcli", `[ "$8" = the-uuid ] && [ "$NMCLI" != '!' ] && echo "$NMCLI"`)
				modelstest.Must(t, os.WriteFile(filepath.Join(s.home, "worklog-send.conf"), []byte(row.conf+"\n"), 0o600))
				command := exec.CommandContext(t.Context(), s.shell[0], append(s.shell[1:], "networkmanager/90-worklog", "wlan0", row.action)...)
				command.Env = []string{"PATH=" + s.bin, "XDG_CONFIG_HOME=" + s.home, "CONNECTION_UUID=the-uuid",
					"CONNECTION_ID=" + row.id, "NMCLI=" + row.nmcli}
				command.Stderr = os.Stderr
				got := modelstest.Got(command.Output())(t)
				modelstest.Want(t, strings.TrimSpace(string(got)), row.want)
			})
		})
	}
}

func TestTheServerIsConfined(t *testing.T) {
	t.Parallel()
	analyze, folder := senderLookPath(t, "systemd-analyze"), t.TempDir()
	started := regexp.MustCompile(`=(/usr/local/bin/worklog-send|/usr/bin/worklog|/usr/bin/litestream) `) // which are not installed
	verify := []string{"verify"}
	for _, name := range []string{"systemd/worklog.service", "systemd/worklog-send.service", "systemd/worklog-send.timer", "litestream/worklog-litestream.service"} {
		unit := filepath.Join(folder, filepath.Base(name))
		modelstest.Must(t, os.WriteFile(unit, []byte(started.ReplaceAllString(read(t, name), "=/bin/sh ")), 0o600))
		verify = append(verify, unit)
	}
	if output, err := exec.CommandContext(t.Context(), analyze, verify...).CombinedOutput(); err != nil || len(output) > 0 {
		t.Errorf("got %v: %s", err, output)
	}
	for _, name := range []string{"worklog.service", "worklog-litestream.service"} {
		command := exec.CommandContext(t.Context(), analyze, "security", "--no-pager", "--offline=true", "--threshold=15", filepath.Join(folder, name))
		if output, err := command.CombinedOutput(); err != nil || !bytes.Contains(output, []byte("Overall exposure level")) {
			t.Errorf("got %v, want an exposure of 1.5 at most: %s", err, output)
		}
	}
}

func TestShellcheckAcceptsTheScripts(t *testing.T) {
	t.Parallel()
	scripts := []string{"worklog-send", "networkmanager/90-worklog", "debian/postinst", "debian/prerm", "debian/postrm", "litestream/worklog-litestream-restore"}
	for _, pattern := range []string{"../.ci/*", "../.ci/deb-test.d/*"} { // CI does not run all of these
		found := modelstest.Got(filepath.Glob(pattern))(t)
		scripts = append(scripts, slices.DeleteFunc(found, func(name string) bool { return strings.Contains(filepath.Base(name), ".") })...)
	}
	modelstest.Want(t, len(scripts) >= 15, true, scripts)
	command := exec.CommandContext(t.Context(), senderLookPath(t, "shellcheck"), scripts...)
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("got %v: %s", err, output)
	}
}
