package handlers

import (
	"bytes"
	"encoding/base64"
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
	p.cookies.set(c, flashCookie, base64.RawURLEncoding.EncodeToString([]byte(text)), 60)
}

// takeFlash gives what the page before had to say, once.
func (p *pages) takeFlash(c echo.Context) string {
	value := p.cookies.get(c, flashCookie)
	if value == "" {
		return ""
	}
	p.cookies.set(c, flashCookie, "", -1)
	text, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil || len(text) > maxFlash || !utf8.Valid(text) || bytes.ContainsFunc(text, unicode.IsControl) {
		return ""
	}
	return string(text)
}
