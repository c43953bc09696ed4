package app_test

import (
	"testing"

	"worklog/app"
)

// hoursToWork are targets and a balance that begin in October 2026, with everything else
// that has a page of its own.
const hoursToWork = `
[[targets]]
from = "2026-10-01"
monday = "7h"
tuesday = "7h"
wednesday = "7h"
thursday = "7h"
friday = "7h"
[balance]
from = "2026-10-01"
start = "2h30"
[counters.conges]
types = ["CONGE"]
allowance = 25
[rules]
profile = "prive"
`

// withHours sets [hoursToWork].
func withHours(t testing.TB) func(*app.Config) {
	config := loadConfig(t, "[presence_integration]\ntimezone = \"Europe/Paris\"\n"+hoursToWork)
	return func(c *app.Config) {
		c.Hours, c.Pages.Hours = config.Hours, config.Pages.Hours
	}
}
