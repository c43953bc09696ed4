package main_test

import (
	"fmt"
	"net"
	"os"
	"slices"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"worklog/models/modelstest"
)

func (c *server) descriptors() int {
	c.t.Helper()
	return len(modelstest.Got(os.ReadDir(fmt.Sprintf("/proc/%d/fd", c.command.Process.Pid)))(c.t))
}

func TestWithoutFreeDescriptorsNothingIsLostAndTheServerRecovers(t *testing.T) {
	folder, path := newFolder(t)
	c := begin(t, folder)
	c.want(firstIn, 201, "created")
	c.want(firstOut, 200, "created")
	var others []*server
	for range 8 { // more than the database has connections
		other := c.through(net.Dialer{})
		other.wantPages() // and its connection stays open
		others = append(others, other)
	}
	before := c.limit(unix.RLIMIT_NOFILE, uint64(c.descriptors()+3))
	var idle []net.Conn
	for range 32 {
		idle = append(idle, c.dial())
	}
	if !c.logs("too many open files") {
		t.Fatal("the program has exited")
	}

	var mu sync.Mutex
	var taken []signal
	counts := map[int]int{}
	var group sync.WaitGroup
	for i, other := range others {
		s := signal{"arrival", "2026-11-20T13:00:00+01:00", fmt.Sprint("rival ", i)}
		group.Go(func() {
			got, err := other.post(s)
			mu.Lock()
			defer mu.Unlock()
			if counts[got.status]++; got.status == 201 {
				taken = append(taken, s)
			}
			modelstest.Want(t, err == nil && slices.Contains([]int{201, 409, 500}, got.status), true, got.status, got.body, err)
		})
	}
	group.Wait()
	t.Logf("without free descriptors: %v", counts)
	c.alive()

	for _, connection := range idle {
		connection.Close()
	}
	c.client.CloseIdleConnections() // the next request needs a new one
	if len(taken) == 0 {
		taken = []signal{{"arrival", "2026-11-20T13:00:00+01:00", "rival 0"}}
		c.want(taken[0], 201, "created")
	}
	c.limit(unix.RLIMIT_NOFILE, before)
	for _, s := range append(taken, firstIn, firstOut) {
		c.want(s, 200, "replayed")
	}
	c.want(secondOut, 200, "created")
	c.stop()
	modelstest.WantSound(t, path)
	if got := stored(t, folder, "SELECT idempotency_key FROM workplace_presence_events"); len(taken) != 1 || len(got) != 4 {
		t.Errorf("got %q, of the rivals %v", got, taken)
	}
}

func TestElevenHundredIdleConnectionsLeaveRoomForOthersWithAThousandDescriptors(t *testing.T) {
	var limit unix.Rlimit
	modelstest.Must(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &limit))
	if limit.Cur < 1500 {
		t.Skipf("not tested: needs 1500 file descriptors, and the limit is %d", limit.Cur)
	}
	folder, path := newFolder(t)
	c := beginAs(t, inShell("ulimit -n 1024"), folder)
	for range 1100 {
		connection := c.dial()
		modelstest.Must(t, modelstest.Only(fmt.Fprint(connection, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")))
		if _, err := connection.Read(make([]byte, 1)); err != nil {
			t.Fatalf("no response: %v; log: %s", err, c.log)
		}
	}
	modelstest.WantAtMost(t, c.descriptors(), 512, "open files")
	c.want(firstIn, 201, "created")
	c.through(net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}).want(firstOut, 200, "created")
	c.wantPages()
	c.stop()
	modelstest.WantNone(t, c.log.String(), "too many open files")
	modelstest.WantIn(t, c.log.String(), "too many connections")
	modelstest.WantSound(t, path)
}
