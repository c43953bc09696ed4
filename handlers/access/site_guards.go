package access

import (
	"cmp"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// ownHost returns ErrForeignHost unless the request's host is an IP address or one
// of our names, against DNS rebinding. Home Assistant's may have any name: a stranger cannot
// make its sessions.
func (config Config) ownHost(c echo.Context) error {
	if Framed(c) {
		return nil
	}
	if !config.isOwnHost(hostname(c.Request().Host)) {
		return ErrForeignHost
	}
	return nil
}

// isOwnHost reports whether pages are served under a name, as hostname returns it.
func (config Config) isOwnHost(name string) bool {
	if name == "" {
		return false
	}
	if _, err := netip.ParseAddr(name); err == nil || name == "localhost" {
		return true
	}
	return config.PublicURL != nil && name == strings.ToLower(config.PublicURL.Hostname()) || slices.Contains(config.Hosts, name)
}

// IsLoopback reports whether host is a loopback address or localhost.
func IsLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && address.Unmap().IsLoopback() || host == "localhost"
}

// hostname returns the name in a Host header, without port, brackets and trailing dot, in
// lower case, or "" if it is none that a browser sends: the pages repeat it in commands.
func hostname(host string) string {
	address, err := url.Parse("//" + host)
	if err != nil || address.Host != host || strings.Count(host, ":") > 1 && !strings.HasPrefix(host, "[") {
		return ""
	}
	return strings.ToLower(strings.TrimSuffix(address.Hostname(), "."))
}

// ownOrigin returns ErrForeignOrigin for a request with an unsafe method that the
// browser marks as coming from another site, or whose Origin is neither its own nor
// that of the public address. (The standard library's CrossOriginProtection ignores
// Origin if there is such a mark.)
func (config Config) ownOrigin(c echo.Context) error {
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
		if err != nil || !config.isOwn(origin, request) {
			return ErrForeignOrigin
		}
	}
	return nil
}

// isOwn compares an origin with the request's own, and with that of the public
// address.
func (config Config) isOwn(origin *url.URL, request *http.Request) bool {
	own := url.URL{Scheme: config.scheme(request), Host: request.Host}
	return sameOrigin(origin, &own) || config.PublicURL != nil && sameOrigin(origin, config.PublicURL)
}

// scheme returns the scheme that the browser uses: http, unless a trusted proxy
// says https. With several proxies, the first value is that of the outermost one.
func (config Config) scheme(request *http.Request) string {
	if config.trusts(request.RemoteAddr) {
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

// port returns the port of an address, or the default of its scheme.
func port(address *url.URL) string {
	if address.Port() == "" && address.Scheme == "https" {
		return "443"
	}
	return cmp.Or(address.Port(), "80")
}
