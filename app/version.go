package app

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"worklog/models/dbfile"
)

// Version describes the build: its version and commit, if known, SQLite's version, and
// its platform.
func Version() string {
	return fmt.Sprintf("%s SQLite %s %s %s/%s", build(), dbfile.SQLiteVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// build describes the build: its version and commit, if known.
func build() string {
	version, revision := "development", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" && info.Main.Version != "(devel)" {
			version = info.Main.Version
		}
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				revision = " (" + setting.Value[:min(12, len(setting.Value))] + ")"
			}
		}
	}
	return "worklog " + version + revision
}
