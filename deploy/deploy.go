// Package deploy holds the files that connect an automation to worklog. The server
// offers them with its own address filled in.
package deploy

import (
	"bytes"
	"embed"
	"slices"
	"strings"
)

// Placeholder is the address in the files, which the server's own replaces.
const Placeholder = "http://worklog.local:8080"

// Names are the files that are offered, by their path in this folder.
var Names = []string{
	"worklog-send",
	"home-assistant/worklog.yaml",
	"home-assistant/worklog_presence.yaml",
	"home-assistant/blueprints/automation/worklog/zone.yaml",
	"home-assistant/blueprints/automation/worklog/wifi.yaml",
	"home-assistant/blueprints/automation/worklog/alert.yaml",
	"node-red/flow.json",
	"systemd/worklog-send.service",
	"systemd/worklog-send.timer",
	"networkmanager/90-worklog",
}

// ForDevices are those of Names with an address for a phone or a computer. Home Assistant, or what
// runs beside it, uses that of the others.
var ForDevices = []string{
	"worklog-send",
	"home-assistant/blueprints/automation/worklog/alert.yaml",
}

//go:embed worklog-send home-assistant node-red/flow.json systemd/worklog-send.* networkmanager
var files embed.FS

// unquotable are the characters that some quotes cannot hold.
const unquotable = "'\"\\\r\n"

// secret is where a file of Home Assistant reads the token, which can also stand in its place.
const secret = "!secret worklog_authorization"

// File returns a file of Names for the server at an address, which has no slash at
// its end, and with its token if that is not empty. Both stand in quotes of shell, JSON and
// YAML: one that none of them could hold is left out, and the placeholder stays. It is false
// for another name.
func File(name, address, token string) (content []byte, found bool) {
	if !slices.Contains(Names, name) {
		return nil, false
	}
	content, err := files.ReadFile(name)
	if err != nil {
		return nil, false
	}
	if !strings.ContainsAny(address, unquotable) {
		content = bytes.ReplaceAll(content, []byte(Placeholder), []byte(address))
	}
	if token != "" && !strings.ContainsAny(token, unquotable) {
		content = bytes.ReplaceAll(content, []byte(secret), []byte(`"Bearer `+token+`"`))
	}
	return content, true
}
