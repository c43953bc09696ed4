package handlers

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/handlers/access"
	"worklog/handlers/api"
)

// strayAutomations responds to an automation with a wrong path before the pages'
// guards do: it must not mistake a login page's 200 for success. It stands after the router.
func strayAutomations(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		request := c.Request()
		_, otherMethod := c.Get(echo.ContextKeyHeaderAllow).(string)
		if !api.Owns(request) && isAutomation(request) && (c.Path() == "" || otherMethod) {
			return api.ErrUnknownResource
		}
		return next(c)
	}
}

// isStray reports whether the error of a request is due to an automation with a
// wrong path, where there is nothing, or a page behind the login. A browser whose
// proxy adds a token accepts HTML explicitly and sends no JSON: it is redirected to
// the login.
func isStray(r *http.Request, err error) bool {
	switch {
	case api.Owns(r) || !isAutomation(r):
		return false
	case errors.Is(err, access.ErrSignedOut):
		return sendsJSON(r) || !strings.Contains(r.Header.Get(echo.HeaderAccept), echo.MIMETextHTML)
	}
	return errors.Is(err, echo.ErrNotFound) || errors.Is(err, echo.ErrMethodNotAllowed)
}

// isAutomation reports whether a request has a bearer token or sends JSON, which
// links and forms never do.
func isAutomation(r *http.Request) bool { return hasBearerToken(r) || sendsJSON(r) }

func hasBearerToken(r *http.Request) bool {
	for _, header := range r.Header.Values(echo.HeaderAuthorization) {
		if scheme, _, _ := strings.Cut(header, " "); strings.EqualFold(scheme, "Bearer") {
			return true
		}
	}
	return false
}

func sendsJSON(r *http.Request) bool {
	for _, header := range r.Header.Values(echo.HeaderContentType) {
		name, _, _ := strings.Cut(strings.ToLower(header), ";")
		if name = strings.TrimSpace(name); strings.HasSuffix(name, "/json") || strings.HasSuffix(name, "+json") {
			return true
		}
	}
	return false
}
