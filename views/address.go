package views

import (
	"context"

	"github.com/a-h/templ"
)

type requestKey struct{}

// Request is what the page of a request needs to know of it.
type Request struct {
	Address  func(path string) string // makes the request's address of one of our paths
	Database string                   // number of the database
}

// WithRequest returns the context in which the page of a request is rendered.
func WithRequest(ctx context.Context, request Request) context.Context {
	return context.WithValue(ctx, requestKey{}, request)
}

func database(ctx context.Context) string { return ctx.Value(requestKey{}).(Request).Database }

// to returns the request's address of one of our paths. A template leads nowhere else but
// within its page and, with [elsewhere], to the law.
func to(ctx context.Context, path string) templ.SafeURL {
	return templ.SafeURL(ctx.Value(requestKey{}).(Request).Address(path))
}

// elsewhere returns an address on another site, where the law is published. Its link says
// rel="noreferrer": that site learns nothing of this one; and target="_blank": it would not be
// shown in the frame of Home Assistant.
func elsewhere(url string) templ.SafeURL { return templ.SafeURL(url) }
