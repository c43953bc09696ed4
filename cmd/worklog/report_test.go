package main_test

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"worklog/models/modelstest"
)

const costsConfig = `[vehicles.clio]
type = "moteur"
category = "voiture"
power_cv = 5
[vehicles.mob]
type = "moteur"
category = "moto"
[journeys.bureau]
distance_km = 18.5
[presence_integration]
timezone = "Europe/Paris"
default_journey_profile_id = "bureau"
default_motor_vehicle_id = "clio"
[meals]
per_day = 4.20
`

// enter posts a day of 2025 by hand.
func enter(t *testing.T, url, date string, values url.Values) {
	t.Helper()
	response, err := http.DefaultClient.PostForm(url+"/entries/new?date="+date, values)
	modelstest.Must(t, err)
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: got %d", date, response.StatusCode)
	}
}

// shown returns what is at an address.
func shown(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	modelstest.Must(t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: got %d, %v", url, response.StatusCode, err)
	}
	return string(content)
}

func TestTheCostsAreReportedBesideARunningServer(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	modelstest.Must(t, os.WriteFile(filepath.Join(folder, "config.toml"), []byte(costsConfig), 0o600))
	code, out, problems := runs(t, folder, nil, "report", "costs", "--year", "2025")
	if code == 0 || !strings.Contains(problems, "there is no database yet") || out != "" {
		t.Errorf("before the first start: got %d %s %s", code, out, problems)
	}
	server, end := serves(t, folder)
	work := func(vehicle string) url.Values {
		return url.Values{"day_type": {"WORK"}, "journey_profile_id": {"bureau"}, "motor_vehicle_id": {vehicle}, "slot_start": {"08:00"}, "slot_end": {"16:00"}}
	}
	enter(t, server, "2025-03-03", work("clio"))
	enter(t, server, "2025-03-04", work("clio"))
	enter(t, server, "2025-03-05", url.Values{"day_type": {"TT"}})
	enter(t, server, "2025-05-02", url.Values{"day_type": {"RTT"}, "slot_start": {"08:00"}, "slot_end": {"16:00"}})
	later := time.Now().Year() + 1 // which is planned
	enter(t, server, fmt.Sprint(later, "-03-03"), work("clio"))
	enter(t, server, fmt.Sprint(later, "-03-04"), url.Values{"day_type": {"TT"}})
	for _, test := range []struct{ name, arguments, out, problems string }{
		{"figures", "--year 2025", `{"year":2025,"bareme_year":2025,"provisional":false,"vehicles":[{"id":"clio","days":2,"metres":74000,"cents":4706}],` +
			`"telework":{"days":1,"cents":270},"meals":{"days":2,"cents":840},"planned_days":0,"total_euros":58,"to_verify":[{"date":"2025-05-02","why":"RTT with a slot"}]}` + "\n", ""},
		{"a year to come", fmt.Sprint("--year ", later, " --format json"), fmt.Sprint(`{"year":`, later) + `,"bareme_year":2025,"provisional":false,"vehicles":[],"telework":{"days":0,"cents":0},"meals":{"days":0,"cents":0},"planned_days":2,"total_euros":0,"to_verify":[]}` + "\n", ""},
		{"days", "--year 2025 --format csv", "date,day_type,journey_profile_id,motor_vehicle_id,metres,kilometres,telework_days,to_verify,figures,meals\r\n" +
			"2025-03-03,WORK,bureau,clio,37000,37,0,,2025,1\r\n2025-03-04,WORK,bureau,clio,37000,37,0,,2025,1\r\n2025-03-05,TT,,,0,0,1,,2025,0\r\n2025-05-02,RTT,,,0,0,0,RTT with a slot,2025,0\r\n", ""},
		{"days for a French spreadsheet", "--year 2027 --format csv --decimal-comma", "date;day_type;journey_profile_id;motor_vehicle_id;metres;kilometres;telework_days;to_verify;figures;meals\r\n", ""},
		{"without a year", "", "", "required flag(s) \"year\" not set\n"},
		{"a year out of range", "--year 1969", "", "year 1969: local date is outside the years 1970 to 9999\n"},
		{"another format", "--year 2025 --format xml", "", "format \"xml\": allowed: \"json\", \"csv\"\n"},
	} {
		code, out, problems := runs(t, folder, nil, append([]string{"report", "costs"}, strings.Fields(test.arguments)...)...)
		if out != test.out || problems != test.problems || (code == 0) != (test.problems == "") {
			t.Errorf("%s: got %d\n%s\n%s", test.name, code, out, problems)
		}
	}
	_, table, _ := runs(t, folder, nil, "report", "costs", "--year", "2025", "--format", "csv", "--decimal-comma")
	if got := shown(t, server+"/years/2025/costs.csv"); got != table {
		t.Errorf("the page offers %s, the command prints %s", got, table)
	}
	page := strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(shown(t, server+"/years/2025/costs"))
	for _, figure := range []string{"<strong>58 €</strong>", "<b>8,40 €</b>", "<b>47,06 €</b>", "2 jours · 74 km", "<b>2,70 €</b>", "RTT avec un créneau"} {
		if !strings.Contains(page, figure) {
			t.Errorf("the page has not %s: %s", figure, page)
		}
	}
	enter(t, server, "2025-03-06", work("mob"))
	code, out, problems = runs(t, folder, nil, "report", "costs", "--year", "2025")
	if code != 0 || !strings.Contains(out, `{"id":"mob","days":1,"metres":37000,"cents":null}]`) || !strings.Contains(out, `"total_euros":null`) || problems != "missing in the configuration: vehicles.mob.power_cv\n" {
		t.Errorf("with something missing: got %d %s %s", code, out, problems)
	}
	if code, log := end(syscall.SIGTERM); code != 0 {
		t.Errorf("got status %d, log %s", code, log)
	}
}
