package app

import "errors"

// LoadForReports reads what the reports need of the configuration. Secrets are not
// asked for. Its errors are those of [LoadConfig].
func LoadForReports(file string) (Config, error) { return load(file, withoutSecrets) }

// Formats of the reports.
const (
	JSON = "json"
	CSV  = "csv" // the days behind the figures
)

// errFormat is the error for another format.
var errFormat = errors.New(`allowed: "json", "csv"`)
