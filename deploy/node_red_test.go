package deploy_test

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

const (
	nodeREDFlowFile  = "node-red/flow.json"
	nodeREDQueueFile = "node-red/queue.js"
	nodeREDToken     = "a-token-of-more-than-32-characters-for-node-red"
	nodeREDPath      = "/api/v1/workplace-presence"
)

// nodeREDInitialize is the line of the flow that holds the queue's code.
var nodeREDInitialize = regexp.MustCompile(`(?m)^( *"initialize": )"(.*)"(,?)$`)

func TestTheNodeREDFlowContainsTheCurrentQueueCode(t *testing.T) {
	code := read(t, nodeREDQueueFile)
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	modelstest.Must(t, encoder.Encode(code))
	want := strings.TrimSpace(line.String())
	flow := read(t, nodeREDFlowFile)
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
	modelstest.Must(t, os.WriteFile(nodeREDFlowFile, []byte(flow[:parts[3]]+want+flow[parts[6]:]), 0o644))
}

func TestNodeREDSendsEveryEventOnceAndInOrder(t *testing.T) {
	t.Parallel()
	nodeREDEach(t, func(t *testing.T, release string) {
		n := newNodeRED(t, release)
		n.start()
		nodeREDKilledInBetween(t, n)
		n.standIn = newNodeREDStandIn(t)
		n.deploy(n.standIn.url)
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
		modelstest.WantList(t, n.standIn.otherRequests(), nil, "a redirect was followed")
	})
}

// nodeREDKilledInBetween queues events while the server is down and kills Node-RED when
// the server has recorded the first. It ends with another process and an empty queue.
func nodeREDKilledInBetween(t *testing.T, n *nodeRED) {
	t.Helper()
	address := freeAddress(t)
	n.token = "${WORKLOG_API_TOKEN}"
	n.deploy("http://" + address)
	var want []sentEvent
	for i, button := range []string{"Arrivée", "Départ", "Arrivée", "Départ"} {
		n.press(button)
		want = append(want, n.queued(i + 1)[i])
	}
	n.press("Réessayer maintenant")
	n.wantStatus("yellow ring", "4 en attente : pas de réponse (ECONNREFUSED)")

	server := newProgram(t, nodeREDToken)
	server.Run()
	proxy := &nodeREDLossyProxy{to: server, loses: make(chan struct{})}
	proxy.open(t, address)
	n.press("Réessayer maintenant")
	received(t, "the first event to be recorded", proxy.loses)
	n.process.end(os.Kill)
	n.start()
	n.queued(0)
	n.wantStatus("green dot", "à jour")

	server.wantStored(want...)
	modelstest.WantList(t, proxy.answered(), []string{"201 created", "200 replayed", "200 created", "201 created", "200 created"})
	modelstest.Want(t, modelstest.Lines(t, server.Config.Database, "SELECT count(*) FROM time_slots")[0], "2")
	n.token = nodeREDToken
}
