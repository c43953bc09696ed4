package access

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// Each check needs as much memory as the hash specifies: 19 MiB, or up to 1 GiB.
func TestTwoPasswordsAreCheckedAtOnceAndTheNextOneWaits(t *testing.T) {
	store, _ := modelstest.Open(t)
	cheap, err := ParsePasswordHash("$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")
	modelstest.Must(t, err)
	login := NewLogin(Config{Auth: PasswordLogin, Password: cheap}, store, time.Now, func() time.Duration { return 0 }, slog.New(slog.DiscardHandler))
	begins := func() bool {
		select {
		case login.checking <- struct{}{}:
			return true
		default:
			return false
		}
	}
	if got := []bool{begins(), begins(), begins()}; !got[0] || !got[1] || got[2] {
		t.Fatalf("three at once: got %v begun, want two", got)
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := login.check(gone, "a guess"); !errors.Is(err, context.Canceled) {
		t.Errorf("checked beside two others: got %v", err)
	}
	<-login.checking
	if right, err := login.check(t.Context(), "a guess"); right || err != nil {
		t.Errorf("in the place of one that has ended: got %t, %v", right, err)
	}
	if !begins() {
		t.Error("the check did not release its place")
	}
}
