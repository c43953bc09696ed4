package deploy_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// Each answer of worklog to the form and to an event, which a stand-in gives.
func TestHomeAssistantCoreSaysWhatWorklogAnswers(t *testing.T) {
	c := newHACore(t)
	var status atomic.Int64
	var body atomic.Value
	answer := func(code int, text string) { body.Store(text); status.Store(int64(code)) }
	var keys []string
	standIn := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
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
	}))
	t.Cleanup(standIn.Close)
	c.start()
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
	for _, refusal := range []struct {
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
	} {
		answer(refusal.status, refusal.body)
		flow := c.form(haFlows, object{"handler": "worklog"}, refusal.form)
		if got := fmt.Sprint(flow["errors"]); got != fmt.Sprintf("map[%s:%s]", refusal.field, refusal.want) {
			t.Errorf("%s: got %s, want %s at %s", refusal.what, got, refusal.want, refusal.field)
		}
		if strings.Contains(fmt.Sprint(flow), haToken) {
			t.Errorf("%s: the form has the token", refusal.what)
		}
	}

	answer(200, `{"presence":null,"days":null,"calendar":null}`)
	c.connect(&haServer{&program{url: standIn.URL}}, 0)
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
	for _, wait := range []int{429, 503, 500, 401} {
		answer(wait, `{"error":"Trop de requêtes"}`)
		c.call("button/press", "button.worklog_i_leave")
		c.wantWaiting(1)
	}
	if got := fmt.Sprint(c.diagnostics()); strings.Contains(got, haToken) || strings.Contains(got, standIn.URL) {
		t.Errorf("the diagnostics have a secret: %s", got)
	}
	answer(200, `{"status":"created"}`)
	c.call("button/press", "button.worklog_i_leave")
	c.wantWaiting(0)
	if last := keys[len(keys)-1]; strings.Count(strings.Join(keys, "\n"), last) < 4 {
		t.Errorf("the event was sent with other keys: %q", keys)
	}
	answer(200, `{"presence":null,"days":null,"calendar":null}`)
	flows := c.flows()
	if len(flows) != 1 || flows[0].(object)["step_id"] != "reauth_confirm" {
		t.Fatalf("a wrong token does not ask for another: %v", flows)
	}
	again := c.rest("POST", haFlows+"/"+flows[0].(object)["flow_id"].(string), object{"token": haToken})
	if again["reason"] != "reauth_successful" {
		t.Errorf("the token given again: %v", again)
	}
	c.wantQuiet()
}
