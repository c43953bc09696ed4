package preferences_test

import (
	"strings"
	"testing"

	"worklog/app/apptest"
)

// BenchmarkPreview asks what a change of the balance would do to figures of fifty years.
func BenchmarkPreview(b *testing.B) {
	p := apptest.Start(b, apptest.WithConfig(b, "[presence_integration]\ntimezone = \"Europe/Paris\""))
	apptest.FillYears(b, p.DB, 50)
	saved(p, "targets", "", "targets.0.from", "1977-01-01", "targets.0.week", "35h")
	saved(p, "balance", "", "balance.from", "1977-01-01")
	saved(p, "counters", "", "counters.label", "Congés", "counters.types", "CONGE", "counters.allowance", "25", "counters.carry_over", "tout")
	values := form(b, p.Get("/settings"), "balance", "")
	values.Set("balance.start", "10h")
	for b.Loop() {
		if answer := p.Submit("/settings", values); answer.Status != 200 || !strings.Contains(answer.Body, "Enregistrer quand même") {
			b.Fatalf("got %d", answer.Status)
		}
	}
}
