package app

import _ "embed"

// Starter is the configuration that `worklog init` writes: a copy of config.toml at
// the root of the repository, which cannot be embedded from here.
//
//go:generate cp ../config.toml starter.toml
//go:embed starter.toml
var Starter []byte
