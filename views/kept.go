package views

// Kept is the place for what waits in the browser to be sent, which the script shows there.
type Kept struct {
	Tag        string // of the user whose it is
	Integrated bool   // what comes next can be pressed there
}

// Offline is the page that the service worker shows when there is no network.
type Offline struct {
	Frame
	Kept Kept
}
