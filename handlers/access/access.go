// Package access decides who may see the pages, and from which sites.
package access

import (
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
func (config Config) AsksPassword() bool {
	return config.Auth == PasswordLogin || config.Auth == HomeAssistantLogin && config.Password.Set()
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

// Reader is who uses an address of the program.
type Reader int

// The readers of addresses.
const (
	Device    Reader = iota // a phone, a computer or the browser of the request
	Visitor                 // a browser that opens the pages, which are served under known names only
	Neighbour               // Home Assistant or one of its apps, if the program is one of them
)

// Address returns the address of the program for a reader, without a slash at its end: the
// public address, or else the one under which the request has reached us, whose scheme is that of
// the browser, as a trusted proxy says. In the frame of Home Assistant, whose address is for
// browsers alone, neighbours have the one within the network of the apps, and devices the port of
// the machine that is open. It is "" if no port is, and for visitors under a name that the pages
// are not served under.
func (config Config) Address(c echo.Context, reader Reader) string {
	request := c.Request()
	switch {
	case Framed(c) && reader == Neighbour:
		return config.Ingress.Inner
	case Framed(c) && config.PublicURL == nil && reader == Visitor && !config.isOwnHost(hostname(request.Host)):
		return ""
	case Framed(c) && config.PublicURL == nil:
		return config.Ingress.opened(hostname(request.Host))
	case Framed(c):
		return config.PublicURL.String()
	}
	origin := config.scheme(request) + "://" + request.Host
	if config.PublicURL != nil {
		origin = config.PublicURL.Scheme + "://" + config.PublicURL.Host
	}
	return origin + PrefixOf(c).To("")
}

// Server returns the server of the API for a request: its [Config.Address] if there is a
// public address, or else the path to it.
func (config Config) Server(c echo.Context) string {
	if config.PublicURL == nil {
		return rootPath(c)
	}
	return config.Address(c, Device)
}

// Checks returns what a request must pass to see the pages, in order: they return [ErrOutsideIngress] or
// [ErrIngressPath], then [ErrForeignHost], [ErrForeignOrigin], and [ErrForwarded], [ErrUnknownUser],
// [ErrUnknownIngressUser] or [ErrSignedOut]. The login is nil unless [Config.AsksPassword].
func Checks(config Config, login *Login, log *slog.Logger) []func(echo.Context) error {
	return []func(echo.Context) error{config.arrival, config.ownHost, config.ownOrigin, func(c echo.Context) error {
		switch {
		case config.Auth == PasswordLogin, config.Auth == HomeAssistantLogin && !Framed(c):
			return login.guard(c)
		case config.Auth == HomeAssistantLogin:
			return config.Ingress.guard(c, log)
		case config.Auth == ProxyLogin:
			return config.guardProxy(c, log)
		case config.OpenToNetwork:
			return admit(c)
		}
		return notForwarded(c)
	}}
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

// admitUser is admit for a named user, by whom changes are then made.
func admitUser(c echo.Context, name string) error {
	c.Set(tagKey, tagOf(name))
	c.SetRequest(c.Request().WithContext(models.By(c.Request().Context(), name)))
	return admit(c)
}

// guardProxy returns ErrUnknownUser unless the peer is a trusted proxy and the header,
// present once, names one of the users, by whom changes are then made.
func (config Config) guardProxy(c echo.Context, log *slog.Logger) error {
	names := c.Request().Header.Values(config.ProxyHeader)
	refuse := func(reason string) error {
		log.Warn("access refused", "peer", c.Request().RemoteAddr, "reason", reason)
		return ErrUnknownUser
	}
	switch {
	case !config.trusts(c.Request().RemoteAddr):
		return refuse("the peer is not in server.trusted_proxies")
	case len(names) != 1:
		return refuse("the header web.proxy_header must be present exactly once")
	case names[0] == "" || !slices.Contains(config.ProxyUsers, names[0]):
		return refuse("the user is not in web.proxy_users")
	case !isOwnTag(c, names[0]):
		return refuse("the page that sends this was another user's")
	}
	return admitUser(c, names[0])
}
