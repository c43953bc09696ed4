package app_test

import (
	"os/exec"
	"strings"
	"testing"
)

// The house: cmd ─► app ─► handlers ─► models, and handlers ─► views ─► static.
// Arrows never run back or up, and each library has its one room.
func TestPackagesImportOnlyWhatTheirRoomAllows(t *testing.T) {
	allowed := map[string][]string{ // beside the standard library; a prefix ends in "/"
		"worklog/cmd/worklog":       {"worklog/app", "github.com/spf13/cobra", "golang.org/x/term"},
		"worklog/app":               {"worklog/handlers", "worklog/models", "github.com/spf13/viper", "github.com/pelletier/go-toml/v2", "github.com/pelletier/go-toml/v2/unstable", "golang.org/x/term"},
		"worklog/handlers":          {"worklog/models", "worklog/views", "worklog/static", "github.com/labstack/echo/v4", "github.com/labstack/echo/v4/middleware", "github.com/go-json-experiment/", "github.com/rickar/cal/v2", "github.com/alexedwards/scs/v2", "golang.org/x/crypto/argon2", "github.com/rickar/cal/v2/fr"},
		"worklog/models":            {"worklog/models/migrations", "gorm.io/", "github.com/pressly/goose/v3", "github.com/mattn/go-sqlite3", "golang.org/x/sys/unix"},
		"worklog/models/migrations": {},
		"worklog/models/modelstest": {"worklog/models"},
		"worklog/views":             {"worklog/static", "github.com/a-h/templ", "github.com/a-h/templ/runtime"},
		"worklog/static":            {},
	}
	output, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "worklog/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(output)) {
		fields := strings.Fields(line)
		room, ok := allowed[fields[0]]
		if !ok {
			t.Errorf("%s: a room that the house does not know", fields[0])
			continue
		}
		for _, imported := range fields[1:] {
			if !strings.Contains(strings.Split(imported, "/")[0], ".") && !strings.HasPrefix(imported, "worklog/") {
				continue // the standard library
			}
			if !permitted(imported, room) {
				t.Errorf("%s imports %s", fields[0], imported)
			}
		}
	}
}

func TestTheZoneDatabaseIsCompiledIn(t *testing.T) {
	output, err := exec.Command("go", "list", "-deps", "worklog/cmd/worklog").Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(output), "time/tzdata\n") {
		t.Error("a host without a zone database would not start")
	}
}

func permitted(imported string, room []string) bool {
	for _, name := range room {
		if imported == name || strings.HasSuffix(name, "/") && strings.HasPrefix(imported, name) {
			return true
		}
	}
	return false
}
