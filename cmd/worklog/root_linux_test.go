package main_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"worklog/models/modelstest"
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
	modelstest.Must(t, os.Chmod(roots, 0o700))
	configure(t, roots, filepath.Join(folder, database))
	return folder, roots
}

// folderFor returns a folder that belongs to a user, and that they can get to.
func folderFor(t *testing.T, user int) string {
	t.Helper()
	folder := t.TempDir()
	modelstest.Must(t, os.Chmod(filepath.Dir(folder), 0o755))
	modelstest.Must(t, os.Chown(folder, user, user))
	return folder
}

func configure(t *testing.T, folder, database string) {
	configureAt(t, folder, database, "127.0.0.1:0")
}

// configureAt is configure with an address to listen on.
func configureAt(t *testing.T, folder, database, listen string) {
	t.Helper()
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, "config.toml"),
		fmt.Appendf(nil, "[database]\npath = %q\n[server]\nlisten = %q\n", database, listen), 0o600))
}

// rootsDatabase makes a database of root's with an arrival, by name.
func rootsDatabase(t *testing.T, folder, name string) (path string) {
	t.Helper()
	path = filepath.Join(folder, name)
	modelstest.Must(t, os.Rename(filepath.Join(recorded(t), "worklog.db"), path))
	return path
}

// wantOwner checks the owner and the number of the entries in a folder.
func wantOwner(t *testing.T, folder string, want uint32, entries int) {
	t.Helper()
	seen := -1 // without the folder itself
	modelstest.Must(t, filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		seen++
		wantOwnerOf(t, path, want)
		return err
	}))
	modelstest.Want(t, seen, entries)
}

func wantOwnerOf(t *testing.T, path string, want uint32) {
	t.Helper()
	info := modelstest.Got(os.Lstat(path))(t)
	if status := info.Sys().(*syscall.Stat_t); status.Uid != want || status.Gid != want {
		t.Errorf("%s belongs to %d:%d, want %d", path, status.Uid, status.Gid, want)
	}
}

func TestWhatRootMakesInTheFolderOfAServiceBelongsToTheService(t *testing.T) {
	folder, roots := serviceFolder(t, "lib/worklog.db")
	backup := servicesDatabase(t, folderFor(t, service))
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
		wantRun(t, roots, nil, 0, "", step.arguments...)
		wantOwner(t, folder, service, step.entries)
	}
}

func TestRootRestoresABackupWithItsLog(t *testing.T) {
	folder, roots := serviceFolder(t, "worklog.db")
	crashed, kept := recorded(t), folderFor(t, service)
	c := begin(t, crashed)
	c.want(secondIn, 409, "")
	for _, suffix := range []string{"", "-wal"} {
		file := filepath.Join(kept, "kept.db"+suffix)
		modelstest.Must(t, os.WriteFile(file, []byte(modelstest.Contents(t, crashed, "*")["worklog.db"+suffix]), 0o600))
		modelstest.Must(t, os.Chown(file, service, service))
	}
	c.stop()
	wantRun(t, roots, nil, 0, "1 day, 0 slots, 1 event", "restore", filepath.Join(kept, "kept.db"))
	wantOwner(t, folder, service, 1)
}

func TestRootReadsAndWritesNoFileThatTheServiceCannot(t *testing.T) {
	folder, roots := serviceFolder(t, "worklog.db")
	servicesDatabase(t, folder)
	home := folderFor(t, stranger)
	modelstest.Must(t, os.Chmod(home, 0o700))
	sticky := sharedFolder(t, 0, 0o777|os.ModeSticky)
	settings := filepath.Join(roots, "settings.toml")
	modelstest.Must(t, os.WriteFile(settings, []byte("[costs]\n"), 0o600))
	owned := func(user int, file string) string {
		modelstest.Must(t, os.Lchown(file, user, user))
		return file
	}
	for _, arguments := range [][]string{
		{"restore", rootsDatabase(t, roots, "backup.db")},
		{"check", filepath.Join(roots, "backup.db")},
		{"restore", owned(service, rootsDatabase(t, roots, "copied with its owner.db"))},
		{"restore", owned(stranger, rootsDatabase(t, home, "own.db"))},
		{"restore", rootsDatabase(t, sticky, "roots.db")},
		{"restore", owned(service, rootsDatabase(t, sharedFolder(t, stranger, 0o770|os.ModeSetgid), "of a group.db"))},
		{"import", daysFile(t, roots)},
		{"settings", "import", settings},
		{"backup", filepath.Join(roots, "copy.db")},
		{"backup", filepath.Join(folderFor(t, stranger), "copy.db")},
	} {
		want := fmt.Sprintf("permission denied (root acts as user %d, to whom the database's folder belongs: copy the file to where that user can read it, or name a place that they can write to)", service)
		wantRun(t, roots, nil, 1, want, arguments...)
	}
	modelstest.WantFiles(t, 0, roots, "copy.db")
	wantRun(t, roots, nil, 0, "", "restore", owned(service, rootsDatabase(t, sticky, "services.db")))
	wantOwner(t, folder, service, 2)
}

func TestInAFolderOfAGroupRootActsAsTheOwnerOfTheDatabase(t *testing.T) {
	_, roots := serviceFolder(t, "worklog.db")
	folder := sharedFolder(t, service, 0o770)
	servicesDatabase(t, folder)
	configure(t, roots, filepath.Join(folder, "worklog.db"))
	wantRun(t, roots, nil, 0, "", "restore", servicesDatabase(t, folderFor(t, service)))
	wantOwnerOf(t, filepath.Join(folder, "worklog.db"), service)
}

func TestRootFollowsItsOwnLinksToTheFolderOfAService(t *testing.T) {
	folder, roots := serviceFolder(t, "worklog.db")
	links := sharedFolder(t, 0, 0o755)
	plant(t, 0, folder, filepath.Join(links, "absolute"))
	plant(t, 0, filepath.Join("..", filepath.Base(links), "absolute"), filepath.Join(links, "relative"))
	for _, link := range []string{"absolute", "relative"} {
		configure(t, roots, filepath.Join(links, link, link+".db"))
		wantRun(t, roots, nil, 0, "", "feeds", "--renew")
	}
	wantOwner(t, folder, service, 2)
}

func TestRootServesOnASocketInAFolderOfTheService(t *testing.T) {
	folder, roots := serviceFolder(t, "worklog.db")
	for socketFolder, user := range map[string]uint32{folder: service, filepath.Dir(modelstest.SocketPath(t)): 0} {
		socket := filepath.Join(socketFolder, "s")
		c := begin(t, roots, "WORKLOG_SERVER_LISTEN=unix:"+socket)
		wantOwnerOf(t, socket, user)
		c.stop()
	}
}

func TestRootServesItsOwnDatabaseOnNoSocketThatOthersCouldReplace(t *testing.T) {
	asRoot(t)
	roots := t.TempDir()
	for name, folder := range map[string]string{
		"of another user": folderFor(t, stranger),
		"of a group":      sharedFolder(t, stranger, 0o770),
		"of everybody":    sharedFolder(t, 0, 0o777),
	} {
		configureAt(t, roots, filepath.Join(roots, "worklog.db"), "unix:"+filepath.Join(folder, "s"))
		wantRun(t, roots, nil, 1, "others than root may change the socket's folder", "serve")
		modelstest.Want(t, names(t, folder), "", name)
	}
}

func TestAServerThatRootStartsServesAsTheOwnerOfItsFolder(t *testing.T) {
	_, roots := serviceFolder(t, "worklog.db")
	c := begin(t, roots)
	status := modelstest.Got(os.ReadFile(fmt.Sprintf("/proc/%d/status", c.command.Process.Pid)))(t)
	c.stop()
	for name, ids := range map[string]int{"Uid:": 4, "Gid:": 4, "Groups:": 1} {
		modelstest.WantIn(t, string(status), name+"\t"+strings.TrimSuffix(strings.Repeat(fmt.Sprint(service, "\t"), ids), "\t"))
	}
}

func TestADatabaseOfRootInTheFolderOfAServiceIsRefusedWithTheReason(t *testing.T) {
	folder, roots := serviceFolder(t, "worklog.db")
	rootsDatabase(t, folder, "worklog.db")
	wantRun(t, roots, nil, 1, fmt.Sprintf("root acts as user %d", service), "feeds")
}

func TestATemporaryFolderThatOnlyRootCanEnterStopsNothing(t *testing.T) {
	folder, roots := serviceFolder(t, "worklog.db")
	copied := filepath.Join(folder, "copy.db")
	rootsTemporary := folderFor(t, 0)
	modelstest.Must(t, os.Chmod(rootsTemporary, 0o700))
	environment := []string{"TMPDIR=" + rootsTemporary}
	for _, arguments := range [][]string{{"feeds", "--renew"}, {"backup", copied}, {"check"}, {"check", copied}} {
		if code, out, problems := runs(t, roots, environment, arguments...); code != 0 || problems != "" {
			t.Errorf("%q: got %d %s%s", arguments, code, out, problems)
		}
	}
}
