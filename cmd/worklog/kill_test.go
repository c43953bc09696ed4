package main_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// setting reads a number from the environment.
func setting(t *testing.T, name string, otherwise uint64) uint64 {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return number
}

// seeded returns a random generator and its seed, and logs how to repeat the test with it.
func seeded(t *testing.T) (*rand.Rand, uint64) {
	t.Helper()
	seed := setting(t, "WORKLOG_SEED", rand.Uint64())
	t.Logf("WORKLOG_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0)), seed
}

// spin busy-waits, so that what follows happens at an arbitrary point of the concurrent
// work.
func spin(moment time.Duration) {
	for start := time.Now(); time.Since(start) < moment; {
	}
}

// rounds returns how often a random test repeats itself: twice as often in CI.
func rounds(usual int) int {
	if os.Getenv("CI") != "" {
		return 2 * usual
	}
	return usual
}

// One round in killsAtStart is killed before the program listens.
const killsAtStart = 4

func TestNothingAcknowledgedIsLostOrDuplicatedByAKill(t *testing.T) {
	t.Parallel() // before a start is timed
	number := setting(t, "WORKLOG_KILLS", uint64(rounds(12)))
	random, seed := seeded(t)
	folder, path := newFolder(t)
	told := newLedger(t)
	var atStart, inFlight, unanswered, recordedBefore, start int
	for round := uint64(0); round < number && !t.Failed(); round++ {
		if round%killsAtStart == killsAtStart-1 {
			c := launch(t, folder)
			spin(time.Duration(random.IntN(start + 1)))
			c.end(syscall.SIGKILL)
			atStart++
			continue
		}
		began := time.Now()
		c := begin(t, folder)
		start = int(time.Since(began))
		from := len(told.keys)
		enough, done := told.load(c, seed+round, random.IntN(40))
		<-enough
		spin(time.Duration(random.IntN(int(2 * time.Millisecond))))
		c.end(syscall.SIGKILL)
		done.Wait()
		unanswered += len(told.unanswered)
		if len(told.unanswered) > 0 {
			inFlight++
		}

		c = begin(t, folder)
		recordedBefore += told.settle(c)
		told.replay(c, from)
		told.wantIn(path)
		modelstest.WantSound(t, path)
		c.end(syscall.SIGKILL)
	}
	c := begin(t, folder)
	told.replay(c, 0)
	told.wantIn(path)
	c.stop()
	modelstest.WantSound(t, path)
	t.Logf("%d rounds: %d events acknowledged, %d kills with requests in flight (%d requests, of which %d had been recorded), %d kills during the start",
		number, len(told.keys), inFlight, unanswered, recordedBefore, atStart)
}

func TestAKillDuringTheFirstStartLeavesACompleteDatabaseOrNone(t *testing.T) {
	t.Parallel() // before a start is timed
	random, _ := seeded(t)
	folder, _ := newFolder(t)
	began := time.Now()
	begin(t, folder).end(syscall.SIGKILL)
	start := int(time.Since(began))
	made := 0
	for range 6 {
		folder, path := newFolder(t)
		c := launch(t, folder)
		spin(time.Duration(random.IntN(start)))
		c.end(syscall.SIGKILL)
		if _, err := os.Stat(path); err == nil {
			made++
		}
		c = begin(t, folder)
		c.want(signal{"arrival", "2026-11-20T08:00:00+01:00", "k"}, 201, "created")
		c.stop()
		modelstest.WantSound(t, path)
	}
	t.Logf("killed 6 times, %d times the database was there", made)
}

func TestTwoHundredHalfOpenConnectionsDoNotBlockTheAPI(t *testing.T) {
	folder, path := newFolder(t)
	c := begin(t, folder)
	head := "POST /api/v1/workplace-presence HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAuthorization: Bearer " +
		secret + "\r\n"
	var waiting []net.Conn
	for i := range 200 {
		connection := c.dial()
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
	modelstest.WantSound(t, path)
}

func TestATerminatedServerFinishesItsRequestsAndCheckpointsTheLog(t *testing.T) {
	random, seed := seeded(t)
	folder, path := newFolder(t)
	told := newLedger(t)
	for round := range uint64(4) {
		c := begin(t, folder)
		enough, done := told.load(c, seed+round, 1+random.IntN(40))
		<-enough
		c.stop()
		done.Wait()
		wantFolded(t, path)
		c = begin(t, folder)
		modelstest.Want(t, told.settle(c), 0, "requests that were recorded and not answered")
		told.replay(c, 0)
		told.wantIn(path)
		c.stop()
		modelstest.WantSound(t, path)
	}
	t.Logf("%d events acknowledged", len(told.keys))
}
