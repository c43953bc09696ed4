package views

import (
	"context"
	"net/url"
	"strconv"
	"time"

	"github.com/a-h/templ"

	"worklog/models"
	"worklog/models/civil"
	"worklog/views/french"
)

// Hand is a button that records an arrival or a departure.
type Hand struct {
	Event   models.EventType
	Key     string // of this very button
	At      string // the time as typed; empty for now
	Message string // beside the time
	Back    string // path of the page that has the button; empty for the month
}

// HandPath is where it is sent.
const HandPath = "/presence/hand"

var handLabels = map[models.EventType]string{models.Arrival: "J’arrive", models.Departure: "Je pars"}

// HandRefused is the page of a button that has recorded nothing.
type HandRefused struct {
	Frame
	Text  string
	Date  *civil.Date // of a press that was kept; nil for none
	Again *Hand       // to correct the time; nil when that is not why
}

// TakeBack is the page of a button that takes back a change, pressed when the session had
// ended.
type TakeBack struct {
	Frame
	Heading string
	Text    string
	Days    []string // that change, with what was done to them
	Press   Undo
	Back    string
}

// Where the band of a forgotten departure is sent.
const (
	ClosePath   = "/presence/close"
	DiscardPath = "/presence/discard"
)

// Forgotten asks for the departure of an arrival that has been open for a long time.
type Forgotten struct {
	Day  *models.Day
	Open *models.WorkplacePresenceEvent
	Now  time.Time
	Back string // path of the page that asks; empty to see the day
	EndField
	// Along is the path of the page's form of a day, which goes along, so that what was typed in it is
	// not lost; empty for none.
	Along string
}

// inForm is the attribute of a field of the form that goes along, if one does.
func (f Forgotten) inForm() templ.OrderedAttributes { return having(f.Along != "", "form", "day") }

// button are the attributes of a button of that form, by which it is sent where the band is.
func (f Forgotten) button(ctx context.Context, path string) templ.OrderedAttributes {
	return append(f.inForm(), having(f.Along != "", "formaction", string(to(ctx, f.sentTo(path))))...)
}

func (f Forgotten) sentTo(path string) string {
	if f.Along == "" {
		return path
	}
	return path + "?typed=" + url.QueryEscape(f.Along)
}

// when says, where there is little room, the day and the one that is offered.
func (f Forgotten) when() string {
	when := french.ShortDate(f.Day.Date)
	if days, err := strconv.Atoi(f.EndDay); err == nil && days > 0 {
		when += ", " + french.EndDay(days)
	}
	return when
}

// text says for how long an arrival has had no departure.
func (f Forgotten) text() string {
	if !f.Open.OccurredAt.Readable() {
		return "L’heure de l’arrivée du " + french.FullDate(f.Day.Date) + " ne peut pas être lue, et rien n’est enregistré avant qu’elle soit ignorée."
	}
	text := "Arrivée du " + french.FullDate(f.Day.Date) + " à " + french.Clock(f.Open.OccurredAt, f.Day.Zone)
	switch hours := int((f.Now.Unix() - f.Open.OccurredAt.Unix()) / 3600); {
	case hours < 0:
		return text + ", pas encore de départ."
	case hours < 48:
		return text + ", aucun départ depuis " + strconv.Itoa(hours) + "\u00a0h."
	default:
		return text + ", aucun départ depuis " + french.Counted(hours/24, "jour") + "."
	}
}

// Stand is how the hours of today or of the week stand, or the balance.
type Stand struct {
	Of     string // "semaine"
	Length string
	Since  string // RFC 3339, from which the script counts; empty if nothing is under way
	Target string // empty for none
}

// Since writes the instant from which the page counts on, where minutes worked until now go on.
func Since(zone *time.Location, worked int64, now civil.Instant) string {
	began := now.StartOfMinute(zone).Add(-time.Duration(worked) * time.Minute)
	return began.In(zone).Format(time.RFC3339)
}

// Kept is the place for what waits in the browser to be sent, which the script shows there.
type Kept struct {
	Tag        string // of the user whose it is
	Integrated bool   // what comes next can be pressed there
}
