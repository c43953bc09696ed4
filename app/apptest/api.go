package apptest

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"worklog/app"
	"worklog/models/modelstest"
)

// AsAutomation makes a request as an automation does.
func AsAutomation(r *http.Request) {
	r.Header.Set("Authorization", "Bearer "+Token)
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	if r.Method == http.MethodPost || r.Method == http.MethodPut {
		r.Body = io.NopCloser(strings.NewReader(Event("arrival", "2026-11-20T08:00:00+01:00", "k")))
	}
}

// Hook is the path to which OwnTracks posts.
const Hook = "/hooks/owntracks"

// WithOwnTracks watches one region.
func WithOwnTracks(config *app.Config) { config.API.OwnTracksRegions = []string{"Bureau"} }

// OwnTracks is a POST as the app sends it; tests change it.
func (p *Program) OwnTracks(body string, changes ...func(*http.Request)) Answer {
	p.T.Helper()
	request := p.Request(body)
	request.URL.Path = Hook
	request.SetBasicAuth("camille", Token)
	request.Header.Set("X-Limit-U", "camille")
	request.Header.Set("X-Limit-D", "phone")
	for _, change := range changes {
		change(request)
	}
	return p.Send(request)
}

// The coordinates must not be in any answer, log or file.
const Latitude, Longitude = "48.8583701", "2.2944813"

// Crossing is what the app sends when its region is entered or left.
func Crossing(event, at string) string {
	moment, err := time.Parse(time.RFC3339, at)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"_type":"transition","wtst":1762000000,"lat":%s,"lon":%s,"tst":%d,"acc":12.5,"tid":"ph","event":%q,"desc":"Bureau","t":"c","rid":"6da9cf"}`,
		Latitude, Longitude, moment.Unix(), event)
}

// Files returns the contents of the database files.
func (p *Program) Files() []string {
	p.T.Helper()
	files := modelstest.Contents(p.T, p.Config.Database+"*")
	delete(files, filepath.Base(p.Config.Database)+"-shm") // where readers mark their place
	return slices.Sorted(maps.Values(files))
}
