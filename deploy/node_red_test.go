package deploy_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"worklog/models/modelstest"
)

const (
	nodeREDFlowFile    = "node-red/flow.json"
	nodeREDQueueFile   = "node-red/queue.js"
	nodeREDPlaceholder = "http://worklog.local:8080"
	nodeREDToken       = "a-token-of-more-than-32-characters-for-node-red"
	nodeREDPath        = "/api/v1/workplace-presence"
	nodeREDPatience    = time.Minute // for anything that is waited for
)

// nodeREDReleases are those that .ci/node-red installs.
var nodeREDReleases = []string{"4.1.8", "5.0.7"}

// nodeREDInitialize is the line of the flow that holds the queue's code.
var nodeREDInitialize = regexp.MustCompile(`(?m)^( *"initialize": )"(.*)"(,?)$`)

func TestTheNodeREDFlowHoldsItsQueueAsItIsWritten(t *testing.T) {
	code := nodeREDRead(t, nodeREDQueueFile)
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(code); err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSpace(line.String())
	flow := nodeREDRead(t, nodeREDFlowFile)
	parts := nodeREDInitialize.FindStringSubmatchIndex(flow)
	if parts == nil {
		t.Fatal("the flow has no function with code at its start")
	}
	got := flow[parts[3]:parts[6]]
	if got == want {
		return
	}
	if os.Getenv("WORKLOG_WRITE_FLOW") == "" {
		t.Fatalf("%s does not hold %s: run this test with WORKLOG_WRITE_FLOW=1", nodeREDFlowFile, nodeREDQueueFile)
	}
	if err := os.WriteFile(nodeREDFlowFile, []byte(flow[:parts[3]]+want+flow[parts[6]:]), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestTheNodeREDFlowNamesTheServerOnceAndNoToken(t *testing.T) {
	flow := nodeREDRead(t, nodeREDFlowFile)
	if got := strings.Count(flow, nodeREDPlaceholder); got != 1 {
		t.Errorf("got %d addresses, want 1", got)
	}
	if strings.Contains(flow, `"credentials"`) {
		t.Error("the flow has credentials")
	}
}

func TestNodeREDLosesDoublesAndReordersNothingWhenItIsKilled(t *testing.T) {
	nodeREDEach(t, func(t *testing.T, release string) {
		address := freeAddress(t)
		n := nodeREDNew(t, release)
		n.token = "${WORKLOG_API_TOKEN}"
		n.start()
		n.deploy("http://" + address)

		// the server is down; four events come; Node-RED is killed
		var want []nodeREDEvent
		for i, button := range []string{"Arrivée", "Départ", "Arrivée", "Départ"} {
			n.press(button)
			want = append(want, n.queued(i + 1)[i])
		}
		n.kill()

		// both are up; the first answer is lost, and Node-RED killed once more
		n.start()
		server := nodeREDServer(t)
		lost := make(chan struct{})
		door := &nodeREDDoorKeeper{to: server.url, loses: lost}
		door.open(t, address)
		nodeREDWait(t, "the first event to be recorded", lost)
		n.kill()
		n.start()
		n.queued(0)

		if got := server.events(t); !slices.Equal(got, want) {
			t.Errorf("recorded\n got %v\nwant %v", got, want)
		}
		sent := []string{"201 created", "200 replayed", "200 created", "201 created", "200 created"}
		if got := door.answered(); !slices.Equal(got, sent) {
			t.Errorf("got %v, want %v", got, sent)
		}
		if slots := server.count(t, "time_slots"); slots != 2 {
			t.Errorf("got %d slots, want 2", slots)
		}
	})
}

func TestNodeREDTellsApartWhatIsDoneFinalAndKept(t *testing.T) {
	nodeREDEach(t, func(t *testing.T, release string) {
		n := nodeREDNew(t, release)
		n.start()
		n.door = nodeREDNewDoor(t)
		n.deploy(n.door.url)
		n.wantStatus("green dot", "à jour")
		for _, rule := range nodeREDRules {
			if !t.Run(rule.name, func(t *testing.T) {
				n.t = t
				rule.holds(t, n)
				n.queued(0)
			}) {
				break // what is left in the queue would fail the others
			}
		}
		n.t = t
		if followed := n.door.elsewhere(); followed != nil {
			t.Errorf("a redirect was followed: %v", followed)
		}
	})
}

// nodeREDRules each begin and end with an empty queue.
var nodeREDRules = []struct {
	name  string
	holds func(t *testing.T, n *nodeRED)
}{
	{"a request is what the endpoint asks for", func(t *testing.T, n *nodeRED) {
		n.press("Arrivée")
		request := n.request()
		if got, want := request.header.Get("Authorization"), "Bearer "+nodeREDToken; got != want {
			t.Errorf("Authorization: got %q, want %q", got, want)
		}
		if got, want := request.header.Get("Content-Type"), "application/json"; got != want {
			t.Errorf("Content-Type: got %q, want %q", got, want)
		}
		if request.event.Event != "arrival" || len(request.event.Key) != len("00000000-0000-0000-0000-000000000000") {
			t.Errorf("got %v, want an arrival with a key", request.event)
		}
		at, err := time.Parse(time.RFC3339Nano, request.event.OccurredAt)
		if ago := time.Since(at); err != nil || ago < 0 || ago > nodeREDPatience {
			t.Errorf("got %q, want now", request.event.OccurredAt)
		}
		request.answer(201, `{"status":"created"}`)
		n.wantStatus("green dot", "à jour")
	}},
	{"a flow that is exported has no token", func(t *testing.T, n *nodeRED) {
		response, err := http.Get(n.url + "/flows")
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		flows, err := io.ReadAll(response.Body)
		if err != nil || !bytes.Contains(flows, []byte(n.door.url)) || bytes.Contains(flows, []byte(nodeREDToken)) {
			t.Errorf("got %v and %s", err, flows)
		}
	}},
	{"what is created or replayed leaves the queue", func(_ *testing.T, n *nodeRED) {
		for _, done := range []string{`{"status":"created"}`, `{"status":"replayed"}`} {
			n.press("Départ")
			n.request().answer(200, done)
			n.wantStatus("green dot", "à jour")
			n.queued(0)
		}
	}},
	{"one is sent at a time, whatever is pressed meanwhile", func(t *testing.T, n *nodeRED) {
		n.press("Arrivée")
		head := n.request()
		n.press("Réessayer maintenant")
		n.press("Départ")
		next := n.queued(2)[1]
		head.answer(201, `{"status":"created"}`)
		request := n.request()
		if request.event != next {
			t.Errorf("got %v, want %v", request.event, next)
		}
		request.answer(200, `{"status":"created"}`)
		n.wantStatus("green dot", "à jour")
	}},
	{"without an answer the same is sent again by itself, after growing delays", func(_ *testing.T, n *nodeRED) {
		n.press("Arrivée")
		head := n.request()
		head.answer(503, `{"error":"API indisponible"}`)
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (503), nouvel essai à")
		n.request().same(head).answer(500, `{"error":"Erreur interne"}`)
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (500), nouvel essai à")
		for range 8 {
			n.press("Réessayer maintenant")
			n.request().same(head).hangUp()
			n.wantStatus("yellow ring", "1 en attente : pas de réponse (ECONNRESET), nouvel essai à")
		}
		n.wantRetryIn(5 * time.Minute)
		n.press("Réessayer maintenant")
		n.request().same(head).answer(201, `{"status":"created"}`)
		n.wantStatus("green dot", "à jour")
	}},
	{"the server may ask for a longer delay", func(_ *testing.T, n *nodeRED) {
		n.press("Arrivée")
		head := n.request()
		head.answer(429, `{"error":"Trop de requêtes"}`, "Retry-After", "1800")
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (429), nouvel essai à")
		n.wantRetryIn(30 * time.Minute)
		n.press("Réessayer maintenant")
		n.request().same(head).answer(503, ``, "Retry-After", time.Now().Add(20*time.Minute).UTC().Format(http.TimeFormat))
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (503), nouvel essai à")
		n.wantRetryIn(20 * time.Minute)
		n.press("Réessayer maintenant")
		n.request().same(head).answer(429, ``, "Retry-After", "1000000")
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (429), nouvel essai à")
		n.wantRetryIn(time.Hour)
		n.press("Réessayer maintenant")
		n.request().same(head).answer(201, `{"status":"created"}`)
		n.wantStatus("green dot", "à jour")
	}},
	{"what no retry mends stays first and is told, and nothing overtakes it", func(_ *testing.T, n *nodeRED) {
		head := n.held()
		n.press("Départ")
		n.queued(2)
		for _, kept := range []struct {
			status int
			body   string
		}{
			{401, `{"error":"Authentification requise"}`},
			{404, `{"error":"Ressource introuvable"}`},
			{405, `{"error":"Méthode non autorisée"}`},
			{415, `{"error":"Content-Type invalide"}`},
			{303, ``},
			{307, ``},
			{200, `<!doctype html><title>Connexion</title>`},
			{201, `{"status":"ok"}`},
			{204, ``},
			{403, `null`},
		} {
			n.press("Réessayer maintenant")
			n.request().same(head).answer(kept.status, kept.body, "Location", "/login")
			what := fmt.Sprintf("adresse ou jeton à corriger (%d)", kept.status)
			n.wantTold(what + " : les événements attendent")
			n.wantStatus("red ring", "2 en attente : "+what+", nouvel essai à")
			n.wantRetryIn(15 * time.Minute)
		}
		n.press("Réessayer maintenant")
		n.request().same(head).answer(403, ``)
		n.wantStatus("red ring", "2 en attente : adresse ou jeton à corriger (403)") // not told again
		n.press("Réessayer maintenant")
		n.request().same(head).answer(201, `{"status":"created"}`)
		n.request().answer(200, `{"status":"created"}`)
		n.wantStatus("green dot", "à jour")
	}},
	{"what is final is set aside and told, and the next one goes", func(t *testing.T, n *nodeRED) {
		for _, final := range []int{400, 409, 413, 422} {
			head := n.held()
			n.press("Départ")
			next := n.queued(2)[1]
			n.press("Réessayer maintenant")
			n.request().same(head).answer(final, `{"error":"Conflit métier"}`)
			n.wantTold(fmt.Sprintf("événement refusé (%d)", final))
			request := n.request()
			if request.event != next {
				t.Errorf("%d: got %v, want %v", final, request.event, next)
			}
			request.answer(200, `{"status":"created"}`)
			n.wantStatus("green dot", "à jour")
			aside := n.refused()
			if got := aside[len(aside)-1]; got != head.event {
				t.Errorf("%d: got %v set aside, want %v", final, got, head.event)
			}
		}
	}},
	{"the automation may know better when it was", func(t *testing.T, n *nodeRED) {
		want := nodeREDEvent{"arrival", "2026-11-20T08:03:00+01:00", "badge-1"}
		n.press("Arrivée", "payload", want.Event, "occurred_at", want.OccurredAt, "idempotency_key", want.Key)
		request := n.request()
		if request.event != want {
			t.Errorf("got %v, want %v", request.event, want)
		}
		request.answer(201, `{"status":"created"}`)
		n.wantStatus("green dot", "à jour")
	}},
	{"what is no event is told and not sent", func(_ *testing.T, n *nodeRED) {
		n.press("Arrivée", "payload", "arrivée")
		n.wantTold(`événement inconnu : "arrivée"`)
	}},
	{"a file that a hand has broken is set aside and told", func(t *testing.T, n *nodeRED) {
		for _, broken := range []string{"", "{", "3", "null"} {
			n.file("000000000001-broken.json", broken)
			n.press("Réessayer maintenant")
			n.wantTold("événement refusé (illisible)")
			n.queued(0)
		}
	}},
	{"a full queue takes nothing more, and says so", func(t *testing.T, n *nodeRED) {
		n.deploy(n.door.url, "MOST_WAITING = 10000", "MOST_WAITING = 2")
		head := n.held()
		n.press("Départ")
		n.queued(2)
		n.press("Arrivée")
		n.wantTold("événement non gardé : la file d'attente est pleine (2)")
		n.press("Réessayer maintenant")
		n.request().same(head).answer(201, `{"status":"created"}`)
		n.request().answer(200, `{"status":"created"}`)
		n.wantStatus("green dot", "à jour")
	}},
	{"of what was refused, the newest stay", func(t *testing.T, n *nodeRED) {
		n.deploy(n.door.url, "MOST_REFUSED = 1000", "MOST_REFUSED = 2")
		for range 3 {
			n.press("Départ")
			request := n.request()
			request.answer(409, `{"error":"Conflit métier"}`)
			n.wantTold("événement refusé (409)")
			n.wantStatus("red dot", "refusé (409)")
			aside := n.refused()
			if got := aside[len(aside)-1]; len(aside) > 2 || got != request.event {
				t.Errorf("got %v, want two at most, the last %v", aside, request.event)
			}
		}
	}},
	{"a queue that a hand has emptied waits for nothing", func(t *testing.T, n *nodeRED) {
		n.held()
		if err := os.RemoveAll(n.queue()); err != nil {
			t.Fatal(err)
		}
		n.press("Réessayer maintenant")
		n.wantStatus("green dot", "à jour")
		n.press("Départ")
		n.request().answer(201, `{"status":"created"}`)
		n.wantStatus("green dot", "à jour")
	}},
	{"a disk that fails is told, and the event stays", func(t *testing.T, n *nodeRED) {
		head := n.held()
		refused := filepath.Join(n.queue(), "refused")
		if err := errors.Join(os.RemoveAll(refused), os.WriteFile(refused, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		n.press("Départ")
		n.wantTold("événement non gardé : EEXIST")
		n.press("Réessayer maintenant")
		n.request().same(head).answer(409, ``)
		n.wantTold("la file d'attente " + n.queue() + " : ENOTDIR")
		n.wantStatus("red ring", "ENOTDIR")
		if err := os.Remove(refused); err != nil {
			t.Fatal(err)
		}
		n.press("Réessayer maintenant")
		n.request().same(head).answer(201, `{"status":"created"}`)
		n.wantStatus("green dot", "à jour")
	}},
	{"a folder that is gone while an answer is awaited stops nothing", func(t *testing.T, n *nodeRED) {
		n.press("Arrivée")
		head := n.request()
		elsewhere := n.queue() + "-elsewhere"
		if err := errors.Join(os.Rename(n.queue(), elsewhere), os.WriteFile(n.queue(), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		n.press("Départ")
		n.wantTold("événement non gardé : ENOTDIR")
		n.wantTold("la file d'attente " + n.queue() + " : ENOTDIR")
		if err := errors.Join(os.Remove(n.queue()), os.Rename(elsewhere, n.queue())); err != nil {
			t.Fatal(err)
		}
		n.press("Réessayer maintenant")
		n.request().same(head).answer(201, `{"status":"created"}`)
		n.wantStatus("green dot", "à jour")
		head.answer(201, `{"status":"created"}`)
	}},
	{"an answer that does not come is given up, and means nothing when it comes late", func(_ *testing.T, n *nodeRED) {
		n.deploy(n.door.url, "attempt }), GIVE_UP_AFTER)", "attempt }), failures ? GIVE_UP_AFTER : SECOND)")
		n.press("Arrivée")
		head := n.request()
		again := n.request().same(head)
		head.answer(409, ``)
		n.wantStatus("yellow ring", "1 en attente : pas de réponse (délai dépassé)")
		again.answer(201, `{"status":"created"}`)
		n.wantStatus("green dot", "à jour")
	}},
	{"a redeployment sends again what was on its way", func(_ *testing.T, n *nodeRED) {
		n.press("Arrivée")
		head := n.request()
		n.deploy(n.door.url)
		n.request().same(head).answer(200, `{"status":"replayed"}`)
		n.wantStatus("green dot", "à jour")
		head.answer(201, `{"status":"created"}`)
	}},
}

// nodeREDEach runs a test with each release that is installed. Where one is not,
// that is said; in CI it is a failure.
func nodeREDEach(t *testing.T, test func(t *testing.T, release string)) {
	for _, release := range nodeREDReleases {
		t.Run(release, func(t *testing.T) {
			t.Parallel()
			test(t, release)
		})
	}
}

// nodeREDInstalled returns the folder of an installation and the Node.js for it.
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
	token   string // as it is typed in the editor
	url     string
	door    *nodeREDDoor
	buttons map[string]string // from the name of an inject node to its id
	started chan struct{}     // receives each time that the flows were started
	kill    func()
	read    int // lines of the diary
	status  string
}

func nodeREDNew(t *testing.T, release string) *nodeRED {
	t.Helper()
	install, node := nodeREDInstalled(t, release)
	n := &nodeRED{t: t, install: install, node: node, userDir: t.TempDir(), token: nodeREDToken}
	settings := `module.exports = {
		uiHost: "127.0.0.1", uiPort: 0, disableEditor: true, lang: "en-US",
		telemetry: { enabled: false, updateNotification: false },
		externalModules: { palette: { allowInstall: false }, modules: { allowInstall: false } },
		logging: { console: { level: "info" } },
	}`
	if err := os.WriteFile(filepath.Join(n.userDir, "settings.js"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return n
}

var nodeREDListens = regexp.MustCompile(`Server now running at (http://127\.0\.0\.1:\d+)/`)

// start returns when the flows of the user folder run.
func (n *nodeRED) start() {
	n.t.Helper()
	command := exec.Command(n.node, filepath.Join(n.install, "node_modules", "node-red", "red.js"), "--userDir", n.userDir)
	command.Env = []string{"HOME=" + n.userDir, "PATH=" + os.Getenv("PATH"), "TZ=UTC", "WORKLOG_API_TOKEN=" + nodeREDToken}
	output, err := command.StdoutPipe()
	if err != nil {
		n.t.Fatal(err)
	}
	command.Stderr = command.Stdout
	if err := command.Start(); err != nil {
		n.t.Fatal(err)
	}
	ended := make(chan struct{})
	listens := make(chan string, 1)
	started := make(chan struct{}, 9)
	var log strings.Builder
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(output); lines.Scan(); {
			log.WriteString(lines.Text() + "\n")
			if found := nodeREDListens.FindStringSubmatch(lines.Text()); found != nil {
				listens <- found[1]
			}
			if strings.Contains(lines.Text(), "Started flows") {
				started <- struct{}{}
			}
		}
	}()
	t := n.t
	n.kill = sync.OnceFunc(func() {
		command.Process.Kill() // SIGKILL
		<-ended
		command.Wait()
		if t.Failed() {
			t.Log(log.String())
		}
	})
	n.t.Cleanup(n.kill)
	n.url = nodeREDWait(n.t, "Node-RED", listens)
	n.started = started
	nodeREDWait(n.t, "its flows", n.started)
}

// deploy does what a user does in the editor: imports the flow, writes address and
// token into the node that sends, and wires something to the second output. Here that
// keeps a diary, as it does of what the queue's node shows. Edits are pairs of what is
// in the flow and what to write instead.
func (n *nodeRED) deploy(server string, edits ...string) {
	n.t.Helper()
	text := nodeREDRead(n.t, nodeREDFlowFile)
	for edit := range slices.Chunk(append(edits, nodeREDPlaceholder, server), 2) {
		if strings.Count(text, edit[0]) != 1 {
			n.t.Fatalf("the flow does not have %q once", edit[0])
		}
		text = strings.Replace(text, edit[0], edit[1], 1)
	}
	var nodes []map[string]any
	if err := json.Unmarshal([]byte(text), &nodes); err != nil {
		n.t.Fatal(err)
	}
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
		}
	}
	nodes = append(nodes,
		map[string]any{"id": "statuses", "type": "status", "z": tab, "scope": []any{queue}, "x": 1, "y": 1, "wires": [][]string{{"diary"}}},
		map[string]any{"id": "diary", "type": "function", "z": tab, "x": 1, "y": 1, "outputs": 0, "wires": []any{},
			"libs": []map[string]string{{"var": "fs", "module": "fs"}},
			"func": fmt.Sprintf(`fs.appendFileSync(%q, JSON.stringify(msg.status ? { Status: msg.status } : { Told: msg.payload }) + "\n");`, n.diary())})
	body, err := json.Marshal(nodes)
	if err != nil {
		n.t.Fatal(err)
	}
	n.post("/flows", body)
	nodeREDWait(n.t, "the flows that were deployed", n.started)
}

func (n *nodeRED) diary() string { return filepath.Join(n.userDir, "diary") }
func (n *nodeRED) queue() string { return filepath.Join(n.userDir, "worklog-queue") }

func (n *nodeRED) post(path string, body []byte) {
	n.t.Helper()
	response, err := http.Post(n.url+path, "application/json", bytes.NewReader(body))
	if err != nil {
		n.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= 300 {
		answer, _ := io.ReadAll(response.Body)
		n.t.Fatalf("POST %s: got %s %s", path, response.Status, answer)
	}
}

// press presses the button of an inject node, which may be told to send other
// properties than its own.
func (n *nodeRED) press(button string, properties ...string) {
	n.t.Helper()
	var body []byte
	if properties != nil {
		var props []map[string]string
		for pair := range slices.Chunk(properties, 2) {
			props = append(props, map[string]string{"p": pair[0], "v": pair[1], "vt": "str"})
		}
		var err error
		if body, err = json.Marshal(map[string]any{"__user_inject_props__": props}); err != nil {
			n.t.Fatal(err)
		}
	}
	n.post("/inject/"+n.buttons[button], body)
}

// nodeREDEvent is an event as it is queued and sent.
type nodeREDEvent struct {
	Event      string `json:"event"`
	OccurredAt string `json:"occurred_at"`
	Key        string `json:"idempotency_key"`
}

// queued waits until so many events are in the queue, and returns them in order.
func (n *nodeRED) queued(count int) []nodeREDEvent {
	n.t.Helper()
	nodeREDUntil(n.t, fmt.Sprintf("%d events in the queue", count), func() bool {
		return len(nodeREDNames(n.t, n.queue())) == count
	})
	return nodeREDEvents(n.t, n.queue())
}

// refused returns the events that were set aside, in order.
func (n *nodeRED) refused() []nodeREDEvent {
	n.t.Helper()
	return nodeREDEvents(n.t, filepath.Join(n.queue(), "refused"))
}

// file writes into the queue by hand.
func (n *nodeRED) file(name, content string) {
	n.t.Helper()
	if err := os.WriteFile(filepath.Join(n.queue(), name), []byte(content), 0o600); err != nil {
		n.t.Fatal(err)
	}
}

// held puts an arrival into the queue that stays there until somebody asks for a retry.
func (n *nodeRED) held() *nodeREDRequest {
	n.t.Helper()
	n.press("Arrivée")
	head := n.request()
	head.answer(404, ``)
	n.wantTold("adresse ou jeton à corriger (404)")
	n.wantStatus("red ring", "1 en attente")
	return head
}

// request returns the next request, which waits for its answer.
func (n *nodeRED) request() *nodeREDRequest {
	n.t.Helper()
	request := nodeREDWait(n.t, "a request", n.door.requests)
	request.t = n.t
	decoder := json.NewDecoder(strings.NewReader(request.body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&request.event); err != nil {
		n.t.Fatalf("%q: %v", request.body, err)
	}
	return request
}

// nodeREDNames returns the paths of the events in a folder, in order.
func nodeREDNames(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func nodeREDEvents(t *testing.T, folder string) []nodeREDEvent {
	t.Helper()
	var events []nodeREDEvent
	for _, path := range nodeREDNames(t, folder) {
		var event nodeREDEvent
		if err := json.Unmarshal([]byte(nodeREDRead(t, path)), &event); err != nil {
			t.Fatal(err)
		}
		events = append(events, event)
	}
	return events
}

// nodeREDLine is a line of the diary: what the queue's node shows, or its second
// output.
type nodeREDLine struct {
	Status *struct{ Fill, Shape, Text string }
	Told   string
}

func (l nodeREDLine) String() string {
	if l.Status == nil {
		return "told " + l.Told
	}
	return l.Status.Fill + " " + l.Status.Shape + " " + l.Status.Text
}

// next returns the next line of the diary, when it is there.
func (n *nodeRED) next() nodeREDLine {
	n.t.Helper()
	var line nodeREDLine
	nodeREDUntil(n.t, "a line of the diary", func() bool {
		text, err := os.ReadFile(n.diary())
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			n.t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n") // what follows the last line break is not whole
		if len(lines)-1 <= n.read {
			return false
		}
		if err := json.Unmarshal([]byte(lines[n.read]), &line); err != nil {
			n.t.Fatal(err)
		}
		n.read++
		return true
	})
	if line.Status != nil {
		n.status = line.Status.Text
	}
	return line
}

// wantStatus reads on until the queue's node shows this, and passes over nothing that
// was told.
func (n *nodeRED) wantStatus(dot, text string) {
	n.t.Helper()
	for {
		line := n.next()
		if line.Status == nil {
			n.t.Fatalf("got %s, want %s %s", line, dot, text)
		}
		if strings.HasPrefix(line.String(), dot+" "+text) {
			return
		}
	}
}

// wantTold reads on until the second output says this.
func (n *nodeRED) wantTold(text string) {
	n.t.Helper()
	for {
		if line := n.next(); line.Status == nil {
			if !strings.HasPrefix(line.Told, text) {
				n.t.Fatalf("got %s, want %s", line, text)
			}
			return
		}
	}
}

// wantRetryIn asks when the next attempt is, as the node shows it, give or take what a
// slow machine needs.
func (n *nodeRED) wantRetryIn(want time.Duration) {
	n.t.Helper()
	_, clock, _ := strings.Cut(n.status, "nouvel essai à ")
	at, err := time.Parse(time.TimeOnly, clock)
	if err != nil {
		n.t.Fatalf("%q: %v", n.status, err)
	}
	now := time.Now().UTC()
	got := at.Sub(time.Date(at.Year(), at.Month(), at.Day(), now.Hour(), now.Minute(), now.Second(), 0, time.UTC))
	if got < 0 {
		got += 24 * time.Hour
	}
	if got < want-time.Minute || got > want+time.Minute {
		n.t.Errorf("%q: the next attempt is in %v, want %v", n.status, got, want)
	}
}

// nodeREDDoor stands where Node-RED thinks that worklog is, and answers as it is told.
type nodeREDDoor struct {
	url      string
	requests chan *nodeREDRequest
	mu       sync.Mutex
	other    []string
}

type nodeREDRequest struct {
	t      *testing.T
	header http.Header
	body   string
	event  nodeREDEvent
	reply  chan func(http.ResponseWriter)
}

func nodeREDNewDoor(t *testing.T) *nodeREDDoor {
	t.Helper()
	door := &nodeREDDoor{requests: make(chan *nodeREDRequest)}
	server := httptest.NewServer(door)
	t.Cleanup(server.Close)
	door.url = server.URL
	return door
}

func (d *nodeREDDoor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Method != http.MethodPost || r.URL.Path != nodeREDPath {
		d.mu.Lock()
		d.other = append(d.other, r.Method+" "+r.URL.Path)
		d.mu.Unlock()
		return
	}
	request := &nodeREDRequest{header: r.Header, body: string(body), reply: make(chan func(http.ResponseWriter), 1)}
	select {
	case d.requests <- request:
	case <-r.Context().Done():
		return
	}
	select {
	case reply := <-request.reply:
		reply(w)
	case <-r.Context().Done():
	}
}

// elsewhere returns the requests for anything but the endpoint.
func (d *nodeREDDoor) elsewhere() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.other
}

func (r *nodeREDRequest) answer(status int, body string, headers ...string) {
	r.reply <- func(w http.ResponseWriter) {
		for header := range slices.Chunk(headers, 2) {
			w.Header().Set(header[0], header[1])
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(status)
		if body != "" {
			io.WriteString(w, body)
		}
	}
}

func (r *nodeREDRequest) hangUp() {
	r.reply <- func(http.ResponseWriter) { panic(http.ErrAbortHandler) }
}

// same holds that this is an earlier request once more.
func (r *nodeREDRequest) same(as *nodeREDRequest) *nodeREDRequest {
	r.t.Helper()
	if r.body != as.body {
		r.t.Errorf("got %s, want %s again", r.body, as.body)
	}
	return r
}

// nodeREDDoorKeeper passes everything on to worklog, but loses the first answer.
type nodeREDDoorKeeper struct {
	to      string
	loses   chan struct{} // closed when an answer was lost
	mu      sync.Mutex
	answers []string
}

func (k *nodeREDDoorKeeper) open(t *testing.T, address string) {
	t.Helper()
	target, err := url.Parse(k.to)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httputil.NewSingleHostReverseProxy(target)
	proxy.ModifyResponse = func(response *http.Response) error {
		body, err := io.ReadAll(response.Body)
		if err != nil {
			return err
		}
		var answer struct{ Status string }
		if err := json.Unmarshal(body, &answer); err != nil {
			return err
		}
		response.Body = io.NopCloser(bytes.NewReader(body))
		k.mu.Lock()
		k.answers = append(k.answers, fmt.Sprint(response.StatusCode, " ", answer.Status))
		first := len(k.answers) == 1
		k.mu.Unlock()
		if first {
			close(k.loses)
			<-response.Request.Context().Done() // until Node-RED is gone
		}
		return nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: proxy}}
	server.Start()
	t.Cleanup(server.Close)
}

func (k *nodeREDDoorKeeper) answered() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.answers)
}

// nodeREDWorklog is the program, and what Node-RED has sent to it.
type nodeREDWorklog struct{ url, database string }

func nodeREDServer(t *testing.T) nodeREDWorklog {
	t.Helper()
	p := newProgram(t, nodeREDToken)
	p.start()
	return nodeREDWorklog{url: p.url, database: p.config.Database}
}

// events returns what is recorded, in the order in which it came.
func (w nodeREDWorklog) events(t *testing.T) []nodeREDEvent {
	t.Helper()
	rows, err := modelstest.SQL(t, w.database).Query(
		"SELECT event, occurred_at, idempotency_key FROM workplace_presence_events ORDER BY id")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var events []nodeREDEvent
	for rows.Next() {
		var event nodeREDEvent
		if err := rows.Scan(&event.Event, &event.OccurredAt, &event.Key); err != nil {
			t.Fatal(err)
		}
		at, err := time.Parse(time.RFC3339Nano, event.OccurredAt)
		if err != nil {
			t.Fatal(err)
		}
		event.OccurredAt = at.UTC().Format("2006-01-02T15:04:05.000Z") // as JavaScript writes it
		events = append(events, event)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return events
}

func (w nodeREDWorklog) count(t *testing.T, table string) (count int) {
	t.Helper()
	if err := modelstest.SQL(t, w.database).QueryRow("SELECT count(*) FROM " + table).Scan(&count); err != nil {
		t.Fatal(err)
	}
	return count
}

func nodeREDRead(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// nodeREDUntil asks for something again and again until it is so.
func nodeREDUntil(t *testing.T, what string, is func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(nodeREDPatience); !is(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

func nodeREDWait[T any](t *testing.T, what string, from <-chan T) (received T) {
	t.Helper()
	select {
	case received = <-from:
	case <-time.After(nodeREDPatience):
		t.Fatalf("waited in vain for %s", what)
	}
	return received
}
