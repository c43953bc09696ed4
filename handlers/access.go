package handlers

import (
	"log/slog"
	"net/netip"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"
)

// Auth is a way of deciding who may see the pages.
type Auth string

// The ways that there are.
const (
	NoLogin       Auth = "none"     // whoever reaches the server
	PasswordLogin Auth = "password" // whoever knows the one password
	ProxyLogin    Auth = "proxy"    // whom a proxy in front has recognised
)

// Auths are all the ways.
var Auths = []Auth{NoLogin, PasswordLogin, ProxyLogin}

// Valid reports whether a is one of [Auths].
func (a Auth) Valid() bool { return slices.Contains(Auths, a) }

// access decides whether a request may see the pages, and admits it or returns
// why not.
type access func(c echo.Context) error

func newAccess(config Config, login *login) access {
	switch config.Auth {
	case PasswordLogin:
		return login.access
	case ProxyLogin:
		return proxyAccess{config.TrustedProxies, config.ProxyHeader, config.ProxyUsers, config.Log}.access
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

// admitted reports whether the request may see the pages.
func admitted(c echo.Context) bool {
	admitted, _ := c.Get("admitted").(bool)
	return admitted
}

// notForwarded returns errForwarded for a request that a proxy passed on while
// nobody is asked for a password: what the loopback address kept private would
// be open to whoever reaches the proxy.
func notForwarded(c echo.Context) error {
	for name := range c.Request().Header {
		if strings.HasPrefix(name, "X-Forwarded") || slices.Contains(proxyMarks, name) {
			return errForwarded
		}
	}
	return admit(c)
}

// proxyMarks are the headers beside X-Forwarded-* by which a proxy shows itself.
// One that adds none of them cannot be told from a browser.
var proxyMarks = []string{"Forwarded", "Via", "X-Real-Ip", "X-Client-Ip", "X-Cluster-Client-Ip", "True-Client-Ip", "Cf-Connecting-Ip", "Fastly-Client-Ip"}

// proxyAccess believes a proxy in front, which names the person it has
// recognised in a header.
type proxyAccess struct {
	trusted []netip.Prefix
	header  string
	users   []string
	log     *slog.Logger
}

// access returns errStranger unless the peer itself is a trusted proxy and
// names one of the users, once.
func (p proxyAccess) access(c echo.Context) error {
	names := c.Request().Header.Values(p.header)
	refuse := func(reason string) error {
		p.log.Warn("access refused", "peer", c.Request().RemoteAddr, "reason", reason)
		return errStranger
	}
	switch {
	case !p.trusts(c.Request().RemoteAddr):
		return refuse("the peer is not in server.trusted_proxies")
	case len(names) != 1:
		return refuse("the header web.proxy_header does not stand there once")
	case names[0] == "" || !slices.Contains(p.users, names[0]):
		return refuse("the person is not in web.proxy_users")
	}
	return admit(c)
}

// trusts reports whether the peer of a connection is a trusted proxy.
func (p proxyAccess) trusts(peer string) bool {
	address, err := netip.ParseAddrPort(peer)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(p.trusted, func(prefix netip.Prefix) bool { return prefix.Contains(address.Addr().Unmap()) })
}
