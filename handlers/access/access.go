// Package access decides who may see the pages, and from which sites.
package access

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"worklog/models"
)

// Auth is an authentication mode.
type Auth string

// Authentication modes.
const (
	NoLogin       Auth = "none"     // anyone who can reach the server
	PasswordLogin Auth = "password" // anyone who knows the password
	ProxyLogin    Auth = "proxy"    // users authenticated by a reverse proxy
	// HomeAssistantLogin lets users in that Home Assistant has signed in, through its ingress.
	HomeAssistantLogin Auth = "home-assistant"
)

// Auths lists every authentication mode.
var Auths = []Auth{NoLogin, PasswordLogin, ProxyLogin, HomeAssistantLogin}

// Valid reports whether a is one of [Auths].
func (a Auth) Valid() bool { return slices.Contains(Auths, a) }

// Config determines who may see the pages, and from where.
type Config struct {
	// PublicURL is the address of the pages for users; nil if it is not set.
	PublicURL *url.URL
	// Hosts are further names of the server, in lower case.
	Hosts []string
	// TrustedProxies are the networks of trusted proxies.
	TrustedProxies []netip.Prefix
	// TrustUnix makes trusted proxies of the peers of a unix socket.
	TrustUnix bool
	// Auth is the authentication mode.
	Auth Auth
	// OpenToNetwork allows forwarded requests without a login.
	OpenToNetwork bool
	// Password is used with [PasswordLogin], and with [HomeAssistantLogin] for those who do not
	// come through the ingress, if it is set.
	Password PasswordHash
	// ProxyHeader is the header in which the trusted proxy names the user, who
	// must be one of ProxyUsers. Both are used with [ProxyLogin].
	ProxyHeader string
	ProxyUsers  []string
	// Ingress is used with [HomeAssistantLogin].
	Ingress Ingress
}

// AsksPassword reports whether there is a login with the password.
func (c Config) AsksPassword() bool {
	return c.Auth == PasswordLogin || c.Auth == HomeAssistantLogin && c.Password.Set()
}

// Reasons to refuse a request for a page.
var (
	ErrForeignHost   = errors.New("unknown host")
	ErrForwarded     = errors.New("request was forwarded to a server without a login")
	ErrUnknownUser   = errors.New("no trusted proxy names a known user")
	ErrSignedOut     = errors.New("browser is not signed in")
	ErrForeignOrigin = errors.New("request comes from another site")
	// Those of [HomeAssistantLogin].
	ErrOutsideIngress     = errors.New("request does not come through the ingress of Home Assistant")
	ErrIngressPath        = errors.New("request of the ingress has no path of its own")
	ErrUnknownIngressUser = errors.New("user of Home Assistant may not see the pages")
)

func (c Config) siteGuards() siteGuards { return siteGuards{c.PublicURL, c.Hosts, c.proxies()} }

// Reader is who uses an address of the program.
type Reader int

// The readers of addresses.
const (
	Device    Reader = iota // a phone, a computer or the browser of the request
	Neighbour               // Home Assistant or one of its apps, if the program is one of them
)

// Address returns the address of the program for a reader, without a slash at its end: the
// public address, or else the one under which the request has reached us, whose scheme is that of
// the browser, as a trusted proxy says. In the frame of Home Assistant, whose address is for
// browsers alone, neighbours have the one within the network of the apps, and devices the port of
// the machine that is open; it is "" if there is none.
func (c Config) Address(e echo.Context, reader Reader) string {
	request := e.Request()
	switch {
	case Framed(e) && reader == Neighbour:
		return c.Ingress.Inner
	case Framed(e) && c.PublicURL == nil:
		return c.Ingress.opened(hostname(request.Host))
	case Framed(e):
		return c.PublicURL.String()
	}
	origin := c.siteGuards().scheme(request) + "://" + request.Host
	if c.PublicURL != nil {
		origin = c.PublicURL.Scheme + "://" + c.PublicURL.Host
	}
	return origin + PrefixOf(e).To("")
}

// Server returns the server of the API for a request: its [Config.Address] if there is a
// public address, or else the path to it.
func (c Config) Server(e echo.Context) string {
	if c.PublicURL == nil {
		return cmp.Or(PrefixOf(e).To(""), "/")
	}
	return c.Address(e, Device)
}

// Guard returns a function that checks whether a request may see the pages. It
// returns the first that applies of [ErrForeignHost], [ErrForeignOrigin], and
// [ErrForwarded], [ErrUnknownUser], [ErrUnknownIngressUser] or [ErrSignedOut]; before all of
// them, [ErrOutsideIngress] or [ErrIngressPath]. The login is nil unless [Config.AsksPassword].
func Guard(config Config, login *Login, log *slog.Logger) func(echo.Context) error {
	guards := config.siteGuards()
	authenticated := authGuard(config, login, log)
	return func(c echo.Context) error {
		for _, check := range []func(echo.Context) error{config.arrival, guards.ownHost, guards.ownOrigin, authenticated} {
			if err := check(c); err != nil {
				return err
			}
		}
		return nil
	}
}

// authGuard returns the check of the authentication mode.
func authGuard(config Config, login *Login, log *slog.Logger) func(echo.Context) error {
	switch config.Auth {
	case PasswordLogin:
		return login.guard
	case ProxyLogin:
		return proxyAccess{config.proxies(), config.ProxyHeader, config.ProxyUsers, log}.guard
	case HomeAssistantLogin:
		return ingressAccess{folded(config.Ingress.Users), login, log}.guard
	}
	if config.OpenToNetwork {
		return admit
	}
	return notForwarded
}

// admit marks the request as allowed. Responses to other requests, such as error
// pages, contain no personal data.
func admit(c echo.Context) error {
	c.Set("admitted", true)
	return nil
}

// Admitted reports whether the request may see the pages.
func Admitted(c echo.Context) bool {
	admitted, _ := c.Get("admitted").(bool)
	return admitted
}

// notForwarded returns ErrForwarded for a request that came through a proxy.
// Without a login, pages that the loopback address kept private would be open to
// anyone who reaches the proxy. HTTP/1.0 counts as forwarded: simple proxies use
// it, browsers do not.
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

// proxyMarks and proxyPrefixes are headers, and prefixes of headers, that proxies,
// tunnels and CDNs add and browsers never send. A proxy that adds none of them
// cannot be distinguished from a browser.
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

// marksProxy reports whether a header, in canonical form, is added by proxies.
func marksProxy(name string) bool {
	return slices.Contains(proxyMarks, name) ||
		slices.ContainsFunc(proxyPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// What is kept in a browser has the tag of its user, so that it is never sent in the name of
// another one. The script sends it in tagHeader.
const (
	tagHeader = "Worklog-Who"
	tagKey    = "who"
)

func tagOf(name string) string {
	sum := sha256.Sum256([]byte("worklog user " + name))
	return hex.EncodeToString(sum[:8])
}

// Tag returns the tag of the user; empty where there is only one.
func Tag(c echo.Context) string {
	tag, _ := c.Get(tagKey).(string)
	return tag
}

// isOwnTag reports whether what a script sends, if it says so, was kept for that user.
func isOwnTag(c echo.Context, user string) bool {
	sent := c.Request().Header.Get(tagHeader)
	return sent == "" || sent == tagOf(user)
}

// admitUser makes a named user the one by whom changes are made.
func admitUser(c echo.Context, name string) {
	c.Set(tagKey, tagOf(name))
	c.SetRequest(c.Request().WithContext(models.By(c.Request().Context(), name)))
}

// proxyAccess relies on a reverse proxy that names the user in a header.
type proxyAccess struct {
	trusted trustedProxies
	header  string
	users   []string
	log     *slog.Logger
}

// guard returns ErrUnknownUser unless the peer is a trusted proxy and the header,
// present once, names one of the users, by whom changes are then made.
func (p proxyAccess) guard(c echo.Context) error {
	names := c.Request().Header.Values(p.header)
	refuse := func(reason string) error {
		p.log.Warn("access refused", "peer", c.Request().RemoteAddr, "reason", reason)
		return ErrUnknownUser
	}
	switch {
	case !p.trusted.include(c.Request().RemoteAddr):
		return refuse("the peer is not in server.trusted_proxies")
	case len(names) != 1:
		return refuse("the header web.proxy_header must be present exactly once")
	case names[0] == "" || !slices.Contains(p.users, names[0]):
		return refuse("the user is not in web.proxy_users")
	}
	if !isOwnTag(c, names[0]) {
		return refuse("the page that sends this was another user's")
	}
	admitUser(c, names[0])
	return admit(c)
}
