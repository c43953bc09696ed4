// Package preferences has the page of the settings that are a person's.
package preferences

import (
	"errors"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/handlers/frame"
	"worklog/models"
	"worklog/models/settings"
	"worklog/views"
)

// Path is that of the page.
const Path = frame.SettingsPath

// Pages are the pages of this package.
type Pages struct {
	*frame.Site
	Keeper Keeper
	// ShowCounters shows the page of counters, which is the reports'.
	ShowCounters func(c echo.Context, status int, adjust views.Adjustments) error
}

// Keeper knows the configuration file, and what settings decide beside it.
type Keeper struct {
	// File has the person's sections of the file, which stand before those of the settings.
	File settings.Tree
	Name string                   // of the file
	Line func(path ...string) int // of a path in it; 0 if it is not known
	// With returns what would be decided with settings in place of the present ones, or what is
	// wrong with them.
	With func(own settings.Tree) (models.Rules, frame.Config, []settings.Problem)
}

// place says where in the file a path is, such as "config.toml, ligne 12".
func (k Keeper) place(path ...string) string {
	name := filepath.Base(k.Name)
	if line := k.Line(path...); line > 0 {
		name += ", ligne" + nbsp + strconv.Itoa(line)
	}
	return name
}

// What the forms of this package say once they are done.
var (
	saidSaved     = frame.Flash{Text: "Enregistré.", Focus: views.FocusFlash, Undo: views.Undo{Action: Path, Label: "Annuler"}}
	saidTakenBack = frame.Flash{Text: "Annulé.", Focus: views.FocusFlash, Undo: views.Undo{Action: Path + "?again=1", Label: "Rétablir"}}
	saidMadeAgain = frame.Flash{Text: "Rétabli.", Focus: views.FocusFlash, Undo: saidSaved.Undo}
	saidReturned  = frame.Flash{Text: "Les réglages sont de nouveau comme avant.", Focus: views.FocusFlash, Undo: saidSaved.Undo}
)

// Errors for an unknown form or an impossible action.
var (
	errNoVersion = errors.New("form has no version of the settings")
	errNoState   = errors.New("no such version of the settings")
	errUnsound   = errors.New("version of the settings does not go with the file")
	errInUse     = errors.New("days have what this version of the settings lacks")
)

// PageErrors are their pages.
var PageErrors = []frame.PageError{
	{Err: errNoVersion, Status: http.StatusUnprocessableEntity, Heading: "Formulaire incomplet",
		Text: "Rien n’est changé\u00a0: le formulaire ne dit pas de quels réglages il part. Revenez aux réglages et recommencez."},
	{Err: errNoState, Status: http.StatusNotFound, Heading: "Rien à annuler",
		Text: "Rien n’est changé\u00a0: cet état des réglages n’est plus gardé."},
	{Err: errUnsound, Status: http.StatusConflict, Heading: "Réglages impossibles",
		Text: "Rien n’est changé\u00a0: cet état des réglages ne va pas avec le fichier de configuration d’aujourd’hui."},
	{Err: errInUse, Status: http.StatusConflict, Heading: "Réglages en usage",
		Text: "Rien n’est changé\u00a0: des journées ont un trajet ou un véhicule que cet état des réglages n’a pas."},
	{Err: settings.ErrChanged, Status: http.StatusConflict, Heading: "Réglages changés entre-temps",
		Text: "Rien n’est changé\u00a0: les réglages ont été modifiés depuis que cette page a été affichée. Ouvrez-les pour revenir à l’un de leurs états."},
	{Err: settings.ErrTooLarge, Status: http.StatusRequestEntityTooLarge, Heading: "Réglages trop volumineux",
		Text: "Rien n’est changé\u00a0: tous les réglages ensemble ont 256\u00a0Kio au plus."},
}

// Drafts are the forms that the login carries.
func (p *Pages) Drafts() []frame.DraftKind {
	return []frame.DraftKind{
		{Path: Path, Field: "section", Show: p.showTypedBefore},
		{Path: frame.CountersPath, Field: "section", Show: p.showTypedBefore},
		{Path: startPath, Field: "version", Show: p.showTypedBefore},
	}
}

// Route adds the pages; of returns those for a request. Each is given what is set now.
func Route(e *echo.Echo, of func(echo.Context) *Pages) {
	on := func(answer func(*Pages, echo.Context, stored) error) echo.HandlerFunc {
		return frame.On(of)(func(p *Pages, c echo.Context) error {
			now, err := p.stored(c.Request().Context())
			if err != nil {
				return err
			}
			return answer(p, c, now)
		})
	}
	frame.Get(e, Path, on((*Pages).show))
	e.POST(Path, on((*Pages).post))
	frame.Get(e, frame.CountersPath, on((*Pages).counters))
	e.POST(frame.CountersPath, on((*Pages).post))
	frame.Get(e, startPath, on((*Pages).begin))
	e.POST(startPath, on((*Pages).answer))
}

// maxFields is how many fields a form has at most. A list of 200 weeks has 2,200.
const maxFields = 4000

// read reads a form. It returns [forms.ErrUnreadable] for what is not UTF-8, which TOML would store
// as other letters.
func read(c echo.Context) (url.Values, error) {
	values, err := forms.ReadUpTo(c, forms.MaxSize, maxFields)
	for _, texts := range values {
		if slices.ContainsFunc(texts, func(text string) bool { return !utf8.ValidString(text) }) {
			return nil, forms.ErrUnreadable
		}
	}
	return values, err
}

func (p *Pages) post(c echo.Context, now stored) error {
	values, err := read(c)
	if err != nil {
		return err
	}
	switch {
	case values.Has("change"):
		return p.takeBack(c, values)
	case values.Has("state"):
		return p.bringBack(c, now, values)
	}
	return p.save(c, now, values)
}
