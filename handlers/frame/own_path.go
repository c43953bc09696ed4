package frame

import (
	"net/url"
	"path"
	"strings"
)

// maxOwnPath is more than any of our paths has, in bytes: a stranger chooses what the
// login form repeats.
const maxOwnPath = 1 << 10

// OwnPath returns the path and query that a browser sent if they are safe to redirect to, and
// otherwise "/".
func OwnPath(text string) string {
	if len(text) > maxOwnPath {
		return "/"
	}
	address, err := url.Parse(text)
	if err != nil || address.Scheme != "" || address.Opaque != "" || address.Host != "" || address.User != nil {
		return "/"
	}
	if !strings.HasPrefix(address.Path, "/") || path.Clean(address.Path) != address.Path || strings.ContainsRune(text+address.Path, '\\') {
		return "/"
	}
	if address.Path == "/login" || address.Path == "/logout" {
		return "/"
	}
	own := (&url.URL{Path: address.Path, RawQuery: address.RawQuery}).RequestURI() // encoded again
	if len(own) > maxOwnPath {
		return "/"
	}
	return own
}
