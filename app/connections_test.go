package app

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// crowded serves with small limits, on every address of this machine. A loopback address
// stands for one of the internet: 127.0.0.2 for 203.0.113.2.
type crowded struct {
	t           *testing.T
	address     string
	connections *connections
	log         *strings.Builder
	elapsed     time.Duration
	mu          sync.Mutex // guards log and elapsed
	release     chan struct{}
	quiet       chan struct{} // receives when a connection has become idle
}

// farAway is a connection whose peer seems to be remote.
type farAway struct {
	net.Conn
	peer string
}

func (c farAway) RemoteAddr() net.Addr {
	address, err := net.ResolveTCPAddr("tcp", c.peer)
	if err != nil {
		panic(err)
	}
	return address
}

type farAwayListener struct{ net.Listener }

func (l farAwayListener) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	peer := conn.RemoteAddr().String()
	if last, from := strings.CutPrefix(peer, "127.0.0."); from && !strings.HasPrefix(last, "1:") {
		return farAway{conn, "203.0.113." + last}, nil
	}
	return conn, nil
}

func (c *crowded) Write(line []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.log.Write(line)
}

func serveCrowd(t *testing.T, bounds connectionBounds, trusted ...string) *crowded {
	t.Helper()
	c := &crowded{t: t, log: &strings.Builder{}, release: make(chan struct{}), quiet: make(chan struct{}, 100)}
	var proxies []netip.Prefix
	for _, proxy := range trusted {
		proxies = append(proxies, netip.MustParsePrefix(proxy))
	}
	log := slog.New(newLogHandler(c, false))
	elapsed := func() time.Duration { c.mu.Lock(); defer c.mu.Unlock(); return c.elapsed }
	c.connections = newConnections(bounds, proxies, elapsed, log)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			_, _ = io.WriteString(w, "wait")
			_ = http.NewResponseController(w).Flush()
			<-c.release
		}
	})
	listener := modelstest.Got(net.Listen("tcp4", "0.0.0.0:0"))(t)
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	c.address = "127.0.0.1:" + port
	server := newServer(handler, c.connections, log)
	server.http.ConnState = func(conn net.Conn, state http.ConnState) {
		c.connections.changed(conn, state)
		if state == http.StateIdle {
			c.quiet <- struct{}{}
		}
	}
	go func() { _ = server.http.Serve(farAwayListener{listener}) }()
	t.Cleanup(func() {
		server.cut()
		select {
		case <-c.release:
		default:
			close(c.release)
		}
		modelstest.Must(t, server.stop())
	})
	return c
}

// from opens a connection from an address of this machine.
func (c *crowded) from(address string) net.Conn {
	c.t.Helper()
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}
	conn, err := dialer.Dial("tcp4", c.address)
	if err != nil {
		c.t.Skipf("this machine has no address %s: %v", address, err)
	}
	c.t.Cleanup(func() { conn.Close() })
	modelstest.Must(c.t, conn.SetDeadline(time.Now().Add(patience)))
	return conn
}

// patience is how long a test waits before it calls the server hung.
const patience = time.Minute

// asks sends a request and reports whether it is answered.
func asks(conn net.Conn, path string) bool {
	_, _ = io.WriteString(conn, "GET "+path+" HTTP/1.1\r\nHost: x\r\n\r\n")
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	return err == nil && response.StatusCode == http.StatusOK
}

// idle opens a connection that has had an answer.
func (c *crowded) idle(address string) net.Conn {
	c.t.Helper()
	conn := c.from(address)
	c.asks(conn)
	return conn
}

// asks sends a request, and waits until the server has finished with it.
func (c *crowded) asks(conn net.Conn) {
	c.t.Helper()
	if !asks(conn, "/") {
		c.t.Fatalf("%s is not answered; log: %s", conn.LocalAddr(), c.told())
	}
	<-c.quiet
}

// busy opens a connection whose request is under way.
func (c *crowded) busy(address string) net.Conn {
	c.t.Helper()
	conn := c.from(address)
	modelstest.Want(c.t, asks(conn, "/slow"), true, address, "is served")
	return conn
}

func (c *crowded) told() string { c.mu.Lock(); defer c.mu.Unlock(); return c.log.String() }

func wantGone(t *testing.T, conn net.Conn) {
	t.Helper()
	if _, err := conn.Read(make([]byte, 1)); err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		t.Error("it is still served")
	}
}

func TestOfTooManyIdleConnectionsTheLongestIdleOneIsClosed(t *testing.T) {
	t.Parallel()
	c := serveCrowd(t, connectionBounds{all: 4, remote: 4, client: 4})
	var all []net.Conn
	for range 4 {
		all = append(all, c.idle("127.0.0.1"))
	}
	c.asks(all[0]) // now the most recently used one
	c.idle("127.0.0.1")
	wantGone(t, all[1])
	for _, i := range []int{0, 2, 3} {
		c.asks(all[i])
	}
}

func TestConnectionsThatHaveSaidNothingOrHalfAHeadCountAsIdle(t *testing.T) {
	t.Parallel()
	c := serveCrowd(t, connectionBounds{all: 3, remote: 3, client: 3})
	silent, half := c.from("127.0.0.1"), c.from("127.0.0.1")
	_, _ = io.WriteString(half, "GET / HTTP/1.1\r\nHost:")
	c.idle("127.0.0.1")
	c.idle("127.0.0.1")
	wantGone(t, silent)
	c.idle("127.0.0.1")
	wantGone(t, half)
}

func TestABusyConnectionIsNeverClosedForANewOne(t *testing.T) {
	t.Parallel()
	c := serveCrowd(t, connectionBounds{all: 2, remote: 2, client: 2})
	first, second := c.busy("127.0.0.1"), c.busy("127.0.0.1")
	wantGone(t, c.from("127.0.0.1")) // the newest has no request yet
	close(c.release)
	for _, conn := range []net.Conn{first, second} {
		if content, err := bufio.NewReader(conn).ReadString('0'); err != nil { // until the last chunk
			t.Errorf("cut off: %q, %v", content, err)
		}
	}
}

func TestOneStrangersConnectionsLeaveRoomForOthers(t *testing.T) {
	t.Parallel()
	c := serveCrowd(t, connectionBounds{all: 8, remote: 6, client: 2})
	c.busy("127.0.0.2")
	c.busy("127.0.0.2")
	for range 20 {
		wantGone(t, c.from("127.0.0.2")) // at the limit per address, with requests under way
	}
	for _, other := range []string{"127.0.0.3", "127.0.0.3", "127.0.0.4", "127.0.0.4"} {
		c.busy(other)
	}
	wantGone(t, c.from("127.0.0.5")) // remote peers are at their limit
	c.busy("127.0.0.1")
	c.busy("127.0.0.1")
	modelstest.Want(t, strings.Count(c.told(), "too many connections"), 1, c.told())
	modelstest.WantIn(t, c.told(), `"peer":"203.0.113.2:`)
	c.mu.Lock()
	c.elapsed = warningPause
	c.mu.Unlock()
	wantGone(t, c.from("127.0.0.2"))
	modelstest.Want(t, strings.Count(c.told(), "too many connections"), 2, "a minute later", c.told())
}

func TestATrustedProxyHasManyConnections(t *testing.T) {
	t.Parallel()
	c := serveCrowd(t, connectionBounds{all: 8, remote: 4, client: 2}, "203.0.113.9/32")
	for range 8 {
		c.busy("127.0.0.9")
	}
}

func TestAnIPv6NetworkIsOneClientOfTheConnections(t *testing.T) {
	c := newConnections(connectionBounds{}, nil, nil, nil)
	client := func(peer string) netip.Prefix { return c.clientAt(farAway{nil, peer}) }
	modelstest.Want(t, client("[2001:db8::1]:1"), client("[2001:db8::ffff:2]:2"), "its first 64 bits are those of")
	modelstest.Want(t, client("[2001:db8::1]:1") != client("[2001:db8:0:1::1]:1"), true, "another network")
	modelstest.Want(t, client("[::ffff:203.0.113.1]:1"), client("203.0.113.1:2"))
	modelstest.Want(t, client("203.0.113.1:1") != client("203.0.113.2:1"), true, "another address")
	modelstest.Want(t, client("[::1]:1").IsValid() || client("127.0.0.9:1").IsValid(), false, "this machine is a stranger")
}

// It has the machine to itself, for it counts what is in memory.
func TestTheHeadersOfAllConnectionsTakeLessThanHalfOfTheMemoryOfTheUnit(t *testing.T) {
	modelstest.SkipWithRaceDetector(t)
	const unit, requests, slop = 256 << 20, 16, 4 << 10 // package http reads so much more than its limit
	head := strings.Builder{}
	head.WriteString("GET / HTTP/1.1\nHost: localhost\n")
	for i := 0; head.Len() < maxHeaderBytes+slop-10; i++ {
		fmt.Fprintf(&head, "%x:\n", i)
	}
	head.WriteString("\n")
	held := make([]*http.Request, requests)
	inMemory := func() uint64 {
		var memory runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&memory)
		return memory.HeapAlloc
	}
	before := inMemory()
	for i := range held {
		held[i] = modelstest.Got(http.ReadRequest(bufio.NewReader(strings.NewReader(head.String()))))(t)
	}
	each := (inMemory() - before) / requests
	runtime.KeepAlive(held)
	modelstest.WantAtMost(t, each*uint64(boundsWithin(unlimitedDescriptors).all)>>20, unit/2>>20, each)
}

func TestConnectionsLeaveDescriptorsForTheDatabase(t *testing.T) {
	for descriptors, want := range map[int]connectionBounds{
		1 << 20: {all: 256, remote: 192, client: 64},
		1024:    {all: 256, remote: 192, client: 64},
		64:      {all: 16, remote: 12, client: 4},
		16:      {all: 8, remote: 6, client: 2},
	} {
		modelstest.Want(t, boundsWithin(descriptors), want, descriptors)
	}
}

func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel()
	log := slog.New(slog.DiscardHandler)
	server := newServer(http.NotFoundHandler(), newConnections(boundsWithin(1024), nil, nil, log), log).http
	for name, limit := range map[string]struct{ got, want time.Duration }{
		"header": {server.ReadHeaderTimeout, 5 * time.Second},
		"read":   {server.ReadTimeout, 10 * time.Second},
		"write":  {server.WriteTimeout, 15 * time.Second},
		"idle":   {server.IdleTimeout, 60 * time.Second},
	} {
		modelstest.Want(t, limit.got, limit.want, name)
	}
	modelstest.Want(t, server.MaxHeaderBytes, 16<<10)
}
