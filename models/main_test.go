package models_test

import (
	"flag"
	"os"
	"testing"
)

// atOnce is how many tests run at the same time: they wait for the disk far more
// than they compute.
const atOnce = "6"

func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", atOnce); err != nil { // what the command line says comes later
		panic(err)
	}
	os.Exit(m.Run())
}
