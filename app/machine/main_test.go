// Package machine_test plays random sequences of actions against the whole program.
package machine_test

import (
	"os"
	"testing"

	"worklog/app/apptest"
)

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
