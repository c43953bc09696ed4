package handlers

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"worklog/handlers/access"
	"worklog/handlers/api"
	"worklog/handlers/feeds"
	"worklog/handlers/frame"
	"worklog/handlers/plan"
	"worklog/handlers/transfer"
)

// identify assigns the request an id of our own and ignores any that it has.
func identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderXRequestID, rand.Text())
		return next(c)
	}
}

// hurryUnread hurries the bodies of methods that have none to be read. [answerError] hurries those
// of strangers whose requests are refused.
func hurryUnread(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if request := c.Request(); request.Method != http.MethodPost && request.ContentLength != 0 {
			frame.Hurry(c)
		}
		return next(c)
	}
}

// logRequests logs each request. Of its content, it logs only the path, without the
// feeds' secret: query, headers and body may be private.
func logRequests(log *slog.Logger) echo.MiddlewareFunc {
	return middleware.RequestLoggerWithConfig(middleware.RequestLoggerConfig{
		HandleError:  true,
		LogMethod:    true,
		LogURIPath:   true,
		LogStatus:    true,
		LogLatency:   true,
		LogRemoteIP:  true,
		LogRequestID: false, // would log the id that the request sent
		LogValuesFunc: func(c echo.Context, v middleware.RequestLoggerValues) error {
			level := slog.LevelInfo
			if v.Status >= http.StatusInternalServerError {
				level = slog.LevelWarn // the cause has a line of its own
			}
			log.LogAttrs(context.Background(), level, "request",
				slog.String("request_id", frame.RequestID(c)),
				slog.String("method", v.Method),
				slog.String("path", feeds.WithoutSecret(v.URIPath)),
				slog.Int("status", v.Status),
				slog.Float64("duration_ms", float64(v.Latency.Microseconds())/1000),
				slog.String("client", v.RemoteIP),
			)
			return nil
		},
	})
}

// slowRequest is how long a request may take before a warning is logged. A request
// that ends is logged anyway.
const slowRequest = 5 * time.Second

// reportSlow logs a warning for a request that is still running after slowRequest.
// The function after is like [time.AfterFunc], and returns the timer's Stop.
func reportSlow(log *slog.Logger, after func(time.Duration, func()) (stop func() bool)) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			id, method, path := frame.RequestID(c), c.Request().Method, c.Request().URL.Path
			stop := after(slowRequest, func() {
				log.Warn("request still worked on", "request_id", id, "method", method, "path", feeds.WithoutSecret(path), "after", slowRequest)
			})
			defer stop()
			return next(c)
		}
	}
}

// panicked is a panic as an error, with its stack.
type panicked struct {
	error
	stack string
}

// recoverPanics turns a panic into an error, which is handled like any other.
var recoverPanics = middleware.RecoverWithConfig(middleware.RecoverConfig{
	DisableStackAll:     true,
	DisableErrorHandler: true,
	LogErrorFunc:        func(_ echo.Context, err error, stack []byte) error { return panicked{err, string(stack)} },
})

// contentSecurityPolicy allows a page only to load our own files and to send forms
// to us. Pico has small images in data URLs.
const contentSecurityPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; manifest-src 'self'; connect-src 'self'; worker-src 'self'; " +
	"object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// framedSecurityPolicy lets Home Assistant, whose origin is that of the page then, show it in
// its frame.
var framedSecurityPolicy = []string{strings.Replace(contentSecurityPolicy, "frame-ancestors 'none'", "frame-ancestors 'self'", 1)}

// securityHeaders are the headers of every response, which share their values.
var securityHeaders = http.Header{
	echo.HeaderXContentTypeOptions:   {"nosniff"},
	echo.HeaderContentSecurityPolicy: {contentSecurityPolicy},
	"Cross-Origin-Opener-Policy":     {"same-origin"},
	"Cross-Origin-Resource-Policy":   {"same-origin"},
	echo.HeaderReferrerPolicy:        {"same-origin"}, // with no-referrer, browsers omit the Origin of forms
	echo.HeaderCacheControl:          {"no-store"},    // assets override it
}

func secure(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Response().Header()
		maps.Copy(header, securityHeaders)
		if access.Framed(c) {
			header[echo.HeaderContentSecurityPolicy] = framedSecurityPolicy
		}
		return next(c)
	}
}

// readOnly refuses what machines read to methods that it does not have, OPTIONS among
// them, which Echo would answer with 204 and name in every Allow. It stands after the
// router, which has found the methods that are there.
func readOnly(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		allowed, refused := c.Get(echo.ContextKeyHeaderAllow).(string)
		if !refused || !feeds.Owns(c.Request()) && !api.IsDocument(c.Request()) {
			return next(c)
		}
		c.Response().Header().Set(echo.HeaderAllow, strings.TrimPrefix(allowed, http.MethodOptions+", "))
		return echo.ErrMethodNotAllowed
	}
}

// markText begins tables and texts that are shown in the frame of Home Assistant with the byte
// order mark of UTF-8: it passes on their type without the encoding. It stands within the
// compression.
func markText(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if access.Framed(c) {
			response := c.Response()
			inner := response.Writer
			response.Writer = &textMarker{ResponseWriter: inner}
			defer func() { response.Writer = inner }()
		}
		return next(c)
	}
}

// textMarker writes the mark before the first byte of a text.
type textMarker struct {
	http.ResponseWriter
	begun bool
}

func (w *textMarker) Write(content []byte) (int, error) {
	if !w.begun {
		w.begun = true
		if kind := w.Header().Get(echo.HeaderContentType); strings.HasPrefix(kind, "text/csv") || strings.HasPrefix(kind, "text/plain") {
			if _, err := io.WriteString(w.ResponseWriter, "\ufeff"); err != nil {
				return 0, err
			}
		}
	}
	return w.ResponseWriter.Write(content)
}

// Unwrap is for [http.ResponseController].
func (w *textMarker) Unwrap() http.ResponseWriter { return w.ResponseWriter }

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

// Limits of the answers that can be large. Each stays in memory until its reader has read
// it, or until the server gives up writing.
const (
	maxPagesAtOnce = 16
	maxFeedsAtOnce = 8
	maxFilesAtOnce = 4 // each of which may take minutes
	maxTurnWait    = 5 * time.Second
)

// inTurn works on so many requests of a kind at once. The others wait for their turn, and
// are refused with [frame.ErrBusy] if it does not come. Strangers do not wait: what they
// are answered is small, and they would keep others from the pages.
func inTurn() echo.MiddlewareFunc {
	pages, read, files := make(chan struct{}, maxPagesAtOnce), make(chan struct{}, maxFeedsAtOnce), make(chan struct{}, maxFilesAtOnce)
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			turns := pages
			switch {
			case feeds.Owns(c.Request()):
				turns = read
			case !access.Admitted(c):
				return next(c)
			case transfer.Owns(c.Request()), plan.TakesFile(c.Request()):
				turns = files
			}
			late := time.NewTimer(maxTurnWait)
			defer late.Stop()
			select {
			case turns <- struct{}{}:
			case <-late.C:
				return frame.ErrBusy
			case <-c.Request().Context().Done():
				return c.Request().Context().Err()
			}
			defer func() { <-turns }()
			return next(c)
		}
	}
}
