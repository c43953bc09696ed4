package app_test

import (
	"os"
	"testing"

	"worklog/app/apptest"
)

func TestMain(m *testing.M) {
	countQueries()
	os.Exit(apptest.Main(m))
}
