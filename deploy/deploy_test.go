package deploy_test

import (
	"bytes"
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
