package deploy_test

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestOnlyTheHighestVersionIsTheNewestRelease(t *testing.T) {
	t.Parallel()
	bash := senderLookPath(t, "bash")
	for tags, want := range map[string]string{
		"v1.0.0":                 "v1.0.0",
		"v1.9.0 v1.10.0 v1.2.11": "v1.10.0",
		"v2.0.0 v1.0.1 v1.0.0":   "v2.0.0", // an older line, tagged last
		"v1.1.0-rc.1 v1.0.0 v1.1.0-beta v2.0.0-alpha":   "v1.0.0",
		"latest v3 v3.0 v03.0.0 v3.0.0.0 xv4.0.0 1.0.0": "",
		"": "",
	} {
		command := exec.CommandContext(t.Context(), bash, "../.ci/newest-release")
		command.Stdin = strings.NewReader(strings.ReplaceAll(tags, " ", "\n") + "\n")
		output, err := command.Output()
		if got := strings.TrimSpace(string(output)); got != want || (err != nil) != (want == "") {
			t.Errorf("of %s: got %q, %v, want %q", tags, got, err, want)
		}
	}
}

func TestNothingIsPublishedBeforeEveryCheckOfItsCommit(t *testing.T) {
	t.Parallel()
	jobs := readYAML(t, "../.github/workflows/release.yml")["jobs"].(map[string]any)
	if uses := jobs["checks"].(map[string]any)["uses"]; uses != "./.github/workflows/ci.yml" { // of the same commit
		t.Errorf("the checks are those of %v", uses)
	}
	if steps := fmt.Sprint(readYAML(t, "../.github/workflows/ci.yml")["jobs"]); !strings.Contains(steps, "run:.ci/run") {
		t.Errorf("the checks do not run .ci/run: %s", steps)
	}
	needs := func(name string) (all []string) {
		for wait := []string{name}; len(wait) > 0; wait = wait[1:] {
			list, _ := jobs[wait[0]].(map[string]any)["needs"].([]any)
			for _, needed := range list {
				wait = append(wait, needed.(string))
			}
			all = append(all, wait[0])
		}
		return all
	}
	writers := 0
	for name, job := range jobs {
		if strings.Contains(fmt.Sprint(job.(map[string]any)["permissions"]), "write") {
			if writers++; !slices.Contains(needs(name), "checks") || !slices.Contains(needs(name), "version") {
				t.Errorf("%s does not wait for the checks", name)
			}
		}
		if last := needs(name); strings.Contains(fmt.Sprint(job), ":latest") && (!slices.Contains(last, "files") || !slices.Contains(last, "image") || !strings.Contains(fmt.Sprint(job), ".ci/newest-release")) {
			t.Errorf("%s moves latest before all is there, or for any tag", name)
		}
	}
	if writers == 0 {
		t.Error("nothing is published")
	}
}
