//go:build unix

package main_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"worklog/models/modelstest"
)

func TestAnInvalidZoneOfTheHostIsAWarningAtStartupAndInTheCheck(t *testing.T) {
	const want = `TZ = "Nowhere/Nothing": names no IANA time zone`
	c := begin(t, t.TempDir(), "TZ=Nowhere/Nothing")
	c.stop()
	modelstest.WantIn(t, strings.ReplaceAll(c.log.String(), `\"`, `"`), want)
	wantRun(t, t.TempDir(), []string{"TZ=Nowhere/Nothing"}, 0, "warning: environment: "+want, "config", "check")
}

// nineHoursEast is a zone file with a constant offset of nine hours.
func nineHoursEast() []byte {
	var file bytes.Buffer
	file.WriteString("TZif")
	file.Write(make([]byte, 16))                                                               // version 1
	file.Write([]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 4}) // one type, of four letters
	file.Write([]byte{0, 0, 0x7e, 0x90, 0, 0})                                                 // 32400 s
	file.WriteString("EST\x00")
	return file.Bytes()
}

func TestTheHostsZoneFilesTakePrecedence(t *testing.T) {
	folder, _ := newFolder(t)
	zones := t.TempDir()
	for _, name := range []string{"Europe/Paris", "Mars/Olympus"} { // one is compiled in too
		file := filepath.Join(zones, name)
		modelstest.Must(t, os.MkdirAll(filepath.Dir(file), 0o700))
		modelstest.Must(t, os.WriteFile(file, nineHoursEast(), 0o600))
	}
	c := begin(t, folder, "ZONEINFO="+zones)
	c.want(signal{"arrival", "2026-11-20T16:00:00Z", "k"}, 201, "created")
	c.stop()
	wantStored(t, folder, "SELECT date FROM work_entries", "2026-11-21") // nine hours east
	mars := filepath.Join(folder, "mars.toml")
	modelstest.Must(t, os.WriteFile(mars, []byte("[presence_integration]\ntimezone = \"Mars/Olympus\"\n"), 0o600))
	wantRun(t, folder, []string{"ZONEINFO=" + zones}, 0, "", "config", "check", "--config", mars)
}
