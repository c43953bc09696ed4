package access

import (
	"net/netip"
	"sync"
	"time"

	"worklog/handlers/ratelimit"
)

// Limits of the attempts to sign in, in any attemptWindow. Those of one client
// are few enough against guessing and many enough for tired fingers. Those of a
// whole crowd bound what many addresses can try.
const (
	attemptWindow    = 15 * time.Minute
	maxAttempts      = 10
	maxCrowdAttempts = 100
)

// crowd is who attempts are counted together with, beside for themselves.
type crowd string

const (
	nobodyElse crowd = ""          // a browser that has signed in before
	atHome     crowd = "home"      // addresses that the internet does not lead to
	strangers  crowd = "strangers" // all others
)

// attempts counts the attempts to sign in that have failed or are under way. It
// cannot lock the right person out: a browser that has signed in before counts
// for itself, and whoever is at home does not share the strangers' limit.
type attempts struct {
	elapsed func() time.Duration

	mu      sync.Mutex
	clients map[string]*ratelimit.SlidingWindow
	crowds  map[crowd]*ratelimit.SlidingWindow
}

func newAttempts(elapsed func() time.Duration) *attempts {
	return &attempts{
		elapsed: elapsed,
		clients: map[string]*ratelimit.SlidingWindow{},
		crowds: map[crowd]*ratelimit.SlidingWindow{
			atHome:    ratelimit.NewSlidingWindow(maxCrowdAttempts, attemptWindow, elapsed),
			strangers: ratelimit.NewSlidingWindow(maxCrowdAttempts, attemptWindow, elapsed),
		},
	}
}

// attempter is who tries to sign in.
type attempter struct {
	client string
	crowd  crowd
}

// sharedAddresses are those of carriers' networks (RFC 6598), and of Tailscale's.
var sharedAddresses = netip.MustParsePrefix("100.64.0.0/10")

// attempterAt is the client at an address, or the browser that has signed in
// before when device names one. An IPv6 network counts as one client: whoever
// has one address of it has them all.
func attempterAt(address, device string) attempter {
	if device != "" {
		return attempter{"device " + device, nobodyElse}
	}
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return attempter{address, strangers}
	}
	ip = ip.Unmap().WithZone("")
	with := strangers
	if ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || sharedAddresses.Contains(ip) {
		with = atHome
	}
	return attempter{ClientNetwork(ip).String(), with}
}

// ClientNetwork returns the network that counts as one client: an IPv4 address, or
// an IPv6 network of 64 bits, for whoever has one address of it has them all.
func ClientNetwork(address netip.Addr) netip.Prefix {
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	network, _ := address.Prefix(bits) // fails only for more bits than an address has
	return network
}

// admit counts an attempt and returns 0, or returns the time until one is let
// through. It counts before the password is checked, so that many at once are
// counted too.
func (a *attempts) admit(who attempter) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	for client, window := range a.clients {
		if window.Idle() {
			delete(a.clients, client)
		}
	}
	own := a.clients[who.client]
	if own == nil {
		own = ratelimit.NewSlidingWindow(maxAttempts, attemptWindow, a.elapsed)
		a.clients[who.client] = own
	}
	wait, with := own.Admit(), a.crowds[who.crowd]
	if wait > 0 || with == nil {
		return wait
	}
	if wait = with.Admit(); wait > 0 {
		own.Release()
	}
	return wait
}

// succeeded forgets the client's attempts.
func (a *attempts) succeeded(who attempter) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.clients, who.client)
	if with := a.crowds[who.crowd]; with != nil {
		with.Release()
	}
}
