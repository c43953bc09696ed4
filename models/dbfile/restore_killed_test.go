package dbfile

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// killedAfter is the environment variable with the step of a restore after which the
// program exits, and the restore's files.
const killedAfter = "WORKLOG_TEST_KILLED_AFTER"

// atOnce is how many tests run in parallel: more than there are cores, because they mostly
// wait for the disk and for locks.
const atOnce = "6"

func TestMain(m *testing.M) {
	if killed := strings.Split(os.Getenv(killedAfter), "|"); len(killed) == 3 {
		r := &restoration{format: format, from: killed[1], path: killed[2], reached: func(step string) {
			if step == killed[0] {
				os.Exit(9) // without cleaning up, as if killed
			}
		}}
		_, _ = r.restore(context.Background())
		os.Exit(1)
	}
	if err := flag.Set("test.parallel", atOnce); err != nil { // flags on the command line are parsed later and win
		panic(err)
	}
	os.Exit(m.Run())
}

func TestAKilledRestoreLeavesADatabaseAndCanBeRepeated(t *testing.T) {
	t.Parallel()
	for _, step := range []string{"hold", "copy", "keep", "clear", "replace"} {
		t.Run(step, func(t *testing.T) {
			path, backup := withDay(t, "worklog.db", oldDay), withDay(t, "backup.db", newDay)
			killedRestore(t, step, backup, path)
			want := oldDay
			if step == "replace" {
				want = newDay
			}
			wantDay(t, path, want)
			must(t, only(format.Restore(t.Context(), backup, path, nil)))
			wantDay(t, path, newDay)
			wantDay(t, path+".before-restore-1", oldDay)
		})
	}
}

func killedRestore(t *testing.T, step, backup, path string) {
	t.Helper()
	restore := exec.Command(os.Args[0])
	restore.Env = append(os.Environ(), killedAfter+"="+step+"|"+backup+"|"+path)
	if err := restore.Run(); restore.ProcessState.ExitCode() != 9 {
		t.Fatalf("it was not killed there: %v", err)
	}
}

func TestAKilledRestoreOfADamagedDatabaseKeepsItOnce(t *testing.T) {
	t.Parallel()
	for _, step := range []string{"keep", "clear"} {
		backup, path := withDay(t, "backup.db", newDay), filepath.Join(t.TempDir(), "worklog.db")
		for _, suffix := range []string{"", "-wal"} {
			must(t, os.WriteFile(path+suffix, []byte("no database"), 0o600))
		}
		killedRestore(t, step, backup, path)
		wantRestored(t, backup, path, path+".before-restore-1")
		wantDay(t, path, newDay)
		for _, suffix := range []string{"", "-wal"} {
			wantContent(t, path+".before-restore-1"+suffix, "no database")
		}
	}
}
