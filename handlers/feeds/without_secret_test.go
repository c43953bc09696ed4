package feeds_test

import (
	"strings"
	"testing"

	"worklog/handlers/feeds"
)

const aSecret = "0123456789abcdef0123456789abcdef0123456789ABCDEF0123456789ABCDEF"

// manyPaths are paths of all kinds, as long as a request may have them.
var manyPaths = map[string]string{
	"digits":             "/" + strings.Repeat("f", 15_900),
	"other letters":      "/" + strings.Repeat("x", 15_900),
	"secrets":            strings.Repeat("/"+aSecret, 240),
	"too short ones":     strings.Repeat("/"+aSecret[1:], 240),
	"addresses of feeds": strings.Repeat("/feeds/x", 1980),
	"slashes":            "/feeds" + strings.Repeat("/", 15_900),
}

func TestAPathIsLoggedWithoutWhatMayBeASecret(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/":                                   "/",
		"/months/2026-11":                     "/months/2026-11",
		"/feeds":                              "/feeds",
		"/feeds/":                             "/feeds/",
		"/feeds/x/calendar.ics":               "/feeds/…/calendar.ics",
		"/Feeds//x/calendar.ics":              "/Feeds//…/calendar.ics",
		"/worklog/feeds/x":                    "/worklog/feeds/…",
		"/myfeeds/x":                          "/myfeeds/x",
		"/months/" + aSecret + "/y":           "/months/…/y",
		"/months/a" + aSecret + "z":           "/months/…",
		"/months/" + aSecret[1:]:              "/months/" + aSecret[1:],
		strings.Repeat("/feeds/x", 32) + "/y": strings.Repeat("/feeds/…", 32),
	} {
		if got := feeds.WithoutSecret(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	for before := range 400 {
		if got := feeds.WithoutSecret("/" + strings.Repeat("x", before) + aSecret + "/y"); strings.Contains(got, aSecret[:4]) {
			t.Errorf("%d characters and a secret: got %s", before, got)
		}
	}
}

func TestWhatALineOfTheLogCostsDependsOnTheBeginningOfItsPathAlone(t *testing.T) {
	for name, path := range manyPaths {
		beginning := path[:257]
		if got, want := feeds.WithoutSecret(path), feeds.WithoutSecret(beginning); got != want {
			t.Errorf("%s: got %.300s, want %s", name, got, want)
		}
		allocations := func(path string) float64 {
			return testing.AllocsPerRun(20, func() { feeds.WithoutSecret(path) })
		}
		if got, want := allocations(path), allocations(beginning); got != want || want > 5 {
			t.Errorf("%s: got %v allocations, want %v as for its beginning, and at most 5", name, got, want)
		}
	}
}
