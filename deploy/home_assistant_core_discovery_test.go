package deploy_test

import (
	"fmt"
	"net"
	"strconv"
	"strings"

	"worklog/models/modelstest"
)

// The app is found and asks once; its pages are those of the panel. What Supervisor tells later is
// taken without a word.
func (c *haCore) findsTheApp() {
	t, s := c.t, c.server()
	host, text, err := net.SplitHostPort(strings.TrimPrefix(s.url, "http://"))
	modelstest.Must(t, err)
	port := modelstest.Got(strconv.Atoi(text))(t)
	found := func(token string) {
		c.rest("POST", "/api/services/discovery/found", object{"host": host, "port": port, "token": token})
	}

	found(haToken)
	c.until("the app to be found", func() bool { return len(c.flows()) == 1 })
	flow := c.flows()[0].(object)
	if flow["step_id"] != "hassio_confirm" {
		t.Fatalf("got %v", flow)
	}
	entry := c.rest("POST", haFlows+"/"+flow["flow_id"].(string), object{"entity_id": "person.camille", "zone": "zone.travail"})
	if entry["type"] != "create_entry" {
		t.Fatalf("got %v", entry)
	}
	c.entry = entry["result"].(object)["entry_id"].(string)
	c.until("the integration to run", func() bool { return c.state("binary_sensor.worklog_at_work") == "off" })
	devices := c.command(object{"type": "config/device_registry/list"}).([]any)
	if got := devices[len(devices)-1].(object)["configuration_url"]; got != "homeassistant://app/"+host {
		t.Errorf("the device leads to %v", got)
	}
	c.pressed("button.worklog_i_leave")
	for name, issue := range c.issues() {
		text := fmt.Sprint(issue["translation_placeholders"].(object)["link"])
		if issue["learn_more_url"] != "homeassistant://app/"+host || text != "/app/"+host {
			t.Errorf("%s leads to %v and %s", name, issue["learn_more_url"], text)
		}
	}
	if len(c.issues()) != 1 {
		t.Errorf("got issues %v", c.issues())
	}

	found("another token")
	c.until("the new token to be stored", func() bool {
		return strings.Contains(c.stored("core.config_entries"), "another token")
	})
	c.until("the login", func() bool { got := c.flows(); return len(got) == 1 && got[0].(object)["step_id"] == "reauth_confirm" })
	found(haToken)
	c.until("worklog to answer again", func() bool { return c.state("binary_sensor.worklog_at_work") == "off" })
}
