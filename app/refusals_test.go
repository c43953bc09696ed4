package app_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"worklog/app/apptest"
	"worklog/models/modelstest"
)

// tables are what a key below them needs around it and beside it to be the only fault of a file.
var tables = []struct {
	below, around string
	beside        []string
}{
	{"targets[1].", "targets = [{@}]", []string{`from = "2026-01-01"`}},
	{"balance.adjustments[1].", `balance = {from = "2026-01-01", adjustments = [{@}]}`, []string{`date = "2026-01-01"`, `hours = "1h"`}},
	{"balance.", "balance = {@}", []string{`from = "2026-01-01"`}},
	{"counters.a.adjustments[1].", `counters.a = {types = ["RTT"], allowance = 1, adjustments = [{@}]}`, []string{`date = "2026-01-01"`, "days = 1"}},
	{"counters.a.allowances[1].", `counters.a = {types = ["RTT"], allowance = 1, allowances = [{@}]}`, []string{`from = "2026-01-01"`, "allowance = 1"}},
	{"counters.a.", "counters.a = {@}", []string{`types = ["RTT"]`, "allowance = 1"}},
	{"rules.from[1].", "rules.from = [{@}]", []string{`date = "2026-01-01"`}},
	{"pay.rates[1].", "pay.rates = [{@}]", []string{`kind = "night"`, `from = "2026-01-01"`, "euros = 1"}},
	{"pay.bases[1].", `pay = {profile = "fph", bases = [{@}]}`, []string{`from = "2026-01-01"`, "annual_base = 1"}},
	{"journeys.a.distances[1].", "journeys.a.distances = [{@}]", []string{`from = "2026-01-01"`, "distance_km = 1"}},
	{"bareme[1].", "bareme = [{@}]", []string{"year = 2026", `category = "voiture"`, "power_cv = 5", "rates = [1, 1, 1]", "constants = [0, 0, 0]"}},
	{"telework.rates[1].", "telework.rates = [{@}]", []string{"year = 2026", "day = 1", "month = 1", "year_max = 1"}},
	{"ten_percent[1].", "ten_percent = [{@}]", []string{"year = 2026", "min = 1", "max = 2"}},
	{"presence_integration.", "presence_integration = {@}", []string{`timezone = "UTC"`}},
}

// wantRefused loads a file with a key and its value, such as `balance.start = "3"`, or one without the
// key, and checks the rule that it is refused with.
func wantRefused(t *testing.T, row, rule string) {
	t.Helper()
	key, _, given := strings.Cut(row, " = ")
	content, want := row, "FILE:1: "+row+": "
	if !given {
		want += "is required; "
	}
	for _, table := range tables {
		if !strings.HasPrefix(key, table.below) {
			continue
		}
		inner := strings.TrimPrefix(key, table.below)
		lines := slices.DeleteFunc(slices.Clone(table.beside), func(line string) bool { return strings.HasPrefix(line, inner+" = ") })
		if given {
			lines = append(lines, strings.TrimPrefix(row, table.below))
		}
		content = strings.Replace(table.around, "@", strings.Join(lines, ", "), 1)
		break
	}
	wantProblems(t, content+"\n", want+rule)
}

// rowsOf are the rows of a key with texts for it.
func rowsOf(key string, texts ...string) (rows []string) {
	for _, text := range texts {
		rows = append(rows, key+" = "+strconv.Quote(text))
	}
	return rows
}

func TestAValueThatAKeyCannotHaveIsRefusedWithItsRule(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		rule string
		rows []string
	}{
		{"must be text in quotes", []string{
			`person.name = 7`, `backup.every = 24`, `counters.a.label = 1`, `counters.a.adjustments[1].note = 1`, `presence_integration.silent_after = 1030`,
			`presence_integration.timezone = 2`, `server.listen = 8080`}},
		{"must be a list of texts in quotes", []string{`server.hosts = "nas"`, `server.trusted_proxies = [1]`}},
		{`must be an IANA time zone name, such as "Europe/Paris"`, rowsOf("presence_integration.timezone", "", "Local", "Factory", "posixrules", "localtime", "posix/Europe/Paris",
			"right/Europe/Paris", "./localtime", "./posix/Europe/Paris", "./Factory", "Europe//Paris", "Europe/./Paris", "Europe/Paris/", "/Europe/Paris", "Europe/Pariss",
			"CEST", "+01:00", "../etc/passwd", "Europe")},
		{`must be a number of minutes, hours or days, such as "90m", "24h" or "7d"`, rowsOf("backup.every",
			"", "24", "h", "1.5h", "-1h", "1h30m", "1 h", "10000d", "0d", "24H", "2w")},
		{`must be a folder, such as "backups", or "" for no backups`, []string{`backup.folder = " "`}},
		{"must be a whole number of at least 1", []string{`backup.keep = 0`, `history.keep_days = 0`, `history.keep_days = "90"`, `limits.presence_requests_per_minute = 30.0`}},
		{"must be a number of days from 1 to 36500", []string{`history.keep_days = 36501`}},
		{`ids of [vehicles] whose type is "moteur"; none is defined`, []string{`presence_integration.default_motor_vehicle_id = ""`}},
		{`allowed: "WORK", "TT", "GARDE", "ASTREINTE", "FORMATION", "RTT", "CONGE", "MALADE", "FERIE"`, []string{`presence_integration.default_day_type = ""`}},
		{"must be true or false", []string{
			`balance.rtt_consumes = 1`, `counters.a.round_up = 1`, `rules.night_worker = "yes"`, `telework.employer_allowance = "no"`, `vehicles.clio.electric = 1`,
			`vehicles.clio.deductible = "yes"`, `journeys.a.beyond_40_km_justified = 0`}},
		{`must be at most 80 characters of text, without control characters`, []string{
			`person.name = "a\u0000"`, `person.name = "a\nb"`, `person.employer = "a\u202Eb"`, `person.employer = "` + strings.Repeat("é", 81) + `"`}},
		{`must be at most 100 characters of text, without control characters`, []string{
			`vehicles.clio.label = "a\nb"`, `journeys.a.label = "a\u2028b"`, `counters.a.label = "a\u000Db"`, `counters.a.adjustments[1].note = "a\u001Bb"`,
			`balance.adjustments[1].note = "` + strings.Repeat("é", 101) + `"`}},
		{`must be a date, such as "2026-07-01"`, []string{
			`targets[1].from`, `targets[1].from = "2026-02-29"`, `balance.adjustments[1].date`, `balance.adjustments[1].date = "2026-06-31"`,
			`counters.a.adjustments[1].date`, `rules.from[1].date`, `journeys.a.distances[1].from`, `journeys.a.distances[1].from = "2026-07-32"`, `pay.bases[1].from`,
			`pay.rates[1].from`, `pay.rates[1].from = "2026-13-01"`}},
		{`must be the date on which the balance begins, such as "2026-01-01"`, []string{`balance.from = "2026"`}},
		{`must be a list of dates, each once, such as ["2026-05-25"]`, []string{`solidarity.dates = ["2026-05-25", "2026-05-25"]`}},
		{`must be a month and a day that every year has, such as "06-01"`, []string{`counters.a.period_start = "6-1"`, `counters.a.carry_expires = "02-29"`}},
		{`must be a time from "00:00" to "23:59", such as "21:00"`, []string{`hours.night_start = "9:30"`, `hours.night_end = "24:00"`}},
		{`must be a time from "00:00" to "23:59", such as "10:30"`, []string{
			`presence_integration.silent_after = "9:30"`, `presence_integration.silent_after = "24:00"`, `presence_integration.silent_after = "10h30"`,
			`presence_integration.silent_after = "10:30:00"`, `presence_integration.silent_after = ""`}},
		{`must be a duration, such as "12h30" or "-3h"`, []string{`balance.start = "3"`, `balance.adjustments[1].hours = 10`}},
		{`must be a duration of at most 24 hours, such as "7h" or "7h30"`, []string{
			`targets[1].tuesday = "24h01"`, `targets[1].wednesday = "-1h"`, `targets[1].thursday = 7`, `targets[1].friday = "7:30"`, `targets[1].saturday = "7h60"`}},
		{`must be a duration of at most 168 hours, such as "35h"`, []string{`targets[1].week = "169h"`, `targets[1].week = "9999999h"`}},
		{`must be a duration of at most 24 hours, such as "11h", or "0h" for no threshold`, []string{`rules.break = "25h"`}},
		{`must be a duration of less than 24 hours, such as "11h", or "0h" for no threshold`, []string{`rules.daily_rest = "24h"`, `rules.from[1].daily_rest = "24h"`}},
		{`must be a duration of at most 168 hours, such as "11h", or "0h" for no threshold`, []string{`rules.weekly_rest = "200h"`}},
		{`must be a duration of at most 8784 hours, such as "11h", or "0h" for no threshold`, []string{`rules.contingent = "8785h"`}},
		{`must be a number of days from 0 to 366, such as 25 or 12.5`, []string{
			`counters.a.allowance`, `counters.a.allowance = 25.25`, `counters.a.allowance = 367`, `counters.a.allowance = "25"`, `counters.a.allowances[1].allowance`}},
		{`must be a number of days from -366 to 366, such as 2 or -0.5`, []string{`counters.a.adjustments[1].days = "2"`, `counters.a.adjustments[1].days = 400`}},
		{`must be a number of days from 1 to 366`, []string{`targets[1].days_per_year = 0`}},
		{`must be a number of days from 0 to 366`, []string{`rules.days_per_year = 400`}},
		{`must be a number of days from 0 to 14`, []string{`rules.rest_days = 15`, `rules.rest_sunday = "2"`}},
		{`must be "none", "all" or a number of days, such as 5 or 2.5`, []string{`counters.a.carry_over = "some"`, `counters.a.carry_over = -1`}},
		{`must be a list of day types, each once; allowed: "WORK", "TT", "GARDE", "ASTREINTE", "FORMATION", "RTT", "CONGE", "MALADE", "FERIE"`, []string{
			`counters.a.types`, `counters.a.types = "RTT"`, `counters.a.types = ["CONGE", "conge"]`, `counters.a.types = ["RTT", "RTT"]`}},
		{`allowed: "ouvres", "ouvrables", "heures"`, []string{`counters.a.unit = "jours"`}},
		{`allowed: "upfront", "monthly"`, []string{`counters.a.accrual = "weekly"`}},
		{`allowed: "aucune", "prive", "fph", "forfait_jours"`, []string{`rules.profile = "Prive"`}},
		{`allowed: "", "fph"`, []string{`pay.profile = "prive"`, `pay.profile = 1`}},
		{`allowed: "voiture", "moto", "cyclomoteur"`, []string{`vehicles.clio.category = "car"`, `vehicles.clio.category = 1`, `bareme[1].category`}},
		{`allowed: "night", "sunday", "holiday", "overtime_25", "overtime_50", "complementary_10", "complementary_25", "call_out", "telework", "meal"`, []string{
			`pay.rates[1].kind`, `pay.rates[1].kind = "nights"`, `pay.rates[1].kind = 1`}},
		{"must be the number of fiscal horsepower (CV), from 1 to 500", []string{`vehicles.clio.power_cv = 0`, `vehicles.clio.power_cv = 4.5`}},
		{"must be a number of kilometres from 0 to 20000, with three decimals at most", []string{
			`journeys.a.distance_km = 18.5001`, `journeys.a.distances[1].distance_km`, `journeys.a.distances[1].distance_km = 20001`,
			`journeys.a.distances[1].distance_km = "3"`}},
		{"must be 1 or 2", []string{`journeys.a.round_trips = 3`}},
		{"must be the year of the income, such as 2026", []string{
			`bareme[1].year`, `bareme[1].year = 26`, `telework.rates[1].year`, `telework.rates[1].year = 1999`, `ten_percent[1].year`, `ten_percent[1].year = "2026"`}},
		{"must be three numbers of euros for a kilometre from 0 to 10, with three decimals at most", []string{
			`bareme[1].rates`, `bareme[1].rates = [0.6361, 0.357, 0.427]`, `bareme[1].rates = [0.3, 0.1]`, `bareme[1].rates = [10.001, 0, 0]`}},
		{"must be three whole numbers of euros from 0 to 100000", []string{
			`bareme[1].constants`, `bareme[1].constants = [0, 1395.5, 0]`, `bareme[1].constants = [0, -1, 0]`, `bareme[1].constants = [0, 0, 100001]`}},
		{`must be the lowest power of a class of "voiture": one of [3 4 5 6 7]`, []string{`bareme[1].power_cv = 8`}},
		{"must be an amount in euros from 0 to 100, with two decimals at most", []string{
			`meals.per_day = 4.205`, `meals.per_day = -1`, `meals.per_day = "4.20"`, `meals.per_day = 100.01`, `meals.per_day = true`}},
		{"must be an amount in euros from 0 to 100000, with two decimals at most", []string{
			`telework.rates[1].day`, `telework.rates[1].day = 2.705`, `telework.rates[1].month`, `telework.rates[1].month = "59.40"`, `telework.rates[1].year_max`,
			`telework.rates[1].year_max = -1`, `telework.rates[1].year_max = 100000.01`}},
		{"must be a whole number of euros from 0 to 100000", []string{
			`ten_percent[1].min`, `ten_percent[1].min = 509.5`, `ten_percent[1].max`, `ten_percent[1].max = 100001`}},
		{"must not be less than min", []string{`ten_percent[1].max = 0`}},
		{"must be a number of euros for an hour or a day from 0 to 1000, with three decimals at most", []string{
			`pay.rates[1].euros`, `pay.rates[1].euros = "2.50"`, `pay.rates[1].euros = 1000.001`, `pay.rates[1].euros = -1`, `pay.rates[1].euros = 2.5055`}},
		{"must be a number of euros a year from 0 to 1000000, with three decimals at most", []string{
			`pay.annual_base = -1`, `pay.annual_base = "27540"`, `pay.bases[1].annual_base`, `pay.bases[1].annual_base = -1`}},
		{"must be a number of months from 0 to 12", []string{`pay.delay_months = 13`, `pay.delay_months = -1`, `pay.delay_months = 1.5`}},
		{`must be the name of the workplace's region in OwnTracks, such as "Bureau", or a list of names`, []string{
			`presence_integration.owntracks.region = ""`, `presence_integration.owntracks.region = " "`, `presence_integration.owntracks.region = []`,
			`presence_integration.owntracks.region = ["Bureau", ""]`, `presence_integration.owntracks.region = ["Bureau", 3]`, `presence_integration.owntracks.region = 3`}},
	} {
		for _, row := range test.rows {
			wantRefused(t, row, test.rule)
		}
	}
	for _, section := range []string{"pay", "telework", "meals", "person", "journeys", "presence_integration", "server"} {
		wantRefused(t, section+" = 1", "must be a section, as in ["+section+"]")
	}
	for _, list := range []string{"bareme", "ten_percent", "telework.rates", "pay.rates", "balance.adjustments", "rules.from", "journeys.a.distances"} {
		wantRefused(t, list+" = 1", "must be a list of tables, as in [["+list+"]]")
		wantRefused(t, list+" = [1]", "must be a list of tables, as in [["+list+"]]")
	}
	config := apptest.LoadConfig(t, "[person]\nname = \" "+strings.Repeat("é", 78)+" \"\n[presence_integration]\ntimezone = \"UTC\"\nsilent_after = \"23:59\"\n")
	modelstest.Want(t, apptest.LoadConfig(t, "history.keep_days = 1").Rules.KeepDays, 1)
	modelstest.Want(t, config.Frame.Person.Name, strings.Repeat("é", 78))
}

func TestWhatDoesNotGoTogetherIsRefusedWithItsLine(t *testing.T) {
	const row = `{year = 2026, category = "voiture", power_cv = 5, rates = [1, 1, 1], constants = [0, 0, 0]}`
	for _, test := range []struct{ content, want string }{
		{"[balance]\nstart = \"3h\"\n",
			`FILE:1: balance.from = "": must be the date on which the balance begins, such as "2026-01-01"`},
		{"[[balance.adjustments]]\ndate = \"2026-06-30\"\nhours = \"1h\"\n",
			`FILE:1: balance.from = "": must be the date on which the balance begins, such as "2026-01-01"`},
		{"[balance]\nfrom = \"2026-01-02\"\nadjustments = [{ date = \"2026-01-01\", hours = \"-1h\" }]\n",
			`FILE:3: balance.adjustments[1].date = "2026-01-01": must not be before balance.from, 2026-01-02`},
		{"[balance]\nfrom = \"2026\"\nadjustments = [{ date = \"2026-01-01\", hours = \"-1h\" }]\n",
			`FILE:2: balance.from = "2026": must be the date on which the balance begins, such as "2026-01-01"`},
		{"[[targets]]\nfrom = \"2026-01-01\"\nweek = \"35h\"\nperiod_start = \"06-01\"\n",
			`FILE:4: targets[1].period_start = "06-01": must stand beside days_per_year`},
		{"[rules]\nprofile = \"fph\"\nnight_worker = true\n",
			`FILE:3: rules.night_worker = true: must be false, unless profile = "prive"`},
		{"[rules]\nprofile = \"prive\"\ntwelve_hours = true\n",
			`FILE:3: rules.twelve_hours = true: must be false, unless profile = "fph"`},
		{"[[rules.from]]\ndate = \"2026-06-01\"\nprofile = \"prive\"\ntwelve_hours = true\n",
			`FILE:4: rules.from[1].twelve_hours = true: must be false, unless profile = "fph"`},
		{"[[rules.from]]\ndate = \"2026-06-01\"\n[[rules.from]]\ndate = 2026-06-01\n",
			`FILE:4: rules.from[2].date = 2026-06-01: must be a date that no other rules have`},
		{"[counters.a]\ntypes = [\"RTT\"]\nallowance = 1\nallowances = [{ from = \"2026-06-01\", allowance = 1 }, { from = \"2026-06-01\", allowance = 2 }]\n",
			`FILE:4: counters.a.allowances[2].from = "2026-06-01": must be a date that no other allowance of the counter has`},
		{"[rules]\nnight_worker = true\n",
			`FILE:2: rules.night_worker = true: must be false, unless profile = "prive"`},
		{"[rules]\nprofile = \"Prive\"\nnight_worker = true\n",
			`FILE:2: rules.profile = "Prive": allowed: "aucune", "prive", "fph", "forfait_jours"`},
		{"[counters.a]\ntypes = [\"RTT\"]\nallowance = 1\nlabel = \" \"\n",
			`FILE:4: counters.a.label = " ": must not be blank; without it, or with "", pages show the name`},
		{"[hours]\nnight_start = \"06:00\"\n",
			`FILE:1: hours.night_end = "06:00": must be another time than hours.night_start`},
		{"[targets]\nfrom = \"2026-01-01\"\n",
			`FILE:1: targets = a table: must be a list of tables, as in [[targets]]`},
		{"[presence_integration]\ntimezone = \"Europe/Paris\"\nowntracks = {}\n",
			`FILE:3: presence_integration.owntracks.region: must be the name of the workplace's region in OwnTracks, such as "Bureau", or a list of names`},
		{"[plan]\nwords = 1\n",
			`FILE:2: plan.words = 1: must be a table of at most 200 words, as in [plan.words]`},
		{"[plan.words]\nN2 = \"NUIT\"\n",
			`FILE:2: plan.words.N2 = "NUIT": allowed: "WORK", "GARDE", "ASTREINTE", "FORMATION", "TT", "rest", "leave", "ignore"`},
		{"[plan.words]\nn2 = \"GARDE\"\nN2 = \"TT\"\n",
			`FILE:3: plan.words.N2: must be a word or a title that no other is but for its case`},
		{"[plan.words]\n\" \" = \"TT\"\n",
			`FILE:2: plan.words." ": must be a word or a title that no other is but for its case`},
		{"[[history]]\n", `FILE:1: history = [a table]: must be a section, as in [history]`},
		{"[counters]\nconges = 25\n[vehicles]\nclio = \"moteur\"\n",
			"FILE:2: counters.conges = 25: must be a table, as in [counters.conges]\nFILE:4: vehicles.clio = \"moteur\": must be a table, as in [vehicles.clio]"},
		{"[counters.a]\ntypes = [\"RTT\"]\nallowance = nan\n",
			`FILE:3: counters.a.allowance = nan: must be a number of days from 0 to 366, such as 25 or 12.5`},
		{"[counters.a]\nunit = \"heures\"\nallowance = 1\n",
			`FILE:3: counters.a.allowance = 1: must be left out: the counter is in hours, by adjustments alone`},
		{"[counters.a]\nunit = \"heures\"\ncarry_over = 2\n",
			`FILE:3: counters.a.carry_over = 2: must be "none" or "all": the counter is in hours`},
		{"[counters.a]\nunit = \"heures\"\nadjustments = [{ date = \"2026-01-01\" }]\n",
			`FILE:3: counters.a.adjustments[1].hours: is required; must be a duration, such as "3h30" or "-3h"`},
		{"[counters.a]\nunit = \"heures\"\nadjustments = [{ date = \"2026-01-01\", hours = \"1h\", days = 1 }]\n",
			`FILE:3: counters.a.adjustments[1].days = 1: must be left out: the counter is in hours`},
		{"[counters.a]\ntypes = [\"RTT\"]\nallowance = 1\nadjustments = [{ date = \"2026-01-01\", days = 1, hours = \"1h\" }]\n",
			`FILE:4: counters.a.adjustments[1].hours = "1h": must be left out: the counter is in days`},
		{"[[targets]]\nfrom = \"2026-03-01\"\nweek = \"35h\"\n[[targets]]\nfrom = \"2026-03-01\"\ndays_per_year = 218\n",
			`FILE:5: targets[2].from = "2026-03-01": must be a date that no other target has`},
		{"[[targets]]\nfrom = \"2026-04-01\"\nmonday = \"7h\"\nweek = \"35h\"\n",
			`FILE:4: targets[1].week = "35h": must not stand beside monday: a target is days of the week, or week, or days_per_year, or plan`},
		{"[[journeys.depot.distances]]\nfrom = 2026-07-01\ndistance_km = 3\n[[journeys.depot.distances]]\nfrom = \"2026-07-01\"\ndistance_km = 4\n",
			`FILE:5: journeys.depot.distances[2].from = "2026-07-01": must be a date that no other distance of the journey has`},
		{"bareme = [{year = 2026, category = \"cyclomoteur\", power_cv = 1, rates = [1, 1, 1], constants = [0, 0, 0]}]\n",
			`FILE:1: bareme[1].power_cv = 1: must be left out: the power of a cyclomoteur does not count`},
		{"bareme = [" + row + ",\n" + row + "]\n", `FILE:1: bareme[2]: another row has the same year, category and power_cv`},
		{"[[telework.rates]]\nyear = 2026\nday = 2.7\nmonth = 59.40\nyear_max = 600\n[[telework.rates]]\nyear = 2026\nday = 0\nmonth = 0\nyear_max = 0\n",
			`FILE:7: telework.rates[2].year = 2026: must be a year that no other table of [[telework.rates]] has`},
		{"[[ten_percent]]\nyear = 2026\nmin = 0\nmax = 1\n[[ten_percent]]\nyear = 2026\nmin = 0\nmax = 100000\n",
			`FILE:6: ten_percent[2].year = 2026: must be a year that no other table of [[ten_percent]] has`},
		{"[meals]\nper_day = nan\n", `FILE:2: meals.per_day = nan: must be an amount in euros from 0 to 100, with two decimals at most`},
		{"[[pay.rates]]\nkind = \"night\"\nfrom = \"2026-01-01\"\neuros = 1\n[[pay.rates]]\nkind = \"night\"\nfrom = 2026-01-01\neuros = 2\n",
			`FILE:7: pay.rates[2].from = 2026-01-01: must be a date that no other rate of the kind has`},
		{"[[pay.bases]]\nfrom = \"2026-06-01\"\nannual_base = 1\n[[pay.bases]]\nfrom = 2026-06-01\nannual_base = 1\n",
			`FILE:5: pay.bases[2].from = 2026-06-01: must be a date that no other base has`},
		{"[pay]\nannual_base = 1000000.001\n", `FILE:2: pay.annual_base = 1.000000001e+06: must be a number of euros a year from 0 to 1000000, with three decimals at most`},
		{"[pay.rates]\nkind = \"night\"\n", `FILE:1: pay.rates = a table: must be a list of tables, as in [[pay.rates]]`},
		{"[presence_integration]\ntimezone = \"UTC\"\nowntracks = true\n", `FILE:3: presence_integration.owntracks = true: must be a section, as in [presence_integration.owntracks]`},
	} {
		wantProblems(t, test.content, test.want)
	}
}
