package main_test

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	worklog "worklog/cmd/worklog"
	"worklog/models/modelstest"
)

// systemd is a socket that receives what a service tells systemd.
type systemd struct {
	t        *testing.T
	name     string // for NOTIFY_SOCKET
	messages chan string
}

func newSystemd(t *testing.T, name string) *systemd {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("not tested: Windows has no datagram sockets with a path")
	}
	connection := modelstest.Got(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: name, Net: "unixgram"}))(t)
	t.Cleanup(func() { connection.Close() })
	s := &systemd{t, name, make(chan string, 100_000)}
	go func() { // a full socket would block the program
		for message := make([]byte, 1024); ; {
			length, err := connection.Read(message)
			if err != nil {
				return
			}
			s.messages <- string(message[:length])
		}
	}()
	return s
}

func (s *systemd) next() string {
	s.t.Helper()
	select {
	case message := <-s.messages:
		return message
	case <-time.After(patience):
		s.t.Fatal("systemd was told nothing")
		return ""
	}
}

func (s *systemd) until(last string) (before []string) {
	s.t.Helper()
	for message := s.next(); message != last; message = s.next() {
		before = append(before, message)
	}
	return before
}

// mark sends a message of the test's own, to tell what was received before and after.
func (s *systemd) mark(message string) {
	s.t.Helper()
	connection := modelstest.Got(net.DialUnix("unixgram", nil, &net.UnixAddr{Name: s.name, Net: "unixgram"}))(s.t)
	defer connection.Close()
	modelstest.Must(s.t, modelstest.Only(connection.Write([]byte(message))))
}

func TestSystemdIsToldWhenTheServerIsReadyWorksAndStops(t *testing.T) {
	for name, socket := range map[string]string{
		"a socket with a path": filepath.Join(t.TempDir(), "notify"),
		"an abstract socket":   fmt.Sprintf("@worklog-test-%d", os.Getpid()),
	} {
		t.Run(name, func(t *testing.T) {
			if strings.HasPrefix(socket, "@") && runtime.GOOS != "linux" {
				t.Skip("not tested: only Linux has abstract sockets")
			}
			manager := newSystemd(t, socket)
			folder, _ := newFolder(t)
			c := launch(t, folder, "NOTIFY_SOCKET="+socket, "WATCHDOG_USEC=20000")
			modelstest.Want(t, manager.next(), "READY=1")
			c.logs(`"listening"`)
			c.url = urlInLog.FindStringSubmatch(c.log.String())[1]
			c.want(firstIn, 201, "created")
			for range 3 {
				modelstest.Want(t, manager.next(), "WATCHDOG=1")
			}
			modelstest.Want(t, c.end(syscall.SIGTERM), 0, c.log)
			for _, message := range manager.until("STOPPING=1") {
				modelstest.Want(t, message, "WATCHDOG=1")
			}
		})
	}
}

func TestTheWatchdogIsResetOnlyWhileTheDatabaseAnswers(t *testing.T) {
	manager := newSystemd(t, filepath.Join(t.TempDir(), "notify"))
	folder, path := newFolder(t)
	c := begin(t, folder, "NOTIFY_SOCKET="+manager.name, "WATCHDOG_USEC=20000")
	manager.until("WATCHDOG=1")
	modelstest.Must(t, os.Rename(path, path+".away"))
	const refused = "the database does not answer"
	c.logs(refused)
	manager.mark("away")
	for already := strings.Count(c.log.String(), refused); strings.Count(c.log.String(), refused) < already+3; {
		_, more := c.log.soFar()
		select {
		case <-more:
		case <-c.ended:
			t.Fatalf("the program has exited: %s", c.log)
		}
	}
	manager.mark("back")
	manager.until("away")
	modelstest.WantList(t, manager.until("back"), nil, "while the database was away")
	modelstest.Must(t, os.Rename(path+".away", path))
	manager.until("WATCHDOG=1")
}

// An import and a backup take long, and keep other writers waiting.
func TestTheWatchdogIsResetWhileAnotherProgramWrites(t *testing.T) {
	manager := newSystemd(t, filepath.Join(t.TempDir(), "notify"))
	folder, path := newFolder(t)
	begin(t, folder, "NOTIFY_SOCKET="+manager.name, "WATCHDOG_USEC=20000")
	db := modelstest.SQL(t, path)
	db.SetMaxOpenConns(1)
	modelstest.Must(t, modelstest.Only(db.Exec("BEGIN EXCLUSIVE; UPDATE work_entries SET note = 'mine'")))
	manager.mark("writing")
	manager.until("writing")
	manager.until("WATCHDOG=1")
	manager.until("WATCHDOG=1") // the first may have been sent before
	modelstest.Must(t, modelstest.Only(db.Exec("ROLLBACK")))
}

func TestTheWatchdogAllowsForAFailedCheck(t *testing.T) {
	const timeout = 2 * time.Minute
	t.Setenv("WATCHDOG_PID", "")
	t.Setenv("WATCHDOG_USEC", strconv.FormatInt(timeout.Microseconds(), 10))
	if interval := worklog.WatchdogInterval(); interval <= 0 || 3*interval >= timeout {
		t.Errorf("got a check every %s for a timeout of %s", interval, timeout)
	}
}

func TestTheWatchdogOfAnotherProcessIsNotReset(t *testing.T) {
	manager := newSystemd(t, filepath.Join(t.TempDir(), "notify"))
	folder, _ := newFolder(t)
	c := begin(t, folder, "NOTIFY_SOCKET="+manager.name, "WATCHDOG_USEC=2", "WATCHDOG_PID=1")
	c.want(firstIn, 201, "created")
	c.end(syscall.SIGTERM)
	modelstest.WantList(t, manager.until("STOPPING=1"), []string{"READY=1"})
}

func TestAServerThatCannotReachSystemdServes(t *testing.T) {
	folder, _ := newFolder(t)
	c := begin(t, folder, "NOTIFY_SOCKET="+filepath.Join(folder, "none"), "WATCHDOG_USEC=forever")
	c.logs("systemd not notified")
	c.want(firstIn, 201, "created")
	modelstest.Want(t, c.end(syscall.SIGTERM), 0, c.log)
}
