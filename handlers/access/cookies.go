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

// Limits on the cookies of one name: how many are read, and the depth and length of
// the paths at which they are dropped. Our pages are at most three segments deep.
const (
	maxCookiesRead = 8
	maxCookieDepth = 8   // path segments
	maxCookiePath  = 256 // bytes
)

// Cookies names our cookies and sets their attributes. Over TLS, their names have a
// prefix that prevents other hosts from setting them (RFC 6265bis, section 4.1.3).
// Without TLS, a server on another port of the same host can read and overwrite
// them, and set others with the same name at other paths.
type Cookies struct {
	Secure bool // the browser uses TLS
}

// secure reports whether the browser uses TLS for sure. In the frame of Home Assistant it may,
// but there no cookie is a secret.
func (k Cookies) secure(c echo.Context) bool { return k.Secure && !Framed(c) }

// Cookies returns the cookies for the public address, if there is one.
func (config Config) Cookies() Cookies {
	return Cookies{config.PublicURL != nil && config.PublicURL.Scheme == "https"}
}

// rootPath returns the path below which all of our pages are; our cookies have it.
func rootPath(c echo.Context) string { return cmp.Or(PrefixOf(c).To(""), "/") }

// name returns the name under which a cookie is sent.
func (k Cookies) name(c echo.Context, name string) string {
	if !k.secure(c) {
		return name
	}
	if rootPath(c) == "/" {
		return "__Host-" + name
	}
	return "__Secure-" + name
}

// Sent returns the values of the cookies with a name, in reverse order: browsers
// send the one with the shortest path, which is ours, last (RFC 6265, section 5.4).
func (k Cookies) Sent(c echo.Context, name string) []string {
	var values []string
	for _, cookie := range slices.Backward(c.Request().CookiesNamed(k.name(c, name))) {
		if len(values) == maxCookiesRead {
			break
		}
		values = append(values, cookie.Value)
	}
	return values
}

// Set sets a cookie for that many seconds. A negative number deletes it.
func (k Cookies) Set(c echo.Context, name, value string, seconds int) {
	k.setAt(c, rootPath(c), "", name, value, seconds)
}

func (k Cookies) setAt(c echo.Context, path, domain, name, value string, seconds int) {
	c.SetCookie(&http.Cookie{
		Name:     k.name(c, name),
		Value:    value,
		Path:     path,
		Domain:   domain, // empty for this host only
		MaxAge:   seconds,
		HttpOnly: true,
		Secure:   k.secure(c),
		SameSite: http.SameSiteLaxMode,
	})
}

// Drop deletes all cookies with a name that are sent to this page.
func (k Cookies) Drop(c echo.Context, name string) {
	k.Set(c, name, "", -1)
	k.dropOthers(c, name)
}

// dropOthers deletes the cookies that we did not set.
func (k Cookies) dropOthers(c echo.Context, name string) {
	if k.Secure {
		return // the prefix of the name prevents them
	}
	if Framed(c) {
		return // of several cookies, the browser would get one
	}
	host := hostname(c.Request().Host)
	_, err := netip.ParseAddr(host)
	for _, path := range cookiePaths(PrefixOf(c).To(c.Request().URL.Path)) {
		if path != rootPath(c) {
			k.setAt(c, path, "", name, "", -1)
		}
		if err != nil { // a host name, for which there can also be a domain cookie
			k.setAt(c, path, host, name, "", -1)
		}
	}
}

// cookiePaths returns the paths whose cookies are sent to a page (RFC 6265,
// section 5.1.4): "/", "/months", "/months/" and "/months/2026-11".
func cookiePaths(page string) []string {
	paths, above := []string{"/"}, ""
	for _, name := range strings.SplitN(strings.Trim(page, "/"), "/", maxCookieDepth) {
		path := above + "/" + url.PathEscape(name)
		if name == "" || len(path) > maxCookiePath {
			break
		}
		if above != "" {
			paths = append(paths, above+"/")
		}
		paths = append(paths, path)
		above = path
	}
	return paths
}
