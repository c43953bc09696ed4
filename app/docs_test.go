package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
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
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range namedTest.FindAllStringSubmatch(string(text), -1) {
			if !strings.Contains(tests, "func "+found[1]+"(") {
				t.Errorf("%s names %s, which does not exist", document, found[1])
			}
		}
	}
}

// testSources is the code of every test.
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
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

var (
	relativeLink = regexp.MustCompile(`\]\(([^()\s:]*)\)`)
	heading      = regexp.MustCompile(`(?m)^#+ (.*)$`)
	inNoAnchor   = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

func TestEveryLinkOfADocumentLeadsSomewhere(t *testing.T) {
	t.Parallel()
	var documents []string
	for _, pattern := range []string{"../*.md", "../docs/*.md", "../docs/fr/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatal("no documents", err)
		}
		documents = append(documents, found...)
	}
	for _, document := range documents {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
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
			if within && !slices.Contains(anchorsOf(t, leads), anchor) {
				t.Errorf("%s leads to %s, which has no such heading", document, found[1])
			}
		}
	}
}

// anchorsOf are the anchors that forges give to the headings of a document.
func anchorsOf(t *testing.T, document string) (anchors []string) {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range heading.FindAllStringSubmatch(string(text), -1) {
		anchors = append(anchors, strings.ReplaceAll(strings.ToLower(inNoAnchor.ReplaceAllString(found[1], "")), " ", "-"))
	}
	return anchors
}
