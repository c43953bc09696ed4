package views

// Standing is how the hours stand, in small.
type Standing struct {
	Today, Week *Worked // nil where there is nothing to say
	Balance     string  // "+0 h 35"; empty if it is not configured
}

// Worked is what was worked beside its target.
type Worked struct {
	Length string
	Since  string // RFC 3339, from which the script counts; empty if nothing is under way
	Target string // empty for none
}
