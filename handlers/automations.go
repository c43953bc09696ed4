package handlers

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/api"
)

// strayAutomations answers an automation that was given a wrong path before any
// other guard of the pages: it must not take a login page's 200 for success.
func strayAutomations(routes []*echo.Route) echo.MiddlewareFunc {
	type route struct{ method, path string }
	known := map[route]bool{}
	for _, r := range routes {
		known[route{r.Method, r.Path}] = true
	}
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			request := c.Request()
			if !api.Owns(request) && isAutomation(request) && !known[route{request.Method, c.Path()}] {
				return api.ErrUnknownResource
			}
			return next(c)
		}
	}
}

// isStray reports whether an error is that of an automation with a wrong path:
// there is nothing, or only a page behind the login. A proxy may add a token to
// the requests of a person's browser, which accepts HTML by name and sends no
// JSON: that one is led to the login.
func isStray(r *http.Request, err error) bool {
	switch {
	case api.Owns(r) || !isAutomation(r):
		return false
	case errors.Is(err, access.ErrSignedOut):
		return bringsJSON(r) || !strings.Contains(r.Header.Get(echo.HeaderAccept), echo.MIMETextHTML)
	}
	return errors.Is(err, echo.ErrNotFound) || errors.Is(err, echo.ErrMethodNotAllowed)
}

// isAutomation reports whether a request bears a token or brings JSON: no link
// or form of a page makes such a one.
func isAutomation(r *http.Request) bool { return bearsToken(r) || bringsJSON(r) }

func bearsToken(r *http.Request) bool {
	for _, header := range r.Header.Values(echo.HeaderAuthorization) {
		if scheme, _, _ := strings.Cut(header, " "); strings.EqualFold(scheme, "Bearer") {
			return true
		}
	}
	return false
}

func bringsJSON(r *http.Request) bool {
	for _, header := range r.Header.Values(echo.HeaderContentType) {
		name, _, _ := strings.Cut(strings.ToLower(header), ";")
		if name = strings.TrimSpace(name); strings.HasSuffix(name, "/json") || strings.HasSuffix(name, "+json") {
			return true
		}
	}
	return false
}
