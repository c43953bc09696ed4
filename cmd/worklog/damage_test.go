package main_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

// pageSize is the page size of the database file.
const pageSize = 4096

func TestADamagedFileIsRefusedInOneLineAndLeftUnchanged(t *testing.T) {
	t.Parallel()
	folder, path := newFolder(t)
	c := begin(t, folder)
	for _, s := range []signal{firstIn, firstOut, secondIn, secondOut} {
		if got, err := c.post(s); err != nil || got.status > 201 {
			t.Fatal(got, err)
		}
	}
	c.stop()
	good, err := os.ReadFile(path)
	modelstest.Must(t, err)
	zeroed := func(from, to int) []byte {
		content := slices.Clone(good)
		clear(content[from:to])
		return content
	}
	noise := make([]byte, len(good))
	for i := range noise {
		noise[i] = byte(rand.IntN(256))
	}
	for name, content := range map[string][]byte{
		"zero bytes":                     {},
		"one byte":                       good[:1],
		"garbage":                        noise,
		"zeros":                          make([]byte, len(good)),
		"half a header, then zeros":      zeroed(50, len(good)),
		"a header without its end":       zeroed(50, 100),
		"only a header":                  good[:100],
		"a header, then zeros":           zeroed(100, len(good)),
		"a header and half a first page": zeroed(pageSize/2, len(good)),
		"a torn first page":              zeroed(pageSize/2, pageSize),
		"only a first page":              good[:pageSize],
		"the first half":                 good[:len(good)/2],
		"all but the last page":          good[:len(good)-pageSize],
		"all but the last byte":          good[:len(good)-1],
		"all but half the last page":     good[:len(good)-pageSize/2],
		"a database after other data":    append(bytes.Repeat([]byte("x"), 512), good...),
	} {
		t.Run(name, func(t *testing.T) {
			folder, path := newFolder(t)
			modelstest.Must(t, os.WriteFile(path, content, 0o600))
			c := launch(t, folder)
			if c.logs(`"listening"`) {
				t.Fatal("it was accepted")
			}
			wantRefusal(t, c, path)
			after, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(content, after) {
				t.Errorf("the file has changed: %v", err)
			}
			if left := beside(t, path); len(left) != 1 {
				t.Errorf("left %q", left)
			}
		})
	}
}

// beside returns the database file and the files named after it.
func beside(t *testing.T, path string) []string {
	t.Helper()
	files, err := filepath.Glob(path + "*")
	modelstest.Must(t, err)
	return files
}

// wantRefusal checks that the program has exited with a single line that names the
// database.
func wantRefusal(t *testing.T, c *server, path string) {
	t.Helper()
	<-c.ended
	code, said := c.command.ProcessState.ExitCode(), c.log.String()
	if code <= 0 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "database ") || !strings.Contains(said, filepath.Base(path)+": ") {
		t.Errorf("got %d %s", code, said)
	}
}
