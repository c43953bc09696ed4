package models_test

import (
	"fmt"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/trial"
)

func TestADiskThatIsTooSmallForATrialIsAWarning(t *testing.T) {
	path := soundDatabase(t)
	info := modelstest.Got(os.Stat(path))(t)
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	warned := 0
	for pages := int64(2); pages <= 3*info.Size()/4096; pages += 4 {
		if err := unix.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d", pages*4096)); err != nil {
			t.Skipf("not tested: cannot mount a file system: %v", err)
		}
		got, err := models.Format.Examine(t.Context(), path, trial.Recording)
		modelstest.Must(t, unix.Unmount(folder, unix.MNT_DETACH))
		if err != nil || len(got.Findings) > 0 {
			t.Errorf("%d pages: got %q, %v", pages, got.Findings, err)
		}
		warned += len(got.Warnings)
	}
	if warned == 0 {
		t.Error("there was always room")
	}
}
