package access

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// devices signs the names of browsers that have signed in, so that they cannot be
// forged. Nothing is stored; changing the key invalidates all of them.
type devices struct{ key []byte }

// write returns the cookie of a browser, which gets a new name if it has none yet.
func (d devices) write(name string) (cookie string) {
	if name == "" {
		name = rand.Text()
	}
	return name + "." + d.signature(name)
}

// read returns the name in a cookie, or "" if its signature is not valid.
func (d devices) read(cookie string) (name string) {
	name, signature, _ := strings.Cut(cookie, ".")
	if !hmac.Equal([]byte(signature), []byte(d.signature(name))) {
		return ""
	}
	return name
}

func (d devices) signature(name string) string {
	mac := hmac.New(sha256.New, d.key)
	mac.Write([]byte(name))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
