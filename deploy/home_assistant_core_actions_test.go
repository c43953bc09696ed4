package deploy_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"worklog/app"
	"worklog/models/modelstest"
)

// onboard does what a new user does: an account, which has a person, a zone, and the phone.
func (c *haCore) onboard() {
	c.t.Helper()
	client := c.url + "/"
	user := c.rest("POST", "/api/onboarding/users", object{"client_id": client, "name": "Camille", "username": "camille", "password": "a password", "language": "fr"})
	tokens := c.rest("POST", "/auth/token", url.Values{"grant_type": {"authorization_code"}, "code": {user["auth_code"].(string)}, "client_id": {client}})
	c.token, c.refresh, c.client = tokens["access_token"].(string), tokens["refresh_token"].(string), client
	c.until("Core's start", c.answers)
	c.command(object{"type": "http/config/promote"}) // or Core starts again in five minutes, without this port
	c.command(object{"type": "zone/create", "name": "Travail", "latitude": 48.90, "longitude": 2.40, "radius": 100, "icon": "mdi:briefcase"})
	c.report(home)
	c.command(object{"type": "person/update", "person_id": "camille", "device_trackers": []string{"device_tracker.phone"}})
	c.goes(home)
}

// places that the phone can report
var (
	home = [2]float64{48.85, 2.35}
	work = [2]float64{48.90, 2.40}
)

// goes reports a position and waits until the person is there.
func (c *haCore) goes(place [2]float64) {
	c.t.Helper()
	c.report(place)
	want := map[[2]float64]string{home: "home", work: "Travail"}[place]
	c.until("the person to be at "+want, func() bool { return c.state("person.camille") == want })
}

func (c *haCore) report(place [2]float64) {
	c.t.Helper()
	c.moves++ // Core tells nobody of a position that is the last one
	c.rest("POST", "/api/webhook/phone", url.Values{"device": {"phone"}, "accuracy": {"5"},
		"latitude": {fmt.Sprint(place[0] + float64(c.moves)/1e6)}, "longitude": {fmt.Sprint(place[1])}})
}

// state returns the state of an entity, or "" if there is none.
func (c *haCore) state(entity string) string {
	c.t.Helper()
	return c.shown(entity).State
}

// changed returns when the person came to where she is.
func (c *haCore) changed() time.Time {
	c.t.Helper()
	return c.shown("person.camille").Changed
}

type haCoreState struct {
	State   string    `json:"state"`
	Changed time.Time `json:"last_changed"`
	Updated time.Time `json:"last_updated"`
}

// shown returns what Core shows of an entity, which is empty if there is none.
func (c *haCore) shown(entity string) (state haCoreState) {
	c.t.Helper()
	status, answer, err := c.ask("GET", "/api/states/"+entity, nil)
	modelstest.Must(c.t, err)
	if status != http.StatusNotFound {
		modelstest.Must(c.t, json.Unmarshal(answer, &state))
	}
	return state
}

const (
	haFlows   = "/api/config/config_entries/flow"
	haOptions = "/api/config/config_entries/options/flow"
	haFixes   = "/api/repairs/issues/fix"
)

// form starts a flow and submits forms to it, and returns what the last one led to.
func (c *haCore) form(flows string, start object, forms ...object) object {
	c.t.Helper()
	flow := c.rest("POST", flows, start)
	for _, form := range forms {
		flow = c.rest("POST", flows+"/"+flow["flow_id"].(string), form)
	}
	return flow
}

// created checks that forms were the last of theirs, and returns what they have made.
func (c *haCore) created(flow object) object {
	c.t.Helper()
	if flow["type"] != "create_entry" {
		c.t.Fatalf("got %v", flow)
	}
	return flow
}

func (c *haCore) connect(s *program) {
	c.t.Helper()
	form := object{"url": s.URL, "token": haToken, "entity_id": "person.camille", "zone": "zone.travail"}
	flow := c.created(c.form(haFlows, object{"handler": "worklog"}, form))
	c.entry = flow["result"].(object)["entry_id"].(string)
}

// remove removes the integration, of which nothing stays.
func (c *haCore) remove() {
	c.t.Helper()
	c.rest("DELETE", "/api/config/config_entries/entry/"+c.entry, nil)
	modelstest.Want(c.t, len(c.issues()), 0, c.issues())
	modelstest.Want(c.t, c.stored("worklog."+c.entry), "")
}

// stored returns a file of Core's storage, or "" if there is none.
func (c *haCore) stored(name string) string {
	content, _ := os.ReadFile(filepath.Join(c.config, ".storage", name))
	return string(content)
}

// wantRemembered waits until the history, which Core writes seconds later, has where the person is.
func (c *haCore) wantRemembered() {
	c.t.Helper()
	now, history := c.shown("person.camille"), modelstest.SQL(c.t, filepath.Join(c.config, "home-assistant_v2.db"))
	c.until("the history", func() (found bool) {
		modelstest.Must(c.t, history.QueryRow(`SELECT count(*) > 0 FROM states JOIN states_meta USING (metadata_id)
			WHERE states_meta.entity_id = 'person.camille' AND state = ? AND last_updated_ts > ?`, now.State, now.Changed.Unix()).Scan(&found))
		return found
	})
}

func (c *haCore) delay(minutes float64) {
	c.t.Helper()
	const button = "button.worklog_i_arrive"
	before := c.shown(button).Updated
	form := object{"entity_id": "person.camille", "zone": "zone.travail", "delay_in": minutes, "delay_out": minutes}
	c.created(c.form(haOptions, object{"handler": c.entry}, form))
	c.until("the integration to run again", func() bool {
		now := c.shown(button)
		return now.State != "unavailable" && now.Updated != before
	})
}

// wantFigures lets minutes pass until the balance and the next shift have a state, unit, device
// class and state class.
func (c *haCore) wantFigures(want ...string) {
	c.t.Helper()
	c.until(fmt.Sprintf("figures %q", want), func() bool {
		c.pass(time.Minute)
		var got []string
		for _, figure := range []string{"balance", "next_shift"} {
			got = append(got, c.template(fmt.Sprintf("{{ states('sensor.worklog_%[1]s') }}"+
				"{%% for a in ['unit_of_measurement', 'device_class', 'state_class'] %%} {{ state_attr('sensor.worklog_%[1]s', a) }}{%% endfor %%}", figure)))
		}
		return slices.Equal(got, want)
	})
}

func (c *haCore) template(text string) string {
	c.t.Helper()
	_, answer, err := c.ask("POST", "/api/template", object{"template": text})
	modelstest.Must(c.t, err)
	return string(answer)
}

// diagnostics returns what the integration tells of itself once it is loaded, and Core has
// noticed that it tells something.
func (c *haCore) diagnostics() object {
	c.t.Helper()
	var answer struct{ Data object }
	c.until("the integration to be loaded", func() bool {
		_, content, err := c.ask("GET", "/api/diagnostics/config_entry/"+c.entry, nil)
		return err == nil && json.Unmarshal(content, &answer) == nil && answer.Data["waiting"] != nil
	})
	return answer.Data
}

// wantWaiting waits until as many events wait for worklog.
func (c *haCore) wantWaiting(want int) {
	c.t.Helper()
	c.until(fmt.Sprintf("%d events to wait", want), func() bool { return len(c.diagnostics()["waiting"].([]any)) == want })
}

func (c *haCore) asked(kind string) {
	c.t.Helper()
	c.until("the question", func() bool { return c.issues()["question"]["translation_key"] == "question_"+kind })
}

// fix answers an issue with what is submitted to each form.
func (c *haCore) fix(name string, forms ...object) {
	c.t.Helper()
	start := object{"handler": "worklog", "issue_id": c.entry + "_" + name}
	c.created(c.form(haFixes, start, forms...))
}

func (c *haCore) call(action, entity string) {
	c.t.Helper()
	c.rest("POST", "/api/services/"+action, object{"entity_id": entity})
}

func (c *haCore) pressed(button string) object {
	c.t.Helper()
	return c.webSocket(object{"type": "call_service", "domain": "button", "service": "press", "target": object{"entity_id": button}})
}

func (c *haCore) flows() []any {
	c.t.Helper()
	return c.command(object{"type": "config_entries/flow/progress"}).([]any)
}

// poll makes the integration ask worklog now rather than within the minute.
func (c *haCore) poll() {
	c.t.Helper()
	c.call("homeassistant/update_entity", "binary_sensor.worklog_at_work")
}

// issues returns the issues of the integration by the end of their names.
func (c *haCore) issues() map[string]object {
	c.t.Helper()
	found := map[string]object{}
	list := c.command(object{"type": "repairs/list_issues"}).(object)["issues"].([]any)
	for _, each := range list {
		issue := each.(object)
		if name, ours := strings.CutPrefix(issue["issue_id"].(string), c.entry+"_"); ours {
			found[name] = issue
		}
	}
	return found
}

var (
	haCoreLoud = regexp.MustCompile(`( WARNING | ERROR |custom_components/).*worklog`)
	// of each custom integration, of an action that tells the user an error, of a loaded machine
	haCoreUsual = regexp.MustCompile(`which has not been tested by Home Assistant|worklog recorded nothing:|\) took [0-9.]+ seconds|is taking over \d+ seconds`)
)

// wantQuiet checks that Core's log has no warning or error of the integration beside the usual.
func (c *haCore) wantQuiet() {
	c.t.Helper()
	for line := range strings.Lines(c.process.log.String()) {
		modelstest.Want(c.t, !haCoreLoud.MatchString(line) || haCoreUsual.MatchString(line), true, "Core's log", line)
	}
	modelstest.WantNone(c.t, c.process.log.String(), haToken)
}

// recorded waits until worklog has as many events, and Core its answers.
func (c *haCore) recorded(s *program, want ...string) {
	c.t.Helper()
	c.until(fmt.Sprintf("%d events", len(want)), func() bool { return len(s.events()) >= len(want) })
	c.wantWaiting(0)
	s.wantEvents(want...)
}

func (p *program) plans(table string) {
	p.T.Helper()
	modelstest.Must(p.T, modelstest.Only(app.ImportPlan(p.T.Context(), p.Config, app.ImportRequest{File: written(p.T, "plan.csv", table)}, p.Times.Now())))
}

func (p *program) sets(settings string) {
	p.T.Helper()
	modelstest.Must(p.T, modelstest.Only(app.ImportSettings(p.T.Context(), p.Config, written(p.T, "settings.toml", settings), p.Times.Now())))
}

// server starts the program with addresses of feeds, and with Core's clock.
func (c *haCore) server() *program {
	c.t.Helper()
	p := newProgram(c.t, haToken)
	p.Times.Now = c.now
	modelstest.Must(c.t, modelstest.Only(app.RenewFeeds(c.t.Context(), p.Config, c.now())))
	p.Run()
	return p
}

func arrival(at time.Time) string   { return "arrival " + haInstant(at) }
func departure(at time.Time) string { return "departure " + haInstant(at) }
func haInstant(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000000000Z") }
