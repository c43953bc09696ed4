package views

import (
	"worklog/models"
	"worklog/models/civil"
)

// Journal is the page of what was asked of the endpoint.
type Journal struct {
	Frame
	Day      string      // as asked for
	Date     *civil.Date // that day; nil for all
	Answers  []Option
	Chosen   string // one of them
	Filtered bool
	Counts   []string // of the requests that have no line
	Unused   []string // of the messages of OwnTracks that have none, on the day or recently
	Refused  []JournalLine
	Taken    []JournalRow // what was recorded, now or before
	Older    string       // path of the lines before; empty when there are none
}

// RecentDays is for how many days, today included, the pages say what was sent in vain.
const RecentDays = 7

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
	models.JournalLine
	Told   string // what it asked, what became of it, and why
	Answer string
	Since  string // what has become of it since
	Remedy string
	// InTheWay is the arrival that was open; nil for other refusals.
	InTheWay *models.WorkplacePresenceEvent
}

// journalSources name the way in by which an event came, but for the endpoint.
var journalSources = map[models.Door]string{
	models.DoorOwnTracks: "OwnTracks",
	models.DoorPage:      "à la main",
}
