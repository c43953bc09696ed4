package app

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Bits of a file's mode that give access to other users. The group of a secret that
// belongs to another user is ignored: this process reads it through that group.
const (
	byOthers        fs.FileMode = 0o006
	byGroupOrOthers fs.FileMode = 0o066
)

// containerSecrets is the folder of a container's secrets, which have mode 0444, but
// there are no other users.
const containerSecrets = "/run/secrets"

// warnOfReaders warns of a secret's file that other users may read.
func (d *decoder) warnOfReaders(variable, file string) {
	for _, private := range []string{containerSecrets, os.Getenv("CREDENTIALS_DIRECTORY")} { // of systemd
		if private != "" && inside(private, file) {
			return
		}
	}
	if command := chmodCommand(file); command != "" {
		d.warnings = append(d.warnings, Problem{Source: environment, Key: variable, Allowed: "names a file that other users of this machine may read: `" + command + "`"})
	}
}

// inside reports whether a file is below a folder, with links resolved.
func inside(folder, file string) bool {
	for _, path := range []*string{&folder, &file} {
		real, err := filepath.EvalSymlinks(*path)
		if err != nil {
			return false
		}
		if *path, err = filepath.Abs(real); err != nil {
			return false
		}
	}
	return strings.HasPrefix(file, folder+string(filepath.Separator))
}

// paths warns of a database that other users may read, and of a folder of backups that they may write to.
func (d *decoder) paths(config *Config) {
	path := config.Database
	if command := chmodCommand(path, path+"-wal", path+"-shm"); command != "" {
		d.warn("database.path", "other users of this machine may read the database: `"+command+"`")
	}
	if config.Backup.Folder != "" {
		d.warnOfWriters("backup.folder", config.Backup.Folder, path)
	}
}

// chmodCommand returns the command that denies other users access to files, or "" if they
// have none.
func chmodCommand(files ...string) (command string) {
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		owner, known := ownerOf(info)
		if !known {
			continue
		}
		access, chmod := byGroupOrOthers, "chmod 600"
		if owner != os.Geteuid() {
			access, chmod = byOthers, "chmod o-rw"
		}
		if info.Mode()&access == 0 {
			continue
		}
		if command == "" {
			command = chmod
		}
		command += " " + shellWord(file)
	}
	return command
}

// warnOfWriters warns of a folder in which other users may replace files.
func (d *decoder) warnOfWriters(key, folder, database string) {
	info, err := os.Stat(folder)
	if err != nil {
		return
	}
	owner, known := ownerOf(info)
	trusted := []int{0, os.Geteuid()}
	if file, err := os.Stat(database); err == nil { // root may be checking the configuration of a service
		user, _ := ownerOf(file)
		trusted = append(trusted, user)
	}
	switch {
	case !known:
	case !slices.Contains(trusted, owner):
		d.warn(key, shellWord(folder)+" belongs to another user of this machine, who may swap or remove the backups: name a folder of your own")
	case info.Mode()&0o022 == 0 || info.Mode()&fs.ModeSticky != 0: // as in /tmp, others cannot remove our files
	case owner == 0 && os.Geteuid() != 0:
		d.warn(key, "other users of this machine may write into "+shellWord(folder)+", and swap or remove the backups: name a folder of your own")
	default:
		d.warn(key, "other users of this machine may write into the folder, and swap or remove the backups: `chmod go-w "+shellWord(folder)+"`")
	}
}

// plainWord matches words that need no quotes in a shell.
var plainWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9/._][A-Za-z0-9/._:@%+=-]*$`) })

// shellWord quotes a path for a shell.
func shellWord(path string) string {
	if plainWord().MatchString(path) {
		return path
	}
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
