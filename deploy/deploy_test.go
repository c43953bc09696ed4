package deploy_test

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"worklog/app"
	"worklog/deploy"
	"worklog/models/modelstest"
)

// Whoever downloads a file adds the token, unless it is filled in.
func TestEachFileHasTheAddressOfTheServerOnceAndNoToken(t *testing.T) {
	const address = "https://home.example.org/worklog"
	tokens := map[string]string{ // of the files with an address, where the token comes from
		"worklog-send":                                            "WORKLOG_API_TOKEN",
		"node-red/flow.json":                                      `"authType": "bearer"`,
		"home-assistant/worklog.yaml":                             "Authorization: !secret worklog_authorization",
		"home-assistant/worklog_presence.yaml":                    "",
		"home-assistant/blueprints/automation/worklog/alert.yaml": "",
	}
	for _, name := range deploy.Names {
		file, found := deploy.File(name, address, "")
		token, addressed := tokens[name]
		content, want := string(file), map[bool]int{true: 1}[addressed]
		modelstest.Want(t, found && content != "", true, name)
		modelstest.Want(t, strings.Count(content, address), want, name)
		modelstest.WantIn(t, content, token)
		modelstest.WantNone(t, content, "worklog.local", `"credentials"`)
	}
	for _, name := range []string{"", "..", "deploy.go", "home-assistant", "worklog-send/"} {
		_, found := deploy.File(name, address, "")
		modelstest.Want(t, found, false, name)
	}
	escaping, _ := deploy.File("worklog-send", "http://x';reboot;'", "")
	modelstest.WantIn(t, string(escaping), deploy.Placeholder)
	modelstest.WantNone(t, string(escaping), "x';")
}

func TestTheConfigurationOfTheDebianPackageIsValidAndOpenToThisMachineOnly(t *testing.T) {
	config := modelstest.Got(app.LoadConfig("debian/config.toml"))(t)
	modelstest.WantList(t, config.Warnings, nil)
	modelstest.WantIn(t, config.Listen, "127.0.0.1:")
	for _, path := range []string{config.Database, config.Backup.Folder} {
		modelstest.Want(t, strings.HasPrefix(path, "/var/lib/worklog/"), true, path) // where the service may write
	}
}

// It starts the server's configuration as systemd would without the files in
// /etc/worklog: from the variables and the defaults of the credentials.
func TestAServiceWithoutItsCredentialsHasNoTokenAndStarts(t *testing.T) {
	unit := read(t, "systemd/worklog.service")
	credentials := t.TempDir()
	for _, set := range regexp.MustCompile(`(?m)^SetCredential=(.+?):(.*)$`).FindAllStringSubmatch(unit, -1) {
		content := modelstest.Got(strconv.Unquote(`"` + set[2] + `"`))(t)
		modelstest.Must(t, os.WriteFile(filepath.Join(credentials, set[1]), []byte(content), 0o600))
	}
	for _, set := range regexp.MustCompile(`(?m)^Environment=(WORKLOG_.+?)=(.*)$`).FindAllStringSubmatch(unit, -1) {
		t.Setenv(set[1], strings.ReplaceAll(set[2], "%d", credentials))
	}
	for _, variable := range []string{"WORKLOG_API_TOKEN_FILE", "WORKLOG_WEB_PASSWORD_HASH_FILE"} {
		modelstest.Must(t, modelstest.Only(os.Stat(os.Getenv(variable))))
	}
	config := modelstest.Got(app.LoadConfig("debian/config.toml"))(t)
	modelstest.Want(t, config.API.Token == "", true, "there is no token")
	modelstest.WantList(t, config.Warnings, nil)
}

// instruction matches an instruction of a container file.
var instruction = regexp.MustCompile(`^([A-Z]+) (.*)$`)

// finalStage returns the instructions of the image itself, by name.
func finalStage(t *testing.T) map[string][]string {
	t.Helper()
	stages := strings.Split(read(t, "container/Containerfile"), "\nFROM ")
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
		modelstest.WantList(t, image[name], []string{want}, name)
	}
	modelstest.WantList(t, image["RUN"], nil, "the image has no shell")
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
		modelstest.Want(t, bases > 0, true, name)
	}
}

func TestTheImageStartsOnlyWithALoginAndKeepsItsDataInTheVolume(t *testing.T) {
	for _, variable := range strings.Fields(finalStage(t)["ENV"][0]) {
		name, value, _ := strings.Cut(variable, "=")
		t.Setenv(name, value)
	}
	folder := t.TempDir()
	t.Chdir(folder) // without a configuration file
	modelstest.WantErrorText(t, modelstest.Only(app.LoadConfig("")), "set WORKLOG_WEB_AUTH=password and WORKLOG_WEB_PASSWORD_HASH_FILE")
	hash := modelstest.Got(app.HashPassword("correct horse battery staple"))(t)
	t.Setenv("WORKLOG_WEB_AUTH", "password")
	t.Setenv("WORKLOG_WEB_PASSWORD_HASH", hash)
	config := modelstest.Got(app.LoadConfig(""))(t)
	modelstest.WantList(t, []string{config.Listen, config.Database}, []string{":8080", "/data/worklog.db"})
	starter := folder + "/config.toml" // its own address and path are not used
	modelstest.Must(t, os.WriteFile(starter, app.Starter, 0o600))
	config = modelstest.Got(app.LoadConfig(""))(t)
	modelstest.WantList(t, []string{config.Listen, config.Database}, []string{":8080", "/data/worklog.db"}, "with config.toml")
}

func TestTheImageAndTheGuidesNameTheVersionOfTheProgram(t *testing.T) {
	version := strings.Fields(app.Version())[1]
	modelstest.WantList(t, finalStage(t)["ARG"], []string{"VERSION=" + version})
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
	modelstest.Want(t, named >= 5, true, named)
}

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
	jobs := readYAML(t, "../.github/workflows/release.yml")["jobs"].(map[string]any)
	modelstest.Want[any](t, jobs["checks"].(map[string]any)["uses"], "./.github/workflows/ci.yml") // of the same commit
	modelstest.WantIn(t, fmt.Sprint(readYAML(t, "../.github/workflows/ci.yml")["jobs"]), "run:.ci/run")
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
	modelstest.Want(t, writers > 0, true, "something is published")
}
