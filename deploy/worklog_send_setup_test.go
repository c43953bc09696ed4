package deploy_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

func TestTheTokenIsOnNoCommandLineAndFilesAreReadableOnlyByTheOwner(t *testing.T) {
	t.Parallel()
	senderEach(t, senderKits, func(t *testing.T, kit senderKit) {
		held := newSenderHeld(t, nil, nil)
		s := newSender(t, kit, held.url)
		command := s.command("arrival")
		modelstest.Must(t, command.Start())
		<-held.came
		lines, _ := filepath.Glob("/proc/[0-9]*/cmdline")
		seen := false
		for _, file := range lines {
			line, _ := os.ReadFile(file)
			seen = seen || bytes.Contains(line, []byte(s.url)) && bytes.Contains(line, []byte(kit.client))
			modelstest.WantNone(t, string(line), senderToken)
		}
		modelstest.Want(t, seen || len(lines) == 0, true, "the client was among the processes")
		s.wantPrivate()
		held.closeGoOn()
		command.Wait()
		s.wantPrivate(senderToken)
	})
}

func TestWithoutAWorkingConfigurationEventsAreQueued(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		client      string
		environment []string
		want        string
	}{
		"no token":                  {"curl", []string{"WORKLOG_API_TOKEN="}, "no token"},
		"a missing token file":      {"curl", []string{"WORKLOG_API_TOKEN=", "WORKLOG_API_TOKEN_FILE=/nowhere"}, "/nowhere"},
		"a token of two lines":      {"curl", []string{"WORKLOG_API_TOKEN=a\nb"}, "control character"},
		"an address without scheme": {"curl", []string{"WORKLOG_URL=worklog"}, "WORKLOG_URL"},
		"a file URL":                {"curl", []string{"WORKLOG_URL=file:///etc"}, "WORKLOG_URL"},
		"no client":                 {"", nil, "neither curl nor GNU wget"},
	} {
		t.Run(name, func(t *testing.T) {
			senderEach(t, []senderKit{{"dash", row.client}, {"busybox", row.client}}, func(t *testing.T, kit senderKit) {
				s := newSender(t, kit, "http://"+freeAddress(t))
				s.environment = row.environment
				if kit.shell == "busybox" && kit.client == "" {
					s.install("wget", s.shell[0]) // which does not report the status
				}
				modelstest.WantIn(t, s.want(senderWrong, "arrival"), row.want)
				s.wantEvents("queue", 1)
			})
		})
	}
}

func TestTheConfigurationIsReadFromAFileAndTheEnvironmentWins(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		file        string
		environment []string
	}{
		"a token in the file":                     {"# worklog\nWORKLOG_URL=URL\nWORKLOG_API_TOKEN='TOKEN'", nil},
		"a file that holds the token":             {"WORKLOG_URL=\"URL\"\nWORKLOG_API_TOKEN_FILE=HOME/token\n", nil},
		"the environment's address":               {"WORKLOG_URL=http://127.0.0.1:1\nWORKLOG_API_TOKEN=TOKEN\n", []string{"WORKLOG_URL=URL"}},
		"the environment's token":                 {"WORKLOG_URL=URL\nWORKLOG_API_TOKEN=other\n", []string{"WORKLOG_API_TOKEN=TOKEN"}},
		"the environment's file":                  {"WORKLOG_URL=URL\nWORKLOG_API_TOKEN=other\n", []string{"WORKLOG_API_TOKEN_FILE=HOME/token"}},
		"commands in the file, which are not run": {"WORKLOG_URL=URL\nWORKLOG_API_TOKEN=TOKEN\ntouch HOME/ran\nX=$(touch HOME/ran)\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			senderEach(t, senderDisjointKits, func(t *testing.T, kit senderKit) {
				p := newSenderProgram(t)
				p.Run()
				s := newSender(t, kit, "")
				fill := strings.NewReplacer("URL=URL", "URL="+p.URL, `"URL"`, `"`+p.URL+`"`, "TOKEN=TOKEN", "TOKEN="+senderToken, "'TOKEN'", "'"+senderToken+"'", "HOME", s.home)
				s.environment = []string{"WORKLOG_API_TOKEN="}
				for _, variable := range row.environment {
					s.environment = append(s.environment, fill.Replace(variable))
				}
				for file, content := range map[string]string{"worklog-send.conf": fill.Replace(row.file), "token": senderToken + "\n"} {
					modelstest.Must(t, os.WriteFile(filepath.Join(s.home, file), []byte(content), 0o600))
				}
				s.want(senderSent, "arrival", "--at", senderMorning)
				modelstest.Want(t, len(p.stored()), 1)
				modelstest.WantFiles(t, 0, s.home, "ran") // by the file
			})
		})
	}
}

func TestWrongArgumentsQueueNothing(t *testing.T) {
	t.Parallel()
	senderEach(t, senderDisjointKits, func(t *testing.T, kit senderKit) {
		s := newSender(t, kit, "http://"+freeAddress(t))
		for _, arguments := range [][]string{
			{"lunch"}, {"arrival", "now"}, {"arrival", "--at"}, {"arrival", "--at", ""}, {"arrival", "--at", "08:03"},
			{"arrival", "--at", "2026-11-20T08:03:00"}, {"arrival", "--at", `2026-11-20T08:03:00","x":"+01:00`},
			{"--flush", "arrival"}, {"--unknown"}, {"departure", "--at", senderEvening, "x"},
		} {
			modelstest.Want(t, s.want(senderUnqueued, arguments...) != "", true, arguments)
		}
		s.wantEvents("queue", 0)
		if status, usage, _ := s.run("--help"); status != senderSent || !strings.HasPrefix(usage, "usage: ") {
			t.Errorf("got %d %q", status, usage)
		}
	})
}
