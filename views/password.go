package views

// PasswordPath is that of the page of the password.
const PasswordPath = "/settings/password"

// Password is the page of the way in beside Home Assistant.
type Password struct {
	Frame
	Port    int    // of the machine; 0 if it is closed
	Address string // that it has there; empty if it is not known
	Set     bool   // there is a password
	Fixed   bool   // a file has it
	Message string
}
