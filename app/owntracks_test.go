package app_test

import (
	"slices"
	"strings"
	"testing"

	"worklog/app/apptest"
)

func TestTheRegionsOfOwnTracksAreConfigured(t *testing.T) {
	section := func(text string) string {
		return "[presence_integration]\ntimezone = \"Europe/Paris\"\n[presence_integration.owntracks]\n" + text
	}
	for _, test := range []struct {
		text string
		want []string
	}{
		{`region = "Bureau"`, []string{"Bureau"}},
		{`region = ["Bureau", " Annexe "]`, []string{"Bureau", " Annexe "}},
	} {
		if got := apptest.LoadConfig(t, section(test.text)).API.OwnTracksRegions; !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
	if got := apptest.LoadConfig(t, section("region = \"Bureau\"\nregions = 1")).Warnings; len(got) != 1 || !strings.Contains(got[0], "presence_integration.owntracks.regions: unknown key") {
		t.Errorf("got %q", got)
	}
}
