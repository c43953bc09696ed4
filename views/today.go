package views

import "worklog/models/civil"

// Today is the page of how things stand now.
type Today struct {
	Frame
	Calendar           // of the last days
	State    *Presence // nil if unknown
	Press    *Hand     // nil when the integration is off
	Week     Stand     // empty without hours
	// Worked are the hours of yesterday and today, as in a month, with those under way.
	Worked  map[civil.Date]string
	Silent  bool     // an event of today is missed
	Welcome *Welcome // before the first entry, in place of all this
}

// reviewCount is how many things are to be verified.
func (t Today) reviewCount() int {
	for _, link := range t.Nav {
		if link.Path == ReviewPath {
			return link.Count
		}
	}
	return 0
}
