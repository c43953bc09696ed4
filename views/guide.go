package views

// Guide is a page of the guide.
type Guide struct {
	Frame
	Back           Link
	Missing        string // how to reach the program, if its address is not known
	HTML           string // as it is sent
	Earlier, Later Link   // pages to read before and after it; empty for none
}
