package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Supervisor is that of Home Assistant, which runs this program as an app.
type Supervisor struct {
	URL   string
	Token string // of this app
	// Pauses are those before each attempt to tell it something.
	Pauses []time.Duration
}

// TheSupervisor is where an app reaches it.
func TheSupervisor(token string) Supervisor {
	return Supervisor{"http://supervisor", token, []time.Duration{0, 10 * time.Second, time.Minute, 5 * time.Minute}}
}

// Limits of asking Supervisor.
const (
	maxSupervisorWait = 3 * time.Second
	maxSupervisorInfo = 1 << 20 // bytes: it contains all of the app's documentation
)

// ask sends a request with a body of JSON, unless it is nil, and reads the data of the answer.
func (s Supervisor) ask(ctx context.Context, method, path string, body, data any) error {
	ctx, cancel := context.WithTimeout(ctx, maxSupervisorWait)
	defer cancel()
	var content bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&content).Encode(body); err != nil {
			return err
		}
	}
	request, err := http.NewRequestWithContext(ctx, method, s.URL+path, &content)
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+s.Token)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultTransport.RoundTrip(request) // follows no redirect with the token
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("answer of Supervisor: %s", answer.Status)
	}
	said := struct {
		Data any `json:"data"`
	}{data}
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxSupervisorInfo)).Decode(&said); err != nil {
		return fmt.Errorf("answer of Supervisor: %w", err)
	}
	return nil
}

// JoinHomeAssistant does what an app does at its start: it puts the integration in place if the options
// say so, makes the addresses of the feeds with a new database, and learns from Supervisor where it
// stands, which it then tells Home Assistant. What fails has a line in the log; the app serves all the
// same.
func JoinHomeAssistant(ctx context.Context, config Config, supervisor Supervisor, log *slog.Logger) Config {
	if integration := &config.Integration; integration.Install {
		version, err := integration.putInPlace()
		switch {
		case err != nil:
			log.Warn("integration not put in place", "error", err)
		case version != "":
			log.Info("integration put in place: restart Home Assistant to load it", "version", version)
			config.Access.Ingress.Unloaded = new(atomic.Bool)
			config.Access.Ingress.Unloaded.Store(true)
		}
	}
	if _, err := os.Stat(config.Database); errors.Is(err, fs.ErrNotExist) {
		if _, err := RenewFeeds(ctx, config, time.Now()); err != nil {
			log.Warn("addresses of the feeds not made", "error", err)
		}
	}
	if supervisor.Token == "" {
		return config
	}
	ingress := &config.Access.Ingress
	_, inner, _ := net.SplitHostPort(config.Listen) // which the configuration has checked
	var self struct {                               // a port of the machine is another one only after a restart
		Hostname string            `json:"hostname"` // in the network of the apps: the slug, with dashes
		Network  map[string]uint16 `json:"network"`  // the port of the machine for each of the app's; 0 for a closed one
	}
	if err := supervisor.ask(ctx, http.MethodGet, "/addons/self/info", nil, &self); err != nil {
		log.Warn("unknown whether a port is open", "error", err)
	}
	ingress.Port = int(self.Network[inner+"/tcp"])
	if self.Hostname != "" {
		ingress.Inner = "http://" + net.JoinHostPort(self.Hostname, inner)
	}
	go supervisor.announce(ctx, ingress.Inner, string(config.API.Token), log)
	return config
}

// announce tells Home Assistant where its integration finds this program.
func (s Supervisor) announce(ctx context.Context, address, token string, log *slog.Logger) {
	host, inner, _ := net.SplitHostPort(strings.TrimPrefix(address, "http://"))
	port, _ := strconv.Atoi(inner)
	message := map[string]any{"service": "worklog", "config": map[string]any{"host": host, "port": port, "token": token}}
	var err error
	for _, pause := range s.Pauses {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		if err = s.ask(ctx, http.MethodPost, "/discovery", message, nil); err == nil {
			return
		}
	}
	log.Warn("address not told to Home Assistant: enter it there by hand", "error", err)
}
