package access

import (
	"strings"
	"testing"
	"time"

	"worklog/models/modelstest"
)

func TestClientsWhoseAttemptsAreForgottenTakeNoMemory(t *testing.T) {
	now := time.Duration(0)
	counted := newAttempts(func() time.Duration { return now })
	for _, address := range []string{"192.0.2.1", "192.0.2.2", UnixPeer} {
		counted.admit(sourceAt(address, ""))
	}
	modelstest.Want(t, len(counted.clients), 3)
	now = attemptWindow
	counted.admit(sourceAt("192.0.2.1", ""))
	modelstest.Want(t, len(counted.clients), 1)
	modelstest.Want(t, sourceAt(UnixPeer, "").group, localNetwork)
}

func TestCookiesAreDroppedAtFewPaths(t *testing.T) {
	long := "/" + strings.Repeat("x", maxCookiePath-1)
	for page, want := range map[string]string{
		"/":                  "/",
		"/months/2026-11":    "/ /months /months/ /months/2026-11",
		"/months//2026-11":   "/ /months",
		long:                 "/ " + long,
		long + "x":           "/",
		"/1/2/3/4/5/6/7/8/9": "/ /1 /1/ /1/2 /1/2/ /1/2/3 /1/2/3/ /1/2/3/4 /1/2/3/4/ /1/2/3/4/5 /1/2/3/4/5/ /1/2/3/4/5/6 /1/2/3/4/5/6/ /1/2/3/4/5/6/7 /1/2/3/4/5/6/7/ /1/2/3/4/5/6/7/8%2F9",
	} {
		if got := strings.Join(cookiePaths(page), " "); got != want {
			t.Errorf("%s: got %s, want %s", page, got, want)
		}
	}
}
