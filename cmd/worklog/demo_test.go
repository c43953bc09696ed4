package main_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

// demonstrates runs `worklog demo` in a folder, and returns one of its pages and its log.
func demonstrates(t *testing.T, folder, path string, environment []string, arguments ...string) (page, log string) {
	t.Helper()
	environment = append(environment, "TMPDIR="+t.TempDir(), "TZ=Europe/Paris")
	url, end := servesAs(t, folder, environment, append([]string{"demo"}, arguments...)...)
	response, err := http.Get(url + path)
	modelstest.Must(t, err)
	content, err := io.ReadAll(response.Body)
	response.Body.Close()
	if err != nil || response.StatusCode != 200 {
		t.Errorf("got %d %.300s, %v", response.StatusCode, content, err)
	}
	code, log := end(syscall.SIGTERM)
	if code != 0 {
		t.Errorf("got status %d, log %s", code, log)
	}
	return string(content), log
}

const ownConfig = `[database]
path = "own.db"
[backup]
folder = "copies"
[journeys.depot]
label = "Domicile – dépôt"
[vehicles.camion]
label = "Camion benne"
type = "moteur"
[presence_integration]
timezone = "Etc/GMT-9"
default_journey_profile_id = "depot"
default_motor_vehicle_id = "camion"
[colours]
`

func TestTheDemoUsesTheGivenOrPresentConfiguration(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		file        string
		environment []string
		arguments   []string
	}{
		"named":              {"mine.toml", nil, []string{"--config", "mine.toml"}},
		"by the environment": {"mine.toml", []string{"WORKLOG_CONFIG=mine.toml"}, nil},
		"there":              {"config.toml", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			modelstest.Must(t, os.WriteFile(filepath.Join(folder, test.file), []byte(ownConfig), 0o600))
			page, log := demonstrates(t, folder, "/entries/1/edit", test.environment, test.arguments...)
			for _, wanted := range []string{"Domicile – dépôt", "Camion benne"} {
				if !strings.Contains(page, wanted) {
					t.Errorf("%s is not on the page: %s", wanted, page)
				}
			}
			wantSinceNineHoursEast(t, page)
			if strings.Contains(page, "Clio") || !strings.Contains(log, test.file+":14: colours: unknown key, ignored") {
				t.Errorf("got page %s\nlog %s", page, log)
			}
			if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) != 1 {
				t.Errorf("%q is there", left)
			}
		})
	}
}

var since = regexp.MustCompile(`data-since="([^"]+)"`)

// wantSinceNineHoursEast checks that a page shows the time of the arrival in a zone nine
// hours east of UTC.
func wantSinceNineHoursEast(t *testing.T, page string) {
	t.Helper()
	found := since.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("nobody is present: %s", page)
	}
	arrival, err := time.Parse(time.RFC3339, found[1])
	modelstest.Must(t, err)
	if want := arrival.In(time.FixedZone("", 9*60*60)).Format("15:04"); !regexp.MustCompile("depuis [^<]*" + want).MatchString(page) {
		t.Errorf("got %s, want %s in it", page, want)
	}
}

func TestTheDemoNeedsNeitherThePresenceSectionNorVehicles(t *testing.T) {
	t.Parallel()
	for name, content := range map[string]string{
		"an empty configuration":         "",
		"vehicles, but no motor vehicle": "[journeys.a]\n[vehicles.b]\ntype = \"cycle\"\n",
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			modelstest.Must(t, os.WriteFile(filepath.Join(folder, "config.toml"), []byte(content), 0o600))
			if page, _ := demonstrates(t, folder, "/", nil); !strings.Contains(page, "data-since") {
				t.Errorf("got %s", page)
			}
		})
	}
}

func TestTheDemoHasJourneysAndVehiclesWhereTheConfigurationHasNone(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if code, _, problems := runs(t, folder, nil, "init"); code != 0 {
		t.Fatal(problems)
	}
	june := time.Now().AddDate(0, -5, 0).Year() // as in TestTheDemoServesARealisticYearAndLeavesNoFiles
	costs, _ := demonstrates(t, folder, fmt.Sprintf("/years/%d/costs", june), nil)
	for _, part := range []string{"Renault Clio", "Renault Zoé", "Domicile – bureau", "Domicile – annexe"} {
		if !strings.Contains(costs, part) {
			t.Errorf("the costs of %d have no %s", june, part)
		}
	}
	if settings, _ := demonstrates(t, folder, "/settings?open=vehicles", nil); !strings.Contains(settings, "Renault Clio") || strings.Contains(settings, "ligne\u00a00") || strings.Contains(settings, "masqué par") {
		t.Errorf("got %s", settings)
	}
}

func TestTheDemoRefusesAMissingOrInvalidConfiguration(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, "wrong.toml"), []byte("[server]\nlisten = 1\n"), 0o600))
	for file, want := range map[string]string{
		"nowhere.toml": "nowhere.toml: no such file; write one with `worklog init --config nowhere.toml`\n",
		"wrong.toml":   "wrong.toml:2: server.listen = 1: must be text in quotes\n",
	} {
		temporary := t.TempDir()
		code, _, problems := runs(t, folder, []string{"TMPDIR=" + temporary, "WORKLOG_SERVER_LISTEN="}, "demo", "--config", file)
		if code == 0 || problems != want {
			t.Errorf("got %d %s, want %s", code, problems, want)
		}
		if left, _ := filepath.Glob(filepath.Join(temporary, "*")); len(left) > 0 {
			t.Errorf("%q was left", left)
		}
	}
}
