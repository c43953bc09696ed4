package views

// Login is the page that asks for the password.
type Login struct {
	Frame
	Next    string // path to redirect to
	Notice  string // shown above the form
	Message string // why the attempt was refused
	Carried []Field
}

// Field is a hidden field that carries what was sent in another form.
type Field struct{ Name, Value string }
