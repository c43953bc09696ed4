package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"worklog/deploy"
	"worklog/models/modelstest"
)

// senderGuide returns the sh code blocks of a document.
func senderGuide(t *testing.T, document string) []string {
	t.Helper()
	text := read(t, "..", "docs", document)
	var blocks []string
	for _, block := range strings.Split(text, "```sh\n")[1:] {
		commands, _, _ := strings.Cut(block, "```")
		blocks = append(blocks, commands)
	}
	return blocks
}

// runs runs commands of a guide in the repository, with the address of the program in place of
// the guide's, and returns what they print.
func (p *program) runs(commands, address string, environment ...string) string {
	p.T.Helper()
	shell := exec.CommandContext(p.T.Context(), "sh", "-ec", strings.ReplaceAll(commands, address, p.URL))
	shell.Dir = ".."
	shell.Env = append(os.Environ(), environment...)
	output, err := shell.CombinedOutput()
	if err != nil {
		p.T.Fatalf("%s: %v: %s", commands, err, output)
	}
	return string(output)
}

// It runs the commands of the guide with the test's own system folders, systemctl, server
// address and token.
func TestTheGuideToTheScriptWorksAsWritten(t *testing.T) {
	t.Parallel()
	senderLookPath(t, "curl")
	p := newSenderProgram(t)
	p.Config.API.Token = "the-token-of-your-server"
	p.Run()
	root := t.TempDir()
	for _, folder := range []string{"usr/local/bin", "etc/systemd/system", "etc/NetworkManager/dispatcher.d"} {
		modelstest.Must(t, os.MkdirAll(filepath.Join(root, folder), 0o700))
	}
	modelstest.Must(t, os.WriteFile(filepath.Join(root, "usr/local/bin/systemctl"), []byte("#!/bin/sh\nexit 0\n"), 0o700))
	there := strings.NewReplacer("/usr/local", root+"/usr/local", "/etc/", root+"/etc/")
	for _, block := range senderGuide(t, "worklog-send.md") {
		p.runs(there.Replace(block), deploy.Placeholder, "PATH="+root+"/usr/local/bin:"+os.Getenv("PATH"),
			"XDG_CONFIG_HOME="+root+"/etc", "XDG_STATE_HOME="+root, "WORKLOG_URL=", "WORKLOG_API_TOKEN=", "WORKLOG_API_TOKEN_FILE=")
	}
	if got := p.stored(); len(got) != 2 || got[0].Event != "arrival" || got[1].Event != "departure" {
		t.Errorf("got %v stored, want an arrival and a departure", got)
	}
	for _, file := range []string{"etc/systemd/system/worklog-send.timer", "etc/NetworkManager/dispatcher.d/90-worklog"} {
		modelstest.Must(t, modelstest.Only(os.Stat(filepath.Join(root, file))))
	}
}

func TestTheRequestInThePhoneGuideIsRecorded(t *testing.T) {
	t.Parallel()
	senderLookPath(t, "curl")
	p := newSenderProgram(t)
	p.Run()
	for _, block := range senderGuide(t, "phones.md") {
		modelstest.WantIn(t, p.runs(block, deploy.Placeholder, "WORKLOG_API_TOKEN="+senderToken), `"status":"created"`)
	}
	p.wantStored(sentEvent{"arrival", senderMorning, senderMorning + "-arrival"})
}

// It runs the commands of install.md that install the program, with folders of the test's
// own, and those of the README that record an event, on a server of the test's own.
func TestTheCommandsInTheReadmeAndToInstallWorkAsWritten(t *testing.T) {
	t.Parallel()
	senderLookPath(t, "curl")
	p := newSenderProgram(t)
	p.Config.API.Token = "a-token-for-trying-things-out-0123456789"
	p.Run()
	modules := modelstest.Got(exec.CommandContext(t.Context(), "go", "env", "GOMODCACHE").Output())(t)
	root := t.TempDir()
	want := map[string]string{"curl ": `"status":"created"`, "go install ": "worklog "}
	for _, block := range append(senderGuide(t, "../README.md"), senderGuide(t, "install.md")...) {
		for command, output := range want {
			if !strings.HasPrefix(block, command) {
				continue
			}
			delete(want, command)
			modelstest.WantIn(t, p.runs(block, "http://127.0.0.1:8080", "GOPATH="+root, "GOBIN=", "GOMODCACHE="+strings.TrimSpace(string(modules))), output)
		}
	}
	modelstest.Want(t, len(want), 0, want)
	modelstest.Must(t, modelstest.Only(os.Stat(filepath.Join(root, "bin", "worklog"))))
}
