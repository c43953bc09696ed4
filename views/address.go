package views

import (
	"context"

	"github.com/a-h/templ"
)

// addressKey is where the context of a page has how its addresses are made.
type addressKey struct{}

// WithAddresses returns the context in which the page of a request is rendered. The function makes
// the request's address of one of our paths.
func WithAddresses(ctx context.Context, address func(path string) string) context.Context {
	return context.WithValue(ctx, addressKey{}, address)
}

// to returns the request's address of one of our paths. A template leads nowhere else but
// within its page and, with [elsewhere], to the law.
func to(ctx context.Context, path string) templ.SafeURL {
	return templ.SafeURL(ctx.Value(addressKey{}).(func(string) string)(path))
}

// elsewhere returns an address on another site, where the law is published. Its link says
// rel="noreferrer": that site learns nothing of this one; and target="_blank": it would not be
// shown in the frame of Home Assistant.
func elsewhere(url string) templ.SafeURL { return templ.SafeURL(url) }
