package report_test

import (
	"flag"
	"os"
	"strconv"
	"testing"

	"worklog/models/modelstest"
)

// rounds is how many random cases a test computes: few with the race detector, which computing does
// not concern and which makes it ten times as slow.
func rounds(without int) int {
	if modelstest.RaceDetected {
		return without / 10
	}
	return without
}

func TestMain(m *testing.M) {
	if err := flag.Set("rapid.checks", strconv.Itoa(rounds(100))); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
