package app

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"worklog/handlers/access"
)

// connectionBounds are how many connections may be open.
type connectionBounds struct {
	all    int
	remote int // from other machines; the rest is for this machine and trusted proxies
	client int // from one remote address, or IPv6 network
}

// maxConnections bounds the memory of connections. Each takes some 20 KiB, but may send so many
// short header lines within maxHeaderBytes that they take 460 KiB once they are parsed.
const maxConnections = 256

// maxUnsent bounds what the kernel keeps of an answer until the peer reads it, in bytes: it
// would otherwise be megabytes for each connection, beside what the program keeps.
const maxUnsent = 64 << 10

// unlimitedDescriptors is more than maxConnections can ever need.
const unlimitedDescriptors = 1 << 20

// boundsWithin leaves three quarters of the file descriptors to the database and
// other files: a request in progress has the database and its log open in addition
// to its connection.
func boundsWithin(descriptors int) connectionBounds {
	all := min(max(descriptors/4, 8), maxConnections)
	return connectionBounds{all: all, remote: all - all/4, client: all / 4}
}

// warningPause is the time between two warnings of too many connections.
const warningPause = time.Minute

// connections limits the connections of a server. If there are too many, the one that
// has been idle for longest is closed. A connection is idle between requests, and
// until its first request has arrived; if all others are busy, the new one is closed.
type connections struct {
	bounds  connectionBounds
	trusted []netip.Prefix // proxies
	elapsed func() time.Duration
	log     *slog.Logger

	mu      sync.Mutex
	open    map[net.Conn]*connection // including dropped ones, until the server has closed them
	idled   uint64                   // how often a connection has become idle
	warnAt  time.Duration            // no warning before this elapsed time
	drained chan struct{}            // closed when no connection is left; nil if nobody waits
}

type connection struct {
	client  netip.Prefix // invalid for this machine, trusted proxies and unknown addresses
	idle    uint64       // the order in which it became idle; 0 while it is busy
	dropped bool
}

func newConnections(bounds connectionBounds, trusted []netip.Prefix, elapsed func() time.Duration, log *slog.Logger) *connections {
	return &connections{bounds: bounds, trusted: trusted, elapsed: elapsed, log: log, open: map[net.Conn]*connection{}}
}

// changed is the server's ConnState hook. A connection is active from the moment a
// request's header has been read until it has been answered.
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		if buffered, ok := conn.(interface{ SetWriteBuffer(bytes int) error }); ok {
			_ = buffered.SetWriteBuffer(maxUnsent) // fails only if the connection is already closed
		}
		c.idled++
		added := &connection{client: c.clientAt(conn), idle: c.idled}
		c.open[conn] = added
		c.makeRoomFor(added)
	case http.StateActive:
		c.open[conn].idle = 0
	case http.StateIdle:
		c.idled++
		c.open[conn].idle = c.idled
	case http.StateClosed, http.StateHijacked:
		delete(c.open, conn)
		if len(c.open) == 0 && c.drained != nil {
			close(c.drained)
			c.drained = nil
		}
	}
}

// clientAt returns the client for which a connection counts, or an invalid prefix.
func (c *connections) clientAt(conn net.Conn) netip.Prefix {
	peer, err := netip.ParseAddrPort(conn.RemoteAddr().String())
	if err != nil {
		return netip.Prefix{}
	}
	address := peer.Addr().Unmap().WithZone("")
	if address.IsLoopback() || slices.ContainsFunc(c.trusted, func(proxies netip.Prefix) bool { return proxies.Contains(address) }) {
		return netip.Prefix{}
	}
	return access.ClientNetwork(address)
}

func (c *connections) makeRoomFor(added *connection) {
	if added.client.IsValid() {
		c.limit(c.bounds.client, func(other *connection) bool { return other.client == added.client })
		c.limit(c.bounds.remote, func(other *connection) bool { return other.client.IsValid() })
	}
	c.limit(c.bounds.all, func(*connection) bool { return true })
}

// limit closes one connection of a group if there are more than limit.
func (c *connections) limit(limit int, group func(*connection) bool) {
	count := 0
	var longest net.Conn
	for conn, one := range c.open { // at most the overall limit, and the dropped ones
		if one.dropped || !group(one) {
			continue
		}
		count++
		if one.idle > 0 && (longest == nil || one.idle < c.open[longest].idle) {
			longest = conn
		}
	}
	if count <= limit || longest == nil {
		return
	}
	c.open[longest].dropped = true
	defer longest.Close()
	if now := c.elapsed(); now >= c.warnAt {
		c.warnAt = now + warningPause
		c.log.Warn("too many connections: the longest idle one is closed", "open", count, "most", limit, "peer", longest.RemoteAddr().String())
	}
}

// ended returns a channel that is closed when no connection is left. It may be called
// only once.
func (c *connections) ended() <-chan struct{} {
	c.mu.Lock()
	defer c.mu.Unlock()
	drained := make(chan struct{})
	if len(c.open) == 0 {
		close(drained)
		return drained
	}
	c.drained = drained
	return drained
}
