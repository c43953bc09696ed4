package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

// namedTest finds the tests that a document names.
var namedTest = regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Za-z0-9]+)`")

func TestEveryTestThatADocumentNamesExists(t *testing.T) {
	t.Parallel()
	tests := testSources(t)
	documents, err := filepath.Glob("../docs/*.md")
	if err != nil || len(documents) == 0 {
		t.Fatal("no documents", err)
	}
	for _, document := range append(documents, "../SECURITY.md", "../README.md", "../CONTRIBUTING.md", "../CHANGELOG.md") {
		text := modelstest.Got(os.ReadFile(document))(t)
		for _, found := range namedTest.FindAllStringSubmatch(string(text), -1) {
			modelstest.Want(t, strings.Contains(tests, "func "+found[1]+"("), true, document, found[1])
		}
	}
}

func testSources(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		content, err := os.ReadFile(path)
		all.Write(content)
		return err
	})
	modelstest.Must(t, err)
	return all.String()
}

var (
	relativeLink = regexp.MustCompile(`\]\(([^()\s:]*)\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.*)$`)
	inNoAnchor   = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

func TestEveryLinkOfADocumentLeadsSomewhere(t *testing.T) {
	var documents []string
	for _, pattern := range []string{"../*.md", "../docs/*.md", "../docs/fr/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal("no documents", err)
		}
		documents = append(documents, found...)
	}
	for _, document := range documents {
		text := modelstest.Got(os.ReadFile(document))(t)
		for _, found := range relativeLink.FindAllStringSubmatch(string(text), -1) {
			file, anchor, within := strings.Cut(found[1], "#")
			leads := filepath.Join(filepath.Dir(document), file)
			if file == "" {
				leads = document
			}
			if _, err := os.Stat(leads); err != nil {
				t.Errorf("%s leads to %s: %v", document, found[1], err)
				continue
			}
			modelstest.Want(t, !within || slices.Contains(anchorsOf(t, leads), anchor), true, document, "leads to the heading", found[1])
		}
	}
}

// anchorsOf are the anchors that forges give to the headings of a document.
func anchorsOf(t *testing.T, document string) (anchors []string) {
	t.Helper()
	text := modelstest.Got(os.ReadFile(document))(t)
	for _, found := range heading.FindAllStringSubmatch(string(text), -1) {
		anchors = append(anchors, strings.ReplaceAll(strings.ToLower(inNoAnchor.ReplaceAllString(found[1], "")), " ", "-"))
	}
	return anchors
}

// Each row is a limit: what a document says of it, and the line of the code or of a unit that
// makes it so.
func TestTheLimitsThatDocumentsQuoteAreThoseOfTheCode(t *testing.T) {
	for _, row := range []struct{ document, says, source, code string }{
		{"docs/operation.md", "to 256 MiB of memory", "deploy/systemd/worklog.service", "MemoryMax=256M"},
		{"docs/container.md", "within 256 MiB of memory", "deploy/container/compose.yaml", "mem_limit: 256m"},
		{"docs/litestream.md", "within 256 MiB of memory", "deploy/litestream/worklog-litestream.service", "MemoryMax=256M"},
		{"SECURITY.md", "memory of the unit, 256 MiB", "deploy/systemd/worklog.service", "MemoryMax=256M"},
		{"docs/operation.md", "ids, versions and sequences of 2^52 and above", "models/check_rules.go", "MaxID = 1<<52 - 1"},
		{"docs/reliability.md", "500 after 5 seconds", "models/dbfile/open.go", "WriterWait = 5 * time.Second"},
		{"docs/endpoint.md", "at most 4096 bytes", "handlers/api/presence.go", "maxBodySize = 4096"},
		{"docs/endpoint.md", "1 to 255 characters", "models/event.go", "MaxKeyLength = 255"},
		{"docs/journal.md", "the last 1,000 requests", "models/journal_line.go", "MaxJournalLines = 1000"},
		{"docs/journal.md", "up to 1,024 bytes each", "models/journal_line.go", "maxJournalText = 1024"},
		{"docs/journal.md", "(the newest 1,000,", "models/refused_event.go", "maxRefusedEvents = 1000"},
		{"docs/journal.md", "At most 1,000 rows are kept", "models/contact.go", "maxContacts = 1000"},
		{"docs/export.md", "A file has at most 32 MiB", "models/exchange/read.go", "MaxFileSize = 32 << 20"},
		{"docs/reverse-proxy.md", "an import of 32 MiB", "models/exchange/read.go", "MaxFileSize = 32 << 20"},
		{"docs/export.md", "and 50,000 days", "models/exchange/read.go", "maxDays = 50_000"},
		{"docs/export.md", "64 KiB in a text", "models/exchange/read.go", "maxCell = 64 << 10"},
		{"docs/export.md", "256 KiB of settings", "models/check_settings.go", "MaxSettings = 256 << 10"},
		{"docs/export.md", "25,000 slots and 50,000 events a day", "models/exchange/read.go", "maxSlots = 25_000"},
		{"docs/export.md", "200,000 rows, 2,000 of them a day", "models/exchange/read.go", "maxRows = 200_000"},
		{"docs/export.md", "200,000 rows, 2,000 of them a day", "models/exchange/read.go", "maxDayRows = 2_000"},
		{"docs/export.md", "of 500 cells and 1 MiB", "models/exchange/read.go", "maxCells = 500"},
		{"docs/export.md", "packed to 8 MiB at most", "handlers/transfer/import.go", "maxPacked = 8 << 20"},
		{"docs/export.md", "at most 10,000 characters", "models/entry_rules.go", "MaxNoteLength = 10_000"},
		{"docs/architecture.md", "at most 7 days, no overlap", "models/slot_rules.go", "MaxSlotDays = 7"},
		{"docs/architecture.md", "at most 100 slots a day", "models/slot_rules.go", "MaxSlots = 100"},
		{"docs/phones.md", "7 days old", "models/presence/hand.go", "maxPressAge = 7 * 24 * time.Hour"},
		{"docs/phones.md", "at most 5 minutes ahead", "models/presence/hand.go", "maxPressAhead = 5 * time.Minute"},
		{"docs/sheet.md", "the first 80 characters", "views/sheet.go", "maxSheetNote = 80"},
		{"docs/worklog-send.md", "or 1000 events already waiting", "deploy/worklog-send", "max_queued=1000"},
		{"docs/node-red.md", "At most 10,000 events wait", "deploy/node-red/queue.js", "MOST_WAITING = 10000"},
		{"docs/node-red.md", "The newest 1,000 refused files", "deploy/node-red/queue.js", "MOST_REFUSED = 1000"},
	} {
		modelstest.WantIn(t, wordsOf(t, row.document), row.says)
		modelstest.WantIn(t, wordsOf(t, row.source), row.code)
	}
}

// wordsOf is a file of the repository with one space between words.
func wordsOf(t *testing.T, name string) string {
	t.Helper()
	text := modelstest.Got(os.ReadFile(filepath.Join("..", name)))(t)
	return strings.Join(strings.Fields(string(text)), " ")
}
