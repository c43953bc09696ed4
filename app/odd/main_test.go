// Package odd_test is about days that no page makes: of more slots than can be typed, or with
// text that cannot be read.
package odd_test

import (
	"os"
	"testing"

	"worklog/app/apptest"
)

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
