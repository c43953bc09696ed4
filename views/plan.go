package views

// Plan is what a press will do to days, as it is shown before.
type Plan struct {
	Summary     string   // how many days of what
	Counters    []string // what is left of them before and after
	Rows        []PlanRow
	More        string // about rows that are not listed
	Writes      bool   // at least one day will be written
	Fingerprint string // of what is shown: nothing else will be done
}

// PlanRow is a day of a plan, or a row of a file that is refused.
type PlanRow struct {
	Label   string // "Ligne 3"
	Text    string
	Written bool
}
