package main_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// service is the user and group id of a user who runs a server.
const service = 12345

// asRoot skips the test unless root runs it.
func asRoot(t *testing.T) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("not tested: only root can act as another user")
	}
}

// serviceFolder returns a folder that belongs to a service, and one of root that nobody else
// may enter, with a configuration of a database in the service's folder.
func serviceFolder(t *testing.T, database string) (folder, roots string) {
	t.Helper()
	asRoot(t)
	folder, roots = folderFor(t, service), t.TempDir()
	must(t, os.Chmod(roots, 0o700))
	configure(t, roots, filepath.Join(folder, database))
	return folder, roots
}

// folderFor returns a folder that belongs to a user, and that they can get to.
func folderFor(t *testing.T, user int) string {
	t.Helper()
	folder := t.TempDir()
	must(t, os.Chmod(filepath.Dir(folder), 0o755))
	must(t, os.Chown(folder, user, user))
	return folder
}

// configure writes a configuration into a folder.
func configure(t *testing.T, folder, database string) {
	configureAt(t, folder, database, "127.0.0.1:0")
}

// configureAt is configure with an address to listen on.
func configureAt(t *testing.T, folder, database, listen string) {
	t.Helper()
	must(t, os.WriteFile(filepath.Join(folder, "config.toml"),
		fmt.Appendf(nil, "[database]\npath = %q\n[server]\nlisten = %q\n", database, listen), 0o600))
}

// rootsDatabase makes a database of root's with an arrival, by name.
func rootsDatabase(t *testing.T, folder, name string) (path string) {
	t.Helper()
	path = filepath.Join(folder, name)
	must(t, os.Rename(filepath.Join(recorded(t), "worklog.db"), path))
	return path
}

// wantOwner checks the owner and the number of the entries in a folder.
func wantOwner(t *testing.T, folder string, want uint32, entries int) {
	t.Helper()
	seen := -1 // without the folder itself
	must(t, filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		seen++
		wantOwnerOf(t, path, want)
		return err
	}))
	if seen != entries {
		t.Errorf("got %d entries, want %d", seen, entries)
	}
}

func wantOwnerOf(t *testing.T, path string, want uint32) {
	t.Helper()
	info, err := os.Lstat(path)
	must(t, err)
	if status := info.Sys().(*syscall.Stat_t); status.Uid != want || status.Gid != want {
		t.Errorf("%s belongs to %d:%d, want %d", path, status.Uid, status.Gid, want)
	}
}

func TestWhatRootMakesInTheFolderOfAServiceBelongsToTheService(t *testing.T) {
	t.Parallel()
	folder, roots := serviceFolder(t, "lib/worklog.db")
	backup := rootsDatabase(t, roots, "backup.db") // which the service may not read
	steps := []struct {
		arguments []string
		entries   int
	}{
		{[]string{"feeds", "--renew"}, 2}, // creates lib, too
		{[]string{"backup", filepath.Join(folder, "lib", "copy.db")}, 3},
		{[]string{"backup", filepath.Join(folder, "copy.db")}, 4},
		{[]string{"restore", backup}, 5}, // keeps the one before
		{[]string{"restore", filepath.Join(folder, "lib", "copy.db")}, 6},
		{[]string{"check"}, 6},
		{[]string{"check", backup}, 6},
		{[]string{"export"}, 6},
	}
	for _, step := range steps {
		if code, out, problems := runs(t, roots, nil, step.arguments...); code != 0 {
			t.Fatalf("%q: got %d %s%s", step.arguments, code, out, problems)
		}
		wantOwner(t, folder, service, step.entries)
	}
}

func TestRootRestoresABackupWithItsLog(t *testing.T) {
	t.Parallel()
	folder, roots := serviceFolder(t, "worklog.db")
	crashed := recorded(t)
	c := begin(t, crashed)
	c.want(firstIn, 409, "")
	must(t, os.WriteFile(filepath.Join(roots, "kept.db"), []byte(contents(t, crashed)["worklog.db"]), 0o600))
	must(t, os.WriteFile(filepath.Join(roots, "kept.db-wal"), []byte(contents(t, crashed)["worklog.db-wal"]), 0o600))
	c.stop()
	if code, out, problems := runs(t, roots, nil, "restore", "kept.db"); code != 0 || !strings.Contains(out, "1 day, 0 slots, 1 event") {
		t.Errorf("got %d %s%s", code, out, problems)
	}
	wantOwner(t, folder, service, 1)
}

func TestRootRestoresFilesThatOthersMayHavePutThere(t *testing.T) {
	t.Parallel()
	folder, roots := serviceFolder(t, "worklog.db")
	home := folderFor(t, stranger)
	must(t, os.Chmod(home, 0o700))
	sticky := sharedFolder(t, 0, 0o777|os.ModeSticky)
	files := map[string]int{ // to whom they belong
		rootsDatabase(t, home, "own.db"):                                                  stranger,
		rootsDatabase(t, home, "roots.db"):                                                0,
		rootsDatabase(t, sticky, "roots.db"):                                              0,
		rootsDatabase(t, sticky, "services.db"):                                           service,
		rootsDatabase(t, sharedFolder(t, stranger, 0o770|os.ModeSetgid), "of a group.db"): service,
		rootsDatabase(t, roots, "copied with its owner.db"):                               service,
	}
	kept := 0
	for file, user := range files {
		must(t, os.Lchown(file, user, user))
		for _, command := range []string{"check", "restore"} {
			if code, out, problems := runs(t, roots, nil, command, file); code != 0 {
				t.Errorf("%s %s: got %d %s%s", command, file, code, out, problems)
			}
		}
		kept++
		wantOwner(t, folder, service, kept)
	}
}

func TestInAFolderOfAGroupRootActsAsTheOwnerOfTheDatabase(t *testing.T) {
	t.Parallel()
	_, roots := serviceFolder(t, "worklog.db")
	folder := sharedFolder(t, service, 0o770)
	servicesDatabase(t, folder)
	configure(t, roots, filepath.Join(folder, "worklog.db"))
	if code, _, problems := runs(t, roots, nil, "restore", rootsDatabase(t, roots, "backup.db")); code != 0 {
		t.Fatal(problems)
	}
	wantOwnerOf(t, filepath.Join(folder, "worklog.db"), service)
}

func TestRootServesOnASocketInAFolderOfTheService(t *testing.T) {
	t.Parallel()
	folder, roots := serviceFolder(t, "worklog.db")
	for socketFolder, user := range map[string]uint32{folder: service, filepath.Dir(socketPath(t)): 0} {
		socket := filepath.Join(socketFolder, "s")
		c := begin(t, roots, "WORKLOG_SERVER_LISTEN=unix:"+socket)
		wantOwnerOf(t, socket, user)
		c.stop()
	}
}

func TestRootServesItsOwnDatabaseOnNoSocketThatOthersCouldReplace(t *testing.T) {
	t.Parallel()
	asRoot(t)
	roots := t.TempDir()
	for name, folder := range map[string]string{
		"of another user": folderFor(t, stranger),
		"of a group":      sharedFolder(t, stranger, 0o770),
		"of everybody":    sharedFolder(t, 0, 0o777),
	} {
		configureAt(t, roots, filepath.Join(roots, "worklog.db"), "unix:"+filepath.Join(folder, "s"))
		code, _, problems := runs(t, roots, nil, "serve")
		if code == 0 || !strings.Contains(problems, "others than root may change the socket's folder") {
			t.Errorf("%s: got %d %s", name, code, problems)
		}
		if got := names(t, folder); got != "" {
			t.Errorf("%s: got %s", name, got)
		}
	}
}

func TestABackupThatRootMakesElsewhereBelongsToRoot(t *testing.T) {
	t.Parallel()
	folder, roots := serviceFolder(t, "worklog.db")
	if code, _, problems := runs(t, roots, nil, "restore", rootsDatabase(t, roots, "first.db")); code != 0 {
		t.Fatal(problems)
	}
	strangers := folderFor(t, stranger)
	for _, target := range []string{filepath.Join(roots, "copy.db"), filepath.Join(strangers, "copy.db")} {
		if code, out, problems := runs(t, roots, nil, "backup", target); code != 0 {
			t.Fatalf("got %d %s%s", code, out, problems)
		}
		wantOwnerOf(t, target, 0)
		if info, err := os.Stat(target); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("got %v, %v", info.Mode(), err)
		}
		if code, out, problems := runs(t, roots, nil, "check", target); code != 0 {
			t.Errorf("got %d %s%s", code, out, problems)
		}
	}
	wantOwner(t, folder, service, 1)
}

func TestAServerThatRootStartsServesAsTheOwnerOfItsFolder(t *testing.T) {
	t.Parallel()
	_, roots := serviceFolder(t, "worklog.db")
	c := begin(t, roots)
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.command.Process.Pid))
	must(t, err)
	c.stop()
	for name, ids := range map[string]int{"Uid:": 4, "Gid:": 4, "Groups:": 1} {
		want := name + "\t" + strings.TrimSuffix(strings.Repeat(fmt.Sprint(service, "\t"), ids), "\t")
		if !strings.Contains(string(status), want) {
			t.Errorf("got %s, want %s", status, want)
		}
	}
}

func TestADatabaseOfRootInTheFolderOfAServiceIsRefusedWithTheReason(t *testing.T) {
	t.Parallel()
	folder, roots := serviceFolder(t, "worklog.db")
	rootsDatabase(t, folder, "worklog.db")
	code, _, problems := runs(t, roots, nil, "feeds")
	if want := fmt.Sprintf("root acts as user %d", service); code == 0 || !strings.Contains(problems, want) {
		t.Errorf("got %d %s, want %s", code, problems, want)
	}
}

func TestATemporaryFolderThatOnlyRootCanEnterStopsNothing(t *testing.T) {
	t.Parallel()
	_, roots := serviceFolder(t, "worklog.db")
	rootsTemporary := folderFor(t, 0)
	must(t, os.Chmod(rootsTemporary, 0o700))
	environment := []string{"TMPDIR=" + rootsTemporary}
	for _, arguments := range [][]string{{"feeds", "--renew"}, {"backup", "copy.db"}, {"check"}, {"check", "copy.db"}} {
		if code, out, problems := runs(t, roots, environment, arguments...); code != 0 || problems != "" {
			t.Errorf("%q: got %d %s%s", arguments, code, out, problems)
		}
	}
}
