package main_test

import (
	"net/http"
	"net/netip"
	"strings"
	"syscall"
	"testing"

	"worklog/models/modelstest"
)

// 0.0.0.0 and [::] are where the program listens, but no browser's address.
func TestTheLogOfAServerOnAllAddressesNamesOneThatCanBeOpened(t *testing.T) {
	t.Parallel()
	_, hash, _ := hashOf(t, "correct horse battery")
	for _, listen := range []string{"0.0.0.0:0", "[::]:0", ":0"} {
		url, end := serves(t, t.TempDir(), "WORKLOG_SERVER_LISTEN="+listen, "WORKLOG_WEB_AUTH=password", "WORKLOG_WEB_PASSWORD_HASH="+hash)
		address, err := netip.ParseAddrPort(strings.TrimPrefix(url, "http://"))
		if err != nil || address.Addr().IsUnspecified() {
			t.Errorf("%s: got %s", listen, url)
		}
		response, err := http.Get(url + "/login")
		modelstest.Must(t, err)
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			t.Errorf("%s: %s: got %s", listen, url, response.Status)
		}
		end(syscall.SIGTERM)
	}
}
