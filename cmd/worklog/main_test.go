package main_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

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
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // so that a program that hangs fails the test
	t.Cleanup(cancel)
	command := exec.CommandContext(ctx, binary, arguments...)
	command.Dir = folder
	command.Env = minimal(environment...)
	return command
}

// runs the program to its end.
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

var urlInLog = regexp.MustCompile(`"url":"([^"]+)"`)

// serves starts the program and returns its address and a function that ends it.
func serves(t *testing.T, folder string, environment ...string) (url string, end func(os.Signal) (code int, log string)) {
	t.Helper()
	return servesAs(t, folder, environment, "serve")
}

// servesAs is serves for a command other than serve.
func servesAs(t *testing.T, folder string, environment []string, arguments ...string) (url string, end func(os.Signal) (code int, log string)) {
	t.Helper()
	needSignals(t)
	command := command(t, folder, append([]string{"WORKLOG_SERVER_LISTEN=127.0.0.1:0"}, environment...), arguments...)
	output, err := command.StderrPipe()
	modelstest.Must(t, err)
	modelstest.Must(t, command.Start())
	var log strings.Builder
	lines := bufio.NewScanner(output)
	for url == "" && lines.Scan() {
		log.WriteString(lines.Text() + "\n")
		if found := urlInLog.FindStringSubmatch(lines.Text()); found != nil {
			url = found[1]
		}
	}
	if url == "" {
		t.Fatalf("the program does not listen: %s", log.String())
	}
	return url, func(signal os.Signal) (int, string) {
		modelstest.Must(t, command.Process.Signal(signal))
		for lines.Scan() {
			log.WriteString(lines.Text() + "\n")
		}
		_ = command.Wait()
		return command.ProcessState.ExitCode(), log.String()
	}
}

func arrive(t *testing.T, url, token string) (status int, body string) {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, url+"/api/v1/workplace-presence",
		strings.NewReader(`{"event":"arrival","occurred_at":"2026-11-20T08:03:00+01:00","idempotency_key":"k"}`))
	modelstest.Must(t, err)
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultTransport.RoundTrip(request)
	modelstest.Must(t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	modelstest.Must(t, err)
	return response.StatusCode, string(content)
}

// signIn submits the login form and returns the status of the response.
func signIn(t *testing.T, server, password string) int {
	t.Helper()
	form := url.Values{"password": {password}}
	request, err := http.NewRequest(http.MethodPost, server+"/login", strings.NewReader(form.Encode()))
	modelstest.Must(t, err)
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := http.DefaultTransport.RoundTrip(request)
	modelstest.Must(t, err)
	response.Body.Close()
	return response.StatusCode
}

const token = "WORKLOG_API_TOKEN=0123456789abcdef0123456789abcdef"

func TestInitWritesAConfigurationThatWorksUnchanged(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if code, out, problems := runs(t, folder, nil, "init"); code != 0 || !strings.Contains(out, "config.toml") {
		t.Fatalf("got %d %s %s", code, out, problems)
	}
	if code, out, problems := runs(t, folder, []string{token}, "config", "check"); code != 0 || problems != "" ||
		!strings.Contains(out, "config.toml: valid. API on, token set, database worklog.db") {
		t.Errorf("got %d %s %s", code, out, problems)
	}
	url, end := serves(t, folder, token)
	if status, body := arrive(t, url, strings.TrimPrefix(token, "WORKLOG_API_TOKEN=")); status != 201 {
		t.Errorf("got %d %s", status, body)
	}
	if code, log := end(syscall.SIGTERM); code != 0 || strings.Contains(log, "0123456789abcdef") {
		t.Errorf("got status %d, log %s", code, log)
	}
	if _, err := os.Stat(filepath.Join(folder, "worklog.db")); err != nil {
		t.Error(err)
	}
}

func TestInitNeverOverwritesAFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "mine.toml")
	modelstest.Must(t, os.WriteFile(file, []byte("# mine"), 0o600))
	code, _, problems := runs(t, folder, nil, "init", "--config", "mine.toml")
	if code == 0 || problems != "mine.toml already exists and was not changed\n" {
		t.Errorf("got %d %q", code, problems)
	}
	if content, err := os.ReadFile(file); err != nil || string(content) != "# mine" {
		t.Errorf("got %q, %v", content, err)
	}
}

func TestWithoutAConfigurationTheServerUsesTheDefaults(t *testing.T) {
	t.Parallel()
	url, end := serves(t, t.TempDir(), token)
	if status, body := arrive(t, url, "x"); status != 404 || !strings.Contains(body, "API indisponible") {
		t.Errorf("got %d %s", status, body)
	}
	if code, log := end(os.Interrupt); code != 0 || !strings.Contains(log, "worklog init") {
		t.Errorf("got status %d, log %s", code, log)
	}
}

func TestTheDemoServesARealisticYearAndLeavesNoFiles(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	own, backups := filepath.Join(t.TempDir(), "own.db"), filepath.Join(t.TempDir(), "backups")
	url, end := servesAs(t, folder, []string{"TMPDIR=" + folder, "WORKLOG_DATABASE_PATH=" + own, "WORKLOG_BACKUP_FOLDER=" + backups,
		"WORKLOG_TEST_SYSTEM_CONFIG=" + folder}, "demo") // a folder, which would be refused
	response, err := http.Get(url + "/")
	modelstest.Must(t, err)
	page, err := io.ReadAll(response.Body)
	response.Body.Close()
	present := regexp.MustCompile(`4\x{a0}h\x{a0}1[2-4]`) // the clock may have gone on meanwhile
	if err != nil || response.StatusCode != 200 || !strings.Contains(string(page), "data-since") || !present.Match(page) {
		t.Errorf("got %d %s, %v", response.StatusCode, page, err)
	}
	june := time.Now().AddDate(0, -5, 0).Year() // of the last one, in which the vehicle is changed
	costs := shown(t, fmt.Sprintf("%s/years/%d/costs", url, june))
	for _, part := range []string{"Renault Clio", "Renault Zoé", "(électrique)", "Domicile – annexe", "Télétravail <b>"} {
		if !strings.Contains(costs, part) {
			t.Errorf("the costs of %d have no %s", june, part)
		}
	}
	year := time.Now().AddDate(0, -1, 0).Year()
	for path, part := range map[string]string{"hours": "Solde", "counters": "Congés annuels", "rests": "fonction publique hospitalière"} {
		if page := shown(t, fmt.Sprintf("%s/years/%d/%s", url, year, path)); !strings.Contains(page, part) {
			t.Errorf("%s has no %s: %s", path, part, page)
		}
	}
	if code, log := end(syscall.SIGTERM); code != 0 {
		t.Errorf("got status %d, log %s", code, log)
	}
	if _, err := os.Stat(own); !os.IsNotExist(err) {
		t.Error("the demo wrote to the user's own database")
	}
	if _, err := os.Stat(backups); !os.IsNotExist(err) {
		t.Error("the demo made a backup in the user's own folder")
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*")); len(left) > 0 {
		t.Errorf("%q was left", left)
	}
}

func TestEveryCommandThatReadsTheConfigurationRefusesAnInvalidOne(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	file := filepath.Join(folder, "wrong.toml")
	modelstest.Must(t, os.WriteFile(file, []byte("[server]\nlisten = 1\n[web]\nauth = \"x\"\n"), 0o600))
	want := "wrong.toml:2: server.listen = 1: must be text in quotes\nwrong.toml:4: web.auth = \"x\": allowed: \"none\", \"password\", \"proxy\", \"home-assistant\"\n"
	for _, arguments := range [][]string{{"--config", "wrong.toml"}, {"serve", "--config", "wrong.toml"}, {"config", "check", "--config=wrong.toml"}} {
		if code, _, problems := runs(t, folder, nil, arguments...); code == 0 || problems != want {
			t.Errorf("%v: got %d\n%s\nwant\n%s", arguments, code, problems, want)
		}
	}
	if code, _, problems := runs(t, folder, []string{"WORKLOG_CONFIG=wrong.toml"}); code == 0 || problems != want {
		t.Errorf("WORKLOG_CONFIG: got %d %s", code, problems)
	}
}

func TestAForeignDatabaseIsRefusedWithAReadableMessage(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, "worklog.db"), nil, 0o600))
	code, _, problems := runs(t, folder, nil)
	if code == 0 || !strings.Contains(problems, "database worklog.db: not an SQLite database: zero bytes long") || strings.Contains(problems, "goroutine") {
		t.Errorf("got %d %s", code, problems)
	}
}

func TestAnUnknownCommandIsRefused(t *testing.T) {
	t.Parallel()
	for _, arguments := range [][]string{{"sevre"}, {"config", "chekc"}} {
		if code, _, problems := runs(t, t.TempDir(), nil, arguments...); code == 0 || !strings.Contains(problems, `unknown command "`+arguments[len(arguments)-1]+`"`) {
			t.Errorf("got %d %s", code, problems)
		}
	}
}

func TestVersionNamesTheProgramSQLiteAndThePlatform(t *testing.T) {
	t.Parallel()
	want := regexp.MustCompile(`^worklog \S+ (\([0-9a-f]{12}\) )?SQLite 3\.\d+\.\d+ go\S+ [a-z0-9]+/[a-z0-9]+\n$`)
	if code, out, _ := runs(t, t.TempDir(), nil, "version"); code != 0 || !want.MatchString(out) {
		t.Errorf("got %d %s", code, out)
	}
}

func TestAcknowledgedEventsSurviveAKill(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if code, _, problems := runs(t, folder, nil, "init"); code != 0 {
		t.Fatal(problems)
	}
	secret := strings.TrimPrefix(token, "WORKLOG_API_TOKEN=")
	url, end := serves(t, folder, token)
	if status, body := arrive(t, url, secret); status != 201 {
		t.Fatalf("got %d %s", status, body)
	}
	end(syscall.SIGKILL)
	url, end = serves(t, folder, token)
	if status, body := arrive(t, url, secret); status != 200 || !strings.Contains(body, "replayed") {
		t.Errorf("got %d %s", status, body)
	}
	end(syscall.SIGTERM)
}
