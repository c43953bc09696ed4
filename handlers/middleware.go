package handlers

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
)

// identify gives the request an id of our own, whatever it sent.
func identify(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set(echo.HeaderXRequestID, rand.Text())
		return next(c)
	}
}

func requestID(c echo.Context) string {
	return c.Response().Header().Get(echo.HeaderXRequestID)
}

// logRequests writes a line for each request. It names only the path: query,
// headers and body may hold what is nobody else's business.
func logRequests(log *slog.Logger) echo.MiddlewareFunc {
	return middleware.RequestLoggerWithConfig(middleware.RequestLoggerConfig{
		HandleError:  true,
		LogMethod:    true,
		LogURIPath:   true,
		LogStatus:    true,
		LogLatency:   true,
		LogRemoteIP:  true,
		LogRequestID: false, // it would take the one that the request brought
		LogValuesFunc: func(c echo.Context, v middleware.RequestLoggerValues) error {
			log.LogAttrs(context.Background(), levelOf(v.Status), "request",
				slog.String("request_id", requestID(c)),
				slog.String("method", v.Method),
				slog.String("path", v.URIPath),
				slog.Int("status", v.Status),
				slog.Float64("duration_ms", float64(v.Latency.Microseconds())/1000),
				slog.String("client", v.RemoteIP),
			)
			return nil
		},
	})
}

// slowRequest is how long a request may be worked on before the log says so,
// while it is: what ends is in the log anyway.
const slowRequest = 5 * time.Second

// reportSlow writes a line for a request that is still worked on after
// slowRequest. The function after is [time.AfterFunc], and returns what stops it.
func reportSlow(log *slog.Logger, after func(time.Duration, func()) (stop func() bool)) echo.MiddlewareFunc {
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			id, method, path := requestID(c), c.Request().Method, c.Request().URL.Path
			stop := after(slowRequest, func() {
				log.Warn("request still worked on", "request_id", id, "method", method, "path", path, "after", slowRequest)
			})
			defer stop()
			return next(c)
		}
	}
}

func afterFunc(d time.Duration, f func()) (stop func() bool) { return time.AfterFunc(d, f).Stop }

func levelOf(status int) slog.Level {
	if status >= http.StatusInternalServerError {
		return slog.LevelWarn // the cause has a line of its own
	}
	return slog.LevelInfo
}

// panicked is a panic as an error, with where it happened.
type panicked struct {
	error
	stack string
}

// recoverPanics turns a panic into an error, which is answered and logged as
// any other.
var recoverPanics = middleware.RecoverWithConfig(middleware.RecoverConfig{
	DisableStackAll:     true,
	DisableErrorHandler: true,
	LogErrorFunc:        func(_ echo.Context, err error, stack []byte) error { return panicked{err, string(stack)} },
})

// contentSecurityPolicy lets a page load our own files and send forms to us,
// and nothing else. Pico has its small pictures in data URLs.
const contentSecurityPolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; manifest-src 'self'; " +
	"object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// secure sets the headers that every answer carries.
func secure(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		header := c.Response().Header()
		header.Set(echo.HeaderXContentTypeOptions, "nosniff")
		header.Set(echo.HeaderContentSecurityPolicy, contentSecurityPolicy)
		header.Set("Cross-Origin-Opener-Policy", "same-origin")
		header.Set("Cross-Origin-Resource-Policy", "same-origin")
		header.Set(echo.HeaderReferrerPolicy, "same-origin") // with none, browsers hide the Origin of forms
		header.Set(echo.HeaderCacheControl, "no-store")      // an asset says otherwise
		return next(c)
	}
}

// clientAddress finds who asks: the peer, unless it is a trusted proxy, which
// says for whom it asks.
func clientAddress(trusted []netip.Prefix) echo.IPExtractor {
	if len(trusted) == 0 {
		return echo.ExtractIPDirect()
	}
	options := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
	for _, prefix := range trusted {
		options = append(options, echo.TrustIPRange(&net.IPNet{
			IP:   prefix.Addr().AsSlice(),
			Mask: net.CIDRMask(prefix.Bits(), prefix.Addr().BitLen()),
		}))
	}
	return echo.ExtractIPFromXFFHeader(options...)
}
