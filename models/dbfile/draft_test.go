package dbfile

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestADraftThatIsMovedAwayLeaksNothing does what another user of a shared folder can do:
// rename the folder of a draft, but not change what is in it.
func TestADraftThatIsMovedAwayLeaksNothing(t *testing.T) {
	t.Parallel()
	for name, swap := range map[string]func(t *testing.T, folder string){
		"a link in place of its folder": func(t *testing.T, folder string) {
			must(t, os.Symlink(t.TempDir(), folder))
		},
		"another folder in place of its folder": func(t *testing.T, folder string) {
			must(t, os.Mkdir(folder, 0o777))
		},
		"nothing in place of its folder": func(*testing.T, string) {},
	} {
		t.Run(name, func(t *testing.T) {
			pool := openTemporary(t).Pool
			shared := t.TempDir()
			d, err := newDraft(filepath.Join(shared, "copy.db"))
			must(t, err)
			folder := filepath.Dir(d.path)
			must(t, os.Rename(folder, filepath.Join(shared, "taken")))
			swap(t, folder)
			if _, err := format.fill(t.Context(), pool, d.path, "worklog.db"); err == nil {
				t.Error("the draft was copied")
			}
			if _, err := os.Stat(d.path); err == nil {
				t.Error("a file exists where the draft was")
			}
			if err := d.place(filepath.Join(shared, "copy.db")); !errors.Is(err, ErrSwapped) {
				t.Errorf("got %v, want %v", err, ErrSwapped)
			}
			d.remove()
			if left, _ := filepath.Glob(filepath.Join(shared, "taken", "*")); len(left) > 0 {
				t.Errorf("the moved folder still contains %q", left)
			}
		})
	}
}

func TestAFileSwappedForADraftIsNotPlaced(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "copy.db")
	d, err := newDraft(path)
	must(t, err)
	defer d.remove()
	other := filepath.Join(t.TempDir(), "other")
	must(t, errors.Join(os.WriteFile(other, []byte("other"), 0o600), os.Rename(other, d.path)))
	if err := d.place(path); !errors.Is(err, ErrSwapped) || exists(path) {
		t.Errorf("got %v, want %v", err, ErrSwapped)
	}
}

func TestACopyThatIsSwappedWhileItIsCheckedIsNoBackup(t *testing.T) {
	t.Parallel()
	from, other := withDay(t, "worklog.db", newDay), filepath.Join(t.TempDir(), "other.db")
	to := filepath.Join(t.TempDir(), "copy.db")
	sound, err := os.ReadFile(from)
	must(t, err)
	swapping := format
	swapping.Rules = []Rule{{Since: 1, Text: "is swapped", Query: "SELECT 'row ' || id, '', '' FROM work_entries", Holds: func(string) bool {
		drafts, _ := filepath.Glob(to + ".new-*/*")
		if err := errors.Join(os.WriteFile(other, sound, 0o600), os.Rename(other, drafts[0])); err != nil {
			t.Error(err)
		}
		return true
	}}}
	if _, err := swapping.Backup(t.Context(), from, to); !errors.Is(err, ErrSwapped) || exists(to) {
		t.Errorf("got %v, want %v", err, ErrSwapped)
	}
}
