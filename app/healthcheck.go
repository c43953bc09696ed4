package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// healthTimeout bounds a health check, because the server or its database may hang.
const healthTimeout = 5 * time.Second

// healthy is the response of a server that works.
const healthy = `{"status":"ok"}`

// LoadListen returns the address that the server is configured to listen on. It does not
// need the secrets. Its errors are those of [LoadConfig].
func LoadListen(file string) (string, error) {
	config, err := load(file, withoutSecrets)
	return config.Listen, err
}

// Healthcheck asks the server that listens on an address whether it works. It returns a
// readable error if it does not, or cannot be asked.
func Healthcheck(ctx context.Context, listen string) error {
	if strings.HasSuffix(listen, ":0") {
		return fmt.Errorf("%s: the server chooses another port at each start: set one in server.listen", listen)
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	err := askHealth(ctx, listen)
	var unreachable *net.OpError
	switch {
	case err == nil:
		return nil
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("%s: no response within %s", listen, healthTimeout)
	case errors.As(err, &unreachable):
		return fmt.Errorf("%s: no server responds: %w", listen, unreachable.Err)
	}
	return fmt.Errorf("%s: %w", listen, err)
}

func askHealth(ctx context.Context, listen string) error {
	network, address := "tcp", listen // which reaches a server on all addresses, too
	if path, found := strings.CutPrefix(listen, SocketPrefix); found {
		network, address = "unix", path
	}
	transport := &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address)
	}}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost/healthz", nil)
	if err != nil {
		return err
	}
	response, err := transport.RoundTrip(request) // unlike a client, it follows no redirect
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<10))
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("not healthy: the server responds %s", response.Status)
	}
	if strings.TrimSpace(string(body)) != healthy {
		return errors.New("the response is not that of worklog")
	}
	return nil
}
