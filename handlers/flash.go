package handlers

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"unicode"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// flashCookie carries one sentence from a form to the page that it leads to.
const flashCookie = "worklog_flash"

// maxFlash is the length of that sentence in bytes.
const maxFlash = 200

// flash says something on the next page.
func (p *pages) flash(c echo.Context, text string) {
	c.SetCookie(p.flashWith(base64.RawURLEncoding.EncodeToString([]byte(text)), 60))
}

// takeFlash gives what the page before had to say, once.
func (p *pages) takeFlash(c echo.Context) string {
	cookie, err := c.Cookie(flashCookie)
	if err != nil {
		return ""
	}
	c.SetCookie(p.flashWith("", -1))
	text, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil || len(text) > maxFlash || !utf8.Valid(text) || bytes.ContainsFunc(text, unicode.IsControl) {
		return ""
	}
	return string(text)
}

// flashWith gives the cookie, kept for so many seconds.
func (p *pages) flashWith(value string, seconds int) *http.Cookie {
	return &http.Cookie{
		Name:     flashCookie,
		Value:    value,
		Path:     p.links.To("/"),
		MaxAge:   seconds,
		HttpOnly: true,
		Secure:   p.secure,
		SameSite: http.SameSiteLaxMode,
	}
}
