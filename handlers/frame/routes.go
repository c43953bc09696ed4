package frame

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/labstack/echo/v4"

	"worklog/handlers/forms"
	"worklog/models/civil"
)

// Get adds a route for GET and HEAD.
func Get(e *echo.Echo, path string, handler echo.HandlerFunc) {
	e.Match([]string{http.MethodGet, http.MethodHead}, path, handler)
}

// On makes a handler of a method of pages; of returns those that answer a request, by the settings in
// force.
func On[P any](of func(echo.Context) P) func(func(P, echo.Context) error) echo.HandlerFunc {
	return func(answer func(P, echo.Context) error) echo.HandlerFunc {
		return func(c echo.Context) error { return answer(of(c), c) }
	}
}

// OnSpan is [On] for the pages of a year or of a month, whose first and last date are in the path: another
// path is answered with echo.ErrNotFound.
func OnSpan[P any](of func(echo.Context) P) func(func(P, echo.Context, civil.Date, civil.Date) error) echo.HandlerFunc {
	return func(answer func(P, echo.Context, civil.Date, civil.Date) error) echo.HandlerFunc {
		return func(c echo.Context) error {
			first, last, err := spanIn(c)
			if err != nil {
				return err
			}
			return answer(of(c), c, first, last)
		}
	}
}

// OnForm is [On] for forms, whose fields it reads: an error of [forms.Read] is the answer.
func OnForm[P any](of func(echo.Context) P) func(func(P, echo.Context, url.Values) error) echo.HandlerFunc {
	return func(answer func(P, echo.Context, url.Values) error) echo.HandlerFunc {
		return func(c echo.Context) error {
			values, err := forms.Read(c)
			if err != nil {
				return err
			}
			return answer(of(c), c, values)
		}
	}
}

// RouteAssets adds the assets and the manifest, which every page needs.
func RouteAssets(e *echo.Echo, of func(echo.Context) *Site) {
	on := On(of)
	Get(e, "/static/*", serveAsset)
	Get(e, "/manifest.webmanifest", manifest)
	Get(e, workerPath, Unframed(echo.ErrNotFound, on((*Site).worker)))
	Get(e, offlinePath, Unframed(echo.ErrNotFound, on((*Site).offline)))
}

// patience is the time in which a request about very many days must be received and
// answered: a large file may come over a slow line.
const patience = 2 * time.Minute

// Patient extends the deadlines of a request to that long from now.
func Patient(c echo.Context) error {
	deadline := time.Now().Add(patience) // of the network, not of the diary
	controller := http.NewResponseController(c.Response())
	return errors.Join(controller.SetReadDeadline(deadline), controller.SetWriteDeadline(deadline))
}

// maxRest is the time in which the rest of a body must arrive that is not read.
const maxRest = time.Second

// Hurry has the rest of a body that nobody reads arrive within maxRest. Package http skips it before
// the next request: by sending it slowly, a stranger would keep the connection from others.
func Hurry(c echo.Context) {
	_ = http.NewResponseController(c.Response()).SetReadDeadline(time.Now().Add(maxRest)) // fails only on a connection that is closed
}
