package signin

import (
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/views"
)

// Limits of a draft that is carried through the login. Anybody can send one.
const (
	maxCarriedSize = 128 << 10 // bytes, percent-encoded
	maxCarriedPath = 100       // bytes
)

// asCarried is what browsers write in another way than [url.Values.Encode], and ";" between
// the fields, which stands in HTML as it is.
var asCarried = strings.NewReplacer("&", ";", "%2A", "*")

func fieldsOf(d frame.Draft) string { return asCarried.Replace(d.Values.Encode()) }

// newCarried returns a form as one that is carried, or without Show if it is of no such kind, or too
// large: it never takes more bytes in the answer than it had in the request, which were size.
func (p *Pages) newCarried(path, sentAt string, values url.Values, size int64) frame.Draft {
	d := p.Drafts.Of(path, values, sentAt, frame.SessionEnded)
	if d.Show == nil || len(d.Path) > maxCarriedPath || len(fieldsOf(d)) > int(min(size, maxCarriedSize)) {
		return frame.Draft{}
	}
	return d
}

func hidden(d frame.Draft) []views.Field {
	if d.Show == nil {
		return nil
	}
	return []views.Field{{Name: "typed", Value: d.Path}, {Name: "sent_at", Value: d.SentAt}, {Name: "fields", Value: fieldsOf(d)}}
}

// readCarried returns the draft that a login form carries; one without Show if it is none that we would
// have carried.
func (p *Pages) readCarried(login url.Values) frame.Draft {
	fields, sentAt := login.Get("fields"), login.Get("sent_at")
	if _, err := time.Parse(time.RFC3339, sentAt); err != nil || strings.Count(fields, ";") >= forms.MaxFields {
		return frame.Draft{}
	}
	values, err := url.ParseQuery(strings.ReplaceAll(fields, ";", "&"))
	if err != nil {
		return frame.Draft{}
	}
	return p.newCarried(login.Get("typed"), sentAt, values, int64(len(fields)))
}

// carry reads a form that was sent when the session had ended. It returns false if the
// form is not carried; else the caller frees its room once the answer is sent.
func (p *Pages) carry(c echo.Context, attempt access.Attempt) (d frame.Draft, free func(), ok bool) {
	request := c.Request()
	size := request.ContentLength
	if size > maxCarriedSize {
		return d, nil, false
	}
	free, ok = p.Login.Carry(attempt, size)
	if !ok {
		return d, nil, false
	}
	values, err := forms.ReadTyped(c, size)
	if err == nil {
		d = p.newCarried(request.URL.RequestURI(), p.Now().UTC().Format(time.RFC3339), values, size)
	}
	if d.Show == nil {
		free()
		return d, nil, false
	}
	return d, free, true
}

// showCarried shows the draft, or answers it as one that may not be applied any more.
func (p *Pages) showCarried(c echo.Context, d frame.Draft) error {
	err := forms.Admit(c, d.Path, d.Values)
	if outdated := new(forms.Outdated); errors.As(err, &outdated) {
		d.Why, err = frame.ReasonOf(outdated), nil
	}
	if err != nil {
		return err
	}
	return d.Show(c, d)
}
