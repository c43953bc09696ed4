package views

// Journal is the page of what was asked of the endpoint.
type Journal struct {
	Frame
	Action   string // where the filter is sent
	Day      string // YYYY-MM-DD, empty for all
	DayPage  Link   // of that day
	Answers  []Option
	Filtered bool
	Counts   []string // of the requests that have no line
	Unused   []string // of the messages of OwnTracks that have none
	Span     string   // in which they came
	Remedy   string   // path of what to do about them
	Lines    []JournalLine
	Older    string // path of the lines before; empty when there are none
	Help     string // path of how to connect
}

// JournalLine is a request and what became of it.
type JournalLine struct {
	Received Moment
	Kind     string // what happened, or the event as it was sent
	Sent     string // when it occurred, as it was sent
	Key      string
	Source   string // the way in; empty for the endpoint
	Status   string
	Message  string // the answer's own words; empty for a success
	Refused  bool
	Reason   string
	Action   Link   // what can be done about it; empty for nothing
	Since    string // what has become of it since
	Day      Link
}

// Moment is a date and a time of day.
type Moment struct {
	Day     string
	Time    string
	Machine string // RFC 3339
}
