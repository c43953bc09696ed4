package apptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// Endpoint is the path to which the automation posts its events.
const Endpoint = "/api/v1/workplace-presence"

// Request is a POST to the endpoint with all that it needs; tests change it.
func (p *Program) Request(body string) *http.Request {
	p.T.Helper()
	request := modelstest.Got(http.NewRequest(http.MethodPost, p.URL+Endpoint, strings.NewReader(body)))(p.T)
	request.Header.Set("Authorization", "Bearer "+Token)
	request.Header.Set("Content-Type", "application/json")
	return request
}

// Send sends a request. The answer must be as the API describes it, where it does.
func (p *Program) Send(request *http.Request) Answer {
	p.T.Helper()
	return modelstest.Got(exchange(request))(p.T)
}

// transport does not ask for compressed pages, which takes longer than making them: tests
// of compression ask themselves.
var transport = &http.Transport{DisableCompression: true}

// exchange is Send for goroutines, in which a test must not be ended.
func exchange(request *http.Request) (Answer, error) {
	response, err := transport.RoundTrip(request)
	if err != nil {
		return Answer{}, err
	}
	got, err := ReadAnswer(response)
	if err != nil {
		return Answer{}, err
	}
	return got, got.AsDocumented(request)
}

// ReadAnswer reads all of a response.
func ReadAnswer(response *http.Response) (Answer, error) {
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return Answer{response.StatusCode, response.Header, strings.TrimSpace(string(body))}, err
}

// Post posts a body to the endpoint.
func (p *Program) Post(body string) Answer {
	p.T.Helper()
	return p.Send(p.Request(body))
}

// Event returns the body of a request.
func Event(kind, occurredAt, key string) string {
	body, _ := json.Marshal(map[string]string{"event": kind, "occurred_at": occurredAt, "idempotency_key": key})
	return string(body)
}

// Arrive posts an arrival.
func (p *Program) Arrive(occurredAt, key string) Answer {
	p.T.Helper()
	return p.Post(Event("arrival", occurredAt, key))
}

// Leave posts a departure.
func (p *Program) Leave(occurredAt, key string) Answer {
	p.T.Helper()
	return p.Post(Event("departure", occurredAt, key))
}

// Day posts an arrival and a departure, which must be accepted.
func (p *Program) Day(arrival, departure, key string) {
	p.T.Helper()
	p.Arrive(arrival, key+"-in").Want(p.T, 201)
	p.Leave(departure, key+"-out").Want(p.T, 200)
}

// Get asks for a page.
func (p *Program) Get(path string) Answer {
	p.T.Helper()
	return p.Ask(path, func(*http.Request) {})
}

// Meanwhile sends the requests at once, reads pages while they wait, for a fifth of the time
// that writers wait for each other, and then does the rest.
func (p *Program) Meanwhile(requests []*http.Request, then func()) (answers []Answer) {
	p.T.Helper()
	return atOnce(p.T, requests, func() {
		began := time.Now()
		for n := 0; n < 5 && time.Since(began) < time.Second; n++ {
			for _, path := range []string{"/months/2026-11", EditDay, "/healthz"} {
				p.Get(path).Want(p.T, 200)
			}
		}
		then()
	})
}

func atOnce(t testing.TB, requests []*http.Request, meanwhile func()) []Answer {
	answers := make([]Answer, len(requests))
	var group sync.WaitGroup
	for i, request := range requests {
		group.Go(func() {
			var err error
			if answers[i], err = exchange(request); err != nil {
				t.Error(err)
			}
		})
	}
	meanwhile()
	group.Wait()
	return answers
}

// CrossSite makes a request one that a page of another site sends.
func CrossSite(request *http.Request) *http.Request {
	request.Header.Set("Sec-Fetch-Site", "cross-site")
	return request
}

// Method changes the request's method.
func Method(name string, changes ...func(*http.Request)) func(*http.Request) {
	return func(r *http.Request) {
		r.Method = name
		for _, change := range changes {
			change(r)
		}
	}
}

// StaticPath matches the assets of a page.
var StaticPath = regexp.MustCompile(`/static/[a-z0-9.-]+\.[0-9a-f]{12}\.(?:css|js|svg|png)`)

// Ask asks for a page with a request that is changed as told.
func (p *Program) Ask(path string, change func(*http.Request)) Answer {
	p.T.Helper()
	request := modelstest.Got(http.NewRequest(http.MethodGet, p.URL+path, nil))(p.T)
	change(request)
	return p.Send(request)
}

// Together sends the requests at once and counts the answers by status.
func Together(t *testing.T, requests []*http.Request) map[int]int {
	t.Helper()
	counts := map[int]int{}
	for _, answer := range atOnce(t, requests, func() {}) {
		counts[answer.Status]++
	}
	return counts
}

// RawHead begins a request to the endpoint, for [Program.Raw].
const RawHead = "POST " + Endpoint + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " + Token +
	"\r\nContent-Type: application/json\r\n"

// Raw writes bytes to the server, closes its side for writing, and returns the
// answer.
func (p *Program) Raw(text string) string {
	p.T.Helper()
	connection := modelstest.Got(net.Dial("tcp", strings.TrimPrefix(p.URL, "http://")))(p.T)
	defer connection.Close()
	modelstest.Must(p.T, connection.SetDeadline(time.Now().Add(9*time.Second))) // less than a body may take
	modelstest.Must(p.T, modelstest.Only(io.WriteString(connection, text)))
	if strings.Contains(text, "\r\n\r\n{") || strings.Contains(text, "chunked") {
		modelstest.Must(p.T, connection.(*net.TCPConn).CloseWrite())
	}
	response := modelstest.Got(http.ReadResponse(bufio.NewReader(connection), nil))(p.T)
	return fmt.Sprintf("HTTP/1.1 %s %s", response.Status, modelstest.Got(ReadAnswer(response))(p.T).Body)
}

// Unauthenticated posts to the endpoint without the token.
func (p *Program) Unauthenticated() Answer {
	request := p.Request("")
	request.Header.Del("Authorization")
	return p.Send(request)
}
