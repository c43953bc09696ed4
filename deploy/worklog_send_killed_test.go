package deploy_test

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"worklog/models/modelstest"
)

// senderHeld is a server that delays the first request until the test continues.
type senderHeld struct {
	url        string
	came, goOn chan struct{}
	closeGoOn  func()
}

// newSenderHeld delays the response to the first request, which it forwards to a program unless
// that is nil. It forwards later requests to another program immediately.
func newSenderHeld(t *testing.T, first, later http.Handler) *senderHeld {
	t.Helper()
	h := &senderHeld{came: make(chan struct{}), goOn: make(chan struct{})}
	h.closeGoOn = sync.OnceFunc(func() { close(h.goOn) })
	var held atomic.Bool
	h.url = senderServer(t, func(w http.ResponseWriter, r *http.Request) {
		if !held.CompareAndSwap(false, true) {
			later.ServeHTTP(w, r)
			return
		}
		response := httptest.NewRecorder()
		if first != nil {
			first.ServeHTTP(response, r)
		}
		close(h.came)
		<-h.goOn
		w.WriteHeader(response.Code)
		w.Write(response.Body.Bytes())
	})
	t.Cleanup(h.closeGoOn)
	return h
}

func TestARunKilledWhileItWaitsForTheResponseLosesNothing(t *testing.T) {
	t.Parallel()
	for name, recorded := range map[string]bool{"before the event is recorded": false, "after it is recorded": true} {
		for victim, group := range map[string]bool{"the shell only": false, "the shell and its client": true} {
			t.Run(name+", "+victim, func(t *testing.T) {
				senderEach(t, senderDisjointKits, func(t *testing.T, kit senderKit) {
					p := newSenderProgram(t)
					p.Run()
					var first http.Handler
					if recorded {
						first = p
					}
					held := newSenderHeld(t, first, p)
					s := newSender(t, kit, held.url)
					command := s.command("arrival", "--at", senderMorning)
					modelstest.Must(t, command.Start())
					<-held.came
					end := command.Process.Kill
					if group {
						end = command.Cancel
					}
					modelstest.Must(t, end())
					command.Wait()
					held.closeGoOn()

					modelstest.Must(t, modelstest.Only(os.Readlink(s.folder("lock")))) // which the killed run has left
					queued := s.wantEvents("queue", 1)
					s.url = p.URL
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
	t.Parallel()
	// If the script is killed before the rename, the event is not queued, and the caller
	// sees the script die.
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
			p.Run()
			s := newSender(t, senderDisjointKits[0], p.URL)
			real := modelstest.Got(os.Readlink(filepath.Join(s.bin, point.tool)))(t)
			script := "kill -9 0"
			if point.after {
				script = real + ` "$@"` + "\nkill -9 0"
			}
			s.replace(point.tool, script)
			s.want(-1, "arrival", "--at", senderMorning)
			want := append(s.events("queue"), p.stored()...)
			if len(want) == 2 && want[0] == want[1] { // recorded but not removed yet
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
	t.Parallel()
	senderEach(t, senderDisjointKits, func(t *testing.T, kit senderKit) {
		p := newSenderProgram(t)
		p.Run()
		held := newSenderHeld(t, p, p)
		s := newSender(t, kit, held.url)
		first := s.command("arrival", "--at", senderMorning)
		modelstest.Must(t, first.Start())
		<-held.came
		s.want(senderSent, "departure", "--at", senderEvening)
		queued := s.wantEvents("queue", 2)
		p.wantStored(queued[0])
		held.closeGoOn()
		modelstest.Must(t, first.Wait())
		p.wantStored(queued...)
		s.wantEvents("queue", 0)
	})
}

func TestALockOfAnExitedProcessIsTakenOver(t *testing.T) {
	t.Parallel()
	boot, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
	for name, holder := range map[string]string{
		"from an earlier boot":                        fmt.Sprintf("%d.1.another-boot", os.Getpid()),
		"whose number now belongs to another process": fmt.Sprintf("%d.1.%s", os.Getpid(), strings.TrimSpace(string(boot))),
		"of an unknown process":                       "x",
	} {
		t.Run(name, func(t *testing.T) {
			senderEach(t, senderDisjointKits, func(t *testing.T, kit senderKit) {
				p := newSenderProgram(t)
				p.Run()
				s := newSender(t, kit, p.URL)
				modelstest.Must(t, os.MkdirAll(s.folder(), 0o700))
				modelstest.Must(t, os.Symlink(holder, s.folder("lock")))
				s.want(senderSent, "arrival", "--at", senderMorning)
				modelstest.Want(t, len(p.stored()), 1)
				modelstest.WantError(t, modelstest.Only(os.Readlink(s.folder("lock"))), fs.ErrNotExist, "the lock is still there")
			})
		})
	}
}
