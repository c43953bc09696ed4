package pages

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/views"
)

// asCarried is what browsers write in another way than [url.Values.Encode], and ";" between
// the fields, which stands in HTML as it is.
var asCarried = strings.NewReplacer("&", ";", "%2A", "*")

// fields returns the fields as the login form carries them.
func (d draft) fields() string { return asCarried.Replace(d.values.Encode()) }

// carried returns a form as a draft, unless it is of no kind that is carried, or too large:
// it never takes more bytes in the answer than it had in the request, which were size.
func carried(path, sentAt string, values url.Values, size int64) (d draft, ok bool) {
	d = draft{path: frame.OwnPath(path), values: values, sentAt: sentAt}
	if d.kind() == nil {
		return draft{}, false
	}
	encoded := len(d.fields())
	return d, encoded <= maxCarriedSize && int64(encoded) <= size
}

// hidden returns the fields of the login form that carry the draft.
func (d draft) hidden() []views.Field {
	if d.values == nil {
		return nil
	}
	return []views.Field{{Name: "typed", Value: d.path}, {Name: "sent_at", Value: d.sentAt}, {Name: "fields", Value: d.fields()}}
}

// readCarried returns the draft that a login form carries; none if it is none that we would
// have carried.
func readCarried(login url.Values) draft {
	fields, sentAt := login.Get("fields"), login.Get("sent_at")
	if _, err := time.Parse(time.RFC3339, sentAt); err != nil || strings.Count(fields, ";") >= maxCarriedFields {
		return draft{}
	}
	values, err := url.ParseQuery(strings.ReplaceAll(fields, ";", "&"))
	if err != nil {
		return draft{}
	}
	d, ok := carried(login.Get("typed"), sentAt, values, int64(len(fields)))
	if !ok {
		return draft{}
	}
	return d
}

// carry reads a form that was sent when the session had ended. It returns false if the
// form is not carried; else the caller frees its room once the answer is sent.
func (p *Pages) carry(c echo.Context, attempt access.Attempt) (d draft, free func(), ok bool) {
	request := c.Request()
	size := request.ContentLength
	if size > maxCarriedSize {
		return d, nil, false
	}
	free, ok = p.Login.Carry(attempt, size)
	if !ok {
		return d, nil, false
	}
	values, err := forms.ReadFew(c, size, maxCarriedFields)
	if err == nil {
		d, ok = carried(request.URL.RequestURI(), p.Now().UTC().Format(time.RFC3339), values, size)
	}
	if err != nil || !ok {
		free()
		return d, nil, false
	}
	return d, free, true
}

// sessionEnded begins what is said above a button that comes back.
const sessionEnded = "Votre session avait pris fin" + nbsp + ": "

// showTypedBefore shows what was typed in a form when the session had ended, beside what is
// stored if a new day's date is taken by now.
func (p *Pages) showTypedBefore(c echo.Context, d draft) error {
	with := around{status: http.StatusOK, notice: "Voici ce que vous écriviez quand la session a pris fin" + nbsp + ": rien n’en est encore enregistré."}
	if frame.OwnPath(d.path) == rangePath {
		return p.showDraft(c, d, with)
	}
	day, err := p.dayAt(c, d.path)
	if err != nil {
		return err
	}
	form := readDayForm(d.values)
	if day.ID == 0 {
		form.Version = ""
		if taken, err := p.Store.DayOn(c.Request().Context(), day.Date); err == nil {
			return p.conflict(c, taken, form)
		}
	}
	return p.showDayDraft(c, day, form, with)
}

// showDeletionBefore shows the page of a deletion that was confirmed when the session had
// ended.
func (p *Pages) showDeletionBefore(c echo.Context, d draft) error {
	id, err := strconv.ParseInt(strings.Split(d.path, "/")[2], 10, 64)
	if err != nil {
		return echo.ErrNotFound
	}
	day, err := p.Store.Day(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return p.deletion(c, http.StatusOK, day, sessionEnded+"rien n’est encore supprimé.")
}
