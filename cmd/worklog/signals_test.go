package main_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	ossignal "os/signal"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// openArrivalText starts a request without sending its body, and returns the connection
// once the program waits for the body.
func (c *server) openArrivalText() net.Conn {
	c.t.Helper()
	connection := c.dial()
	fmt.Fprintf(connection, "POST /api/v1/workplace-presence HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"+
		"Authorization: Bearer %s\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n", secret)
	if line, err := bufio.NewReader(connection).ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		c.t.Fatalf("got %q, %v", line, err)
	}
	return connection
}

// wantFolded checks that the write-ahead log has been checkpointed and removed.
func wantFolded(t *testing.T, path string) {
	t.Helper()
	modelstest.WantFiles(t, 0, path+"-*")
	modelstest.WantSound(t, path)
}

func TestMoreSignalsStopTheServerAsOneDoes(t *testing.T) {
	for name, sent := range map[string]os.Signal{"SIGINT": os.Interrupt, "SIGTERM": syscall.SIGTERM, "SIGHUP": syscall.SIGHUP} {
		t.Run(name, func(t *testing.T) {
			needSignal(t, sent)
			folder, path := newFolder(t)
			c := begin(t, folder)
			c.want(firstIn, 201, "created")
			connection := c.openArrivalText()
			modelstest.Must(t, c.command.Process.Signal(sent))
			c.logs(`"stopping"`)
			modelstest.Must(t, c.command.Process.Signal(sent))
			modelstest.Must(t, c.command.Process.Signal(sent))
			fmt.Fprintf(connection, "%-100s", `{"event":"arrival"}`)
			modelstest.WantIn(t, string(modelstest.Got(io.ReadAll(connection))(t)), "HTTP/1.1 422 ") // the request in progress was not cut off
			modelstest.Want(t, c.end(sent), 0, c.log)
			wantFolded(t, path)
		})
	}
}

// needSignal skips the test if the signal is ignored, because the program would inherit
// that.
func needSignal(t *testing.T, wanted os.Signal) {
	t.Helper()
	if ossignal.Ignored(wanted) {
		t.Skipf("not tested: %v is ignored, as under nohup", wanted)
	}
}

// needSignals skips the test on Windows, where a process cannot be told to stop.
func needSignals(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("not tested: this system has no signals")
	}
}

func TestAServerStartedWithNohupIgnoresSIGHUP(t *testing.T) {
	folder, path := newFolder(t)
	c := beginAs(t, inShell("trap '' HUP"), folder) // as nohup does
	modelstest.Must(t, c.command.Process.Signal(syscall.SIGHUP))
	c.want(firstIn, 201, "created")
	c.stop()
	wantFolded(t, path)
}

func TestASecondSignalStopsAWaitingCommand(t *testing.T) {
	needSignals(t)
	command := command(t, t.TempDir(), nil, "password")
	input := modelstest.Got(command.StdinPipe())(t)
	defer input.Close()
	modelstest.Must(t, command.Start())
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	for { // the first may arrive before the handler is installed
		if err := command.Process.Signal(syscall.SIGTERM); err != nil {
			break
		}
		select {
		case <-ended:
			return
		case <-time.After(time.Millisecond):
		}
	}
	<-ended
}

func TestAClosedLogPipeStopsNeitherStartupNorRequests(t *testing.T) {
	t.Parallel()
	needSignals(t)
	folder, path := newFolder(t)
	socket := modelstest.SocketPath(t)
	reader, writer, err := os.Pipe()
	modelstest.Must(t, err)
	reader.Close()
	defer writer.Close()
	command := exec.Command(binary)
	command.Dir, command.Stderr = folder, writer
	command.Env = minimal("WORKLOG_API_TOKEN=short: a warning at the start", "WORKLOG_SERVER_LISTEN=unix:"+socket)
	modelstest.Must(t, command.Start())
	ended := make(chan struct{})
	go func() { _ = command.Wait(); close(ended) }()
	defer func() { _ = command.Process.Kill(); <-ended }()
	client := &http.Client{Timeout: patience, Transport: &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		},
	}}
	for answered := 0; answered < 3; { // each is logged
		select {
		case <-ended:
			t.Fatalf("the program exited: %v", command.ProcessState)
		default:
		}
		response, err := client.Get("http://localhost/nowhere")
		if err != nil && answered > 0 {
			t.Fatalf("after %d answers: %v", answered, err)
		}
		if err != nil { // not listening yet
			continue
		}
		response.Body.Close()
		answered++
	}
	client.CloseIdleConnections()
	modelstest.Must(t, command.Process.Signal(syscall.SIGTERM))
	<-ended
	modelstest.Want(t, command.ProcessState.ExitCode(), 0, command.ProcessState)
	wantFolded(t, path)
}
