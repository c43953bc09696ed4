package views

// Pay is the page of what the payslip of a month must show.
type Pay struct {
	Frame
	Heading string
	Person  string // whose pay it is, on paper
	Month   Link
	Hours   Link // of the month that is paid; empty outside the supported years
	Earlier Link // empty at the limit of the calendar
	Later   Link
	Lead    string
	Delay   string // says which month is paid, if it is another one
	Empty   string // says that there is nothing to show
	Lines   []PayLine
	Total   string // empty without a rate
	Notes   []Remark
	Set     Link // to the settings
}

// PayLine is a line of the payslip.
type PayLine struct {
	Name     string
	Figure   string // hours or days
	Amount   string // empty without a rate
	Rates    string // what is paid for an hour or a day; empty without a rate
	Sentence string // which hours or days these are
	Articles []Link // on other sites
	Days     []RestDay
	Weeks    []Standout // in place of days
}
