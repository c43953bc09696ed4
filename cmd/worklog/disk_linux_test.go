package main_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"worklog/models/modelstest"
)

// limit changes a soft resource limit of the running program and returns the previous one.
func (c *server) limit(resource int, to uint64) (before uint64) {
	c.t.Helper()
	var old unix.Rlimit
	modelstest.Must(c.t, unix.Prlimit(c.command.Process.Pid, resource, nil, &old))
	modelstest.Must(c.t, unix.Prlimit(c.command.Process.Pid, resource, &unix.Rlimit{Cur: to, Max: old.Max}, nil))
	return old.Cur
}

// mounted mounts a small temporary file system, which needs root, and returns its folder.
func mounted(t *testing.T) (folder string) {
	t.Helper()
	folder = t.TempDir()
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, "size=1200k"); err != nil {
		t.Skipf("not tested: cannot mount a file system: %v", err)
	}
	t.Cleanup(func() {
		modelstest.Must(t, unix.Unmount(folder, unix.MNT_DETACH))
	})
	return folder
}

// wantRefusedUntil checks the behaviour on a failing disk: a write returns 500 and changes
// nothing, reads still work, and once the disk is repaired the same process accepts the
// same request.
func wantRefusedUntil(t *testing.T, c *server, path string, fail, repair func()) {
	t.Helper()
	c.want(firstIn, 201, "created")
	c.want(firstOut, 200, "created")
	fail()
	for range 3 { // repeated failures must be the same
		c.want(secondIn, 500, `{"error":"Erreur interne"}`)
		c.alive()
		c.wantPages()
	}
	repair()
	c.want(secondIn, 201, "created")
	c.want(secondOut, 200, "created")
	c.want(firstIn, 200, "replayed")
	c.want(firstOut, 200, "replayed")
	c.stop()
	modelstest.WantSound(t, path)
	modelstest.Want(t, len(modelstest.Lines(t, path, "SELECT idempotency_key FROM workplace_presence_events ORDER BY id")), 4)
}

func TestOnAFullDiskNothingIsLostAndRequestsSucceedOnceThereIsSpace(t *testing.T) {
	t.Run("a limit on the size of files", func(t *testing.T) {
		folder, path := newFolder(t)
		c := begin(t, folder)
		var before uint64
		wantRefusedUntil(t, c, path, func() {
			log := modelstest.Got(os.Stat(path + "-wal"))(t)
			before = c.limit(unix.RLIMIT_FSIZE, uint64(log.Size()))
		}, func() { c.limit(unix.RLIMIT_FSIZE, before) })
	})
	t.Run("a full file system", func(t *testing.T) {
		folder, path := writeConfig(t, mounted(t))
		c := begin(t, folder)
		ballast := filepath.Join(folder, "ballast")
		wantRefusedUntil(t, c, path, func() { fill(t, ballast, 0) }, func() {
			modelstest.Must(t, os.Remove(ballast))
		})
	})
}

// fill fills the file system except for the given number of pages.
func fill(t *testing.T, path string, pages int) {
	t.Helper()
	file, err := os.Create(path)
	modelstest.Must(t, err)
	defer file.Close()
	size := int64(0)
	for err == nil {
		var wrote int
		wrote, err = file.Write(make([]byte, os.Getpagesize()))
		size += int64(wrote)
	}
	if !errors.Is(err, unix.ENOSPC) {
		t.Fatal(err)
	}
	modelstest.Must(t, file.Truncate(size-int64(pages*os.Getpagesize())))
}

func TestOnAFullDiskInitLeavesNoPartOfAConfiguration(t *testing.T) {
	t.Parallel()
	folder := mounted(t)
	fill(t, filepath.Join(folder, "ballast"), 0)
	wantFailure(t, folder, "write config.toml: no space left on device\n", "init")
	modelstest.Want(t, names(t, folder), "ballast")
}

func TestAnImportThatFailsNamesTheCopyMadeBeforeIt(t *testing.T) {
	t.Parallel()
	folder, path := writeConfig(t, mounted(t))
	ballast := filepath.Join(folder, "ballast")
	write(t, folder, "day.csv", "date,start,end\n2026-11-20,08:00,12:00\n")
	prints(t, folder, "import", "day.csv")
	many := "date,start,end,note\n"
	for day := range 28 {
		many += fmt.Sprintf("2026-02-%02d,08:00,12:00,%s\n", day+1, strings.Repeat("x", 9000))
	}
	write(t, folder, "many.csv", many)
	for pages := int(modelstest.Got(os.Stat(path))(t).Size()) / os.Getpagesize(); !t.Failed(); pages += 4 { // until there is room for the copy
		fill(t, ballast, pages)
		code, _, problems := runs(t, folder, nil, "import", "many.csv")
		modelstest.Must(t, os.Remove(ballast))
		modelstest.Want(t, code, 1, problems)
		if strings.HasPrefix(problems, "database or disk is full; a copy of the database as it was before is "+path+".before-import-1") {
			break
		}
		modelstest.Want(t, len(beside(t, path+".before-import-1")), 0, problems)
	}
	modelstest.Want(t, len(beside(t, path+".before-import-1")), 1)
	modelstest.WantSound(t, path)
}

func TestAListThatCannotBePrintedIsAFailure(t *testing.T) {
	t.Parallel()
	folder := newDiary(t, everything)
	prints(t, folder, "sheet-hash", "2026-10", "--keep")
	list := command(t, folder, nil, "sheet-hash", "--kept")
	list.Stdout = modelstest.Got(os.OpenFile("/dev/full", os.O_WRONLY, 0))(t)
	if err := list.Run(); err == nil {
		t.Error("it succeeded")
	}
}

func TestOnAFullDiskTheServerStartsOrSaysWhyNotWithoutDamage(t *testing.T) {
	folder, path := writeConfig(t, mounted(t))
	ballast := filepath.Join(folder, "ballast")
	states := []struct {
		name string
		make func(folder string)
		free []int // pages
		want string
	}{
		{"no database", func(string) {}, []int{0, 1, 13, 20, 27, 34, 60}, "created"},
		{"a closed database", func(folder string) { c := begin(t, folder); c.want(firstIn, 201, "created"); c.stop() }, []int{0, 1, 2, 7, 8, 9, 10}, "replayed"},
		{"a database after a kill", func(folder string) { c := begin(t, folder); c.want(firstIn, 201, "created"); c.end(unix.SIGKILL) }, []int{0, 1, 2, 8}, "replayed"},
	}
	for _, state := range states {
		home, database := newFolder(t)
		state.make(home)
		before := beside(t, database)
		for _, free := range state.free {
			for _, file := range beside(t, path) {
				modelstest.Must(t, os.Remove(file))
			}
			for _, file := range before {
				content, err := os.ReadFile(file)
				modelstest.Must(t, errors.Join(err, os.WriteFile(filepath.Join(folder, filepath.Base(file)), content, 0o600)))
			}
			fill(t, ballast, free)
			c := launch(t, folder)
			if c.logs(`"listening"`) {
				c.end(unix.SIGKILL)
			} else {
				wantRefusal(t, c, path)
				if left := beside(t, path); len(before) == 0 && len(left) > 0 {
					t.Errorf("%s, %d pages free: left %q", state.name, free, left)
				}
			}
			modelstest.Must(t, os.Remove(ballast))
			c = begin(t, folder)
			modelstest.WantIn(t, modelstest.Got(c.post(firstIn))(t).body, state.want)
			c.stop()
			modelstest.WantSound(t, path)
		}
	}
}

// beside returns the database file and the files named after it.
func beside(t *testing.T, path string) []string {
	t.Helper()
	return modelstest.Got(filepath.Glob(path + "*"))(t)
}

// wantRefusal checks that the program has exited with a single line that names the
// database.
func wantRefusal(t *testing.T, c *server, path string) {
	t.Helper()
	<-c.ended
	code, said := c.command.ProcessState.ExitCode(), c.log.String()
	modelstest.Want(t, code > 0 && strings.Count(said, "\n") == 1 && strings.HasPrefix(said, "database ") && strings.Contains(said, filepath.Base(path)+": "), true, code, said)
}
