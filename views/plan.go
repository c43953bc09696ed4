package views

// Plan is what a press will do to days, as it is shown before.
type Plan struct {
	Summary     string   // how many days of what
	Counters    []string // what is left of them before and after
	Rows        []PlanRow
	More        string // about rows that are not listed
	Writes      bool   // at least one day will be written
	Fingerprint string // of what is shown: nothing else will be done
	Settings    *PlannedSettings
}

// PlannedSettings is what it would do to take the settings of a file.
type PlannedSettings struct {
	Version     string   // of those in force
	Replaces    bool     // some are in force
	Refusal     []string // why they cannot be taken; empty if they can
	Differences []string
	Changes     []SettingsChange // of figures of the past
}

// TakesSettings reports whether the settings of the file can be taken.
func (p *Plan) TakesSettings() bool { return p.Settings != nil && len(p.Settings.Refusal) == 0 }

// PlanRow is a day of a plan, or a row of a file that is refused.
type PlanRow struct {
	Label   string // "Ligne 3"
	Text    string
	Written bool
}
