package main_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"worklog/models/modelstest"
)

func TestTheDemoServesARealisticYearAndLeavesNoFiles(t *testing.T) {
	folder := t.TempDir()
	own, backups := filepath.Join(t.TempDir(), "own.db"), filepath.Join(t.TempDir(), "backups")
	c := beginAs(t, exec.Command(binary, "demo"), folder, "TMPDIR="+folder, "WORKLOG_DATABASE_PATH="+own, "WORKLOG_BACKUP_FOLDER="+backups,
		"WORKLOG_TEST_SYSTEM_CONFIG="+folder) // a folder, which would be refused
	present := regexp.MustCompile(`4 h 1[2-9]`) // the clock may have gone on meanwhile
	if page := c.shows("/today"); !strings.Contains(page, "data-since") || !present.MatchString(page) {
		t.Errorf("got %s", page)
	}
	year := time.Now().AddDate(0, -1, 0).Year()
	c.wantShown(fmt.Sprintf("/years/%d/costs", year), "Renault ", "Domicile – annexe", "Télétravail <b>") // either vehicle, around the first of June
	for path, part := range map[string]string{"hours": "Solde", "counters": "Congés annuels", "rests": "fonction publique hospitalière"} {
		c.wantShown(fmt.Sprintf("/years/%d/%s", year, path), part)
	}
	c.stop()
	modelstest.WantFiles(t, 0, own) // the user's
	modelstest.WantFiles(t, 0, backups)
	modelstest.Want(t, names(t, folder), "")
}

const ownConfig = `[database]
path = "own.db"
[backup]
folder = "copies"
[journeys.depot]
label = "Domicile – dépôt"
[vehicles.camion]
label = "Camion benne"
type = "moteur"
[presence_integration]
timezone = "Etc/GMT-9"
default_journey_profile_id = "depot"
default_motor_vehicle_id = "camion"
[colours]
`

var since = regexp.MustCompile(`data-since="([^"]+)"`)

// Which file is read is asked where it is refused, as for other commands.
func TestTheDemoUsesThePresentConfiguration(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "config.toml", ownConfig)
	c := beginAs(t, exec.Command(binary, "demo"), folder, "TMPDIR="+t.TempDir(), "TZ=Europe/Paris")
	page := c.shows("/entries/1/edit")
	c.stop()
	modelstest.WantIn(t, page, "Domicile – dépôt", "Camion benne")
	modelstest.WantNone(t, page, "Clio")
	modelstest.WantIn(t, c.log.String(), "config.toml:14: colours: unknown key, ignored")
	modelstest.Want(t, names(t, folder), "config.toml")
	found := since.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("nobody is present: %s", page)
	}
	arrival := modelstest.Got(time.Parse(time.RFC3339, found[1]))(t)
	if want := arrival.In(time.FixedZone("", 9*60*60)).Format("15:04"); !regexp.MustCompile("depuis [^<]*" + want).MatchString(page) {
		t.Errorf("got %s, want %s in it", page, want)
	}
}
