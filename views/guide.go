package views

// Guide is a page of the guide.
type Guide struct {
	Frame
	Back           Link
	Missing        string // how to reach the program, if its address is not known
	Parts          []GuidePart
	Earlier, Later Link // pages to read before and after it; empty for none
}

// GuidePart is a part of a page of the guide.
type GuidePart struct {
	Kind GuideKind
	Text string
}

// GuideKind says what the text of a part is.
type GuideKind string

// The kinds of part.
const (
	GuideHTML GuideKind = ""  // as it is sent
	GuidePath GuideKind = "p" // one of our paths, within an attribute
	GuideCode GuideKind = "c" // code to copy
)
