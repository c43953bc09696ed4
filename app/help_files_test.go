package app_test

import (
	"strings"
	"testing"

	"worklog/deploy"
)

func TestTheFilesThatConnectAnAutomationHaveTheAddressOfTheServer(t *testing.T) {
	t.Parallel()
	p := start(t)
	for _, name := range deploy.Names {
		got := p.get("/help/files/" + name)
		got.want(t, 200)
		if strings.Contains(got.body, deploy.Placeholder) || !strings.Contains(got.header.Get("Content-Disposition"), `attachment; filename="`) {
			t.Errorf("%s: got %v", name, got.header)
		}
	}
	p.get("/help/files/node-red/flow.json").want(t, 200, p.url+endpoint)
	for _, name := range []string{"", "nothing", "deploy.go", "../config.toml", "home-assistant"} {
		p.get("/help/files/"+name).want(t, 404)
	}
}
