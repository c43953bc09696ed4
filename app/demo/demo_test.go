// Package demo_test has the tests of the demonstration, which the race detector makes ten times as slow.
package demo_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"worklog/app"
	"worklog/app/apptest"
	"worklog/models"
	"worklog/models/civil"
	"worklog/models/modelstest"
	"worklog/models/review"
	"worklog/models/settings"
)

func TestMain(m *testing.M) { os.Exit(apptest.Main(m)) }

func TestTheDemoIsSoundWheneverItIsRun(t *testing.T) {
	t.Parallel()
	instants := map[string]string{
		"the second vehicle's eve, a year later": "2027-05-31T15:00:00+02:00",
		"its day, 365 days later":                "2028-05-31T15:00:00+02:00",
		"just its day":                           "2027-06-01T15:00:00+02:00",
		"the 29th of February":                   "2028-02-29T12:00:00+01:00",
		"the first moment of a year":             "2027-01-01T00:00:00+01:00",
		"after a weekend with a night":           "2027-03-15T15:00:00+01:00",
		"as the clock was put forward":           "2027-03-28T03:00:00+02:00",
		"as the clock is put back":               "2026-10-25T02:30:00+02:00",
		"after the clock was put back":           "2026-10-25T02:30:00+01:00",
	}
	if !apptest.CI { // each takes a second
		instants = map[string]string{"the 29th of February": instants["the 29th of February"], "after the clock was put back": instants["after the clock was put back"]}
	}
	for name, at := range instants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			now := modelstest.Got(time.Parse(time.RFC3339, at))(t)
			config := apptest.DemoConfig(t)
			modelstest.Must(t, app.FillDemo(t.Context(), config, now))
			modelstest.Want(t, modelstest.WantSound(t, config.Database).Rows["work_entries"] >= 200, true)
			store := modelstest.Got(models.Open(t.Context(), config.Database, config.Rules))(t)
			defer store.Close()
			open := modelstest.Got(store.OpenArrival(t.Context()))(t)
			modelstest.Want(t, open.OccurredAt.Equal(now.Add(-4*time.Hour-12*time.Minute)), true, open.OccurredAt)
			day := modelstest.Got(store.Day(t.Context(), open.WorkEntryID))(t)
			modelstest.Want(t, day.Date != civil.DateOf(now) || day.DayType == models.Work, true, "a day of work", day)
			days, err := store.Days(t.Context(), civil.DateOf(now).AddDays(-366), civil.DateOf(now))
			for what, is := range map[string]func(day models.Day) bool{
				"the second vehicle":  func(day models.Day) bool { return day.MotorVehicleID == "zoe" },
				"half a day of leave": func(day models.Day) bool { return day.HalfDay != "" },
				"a night":             func(day models.Day) bool { return day.DayType == models.Duty },
			} {
				modelstest.Want(t, slices.ContainsFunc(days, is), true, what, err)
			}
			modelstest.Want(t, len(modelstest.Got(review.NewReviews(store).Find(t.Context()))(t).Recordable), 2, "an arrival and its departure to record")
			newest := modelstest.Got(settings.Newest(t.Context(), store))(t)
			config = modelstest.Got(config.WithSettings(newest.Document))(t)
			if person := config.Frame.Person; person.Name == "" || person.Employer == "" || len(config.Frame.Hours.Balance.Adjustments) == 0 {
				t.Errorf("got %+v, want a name, an employer and hours that were paid out", person)
			}
		})
	}
}

// A hospital gives 20 days of RTT for 39 h a week (décret 2002-9, article 11), and 25 days of leave from
// January on (décret 2002-8, article 1). Two nights on duty are longer than its 10 h.
func TestTheDemoIsOneCoherentPerson(t *testing.T) {
	config, morning := apptest.DemoConfig(t), 4*time.Hour+15*time.Minute
	modelstest.Must(t, app.FillDemo(t.Context(), config, apptest.NewClock().Now().Add(morning)))
	p := apptest.Start(t, func(c *app.Config) { *c = config })
	p.Clock.Advance(morning)
	p.Get("/settings").WantWords(t, "39 h par semaine", "Règles hôpital public", "Paie à l’hôpital public")
	counters := p.Get("/years/2026/counters")
	counters.WantWords(t, "Congés annuels", "Du 1er janvier 2026 au 31 décembre 2026 en cours, au 20 novembre 2026 Acquis 25 j Pris 15 j",
		"RTT", "Du 1er janvier 2026 au 31 décembre 2026 en cours, au 20 novembre 2026 Acquis 20 j Pris 14 j")
	counters.WantNone(t, "Reste −")
	p.Get("/years/2026/rests").WantWords(t, "jusqu’à maintenant. Longueur des journées durée quotidienne 2 fois", "sam. 12 sept. 10 h 23 Rien ne ressort")
}

// Each of these configurations lacks something that the demonstration has.
func TestTheDemoFillsInWhatAConfigurationLacks(t *testing.T) {
	for name, test := range map[string]struct {
		content string
		costs   []string
	}{
		"an empty configuration":         {"", nil},
		"hours":                          {"[[targets]]\nfrom = \"2026-01-01\"\nweek = \"35h\"\n[balance]\nfrom = \"2026-03-01\"\n[counters.a]\ntypes = [\"CONGE\"]\nallowance = 2\n[rules]\nprofile = \"prive\"\n", nil},
		"vehicles, but no motor vehicle": {"[journeys.a]\n[vehicles.b]\ntype = \"cycle\"\n", nil},
		"neither journeys nor vehicles":  {string(app.Starter), []string{"Renault Clio", "Renault Zoé", "Domicile – bureau", "Domicile – annexe"}},
	} {
		t.Run(name, func(t *testing.T) {
			config := modelstest.Got(app.LoadDemo(apptest.WriteConfig(t, test.content)))(t)
			config.Listen = "127.0.0.1:0"
			modelstest.Must(t, app.FillDemo(t.Context(), config, apptest.NewClock().Now()))
			p := apptest.Start(t, func(c *app.Config) { *c = config })
			p.Get("/today").Want(t, 200, "data-since").WantNone(t, "Les derniers réglages ne vont pas")
			p.Get("/years/2026/costs").Want(t, 200, test.costs...)
			if settings := p.Get("/settings?open=vehicles").HTML(); test.costs != nil && (!strings.Contains(settings, "Renault Clio") || strings.Contains(settings, "ligne 0") || strings.Contains(settings, "masqué par")) {
				t.Errorf("got %s", settings)
			}
		})
	}
}
