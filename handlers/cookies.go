package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// cookies names and dresses every cookie. Over TLS they carry the prefix with
// which a browser refuses one that another host has set (RFC 6265bis, section
// 4.1.3).
type cookies struct {
	path   string
	secure bool // the person's browser speaks TLS
}

// name gives the name under which a cookie is sent.
func (k cookies) name(name string) string {
	if !k.secure {
		return name
	}
	if k.path == "/" {
		return "__Host-" + name
	}
	return "__Secure-" + name
}

// get gives the value of a cookie; empty when it is not sent.
func (k cookies) get(c echo.Context, name string) string {
	cookie, err := c.Cookie(k.name(name))
	if err != nil {
		return ""
	}
	return cookie.Value
}

// set keeps a cookie for so many seconds; a negative number drops it.
func (k cookies) set(c echo.Context, name, value string, seconds int) {
	c.SetCookie(&http.Cookie{
		Name:     k.name(name),
		Value:    value,
		Path:     k.path,
		MaxAge:   seconds,
		HttpOnly: true,
		Secure:   k.secure,
		SameSite: http.SameSiteLaxMode,
	})
}
