package views

// Stamp is that of a version or of a change, as a form carries it.
type Stamp struct {
	Number string
	At     string // empty to carry the number alone
}
