package main_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"worklog/models/modelstest"
)

func TestAReadOnlyDatabaseIsRefusedAtStartupAndLeftUnchanged(t *testing.T) {
	readOnlySystem := func(t *testing.T) (folder string, protect, free func()) {
		folder = mounted(t)
		return folder,
			func() { modelstest.Must(t, unix.Mount("", folder, "", unix.MS_REMOUNT|unix.MS_RDONLY, "")) },
			func() { modelstest.Must(t, unix.Mount("", folder, "", unix.MS_REMOUNT, "")) }
	}
	readOnlyFolder := func(t *testing.T) (folder string, protect, free func()) {
		if os.Geteuid() == 0 {
			t.Skip("not tested as root, which can write everywhere")
		}
		folder = t.TempDir()
		modes := func(ofFiles, ofFolder os.FileMode) {
			for _, file := range beside(t, filepath.Join(folder, "worklog.db")) {
				modelstest.Must(t, os.Chmod(file, ofFiles))
			}
			modelstest.Must(t, os.Chmod(folder, ofFolder))
		}
		return folder, func() { modes(0o400, 0o500) }, func() { modes(0o600, 0o700) }
	}
	for name, place := range map[string]func(*testing.T) (folder string, protect, free func()){
		"a read-only file system":     readOnlySystem,
		"a read-only file and folder": readOnlyFolder,
	} {
		for state, leave := range map[string]func(*server){
			"after a clean exit": func(c *server) { c.stop() },
			"after a kill":       func(c *server) { c.end(unix.SIGKILL) },
		} {
			t.Run(name+" "+state, func(t *testing.T) {
				folder, protect, free := place(t)
				_, path := writeConfig(t, folder)
				c := begin(t, folder)
				c.want(firstIn, 201, "created")
				leave(c)
				before := modelstest.Contents(t, folder, "*")
				protect()
				defer free()
				c = launch(t, folder)
				if c.logs(`"listening"`) {
					t.Fatal("it was accepted")
				}
				wantRefusal(t, c, path)
				modelstest.WantIn(t, c.log.String(), "cannot be written")
				modelstest.Want(t, maps.Equal(before, modelstest.Contents(t, folder, "*")), true, "the files are as they were")
				free()
				c = begin(t, folder)
				c.want(firstIn, 200, "replayed")
				c.stop()
				modelstest.WantSound(t, path)
			})
		}
	}
}

func TestInAReadOnlyFolderItIsSaidWhatMustBeWritable(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("not tested as root, which can write everywhere")
	}
	folder, path := newFolder(t)
	begin(t, folder).stop()
	modelstest.Must(t, os.Chmod(folder, 0o500))
	defer os.Chmod(folder, 0o700)
	c := launch(t, folder)
	wantRefusal(t, c, path)
	modelstest.WantIn(t, c.log.String(), "both the file and its folder must be writable")
}

func TestACopyWithItsLogThatCannotBeReadInItsPlaceSaysHow(t *testing.T) {
	t.Parallel()
	folder, path := newFolder(t)
	c := begin(t, folder)
	c.want(firstIn, 201, "created")
	disk := mounted(t)
	for _, suffix := range []string{"", "-wal"} {
		write(t, disk, "copy.db"+suffix, string(modelstest.Got(os.ReadFile(path+suffix))(t)))
	}
	c.stop()
	modelstest.Must(t, unix.Mount("", disk, "", unix.MS_REMOUNT|unix.MS_RDONLY, ""))
	for _, command := range []string{"check", "restore"} {
		wantRun(t, folder, nil, 1, "if a -wal is beside it, copy both to a folder that can be written to\n", command, filepath.Join(disk, "copy.db"))
	}
}

func TestAFailingFileSystemCauses500UntilItIsRepaired(t *testing.T) {
	image := filepath.Join(t.TempDir(), "image")
	folder := t.TempDir()
	run := func(name string, arguments ...string) error {
		output, err := exec.Command(name, arguments...).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w: %s", name, err, output)
		}
		return nil
	}
	modelstest.Must(t, os.WriteFile(image, nil, 0o600))
	modelstest.Must(t, os.Truncate(image, 16<<20))
	mount := func() error { return run("mount", "-o", "loop,errors=remount-ro", image, folder) }
	if err := errors.Join(run("mkfs.ext4", "-q", image), mount()); err != nil {
		t.Skipf("not tested: cannot create a file system that can fail: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(folder, unix.MNT_DETACH) })

	home, _ := newFolder(t)
	path := filepath.Join(folder, "worklog.db")
	there := "WORKLOG_DATABASE_PATH=" + path
	c := begin(t, home, there)
	c.want(firstIn, 201, "created")
	c.want(firstOut, 200, "created")
	modelstest.Must(t, run("mount", "-o", "remount,abort", folder)) // as the kernel does on disk errors
	for range 3 {
		c.want(secondIn, 500, `{"error":"Erreur interne"}`)
		c.wantPages()
	}
	c.end(unix.SIGTERM)
	c = launch(t, home, there)
	modelstest.Want(t, c.logs(`"listening"`), false, "it was accepted:")
	wantRefusal(t, c, path)

	modelstest.Must(t, run("umount", folder))
	modelstest.Must(t, mount())
	c = begin(t, home, there)
	c.want(firstIn, 200, "replayed")
	c.want(firstOut, 200, "replayed")
	c.want(secondIn, 201, "created")
	c.stop()
	modelstest.WantSound(t, path)
}
