// Package transfer has the page that exports and imports data.
package transfer

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"worklog/handlers/frame"
	"worklog/models"
	"worklog/views"
)

var (
	errFileTooLarge = errors.New("file is too large for the page")
	errImporting    = errors.New("another import is running")
)

// PageErrors are their pages.
var PageErrors = []frame.PageError{
	{Err: errFileTooLarge, Status: http.StatusRequestEntityTooLarge, Heading: "Fichier trop volumineux",
		Text: "Rien n’est enregistré\u00a0: ce fichier est trop grand pour cette page. La commande «\u00a0worklog import\u00a0» prend jusqu’à 32 Mio."},
	{Err: errImporting, Status: http.StatusServiceUnavailable, Heading: "Reprise en cours",
		Text: "Rien n’est enregistré\u00a0: un autre fichier est en cours de lecture. Réessayez dans un instant."},
}

// Pages is the page of this package and its forms.
type Pages struct {
	*frame.Site
	// BackUp makes a backup before an import.
	BackUp   func(context.Context) error
	Settings Settings
	// Importing is held while a file is read, by the pages of whichever settings.
	Importing *sync.Mutex
}

// Settings are those in force, in whose place those of a file can be taken.
type Settings interface {
	// Any reports whether there are some in the database.
	Any(context.Context) (bool, error)
	// Planned returns what it would do to take a document, or nil if it says what those in
	// force do.
	Preview(ctx context.Context, document string) (*views.PreviewedSettings, error)
	// TakeOver takes a document in place of the version that was shown, and returns the stamp
	// of its own. It reports false if another version is in force by now.
	TakeOver(ctx context.Context, document, version string) (done models.Stamp, taken bool, err error)
}

// Owns reports whether the request is for a file, to be sent or received.
func Owns(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, "/data/") }

// Route adds the page and its forms; of returns those that answer a request.
func Route(e *echo.Echo, of func(echo.Context) *Pages) {
	on := frame.On(of)
	frame.Get(e, "/data", on((*Pages).data))
	frame.Get(e, "/data/export", on((*Pages).export))
	frame.Get(e, "/data/import", func(c echo.Context) error { return of(c).SeeOther(c, "/data") })
	e.POST("/data/import", on((*Pages).importData))
}
