package frame

import (
	"encoding/base64"
	"encoding/json"
	"strconv"

	"github.com/labstack/echo/v4"

	"worklog/models"
	"worklog/views"
)

// flashCookie carries a flash from a form's submission to the next page.
const flashCookie = "worklog_flash"

// Flash is what is said once, on the page that follows a form. Its cookie is sealed, because without
// TLS another server on the same host can set one.
type Flash struct {
	Text  string
	Focus views.Focus
	Undo  views.Undo // the button beside it; without the number of a change for none
}

// Of returns the flash with the button of a change of days, if it is one.
func (f Flash) Of(change models.Change) Flash {
	f.Undo = *Undo(change)
	return f
}

// At returns the flash with the number of the question that was answered, if it is one.
func (f Flash) At(place string) Flash {
	if n, err := strconv.Atoi(place); err == nil && n >= 0 {
		f.Focus = views.Focus(strconv.Itoa(n))
	}
	return f
}

// Flash shows a flash on the next page.
func (s *Site) Flash(c echo.Context, flash Flash) {
	text, _ := json.Marshal(flash) // strings can be written
	s.Cookies.Set(c, flashCookie, s.Seal.Close(base64.RawURLEncoding.EncodeToString(text)), 60)
}

// takeFlash returns and deletes the pending flash, an empty one for none.
func (s *Site) takeFlash(c echo.Context) (flash Flash) {
	sent := s.Cookies.Sent(c, flashCookie)
	if len(sent) == 0 {
		return flash
	}
	s.Cookies.Drop(c, flashCookie)
	for _, value := range sent {
		text, err := base64.RawURLEncoding.DecodeString(s.Seal.Open(value))
		if err == nil && json.Unmarshal(text, &flash) == nil {
			return flash
		}
	}
	return flash
}

// TakeBackPath is the path to take back a change.
const TakeBackPath = "/entries/take-back"

// Undo returns the button that takes a change back or, if it took another back, makes that again.
func Undo(change models.Change) *views.Undo {
	undo := &views.Undo{Action: TakeBackPath, Change: change.Stamp(), Label: "Annuler"}
	if change.Action == models.ActionTakenBack {
		undo.Label = "Rétablir"
	}
	return undo
}
