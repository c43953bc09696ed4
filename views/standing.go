package views

// Standing is how the hours stand, in small: of today and of the week, and the balance.
// What is not configured is left out.
type Standing []Stand

// Stand is a part of a [Standing].
type Stand struct {
	Of     string // "semaine"
	Length string
	Since  string // RFC 3339, from which the script counts; empty if nothing is under way
	Target string // empty for none
}
