package dbfile

import (
	"io/fs"
	"os"
	"regexp"
	"sync"
	"time"
)

// leftoverAge is the age from which a draft is considered abandoned.
const leftoverAge = 24 * time.Hour

// temporaryName matches the end of the names of drafts' folders, and of the drafts
// that earlier versions wrote without a folder, with their journals.
const temporaryName = `\.new-[0-9]+(-journal|-wal|-shm)?$`

// draftName matches the names of drafts in their folders, and of their journals.
var draftName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z2-7]{26}(-journal|-wal|-shm)?$`) })

// ClearDrafts removes what a crash has left in a folder of drafts of the files whose names match a
// pattern. Errors are ignored: what is left only takes up space.
func ClearDrafts(path, pattern string) {
	folder, err := OpenFolder(path)
	if err != nil {
		return
	}
	defer folder.Close()
	clearLeftovers(folder, pattern)
}

// clearLeftovers is [ClearDrafts] for an open folder.
func clearLeftovers(folder *os.Root, names string) {
	pattern := regexp.MustCompile("^" + names + temporaryName)
	for _, entry := range entriesOf(folder) {
		name := entry.Name()
		if !pattern.MatchString(name) {
			continue
		}
		info, err := folder.Lstat(name)
		if err != nil || time.Since(info.ModTime()) <= leftoverAge {
			continue
		}
		if info.IsDir() {
			clearDrafts(folder, name)
		}
		if info.IsDir() || info.Mode().IsRegular() {
			_ = folder.Remove(name) // fails for a folder that is not empty
		}
	}
}

func clearDrafts(parent *os.Root, name string) {
	folder, err := openFolderIn(parent, name)
	if err != nil {
		return
	}
	defer folder.Close()
	for _, entry := range entriesOf(folder) {
		if draftName().MatchString(entry.Name()) {
			_ = folder.Remove(entry.Name())
		}
	}
}

func entriesOf(folder *os.Root) []fs.DirEntry {
	entries, _ := fs.ReadDir(folder.FS(), ".")
	return entries
}
