package deploy_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
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
				got, err := command.Output()
				if err != nil || strings.TrimSpace(string(got)) != row.want {
					t.Errorf("got %q %v, want %q", got, err, row.want)
				}
			})
		})
	}
}

func TestSystemdAcceptsTheUnits(t *testing.T) {
	t.Parallel()
	analyze := senderLookPath(t, "systemd-analyze")
	units := installedUnits(t, "worklog-send.service", "worklog-send.timer", "worklog.service")
	if output, err := exec.CommandContext(t.Context(), analyze, append([]string{"verify"}, units...)...).CombinedOutput(); err != nil || len(output) > 0 {
		t.Errorf("got %v: %s", err, output)
	}
}

// installedUnits returns copies of the units in which what they start exists.
func installedUnits(t *testing.T, names ...string) (units []string) {
	t.Helper()
	script, err := filepath.Abs("worklog-send")
	modelstest.Must(t, err)
	folder := t.TempDir()
	for _, name := range names {
		unit, err := os.ReadFile(filepath.Join("systemd", name))
		modelstest.Must(t, err)
		for _, program := range []string{"/usr/local/bin/worklog-send", "/usr/bin/worklog"} {
			unit = bytes.ReplaceAll(unit, []byte("="+program+" "), []byte("="+script+" "))
		}
		file := filepath.Join(folder, name)
		modelstest.Must(t, os.WriteFile(file, unit, 0o600))
		units = append(units, file)
	}
	return units
}

func TestTheServerIsConfined(t *testing.T) {
	t.Parallel()
	analyze := senderLookPath(t, "systemd-analyze")
	command := exec.CommandContext(t.Context(), analyze, "security", "--no-pager", "--offline=true", "--threshold=15", installedUnits(t, "worklog.service")[0])
	if output, err := command.CombinedOutput(); err != nil || !bytes.Contains(output, []byte("Overall exposure level")) {
		t.Errorf("got %v, want an exposure of 1.5 at most: %s", err, output)
	}
}

func TestShellcheckAcceptsTheScripts(t *testing.T) {
	t.Parallel()
	scripts := []string{"worklog-send", "networkmanager/90-worklog", "debian/postinst", "debian/prerm", "debian/postrm"}
	for _, pattern := range []string{"../.ci/*", "../.ci/deb-test.d/*"} { // CI does not run all of these
		found, err := filepath.Glob(pattern)
		modelstest.Must(t, err)
		scripts = append(scripts, slices.DeleteFunc(found, func(name string) bool { return strings.Contains(filepath.Base(name), ".") })...)
	}
	if len(scripts) < 15 {
		t.Errorf("got %q", scripts)
	}
	command := exec.CommandContext(t.Context(), senderLookPath(t, "shellcheck"), scripts...)
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("got %v: %s", err, output)
	}
}

// The help page serves the script with the server's address in its place.
func TestThePlaceholderAddressIsInTheScriptExactlyOnce(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile("worklog-send")
	modelstest.Must(t, err)
	if got := bytes.Count(script, []byte("http://worklog.local:8080")); got != 1 || bytes.Count(script, []byte("worklog.local")) != 1 {
		t.Errorf("got it %d times", got)
	}
}
