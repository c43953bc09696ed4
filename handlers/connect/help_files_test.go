package connect_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/deploy"
)

func TestTheFilesThatConnectAnAutomationHaveTheAddressOfTheServer(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	for _, name := range deploy.Names {
		got := p.Get("/help/files/" + name)
		got.Want(t, 200)
		if strings.Contains(got.Body, deploy.Placeholder) || !strings.Contains(got.Header.Get("Content-Disposition"), `attachment; filename="`) {
			t.Errorf("%s: got %v", name, got.Header)
		}
	}
	p.Get("/help/files/node-red/flow.json").Want(t, 200, p.URL+apptest.Endpoint)
	p.Get("/help/connect").Want(t, 200, "https://my.home-assistant.io/redirect/blueprint_import/?blueprint_url="+url.QueryEscape(p.URL+"/help/files/home-assistant/blueprints/automation/worklog/zone.yaml"))
	for _, name := range []string{"", "nothing", "deploy.go", "../config.toml", "home-assistant"} {
		p.Get("/help/files/"+name).Want(t, 404)
	}
}

func TestEachGuideThatTheHelpNamesIsOneLinkAway(t *testing.T) {
	t.Parallel()
	p := apptest.Start(t)
	links := regexp.MustCompile(`href="(/help/guides/[^"]*)"`).FindAllStringSubmatch(p.Get("/help/connect").Body, -1)
	guides := map[string]bool{}
	for _, link := range links {
		guides[link[1]] = true
		got := p.Get(link[1])
		got.Want(t, 200, "# ")
		got.WantHeader(t, "Content-Type", "text/plain; charset=UTF-8")
	}
	if len(guides) != 4 {
		t.Errorf("got %v, want 4 guides", guides)
	}
	for _, name := range []string{"", "nothing", "docs.go", "architecture.md", "..%2fREADME.md"} {
		p.Get("/help/guides/"+name).Want(t, 404)
	}
}
