package dbfile

import (
	"os"
	"path/filepath"
	"testing"
)

// TestADraftThatIsMovedAwayLeaksNothing does what another user of a shared folder can do:
// put a folder in the place of a draft's, but not change what is in it.
func TestADraftThatIsMovedAwayLeaksNothing(t *testing.T) {
	t.Parallel()
	pool, shared := openTemporary(t).Pool, t.TempDir()
	d := value(newDraft(filepath.Join(shared, "copy.db")))(t)
	folder := filepath.Dir(d.path)
	must(t, os.Rename(folder, filepath.Join(shared, "taken")))
	must(t, os.Mkdir(folder, 0o777))
	if _, err := format.fill(t.Context(), pool, d.path, "worklog.db"); err == nil {
		t.Error("the draft was copied")
	}
	if err := d.place(filepath.Join(shared, "copy.db")); err == nil || exists(d.path) || exists(filepath.Join(shared, "copy.db")) {
		t.Errorf("something was placed: %v", err)
	}
	d.remove()
	if left, _ := filepath.Glob(filepath.Join(shared, "taken", "*")); len(left) > 0 {
		t.Errorf("the moved folder still contains %q", left)
	}
}
