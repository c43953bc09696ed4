package apptest

import (
	"cmp"
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// Main runs the tests of a package and returns the status of the process. Unless the
// command line says otherwise, tests wait for the disk, the browser and each other's limits
// far more than they compute, and random sequences of actions are few.
func Main(m *testing.M) (status int) {
	for name, value := range map[string]string{"test.parallel": "4", "rapid.checks": cmp.Or(os.Getenv("WORKLOG_CHECKS"), "25")} {
		if flag.Lookup(name) == nil {
			continue
		}
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	debug.SetGCPercent(400) // tests leave much behind and end soon
	return m.Run()
}
