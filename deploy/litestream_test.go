package deploy_test

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

const (
	litestreamToken = "0123456789abcdef0123456789abcdef"
	oldestSchema    = "../models/dbfile/testdata/schema-1.db"
)

// litestreamProgram returns the path of Litestream. Its tests take a minute, so they run
// only where they are asked for.
func litestreamProgram(t *testing.T) string {
	t.Helper()
	path := os.Getenv("WORKLOG_LITESTREAM")
	if path == "" {
		t.Skip("WORKLOG_LITESTREAM names no Litestream (the task litestream does): replication is not tested")
	}
	return path
}

// litestreamWorklog builds the program once, in a place where it can stay.
var litestreamWorklog = sync.OnceValues(func() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	path := filepath.Join(cache, "worklog-tests", "worklog")
	output, err := exec.Command("go", "build", "-o", path, "worklog/cmd/worklog").CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, output)
	}
	return path, err
})

// machine has the folders of an installation in a temporary one, with the commands of the
// guides.
type machine struct {
	t        *testing.T
	root     string
	database string
	url      string // of the running server
}

// newMachine installs what the guide installs. Litestream copies what changes every 50 ms
// and checkpoints all the time.
func newMachine(t *testing.T) *machine {
	t.Helper()
	litestream := litestreamProgram(t)
	worklog := modelstest.Got(litestreamWorklog())(t)
	root := t.TempDir()
	m := &machine{t: t, root: root, database: root + "/var/lib/worklog/worklog.db"}
	for _, folder := range []string{"bin", "usr/local/bin", "etc/worklog", "etc/systemd/system", "mnt/backup", "var/lib/worklog"} {
		modelstest.Must(t, os.MkdirAll(filepath.Join(root, folder), 0o700))
	}
	for name, target := range map[string]string{"worklog": worklog, "litestream": litestream} {
		modelstest.Must(t, os.Symlink(target, filepath.Join(root, "bin", name)))
	}
	for name, script := range map[string]string{
		// everything belongs to the user of the test
		"sudo":      `[ "$1" = -u ] && shift 2; exec "$@"`,
		"install":   `for a; do shift; case $a in -o | -g) skip=1;; *) [ "$skip" ] || set -- "$@" "$a"; skip=;; esac; done; exec /usr/bin/install "$@"`,
		"systemctl": `[ "$1" != is-active ] || cat "` + root + `/state/$2" 2>/dev/null || { echo inactive; exit 3; }`,
	} {
		m.write("bin/"+name, "#!/bin/sh\n"+script+"\n", 0o700)
	}
	m.write("etc/worklog/config.toml", "[database]\npath = \""+m.database+"\"\n[presence_integration]\ntimezone = \"Europe/Paris\"\n"+
		"[limits]\npresence_requests_per_minute = 100000\n", 0o600)
	m.runs(m.guide("systemctl enable"))
	m.edit("path: /var/lib/worklog/worklog.db", "path: "+m.database+"\n    monitor-interval: 50ms\n    min-checkpoint-page-count: 1")
	m.edit("path: /mnt/backup/worklog", "path: "+root+"/mnt/backup/worklog\n      sync-interval: 50ms")
	return m
}

func (m *machine) write(name, content string, mode os.FileMode) {
	m.t.Helper()
	modelstest.Must(m.t, os.WriteFile(filepath.Join(m.root, name), []byte(content), mode))
}

// edit replaces a text in Litestream's configuration.
func (m *machine) edit(from, to string) {
	m.t.Helper()
	const name = "etc/worklog/litestream.yml"
	content := read(m.t, m.root, name)
	if strings.Count(content, from) != 1 {
		m.t.Fatalf("%s does not have %q once", name, from)
	}
	m.write(name, strings.Replace(content, from, to, 1), 0o600)
}

// guide returns the block of commands of the guide that has the words.
func (m *machine) guide(words string) string {
	m.t.Helper()
	for _, block := range senderGuide(m.t, "litestream.md") {
		if strings.Contains(block, words) {
			return block
		}
	}
	m.t.Fatalf("the guide has no block with %q", words)
	return ""
}

// tries runs commands in a shell, with the paths of this machine, and returns what they
// print.
func (m *machine) tries(commands string) (string, error) {
	m.t.Helper()
	for _, path := range []string{"/usr/local/bin", "/etc/worklog", "/etc/systemd", "/mnt/backup", "/var/lib/worklog"} {
		commands = regexp.MustCompile(`(^|[^\w/])`+path).ReplaceAllString(commands, "${1}"+m.root+path)
	}
	shell := exec.CommandContext(m.t.Context(), "sh", "-ec", commands)
	shell.Dir = ".."
	shell.Env = m.environment()
	output, err := shell.CombinedOutput()
	return string(output), err
}

func (m *machine) environment() []string {
	return []string{"PATH=" + m.root + "/bin:" + m.root + "/usr/local/bin:" + os.Getenv("PATH"),
		"WORKLOG_CONFIG=" + m.root + "/etc/worklog/config.toml", "WORKLOG_SERVER_LISTEN=127.0.0.1:0", "WORKLOG_API_TOKEN=" + litestreamToken,
		"WORKLOG_DATABASE_PATH=" + m.database, "LITESTREAM_CONFIG=" + m.root + "/etc/worklog/litestream.yml"}
}

func (m *machine) runs(commands string) (output string) {
	m.t.Helper()
	output, err := m.tries(commands)
	if err != nil {
		m.t.Fatalf("%s: %v: %s", commands, err, output)
	}
	return output
}

// starts starts a program and waits until its log matches. It returns the match, and a
// function that ends the program.
func (m *machine) starts(log *regexp.Regexp, name string, arguments ...string) (found string, end func(os.Signal)) {
	m.t.Helper()
	command := exec.Command(filepath.Join(m.root, "bin", name), arguments...)
	command.Env = m.environment()
	p := launch(m.t, command)
	return p.says(m.t, log), p.end
}

var (
	listeningAt = regexp.MustCompile(`"url":"([^"]+)"`)
	replicating = regexp.MustCompile(`msg="(initialized db)"`)
)

func (m *machine) serves() (end func(os.Signal)) {
	m.t.Helper()
	m.url, end = m.starts(listeningAt, "worklog", "serve")
	return end
}

func (m *machine) replicates() (end func(os.Signal)) {
	m.t.Helper()
	_, end = m.starts(replicating, "litestream", "replicate", "-config", m.root+"/etc/worklog/litestream.yml")
	return end
}

// record sends the nth event, one an hour: an arrival, a departure, and so on.
func (m *machine) record(n int) error {
	event := []string{"arrival", "departure"}[n%2]
	at := time.Date(2026, 12, 1, n, 0, 0, 0, time.UTC).Format(time.RFC3339)
	request, err := http.NewRequest(http.MethodPost, m.url+"/api/v1/workplace-presence",
		strings.NewReader(fmt.Sprintf(`{"event":"%s","occurred_at":"%s","idempotency_key":"event %d"}`, event, at, n)))
	if err != nil {
		return err
	}
	request.Header.Set("Authorization", "Bearer "+litestreamToken)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || response.StatusCode > 201 {
		return fmt.Errorf("event %d: %s %s, %w", n, response.Status, body, err)
	}
	return nil
}

func (m *machine) records(from, to int) {
	m.t.Helper()
	for n := from; n < to; n++ {
		modelstest.Must(m.t, m.record(n))
	}
}

// content returns every row of every table but Litestream's.
func (m *machine) content(path string) (rows []string) {
	m.t.Helper()
	if _, err := os.Stat(path); err != nil { // it would be created
		m.t.Fatal(err)
	}
	db := modelstest.SQL(m.t, path)
	defer db.Close()
	for _, table := range modelstest.Rows(m.t, db, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_litestream_*' ORDER BY name") {
		for _, row := range modelstest.Rows(m.t, db, "SELECT * FROM "+table) {
			rows = append(rows, table+" "+row)
		}
	}
	return rows
}

// restored restores the replica to a new file and returns its name, or "" if there is no
// replica yet.
func (m *machine) restored() (path string) {
	m.t.Helper()
	path = filepath.Join(m.t.TempDir(), "restored.db")
	if _, err := m.tries("umask 077; litestream restore -config /etc/worklog/litestream.yml -o " + path + " /var/lib/worklog/worklog.db"); err != nil {
		return ""
	}
	return path
}

// waitForReplica waits until the replica has every row of the database, and checks it.
func (m *machine) waitForReplica() {
	m.t.Helper()
	var path string
	until(m.t, "the replica", func() bool {
		path = m.restored()
		return path != "" && slices.Equal(m.content(path), m.content(m.database))
	})
	m.wantSound(path)
}

// wantSound checks a database as an administrator does. There are no warnings about
// Litestream's tables.
func (m *machine) wantSound(path string) {
	m.t.Helper()
	if output, err := m.tries("worklog check " + path); err != nil || !strings.HasPrefix(output, path+": sound. ") || strings.Count(output, "\n") != 1 {
		m.t.Errorf("got %v: %s", err, output)
	}
}

// wantContent compares the rows of a database, which must be sound.
func (m *machine) wantContent(path string, want []string) {
	m.t.Helper()
	modelstest.Want(m.t, strings.Join(m.content(path), "\n"), strings.Join(want, "\n"), path)
	m.wantSound(path)
}

// wantOpen checks that a restore is refused because another program has the database open.
func (m *machine) wantOpen() {
	m.t.Helper()
	output, err := m.tries("worklog restore /var/lib/worklog/backup.db")
	if err == nil || !strings.Contains(output, "has the database open: stop it first") {
		m.t.Errorf("got %v: %s", err, output)
	}
}

// files returns the content of the files of the database, by name.
func (m *machine) files() map[string]string { return modelstest.Contents(m.t, m.database+"*") }

// TestLitestreamFollowsAnUpgradeAndRestoresEveryRow begins with a database of the first
// schema and ends with a lost disk.
func TestLitestreamFollowsAnUpgradeAndRestoresEveryRow(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	m.write("var/lib/worklog/worklog.db", read(t, oldestSchema), 0o600)
	endLitestream := m.replicates()
	m.waitForReplica()
	endServer := m.serves()
	modelstest.Must(t, modelstest.Only(os.Stat(m.database+".schema-1")))
	m.records(1, 4) // the last arrival is open
	m.waitForReplica()

	// the program's own commands, beside both
	m.wantSound(m.database)
	m.runs("worklog backup /var/lib/worklog/backup.db")
	m.wantContent(m.root+"/var/lib/worklog/backup.db", m.content(m.database))
	m.wantOpen()
	m.runs("worklog export --format json")
	m.records(4, 8)
	m.waitForReplica()
	endServer(syscall.SIGTERM)
	m.wantOpen()           // by Litestream alone
	endServer = m.serves() // its log was not checkpointed: Litestream reads it
	m.records(8, 12)
	m.waitForReplica()

	want := m.content(m.database)
	endServer(syscall.SIGKILL)
	endLitestream(syscall.SIGKILL)
	modelstest.Must(t, os.Remove(m.database)) // and the log stays
	positions, err := filepath.Glob(filepath.Dir(m.database) + "/.worklog.db-litestream/ltx/0/*")
	if err != nil || len(positions) == 0 {
		t.Fatalf("got %q, %v", positions, err)
	}
	for _, name := range positions {
		modelstest.Must(t, os.Truncate(name, 10))
	}
	m.runs(m.guide("systemctl stop"))
	modelstest.Want(t, modelstest.Got(os.Stat(m.database))(t).Mode().Perm(), 0o600)
	modelstest.WantFiles(t, 0, m.database+"-*")
	m.wantContent(m.database, want)

	modelstest.WantIn(t, m.runs(m.guide("trial.db")), "trial.db: sound. ")

	// what is recorded from now on is replicated too
	endLitestream, endServer = m.replicates(), m.serves()
	m.records(12, 14)
	m.waitForReplica()
	endServer(syscall.SIGTERM)
	endLitestream(syscall.SIGTERM)
	want = m.content(m.database)
	m.wantContent(m.restored(), want)
}

// TestLitestreamStartsAnewOnADatabaseThatARestoreHasReplaced leaves Litestream's folder in
// place, as somebody would who only knows `worklog restore`.
func TestLitestreamStartsAnewOnADatabaseThatARestoreHasReplaced(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	endLitestream, endServer := m.starting()
	m.records(0, 4)
	m.waitForReplica()
	m.runs("worklog backup /var/lib/worklog/backup.db")
	m.records(4, 12)
	m.waitForReplica()
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGKILL} { // after which the log stays
		endServer(signal)
		endLitestream(signal)
		m.runs("worklog restore /var/lib/worklog/backup.db")
		endLitestream, endServer = m.replicates(), m.serves()
		m.waitForReplica()
		m.records(4, 6)
		m.waitForReplica()
	}
}

// starting starts both without a database, Litestream first, as the unit does.
func (m *machine) starting() (endLitestream, endServer func(os.Signal)) {
	m.t.Helper()
	endLitestream = m.replicates()
	endServer = m.serves()
	return endLitestream, endServer
}

// TestLitestreamLosesOnlyTheLastEventsInAKill kills both while events are recorded. What is
// restored has the first ones, without a gap.
func TestLitestreamLosesOnlyTheLastEventsInAKill(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	endLitestream, endServer := m.starting()
	m.records(0, 2)
	m.waitForReplica()
	var acknowledged atomic.Int64
	var recording sync.WaitGroup
	acknowledged.Store(2)
	recording.Go(func() {
		for m.record(int(acknowledged.Load())) == nil {
			acknowledged.Add(1)
		}
	})
	until(t, "the events", func() bool { return acknowledged.Load() >= 300 })
	endServer(syscall.SIGKILL)
	endLitestream(syscall.SIGKILL)
	recording.Wait()
	path := m.restored()
	m.wantSound(path)
	db := modelstest.SQL(t, path)
	var events int
	var last string
	modelstest.Must(t, db.QueryRow("SELECT count(*), max(occurred_at) FROM workplace_presence_events").Scan(&events, &last))
	want := time.Date(2026, 12, 1, events-1, 0, 0, 0, time.UTC).Format("2006-01-02T15")
	if events < 2 || events > int(acknowledged.Load())+1 || !strings.HasPrefix(last, want) {
		t.Errorf("got %d events up to %s, %d were acknowledged", events, last, acknowledged.Load())
	}
	t.Logf("%d events acknowledged, %d restored", acknowledged.Load(), events)

	// `worklog restore` takes the file too, in place of the database that was killed
	m.runs("worklog restore " + path)
	m.wantSound(m.database)
	modelstest.Must(t, modelstest.Only(os.Stat(m.database+".before-restore-1")))
}

func TestTheRestoreFromLitestreamKeepsThePreviousDatabaseOrChangesNothing(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	endLitestream, endServer := m.starting()
	m.records(0, 2)
	m.waitForReplica()
	restored := m.content(m.database)
	endLitestream(syscall.SIGKILL)
	m.records(2, 4) // only in the database and its log
	want := m.content(m.database)
	endServer(syscall.SIGKILL)
	files := m.files()

	modelstest.Must(t, os.Mkdir(filepath.Join(m.root, "state"), 0o700))
	for _, row := range []struct{ unit, state string }{
		{"worklog", "active"},
		{"worklog-litestream", "activating"}, // to be started again in a moment
		{"worklog", "Failed to connect to bus: No such file or directory"},
	} {
		m.write("state/"+row.unit, row.state+"\n", 0o600)
		output, err := m.tries("worklog-litestream-restore")
		if err == nil || output != "worklog-litestream-restore: "+row.unit+" must be stopped first: "+row.state+"\n" {
			t.Errorf("got %v: %s", err, output)
		}
		modelstest.Must(t, os.Remove(filepath.Join(m.root, "state", row.unit)))
	}
	if output, err := m.tries("worklog-litestream-restore -timestamp 2000-01-01T00:00:00Z"); err == nil {
		t.Errorf("got %s", output)
	}
	modelstest.Want(t, maps.Equal(m.files(), files), true, "the files are as they were")

	m.runs("worklog-litestream-restore")
	m.wantContent(m.database, restored)
	m.wantContent(m.database+".before-replica-1", want)
	elsewhere := t.TempDir() // as with sudo in somebody's own folder, whose configuration it cannot use
	modelstest.Must(t, os.WriteFile(elsewhere+"/config.toml", []byte("not = ["), 0o600))
	m.runs("unset WORKLOG_CONFIG; cd " + elsewhere + "; worklog-litestream-restore")
	modelstest.Must(t, modelstest.Only(os.Stat(m.database+".before-replica-2")))
}

func TestAnOddRecordStopsNoRestoreFromLitestream(t *testing.T) {
	t.Parallel()
	m := newMachine(t)
	endLitestream, endServer := m.starting()
	m.records(0, 2)
	m.waitForReplica()
	modelstest.Query(t, m.database, "UPDATE work_entries SET note = 'a' || char(0)")
	want := m.content(m.database)
	until(t, "the replica", func() bool { return slices.Equal(m.content(m.restored()), want) })
	endLitestream(syscall.SIGKILL)
	endServer(syscall.SIGKILL)
	output, err := m.tries("worklog-litestream-restore")
	modelstest.Must(t, err)
	modelstest.WantIn(t, output, "has a note that is not at most 10,000 characters of text")
	modelstest.WantList(t, m.content(m.database), want)
	modelstest.WantFiles(t, 0, m.database+".from-replica*")
}
