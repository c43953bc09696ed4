package app

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version describes the build: its version and commit, if known, and its platform.
func Version() string {
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
	return fmt.Sprintf("worklog %s%s %s %s/%s", version, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
