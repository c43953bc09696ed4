package frame

import (
	"net/url"
	"path"
	"strings"
)

// maxOwnPath is more than any of our paths has, in bytes: a stranger chooses what the
// login form repeats.
const maxOwnPath = 1 << 10

// OwnPath returns an address that a browser sent if it is the path of a page of ours, with
// its query and fragment, and so is safe to redirect to; otherwise "/".
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
	own := url.URL{Path: address.Path, RawQuery: address.RawQuery, Fragment: address.Fragment} // encoded again
	return own.String()
}
