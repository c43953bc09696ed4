package app_test

import (
	"regexp"
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

func TestEachGuideThatTheHelpNamesIsOneLinkAway(t *testing.T) {
	t.Parallel()
	p := start(t)
	links := regexp.MustCompile(`href="(/help/guides/[^"]*)"`).FindAllStringSubmatch(p.get("/help").body, -1)
	guides := map[string]bool{}
	for _, link := range links {
		guides[link[1]] = true
		got := p.get(link[1])
		got.want(t, 200, "# ")
		got.wantHeader(t, "Content-Type", "text/plain; charset=UTF-8")
	}
	if len(guides) != 4 {
		t.Errorf("got %v, want 4 guides", guides)
	}
	for _, name := range []string{"", "nothing", "docs.go", "architecture.md", "..%2fREADME.md"} {
		p.get("/help/guides/"+name).want(t, 404)
	}
}
