package app

import (
	_ "embed"
	"fmt"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"

	"worklog/models/dbfile"
)

// newest is the newest version in CHANGELOG.md.
//
//go:generate sh -c "grep -o -m 1 '^## \\[[0-9][^]]*' ../CHANGELOG.md | tr -d '# [' >version.txt"
//go:embed version.txt
var newest string

// Version describes the build: its version, its commit, if known, SQLite's version, and
// its platform. The version is the second word.
func Version() string {
	return fmt.Sprintf("%s SQLite %s %s %s/%s", build(), dbfile.SQLiteVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// build describes the build: its version, and its commit, if known.
func build() string {
	main, revision := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		main = info.Main.Version
		for _, setting := range info.Settings {
			if setting.Key == "vcs.revision" {
				revision = " (" + setting.Value[:min(12, len(setting.Value))] + ")"
			}
		}
	}
	return "worklog " + release(main) + revision
}

// untagged matches what Go calls a commit without a tag.
var untagged = regexp.MustCompile(`^(\(devel\))?$|[-.]\d{14}-[0-9a-f]{12}(\+|$)`)

// release returns the version of a build: that of its commit's tag, or the newest in
// CHANGELOG.md if there is none. main is the version of the main module.
func release(main string) string {
	if untagged.MatchString(main) {
		return strings.TrimSpace(newest)
	}
	return strings.TrimPrefix(main, "v")
}
