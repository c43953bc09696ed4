package app

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

func TestATagIsTheVersionAndOtherwiseTheNewestInTheChangelog(t *testing.T) {
	changelog := modelstest.Got(os.ReadFile("../CHANGELOG.md"))(t)
	heading := regexp.MustCompile(`(?m)^## \[(\d[^]]*)\] - \d{4}-\d\d-\d\d$`).FindSubmatch(changelog)
	if heading == nil || string(heading[1])+"\n" != newest {
		t.Fatalf("got %q, want the first of the headings: run go generate ./app", newest)
	}
	for main, want := range map[string]string{
		"v1.2.3":                               "1.2.3",
		"v1.3.0-rc.1":                          "1.3.0-rc.1",
		"v1.2.3+dirty":                         "1.2.3+dirty",
		"":                                     string(heading[1]),
		"(devel)":                              string(heading[1]),
		"v0.0.0-20261123233659-b919f6553dae":   string(heading[1]),
		"v1.2.4-0.20261123233659-b919f6553dae": string(heading[1]),
		"v1.2.4-0.20261123233659-b919f6553dae+dirty": string(heading[1]),
	} {
		modelstest.Want(t, release(main), want, main)
	}
	fields := strings.Fields(Version())
	modelstest.Want(t, release(fields[1]), fields[1], Version())
}
