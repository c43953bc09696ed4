package views

// Today is the page of how things stand now.
type Today struct {
	Frame
	Heading string
	State   *Presence // nil if unknown
	Strips  []TodayStrip
	Press   *Hand // nil when the integration is off
	Week    Stand // empty without hours
	Days    []MonthDay
	Review  Link     // without a label, nothing is to be verified
	Start   Link     // empty unless no day is stored and something is to be set
	Silence *Silence // nil when none is missed
}

// TodayStrip is the hours of a day on a line.
type TodayStrip struct {
	Label string
	Hours string // as in a month; empty for none
}
