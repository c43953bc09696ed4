package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Supervisor is where that of Home Assistant answers its apps.
const Supervisor = "http://supervisor"

// Limits of asking Supervisor.
const (
	maxSupervisorWait = 3 * time.Second
	maxSupervisorInfo = 1 << 20 // bytes: it contains all of the app's documentation
)

// OpenPort asks the Supervisor at an address for the port of the machine that leads to the one
// that the program listens on; 0 if none is open. It is another one only after a restart.
func OpenPort(ctx context.Context, supervisor, token, listen string) (int, error) {
	_, inner, err := net.SplitHostPort(listen)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, maxSupervisorWait)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, supervisor+"/addons/self/info", nil)
	if err != nil {
		return 0, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultTransport.RoundTrip(request) // follows no redirect with the token
	if err != nil {
		return 0, err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("answer of Supervisor: %s", answer.Status)
	}
	var info struct {
		Data struct {
			Network map[string]*uint16 `json:"network"`
		} `json:"data"`
	}
	if err := json.NewDecoder(io.LimitReader(answer.Body, maxSupervisorInfo)).Decode(&info); err != nil {
		return 0, fmt.Errorf("answer of Supervisor: %w", err)
	}
	if port := info.Data.Network[inner+"/tcp"]; port != nil {
		return int(*port), nil
	}
	return 0, nil
}
