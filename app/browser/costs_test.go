package browser_test

import (
	"testing"

	"worklog/app/apptest"
)

// costsOfMay are days of a year with costs, and some that lack something.
func costsOfMay(t *testing.T) *apptest.Program {
	p := apptest.Start(t, apptest.WithCosts(t, "[meals]\nper_day = 4.20\n"))
	p.Work("2026-05-04", "bureau", "clio")
	p.Work("2026-05-05", "annexe", "clio")
	p.Work("2026-05-06", "late", "mob")
	p.EnterDay("2026-05-07", "TT", "", "", false)
	p.EnterDay("2026-05-08", "RTT", "bureau", "zoe", true)
	p.EnterDay("2026-12-01", "TT", "", "", false) // planned
	return p
}
