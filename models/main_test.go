package models_test

import (
	"flag"
	"os"
	"testing"
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
