package models_test

import (
	"flag"
	"os"
	"testing"

	"worklog/models/modelstest"
)

// atOnce is how many tests run in parallel: more than there are cores, because they mostly
// wait for the disk.
const atOnce = "6"

func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", atOnce); err != nil { // flags on the command line are parsed later and win
		panic(err)
	}
	os.Exit(m.Run())
}

// withoutRace skips a test that does one thing after another, many of them: .ci/check runs its file without the
// race detector, as a newcomer.
func withoutRace(t *testing.T) {
	t.Helper()
	if modelstest.RaceDetected {
		t.Skip("one thing after another: run without the race detector")
	}
}
