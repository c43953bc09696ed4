package settings_test

import (
	"fmt"
	"strings"
	"testing"

	"worklog/models"
	"worklog/models/modelstest"
	"worklog/models/settings"
)

func noLine(...string) int { return 0 }

func problemsOf(t *testing.T, document string) (keys []string) {
	t.Helper()
	_, found := settings.Read(tree(t, document), noLine)
	for _, problem := range found.Problems {
		keys = append(keys, settings.KeyName(problem.Path...))
	}
	return keys
}

func TestValuesAreTakenUpToTheirBoundsAndNoneBeyond(t *testing.T) {
	t.Parallel()
	const (
		telework = "[[telework.rates]]\nmonth = 1\nyear_max = 1\n"
		bareme   = "[[bareme]]\nyear = 2026\ncategory = 'cyclomoteur'\n"
		counter  = "[counters.a]\ntypes = ['RTT']\n"
		inHours  = "[counters.a]\nunit = 'heures'\n"
		row      = ", year = 2026, rates = [0, 0, 0], constants = [0, 0, 0]}"
	)
	words := ""
	for i := range models.MaxRows - 1 {
		words += fmt.Sprintf("w%d='TT',", i)
	}
	for _, test := range []struct{ key, document, taken, refused string }{
		{"targets[1].week", "[[targets]]\nfrom = 2026-01-01\nweek = '%s'", "0h 168h", "168h01 -1h"},
		{"targets[1].monday", "[[targets]]\nfrom = 2026-01-01\nmonday = '%s'", "0h 24h", "24h01 7h60"},
		{"targets[1].days_per_year", "[[targets]]\nfrom = 2026-01-01\ndays_per_year = %s", "1 366", "0 367 218.0"},
		{"targets[1].period_start", "[[targets]]\nfrom = 2026-01-01\ndays_per_year = 218\nperiod_start = '%s'", "02-28 12-31", "02-29 6-1 006-1 06-+1"},
		{"targets[1].period_start", "[[targets]]\nfrom = 2026-01-01\nperiod_start = '06-01'\n%s", "days_per_year=218", "week='35h'"},
		{"targets[1].week", "[[targets]]\nfrom = 2026-01-01\nweek = '35h'\n%s", "plan=false", "monday='7h' plan=true"},
		{"targets[1].days_per_year", "[[targets]]\nfrom = 2026-01-01\ndays_per_year = 218\n%s", "period_start='06-01'", "sunday='7h' week='35h'"},
		{"targets[2].from", "[[targets]]\nfrom = 2026-01-01\n[[targets]]\nfrom = %s", "2026-01-02", "2026-01-01 '2026-01-01' 'x'"},
		{"targets[1].from targets[2].from", "[[targets]]\nfrom = %[1]s\n[[targets]]\nfrom = %[1]s", "", "'x'"},
		{"solidarity.dates", "[solidarity]\ndates = %s", "[2026-05-25] ['2026-05-25']", "[] ['2026-02-29'] [2026-05-25,'2026-05-25']"},
		{"balance.start", "[balance]\nfrom = '2026-02-01'\nstart = '%s'", "100000h -100000h", "100000h01 -100000h01"},
		{"balance.from", "[balance]\n%s", "start='0h' rtt_consumes=false", "start='1h' rtt_consumes=true credit_without_slots=true adjustments=[{date='2026-01-01',hours='1h'}]"},
		{"balance.adjustments[1].date", "[balance]\nfrom = '2026-02-01'\n[[balance.adjustments]]\nhours = '1h'\ndate = %s", "2026-02-01", "2026-01-31"},
		{"counters.a.allowance", counter + "allowance = %s", "0 0.5 366", "-0.5 366.5 0.3"},
		{"counters.a.carry_over", counter + "allowance = 1\ncarry_over = %s", "0 'none' 'all' 366", "-0.5 366.5 'some'"},
		{"counters.a.period_start", counter + "allowance = 1\nperiod_start = '%s'", "02-28", "02-29"},
		{"counters.a.adjustments[1].days", counter + "allowance = 1\n[[counters.a.adjustments]]\ndate = 2026-01-01\ndays = %s", "-366 366", "-366.5 366.5"},
		{"counters.a.adjustments[1].hours", inHours + "[[counters.a.adjustments]]\ndate = 2026-01-01\nhours = '%s'", "-100000h 100000h", "-100000h01 100000h01"},
		{"counters.a.adjustments[1].hours", inHours + "adjustments = [%s]", "{date=2026-01-01,hours='1h'}", "{date=2026-01-01}"},
		{"counters.a.adjustments[1].days", counter + "allowance = 1\nadjustments = [%s]", "{date=2026-01-01,days=1}", "{date=2026-01-01}"},
		{"counters.a.carry_expires", counter + "allowance = 1\ncarry_expires = %s", "'' '10-31'", "'02-29'"},
		{"counters.a.label", counter + "allowance = 1\nlabel = %s", "'' 'x'", "\"\\u00a0\""},
		{"counters.a.carry_over", inHours + "carry_over = %s", "'none' 'all'", "5"},
		{"counters.a.types counters.a.allowance counters.a.allowances counters.a.accrual counters.a.round_up counters.a.carry_expires",
			inHours + "types = ['RTT']\nallowance = 1\nallowances = [{from=2026-01-01,allowance=1}]\naccrual = 'monthly'\nround_up = true\ncarry_expires = %s", "", "'10-31'"},
		{"counters.a.types", "[counters.a]\nallowance = 1\ntypes = [%s]", "'RTT' 'RTT','CONGE'", "'RTT','RTT' 'X'"},
		{"vehicles.a.power_cv", "[vehicles.a]\npower_cv = %s", "1 500", "0 501"},
		{"journeys.a.distance_km", "[journeys.a]\ndistance_km = %s", "0 0.001 20000", "-0.001 20000.001 0.0001"},
		{"journeys.a.round_trips", "[journeys.a]\nround_trips = %s", "1 2", "0 3"},
		{"journeys.a.distances[1].distance_km", "[journeys.a]\ndistances = [%s]", "{from=2026-01-01,distance_km=1}", "{from=2026-01-01}"},
		{"meals.per_day", "[meals]\nper_day = %s", "0 0.01 100", "-0.01 100.01 0.001"},
		{"telework.rates[1].day", telework + "year = 2026\nday = %s", "0 100000", "100000.01"},
		{"telework.rates[1].year", telework + "day = 1\nyear = %s", "2000 9999", "1999 10000"},
		{"ten_percent[1].max", "[[ten_percent]]\nyear = 2026\nmin = 509\nmax = %s", "509 100000", "508 100001"},
		{"bareme[1].rates", bareme + "constants = [0, 0, 0]\nrates = [0, 0, %s]", "0 10", "10.001 0.0001 1,1"},
		{"bareme[1].constants", bareme + "rates = [0, 0, 0]\nconstants = [0, 0, %s]", "0 100000", "-1 100001"},
		{"bareme[1].power_cv", "[[bareme]]\nyear = 2026\ncategory = 'moto'\nrates = [0, 0, 0]\nconstants = [0, 0, 0]\npower_cv = %s", "1 6", "0 2"},
		{"bareme[2]", "bareme = [{category='moto',power_cv=3" + row + ",{%s" + row + "]", "category='moto',power_cv=6 category='voiture',power_cv=3", "category='moto',power_cv=3"},
		{"rules.daily_rest", "[rules]\ndaily_rest = '%s'", "0h 23h59", "24h"},
		{"rules.weekly_rest", "[rules]\nweekly_rest = '%s'", "0h 168h", "168h01"},
		{"rules.day_max", "[rules]\nday_max = '%s'", "24h", "24h01"},
		{"rules.overtime", "[rules]\novertime = '%s'", "168h", "168h01"},
		{"rules.contingent", "[rules]\ncontingent = '%s'", "8784h", "8784h01"},
		{"rules.break", "[rules]\nbreak = '%s'", "24h", "24h01"},
		{"rules.rest_days", "[rules]\nrest_days = %s", "0 14", "-1 15"},
		{"rules.rest_sunday", "[rules]\nrest_sunday = %s", "0 14", "15"},
		{"rules.days_per_year", "[rules]\ndays_per_year = %s", "0 366", "367"},
		{"rules.profile", "[rules]\nnight_worker = true\ntwelve_hours = true\nprofile = %s", "", "'x'"},
		{"hours.night_end", "[hours]\nnight_end = '%s'", "21:01 00:00", "21:00 24:00"},
		{"pay.annual_base", "[pay]\nprofile = 'fph'\nannual_base = %s", "0 1000000", "1000000.001"},
		{"pay.delay_months", "[pay]\ndelay_months = %s", "0 12", "-1 13"},
		{"pay.rates[1].euros", "[[pay.rates]]\nfrom = 2026-01-01\nkind = 'night'\neuros = %s", "0 1000", "1000.001"},
		{"review.short_presence", "[review]\nshort_presence = '%s'", "0h 1h", "1h01"},
		{"person.name", "[person]\nname = '%s '", strings.Repeat("é", 80), strings.Repeat("é", 81)},
		{"plan.words", "[plan]\nwords = {%s}", words + "x='TT'", words + "x='TT',y='TT'"},
		{`plan.words.""`, "[plan.words]\nN2 = 'GARDE'\n%s = 'rest'", "RH", "''"},
	} {
		for _, value := range strings.Fields(test.taken) {
			modelstest.WantList(t, problemsOf(t, fmt.Sprintf(test.document, value)), nil, test.key, value)
		}
		for _, value := range strings.Fields(test.refused) {
			modelstest.Want(t, strings.Join(problemsOf(t, fmt.Sprintf(test.document, value)), " "), test.key, value)
		}
	}
}

func TestLeaveIsRoundedUpUnlessItsCounterSaysOtherwise(t *testing.T) {
	t.Parallel()
	for counter, want := range map[string]bool{
		"types = ['CONGE']": true, "types = ['CONGE']\nround_up = false": false,
		"types = ['RTT']": false, "types = ['RTT']\nround_up = true": true,
	} {
		personal, _ := settings.Read(tree(t, "[counters.a]\nallowance = 25\n"+counter), noLine)
		modelstest.Want(t, personal.Hours.Counters[0].RoundUp, want, counter)
	}
}

func TestTheBalanceHasItsAdjustmentsInTheOrderOfTheirDates(t *testing.T) {
	t.Parallel()
	personal, _ := settings.Read(tree(t, `[balance]
from = 2026-01-01
adjustments = [{date = 2026-06-30, hours = '1h'}, {date = 2026-03-31, hours = '2h'}]`), noLine)
	modelstest.Want(t, personal.Hours.Balance.Adjustments[0].Minutes, 120)
}
