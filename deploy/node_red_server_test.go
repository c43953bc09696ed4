package deploy_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"worklog/models/modelstest"
)

// nodeREDStandIn is a server in place of worklog that responds as a test asks.
type nodeREDStandIn struct {
	url      string
	requests chan *nodeREDRequest
	mu       sync.Mutex
	other    []string
}

type nodeREDRequest struct {
	t      *testing.T
	header http.Header
	body   string
	event  sentEvent
	reply  chan func(http.ResponseWriter)
}

func newNodeREDStandIn(t *testing.T) *nodeREDStandIn {
	t.Helper()
	standIn := &nodeREDStandIn{requests: make(chan *nodeREDRequest)}
	server := httptest.NewServer(standIn)
	t.Cleanup(server.Close)
	standIn.url = server.URL
	return standIn
}

func (d *nodeREDStandIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
func (d *nodeREDStandIn) otherRequests() []string {
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

// same checks that this request repeats an earlier one.
func (r *nodeREDRequest) same(as *nodeREDRequest) *nodeREDRequest {
	r.t.Helper()
	modelstest.Want(r.t, r.body, as.body)
	return r
}

// nodeREDLossyProxy forwards requests to worklog and loses the first response.
type nodeREDLossyProxy struct {
	to      http.Handler
	loses   chan struct{} // closed once a response is lost
	mu      sync.Mutex
	answers []string
}

func (k *nodeREDLossyProxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	response := httptest.NewRecorder()
	k.to.ServeHTTP(response, r)
	var answer struct{ Status string }
	_ = json.Unmarshal(response.Body.Bytes(), &answer)
	k.mu.Lock()
	k.answers = append(k.answers, fmt.Sprint(response.Code, " ", answer.Status))
	first := len(k.answers) == 1
	k.mu.Unlock()
	if first {
		close(k.loses)
		<-r.Context().Done() // until Node-RED is killed
	}
	w.WriteHeader(response.Code)
	w.Write(response.Body.Bytes())
}

func (k *nodeREDLossyProxy) open(t *testing.T, address string) {
	t.Helper()
	listener := modelstest.Got(net.Listen("tcp", address))(t)
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: k}}
	server.Start()
	t.Cleanup(server.Close)
}

func (k *nodeREDLossyProxy) answered() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.answers)
}
