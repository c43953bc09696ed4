package main_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	worklog "worklog/cmd/worklog"
	"worklog/models/modelstest"
)

// binary is the path of the program: a link to the test binary, which runs main if it is
// executed under this name. That saves linking the program, and with -race its races are
// detected too.
var binary string

// atOnce is how many tests run in parallel: more than there are cores, because they mostly
// wait for the disk and for their programs.
const atOnce = "6"

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "worklog" {
		worklog.Main()
		return
	}
	if err := flag.Set("test.parallel", atOnce); err != nil { // flags on the command line are parsed later and win
		panic(err)
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	folder, err := os.MkdirTemp("", "worklog")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	tests, err := os.Executable()
	if err != nil {
		panic(err)
	}
	binary = filepath.Join(folder, "worklog")
	if err := os.Symlink(tests, binary); err != nil {
		panic(err)
	}
	return m.Run()
}

// minimal adds to an environment what every program needs. With -race, a program would otherwise wait a
// second before it exits.
func minimal(environment ...string) []string {
	return append([]string{"PATH=" + os.Getenv("PATH"), "GORACE=atexit_sleep_ms=0"}, environment...)
}

// command returns a command that runs the program in a folder, with its own environment.
func command(t *testing.T, folder string, environment []string, arguments ...string) *exec.Cmd {
	t.Helper()
	modelstest.InParallel(t)
	ctx, cancel := context.WithTimeout(t.Context(), patience) // so that a program that hangs fails the test
	t.Cleanup(cancel)
	command := exec.CommandContext(ctx, binary, arguments...)
	command.Dir = folder
	command.Env = minimal(environment...)
	return command
}

func runs(t *testing.T, folder string, environment []string, arguments ...string) (code int, stdout, stderr string) {
	t.Helper()
	command := command(t, folder, environment, arguments...)
	var out, problems bytes.Buffer
	command.Stdout, command.Stderr = &out, &problems
	err := command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return command.ProcessState.ExitCode(), out.String(), problems.String()
}

// prints runs a command that must succeed without a warning, and returns what it prints.
func prints(t *testing.T, folder string, arguments ...string) string {
	t.Helper()
	code, out, problems := runs(t, folder, nil, arguments...)
	if code != 0 || problems != "" {
		t.Fatalf("%q: got %d %s%s", arguments, code, out, problems)
	}
	return out
}

// wantPrinted runs a command that must succeed without a warning and print a text.
func wantPrinted(t *testing.T, folder, want string, arguments ...string) {
	t.Helper()
	modelstest.Want(t, prints(t, folder, arguments...), want, arguments)
}

// wantRun runs a command that must end with a code and print a text.
func wantRun(t *testing.T, folder string, environment []string, code int, text string, arguments ...string) {
	t.Helper()
	if got, out, problems := runs(t, folder, environment, arguments...); got != code || !strings.Contains(out+problems, text) {
		t.Errorf("%q: got %d %s%s\nwant %d and %s in it", arguments, got, out, problems, code, text)
	}
}

// wantFailure runs a command that must fail with a text on standard error, and print nothing else.
func wantFailure(t *testing.T, folder, want string, arguments ...string) {
	t.Helper()
	if code, out, problems := runs(t, folder, nil, arguments...); code != 1 || out != "" || problems != want {
		t.Errorf("%q: got %d %s%s\nwant %s", arguments, code, out, problems, want)
	}
}

var urlInLog = regexp.MustCompile(`"url":"([^"]+)"`)

// secret is the token of the API, and token the variable that sets it.
const (
	secret = "0123456789abcdef0123456789abcdef"
	token  = "WORKLOG_API_TOKEN=" + secret
)

func TestInitWritesAConfigurationThatWorksUnchanged(t *testing.T) {
	folder := t.TempDir()
	wantPrinted(t, folder, "Wrote config.toml. Read it through, then start `worklog`.\n", "init")
	if code, out, problems := runs(t, folder, []string{token}, "config", "check"); code != 0 || problems != "" ||
		!strings.Contains(out, "config.toml: valid. API on, token set, database worklog.db") {
		t.Errorf("got %d %s %s", code, out, problems)
	}
	c := begin(t, folder)
	c.want(firstIn, 201, "created")
	c.stop()
	modelstest.WantNone(t, c.log.String(), "0123456789abcdef")
	modelstest.Want(t, names(t, folder), "config.toml worklog.db")
}

func TestInitNeverOverwritesAFile(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "mine.toml", "# mine")
	wantFailure(t, folder, "mine.toml already exists and was not changed\n", "init", "--config", "mine.toml")
	modelstest.Want(t, modelstest.Contents(t, folder, "*")["mine.toml"], "# mine")
}

func TestWithoutAConfigurationTheServerUsesTheDefaults(t *testing.T) {
	c := begin(t, t.TempDir())
	c.want(firstIn, 404, "API indisponible")
	modelstest.Want(t, c.end(os.Interrupt), 0, c.log)
	modelstest.WantIn(t, c.log.String(), "worklog init")
}

func TestEveryCommandThatReadsTheConfigurationRefusesAnInvalidOne(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "wrong.toml", "[server]\nlisten = 1\n[web]\nauth = \"x\"\n")
	const want = "wrong.toml:2: server.listen = 1: must be text in quotes\nwrong.toml:4: web.auth = \"x\": allowed: \"none\", \"password\", \"proxy\", \"home-assistant\"\n"
	for _, command := range []string{"", "serve", "demo", "config check", "check", "backup copy.db", "restore copy.db", "export", "healthcheck"} {
		wantFailure(t, folder, want, append(strings.Fields(command), "--config", "wrong.toml")...)
	}
	for _, command := range []string{"serve", "demo"} {
		wantFailure(t, folder, "nowhere.toml: no such file; write one with `worklog init --config nowhere.toml`\n", command, "--config", "nowhere.toml")
	}
	wantRun(t, folder, []string{"WORKLOG_CONFIG=wrong.toml"}, 1, want)
}

// A command that reads makes no database.
func TestBeforeTheFirstStartThereIsNothingToRead(t *testing.T) {
	folder := t.TempDir()
	for _, command := range []string{
		"export", "feeds", "feeds --revoke", "sheet-hash 2024-03", "sheet-hash --kept",
		"report hours --from 2024-03-01 --to 2024-03-31", "report pay --month 2024-03", "report costs --year 2024",
	} {
		wantFailure(t, folder, "worklog.db: there is no database yet: `worklog` creates it when it starts\n", strings.Fields(command)...)
	}
	modelstest.Want(t, names(t, folder), "")
}

func TestWhatACommandCannotDoIsRefusedWithItsReason(t *testing.T) {
	folder := newDiary(t, "")
	const noMonth = ": must be a month, such as \"2026-01\""
	for arguments, want := range map[string]string{
		"report hours": `required flag(s) "from", "to" not set`,
		"report hours --from 2024-02-30 --to 2024-03-01":              `invalid argument "2024-02-30" for "--from" flag: must be a date, such as 2026-01-31`,
		"report hours --from 2024-02-01 --to=":                        `invalid argument "" for "--to" flag: must be a date, such as 2026-01-31`,
		"report hours --from 2024-03-02 --to 2024-03-01":              "--to 2024-03-01: must not be before --from",
		"report hours --from 2024-03-01 --to 2024-03-01 --format xml": `invalid argument "xml" for "--format" flag: allowed: "json", "csv"`,
		"report plan --from 2024-03-02 --to 2024-03-01":               "--to 2024-03-01: must not be before --from",
		"report pay":                                            `required flag(s) "month" not set`,
		"report pay --month 2024-13":                            `--month "2024-13"` + noMonth,
		"report costs":                                          `required flag(s) "year" not set`,
		"report costs --year 1969":                              "year 1969: local date is outside the years 1970 to 9999",
		"sheet-hash":                                            "accepts 1 arg(s), received 0",
		"sheet-hash 2024-13":                                    `month "2024-13"` + noMonth,
		"sheet-hash 2024-03-28":                                 `month "2024-03-28"` + noMonth,
		"sheet-hash 1969-12":                                    `month "1969-12"` + noMonth,
		"sheet-hash 2024-03 --format 4":                         "format 4: must be from 1 to 3",
		"sheet-hash 2024-03 --illness masked":                   `invalid argument "masked" for "--illness" flag: allowed: "shown", "hidden"`,
		"sheet-hash 2024-03 --kept":                             "accepts 0 arg(s), received 1",
		"export --format xml":                                   `invalid argument "xml" for "--format" flag: allowed: "json", "csv"`,
		"export --format csv --of weeks":                        `invalid argument "weeks" for "--of" flag: allowed: "slots", "days", "months"`,
		"export --format csv --from 2026-13-01":                 `invalid argument "2026-13-01" for "--from" flag: must be a date, such as 2026-01-31`,
		"export --format csv --from 2026-11-20 --to 2026-11-19": "--to 2026-11-19: must not be before --from",
		"export --format csv --settings":                        "--settings is for --format json",
		"export --of days":                                      "--of, --decimal-comma, --from and --to are for --format csv: the JSON document has everything",
		"export --format csv extra":                             `unknown command "extra" for "worklog export"`,
		"export --format csv --config missing.toml":             "missing.toml: no such file; write one with `worklog init --config missing.toml`",
		"sheet-hash 9999-12 --keep":                             "month 9999-12: the month is not over",
		"plan import wrong.csv":                                 "stat wrong.csv: no such file or directory",
	} {
		wantFailure(t, folder, want+"\n", strings.Fields(arguments)...)
	}
}

func TestAnUnknownCommandIsRefused(t *testing.T) {
	for _, arguments := range [][]string{{"sevre"}, {"config", "chekc"}} {
		wantRun(t, t.TempDir(), nil, 1, `unknown command "`+arguments[len(arguments)-1]+`"`, arguments...)
	}
}

func TestVersionNamesTheProgramSQLiteAndThePlatform(t *testing.T) {
	want := regexp.MustCompile(`^worklog \S+ (\([0-9a-f]{12}\) )?SQLite 3\.\d+\.\d+ go\S+ [a-z0-9]+/[a-z0-9]+\n$`)
	out := prints(t, t.TempDir(), "version")
	modelstest.Want(t, want.MatchString(out), true, out)
}
