package app_test

import (
	"slices"
	"strings"
	"testing"

	"worklog/app"
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
	for _, text := range []string{"", `region = ""`, `region = " "`, `region = []`, `region = ["Bureau", ""]`, `region = ["Bureau", 3]`, `region = 3`} {
		_, err := app.LoadConfig(apptest.WriteConfig(t, section(text)))
		if err == nil || !strings.Contains(err.Error(), `must be the name of the workplace's region in OwnTracks, such as "Bureau", or a list of names`) ||
			!strings.Contains(err.Error(), "presence_integration.owntracks.region") {
			t.Errorf("%s: got %v", text, err)
		}
	}
	if got := apptest.LoadConfig(t, section("region = \"Bureau\"\nregions = 1")).Warnings; len(got) != 1 || !strings.Contains(got[0], "presence_integration.owntracks.regions: unknown key") {
		t.Errorf("got %q", got)
	}
	_, err := app.LoadConfig(apptest.WriteConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\nowntracks = true"))
	if err == nil || !strings.Contains(err.Error(), "must be a section, as in [presence_integration.owntracks]") {
		t.Errorf("got %v", err)
	}
}
