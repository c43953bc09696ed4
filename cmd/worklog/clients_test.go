package main_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

func TestTwoHundredHalfOpenConnectionsDoNotBlockTheAPI(t *testing.T) {
	t.Parallel()
	folder, path := newFolder(t)
	c := begin(t, folder)
	head := "POST /api/v1/workplace-presence HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer " +
		secret + "\r\n"
	var waiting []net.Conn
	for i := range 200 {
		connection := modelstest.Got(net.Dial("tcp", strings.TrimPrefix(c.url, "http://")))(t)
		defer connection.Close()
		half := head[:len(head)/2]
		if i%2 == 1 {
			half, waiting = head+"Content-Length: 200\r\n\r\n{", append(waiting, connection)
		}
		modelstest.Must(t, modelstest.Only(fmt.Fprint(connection, half)))
	}
	c.want(firstIn, 201, "created")
	c.want(firstOut, 200, "created")
	for _, connection := range waiting {
		modelstest.Must(t, connection.SetReadDeadline(time.Now().Add(time.Millisecond)))
		if _, err := connection.Read(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("the API responded only after the other connections were cut off: %v", err)
		}
	}
	c.end(syscall.SIGKILL) // SIGTERM would wait for the open connections
	wantSound(t, path)
}

func TestATerminatedServerFinishesItsRequestsAndCheckpointsTheLog(t *testing.T) {
	t.Parallel()
	random, seed := seeded(t)
	folder, path := newFolder(t)
	told := newLedger(t)
	for round := range uint64(4) {
		c := begin(t, folder)
		enough, done := told.load(c, seed+round, 1+random.IntN(40))
		<-enough
		c.stop()
		done.Wait()
		for _, suffix := range []string{"-wal", "-shm"} {
			if _, err := os.Stat(path + suffix); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s is still there: %v", suffix, err)
			}
		}
		c = begin(t, folder)
		if recorded := told.settle(c); recorded > 0 {
			t.Errorf("%d requests were recorded and not answered", recorded)
		}
		told.replay(c, 0)
		told.wantIn(path)
		c.stop()
		wantSound(t, path)
	}
	t.Logf("%d events acknowledged", len(told.keys))
}
