package views

// Sessions is the page of the browsers that are signed in.
type Sessions struct {
	Frame
	Browsers []Browser
}

// Browser is one that is signed in.
type Browser struct {
	ID       string
	Name     string // "Firefox sur Android"
	This     bool   // the one that shows the page
	SignedIn string
	Seen     string
}
