package deploy_test

import (
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// Each answer of worklog to the form and to an event, which a stand-in gives.
func (c *haCore) saysWhatWorklogAnswers() {
	t := c.t
	var mu sync.Mutex
	var status int
	var body, bearer string
	var events []string // that have been sent
	answer := func(code int, text string) {
		mu.Lock()
		defer mu.Unlock()
		status, body = code, text
	}
	reply := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		bearer = r.Host + " " + r.Header.Get("Authorization")
		if r.Method == http.MethodPost {
			events = append(events, string(sent))
		}
		w.Header().Set("Content-Type", "application/json")
		if status == 429 || status == 503 {
			w.Header().Set("Retry-After", "1")
		}
		w.WriteHeader(status)
		io.WriteString(w, body)
	})
	standIn, another := httptest.NewServer(reply), httptest.NewServer(reply)
	t.Cleanup(standIn.Close)
	t.Cleanup(another.Close)
	typed := func(url, token string) object { return object{"url": url, "token": token} }
	refusals := []struct {
		what        string
		status      int
		body        string
		form        object
		field, want string
	}{
		{"the wrong token", 401, `{"error":"Authentification requise"}`, typed(standIn.URL, haToken), "token", "invalid_auth"},
		{"no section", 404, `{"error":"API indisponible"}`, typed(standIn.URL, haToken), "url", "no_api"},
		{"no such path", 404, `{"error":"Ressource introuvable"}`, typed(standIn.URL, haToken), "url", "too_old"},
		{"no token", 503, `{"error":"API indisponible"}`, typed(standIn.URL, haToken), "url", "no_token"},
		{"too many requests", 429, `{"error":"Trop de requêtes"}`, typed(standIn.URL, haToken), "url", "busy"},
		{"another program", 200, `<!doctype html>`, typed(standIn.URL, haToken), "url", "not_worklog"},
		{"a login page", 303, ``, typed(standIn.URL, haToken), "url", "not_worklog"},
		{"nobody", 0, ``, typed("http://"+freeAddress(t), haToken), "url", "cannot_connect"},
		{"no address", 0, ``, typed("ftp://worklog", haToken), "url", "invalid_url"},
		{"a token that is none", 0, ``, typed(standIn.URL, " "), "token", "invalid_token"},
	}
	wantRefused := func(what string, start, form object, field, want string) {
		flow := c.form(haFlows, start, form)
		modelstest.Want(t, fmt.Sprint(flow["errors"]), fmt.Sprintf("map[%s:%s]", field, want), what)
		modelstest.WantNone(t, fmt.Sprint(flow), haToken)
		c.rest("DELETE", haFlows+"/"+flow["flow_id"].(string), nil) // or Core asks for no other token meanwhile
	}
	wantRefusals := func(start object) {
		for _, refusal := range refusals {
			answer(refusal.status, refusal.body)
			wantRefused(refusal.what, start, refusal.form, refusal.field, refusal.want)
		}
	}

	wantRefusals(object{"handler": "worklog"})
	nowhere := typed(standIn.URL, haToken)
	nowhere["entity_id"] = "person.camille"
	wantRefused("a person without a zone", object{"handler": "worklog"}, nowhere, "zone", "no_zone")
	answer(200, `{"presence":null,"days":null,"calendar":null}`)
	c.connect(&program{&apptest.Program{URL: standIn.URL}})
	c.until("the closed feeds", func() bool { return c.issues()["no_feed"] != nil })
	for _, final := range []int{404, 409, 422} {
		answer(final, `{"error":"Conflit métier"}`)
		modelstest.WantIn(t, fmt.Sprint(c.pressed("button.worklog_i_arrive")["error"]), "worklog recorded nothing")
		c.wantWaiting(0)
		if got := slices.Sorted(maps.Keys(c.issues())); !strings.HasPrefix(got[len(got)-1], "refused_arrival_") {
			t.Errorf("%d: got issues %q", final, got)
		} else {
			c.fix(got[len(got)-1], object{})
		}
	}
	press := func(code int) {
		c.until("the button", func() bool { return c.state("button.worklog_i_leave") != "unavailable" })
		answer(code, `{"error":"Trop de requêtes"}`)
		c.call("button/press", "button.worklog_i_leave")
		c.wantWaiting(1)
	}
	for _, wait := range []int{429, 503, 500} {
		press(wait)
	}
	modelstest.WantNone(t, fmt.Sprint(c.diagnostics()), haToken, standIn.URL)

	reconfigure, options := object{"handler": "worklog", "entry_id": c.entry}, c.diagnostics()["options"]
	wantRefusals(reconfigure)
	answer(200, `{"status":"created","presence":null,"days":null,"calendar":null}`)
	newToken := "another-" + haToken
	changed := c.form(haFlows, reconfigure, object{"url": another.URL, "token": newToken})
	modelstest.Want[any](t, changed["reason"], "reconfigure_successful", changed)
	c.until("the event at another address", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return bearer == strings.TrimPrefix(another.URL, "http://")+" Bearer "+newToken
	})
	c.wantWaiting(0) // and the entry is the same
	if last := events[len(events)-1]; strings.Count(strings.Join(events, "\n"), last) < 4 {
		t.Errorf("the event was sent with other keys: %q", events)
	}
	modelstest.Want(t, reflect.DeepEqual(c.diagnostics()["options"], options), true, options)
	twice := c.form(haFlows, object{"handler": "worklog"}, typed(another.URL, haToken))
	modelstest.Want[any](t, twice["reason"], "already_configured", twice)

	press(401)
	answer(200, `{"status":"created","presence":null,"days":null,"calendar":null}`)
	var flows []any
	c.until("the question for another token", func() bool {
		flows = c.flows()
		return len(flows) == 1 && flows[0].(object)["step_id"] == "reauth_confirm"
	})
	again := c.rest("POST", haFlows+"/"+flows[0].(object)["flow_id"].(string), object{"token": haToken})
	modelstest.Want(t, again["reason"], "reauth_successful", again)
	c.wantWaiting(0)
}

// The app is found and asks once; its pages are those of the panel. What Supervisor tells later is
// taken without a word.
func (c *haCore) findsTheApp() {
	t, s := c.t, c.server()
	host, text, err := net.SplitHostPort(strings.TrimPrefix(s.URL, "http://"))
	modelstest.Must(t, err)
	port := modelstest.Got(strconv.Atoi(text))(t)
	found := func(token string) {
		c.rest("POST", "/api/services/discovery/found", object{"host": host, "port": port, "token": token})
	}

	found(haToken)
	c.until("the app to be found", func() bool { return len(c.flows()) == 1 })
	flow := c.flows()[0].(object)
	modelstest.Want[any](t, flow["step_id"], "hassio_confirm", flow)
	entry := c.created(c.rest("POST", haFlows+"/"+flow["flow_id"].(string), object{"entity_id": "person.camille", "zone": "zone.travail"}))
	c.entry = entry["result"].(object)["entry_id"].(string)
	c.until("the integration to run", func() bool { return c.state("binary_sensor.worklog_at_work") == "off" })
	devices := c.command(object{"type": "config/device_registry/list"}).([]any)
	modelstest.Want[any](t, devices[len(devices)-1].(object)["configuration_url"], "homeassistant://app/"+host, "the device leads to")
	c.pressed("button.worklog_i_leave")
	for name, issue := range c.issues() {
		text := fmt.Sprint(issue["translation_placeholders"].(object)["link"])
		modelstest.Want[any](t, issue["learn_more_url"], "homeassistant://app/"+host, name)
		modelstest.Want(t, text, "/app/"+host, name)
	}
	modelstest.Want(t, len(c.issues()), 1, c.issues())

	found("another token")
	c.until("the new token to be stored", func() bool {
		return strings.Contains(c.stored("core.config_entries"), "another token")
	})
	c.until("the login", func() bool { got := c.flows(); return len(got) == 1 && got[0].(object)["step_id"] == "reauth_confirm" })
	found(haToken)
	c.until("worklog to answer again", func() bool { return c.state("binary_sensor.worklog_at_work") == "off" })
}
