// Package migrations holds the schema's history as SQL. Files are only ever
// added: a released one is never changed.
package migrations

import "embed"

// Files are the migrations in the order of their numbers.
//
//go:embed *.sql
var Files embed.FS
