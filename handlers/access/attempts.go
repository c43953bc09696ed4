package access

import (
	"net/netip"
	"sync"
	"time"

	"worklog/handlers/ratelimit"
)

// Limits of attempts to sign in within any attemptWindow, all that is posted without a
// session: of one client, which leaves room for typing errors but not for guessing, and
// of all clients of a group, against guessing from many addresses.
const (
	attemptWindow    = 15 * time.Minute
	maxAttempts      = 10
	maxGroupAttempts = 100
)

// clientGroup is a group of clients whose attempts are also counted together.
type clientGroup string

const (
	knownDevice  clientGroup = ""         // browsers that have signed in before; no common limit
	localNetwork clientGroup = "local"    // private addresses
	internet     clientGroup = "internet" // all others
)

// attempts counts the attempts to sign in that have failed or are in progress.
// Attackers cannot lock out the owner: a browser that has signed in before is
// counted separately, and so is the local network.
type attempts struct {
	elapsed func() time.Duration

	mu      sync.Mutex
	clients map[string]*ratelimit.SlidingWindow
	groups  map[clientGroup]*ratelimit.SlidingWindow
}

func newAttempts(elapsed func() time.Duration) *attempts {
	return &attempts{
		elapsed: elapsed,
		clients: map[string]*ratelimit.SlidingWindow{},
		groups: map[clientGroup]*ratelimit.SlidingWindow{
			localNetwork: ratelimit.NewSlidingWindow(maxGroupAttempts, attemptWindow, elapsed),
			internet:     ratelimit.NewSlidingWindow(maxGroupAttempts, attemptWindow, elapsed),
		},
	}
}

// Attempt is what a browser that is signed out has sent, counted as an attempt to sign in.
type Attempt struct {
	client string
	group  clientGroup
	device string // empty for a stranger
}

// sharedAddresses are the addresses of carrier-grade NAT (RFC 6598) and of
// Tailscale.
var sharedAddresses = netip.MustParsePrefix("100.64.0.0/10")

// attemptFrom returns an attempt of the client at an address, or of the browser that has signed in
// before if device names one.
func attemptFrom(address, device string) Attempt {
	if device != "" {
		return Attempt{"device " + device, knownDevice, device}
	}
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return Attempt{client: address, group: localNetwork} // of a unix socket
	}
	with := internet
	if ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || sharedAddresses.Contains(ip) {
		with = localNetwork
	}
	return Attempt{client: ClientNetwork(ip).String(), group: with}
}

// ClientNetwork returns the network that counts as one client: an IPv4 address, or
// a /64 of IPv6, all of which is usually available to one client.
func ClientNetwork(address netip.Addr) netip.Prefix {
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	network, _ := address.Prefix(bits) // fails only for more bits than an address has
	return network
}

// admit counts an attempt and returns 0, or returns the time until one is allowed.
// It counts before the password is checked, so that concurrent attempts count.
func (a *attempts) admit(who Attempt) time.Duration {
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
	wait, with := own.Admit(), a.groups[who.group]
	if wait > 0 || with == nil {
		return wait
	}
	if wait = with.Admit(); wait > 0 {
		own.Release()
	}
	return wait
}

// succeeded forgets the client's attempts.
func (a *attempts) succeeded(who Attempt) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.clients, who.client)
	if with := a.groups[who.group]; with != nil {
		with.Release()
	}
}
