package frame

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/models"
)

// Draft is a form that was sent and is not applied, for a reason that the form cannot help. It
// is shown on its page again; the user resubmits it.
type Draft struct {
	Path   string // to which it was sent, with its query
	Values url.Values
	SentAt string // RFC 3339
	Why    Reason
	// Show shows it on its page again; nil for a form of no kind.
	Show func(echo.Context, Draft) error
}

// Reason is why a form was not applied: the status of the page that shows it again, and what
// stands at its top.
type Reason struct {
	Status int
	Text   string // begins a sentence, such as « …rien n’est enregistré »
}

// The reasons.
var (
	SessionEnded = Reason{http.StatusOK, "Votre session avait pris fin\u00a0: "}
	Restored     = Reason{http.StatusConflict, "La base a été restaurée depuis l’ouverture de cette page\u00a0: "}
	deleted      = Reason{http.StatusNotFound, "Cette journée a été supprimée entre-temps, et "}
	takenBack    = Reason{http.StatusConflict, "Annulé depuis\u00a0: ce que cette demande avait fait ne vaut plus, et "}
)

// ReasonOf returns the reason of an outdated form.
func ReasonOf(outdated *forms.Outdated) Reason {
	switch {
	case errors.Is(outdated, models.ErrRestored):
		return Restored
	case errors.Is(outdated, models.ErrEntryNotFound):
		return deleted
	}
	return takenBack
}

// DraftKind is a kind of form that is shown again.
type DraftKind struct {
	Path  string // pattern of [path.Match] for the path to which it is sent
	Field string // that such a form always has
	Show  func(echo.Context, Draft) error
}

// Drafts are the kinds of several packages.
type Drafts []DraftKind

// Of returns a form that was sent to a path at a moment as a draft.
func (kinds Drafts) Of(sentTo string, values url.Values, sentAt string, why Reason) Draft {
	d := Draft{Path: OwnPath(sentTo), Values: values, SentAt: sentAt, Why: why}
	own, _, _ := strings.Cut(d.Path, "?")
	for _, kind := range kinds {
		if sent, _ := path.Match(kind.Path, own); sent && values.Has(kind.Field) {
			d.Show = kind.Show
		}
	}
	return d
}
