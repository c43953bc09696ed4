package deploy_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
)

// Each answer of worklog to the form and to an event, which a stand-in gives.
func (c *haCore) saysWhatWorklogAnswers() {
	t := c.t
	var status atomic.Int64
	var body, bearer atomic.Value
	answer := func(code int, text string) { body.Store(text); status.Store(int64(code)) }
	var keys []string
	reply := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		bearer.Store(r.Host + " " + r.Header.Get("Authorization"))
		if r.Method == http.MethodPost {
			var key [4096]byte
			n, _ := r.Body.Read(key[:])
			keys = append(keys, string(key[:n]))
		}
		w.Header().Set("Content-Type", "application/json")
		if status.Load() == 429 {
			w.Header().Set("Retry-After", "1")
		}
		w.WriteHeader(int(status.Load()))
		w.Write([]byte(body.Load().(string)))
	})
	standIn, another := httptest.NewServer(reply), httptest.NewServer(reply)
	t.Cleanup(standIn.Close)
	t.Cleanup(another.Close)
	typed := func(changes ...string) object {
		form := object{"url": standIn.URL + "/", "token": haToken, "entity_id": "person.camille", "zone": "zone.travail"}
		for change := range slices.Chunk(changes, 2) {
			form[change[0]] = change[1]
			if change[1] == "" {
				delete(form, change[0])
			}
		}
		return form
	}
	refusals := []struct {
		what        string
		status      int
		body        string
		form        object
		field, want string
	}{
		{"the wrong token", 401, `{"error":"Authentification requise"}`, typed(), "token", "invalid_auth"},
		{"no section", 404, `{"error":"API indisponible"}`, typed(), "url", "no_api"},
		{"no such path", 404, `{"error":"Ressource introuvable"}`, typed(), "url", "too_old"},
		{"no token", 503, `{"error":"API indisponible"}`, typed(), "url", "no_token"},
		{"too many requests", 429, `{"error":"Trop de requêtes"}`, typed(), "url", "busy"},
		{"another program", 200, `<!doctype html>`, typed(), "url", "not_worklog"},
		{"a login page", 303, ``, typed(), "url", "not_worklog"},
		{"nobody", 0, ``, typed("url", "http://"+freeAddress(t)), "url", "cannot_connect"},
		{"no address", 0, ``, typed("url", "ftp://worklog"), "url", "invalid_url"},
		{"a token that is none", 0, ``, typed("token", " "), "token", "invalid_token"},
		{"a person without a zone", 0, ``, typed("zone", ""), "zone", "no_zone"},
		{"a zone without a person", 0, ``, typed("entity_id", ""), "entity_id", "no_person"},
	}
	wantRefusals := func(start object, fields ...string) {
		for _, refusal := range refusals {
			if !slices.Contains(fields, refusal.field) {
				continue
			}
			answer(refusal.status, refusal.body)
			maps.DeleteFunc(refusal.form, func(field string, _ any) bool { return !slices.Contains(fields, field) })
			flow := c.form(haFlows, start, refusal.form)
			if got := fmt.Sprint(flow["errors"]); got != fmt.Sprintf("map[%s:%s]", refusal.field, refusal.want) {
				t.Errorf("%s: got %s, want %s at %s", refusal.what, got, refusal.want, refusal.field)
			}
			if strings.Contains(fmt.Sprint(flow), haToken) {
				t.Errorf("%s: the form has the token", refusal.what)
			}
			c.rest("DELETE", haFlows+"/"+flow["flow_id"].(string), nil) // or Core asks for no other token meanwhile
		}
	}

	wantRefusals(object{"handler": "worklog"}, "url", "token", "entity_id", "zone")
	answer(200, `{"presence":null,"days":null,"calendar":null}`)
	c.connect(&program{url: standIn.URL})
	c.until("the closed feeds", func() bool { return c.issues()["no_feed"] != nil })
	for _, final := range []int{404, 409, 422} {
		answer(final, `{"error":"Conflit métier"}`)
		if got := fmt.Sprint(c.pressed("button.worklog_i_arrive")["error"]); !strings.Contains(got, "worklog recorded nothing") {
			t.Errorf("%d: the button says %s", final, got)
		}
		c.wantWaiting(0)
		if got := names(c.issues()); !strings.HasPrefix(got[len(got)-1], "refused_arrival_") {
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
	if got := fmt.Sprint(c.diagnostics()); strings.Contains(got, haToken) || strings.Contains(got, standIn.URL) {
		t.Errorf("the diagnostics have a secret: %s", got)
	}

	reconfigure, options := object{"handler": "worklog", "entry_id": c.entry}, c.diagnostics()["options"]
	wantRefusals(reconfigure, "url", "token")
	answer(200, `{"status":"created","presence":null,"days":null,"calendar":null}`)
	newToken := "another-" + haToken
	if changed := c.form(haFlows, reconfigure, object{"url": another.URL, "token": newToken}); changed["reason"] != "reconfigure_successful" {
		t.Errorf("another address: %v", changed)
	}
	c.until("the event at another address", func() bool { return bearer.Load() == strings.TrimPrefix(another.URL, "http://")+" Bearer "+newToken })
	c.wantWaiting(0) // and the entry is the same
	if last := keys[len(keys)-1]; strings.Count(strings.Join(keys, "\n"), last) < 4 {
		t.Errorf("the event was sent with other keys: %q", keys)
	}
	if got := c.diagnostics()["options"]; !reflect.DeepEqual(got, options) {
		t.Errorf("the options are %v, want %v", got, options)
	}
	if twice := c.form(haFlows, object{"handler": "worklog"}, typed("url", another.URL)); twice["reason"] != "already_configured" {
		t.Errorf("the same address again: %v", twice)
	}

	press(401)
	answer(200, `{"status":"created","presence":null,"days":null,"calendar":null}`)
	var flows []any
	c.until("the question for another token", func() bool {
		flows = c.flows()
		return len(flows) == 1 && flows[0].(object)["step_id"] == "reauth_confirm"
	})
	again := c.rest("POST", haFlows+"/"+flows[0].(object)["flow_id"].(string), object{"token": haToken})
	if again["reason"] != "reauth_successful" {
		t.Errorf("the token given again: %v", again)
	}
	c.wantWaiting(0)
}
