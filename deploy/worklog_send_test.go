package deploy_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

const senderToken = `a-token-of-more-than-32-characters, with "quotes", a \ and a $sign`

// What the script's exit status says.
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

// senderTwoKits have each shell and each client once, where shell and client
// have nothing to do with each other.
var senderTwoKits = []senderKit{{"dash", "curl"}, {"busybox", "wget"}}

// senderTools are all that the script calls but the client.
var senderTools = strings.Fields("cat cut date grep id ln mkdir mv od readlink rm sed sync tail tr")

// senderNeed returns where a program is. A test that needs one is skipped where
// there is none, and fails in continuous integration.
func senderNeed(t *testing.T, name string) string {
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
	environment []string // comes last, and so wins
}

func newSender(t *testing.T, kit senderKit, url string) *sender {
	t.Helper()
	s := &sender{t: t, bin: t.TempDir(), home: t.TempDir(), url: url}
	shell := senderNeed(t, kit.shell)
	s.shell = []string{shell}
	if kit.shell == "busybox" {
		s.shell = []string{shell, "sh"}
	}
	for _, tool := range senderTools {
		if kit.shell == "busybox" {
			s.install(tool, shell)
			continue
		}
		s.install(tool, senderNeed(t, tool))
	}
	if kit.client != "" {
		s.install(kit.client, senderNeed(t, kit.client))
	}
	return s
}

func (s *sender) install(name, target string) {
	s.t.Helper()
	if err := os.Symlink(target, filepath.Join(s.bin, name)); err != nil {
		s.t.Fatal(err)
	}
}

// replace puts a shell script in the place of a program.
func (s *sender) replace(name, script string) {
	s.t.Helper()
	path := filepath.Join(s.bin, name)
	os.Remove(path)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		s.t.Fatal(err)
	}
}

func (s *sender) command(arguments ...string) *exec.Cmd {
	s.t.Helper()
	script, err := filepath.Abs("worklog-send")
	if err != nil {
		s.t.Fatal(err)
	}
	command := exec.CommandContext(s.t.Context(), s.shell[0], append(append(s.shell[1:], script), arguments...)...)
	command.Env = append([]string{"PATH=" + s.bin, "HOME=" + s.home, "XDG_STATE_HOME=" + s.home, "XDG_CONFIG_HOME=" + s.home,
		"WORKLOG_URL=" + s.url, "WORKLOG_API_TOKEN=" + senderToken}, s.environment...)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	return command
}

// run runs the script to its end.
func (s *sender) run(arguments ...string) (status int, stdout, stderr string) {
	s.t.Helper()
	command := s.command(arguments...)
	var out, trouble bytes.Buffer
	command.Stdout, command.Stderr = &out, &trouble
	var ended *exec.ExitError
	if err := command.Run(); err != nil && !errors.As(err, &ended) {
		s.t.Fatal(err)
	}
	if strings.Contains(out.String()+trouble.String(), senderToken) {
		s.t.Errorf("the token was printed: %s%s", &out, &trouble)
	}
	return command.ProcessState.ExitCode(), out.String(), trouble.String()
}

func (s *sender) want(status int, arguments ...string) (stderr string) {
	s.t.Helper()
	got, _, stderr := s.run(arguments...)
	if got != status {
		s.t.Errorf("worklog-send %s: got status %d, want %d; %s", strings.Join(arguments, " "), got, status, stderr)
	}
	return stderr
}

func (s *sender) folder(names ...string) string {
	return filepath.Join(append([]string{s.home, "worklog-send"}, names...)...)
}

// senderEvent is a queued event, and one that is stored.
type senderEvent struct {
	Event      string `json:"event"`
	OccurredAt string `json:"occurred_at"`
	Key        string `json:"idempotency_key"`
}

// events reads the events of a folder, in order.
func (s *sender) events(folder string) []senderEvent {
	s.t.Helper()
	files, err := filepath.Glob(s.folder(folder, "*.json"))
	if err != nil {
		s.t.Fatal(err)
	}
	var events []senderEvent
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			s.t.Fatal(err)
		}
		var event senderEvent
		if err := json.Unmarshal(content, &event); err != nil {
			s.t.Fatal(file, err)
		}
		events = append(events, event)
	}
	return events
}

func (s *sender) wantEvents(folder string, want int) []senderEvent {
	s.t.Helper()
	got := s.events(folder)
	if len(got) != want {
		s.t.Errorf("got %v in %s, want %d", got, folder, want)
	}
	return got
}

// senderProgram is the program, and what the script has sent to it.
type senderProgram struct{ *program }

func newSenderProgram(t *testing.T) *senderProgram {
	t.Helper()
	p := newProgram(t, senderToken)
	p.config.Listen = freeAddress(t) // the script sends before anybody listens
	p.url = "http://" + p.config.Listen
	p.config.API.RequestsPerMinute = 1 << 30
	return &senderProgram{p}
}

// stored are the events in the order in which they were recorded.
func (p *senderProgram) stored() []senderEvent {
	p.t.Helper()
	rows, err := modelstest.SQL(p.t, p.config.Database).Query(
		"SELECT event, occurred_at_sent, idempotency_key FROM workplace_presence_events ORDER BY id")
	if err != nil {
		p.t.Fatal(err)
	}
	defer rows.Close()
	var events []senderEvent
	for rows.Next() {
		var event senderEvent
		if err := rows.Scan(&event.Event, &event.OccurredAt, &event.Key); err != nil {
			p.t.Fatal(err)
		}
		events = append(events, event)
	}
	return events
}

func (p *senderProgram) wantStored(want ...senderEvent) {
	p.t.Helper()
	if got := p.stored(); !slices.Equal(got, want) {
		p.t.Errorf("got %v stored, want %v", got, want)
	}
}

// forward passes a request on to the program and returns its answer.
func (p *senderProgram) forward(r *http.Request) (*http.Response, []byte, error) {
	request, err := http.NewRequest(r.Method, p.url+r.URL.Path, r.Body)
	if err != nil {
		return nil, nil, err
	}
	request.Header = r.Header
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response, body, err
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

func TestEventsQueuedWhileTheServerIsDownAreRecordedInOrderWhenItIsUp(t *testing.T) {
	senderEach(t, senderKits, func(t *testing.T, kit senderKit) {
		p := newSenderProgram(t)
		s := newSender(t, kit, p.url+"/")
		s.want(senderWaiting, "arrival", "--at", senderMorning)
		s.want(senderWaiting, "departure", "--at", senderEvening)
		s.want(senderWaiting, "arrival")
		queued := s.wantEvents("queue", 3)
		if _, list, _ := s.run("--status"); !strings.HasPrefix(list, "arrival "+senderMorning+"\ndeparture "+senderEvening+"\narrival ") || !strings.HasSuffix(list, "\n3 waiting\n") {
			t.Errorf("got status %q", list)
		}

		p.start()
		s.want(senderSent)
		p.wantStored(queued...)
		s.wantEvents("queue", 0)
		s.want(senderSent, "departure", "--at", time.Now().Add(time.Hour).Format(time.RFC3339))
		if got := p.stored(); len(got) != 4 {
			t.Errorf("got %v, want the departure recorded at once", got)
		}
	})
}

func TestTheTimeIsThatOfTheEventAndNotOfItsSending(t *testing.T) {
	senderEach(t, senderTwoKits, func(t *testing.T, kit senderKit) {
		s := newSender(t, kit, "http://"+freeAddress(t))
		s.environment = []string{"TZ=CET-1"}
		before := time.Now().Truncate(time.Second)
		s.want(senderWaiting, "arrival")
		got, err := time.Parse(time.RFC3339, s.wantEvents("queue", 1)[0].OccurredAt)
		if _, offset := got.Zone(); err != nil || got.Before(before) || got.After(time.Now()) || offset != 3600 {
			t.Errorf("got %v %v, want now with the offset", got, err)
		}
		s.want(senderWaiting)
		if again := s.events("queue")[0].OccurredAt; again != got.Format(time.RFC3339) {
			t.Errorf("got %s after another try, want %v", again, got)
		}
	})
}

func TestAnAnswerThatGotLostIsAskedForAgainWithTheSameKey(t *testing.T) {
	for name, cut := range map[string]func(io.Writer, []byte){
		"the whole answer": func(io.Writer, []byte) {},
		"its end": func(connection io.Writer, body []byte) {
			fmt.Fprintf(connection, "HTTP/1.1 201 Created\r\nContent-Length: %d\r\n\r\n%s", len(body)+1, body)
		},
		"its body": func(connection io.Writer, body []byte) {
			fmt.Fprintf(connection, "HTTP/1.1 201 Created\r\nContent-Length: %d\r\n\r\n", len(body))
		},
	} {
		t.Run(name, func(t *testing.T) {
			senderEach(t, senderKits, func(t *testing.T, kit senderKit) {
				p := newSenderProgram(t)
				p.start()
				lossy := senderServer(t, func(w http.ResponseWriter, r *http.Request) {
					_, body, err := p.forward(r)
					if err != nil {
						t.Error(err)
					}
					connection, _, err := w.(http.Hijacker).Hijack()
					if err != nil {
						t.Error(err)
						return
					}
					cut(connection, body)
					connection.Close()
				})
				s := newSender(t, kit, lossy)
				s.want(senderWaiting, "arrival", "--at", senderMorning)
				queued := s.wantEvents("queue", 1)
				p.wantStored(queued...)
				s.url = p.url
				s.want(senderSent)
				p.wantStored(queued...)
				s.wantEvents("queue", 0)
			})
		})
	}
}

func TestEachAnswerIsDoneFinalOrTriedAgain(t *testing.T) {
	const created, replayed = `{"status":"created","event_id":1}`, `{"status": "replayed"}`
	rows := map[string]struct {
		status  int
		body    string
		exit    int
		refused int // of the two events
		asked   int // requests
	}{
		"a new arrival is done":                     {201, created, senderSent, 0, 2},
		"a departure is done":                       {200, created, senderSent, 0, 2},
		"a replay is done":                          {200, replayed, senderSent, 0, 2},
		"a page in place of the answer is kept":     {200, "<html>welcome</html>", senderWrong, 0, 1},
		"another status is kept":                    {200, `{"status":"ok"}`, senderWrong, 0, 1},
		"an empty answer is kept":                   {204, "", senderWrong, 0, 1},
		"a redirect is kept":                        {301, created, senderWrong, 0, 1},
		"a redirect after a form is kept":           {303, created, senderWrong, 0, 1},
		"a redirect of the request is kept":         {307, created, senderWrong, 0, 1},
		"invalid JSON is refused":                   {400, `{"error":"JSON invalide"}`, senderRefused, 2, 2},
		"a wrong token is kept":                     {401, `{"error":"Authentification requise"}`, senderWrong, 0, 1},
		"a forbidden request is kept":               {403, "no", senderWrong, 0, 1},
		"a wrong address is kept":                   {404, `{"error":"Ressource introuvable"}`, senderWrong, 0, 1},
		"a wrong method is kept":                    {405, "", senderWrong, 0, 1},
		"a conflict is refused":                     {409, `{"error":"Conflit métier"}`, senderRefused, 2, 2},
		"a body too large is refused":               {413, "", senderRefused, 2, 2},
		"a wrong content type is kept":              {415, "", senderWrong, 0, 1},
		"an event that says nothing is refused":     {422, `{"error":"Événement invalide"}`, senderRefused, 2, 2},
		"too many requests are tried again":         {429, "", senderWaiting, 0, 1},
		"an error of the server is tried again":     {500, "", senderWaiting, 0, 1},
		"a proxy without its server is tried again": {502, created, senderWaiting, 0, 1},
		"a server without token is tried again":     {503, `{"error":"API indisponible"}`, senderWaiting, 0, 1},
	}
	senderEach(t, senderTwoKits, func(t *testing.T, kit senderKit) {
		s := newSender(t, kit, "http://"+freeAddress(t))
		s.want(senderWaiting, "arrival", "--at", senderMorning)
		s.want(senderWaiting, "departure", "--at", senderEvening)
		queue := os.DirFS(s.folder("queue"))
		for name, row := range rows {
			t.Run(name, func(t *testing.T) {
				var asked atomic.Int32
				s := *s
				s.t, s.home = t, t.TempDir()
				s.url = senderServer(t, func(w http.ResponseWriter, r *http.Request) {
					asked.Add(1)
					if r.Method != "POST" || r.URL.Path != "/api/v1/workplace-presence" {
						t.Errorf("got %s %s", r.Method, r.URL)
					}
					if got := r.Header.Values("Authorization"); !slices.Equal(got, []string{"Bearer " + senderToken}) {
						t.Errorf("got Authorization %q", got)
					}
					if got := r.Header.Values("Content-Type"); !slices.Equal(got, []string{"application/json"}) {
						t.Errorf("got Content-Type %q", got)
					}
					if row.status/100 == 3 {
						w.Header().Set("Location", "/login")
					}
					w.WriteHeader(row.status)
					io.WriteString(w, row.body)
				})
				if err := os.CopyFS(s.folder("queue"), queue); err != nil {
					t.Fatal(err)
				}
				stderr := s.want(row.exit)
				if got := int(asked.Load()); got != row.asked {
					t.Errorf("got %d requests, want %d", got, row.asked)
				}
				waiting := 2 - row.refused
				if row.exit == senderSent {
					waiting = 0
				}
				s.wantEvents("queue", waiting)
				s.wantEvents("refused", row.refused)
				answers, _ := filepath.Glob(s.folder("refused", "*.answer"))
				if len(answers) != row.refused {
					t.Errorf("got %v, want %d answers", answers, row.refused)
				}
				for _, file := range answers {
					got, _ := os.ReadFile(file)
					if want := fmt.Sprintf("%d %s\n", row.status, row.body); string(got) != want {
						t.Errorf("got answer %q, want %q", got, want)
					}
				}
				// A timer's log has nothing of a server that is down.
				told := row.exit == senderRefused || row.exit == senderWrong
				if (stderr != "") != told || told && !strings.Contains(stderr, strconv.Itoa(row.status)) {
					t.Errorf("got %q on standard error", stderr)
				}
			})
		}
	})
}

func TestTheRestIsSentAfterARefusal(t *testing.T) {
	p := newSenderProgram(t)
	s := newSender(t, senderTwoKits[0], p.url)
	s.want(senderWaiting, "departure", "--at", senderMorning) // nobody arrived
	s.want(senderWaiting, "arrival", "--at", senderMorning)
	queued := s.wantEvents("queue", 2)
	p.start()
	stderr := s.want(senderRefused)
	p.wantStored(queued[1])
	if got := s.wantEvents("refused", 1); got[0] != queued[0] {
		t.Errorf("got %v refused, want %v", got, queued[0])
	}
	for _, want := range []string{"departure " + senderMorning, "409", "Conflit métier", s.folder("refused")} {
		if !strings.Contains(stderr, want) {
			t.Errorf("got %q, want %q in it", stderr, want)
		}
	}
	s.want(senderSent)
	if _, list, _ := s.run("--status"); list != "0 waiting\n1 refused, in "+s.folder("refused")+"\n" {
		t.Errorf("got status %q", list)
	}
}

// senderHeld is a server that holds a request until it is told to go on.
type senderHeld struct {
	url        string
	came, goOn chan struct{}
	closeGoOn  func()
}

// newSenderHeld holds the first request, which is passed on to the program
// before that, or never if it is nil. Later ones are passed on at once.
func newSenderHeld(t *testing.T, before, later *senderProgram) *senderHeld {
	t.Helper()
	h := &senderHeld{came: make(chan struct{}), goOn: make(chan struct{})}
	h.closeGoOn = sync.OnceFunc(func() { close(h.goOn) })
	var first atomic.Bool
	pass := func(w http.ResponseWriter, r *http.Request, p *senderProgram) {
		response, body, err := p.forward(r)
		if err != nil {
			t.Error(err)
			return
		}
		w.WriteHeader(response.StatusCode)
		w.Write(body)
	}
	h.url = senderServer(t, func(w http.ResponseWriter, r *http.Request) {
		if !first.CompareAndSwap(false, true) {
			pass(w, r, later)
			return
		}
		if before != nil {
			before.forward(r)
		} else {
			io.Copy(io.Discard, r.Body)
		}
		close(h.came)
		<-h.goOn
		if later != nil && before == nil {
			panic(http.ErrAbortHandler)
		}
	})
	t.Cleanup(h.closeGoOn)
	return h
}

func TestARunThatIsKilledWhileItWaitsForTheAnswerLosesNothing(t *testing.T) {
	for name, recorded := range map[string]bool{"before the event is recorded": false, "after it is recorded": true} {
		for victim, group := range map[string]bool{"the shell only": false, "the shell and its client": true} {
			t.Run(name+", "+victim, func(t *testing.T) {
				senderEach(t, senderKits, func(t *testing.T, kit senderKit) {
					p := newSenderProgram(t)
					p.start()
					var before *senderProgram
					if recorded {
						before = p
					}
					held := newSenderHeld(t, before, p)
					s := newSender(t, kit, held.url)
					command := s.command("arrival", "--at", senderMorning)
					if err := command.Start(); err != nil {
						t.Fatal(err)
					}
					<-held.came
					pid := command.Process.Pid
					if group {
						pid = -pid
					}
					if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
						t.Fatal(err)
					}
					command.Wait()
					held.closeGoOn()

					if _, err := os.Readlink(s.folder("lock")); err != nil {
						t.Error("the killed run left no lock behind:", err)
					}
					queued := s.wantEvents("queue", 1)
					s.url = p.url
					s.want(senderSent, "departure", "--at", senderEvening)
					got := p.stored()
					if len(got) != 2 || got[0] != queued[0] || got[1].Event != "departure" {
						t.Errorf("got %v stored, want %v and the departure", got, queued)
					}
					s.wantEvents("queue", 0)
					if left, _ := filepath.Glob(s.folder("tmp.*")); len(left) > 0 && group {
						t.Errorf("left behind: %v", left)
					}
				})
			})
		}
	}
}

func TestARunKilledAtAnyCommandLosesNothingAndRecordsNothingTwice(t *testing.T) {
	// Killed before its rename, the event was never queued, and the caller saw the
	// script die.
	for _, point := range []struct {
		tool   string
		after  bool
		queued bool
	}{
		{"od", true, false}, {"sync", false, false}, {"mv", false, false},
		{"mv", true, true}, {"readlink", false, true}, {"ln", false, true}, {"ln", true, true},
		{"curl", false, true}, {"curl", true, true}, {"grep", false, true}, {"grep", true, true},
		{"rm", false, true}, {"rm", true, true},
	} {
		when := "before "
		if point.after {
			when = "after "
		}
		t.Run(when+point.tool, func(t *testing.T) {
			t.Parallel()
			p := newSenderProgram(t)
			p.start()
			s := newSender(t, senderTwoKits[0], p.url)
			real, err := os.Readlink(filepath.Join(s.bin, point.tool))
			if err != nil {
				t.Fatal(err)
			}
			script := "kill -9 0"
			if point.after {
				script = real + ` "$@"` + "\nkill -9 0"
			}
			s.replace(point.tool, script)
			s.want(-1, "arrival", "--at", senderMorning)
			want := append(s.events("queue"), p.stored()...)
			if len(want) == 2 && want[0] == want[1] { // recorded, and not yet removed
				want = want[:1]
			}
			if got := len(want) == 1; got != point.queued || len(want) > 1 {
				t.Errorf("got %v queued, want it to be %t", want, point.queued)
			}
			os.Remove(filepath.Join(s.bin, point.tool))
			s.install(point.tool, real)
			s.want(senderSent)
			p.wantStored(want...)
			s.wantEvents("queue", 0)
		})
	}
}

func TestAnEventQueuedDuringARunIsSentByThatRun(t *testing.T) {
	senderEach(t, senderKits, func(t *testing.T, kit senderKit) {
		p := newSenderProgram(t)
		p.start()
		came, goOn := make(chan struct{}), make(chan struct{})
		var requests atomic.Int32
		url := senderServer(t, func(w http.ResponseWriter, r *http.Request) {
			if requests.Add(1) == 1 {
				close(came)
				<-goOn
			}
			response, body, err := p.forward(r)
			if err != nil {
				t.Error(err)
				return
			}
			w.WriteHeader(response.StatusCode)
			w.Write(body)
		})
		s := newSender(t, kit, url)
		first := s.command("arrival", "--at", senderMorning)
		if err := first.Start(); err != nil {
			t.Fatal(err)
		}
		<-came
		s.want(senderSent, "departure", "--at", senderEvening)
		queued := s.wantEvents("queue", 2)
		if got := requests.Load(); got != 1 {
			t.Errorf("got %d requests, want the second run to leave them to the first", got)
		}
		close(goOn)
		if err := first.Wait(); err != nil {
			t.Error(err)
		}
		p.wantStored(queued...)
		s.wantEvents("queue", 0)
	})
}

func TestALockOfAProcessThatIsGoneIsTaken(t *testing.T) {
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	for name, holder := range map[string]string{
		"of an earlier boot":                     fmt.Sprintf("%d.1.another-boot", os.Getpid()),
		"whose number another process has since": fmt.Sprintf("%d.1.%s", os.Getpid(), strings.TrimSpace(string(boot))),
		"of which nothing is known":              "x",
	} {
		t.Run(name, func(t *testing.T) {
			senderEach(t, senderTwoKits, func(t *testing.T, kit senderKit) {
				p := newSenderProgram(t)
				p.start()
				s := newSender(t, kit, p.url)
				if err := os.MkdirAll(s.folder(), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.Symlink(holder, s.folder("lock")); err != nil {
					t.Fatal(err)
				}
				s.want(senderSent, "arrival", "--at", senderMorning)
				if got := p.stored(); len(got) != 1 {
					t.Errorf("got %v stored, want the arrival", got)
				}
				if _, err := os.Readlink(s.folder("lock")); !errors.Is(err, fs.ErrNotExist) {
					t.Error("the lock is still there")
				}
			})
		})
	}
}

func TestTheTokenIsOnNoCommandLineAndFilesAreTheOwnersOnly(t *testing.T) {
	senderEach(t, senderKits, func(t *testing.T, kit senderKit) {
		held := newSenderHeld(t, nil, nil)
		s := newSender(t, kit, held.url)
		command := s.command("arrival")
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		<-held.came
		lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		seen := false
		for _, file := range lines {
			line, _ := os.ReadFile(file)
			seen = seen || bytes.Contains(line, []byte(s.url)) && bytes.Contains(line, []byte(kit.client))
			if bytes.Contains(line, []byte(senderToken)) {
				t.Errorf("%s has the token: %q", file, line)
			}
		}
		if !seen && len(lines) > 0 {
			t.Error("the client was not among the processes that were looked at")
		}
		s.wantPrivate()
		held.closeGoOn()
		command.Wait()
		s.wantPrivate()
		err := filepath.WalkDir(s.folder(), func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() {
				return err
			}
			content, err := os.ReadFile(path)
			if bytes.Contains(content, []byte(senderToken)) {
				t.Errorf("%s has the token", path)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func (s *sender) wantPrivate() {
	s.t.Helper()
	err := filepath.WalkDir(s.folder(), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Type() == fs.ModeSymlink {
			return err
		}
		info, err := entry.Info()
		want := fs.FileMode(0o600)
		if entry.IsDir() {
			want = 0o700
		}
		if err == nil && info.Mode().Perm() != want {
			s.t.Errorf("%s: got mode %o, want %o", path, info.Mode().Perm(), want)
		}
		return err
	})
	if err != nil {
		s.t.Error(err)
	}
}

func TestWhatCannotBeSentForWantOfASetUpIsQueued(t *testing.T) {
	for name, row := range map[string]struct {
		client      string
		environment []string
		want        string
	}{
		"no token":                     {"curl", []string{"WORKLOG_API_TOKEN="}, "no token"},
		"a token file that is missing": {"curl", []string{"WORKLOG_API_TOKEN=", "WORKLOG_API_TOKEN_FILE=/nowhere"}, "/nowhere"},
		"a token of two lines":         {"curl", []string{"WORKLOG_API_TOKEN=a\nb"}, "control character"},
		"an address without scheme":    {"curl", []string{"WORKLOG_URL=worklog"}, "WORKLOG_URL"},
		"a file in place of a server":  {"curl", []string{"WORKLOG_URL=file:///etc"}, "WORKLOG_URL"},
		"no client":                    {"", nil, "neither curl nor GNU wget"},
	} {
		t.Run(name, func(t *testing.T) {
			senderEach(t, []senderKit{{"dash", row.client}, {"busybox", row.client}}, func(t *testing.T, kit senderKit) {
				s := newSender(t, kit, "http://"+freeAddress(t))
				s.environment = row.environment
				if kit.shell == "busybox" && kit.client == "" {
					s.install("wget", s.shell[0]) // which tells no status
				}
				if stderr := s.want(senderWrong, "arrival"); !strings.Contains(stderr, row.want) {
					t.Errorf("got %q, want %q in it", stderr, row.want)
				}
				s.wantEvents("queue", 1)
			})
		})
	}
}

func TestTheConfigurationIsReadFromAFileAndTheEnvironmentWins(t *testing.T) {
	for name, row := range map[string]struct {
		file        string
		environment []string
	}{
		"a token in the file":         {"# worklog\nWORKLOG_URL=URL\nWORKLOG_API_TOKEN='TOKEN'", nil},
		"a file that holds the token": {"WORKLOG_URL=\"URL\"\nWORKLOG_API_TOKEN_FILE=HOME/token\n", nil},
		"the environment's address":   {"WORKLOG_URL=http://127.0.0.1:1\nWORKLOG_API_TOKEN=TOKEN\n", []string{"WORKLOG_URL=URL"}},
		"the environment's token":     {"WORKLOG_URL=URL\nWORKLOG_API_TOKEN=other\n", []string{"WORKLOG_API_TOKEN=TOKEN"}},
		"the environment's file":      {"WORKLOG_URL=URL\nWORKLOG_API_TOKEN=other\n", []string{"WORKLOG_API_TOKEN_FILE=HOME/token"}},
		"a file that runs nothing":    {"WORKLOG_URL=URL\nWORKLOG_API_TOKEN=TOKEN\ntouch HOME/ran\nX=$(touch HOME/ran)\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			senderEach(t, senderTwoKits, func(t *testing.T, kit senderKit) {
				p := newSenderProgram(t)
				p.start()
				s := newSender(t, kit, "")
				fill := strings.NewReplacer("URL=URL", "URL="+p.url, `"URL"`, `"`+p.url+`"`, "TOKEN=TOKEN", "TOKEN="+senderToken, "'TOKEN'", "'"+senderToken+"'", "HOME", s.home)
				s.environment = []string{"WORKLOG_API_TOKEN="}
				for _, variable := range row.environment {
					s.environment = append(s.environment, fill.Replace(variable))
				}
				for file, content := range map[string]string{"worklog-send.conf": fill.Replace(row.file), "token": senderToken + "\n"} {
					if err := os.WriteFile(filepath.Join(s.home, file), []byte(content), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				s.want(senderSent, "arrival", "--at", senderMorning)
				if got := p.stored(); len(got) != 1 {
					t.Errorf("got %v stored, want the arrival", got)
				}
				if _, err := os.Stat(filepath.Join(s.home, "ran")); err == nil {
					t.Error("the file was run")
				}
			})
		})
	}
}

func TestWrongArgumentsQueueNothing(t *testing.T) {
	senderEach(t, senderTwoKits, func(t *testing.T, kit senderKit) {
		s := newSender(t, kit, "http://"+freeAddress(t))
		for _, arguments := range [][]string{
			{"lunch"}, {"arrival", "now"}, {"arrival", "--at"}, {"arrival", "--at", ""}, {"arrival", "--at", "08:03"},
			{"arrival", "--at", "2026-11-20T08:03:00"}, {"arrival", "--at", `2026-11-20T08:03:00","x":"+01:00`},
			{"--flush", "arrival"}, {"--unknown"}, {"departure", "--at", senderEvening, "x"},
		} {
			if stderr := s.want(senderUnqueued, arguments...); stderr == "" {
				t.Errorf("%v: nothing on standard error", arguments)
			}
		}
		s.wantEvents("queue", 0)
		if status, usage, _ := s.run("--help"); status != senderSent || !strings.HasPrefix(usage, "usage: ") {
			t.Errorf("got %d %q", status, usage)
		}
	})
}

func TestAFullQueueTakesNoMoreAndAFullFolderOfRefusalsStopsTheSending(t *testing.T) {
	const most = 1000
	s := newSender(t, senderTwoKits[0], senderServer(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(409) }))
	fill := func(folder string, count int) {
		t.Helper()
		if err := os.MkdirAll(s.folder(folder), 0o700); err != nil {
			t.Fatal(err)
		}
		for i := range count {
			file := s.folder(folder, fmt.Sprintf("%d-arrival-%d.json", 1000000001+i, i))
			if err := os.WriteFile(file, []byte("{}\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	fill("queue", most)
	if stderr := s.want(senderUnqueued, "arrival"); !strings.Contains(stderr, "not queued") {
		t.Errorf("got %q", stderr)
	}
	s.wantEvents("queue", most)
	if err := os.RemoveAll(s.folder("queue")); err != nil {
		t.Fatal(err)
	}
	fill("refused", most)
	s.want(senderWrong, "arrival")
	s.wantEvents("queue", 1)
	s.wantEvents("refused", most)
}

func TestAnAnswerWithoutEndIsNoAnswer(t *testing.T) {
	senderEach(t, senderTwoKits, func(t *testing.T, kit senderKit) {
		s := newSender(t, kit, senderServer(t, func(w http.ResponseWriter, r *http.Request) {
			for r.Context().Err() == nil {
				if _, err := w.Write(bytes.Repeat([]byte(`{"status":"created"}`), 1000)); err != nil {
					return
				}
			}
		}))
		s.want(senderWaiting, "arrival")
		s.wantEvents("queue", 1)
	})
}

func TestTheDispatcherSendsWhatHappensToTheWorkplacesWiFi(t *testing.T) {
	for name, row := range map[string]struct {
		conf, action, nmcli, id string
		want                    string
	}{
		"joined":                      {"WORKLOG_WIFI=The office", "up", "The office", "office 1", "arrival"},
		"left":                        {"WORKLOG_WIFI=The office", "down", "The office", "office 1", "departure"},
		"in quotes":                   {`WORKLOG_WIFI="The office"`, "up", "The office", "", "arrival"},
		"another Wi-Fi":               {"WORKLOG_WIFI=The office", "up", "Home", "The office", ""},
		"a cable":                     {"WORKLOG_WIFI=The office", "up", "", "The office", ""},
		"something else":              {"WORKLOG_WIFI=The office", "dhcp4-change", "The office", "", ""},
		"no Wi-Fi is configured":      {"WORKLOG_URL=x", "up", "", "", ""},
		"a profile that cannot tell":  {"WORKLOG_WIFI=The office", "up", "!", "The office", "arrival"},
		"a profile of another's name": {"WORKLOG_WIFI=The office", "down", "!", "Home", ""},
	} {
		t.Run(name, func(t *testing.T) {
			senderEach(t, []senderKit{{"dash", ""}, {"busybox", ""}}, func(t *testing.T, kit senderKit) {
				s := newSender(t, kit, "")
				s.replace("worklog-send", `echo "$@"`)
				s.replace("nmcli", `[ "$8" = the-uuid ] && [ "$NMCLI" != '!' ] && echo "$NMCLI"`)
				if err := os.WriteFile(filepath.Join(s.home, "worklog-send.conf"), []byte(row.conf+"\n"), 0o600); err != nil {
					t.Fatal(err)
				}
				command := exec.CommandContext(t.Context(), s.shell[0], append(s.shell[1:], "networkmanager/90-worklog", "wlan0", row.action)...)
				command.Env = []string{"PATH=" + s.bin, "XDG_CONFIG_HOME=" + s.home, "CONNECTION_UUID=the-uuid",
					"CONNECTION_ID=" + row.id, "NMCLI=" + row.nmcli}
				command.Stderr = os.Stderr
				got, err := command.Output()
				if err != nil || strings.TrimSpace(string(got)) != row.want {
					t.Errorf("got %q %v, want %q", got, err, row.want)
				}
			})
		})
	}
}

func TestSystemdHasNothingToSayAboutTheUnits(t *testing.T) {
	analyze := senderNeed(t, "systemd-analyze")
	script, err := filepath.Abs("worklog-send")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	var units []string
	for _, name := range []string{"worklog-send.service", "worklog-send.timer"} {
		unit, err := os.ReadFile(filepath.Join("systemd", name))
		if err != nil {
			t.Fatal(err)
		}
		units = append(units, filepath.Join(folder, name))
		unit = bytes.ReplaceAll(unit, []byte("/usr/local/bin/worklog-send"), []byte(script))
		if err := os.WriteFile(units[len(units)-1], unit, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if output, err := exec.CommandContext(t.Context(), analyze, append([]string{"verify"}, units...)...).CombinedOutput(); err != nil || len(output) > 0 {
		t.Errorf("got %v: %s", err, output)
	}
}

func TestShellcheckHasNothingToSayAboutTheScripts(t *testing.T) {
	command := exec.CommandContext(t.Context(), senderNeed(t, "shellcheck"), "worklog-send", "networkmanager/90-worklog")
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("got %v: %s", err, output)
	}
}

// The help page offers the script with the server's own address in its place.
func TestThePlaceholderAddressStandsExactlyOnceInTheScript(t *testing.T) {
	script, err := os.ReadFile("worklog-send")
	if err != nil {
		t.Fatal(err)
	}
	if got := bytes.Count(script, []byte("http://worklog.local:8080")); got != 1 || bytes.Count(script, []byte("worklog.local")) != 1 {
		t.Errorf("got it %d times", got)
	}
}

// senderGuide returns the commands of a document, which are in blocks of sh.
func senderGuide(t *testing.T, document string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "docs", document))
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, block := range strings.Split(string(text), "```sh\n")[1:] {
		commands, _, _ := strings.Cut(block, "```")
		blocks = append(blocks, commands)
	}
	return blocks
}

// TestTheGuideOfTheScriptWorksAsWritten runs its commands with the folders of the
// system, systemctl and the server's address and token in the test's place.
func TestTheGuideOfTheScriptWorksAsWritten(t *testing.T) {
	senderNeed(t, "curl")
	p := newSenderProgram(t)
	p.config.API.Token = "the-token-of-your-server"
	p.start()
	root := t.TempDir()
	for _, folder := range []string{"usr/local/bin", "etc/systemd/system", "etc/NetworkManager/dispatcher.d"} {
		if err := os.MkdirAll(filepath.Join(root, folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	systemctl := filepath.Join(root, "usr/local/bin/systemctl")
	if err := os.WriteFile(systemctl, []byte("#!/bin/sh\nexit 0\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	there := strings.NewReplacer("/usr/local", root+"/usr/local", "/etc/", root+"/etc/", "http://worklog.local:8080", p.url)
	var output []byte
	for _, block := range senderGuide(t, "worklog-send.md") {
		command := exec.CommandContext(t.Context(), "sh", "-ec", there.Replace(block))
		command.Dir = ".."
		command.Env = append(os.Environ(), "PATH="+root+"/usr/local/bin:"+os.Getenv("PATH"),
			"XDG_CONFIG_HOME="+root+"/etc", "XDG_STATE_HOME="+root, "WORKLOG_URL=", "WORKLOG_API_TOKEN=", "WORKLOG_API_TOKEN_FILE=")
		var err error
		if output, err = command.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", block, err, output)
		}
	}
	if got := p.stored(); len(got) != 2 || got[0].Event != "arrival" || got[1].Event != "departure" {
		t.Errorf("got %v stored, want an arrival and a departure", got)
	}
	for _, file := range []string{"etc/systemd/system/worklog-send.timer", "etc/NetworkManager/dispatcher.d/90-worklog"} {
		if _, err := os.Stat(filepath.Join(root, file)); err != nil {
			t.Error(err)
		}
	}
}

func TestTheRequestOfThePhonesGuideIsRecorded(t *testing.T) {
	senderNeed(t, "curl")
	p := newSenderProgram(t)
	p.start()
	for _, block := range senderGuide(t, "phones.md") {
		command := exec.CommandContext(t.Context(), "sh", "-ec", strings.ReplaceAll(block, "http://worklog.local:8080", p.url))
		command.Env = append(os.Environ(), "WORKLOG_API_TOKEN="+senderToken)
		if output, err := command.CombinedOutput(); err != nil || !bytes.Contains(output, []byte(`"status":"created"`)) {
			t.Fatalf("%s: %v: %s", block, err, output)
		}
	}
	p.wantStored(senderEvent{"arrival", senderMorning, senderMorning + "-arrival"})
}

// Each form of time that the guides name, and each that they warn of, is answered
// as they say.
func TestTheTimesOfThePhonesGuideAreAnsweredAsItSays(t *testing.T) {
	p := newSenderProgram(t)
	p.start()
	for _, row := range []struct {
		at     string
		status int
	}{
		{"2026-11-20", 422},
		{"2026-11-20T08:03:00GMT+01:00", 422},
		{"2026-11-20T08:03:00", 422},
		{"2026-11-20T07:03:00Z", 201},
	} {
		body := fmt.Sprintf(`{"event":"arrival","occurred_at":"%s","idempotency_key":"%s-arrival"}`, row.at, row.at)
		request, err := http.NewRequest("POST", p.url+"/api/v1/workplace-presence", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+senderToken)
		request.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != row.status {
			t.Errorf("%s: got %d, want %d", row.at, response.StatusCode, row.status)
		}
	}
}
