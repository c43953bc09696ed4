package handlers_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// connection records whether the rest of a body was given a deadline of its own.
type connection struct {
	*httptest.ResponseRecorder
	hurried bool
}

func (c *connection) SetReadDeadline(time.Time) error {
	c.hurried = true
	return nil
}

// unread is a body that must not be read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body is read")
	return 0, io.EOF
}

// sendStranger sends a request that names no one, and returns its status and whether its body was hurried.
func sendStranger(p *apptest.Program, method, path string, body io.Reader) (status int, hurried bool) {
	request := httptest.NewRequest(method, path, body)
	request.Host = "localhost"
	request.Header.Set("Content-Type", urlEncoded)
	c := &connection{ResponseRecorder: httptest.NewRecorder()}
	p.Routes.ServeHTTP(c, request)
	return c.Code, c.hurried
}

func TestNoStrangerKeepsAConnectionByABodyThatNobodyReads(t *testing.T) {
	t.Parallel()
	p := apptest.RecordedDay(t, apptest.WithPassword, apptest.WithOwnTracks)
	for _, test := range []struct {
		method, path string
		status       int
	}{
		{"POST", apptest.Endpoint, 401},
		{"POST", apptest.Hook, 401},
		{"POST", apptest.Endpoint + "/elsewhere", 404},
		{"PUT", apptest.Endpoint, 405},
		{"POST", "/entries/new", 303},
		{"POST", "/static/nothing.css", 405},
		{"POST", "/feeds/x/calendar.ics", 405},
		{"GET", "/login", 200},
		{"GET", "/healthz", 200},
		{"HEAD", "/openapi.yaml", 200},
		{"OPTIONS", "/login", 204},
		{"GET", "/months/2026-11", 303},
	} {
		status, hurried := sendStranger(p, test.method, test.path, unread{t})
		modelstest.Want(t, status, test.status, test.method, test.path)
		modelstest.Want(t, hurried, true, test.method, test.path, "the body is waited for")
	}
	password := func() (status int, hurried bool) {
		return sendStranger(p, "POST", "/login", strings.NewReader("password=a+guess"))
	}
	status, hurried := password()
	modelstest.Want(t, status, 422)
	modelstest.Want(t, hurried, false, "a password has all its time:")
	for status != http.StatusTooManyRequests {
		status, hurried = password()
	}
	modelstest.Want(t, hurried, true, "one that is not checked has none:")

	status, hurried = sendStranger(p, "GET", "/login", http.NoBody)
	modelstest.Want(t, status, 200)
	modelstest.Want(t, hurried, false, "an answer has all its time:")
	status, hurried = sendStranger(apptest.RecordedDay(t), "POST", "/entries/9/edit", strings.NewReader("note=x"))
	modelstest.Want(t, status, 404)
	modelstest.Want(t, hurried, false, "who may see the pages has it too:")
}
