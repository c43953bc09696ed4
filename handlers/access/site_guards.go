package access

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// site keeps other sites out of the pages.
type site struct {
	public  *url.URL // nil when it is not configured
	hosts   []string // further names, in lower case
	proxies trustedProxies
}

// ownHost returns ErrForeignHost unless the page is asked for under an address
// or a name of ours: a site whose name was made to lead here (DNS rebinding)
// needs a name.
func (s site) ownHost(c echo.Context) error {
	name := hostname(c.Request().Host)
	if _, err := netip.ParseAddr(name); err == nil || name == "localhost" {
		return nil
	}
	if s.public != nil && name == strings.ToLower(s.public.Hostname()) || slices.Contains(s.hosts, name) {
		return nil
	}
	return ErrForeignHost
}

// IsLoopback reports whether a name or an address leads only to this machine.
func IsLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback() || host == "localhost"
}

// hostname returns the name of a Host header, without port, brackets and final
// dot, in lower case.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// ownOrigin returns ErrForeignOrigin for a request that may change something
// and that the browser marks as another site's, or whose Origin is neither the
// request's own nor that of the public address. (The standard library's
// CrossOriginProtection believes only the mark where there is one.)
func (s site) ownOrigin(c echo.Context) error {
	request := c.Request()
	if request.Method == http.MethodGet || request.Method == http.MethodHead || request.Method == http.MethodOptions {
		return nil
	}
	switch request.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
	default:
		return ErrForeignOrigin
	}
	for _, text := range request.Header.Values("Origin") {
		origin, err := url.Parse(text)
		if err != nil || !s.isOwn(origin, request) {
			return ErrForeignOrigin
		}
	}
	return nil
}

// isOwn compares an origin with the request's own, and with that of the public
// address.
func (s site) isOwn(origin *url.URL, request *http.Request) bool {
	own := url.URL{Scheme: s.scheme(request), Host: request.Host}
	return sameOrigin(origin, &own) || s.public != nil && sameOrigin(origin, s.public)
}

// scheme is the one that the browser speaks: http, unless a trusted proxy says
// https. Where several proxies wrote, the one that the browser speaks to is first.
func (s site) scheme(request *http.Request) string {
	if s.proxies.include(request.RemoteAddr) {
		first, _, _ := strings.Cut(request.Header.Get(echo.HeaderXForwardedProto), ",")
		if strings.EqualFold(strings.TrimSpace(first), "https") {
			return "https"
		}
	}
	return "http"
}

// sameOrigin compares scheme, host and port (RFC 6454, section 5).
func sameOrigin(a, b *url.URL) bool {
	return a.Scheme == b.Scheme && strings.EqualFold(a.Hostname(), b.Hostname()) && port(a) == port(b)
}

// port returns the port of an address, the default of its scheme when it names
// none.
func port(address *url.URL) string {
	if address.Port() == "" && address.Scheme == "https" {
		return "443"
	}
	return cmp.Or(address.Port(), "80")
}
