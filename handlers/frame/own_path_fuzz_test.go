package frame

import (
	"net/url"
	"strings"
	"testing"

	"worklog/handlers/access"
	"worklog/models/modelstest"
)

// FuzzOwnPath looks for a path to return to that a browser would resolve
// to another site.
func FuzzOwnPath(f *testing.F) {
	for _, seed := range []string{"/", "/months/2026-11", "/entries/new?date=2026-11-20", "/" + strings.Repeat("\xe2", 1000), "//evil.example", "/\\evil.example", "https://evil.example", "/%2Fevil", "/a/../b", "/\t/evil.example"} {
		f.Add(seed)
	}
	home, err := url.Parse("https://heures.example.org/worklog/login")
	modelstest.Must(f, err)
	f.Fuzz(func(t *testing.T, text string) {
		own := OwnPath(text)
		location := access.Prefix("/worklog").To(own)
		for _, led := range []string{own, location} {
			address, err := home.Parse(led)
			modelstest.Want(t, err == nil && address.Host == home.Host && address.Scheme == home.Scheme && address.User == nil, true, text, led, address, err)
			modelstest.Want(t, strings.HasPrefix(led, "/") && !strings.HasPrefix(led, "//") && !strings.ContainsAny(led, "\\\t\r\n"), true, text, led)
		}
		modelstest.Want(t, OwnPath(own), own, text)
	})
}
