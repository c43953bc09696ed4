package views

// Doubt is something odd about a day, with what can be done about it.
type Doubt struct {
	Question
	ID      string
	Heading string
	Text    string
	Day     Link
	Right   string // where « C'est juste » is sent
	Action  string // where the remedy is sent; empty if there is none
	Label   string // of the remedy
	Types   []TypeOption
	Ends    bool // whether an end is asked for
	End     string
	EndDays []Option
	Offered string // where the time offered comes from
	Message string // beside what is asked for
	ErrorID string // id of the message
}
