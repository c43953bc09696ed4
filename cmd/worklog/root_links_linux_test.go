package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

// stranger is the user and group id of a user who is neither root nor the service.
const stranger = service + 1

// plant plants a link of a user.
func plant(t *testing.T, user int, target, link string) {
	t.Helper()
	modelstest.Must(t, os.Symlink(target, link))
	modelstest.Must(t, os.Lchown(link, user, user))
}

// servicesLink plants a link of the service.
func servicesLink(t *testing.T, target, link string) {
	t.Helper()
	plant(t, service, target, link)
}

// sharedFolder returns a folder of root's and of a group, with a mode.
func sharedFolder(t *testing.T, group int, mode os.FileMode) (folder string) {
	t.Helper()
	folder = folderFor(t, 0)
	modelstest.Must(t, os.Chown(folder, 0, group))
	modelstest.Must(t, os.Chmod(folder, mode))
	return folder
}

// daysFile writes a file to import into a folder.
func daysFile(t *testing.T, folder string) (path string) {
	t.Helper()
	path = filepath.Join(folder, "days.csv")
	modelstest.Must(t, os.WriteFile(path, []byte("date,start,end\n2026-11-20,08:00,12:00\n"), 0o600))
	return path
}

// servicesDatabase makes the database of a service.
func servicesDatabase(t *testing.T, folder string) (path string) {
	t.Helper()
	path = rootsDatabase(t, folder, "worklog.db")
	modelstest.Must(t, os.Chown(path, service, service))
	return path
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
			return []string{"restore", servicesDatabase(t, folderFor(t, service))}
		}, "it is a link to"},
		"for a database that is imported into": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), filepath.Join(folder, "worklog.db"))
			return []string{"import", daysFile(t, roots)}
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
			return []string{"restore", servicesDatabase(t, folderFor(t, service))}
		}, "permission denied"},
		"for the folder of a backup": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesDatabase(t, folder)
			servicesLink(t, roots, filepath.Join(folder, "backups"))
			return []string{"backup", filepath.Join(folder, "backups", "copy.db")}
		}, "permission denied"},
		"for a backup to restore": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), filepath.Join(folder, "backup.db"))
			return []string{"restore", filepath.Join(folder, "backup.db")}
		}, "permission denied"},
		"for a file to import": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, daysFile(t, roots), filepath.Join(folder, "days.csv"))
			return []string{"import", filepath.Join(folder, "days.csv")}
		}, "permission denied"},
		"for a file to check": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), filepath.Join(folder, "backup.db"))
			return []string{"check", filepath.Join(folder, "backup.db")}
		}, "permission denied"},
		"for a link to root's folder on the way to a database": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, roots, filepath.Join(folder, "data"))
			configure(t, roots, filepath.Join(folder, "data", "roots.db"))
			rootsDatabase(t, roots, "roots.db")
			return []string{"export"}
		}, "permission denied"},
		"where a link of root's leads": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			links := sharedFolder(t, 0, 0o755)
			plant(t, 0, filepath.Join(folder, "data"), filepath.Join(links, "data"))
			servicesLink(t, roots, filepath.Join(folder, "data"))
			configure(t, roots, filepath.Join(links, "data", "roots.db"))
			rootsDatabase(t, roots, "roots.db")
			return []string{"export"}
		}, "permission denied"},
		"for the log of a database": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesDatabase(t, folder)
			servicesLink(t, filepath.Join(roots, "authorized_keys"), filepath.Join(folder, "worklog.db-wal"))
			return []string{"feeds", "--renew"}
		}, "not a regular file"},
		"for the journal of a database": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesDatabase(t, folder)
			servicesLink(t, filepath.Join(roots, "authorized_keys"), filepath.Join(folder, "worklog.db-journal"))
			return []string{"restore", servicesDatabase(t, folderFor(t, service))}
		}, "not a regular file"},
		"for the name of a backup": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesDatabase(t, folder)
			servicesLink(t, filepath.Join(roots, "new.db"), filepath.Join(folder, "copy.db"))
			return []string{"backup", filepath.Join(folder, "copy.db")}
		}, "already exists"},
		"for a folder of root's in the service's": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			modelstest.Must(t, os.Mkdir(filepath.Join(folder, "data"), 0o755)) // which the service can move away
			configure(t, roots, filepath.Join(folder, "data", "worklog.db"))
			servicesLink(t, filepath.Join(roots, "authorized_keys"), filepath.Join(folder, "data", "worklog.db"))
			return []string{"export"}
		}, "permission denied"},
		"in a sticky folder, of a file to restore": {"worklog.db", func(t *testing.T, _, roots string) []string {
			link := filepath.Join(sharedFolder(t, 0, 0o777|os.ModeSticky), "backup.db")
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), link)
			return []string{"restore", link}
		}, "permission denied"},
		"in a sticky folder, of a file to check": {"worklog.db", func(t *testing.T, _, roots string) []string {
			link := filepath.Join(sharedFolder(t, 0, 0o777|os.ModeSticky), "backup.db")
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), link)
			return []string{"check", link}
		}, "permission denied"},
		"in a sticky folder, of a file to import": {"worklog.db", func(t *testing.T, _, roots string) []string {
			link := filepath.Join(sharedFolder(t, 0, 0o777|os.ModeSticky), "days.csv")
			servicesLink(t, daysFile(t, roots), link)
			return []string{"import", link}
		}, "permission denied"},
		"in a sticky folder, where another's link leads": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			link := filepath.Join(sharedFolder(t, 0, 0o777|os.ModeSticky), "data")
			plant(t, stranger, roots, link)
			return []string{"restore", filepath.Join(link, filepath.Base(rootsDatabase(t, roots, "roots.db")))}
		}, "permission denied"},
		"in a folder of a group, by a member": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			link := filepath.Join(sharedFolder(t, stranger, 0o770|os.ModeSetgid), "backup.db")
			plant(t, stranger, rootsDatabase(t, roots, "roots.db"), link)
			return []string{"check", link}
		}, "permission denied"},
		"in a folder of a group, a link of root's that was moved there": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			link := filepath.Join(sharedFolder(t, stranger, 0o770), "days.csv")
			plant(t, 0, daysFile(t, roots), link)
			return []string{"import", link}
		}, "permission denied"},
		"in a sticky folder, a link of root's that was moved there": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			link := filepath.Join(sharedFolder(t, 0, 0o777|os.ModeSticky), "backup.db")
			plant(t, 0, rootsDatabase(t, roots, "roots.db"), link)
			return []string{"restore", link}
		}, "permission denied"},
		"in another's folder, a link of root's that was moved there": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			link := filepath.Join(folderFor(t, stranger), "days.csv")
			plant(t, 0, daysFile(t, roots), link)
			return []string{"import", link}
		}, "permission denied"},
		"in the log of a file in a sticky folder": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			shared := sharedFolder(t, 0, 0o777|os.ModeSticky)
			path := rootsDatabase(t, shared, "backup.db")
			modelstest.Must(t, os.Chown(path, service, service))
			plant(t, stranger, filepath.Join(roots, "authorized_keys"), path+"-wal")
			return []string{"restore", path}
		}, "not a regular file"},
		"in a folder of a group, to the folder of a backup": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesDatabase(t, folder)
			link := filepath.Join(sharedFolder(t, stranger, 0o770), "backups")
			plant(t, stranger, roots, link)
			return []string{"backup", filepath.Join(link, "copy.db")}
		}, "permission denied"},
		"for a database in a folder of its group": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			shared := sharedFolder(t, service, 0o770|os.ModeSetgid)
			servicesLink(t, rootsDatabase(t, roots, "roots.db"), filepath.Join(shared, "worklog.db"))
			configure(t, roots, filepath.Join(shared, "worklog.db"))
			return []string{"export"}
		}, "permission denied"},
		"for a database to be made in a folder of a group": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			configure(t, roots, filepath.Join(sharedFolder(t, service, 0o770), "worklog.db"))
			return []string{"feeds", "--renew"}
		}, "others may write to it"},
		"for the file of a socket": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, filepath.Join(roots, "authorized_keys"), filepath.Join(folder, "s"))
			configureAt(t, roots, filepath.Join(folder, "worklog.db"), "unix:"+filepath.Join(folder, "s"))
			return []string{"serve"}
		}, "is not a socket"},
		"for the folder of a socket": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			servicesLink(t, roots, filepath.Join(folder, "run"))
			configureAt(t, roots, filepath.Join(folder, "worklog.db"), "unix:"+filepath.Join(folder, "run", "s"))
			return []string{"serve"}
		}, "permission denied"},
		"for a socket in a folder of everybody": {"worklog.db", func(t *testing.T, folder, roots string) []string {
			link := filepath.Join(sharedFolder(t, 0, 0o777|os.ModeSticky), "s")
			plant(t, stranger, filepath.Join(roots, "authorized_keys"), link)
			configureAt(t, roots, filepath.Join(folder, "worklog.db"), "unix:"+link)
			return []string{"serve"}
		}, "is not a socket"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder, roots := serviceFolder(t, test.database)
			modelstest.Must(t, os.WriteFile(filepath.Join(roots, "authorized_keys"), []byte("root's"), 0o600))
			arguments := test.plant(t, folder, roots)
			inRoots, inFolder := contents(t, roots), names(t, folder)
			code, out, problems := runs(t, roots, nil, arguments...)
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
			modelstest.Want(t, names(t, folder), inFolder)
		})
	}
}

func TestRootUsesNoConfigurationThatOthersMayHavePutThere(t *testing.T) {
	t.Parallel()
	_, roots := serviceFolder(t, "worklog.db")
	target := filepath.Join(roots, "authorized_keys")
	config := "[database]\npath = \"" + target + "\"\n"
	for name, folder := range map[string]string{
		"in the folder of the service": folderFor(t, service),
		"in a folder of a group":       sharedFolder(t, service, 0o775),
	} {
		path := filepath.Join(folder, "config.toml")
		modelstest.Must(t, os.WriteFile(path, []byte(config), 0o644))
		modelstest.Must(t, os.Chown(path, service, service))
		for _, command := range []string{"check", "feeds", "serve"} {
			code, out, problems := runs(t, folder, nil, command)
			if code != 1 || !strings.Contains(problems, "config.toml: others than root can change it") {
				t.Errorf("%s, %s: got %d %s%s", name, command, code, out, problems)
			}
		}
		if code, _, problems := runs(t, folder, nil, "config", "check", "--config", "config.toml"); code != 0 {
			t.Errorf("%s, named: got %d %s", name, code, problems)
		}
	}
	if _, err := os.Lstat(target); err == nil {
		t.Error("root has made a database where the service said")
	}
}
