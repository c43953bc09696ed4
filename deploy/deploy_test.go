package deploy_test

import (
	"bytes"
	"strings"
	"testing"

	"worklog/deploy"
)

func TestEachFileHasTheAddressOfTheServer(t *testing.T) {
	const address = "https://home.example.org/worklog"
	filled := 0
	for _, name := range deploy.Names {
		content, found := deploy.File(name, address, "")
		if !found || len(content) == 0 || bytes.Contains(content, []byte(deploy.Placeholder)) {
			t.Errorf("%s: got %t, %d bytes", name, found, len(content))
		}
		filled += bytes.Count(content, []byte(address))
	}
	if filled < 4 {
		t.Errorf("the address stands in %d places", filled)
	}
	for _, name := range []string{"", "..", "deploy.go", "home-assistant", "worklog-send/"} {
		if _, found := deploy.File(name, address, ""); found {
			t.Errorf("%q is found", name)
		}
	}
}

func TestAnAddressThatCouldEscapeItsQuotesIsLeftOut(t *testing.T) {
	content, _ := deploy.File("worklog-send", "http://x';reboot;'", "")
	if !bytes.Contains(content, []byte(deploy.Placeholder)) || bytes.Contains(content, []byte("x';")) {
		t.Error("it is filled in")
	}
}

// Only the address is filled in: whoever downloads a file adds the token.
func TestTheFilesHaveTheAddressOnceAndNoToken(t *testing.T) {
	for name, want := range map[string]struct {
		addresses int
		token     string // where it comes from
	}{
		"worklog-send":                                            {1, "WORKLOG_API_TOKEN"},
		"node-red/flow.json":                                      {1, `"authType": "bearer"`},
		"home-assistant/worklog.yaml":                             {1, "Authorization: !secret worklog_authorization"},
		"home-assistant/worklog_presence.yaml":                    {1, ""},
		"home-assistant/blueprints/automation/worklog/alert.yaml": {1, ""},
		"home-assistant/blueprints/automation/worklog/zone.yaml":  {0, ""},
		"home-assistant/blueprints/automation/worklog/wifi.yaml":  {0, ""},
	} {
		content := read(t, name)
		host := strings.Count(content, "worklog.local")
		if got := strings.Count(content, deploy.Placeholder); got != want.addresses || host != got || !strings.Contains(content, want.token) || strings.Contains(content, `"credentials"`) {
			t.Errorf("%s: got the address %d times, the host %d times, or another token", name, got, host)
		}
	}
}
