package plan_test

import (
	"os"
	"testing"

	"worklog/app/apptest"
)

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }
