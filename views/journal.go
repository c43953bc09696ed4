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
	Refused  []JournalLine
	Taken    []JournalRow // what was recorded, now or before
	Older    string       // path of the lines before; empty when there are none
	Nothing  Nothing      // while there is no line at all
}

// Empty reports whether there is no line at all.
func (j Journal) Empty() bool { return len(j.Refused) == 0 && len(j.Taken) == 0 && !j.Filtered }

// JournalRow is lines that are folded into one, or shown.
type JournalRow struct {
	Folded string // how many there are; empty if they are shown
	Span   string // when they were received
	Unfold string // path of the page with them; empty if they are here
	Lines  []JournalLine
}

// JournalLine is a request and what became of it.
type JournalLine struct {
	Received Moment
	Told     string // what it asked, what became of it, and why
	Source   string // the way in; empty for the endpoint
	Action   Link   // what can be done about it; empty for nothing
	Since    string // what has become of it since
	Remedy   string
	Facts    []JournalFact
	Leads    []Link
}

// JournalFact is a part of a request or of its answer.
type JournalFact struct{ Label, Text string }
