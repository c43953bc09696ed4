package deploy_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/deploy"
	"worklog/models/modelstest"
)

// nodeREDReleases are the releases that .ci/node-red installs, the newest first.
var nodeREDReleases = []string{"5.0.7", "4.1.8"}

// nodeREDEach runs a test with the newest release, or with every release in CI. A release
// that is not installed skips the test, or fails it in CI.
func nodeREDEach(t *testing.T, test func(t *testing.T, release string)) {
	releases := nodeREDReleases
	if os.Getenv("CI") == "" {
		releases = releases[:1]
	}
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			t.Parallel()
			test(t, release)
		})
	}
}

// nodeREDInstalled returns the folder of a release and the path of its Node.js.
func nodeREDInstalled(t *testing.T, release string) (folder, node string) {
	t.Helper()
	variable := "WORKLOG_NODE_RED_" + release[:1]
	folder = os.Getenv(variable)
	if folder == "" {
		if cache, err := os.UserCacheDir(); err == nil {
			folder = filepath.Join(cache, "worklog-tests", "node-red-"+release)
		}
	}
	node = filepath.Join(folder, "node_modules", "node", "bin", "node")
	if _, err := os.Stat(node); err != nil {
		node, _ = exec.LookPath("node")
	}
	_, err := os.Stat(filepath.Join(folder, "node_modules", "node-red", "red.js"))
	if err == nil && node != "" {
		return folder, node
	}
	if os.Getenv("CI") != "" {
		t.Fatalf("Node-RED %s is not installed: .ci/node-red installs it", release)
	}
	t.Skipf("Node-RED %s is not installed (.ci/node-red does, or %s names its folder): its flow is not tested", release, variable)
	return "", ""
}

// nodeRED is a Node-RED with a user folder of its own.
type nodeRED struct {
	t       *testing.T
	install string
	node    string
	userDir string
	token   string // as entered in the editor
	url     string
	standIn *nodeREDStandIn
	buttons map[string]string // from the name of an inject node to its id
	process *process
	asked   time.Time // when the last request came
	read    int       // lines of the diary
	status  string
}

func newNodeRED(t *testing.T, release string) *nodeRED {
	t.Helper()
	install, node := nodeREDInstalled(t, release)
	n := &nodeRED{t: t, install: install, node: node, userDir: t.TempDir(), token: nodeREDToken}
	settings := `module.exports = {
		uiHost: "127.0.0.1", uiPort: 0, disableEditor: true, lang: "en-US",
		telemetry: { enabled: false, updateNotification: false },
		externalModules: { palette: { allowInstall: false }, modules: { allowInstall: false } },
		logging: { console: { level: "info" } },
		nodesExcludes: [ // which the flow does not use: a third of the time to start
			"10-switch.js", "15-change.js", "16-range.js", "80-template.js", "89-delay.js", "89-trigger.js", "90-exec.js",
			"10-mqtt.js", "22-websocket.js", "31-tcpin.js", "32-udp.js", "10-file.js", "23-watch.js",
			"70-CSV.js", "70-HTML.js", "70-JSON.js", "70-XML.js", "70-YAML.js", "17-split.js", "18-sort.js", "19-batch.js",
		],
	}`
	modelstest.Must(t, os.WriteFile(filepath.Join(n.userDir, "settings.js"), []byte(settings), 0o600))
	return n
}

var nodeREDListens = regexp.MustCompile(`Server now running at (http://127\.0\.0\.1:\d+)/`)

// start starts Node-RED and waits until the flows of the user folder run.
func (n *nodeRED) start() {
	n.t.Helper()
	command := exec.Command(n.node, filepath.Join(n.install, "node_modules", "node-red", "red.js"), "--userDir", n.userDir)
	command.Env = []string{"HOME=" + n.userDir, "PATH=" + os.Getenv("PATH"), "TZ=UTC", "WORKLOG_API_TOKEN=" + nodeREDToken}
	n.process = launch(n.t, command)
	n.url = n.process.says(n.t, nodeREDListens)
	n.waitForFlows(1)
}

// flows returns how often the flows have started.
func (n *nodeRED) flows() int { return strings.Count(n.process.log.String(), "Started flows") }

func (n *nodeRED) waitForFlows(times int) {
	n.t.Helper()
	n.process.until(n.t, "its flows", func() bool { return n.flows() >= times })
}

// deploy does what a user does in the editor: it imports the flow, enters the address and
// the token in the request node, and wires the second output to a node, which here keeps a
// diary of the messages and of the statuses of the queue's node. A trigger over HTTP gets
// its response from the third output. Edits are pairs of a text in the flow and its
// replacement.
func (n *nodeRED) deploy(server string, edits ...string) {
	n.t.Helper()
	text := read(n.t, nodeREDFlowFile)
	for edit := range slices.Chunk(append(edits, deploy.Placeholder, server), 2) {
		if strings.Count(text, edit[0]) != 1 {
			n.t.Fatalf("the flow does not have %q once", edit[0])
		}
		text = strings.Replace(text, edit[0], edit[1], 1)
	}
	var nodes []map[string]any
	modelstest.Must(n.t, json.Unmarshal([]byte(text), &nodes))
	n.buttons = map[string]string{}
	var tab, queue any
	for _, node := range nodes {
		switch node["type"] {
		case "tab":
			tab = node["id"]
		case "inject":
			n.buttons[node["name"].(string)] = node["id"].(string)
		case "http request":
			node["credentials"] = map[string]string{"password": n.token}
		case "function":
			queue = node["id"]
			wires := node["wires"].([]any)
			wires[1] = append(wires[1].([]any), "diary")
			wires[2] = append(wires[2].([]any), "acknowledge")
		}
	}
	nodes = append(nodes,
		map[string]any{"id": "trigger", "type": "http in", "z": tab, "url": nodeREDTrigger, "method": "post", "x": 1, "y": 1, "wires": [][]any{{queue}}},
		map[string]any{"id": "acknowledge", "type": "http response", "z": tab, "x": 1, "y": 1, "wires": []any{}},
		map[string]any{"id": "statuses", "type": "status", "z": tab, "scope": []any{queue}, "x": 1, "y": 1, "wires": [][]string{{"diary"}}},
		map[string]any{"id": "diary", "type": "function", "z": tab, "x": 1, "y": 1, "outputs": 0, "wires": []any{},
			"libs": []map[string]string{{"var": "fs", "module": "fs"}},
			"func": fmt.Sprintf(`fs.appendFileSync(%q, JSON.stringify(msg.status ? { Status: msg.status } : { Told: msg.payload }) + "\n");`, n.diary())})
	before, body := n.flows(), modelstest.Got(json.Marshal(nodes))(n.t)
	n.post("/flows", body)
	n.waitForFlows(before + 1)
}

// nodeREDTrigger is the path of the trigger over HTTP.
const nodeREDTrigger = "/badge"

// trigger sends an event to the trigger over HTTP and returns what comes back: its response,
// or an error if the context ends before.
func (n *nodeRED) trigger(ctx context.Context, event string) (acknowledged sentEvent, err error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, n.url+nodeREDTrigger, strings.NewReader(event))
	if err != nil {
		return acknowledged, err
	}
	request.Header.Set("Content-Type", "text/plain")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return acknowledged, err
	}
	defer response.Body.Close()
	return acknowledged, json.NewDecoder(response.Body).Decode(&acknowledged)
}

func (n *nodeRED) post(path string, body []byte) {
	n.t.Helper()
	response := modelstest.Got(http.Post(n.url+path, "application/json", bytes.NewReader(body)))(n.t)
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		answer, _ := io.ReadAll(response.Body)
		n.t.Fatalf("POST %s: got %s %s", path, response.Status, answer)
	}
}

// press presses the button of an inject node, optionally with other properties than its
// own.
func (n *nodeRED) press(button string, properties ...string) {
	n.t.Helper()
	var body []byte
	if properties != nil {
		var props []map[string]string
		for pair := range slices.Chunk(properties, 2) {
			props = append(props, map[string]string{"p": pair[0], "v": pair[1], "vt": "str"})
		}
		body = modelstest.Got(json.Marshal(map[string]any{"__user_inject_props__": props}))(n.t)
	}
	n.post("/inject/"+n.buttons[button], body)
}

// held queues an arrival that stays in the queue until a retry is requested.
func (n *nodeRED) held() *nodeREDRequest {
	n.t.Helper()
	n.press("Arrivée")
	head := n.request()
	head.answer(404, ``)
	n.wantReported("adresse ou jeton à corriger (404)")
	n.wantStatus("red ring", "1 en attente")
	return head
}

// request returns the next request, which waits for its response.
func (n *nodeRED) request() *nodeREDRequest {
	n.t.Helper()
	request := received(n.t, "a request", n.standIn.requests)
	request.t, n.asked = n.t, time.Now()
	decoder := json.NewDecoder(strings.NewReader(request.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&request.event); err != nil {
		n.t.Fatalf("%q: %v", request.body, err)
	}
	return request
}

// retries asks for a retry, whose request must repeat an earlier one.
func (n *nodeRED) retries(of *nodeREDRequest) *nodeREDRequest {
	n.t.Helper()
	n.press("Réessayer maintenant")
	return n.request().same(of)
}

// empties answers the last request of the queue, which is then empty.
func (n *nodeRED) empties(last *nodeREDRequest, status int, recorded string) {
	n.t.Helper()
	last.answer(status, `{"status":"`+recorded+`"}`)
	n.wantStatus("green dot", "à jour")
}
