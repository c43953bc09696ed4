package frame

import (
	"net/url"
	"regexp"
	"sync"

	"github.com/labstack/echo/v4"

	"worklog/handlers/french"
)

// Draft is a form that was sent and is not to be stored yet, such as one that was sent when
// the session had ended. All its fields are kept, by the browser. It is shown again on its
// page, to be sent again: nothing is done by itself.
type Draft struct {
	Path   string // to which it was sent, with its query
	Values url.Values
	SentAt string // RFC 3339; of one that is carried through the login
}

// DraftKind is a kind of form that the login carries.
type DraftKind struct {
	Path  func() *regexp.Regexp
	Field string // that such a form always has
	// Show shows one that was carried through the login.
	Show func(echo.Context, Draft) error
}

// Pattern returns a function that compiles a pattern at its first call.
func Pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// SessionEnded begins what is said above a button that comes back.
const SessionEnded = "Votre session avait pris fin" + french.NBSP + ": "
