package views

// Login is the page that asks for the password.
type Login struct {
	Frame
	Action  string
	Next    string // path of ours to lead to
	Notice  string // what the person should know first
	Message string // why the attempt was refused
}

// Logout is the page that offers to sign out.
type Logout struct {
	Frame
	Action   string
	Browsers []string // that are signed in
}
