package views

// Kept is the place for what waits in the browser to be sent, which the script shows there.
type Kept struct {
	Tag     string  // of the user whose it is
	Presses []Press // of which what comes next is pressed there; none when the integration is off
}

// Press is a button for an event, which the script sends.
type Press struct {
	Event string
	Label string
}

// Offline is the page that the service worker shows when there is no network.
type Offline struct {
	Frame
	Kept Kept
}
