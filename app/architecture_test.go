package app_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

// rooms says which of our packages each package imports; a test compares the picture in
// docs/architecture.md with it. Arrows never run back or up.
var rooms = map[string]string{
	"cmd/worklog":              "app models models/civil models/exchange models/settings",
	"app":                      "handlers handlers/access handlers/api handlers/feeds handlers/forms handlers/frame handlers/preferences models models/civil models/days models/dbfile models/exchange models/history models/imports models/planning models/presence models/report models/review models/settings views/french",
	"handlers":                 "handlers/access handlers/api handlers/connect handlers/feeds handlers/forms handlers/frame handlers/guide handlers/pages handlers/plan handlers/preferences handlers/reports handlers/signin handlers/transfer models models/report",
	"handlers/access":          "handlers/ratelimit models models/civil",
	"handlers/api":             "handlers/outcomes handlers/ratelimit models models/civil models/journal models/presence",
	"handlers/feeds":           "models models/civil models/exchange models/presence models/report models/review views/french",
	"handlers/pages":           "handlers/forms handlers/frame handlers/outcomes models models/civil models/days models/history models/presence models/review views views/french",
	"handlers/plan":            "handlers/forms handlers/frame models models/civil models/exchange models/history models/planning views views/french",
	"handlers/signin":          "handlers/access handlers/forms handlers/frame views views/french",
	"handlers/frame":           "handlers/access handlers/forms models models/civil models/presence models/report models/review models/settings static views views/french",
	"handlers/reports":         "handlers/forms handlers/frame models models/civil models/report models/review views views/french",
	"handlers/connect":         "deploy docs handlers/access handlers/feeds handlers/forms handlers/frame handlers/outcomes models models/civil models/journal models/presence views views/french",
	"handlers/guide":           "deploy handlers/access handlers/frame views",
	"handlers/guide/markdown":  "deploy docs handlers/frame handlers/guide static views views/french",
	"handlers/preferences":     "handlers/forms handlers/frame models models/civil models/report models/settings views views/french",
	"handlers/transfer":        "handlers/forms handlers/frame models models/civil models/exchange models/imports views views/french",
	"handlers/forms":           "models models/civil models/exchange views views/french",
	"views/french":             "models models/civil",
	"handlers/outcomes":        "models models/civil views/french",
	"deploy":                   "",
	"docs":                     "",
	"handlers/ratelimit":       "",
	"models":                   "models/civil models/dbfile",
	"models/settings":          "models models/civil models/dbfile models/planning models/report",
	"models/review":            "models models/civil models/days",
	"models/presence":          "models models/civil",
	"models/journal":           "models models/civil",
	"models/imports":           "models models/civil",
	"models/history":           "models models/civil",
	"models/days":              "models models/civil",
	"models/planning":          "models models/civil",
	"models/civil":             "",
	"models/exchange":          "models models/civil models/imports models/planning models/settings",
	"models/report":            "models models/civil",
	"models/dbfile":            "models/civil models/dbfile/migrations",
	"models/dbfile/migrations": "",
	"models/modelstest":        "models models/civil models/days models/presence",
	"app/apptest":              "app handlers handlers/access handlers/api models models/civil models/exchange models/modelstest",
	"views":                    "models models/civil models/days models/history models/imports models/planning models/report models/review models/settings static views/french",
	"static":                   "docs",
}

// fixtures are the rooms that only tests import: they are not drawn.
var fixtures = []string{"app/apptest", "models/modelstest"}

// libraries says which modules each package imports; a package that is not named
// imports none. So each library has the one room that knows it.
var libraries = map[string]string{
	"cmd/worklog":             "github.com/spf13/cobra golang.org/x/term",
	"app":                     "github.com/pelletier/go-toml/v2 github.com/spf13/viper golang.org/x/term",
	"handlers":                "github.com/labstack/echo/v4",
	"handlers/access":         "github.com/alexedwards/scs/v2 github.com/labstack/echo/v4 golang.org/x/crypto golang.org/x/text",
	"app/apptest":             "github.com/getkin/kin-openapi github.com/labstack/echo/v4",
	"handlers/api":            "github.com/go-json-experiment/json github.com/labstack/echo/v4",
	"handlers/feeds":          "github.com/labstack/echo/v4",
	"handlers/forms":          "github.com/labstack/echo/v4",
	"handlers/frame":          "github.com/labstack/echo/v4",
	"handlers/pages":          "github.com/labstack/echo/v4",
	"handlers/plan":           "github.com/labstack/echo/v4",
	"handlers/signin":         "github.com/labstack/echo/v4",
	"handlers/reports":        "github.com/labstack/echo/v4",
	"handlers/preferences":    "github.com/labstack/echo/v4 github.com/pelletier/go-toml/v2",
	"handlers/transfer":       "github.com/labstack/echo/v4",
	"handlers/connect":        "github.com/labstack/echo/v4 github.com/pelletier/go-toml/v2",
	"handlers/guide":          "github.com/labstack/echo/v4",
	"handlers/guide/markdown": "github.com/yuin/goldmark",
	"models":                  "github.com/pelletier/go-toml/v2 gorm.io/driver/sqlite gorm.io/gorm",
	"models/history":          "gorm.io/gorm",
	"models/settings":         "github.com/pelletier/go-toml/v2 golang.org/x/text",
	"models/review":           "gorm.io/gorm",
	"models/dbfile":           "github.com/mattn/go-sqlite3 github.com/pressly/goose/v3 golang.org/x/sys",
	"models/exchange":         "github.com/arran4/golang-ical github.com/go-json-experiment/json golang.org/x/text",
	"views":                   "github.com/a-h/templ github.com/piglig/go-qr",
}

// walls says what each package must not reach, even through others. Nor does one of sisters reach another:
// the packages of pages, and the endpoint, which holds the token.
var (
	walls = map[string]string{
		"handlers/api":    "views static",
		"handlers/access": "views handlers/pages handlers/api",
		"handlers/feeds":  "views handlers/pages handlers/api",
		"handlers/frame":  "handlers/pages handlers/signin handlers/api",
		"handlers/forms":  "handlers/pages handlers/access",
		"views":           "handlers/frame handlers/forms",
		"models":          "views",
		"models/dbfile":   "models",
		"models/exchange": "views views/french",
		"models/report":   "views views/french",
	}
	sisters = []string{
		"handlers/pages", "handlers/signin", "handlers/reports", "handlers/transfer", "handlers/connect", "handlers/preferences", "handlers/guide",
		"handlers/plan", "handlers/api",
	}
)

func TestPackagesImportOnlyWhatTheirRoomAllows(t *testing.T) {
	t.Parallel()
	modules := lines(t, "go", "list", "-m", "all")
	// a folder that has tests alone is no room
	for _, line := range lines(t, "go", "list", "-f", `{{if .GoFiles}}{{.ImportPath}} {{join .Imports " "}}{{end}}`, "worklog/...") {
		fields := strings.Fields(line)
		name := strings.TrimPrefix(fields[0], "worklog/")
		ours, known := rooms[name]
		if !known {
			t.Errorf("%s: a room that the house does not know", name)
			continue
		}
		serves := strings.HasPrefix(name, "handlers") && name != "handlers/ratelimit" || strings.HasPrefix(name, "app")
		modelstest.Want(t, slices.Contains(fields, "net/http") && !serves, false, name, "imports net/http")
		modelstest.Want(t, slices.Contains(fields, "time/tzdata"), name == "app", name, "has the zones of hosts without any")
		for _, imported := range fields[1:] {
			if room, own := strings.CutPrefix(imported, "worklog/"); own {
				modelstest.Want(t, slices.Contains(strings.Fields(ours), room), true, name, "imports", room)
				continue
			}
			if module := moduleOf(modules, imported); module != "" && !slices.Contains(strings.Fields(libraries[name]), module) {
				t.Errorf("%s imports %s", name, imported)
			}
		}
	}
	for name, beyond := range walls {
		for other := range strings.FieldsSeq(beyond) {
			modelstest.Want(t, reaches(name, other), false, name, "reaches", other)
		}
	}
	for _, name := range sisters {
		modelstest.Want(t, slices.ContainsFunc(sisters, func(other string) bool { return reaches(name, other) }), false, name, "reaches a sister")
	}
}

// reaches reports whether a package imports another, or one that reaches it.
func reaches(name, other string) bool {
	for imported := range strings.FieldsSeq(rooms[name]) {
		if imported == other || reaches(imported, other) {
			return true
		}
	}
	return false
}

// arrows is a line of the picture, such as "models/days & models/history --> models".
var arrows = regexp.MustCompile(`(?m)^\s+([a-z_/& ]+) --> ([a-z_/& ]+)$`)

// steps are what only operations of package models and below may use: they are safe within
// its transactions.
var steps = regexp.MustCompile(`\bmodels\.(Tx|FindOne|CreateAll)\b|[sS]tore\.(Read|Write|TryWrite|Change|PreparedChange)\(`)

func TestOnlyOperationsOfTheRecordUseItsTransactions(t *testing.T) {
	t.Parallel()
	for _, line := range lines(t, "go", "list", "-f", `{{.Dir}} {{join .GoFiles " "}}`, "worklog/app", "worklog/cmd/...", "worklog/handlers/...", "worklog/views") {
		fields := strings.Fields(line)
		for _, name := range fields[1:] {
			source := modelstest.Got(os.ReadFile(filepath.Join(fields[0], name)))(t)
			modelstest.Want(t, string(steps.Find(source)), "", name)
		}
	}
}

func TestThePictureOfTheArchitectureIsTheCode(t *testing.T) {
	document := modelstest.Got(os.ReadFile("../docs/architecture.md"))(t)
	drawn := map[string]bool{}
	for _, found := range arrows.FindAllStringSubmatch(string(document), -1) {
		for name := range strings.SplitSeq(found[1], " & ") {
			for other := range strings.SplitSeq(found[2], " & ") {
				drawn[name+" --> "+other] = true
			}
		}
	}
	for name, imported := range rooms {
		for _, other := range strings.Fields(imported) {
			if slices.Contains(fixtures, name) || other == "models/civil" || reachedByOthers(name, other) {
				continue
			}
			modelstest.Want(t, drawn[name+" --> "+other], true, "drawn:", name, "-->", other)
			delete(drawn, name+" --> "+other)
		}
	}
	for line := range maps.Keys(drawn) {
		t.Errorf("drawn, and not in the code: %s", line)
	}
}

// reachedByOthers reports whether other packages that a package imports lead to one, too: the
// picture leaves such an arrow out.
func reachedByOthers(name, imported string) bool {
	return slices.ContainsFunc(strings.Fields(rooms[name]), func(other string) bool { return reaches(other, imported) })
}

func lines(t *testing.T, command string, arguments ...string) []string {
	t.Helper()
	output := modelstest.Got(exec.CommandContext(t.Context(), command, arguments...).Output())(t)
	return strings.Split(strings.TrimSpace(string(output)), "\n")
}

// moduleOf returns the module that a package belongs to, or "" for the standard
// library.
func moduleOf(modules []string, imported string) string {
	longest := ""
	for _, line := range modules {
		module, _, _ := strings.Cut(line, " ")
		if (imported == module || strings.HasPrefix(imported, module+"/")) && len(module) > len(longest) {
			longest = module
		}
	}
	return longest
}
