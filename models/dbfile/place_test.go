package dbfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestACompleteFileIsPlacedOnlyUnderAFreeName(t *testing.T) {
	t.Parallel()
	for name, place := range map[string]func(folder *os.Root, temporary, name string) error{"with links": place, "without": placeWithoutLinks} {
		folder := t.TempDir()
		opened := value(OpenFolder(folder))(t)
		defer opened.Close()
		temporary, path := filepath.Join(folder, "new"), filepath.Join(folder, "path")
		must(t, os.WriteFile(temporary, []byte("whole"), 0o600))
		if err := place(opened, "new", "path"); err != nil {
			t.Fatal(name, err)
		}
		if content, err := os.ReadFile(path); err != nil || string(content) != "whole" {
			t.Errorf("%s: got %q, %v", name, content, err)
		}
		must(t, os.WriteFile(temporary, []byte("other"), 0o600))
		_ = os.Remove(path)
		must(t, os.WriteFile(path, []byte("mine"), 0o600))
		if err := place(opened, "new", "path"); !errors.Is(err, ErrFileExists) {
			t.Errorf("%s: got %v", name, err)
		}
		if content, err := os.ReadFile(path); err != nil || string(content) != "mine" {
			t.Errorf("%s: got %q, %v", name, content, err)
		}
	}
}
