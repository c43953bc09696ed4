// Package docs holds the guides that connect an automation. The server offers them
// beside what they speak of.
package docs

import "embed"

// Guides are the guides, by their names.
//
//go:embed home-assistant.md node-red.md phones.md worklog-send.md
var Guides embed.FS
