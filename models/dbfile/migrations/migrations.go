// Package migrations holds the schema's history as SQL. Files are only added;
// released ones never change.
package migrations

import "embed"

// Files holds the migrations.
//
//go:embed *.sql
var Files embed.FS
