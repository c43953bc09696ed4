package pages

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/views"
)

// Limits of a form that is carried through the login. Anybody can send one.
const (
	maxCarriedSize   = 128 << 10 // bytes, percent-encoded
	maxCarriedFields = 500
	maxCarriedPath   = 100 // bytes
)

// carriedForm is a form that was sent when the session had ended, on its way through the
// login.
type carriedForm struct {
	path   string // to which it was sent, with its query
	sentAt string // RFC 3339
	fields string // percent-encoded, separated by ";", which stands in HTML as it is
}

// carriedKind is a kind of form that comes back after signing in.
type carriedKind struct {
	path  func() *regexp.Regexp
	field string // that such a form always has
	show  func(p *Pages, c echo.Context, form carriedForm, values url.Values) error
}

// carriedKinds are the forms in which a person types, and the buttons that a person
// presses on any page. They come back to be sent again: nothing is done by itself.
var carriedKinds = []carriedKind{
	{pattern(`^/entries/new$`), "slot_start", (*Pages).showTypedBefore},
	{storedDayPath, "slot_start", (*Pages).showTypedBefore},
	{pattern("^" + rangePath + "$"), "from", (*Pages).showTypedBefore},
	{pattern("^" + frame.HandPath + "$"), "key", (*Pages).showPressBefore},
	{pattern(`^/entries/[1-9][0-9]*/delete$`), "version", (*Pages).showDeletionBefore},
	{pattern("^" + frame.TakeBackPath + "$"), "change", (*Pages).showTakeBackBefore},
}

// carriedKindOf returns the kind of a form, or nil if it is not carried.
func carriedKindOf(path string, values url.Values) *carriedKind {
	address, err := url.Parse(path)
	if err != nil || len(path) > maxCarriedPath {
		return nil
	}
	for _, kind := range carriedKinds {
		if kind.path().MatchString(address.Path) && values.Has(kind.field) {
			return &kind
		}
	}
	return nil
}

// asCarried is what browsers write in another way than [url.Values.Encode].
var asCarried = strings.NewReplacer("&", ";", "%2A", "*")

// newCarriedForm returns a form, as hidden fields can carry it, unless it is of no kind
// that is carried, or too large: it never takes more bytes in the answer than it had in
// the request, which were size.
func newCarriedForm(path, sentAt string, values url.Values, size int64) (form carriedForm, ok bool) {
	form = carriedForm{ownPath(path), sentAt, asCarried.Replace(values.Encode())}
	ok = carriedKindOf(form.path, values) != nil && len(form.fields) <= maxCarriedSize && int64(len(form.fields)) <= size
	return form, ok
}

// hidden returns the fields of the login form that carry the form.
func (f carriedForm) hidden() []views.Field {
	if f == (carriedForm{}) {
		return nil
	}
	return []views.Field{{Name: "typed", Value: f.path}, {Name: "sent_at", Value: f.sentAt}, {Name: "fields", Value: f.fields}}
}

// readCarried returns the form that a login form carries, and its fields; none if it is
// none that we would have carried.
func readCarried(login url.Values) (form carriedForm, values url.Values) {
	fields, sentAt := login.Get("fields"), login.Get("sent_at")
	if _, err := time.Parse(time.RFC3339, sentAt); err != nil || strings.Count(fields, ";") >= maxCarriedFields {
		return carriedForm{}, nil
	}
	values, err := url.ParseQuery(strings.ReplaceAll(fields, ";", "&"))
	if err != nil {
		return carriedForm{}, nil
	}
	form, ok := newCarriedForm(login.Get("typed"), sentAt, values, int64(len(fields)))
	if !ok {
		return carriedForm{}, nil
	}
	return form, values
}

// carry reads a form that was sent when the session had ended. It returns false if the
// form is not carried; else the caller frees its room once the answer is sent.
func (p *Pages) carry(c echo.Context, attempt access.Attempt) (form carriedForm, free func(), ok bool) {
	request := c.Request()
	size := request.ContentLength
	if size > maxCarriedSize {
		return form, nil, false
	}
	free, ok = p.Login.Carry(attempt, size)
	if !ok {
		return form, nil, false
	}
	values, err := forms.ReadFew(c, size, maxCarriedFields)
	if err == nil {
		form, ok = newCarriedForm(request.URL.RequestURI(), p.Now().UTC().Format(time.RFC3339), values, size)
	}
	if err != nil || !ok {
		free()
		return form, nil, false
	}
	return form, free, true
}

// showCarried shows a form that was sent when the session had ended, to be sent again.
func (p *Pages) showCarried(c echo.Context, form carriedForm, values url.Values) error {
	return carriedKindOf(form.path, values).show(p, c, form, values)
}

func (p *Pages) showTypedBefore(c echo.Context, form carriedForm, values url.Values) error {
	return p.showTypedAt(c, form.path, values, "Voici ce que vous écriviez quand la session a pris fin"+nbsp+": rien n’en est encore enregistré.")
}

func (p *Pages) showDeletionBefore(c echo.Context, form carriedForm, _ url.Values) error {
	id, err := strconv.ParseInt(strings.Split(form.path, "/")[2], 10, 64)
	if err != nil {
		return echo.ErrNotFound
	}
	day, err := p.Store.Day(c.Request().Context(), id)
	if err != nil {
		return err
	}
	return p.deletion(c, http.StatusOK, day, sessionEnded+"rien n’est encore supprimé.")
}

// sessionEnded begins what is said above a button that comes back.
const sessionEnded = "Votre session avait pris fin" + nbsp + ": "
