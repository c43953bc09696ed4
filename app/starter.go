package app

import _ "embed"

// Starter is the configuration that `worklog init` writes: the config.toml at
// the top of the repository, which embedding cannot reach from here.
//
//go:generate cp ../config.toml starter.toml
//go:embed starter.toml
var Starter []byte
