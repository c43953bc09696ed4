package deploy_test

import (
	"bytes"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

const senderToken = `a-token-of-more-than-32-characters, with "quotes", a \ and a $sign`

const (
	senderSent     = 0
	senderRefused  = 1
	senderUnqueued = 2
	senderWaiting  = 3
	senderWrong    = 4
)

// senderKit is a shell and an HTTP client that the script runs with.
type senderKit struct{ shell, client string }

func (k senderKit) String() string { return strings.TrimSuffix(k.shell+" and "+k.client, " and ") }

var senderKits = []senderKit{{"dash", "curl"}, {"dash", "wget"}, {"busybox", "curl"}, {"busybox", "wget"}}

// senderDisjointKits contain each shell and each client once, for tests in which they do
// not affect each other.
var senderDisjointKits = []senderKit{{"dash", "curl"}, {"busybox", "wget"}}

// senderTools are the programs that the script calls, except for the client.
var senderTools = strings.Fields("cat cut date grep id ln mkdir mv od readlink rm sed sync tail tr")

// senderLookPath returns the path of a program. If it is not installed, the test is
// skipped, or fails in continuous integration.
func senderLookPath(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal(name, "is not installed")
	}
	if err != nil {
		t.Skip(name, "is not installed")
	}
	return path
}

// sender is a machine with the script: a shell, a folder of programs and a home.
type sender struct {
	t           *testing.T
	shell       []string
	bin, home   string
	url         string
	environment []string // comes last and takes precedence
}

func newSender(t *testing.T, kit senderKit, url string) *sender {
	t.Helper()
	s := &sender{t: t, bin: t.TempDir(), home: t.TempDir(), url: url}
	shell := senderLookPath(t, kit.shell)
	s.shell = []string{shell}
	if kit.shell == "busybox" {
		s.shell = []string{shell, "sh"}
	}
	for _, tool := range senderTools {
		if kit.shell == "busybox" {
			s.install(tool, shell)
			continue
		}
		s.install(tool, senderLookPath(t, tool))
	}
	if kit.client != "" {
		s.install(kit.client, senderLookPath(t, kit.client))
	}
	return s
}

func (s *sender) install(name, target string) {
	s.t.Helper()
	modelstest.Must(s.t, os.Symlink(target, filepath.Join(s.bin, name)))
}

func (s *sender) replace(name, script string) {
	s.t.Helper()
	path := filepath.Join(s.bin, name)
	os.Remove(path)
	modelstest.Must(s.t, os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700))
}

func (s *sender) command(arguments ...string) *exec.Cmd {
	s.t.Helper()
	script := modelstest.Got(filepath.Abs("worklog-send"))(s.t)
	command := exec.CommandContext(s.t.Context(), s.shell[0], append(append(s.shell[1:], script), arguments...)...)
	command.Env = append([]string{"PATH=" + s.bin, "HOME=" + s.home, "XDG_STATE_HOME=" + s.home, "XDG_CONFIG_HOME=" + s.home,
		"WORKLOG_URL=" + s.url, "WORKLOG_API_TOKEN=" + senderToken}, s.environment...)
	killWithChildren(command)
	return command
}

func (s *sender) run(arguments ...string) (status int, stdout, stderr string) {
	s.t.Helper()
	command := s.command(arguments...)
	var out, trouble bytes.Buffer
	command.Stdout, command.Stderr = &out, &trouble
	var ended *exec.ExitError
	if err := command.Run(); err != nil && !errors.As(err, &ended) {
		s.t.Fatal(err)
	}
	modelstest.WantNone(s.t, out.String()+trouble.String(), senderToken)
	return command.ProcessState.ExitCode(), out.String(), trouble.String()
}

func (s *sender) want(status int, arguments ...string) (stderr string) {
	s.t.Helper()
	got, _, stderr := s.run(arguments...)
	modelstest.Want(s.t, got, status, strings.Join(arguments, " "), stderr)
	return stderr
}

func (s *sender) folder(names ...string) string {
	return filepath.Join(append([]string{s.home, "worklog-send"}, names...)...)
}

func (s *sender) events(folder string) []sentEvent {
	s.t.Helper()
	return eventsIn(s.t, s.folder(folder))
}

func (s *sender) wantEvents(folder string, want int) []sentEvent {
	s.t.Helper()
	got := s.events(folder)
	modelstest.Want(s.t, len(got), want, got, folder)
	return got
}

// newSenderProgram is the program that the script sends events to.
func newSenderProgram(t *testing.T) *program {
	t.Helper()
	p := newProgram(t, senderToken)
	p.URL = "http://" + p.Config.Listen // the script sends before anybody listens
	p.Config.API.RequestsPerMinute = 1 << 30
	return p
}

func senderServer(t *testing.T, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return server.URL
}

func senderEach(t *testing.T, kits []senderKit, test func(t *testing.T, kit senderKit)) {
	for _, kit := range kits {
		t.Run(kit.String(), func(t *testing.T) {
			t.Parallel()
			test(t, kit)
		})
	}
}

const (
	senderMorning = "2026-11-20T08:03:00+01:00"
	senderEvening = "2026-11-20T17:21:00+01:00"
)

// wantPrivate checks that only the owner can read what the script has written, which has none of the
// texts.
func (s *sender) wantPrivate(texts ...string) {
	s.t.Helper()
	modelstest.Must(s.t, filepath.WalkDir(s.folder(), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type() == fs.ModeSymlink {
			return err
		}
		info := modelstest.Got(entry.Info())(s.t)
		if entry.IsDir() {
			modelstest.Want(s.t, info.Mode().Perm(), 0o700, path)
			return nil
		}
		modelstest.Want(s.t, info.Mode().Perm(), 0o600, path)
		modelstest.WantNone(s.t, read(s.t, path), texts...)
		return nil
	}))
}
