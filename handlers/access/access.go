// Package access decides who may see the pages, and from which sites.
package access

import (
	"errors"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// Auth is a way of deciding who may see the pages.
type Auth string

// Authentication modes.
const (
	NoLogin       Auth = "none"     // whoever reaches the server
	PasswordLogin Auth = "password" // whoever knows the one password
	ProxyLogin    Auth = "proxy"    // whom a proxy in front has recognised
)

// Auths are all of them.
var Auths = []Auth{NoLogin, PasswordLogin, ProxyLogin}

// Valid reports whether a is one of [Auths].
func (a Auth) Valid() bool { return slices.Contains(Auths, a) }

// Config is what the configuration says of who may see the pages, and from where.
type Config struct {
	// PublicURL is the address that people type; nil when it is not set.
	PublicURL *url.URL
	// Hosts are further names of the server, in lower case.
	Hosts []string
	// TrustedProxies are the networks of the proxies that are believed.
	TrustedProxies []netip.Prefix
	// Auth decides who may see the pages.
	Auth Auth
	// OpenToNetwork lets forwarded requests see pages without a login.
	OpenToNetwork bool
	// Password is the one of [PasswordLogin].
	Password PasswordHash
	// ProxyHeader is where the trusted proxy of [ProxyLogin] names the person,
	// who must be one of ProxyUsers.
	ProxyHeader string
	ProxyUsers  []string
}

// Refusals of a request to a page.
var (
	ErrForeignHost   = errors.New("host is not one of ours")
	ErrForwarded     = errors.New("request was forwarded to a server without a login")
	ErrStranger      = errors.New("no trusted proxy names one of the users")
	ErrSignedOut     = errors.New("browser is not signed in")
	ErrForeignOrigin = errors.New("request comes from another site")
)

// Guard returns what lets a request see the pages, and otherwise returns the
// first that applies of [ErrForeignHost], [ErrForeignOrigin], and [ErrForwarded],
// [ErrStranger] or [ErrSignedOut]. The login is nil without [PasswordLogin].
func Guard(config Config, login *Login, log *slog.Logger) func(echo.Context) error {
	site := site{config.PublicURL, config.Hosts, config.TrustedProxies}
	admission := admissionOf(config, login, log)
	return func(c echo.Context) error {
		for _, check := range []func(echo.Context) error{site.ownHost, site.ownOrigin, admission} {
			if err := check(c); err != nil {
				return err
			}
		}
		return nil
	}
}

// admissionOf returns what admits a request or returns why not.
func admissionOf(config Config, login *Login, log *slog.Logger) func(echo.Context) error {
	switch config.Auth {
	case PasswordLogin:
		return login.guard
	case ProxyLogin:
		return proxyAccess{config.TrustedProxies, config.ProxyHeader, config.ProxyUsers, log}.guard
	}
	if config.OpenToNetwork {
		return admit
	}
	return notForwarded
}

// admit lets the request see the pages. Until then an answer shows nothing of
// the person's, whatever it says.
func admit(c echo.Context) error {
	c.Set("admitted", true)
	return nil
}

// Admitted reports whether the request may see the pages.
func Admitted(c echo.Context) bool {
	admitted, _ := c.Get("admitted").(bool)
	return admitted
}

// notForwarded returns ErrForwarded for a request that a proxy passed on while
// nobody is asked for a password: what the loopback address kept private would
// be open to whoever reaches the proxy. No browser speaks HTTP/1.0, the plainest
// proxies do.
func notForwarded(c echo.Context) error {
	request := c.Request()
	if !request.ProtoAtLeast(1, 1) {
		return ErrForwarded
	}
	for name := range request.Header {
		if marksProxy(name) {
			return ErrForwarded
		}
	}
	return admit(c)
}

// proxyMarks are headers that proxies, tunnels and delivery networks add and no
// browser sends; proxyPrefixes are how further ones begin. A proxy that adds
// none of them cannot be told from a browser.
var (
	proxyMarks = []string{
		"Client-Ip", "Forwarded", "Front-End-Https", "Incap-Client-Ip", "Proxy-Client-Ip", "Remote-User",
		"True-Client-Ip", "Via", "Wl-Proxy-Client-Ip", "X-Client-Ip", "X-Cloud-Trace-Context", "X-Cluster-Client-Ip", "X-Nginx-Proxy", "X-Originating-Ip",
		"X-Proxyuser-Ip", "X-Remote-Addr", "X-Remote-Ip", "X-Scheme", "X-Url-Scheme", "X-Varnish",
	}
	proxyPrefixes = []string{
		"Ali-Cdn-", "Cdn-", "Cf-", "Cloudfront-", "Fastly-", "Fly-", "Tailscale-",
		"X-Akamai-", "X-Amz", "X-Appengine-", "X-Appgw-", "X-Arr-", "X-Authentik-", "X-Azure-", "X-Envoy-", "X-Forwarded", "X-Ingress-", "X-Original-", "X-Real-", "X-Vercel-",
	}
)

// marksProxy reports whether a header, in its canonical case, is a proxy's.
func marksProxy(name string) bool {
	return slices.Contains(proxyMarks, name) ||
		slices.ContainsFunc(proxyPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// trustedProxies are the networks of the proxies that are believed.
type trustedProxies []netip.Prefix

// include reports whether the peer of a connection is a trusted proxy.
func (t trustedProxies) include(peer string) bool {
	address, err := netip.ParseAddrPort(peer)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(t, func(network netip.Prefix) bool { return network.Contains(address.Addr().Unmap()) })
}

// proxyAccess believes a proxy in front, which names the person it has
// recognised in a header.
type proxyAccess struct {
	trusted trustedProxies
	header  string
	users   []string
	log     *slog.Logger
}

// guard returns ErrStranger unless the peer itself is a trusted proxy and
// names one of the users, once.
func (p proxyAccess) guard(c echo.Context) error {
	names := c.Request().Header.Values(p.header)
	refuse := func(reason string) error {
		p.log.Warn("access refused", "peer", c.Request().RemoteAddr, "reason", reason)
		return ErrStranger
	}
	switch {
	case !p.trusted.include(c.Request().RemoteAddr):
		return refuse("the peer is not in server.trusted_proxies")
	case len(names) != 1:
		return refuse("the header web.proxy_header does not stand there once")
	case names[0] == "" || !slices.Contains(p.users, names[0]):
		return refuse("the person is not in web.proxy_users")
	}
	return admit(c)
}
