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

// Bounds on the cookies of one name: how many are read, and how deep the paths
// are at which they are dropped. Our pages are three names deep, below the prefix.
const (
	maxCookiesRead = 8
	maxCookieDepth = 8   // names
	maxCookiePath  = 256 // bytes
)

// Cookies names every cookie and sets its attributes. Over TLS they carry the prefix with
// which a browser refuses one that another host has set (RFC 6265bis, section
// 4.1.3). Without it, whoever serves another port of the same host can read
// ours, overwrite them, and set others of the same name at other paths.
type Cookies struct {
	Path   string
	Secure bool // the person's browser speaks TLS
}

// NewCookies returns the cookies of a program that is asked for at an address;
// nil where it is not configured.
func NewCookies(public *url.URL) Cookies {
	if public == nil {
		return Cookies{Path: "/"}
	}
	return Cookies{cmp.Or(public.Path, "/"), public.Scheme == "https"}
}

// name returns the name under which a cookie is sent.
func (k Cookies) name(name string) string {
	if !k.Secure {
		return name
	}
	if k.Path == "/" {
		return "__Host-" + name
	}
	return "__Secure-" + name
}

// Sent returns the values of the cookies of a name. The last one comes first: a
// browser sends the one with the shortest path last, and that is ours (RFC
// 6265, section 5.4).
func (k Cookies) Sent(c echo.Context, name string) []string {
	var values []string
	for _, cookie := range slices.Backward(c.Request().CookiesNamed(k.name(name))) {
		if len(values) == maxCookiesRead {
			break
		}
		values = append(values, cookie.Value)
	}
	return values
}

// Set keeps a cookie for so many seconds; a negative number drops it.
func (k Cookies) Set(c echo.Context, name, value string, seconds int) {
	k.setAt(c, k.Path, "", name, value, seconds)
}

func (k Cookies) setAt(c echo.Context, path, domain, name, value string, seconds int) {
	c.SetCookie(&http.Cookie{
		Name:     k.name(name),
		Value:    value,
		Path:     path,
		Domain:   domain, // empty for this host only
		MaxAge:   seconds,
		HttpOnly: true,
		Secure:   k.Secure,
		SameSite: http.SameSiteLaxMode,
	})
}

// Drop drops the cookies of a name that were sent to this page, whoever set them.
func (k Cookies) Drop(c echo.Context, name string) {
	k.Set(c, name, "", -1)
	k.dropOthers(c, name)
}

// dropOthers drops those that we did not set.
func (k Cookies) dropOthers(c echo.Context, name string) {
	if k.Secure {
		return // the name's prefix keeps them out
	}
	host := hostname(c.Request().Host)
	_, err := netip.ParseAddr(host)
	for _, path := range cookiePaths(strings.TrimSuffix(k.Path, "/") + c.Request().URL.Path) {
		if path != k.Path {
			k.setAt(c, path, "", name, "", -1)
		}
		if err != nil { // a name: a cookie may have been set for it as a domain, which is another one
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
