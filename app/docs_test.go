package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
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
