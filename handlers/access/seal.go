package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// Seal signs the texts of cookies, so that nobody else can write them. Nothing is stored: another key
// invalidates all of them.
type Seal struct{ Key []byte }

// Close returns a text with its signature.
func (s Seal) Close(text string) string { return text + "." + s.signature(text) }

// Open returns the text that Close was given, or "" if the signature is invalid.
func (s Seal) Open(closed string) string {
	text, signature, _ := strings.Cut(closed, ".")
	if !hmac.Equal([]byte(signature), []byte(s.signature(text))) {
		return ""
	}
	return text
}

func (s Seal) signature(text string) string {
	mac := hmac.New(sha256.New, s.Key)
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
