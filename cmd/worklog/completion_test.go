package main_test

import (
	"os/exec"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

func TestEachShellHasAScriptThatItCanRead(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish"} {
		script := prints(t, t.TempDir(), "completion", shell)
		modelstest.WantIn(t, script, "__complete")
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("%s is not installed: its script is not read", shell)
			continue
		}
		read := exec.CommandContext(t.Context(), shell, "-n")
		read.Stdin = strings.NewReader(script)
		if output, err := read.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", shell, err, output)
		}
	}
}

func TestACommandLineIsCompletedWithWhatItTakes(t *testing.T) {
	const any, none, extensions = ":0", ":4", ":8" // cobra's directives: files, no files, files with these extensions
	for typed, want := range map[string]string{
		"c":                        "check completion config " + none,
		"healthc":                  "healthcheck " + none,
		"--config ":                "toml " + extensions,
		"export --format ":         "json csv " + none,
		"export --from ":           none,
		"report costs --format=":   "json csv " + none,
		"import ":                  "json csv " + extensions,
		"import days.csv ":         none,
		"backup ":                  any,
		"restore worklog.db.copy ": none,
		"feeds --re":               "--renew --revoke " + none,
	} {
		code, out, _ := runs(t, t.TempDir(), nil, append([]string{"__complete"}, strings.Split(typed, " ")...)...)
		var got []string
		for line := range strings.Lines(out) {
			value, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			got = append(got, value)
		}
		modelstest.Want(t, code, 0, typed, got)
		modelstest.Want(t, strings.Join(got, " "), want, typed, got)
	}
}
