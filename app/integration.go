package app

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Integration is that of Home Assistant, which an app can put in place.
type Integration struct {
	Install bool
	Own     string // folder with the files that come with the app
	Core    string // folder of Home Assistant's configuration
}

// Where Home Assistant finds the integration, and which version it is: without that file, it finds
// none.
const (
	integrationFolder = "custom_components/worklog"
	manifestFile      = "manifest.json"
)

// putInPlace copies the integration below Home Assistant's configuration, if none is there or an older
// one, and returns its version; "" if nothing was to be done. An older one is replaced whole: its
// manifest goes first and the new one comes last, so that half of a copy is none.
func (i Integration) putInPlace() (version string, err error) {
	own := os.DirFS(i.Own)
	if version, err = integrationVersion(own, "."); err != nil {
		return "", err
	}
	root, err := os.OpenRoot(i.Core) // which no link in it leads out of
	if err != nil {
		return "", err
	}
	defer func() { _ = root.Close() }()
	if found, err := integrationVersion(root.FS(), integrationFolder); err == nil && compareVersions(found, version) >= 0 {
		return "", nil
	}
	if err := root.Remove(path.Join(integrationFolder, manifestFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := root.RemoveAll(integrationFolder); err != nil {
		return "", err
	}
	err = fs.WalkDir(own, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == manifestFile {
			return err
		}
		if entry.IsDir() {
			return root.MkdirAll(path.Join(integrationFolder, name), 0o755)
		}
		return copyInto(root, own, name)
	})
	if err != nil {
		return "", err
	}
	return version, copyInto(root, own, manifestFile)
}

// copyInto writes a file of the integration, which is on the disk when it returns.
func copyInto(root *os.Root, from fs.FS, name string) error {
	content, err := fs.ReadFile(from, name)
	if err != nil {
		return err
	}
	file, err := root.OpenFile(path.Join(integrationFolder, name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Sync(), file.Close())
}

// integrationVersion returns the version in the manifest of a folder.
func integrationVersion(in fs.FS, folder string) (string, error) {
	content, err := fs.ReadFile(in, path.Join(folder, manifestFile))
	if err != nil {
		return "", err
	}
	var manifest struct{ Version string }
	err = json.Unmarshal(content, &manifest)
	return manifest.Version, err
}

// compareVersions compares two such as "1.10.0", number by number.
func compareVersions(a, b string) int {
	return slices.CompareFunc(strings.Split(a, "."), strings.Split(b, "."), func(a, b string) int {
		first, _ := strconv.Atoi(a)
		second, _ := strconv.Atoi(b)
		return cmp.Compare(first, second)
	})
}
