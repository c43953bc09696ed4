package app_test

import (
	"strings"
	"testing"

	"worklog/app"
	"worklog/app/apptest"
)

func TestTheHourOfSilenceIsATime(t *testing.T) {
	for text, allowed := range map[string]bool{`"10:30"`: true, `"00:00"`: true, `"23:59"`: true,
		`"9:30"`: false, `"24:00"`: false, `"10h30"`: false, `"10:30:00"`: false, `""`: false, `1030`: false} {
		_, err := app.LoadConfig(apptest.WriteConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\nsilent_after = "+text+"\n"))
		if allowed != (err == nil) || err != nil && !strings.Contains(err.Error(), "config.toml:3: presence_integration.silent_after = ") {
			t.Errorf("%s: got %v", text, err)
		}
	}
}
