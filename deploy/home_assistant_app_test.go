package deploy_test

import (
	"encoding/json"
	"image/png"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"worklog/app"
	"worklog/models/modelstest"
)

// appKeys are the keys of an app's config.yaml, of those that the developers' documentation of
// Home Assistant lists, which this one needs, with what Supervisor takes for each.
var appKeys = map[string]func(any) bool{
	"name":         isText,
	"version":      isText,
	"slug":         isText, // the host name begins with it
	"description":  isText,
	"arch":         func(v any) bool { return slices.Equal(texts(v), []string{"aarch64", "amd64"}) },
	"stage":        oneOf("stable", "experimental", "deprecated"),
	"startup":      oneOf("initialize", "system", "services", "application", "once"),
	"boot":         oneOf("auto", "manual", "manual_only"),
	"init":         isBool,                                                                                        // Docker's init process
	"timeout":      func(v any) bool { seconds, ok := v.(float64); return ok && seconds >= 10 && seconds <= 300 }, // before it is killed
	"ingress":      isBool,
	"ingress_port": func(v any) bool { return v == 8099.0 },
	"panel_icon":   isText,
	"panel_title":  isText,
	"panel_admin":  isBool,
	"ports":        func(v any) bool { port, found := v.(map[string]any)["8099/tcp"]; return found && port == nil },
	"watchdog":     func(v any) bool { return v == "http://[HOST]:[PORT:8099]/healthz" },
	"map":          isMapped,
	"homeassistant": func(v any) bool {
		text, ok := v.(string)
		return ok && regexp.MustCompile(`^20\d\d\.\d{1,2}\.\d+$`).MatchString(text)
	},
	"discovery": func(v any) bool { return slices.Equal(texts(v), []string{"worklog"}) },
	"backup":    oneOf("cold"), // which a test of the command copies and restores
	"options":   isTable,       // defaults
	"schema":    isTable,       // types of the options
}

func isText(v any) bool  { text, ok := v.(string); return ok && text != "" }
func isBool(v any) bool  { _, ok := v.(bool); return ok }
func isTable(v any) bool { _, ok := v.(map[string]any); return ok }

// isMapped reports whether folders are mapped as they are: app_config is /config since Supervisor
// 2026.07. The type config, the name of old for the other one, would have both ignored.
func isMapped(v any) bool {
	found, err := json.Marshal(v)
	return err == nil && string(found) == `[{"read_only":true,"type":"app_config"},{"path":"/homeassistant","read_only":false,"type":"homeassistant_config"}]`
}

func oneOf(values ...string) func(any) bool {
	return func(v any) bool { text, _ := v.(string); return slices.Contains(values, text) }
}

func texts(v any) (all []string) {
	list, _ := v.([]any)
	for _, each := range list {
		text, _ := each.(string)
		all = append(all, text)
	}
	return all
}

// readYAML returns a file of the app's folder, read by PyYAML as Supervisor does.
func readYAML(t *testing.T, path string) (content map[string]any) {
	t.Helper()
	const python = "/usr/bin/python3"
	command := exec.CommandContext(t.Context(), python, "-c", "import json, sys, yaml; json.dump(yaml.safe_load(open(sys.argv[1])), sys.stdout)", path)
	output, err := command.Output()
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("needs python3-yaml")
	}
	if err == nil {
		err = json.Unmarshal(output, &content)
	}
	if err != nil {
		t.Fatal(path, err)
	}
	return content
}

func TestTheAppsConfigurationHasKnownKeysOnly(t *testing.T) {
	config := readYAML(t, "home-assistant-app/config.yaml")
	for key, value := range config {
		if valid, known := appKeys[key]; !known || !valid(value) {
			t.Errorf("%s: got %v, known %t", key, value, known)
		}
	}
	for _, key := range []string{"name", "version", "slug", "description", "arch", "ingress", "watchdog", "backup", "schema"} {
		if _, found := config[key]; !found {
			t.Errorf("%s is missing", key)
		}
	}
	if config["image"] != nil {
		t.Error("an image is named: it would not be built on the device")
	}
	modelstest.Want[any](t, config["version"], strings.Fields(app.Version())[1], "version")
	if repository := readYAML(t, "../repository.yaml"); !isText(repository["name"]) {
		t.Errorf("repository.yaml: got %v", repository)
	}
}

func TestTheAppsOptionsAndPortAreTranslated(t *testing.T) {
	config := readYAML(t, "home-assistant-app/config.yaml")
	options := slices.Sorted(maps.Keys(config["schema"].(map[string]any)))
	modelstest.WantList(t, options, []string{"api_token", "home_assistant_users", "install_integration"}, "options")
	wantOptionsRead(t, config["schema"].(map[string]any))
	for _, language := range []string{"en", "fr"} {
		translation := readYAML(t, "home-assistant-app/translations/"+language+".yaml")
		named, network := translation["configuration"].(map[string]any), translation["network"].(map[string]any)
		if got := slices.Sorted(maps.Keys(named)); !slices.Equal(got, options) || len(translation) != 2 {
			t.Errorf("%s: got %v", language, translation)
		}
		for option, texts := range named {
			if texts := texts.(map[string]any); len(texts) != 2 || !isText(texts["name"]) || !isText(texts["description"]) {
				t.Errorf("%s: %s: got %v", language, option, texts)
			}
		}
		if len(network) != 1 || !isText(network["8099/tcp"]) {
			t.Errorf("%s: got %v", language, network)
		}
	}
}

// wantOptionsRead wants worklog to know the options of a schema, with values of their types.
func wantOptionsRead(t *testing.T, schema map[string]any) {
	t.Helper()
	t.Setenv("TZ", "Europe/Paris")
	values := map[string]any{}
	for option, kind := range schema {
		values[option] = "0123456789abcdef0123456789abcdef"
		if _, list := kind.([]any); list {
			values[option] = []string{"alice"}
		}
		if kind == "bool?" {
			values[option] = true
		}
	}
	content := modelstest.Got(json.Marshal(values))(t)
	data := t.TempDir()
	modelstest.Must(t, os.WriteFile(filepath.Join(data, "options.json"), content, 0o600))
	config, err := app.LoadHomeAssistant(data, t.TempDir())
	if err != nil || len(config.Warnings) > 0 {
		t.Errorf("got %v, %v", config.Warnings, err)
	}
}

// Supervisor takes every file of that name in a repository for an app.
func TestTheRepositoryHasOneApp(t *testing.T) {
	output, err := exec.CommandContext(t.Context(), "git", "ls-files", "--cached", "--others", "--exclude-standard", "..").Output()
	if err != nil {
		t.Skip("not in git: ", err)
	}
	var found []string
	for path := range strings.Lines(string(output)) {
		if path := strings.TrimSpace(path); regexp.MustCompile(`(^|/)config\.(ya?ml|json)$`).MatchString(path) {
			found = append(found, path)
		}
	}
	modelstest.WantList(t, found, []string{"home-assistant-app/config.yaml"})
}

func TestTheAppIsWholeAndItsChangelogIsTheProjects(t *testing.T) {
	for name, bounds := range map[string][2]int{"icon.png": {128, 128}, "logo.png": {250, 100}} {
		content := read(t, "home-assistant-app", name)
		picture, err := png.DecodeConfig(strings.NewReader(content))
		if err != nil || picture.Width != bounds[0] || picture.Height != bounds[1] {
			t.Errorf("%s: got %d × %d, %v", name, picture.Width, picture.Height, err)
		}
	}
	modelstest.Want(t, read(t, "home-assistant-app/CHANGELOG.md"), read(t, "../CHANGELOG.md"))
	profile := read(t, "home-assistant-app/apparmor.txt")
	if names := regexp.MustCompile(`(?m)^profile (\S+)`).FindAllStringSubmatch(profile, -1); len(names) != 1 || names[0][1] != "worklog" {
		t.Errorf("apparmor.txt: got profiles %v: Supervisor wants one", names)
	}
	dockerfile := read(t, "home-assistant-app/Dockerfile")
	for _, line := range []string{
		"FROM scratch", "COPY --chmod=755 ${BUILD_ARCH}/worklog /worklog", "COPY --chmod=755 custom_components /custom_components", `ENTRYPOINT ["/worklog"]`, `CMD ["home-assistant"]`,
		`LABEL io.hass.version="${BUILD_VERSION}" io.hass.type="app" io.hass.arch="${BUILD_ARCH}"`,
	} {
		if !strings.Contains("\n"+dockerfile, "\n"+line+"\n") {
			t.Errorf("Dockerfile has no %s", line)
		}
	}
}
