package preferences_test

import (
	"fmt"
	"strings"
	"testing"

	"worklog/app/apptest"
)

// BenchmarkPreview asks what a change would do to figures of ten and of fifty years: of the balance
// alone, and of the week, into which all but travel costs enter.
func BenchmarkPreview(b *testing.B) {
	for _, years := range []int{10, 50} {
		p := apptest.Start(b, apptest.WithConfig(b, "[presence_integration]\ntimezone = \"Europe/Paris\""))
		apptest.FillYears(b, p.DB, years)
		saved(p, "targets", "", "targets.0.from", "1977-01-01", "targets.0.week", "35h")
		saved(p, "balance", "", "balance.from", "1977-01-01")
		saved(p, "counters", "", "counters.label", "Congés", "counters.types", "CONGE", "counters.allowance", "25", "counters.carry_over", "tout")
		saved(p, "rules", "", "rules.profile", "prive")
		saved(p, "pay", "", "pay.rates.0.kind", "night", "pay.rates.0.from", "1977-01-01", "pay.rates.0.euros", "2")
		for section, change := range map[string][2]string{"balance": {"balance.start", "10h"}, "targets": {"targets.0.week", "34h"}} {
			values := form(b, p.Get("/settings"), section, "")
			values.Set(change[0], change[1])
			b.Run(fmt.Sprintf("%d/%s", years, section), func(b *testing.B) {
				for b.Loop() {
					if answer := p.Submit("/settings", values); answer.Status != 200 || !strings.Contains(answer.Body, "Enregistrer quand même") {
						b.Fatalf("got %d", answer.Status)
					}
				}
			})
		}
	}
}

// BenchmarkVersions asks for pages of a database that has ten thousand versions of the settings,
// and of one that has two.
func BenchmarkVersions(b *testing.B) {
	for _, versions := range []int{2, 10_000} {
		p := apptest.Start(b, apptest.WithConfig(b, "[presence_integration]\ntimezone = \"Europe/Paris\""))
		apptest.FillYears(b, p.DB, 1)
		saved(p, "targets", "", "targets.0.from", "2026-01-01", "targets.0.week", "35h")
		if _, err := p.DB.Exec(`WITH RECURSIVE n (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM n WHERE n < ?)
			INSERT INTO settings_versions (made_at, made_by, document) SELECT made_at, '', document || '# ' || n FROM n, settings_versions WHERE id = 1`, versions); err != nil {
			b.Fatal(err)
		}
		for _, path := range []string{"/months/2026-11", "/settings"} {
			b.Run(fmt.Sprintf("%d/%s", versions, path), func(b *testing.B) {
				for b.Loop() {
					p.Get(path).Want(b, 200)
				}
			})
		}
	}
}
