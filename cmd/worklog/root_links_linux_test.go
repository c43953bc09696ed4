package main_test

import (
	"cmp"
	"maps"
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

// sharedFolder returns a folder of root's and of a group, with a mode.
func sharedFolder(t *testing.T, group int, mode os.FileMode) (folder string) {
	t.Helper()
	folder = folderFor(t, 0)
	modelstest.Must(t, os.Chown(folder, 0, group))
	modelstest.Must(t, os.Chmod(folder, mode))
	return folder
}

func daysFile(t *testing.T, folder string) (path string) {
	t.Helper()
	path = filepath.Join(folder, "days.csv")
	modelstest.Must(t, os.WriteFile(path, []byte("date,start,end\n2026-11-20,08:00,12:00\n"), 0o600))
	return path
}

func servicesDatabase(t *testing.T, folder string) (path string) {
	t.Helper()
	path = rootsDatabase(t, folder, "worklog.db")
	modelstest.Must(t, os.Chown(path, service, service))
	return path
}

// Places of a link beside the folder of the service.
func everybodys(t *testing.T) string     { return sharedFolder(t, 0, 0o777|os.ModeSticky) }
func strangersGroup(t *testing.T) string { return sharedFolder(t, stranger, 0o770|os.ModeSetgid) }
func servicesGroup(t *testing.T) string  { return sharedFolder(t, service, 0o770|os.ModeSetgid) }
func strangersOwn(t *testing.T) string   { return folderFor(t, stranger) }

// planted is a link to something in root's folder, and a command that must not follow it.
type planted struct {
	in       func(t *testing.T) string // its folder: that of the service if it is nil
	link     string
	by       int                                    // whose it is
	to       string                                 // a file in root's folder, or "." for that; there is no link if it is empty
	served   bool                                   // the service has a database
	also     func(t *testing.T, link, roots string) // what else there is
	database string                                 // as it is configured, if not worklog.db in the service's folder
	listen   string
	command  string // LINK is the link, BESIDE the file whose log it is; BACKUP a database of the service, ROOTS root's folder
	want     string // "permission denied" if it is empty
}

// prepare plants the link and returns the arguments of the command.
func (l planted) prepare(t *testing.T, folder, roots string) (arguments []string) {
	t.Helper()
	if l.served {
		servicesDatabase(t, folder)
	}
	in := folder
	if l.in != nil {
		in = l.in(t)
	}
	link := filepath.Join(in, l.link)
	if l.to != "" {
		modelstest.Must(t, os.MkdirAll(filepath.Dir(link), 0o755)) // a folder of root's, which the service can move away
		plant(t, l.by, filepath.Join(roots, l.to), link)
	}
	fill := strings.NewReplacer("LINK", link, "BACKUP", servicesDatabase(t, folderFor(t, service)), "ROOTS", roots, "BESIDE", strings.TrimSuffix(link, "-wal"))
	if l.database != "" || l.listen != "" {
		configureAt(t, roots, cmp.Or(fill.Replace(l.database), filepath.Join(folder, "worklog.db")), cmp.Or(fill.Replace(l.listen), "127.0.0.1:0"))
	}
	if l.also != nil {
		l.also(t, link, roots)
	}
	return strings.Fields(fill.Replace(l.command))
}

func TestRootFollowsNoLinkThatOthersPlanted(t *testing.T) {
	const secret, database, days = "authorized_keys", "roots.db", "days.csv"
	for name, link := range map[string]planted{
		"for a database that is replaced":                               {link: "worklog.db", by: service, to: secret, command: "restore BACKUP", want: "it is a link to"},
		"for a database that is imported into":                          {link: "worklog.db", by: service, to: database, command: "import ROOTS/days.csv", want: "it is a link to"},
		"for a database that is served":                                 {link: "worklog.db", by: service, to: database, command: "serve"},
		"for a database that is exported":                               {link: "worklog.db", by: service, to: database, command: "export"},
		"for a database that is checked":                                {link: "worklog.db", by: service, to: database, command: "check"},
		"for a database that is backed up":                              {link: "worklog.db", by: service, to: database, command: "backup ROOTS/copy.db"},
		"for the folder of a database":                                  {link: "data", by: service, to: ".", database: "LINK/worklog.db", command: "feeds --renew"},
		"for the folder of a database that is restored":                 {link: "data", by: service, to: ".", database: "LINK/worklog.db", command: "restore BACKUP"},
		"for the folder of a backup":                                    {link: "backups", by: service, to: ".", served: true, command: "backup LINK/copy.db"},
		"for a backup to restore":                                       {link: "backup.db", by: service, to: database, command: "restore LINK"},
		"for a file to import":                                          {link: "days.csv", by: service, to: days, command: "import LINK"},
		"for a file to check":                                           {link: "backup.db", by: service, to: database, command: "check LINK"},
		"for a link to root's folder on the way to a database":          {link: "data", by: service, to: ".", database: "LINK/roots.db", command: "export"},
		"where a link of root's leads":                                  {link: "data", by: service, to: ".", also: fromALinkOfRoots, command: "export"},
		"for the log of a database":                                     {link: "worklog.db-wal", by: service, to: secret, served: true, command: "feeds --renew", want: "not a regular file"},
		"for the journal of a database":                                 {link: "worklog.db-journal", by: service, to: secret, served: true, command: "restore BACKUP", want: "not a regular file"},
		"for the name of a backup":                                      {link: "copy.db", by: service, to: "new.db", served: true, command: "backup LINK", want: "already exists"},
		"for a folder of root's in the service's":                       {link: "data/worklog.db", by: service, to: secret, database: "LINK", command: "export"},
		"in a sticky folder, of a file to restore":                      {in: everybodys, link: "backup.db", by: service, to: database, command: "restore LINK"},
		"in a sticky folder, of a file to check":                        {in: everybodys, link: "backup.db", by: service, to: database, command: "check LINK"},
		"in a sticky folder, of a file to import":                       {in: everybodys, link: "days.csv", by: service, to: days, command: "import LINK"},
		"in a sticky folder, where another's link leads":                {in: everybodys, link: "data", by: stranger, to: ".", command: "restore LINK/roots.db"},
		"in a folder of a group, by a member":                           {in: strangersGroup, link: "backup.db", by: stranger, to: database, command: "check LINK"},
		"in a folder of a group, a link of root's that was moved there": {in: strangersGroup, link: "days.csv", by: 0, to: days, command: "import LINK"},
		"in a sticky folder, a link of root's that was moved there":     {in: everybodys, link: "backup.db", by: 0, to: database, command: "restore LINK"},
		"in another's folder, a link of root's that was moved there":    {in: strangersOwn, link: "days.csv", by: 0, to: days, command: "import LINK"},
		"in the log of a file in a sticky folder":                       {in: everybodys, link: "backup.db-wal", by: stranger, to: secret, also: besideABackup, command: "restore BESIDE", want: "not a regular file"},
		"in a folder of a group, to the folder of a backup":             {in: strangersGroup, link: "backups", by: stranger, to: ".", served: true, command: "backup LINK/copy.db"},
		"for a database in a folder of its group":                       {in: servicesGroup, link: "worklog.db", by: service, to: database, database: "LINK", command: "export"},
		"for a database to be made in a folder of a group":              {in: servicesGroup, link: "worklog.db", database: "LINK", command: "feeds --renew", want: "others may write to it"},
		"for the file of a socket":                                      {link: "s", by: service, to: secret, listen: "unix:LINK", command: "serve", want: "is not a socket"},
		"for the folder of a socket":                                    {link: "run", by: service, to: ".", listen: "unix:LINK/s", command: "serve"},
		"for a socket in a folder of everybody":                         {in: everybodys, link: "s", by: stranger, to: secret, listen: "unix:LINK", command: "serve", want: "is not a socket"},
	} {
		t.Run(name, func(t *testing.T) {
			folder, roots := serviceFolder(t, "worklog.db")
			modelstest.Must(t, os.WriteFile(filepath.Join(roots, secret), []byte("root's"), 0o600))
			rootsDatabase(t, roots, database)
			daysFile(t, roots)
			arguments := link.prepare(t, folder, roots)
			inRoots, inFolder := modelstest.Contents(t, roots, "*"), names(t, folder)
			wantRun(t, roots, nil, 1, cmp.Or(link.want, "permission denied"), arguments...)
			modelstest.Want(t, maps.Equal(modelstest.Contents(t, roots, "*"), inRoots), true, "root's folder is as it was")
			modelstest.Want(t, names(t, folder), inFolder)
		})
	}
}

// besideABackup makes the database of the service whose log the link is.
func besideABackup(t *testing.T, link, _ string) {
	t.Helper()
	modelstest.Must(t, os.Chown(rootsDatabase(t, filepath.Dir(link), "backup.db"), service, service))
}

// fromALinkOfRoots has root's own link lead to the one that is planted.
func fromALinkOfRoots(t *testing.T, link, roots string) {
	t.Helper()
	links := sharedFolder(t, 0, 0o755)
	plant(t, 0, link, filepath.Join(links, "data"))
	configure(t, roots, filepath.Join(links, "data", "roots.db"))
}

func TestRootUsesNoConfigurationThatOthersMayHavePutThere(t *testing.T) {
	_, roots := serviceFolder(t, "worklog.db")
	target := filepath.Join(roots, "authorized_keys")
	config := "[database]\npath = \"" + target + "\"\n"
	for _, folder := range []string{folderFor(t, service), sharedFolder(t, service, 0o775)} {
		path := filepath.Join(folder, "config.toml")
		modelstest.Must(t, os.WriteFile(path, []byte(config), 0o644))
		modelstest.Must(t, os.Chown(path, service, service))
		for _, command := range []string{"check", "feeds", "serve"} {
			wantRun(t, folder, nil, 1, "config.toml: others than root can change it", command)
		}
		wantRun(t, folder, nil, 0, "", "config", "check", "--config", "config.toml")
	}
	modelstest.WantFiles(t, 0, target) // which root would have made where the service said
}
