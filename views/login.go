package views

// Login is the page that asks for the password.
type Login struct {
	Frame
	Action  string
	Next    string // path to redirect to
	Notice  string // shown above the form
	Message string // why the attempt was refused
}

// Logout is the page that offers to sign out.
type Logout struct {
	Frame
	Action   string
	Sessions Link // to the browsers that are signed in
}
