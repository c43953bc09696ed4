package handlers

import (
	"net/netip"
	"sync"
	"time"
)

// Limits of the attempts to sign in, in any attemptWindow. Those of one client
// are few enough against guessing and many enough for tired fingers. Those of
// all strangers together bound what many addresses can try.
const (
	attemptWindow        = 15 * time.Minute
	maxAttempts          = 10
	maxStrangersAttempts = 100
)

// attempts counts the attempts to sign in that have failed or are under way. It
// cannot lock the right person out: a browser that has signed in before counts
// for itself, and home addresses are not strangers'.
type attempts struct {
	elapsed func() time.Duration

	mu        sync.Mutex
	clients   map[string]*slidingWindow
	strangers *slidingWindow
}

func newAttempts(elapsed func() time.Duration) *attempts {
	return &attempts{
		elapsed:   elapsed,
		clients:   map[string]*slidingWindow{},
		strangers: newSlidingWindow(maxStrangersAttempts, attemptWindow, elapsed),
	}
}

// attempter is who tries to sign in.
type attempter struct {
	client   string
	stranger bool // neither at home nor known from before
}

// attempterAt is the client at an address, or the browser that has signed in
// before when device names one. An IPv6 network counts as one client: whoever
// has one address of it has them all.
func attempterAt(address, device string) attempter {
	if device != "" {
		return attempter{client: "device " + device}
	}
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return attempter{client: address, stranger: true}
	}
	ip = ip.Unmap().WithZone("")
	home := ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast()
	if ip.Is6() {
		network, _ := ip.Prefix(64) // fails for longer ones than addresses alone
		return attempter{client: network.String(), stranger: !home}
	}
	return attempter{client: ip.String(), stranger: !home}
}

// admit counts an attempt and gives 0, or gives the time until one is let
// through. It counts before the password is checked, so that many at once are
// counted too.
func (a *attempts) admit(who attempter) (wait time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for client, window := range a.clients {
		if window.idle() {
			delete(a.clients, client)
		}
	}
	own := a.clients[who.client]
	if own == nil {
		own = newSlidingWindow(maxAttempts, attemptWindow, a.elapsed)
		a.clients[who.client] = own
	}
	if wait = own.admit(); wait > 0 || !who.stranger {
		return wait
	}
	if wait = a.strangers.admit(); wait > 0 {
		own.release()
	}
	return wait
}

// succeeded forgets the client's attempts.
func (a *attempts) succeeded(who attempter) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.clients, who.client)
	if who.stranger {
		a.strangers.release()
	}
}
