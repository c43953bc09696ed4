package deploy_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"worklog/app"
	"worklog/models/modelstest"
)

// instruction matches an instruction of a container file.
var instruction = regexp.MustCompile(`^([A-Z]+) (.*)$`)

// finalStage returns the instructions of the image itself, by name.
func finalStage(t *testing.T) map[string][]string {
	t.Helper()
	content := read(t, "container/Containerfile")
	stages := strings.Split(content, "\nFROM ")
	found := map[string][]string{}
	for line := range strings.Lines("FROM " + stages[len(stages)-1]) {
		if match := instruction.FindStringSubmatch(strings.TrimSpace(line)); match != nil {
			found[match[1]] = append(found[match[1]], match[2])
		}
	}
	return found
}

func TestTheImageHasNothingButTheProgramAndNeedsNoRoot(t *testing.T) {
	image := finalStage(t)
	for name, want := range map[string]string{
		"FROM":        "scratch",
		"USER":        "65532:65532", // numeric: there is no /etc/passwd
		"VOLUME":      "/data",
		"WORKDIR":     "/data",
		"ENTRYPOINT":  `["/worklog"]`, // there is no shell
		"HEALTHCHECK": `--interval=1m --timeout=10s --start-period=1m --retries=3 CMD ["/worklog", "healthcheck"]`,
	} {
		if got := image[name]; len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if _, found := image["RUN"]; found {
		t.Error("the image runs something while it is built, but it has no shell")
	}
}

func TestEveryBaseImageIsNamedByItsDigest(t *testing.T) {
	pinned := regexp.MustCompile(`^docker\.io/library/[a-z]+:[0-9.]+@sha256:[0-9a-f]{64}$`)
	for _, name := range []string{"container/Containerfile", "home-assistant-app/Dockerfile"} {
		content := read(t, name)
		bases, arguments := 0, map[string]string{}
		for line := range strings.Lines(content) {
			words := strings.Fields(line)
			if len(words) < 2 {
				continue
			}
			if key, value, given := strings.Cut(words[1], "="); words[0] == "ARG" && given {
				arguments["${"+key+"}"] = value
			}
			if words[0] != "FROM" {
				continue
			}
			bases++
			if base := cmp.Or(arguments[words[1]], words[1]); base != "scratch" && !pinned.MatchString(base) {
				t.Errorf("%s: %s may be another image tomorrow", name, base)
			}
		}
		if bases == 0 {
			t.Errorf("%s: has no base", name)
		}
	}
}

func TestTheImageStartsOnlyWithALoginAndKeepsItsDataInTheVolume(t *testing.T) {
	for _, variable := range strings.Fields(finalStage(t)["ENV"][0]) {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
	folder := t.TempDir()
	t.Chdir(folder) // without a configuration file
	if _, err := app.LoadConfig(""); err == nil || !strings.Contains(err.Error(), "set WORKLOG_WEB_AUTH=password and WORKLOG_WEB_PASSWORD_HASH_FILE") {
		t.Errorf("without a login: got %v", err)
	}
	hash := modelstest.Got(app.HashPassword("correct horse battery staple"))(t)
	t.Setenv("WORKLOG_WEB_AUTH", "password")
	t.Setenv("WORKLOG_WEB_PASSWORD_HASH", hash)
	config, err := app.LoadConfig("")
	if err != nil || config.Database != "/data/worklog.db" || config.Listen != ":8080" {
		t.Errorf("got %s, %s, %v", config.Listen, config.Database, err)
	}
	starter := folder + "/config.toml" // its own address and path are not used
	modelstest.Must(t, os.WriteFile(starter, app.Starter, 0o600))
	config, err = app.LoadConfig("")
	if err != nil || config.Database != "/data/worklog.db" || config.Listen != ":8080" {
		t.Errorf("with config.toml: got %s, %s, %v", config.Listen, config.Database, err)
	}
}

func TestTheImageAndTheGuidesNameTheVersionOfTheProgram(t *testing.T) {
	version := strings.Fields(app.Version())[1]
	if got := finalStage(t)["ARG"]; len(got) != 1 || got[0] != "VERSION="+version {
		t.Errorf("the image is labelled %q, want %s", got, version)
	}
	// what .ci/release and .ci/deb make
	made := regexp.MustCompile(`^(worklog-` + regexp.QuoteMeta(version) + `-linux-(amd64|arm64|armv7)(\.tar\.gz)?|worklog_` + regexp.QuoteMeta(version) +
		`_(amd64|arm64|armhf)\.deb|worklog-home-assistant-` + regexp.QuoteMeta(version) + `\.tar\.gz)$`)
	file := regexp.MustCompile(`\bworklog[-_](home-assistant-)?\d+\.\d+\.\d+[A-Za-z0-9._-]*\w`)
	guides := modelstest.Got(filepath.Glob("../docs/*.md"))(t)
	french := modelstest.Got(filepath.Glob("../docs/fr/*.md"))(t)
	named := 0
	for _, guide := range slices.Concat(guides, french, []string{"../README.md", "home-assistant-app/DOCS.md"}) {
		content := read(t, guide)
		for _, name := range file.FindAllString(content, -1) {
			if named++; !made.MatchString(name) {
				t.Errorf("%s names %s, which no task makes", guide, name)
			}
		}
	}
	if named < 5 {
		t.Errorf("got %d names of files", named)
	}
}
