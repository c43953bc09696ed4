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
	t.Helper()
	must(t, os.WriteFile(filepath.Join(folder, "config.toml"), fmt.Appendf(nil, "[database]\npath = %q\n", database), 0o600))
}

// rootsDatabase makes a database of root's with an arrival, by name.
func rootsDatabase(t *testing.T, folder, name string) (path string) {
	t.Helper()
	path = filepath.Join(folder, name)
	must(t, os.Rename(filepath.Join(recorded(t), "worklog.db"), path))
	return path
}

// servicesLink plants a link of the service.
func servicesLink(t *testing.T, target, link string) {
	t.Helper()
	must(t, os.Symlink(target, link))
	must(t, os.Lchown(link, service, service))
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

func TestRootFollowsNoLinkOfTheService(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		database string
		// plant plants a link to something in root's folder, and returns the command's arguments.
		plant func(t *testing.T, folder, roots string) (arguments []string)
		want  string
	}{
		"for a database that is replaced": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, filepath.Join(roots, "authorized_keys"), filepath.Join(folder, "worklog.db"))
			return []string{"restore", rootsDatabase(t, roots, "backup.db")}
		}, "it is a link to"},
		"for a database that is imported into": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), filepath.Join(folder, "worklog.db"))
			must(t, os.WriteFile(filepath.Join(roots, "days.csv"), []byte("date,start,end\n2026-11-20,08:00,12:00\n"), 0o600))
			return []string{"import", "days.csv"}
		}, "it is a link to"},
		"for a database that is served": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), filepath.Join(folder, "worklog.db"))
			return []string{"serve"}
		}, "permission denied"},
		"for a database that is exported": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), filepath.Join(folder, "worklog.db"))
			return []string{"export"}
		}, "permission denied"},
		"for a database that is checked": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), filepath.Join(folder, "worklog.db"))
			return []string{"check"}
		}, "permission denied"},
		"for a database that is backed up": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), filepath.Join(folder, "worklog.db"))
			return []string{"backup", filepath.Join(roots, "copy.db")}
		}, "permission denied"},
		"for the folder of a database": {"data/worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, roots, filepath.Join(folder, "data"))
			return []string{"feeds", "--renew"}
		}, "permission denied"},
		"for the folder of a database that is restored": {"data/worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, roots, filepath.Join(folder, "data"))
			return []string{"restore", rootsDatabase(t, roots, "backup.db")}
		}, "permission denied"},
		"for the folder of a backup": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			must(t, os.Rename(rootsDatabase(t, folder, "new.db"), filepath.Join(folder, "worklog.db")))
			must(t, os.Chown(filepath.Join(folder, "worklog.db"), service, service))
			servicesLink(t, roots, filepath.Join(folder, "backups"))
			return []string{"backup", filepath.Join(folder, "backups", "copy.db")}
		}, "permission denied"},
		"for a backup to restore": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), filepath.Join(folder, "backup.db"))
			return []string{"restore", filepath.Join(folder, "backup.db")}
		}, "permission denied"},
		"for a file to import": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			must(t, os.WriteFile(filepath.Join(roots, "days.csv"), []byte("date,start,end\n2026-11-20,08:00,12:00\n"), 0o600))
			servicesLink(t, filepath.Join(roots, "days.csv"), filepath.Join(folder, "days.csv"))
			return []string{"import", filepath.Join(folder, "days.csv")}
		}, "permission denied"},
		"for a file to check": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), filepath.Join(folder, "backup.db"))
			return []string{"check", filepath.Join(folder, "backup.db")}
		}, "permission denied"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder, roots := serviceFolder(t, test.database)
			must(t, os.WriteFile(filepath.Join(roots, "authorized_keys"), []byte("root's"), 0o600))
			arguments := test.plant(t, folder, roots)
			inRoots, inFolder := contents(t, roots), names(t, folder)
			code, out, problems := runs(t, roots, []string{"WORKLOG_SERVER_LISTEN=127.0.0.1:0"}, arguments...)
			if code == 0 || !strings.Contains(problems, test.want) {
				t.Errorf("got %d %s%s, want %s", code, out, problems, test.want)
			}
			for name, content := range contents(t, roots) {
				if content != inRoots[name] {
					t.Errorf("%s of root has changed", name)
				}
			}
			if got := names(t, roots); strings.Count(got, " ")+1 != len(inRoots) {
				t.Errorf("got %s in root's folder", got)
			}
			if got := names(t, folder); got != inFolder {
				t.Errorf("got %s in the service's folder, want %s", got, inFolder)
			}
		})
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
		{[]string{"restore", backup}, 4}, // keeps the one before
		{[]string{"restore", filepath.Join(folder, "lib", "copy.db")}, 5},
		{[]string{"check"}, 5},
		{[]string{"check", backup}, 5},
		{[]string{"export"}, 5},
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

func TestABackupThatRootMakesElsewhereBelongsToRoot(t *testing.T) {
	t.Parallel()
	folder, roots := serviceFolder(t, "worklog.db")
	if code, _, problems := runs(t, roots, nil, "restore", rootsDatabase(t, roots, "first.db")); code != 0 {
		t.Fatal(problems)
	}
	strangers := folderFor(t, service+1)
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
