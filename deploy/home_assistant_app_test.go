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

func isText(v any) bool { text, ok := v.(string); return ok && text != "" }

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

// Supervisor ignores what it does not know: a folder of type config, for example, the name of old
// for homeassistant_config. With an image, the app would not be built on the device.
func TestTheAppsConfigurationHasTheKeysThatSupervisorKnows(t *testing.T) {
	config := readYAML(t, "home-assistant-app/config.yaml")
	version := strings.Fields(app.Version())[1]
	for key, want := range map[string]string{ // in JSON
		"version":       `"` + version + `"`,
		"slug":          `"worklog"`, // the host name begins with it
		"arch":          `["aarch64","amd64"]`,
		"homeassistant": `"2026.3.0"`,
		"stage":         `"experimental"`,
		"startup":       `"application"`,
		"boot":          `"auto"`,
		"init":          `false`, // Docker's init process
		"timeout":       `30`,    // seconds before it is killed
		"ingress":       `true`,
		"ingress_port":  `8099`,
		"panel_admin":   `true`,
		"ports":         `{"8099/tcp":null}`,
		"watchdog":      `"http://[HOST]:[PORT:8099]/healthz"`,
		"discovery":     `["worklog"]`,
		"map":           `[{"read_only":true,"type":"app_config"},{"path":"/homeassistant","read_only":false,"type":"homeassistant_config"}]`,
		"backup":        `"cold"`, // which a test of the command copies and restores
		"options":       `{"home_assistant_users":[],"install_integration":true}`,
		"schema":        `{"api_token":"password?","home_assistant_users":["str(1,)"],"install_integration":"bool?"}`,
	} {
		modelstest.Want(t, string(modelstest.Got(json.Marshal(config[key]))(t)), want, key)
		delete(config, key)
	}
	for _, key := range []string{"name", "description", "panel_icon", "panel_title"} {
		modelstest.Want(t, isText(config[key]), true, key)
		delete(config, key)
	}
	modelstest.Want(t, len(config), 0, config)
	modelstest.Want(t, isText(readYAML(t, "../repository.yaml")["name"]), true)
}

func TestTheAppsOptionsAndPortAreTranslated(t *testing.T) {
	config := readYAML(t, "home-assistant-app/config.yaml")
	options := slices.Sorted(maps.Keys(config["schema"].(map[string]any)))
	wantOptionsRead(t, config["schema"].(map[string]any))
	for _, language := range []string{"en", "fr"} {
		translation := readYAML(t, "home-assistant-app/translations/"+language+".yaml")
		named, network := translation["configuration"].(map[string]any), translation["network"].(map[string]any)
		modelstest.WantList(t, slices.Sorted(maps.Keys(named)), options, language)
		modelstest.Want(t, len(translation), 2, language)
		for option, texts := range named {
			if texts := texts.(map[string]any); len(texts) != 2 || !isText(texts["name"]) || !isText(texts["description"]) {
				t.Errorf("%s: %s: got %v", language, option, texts)
			}
		}
		modelstest.Want(t, len(network) == 1 && isText(network["8099/tcp"]), true, language, network)
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
	modelstest.WantList(t, modelstest.Got(app.LoadHomeAssistant(data, t.TempDir()))(t).Warnings, nil)
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
		picture, err := png.DecodeConfig(strings.NewReader(read(t, "home-assistant-app", name)))
		modelstest.Want(t, err == nil && picture.Width == bounds[0] && picture.Height == bounds[1], true, name, picture.Width, picture.Height, err)
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
		modelstest.WantIn(t, "\n"+dockerfile, "\n"+line+"\n")
	}
}
